import assert from "node:assert/strict";
import test from "node:test";
import { at, game } from "./page.js";

/** Makes browser storage with room for this many characters. */
const storage = (room) => {
  const kept = new Map();
  return {
    kept, getItem: (name) => kept.get(name) ?? null, removeItem: (name) => kept.delete(name),
    setItem: (name, text) => {
      if (text.length > room) throw new Error("no room");
      kept.set(name, text);
    },
  };
};
globalThis.localStorage = storage(1000);
globalThis.sessionStorage = storage(1000);
const { keepPreferences, recallTable } = await import(at("prefs.js"));
const { initial } = await import(at("state.js"));
const { newClock } = await import(at("clock.js"));

const about = { seats: { red: "human", black: "timed:1" }, clock: null, source: true, games: [] };
const seats = { red: "eval:4", black: "human" };
const table = { about, seats, clock: newClock({ base: 60, increment: 0 }, 0), begun: "2026.01.02", lead: 3, over: "a draw", number: 2, source: { name: "a.pdn", text: "two games" } };
const keep = (more) => keepPreferences({ ...initial(), ...table, ...more }, initial());

test("a tab restores players, clock, day and file of its game", () => {
  keep();
  const { clock, ...rest } = recallTable(game({ result: "draw" }), about);
  assert.deepEqual([rest, clock.left[0]], [{ seats, begun: "2026.01.02", lead: 3, base: [], edits: [], over: "a draw", number: 2, source: table.source }, { red: 60, black: 60 }]);
  assert.equal(recallTable(game(), about).over, null, "a game without a result goes on");
  assert.equal(recallTable(game({ moves: ["b6->a5"] }), about).clock, null, "the times of other moves are unknown");
});

test("another game or server gets none of it", () => {
  keep();
  assert.deepEqual(recallTable(game({ turn: "red" }), about), {});
  assert.deepEqual(recallTable(game(), { ...about, seats }), {});
});

test("a file without room is forgotten, and nothing else", () => {
  keep({ source: { name: "a.pdn", text: "x".repeat(2000) } });
  assert.deepEqual([recallTable(game(), about).source, recallTable(game(), about).seats], [null, seats]);
});

test("the file of the command line needs no room: the server has it", () => {
  keep({ source: { name: "" } });
  assert.equal(recallTable(game(), about).source.name, "");
});

import assert from "node:assert/strict";
import test from "node:test";
import { at, game } from "./page.js";

const kept = new Map();
globalThis.localStorage = { getItem: (name) => kept.get(name) ?? null, setItem: (name, text) => kept.set(name, text) };
const { keepPreferences, recallPreferences, recallTable, tableOf } = await import(at("prefs.js"));
const { completed, initial } = await import(at("state.js"));
const { newClock } = await import(at("clock.js"));

const about = { seats: { red: "human", black: "timed:1" }, clock: null, source: true, games: [] };
const seats = { red: "eval:4", black: "human" };
const source = { name: "a.pdn", text: "two games" };
const state = (more = {}) => ({ ...initial(), ...completed({ game: game() }), about, seats, start: 3, clock: newClock({ base: 60, increment: 0 }, 0), begun: "2026.01.02", lead: ["b6->a5"], over: "a draw", number: 2, source, ...more });
/** Stores the table of a state in the history entry, and reads it again. */
function recalled(from, server = about) {
  globalThis.history = { state: JSON.parse(JSON.stringify(tableOf(from))) };
  return recallTable(server);
}

test("a history entry has the players, the clock, the day, the file and the review of its game, and the side that it is seen from", () => {
  const review = { start: 50, plies: [], moments: [], done: true };
  const { clock, of, ...rest } = recalled({ ...state({ review }), prefs: { flip: true } });
  assert.deepEqual(rest, { seats, start: 3, going: true, begun: "2026.01.02", lead: ["b6->a5"], base: [], edits: [], named: false, drafts: {}, over: "a draw", number: 2, source, review, flip: true });
  assert.deepEqual(clock.left[0], { red: 60, black: 60 });
});

test("another server, or an entry without a table, has none", () => {
  assert.equal(recalled(state(), { ...about, seats }), null);
  globalThis.history = { state: null };
  assert.equal(recallTable(about), null);
});

test("a text that is too long for an entry is forgotten, and nothing else", () => {
  const long = recalled(state({ source: { name: "a.pdn", text: "x".repeat(2 ** 20 + 1) } }));
  assert.deepEqual([long.source, long.seats], [null, seats]);
});

test("the file of the command line needs no text: the server has it", () => {
  assert.deepEqual(recalled(state({ source: { name: "" } })).source, { name: "" });
});

test("preferences of the right kind are recalled", () => {
  keepPreferences({ ...initial(), prefs: { flip: true, numbers: 3 } }, initial());
  assert.deepEqual(recallPreferences(), { flip: true });
  keepPreferences({ ...initial({ flip: true }), seats: { red: "level:1", black: "human" } }, initial());
  assert.equal(recallPreferences().flip, false, "a board turned for a game as black is not kept");
});

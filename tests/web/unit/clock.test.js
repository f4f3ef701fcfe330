import assert from "node:assert/strict";
import test from "node:test";
import { at, game, set, update } from "./page.js";

const { newClock, shownTime, timeLeft, timed } = await import(at("clock.js"));
const { answered, beginSetup, learnPlace, load, restore, seat, report } = await import(at("update.js"));
const { edit, endGame, goTo, play, playAgain, playTried, recorded, takeBack, tryOut } = await import(at("update-play.js"));
const { initial } = await import(at("state.js"));
const { canMove, keyOf, shownOutcome } = await import(at("derived.js"));
const { clockText, hintText, statusText } = await import(at("words.js"));

/** Applies changes, each at a time in seconds. */
const run = (state, ...changes) => changes.reduce((state, [now, change]) => timed(state, update(state, change), now), state);
const flag = (state) => state;
const go = (now, going) => [now, [set, { going }]];
const plays = (now, move) => [now, [play, move]];
const begun = (moves = []) => run(initial(), [100, [load, { played: { game: game({ moves }), clock: newClock({ base: 60, increment: 2 }, moves.length) } }]]);
const left = (state, now) => ["red", "black"].map((side) => timeLeft(state, state.clock, side, now));

test("a move takes the time of its player and adds the increment", () => {
  const state = run(begun(), plays(110, "b6->a5"), plays(115, "c3->d4"));
  assert.deepEqual(left(state, 118), [57, 49]);
});

test("a clock that stands shows the times of the place on the board, a running clock its own", () => {
  const shown = (state, now) => ["red", "black"].map((side) => shownTime(state, side, now));
  const state = run(begun(), plays(110, "b6->a5"), plays(115, "c3->d4"));
  assert.deepEqual(shown(run(state, [116, [goTo, 1]]), 118), [57, 49]);
  const over = run(state, [117, [endGame, null, "a draw"]]);
  const at = (ply) => shown(run(over, [200, [goTo, ply]]), 300);
  assert.deepEqual([at(0), at(1), at(2)], [[60, 60], [60, 52], [57, 50]]);
});

test("a game from a file shows the times in its comments", () => {
  const moves = ["b6->a5", "c3->d4", "d6->e5"], comments = ["[%clk 0:04:58]", "good [%clk 1:00:02.5]", ""];
  const record = { comment: "", moves: moves.map((move, index) => ({ move, comment: comments[index], variations: [] })) };
  const state = run(initial(), [100, [load, { played: { game: game({ moves }), record } }]]);
  const at = (ply) => ["red", "black"].map((side) => shownTime(run(state, [100, [goTo, ply]]), side, 200));
  assert.deepEqual([at(0), at(1), at(2), at(3)], [[null, null], [null, 298], [3602.5, 298], [3602.5, null]]);
});

test("a text that is no time is not shown as one, and a clock without time shows none", () => {
  const moves = ["b6->a5"], line = { comment: "", moves: [{ move: "b6->a5", comment: "[%clk 0:00:.]", variations: [] }] };
  const read = run(initial(), [100, [load, { played: { game: game({ moves }), record: line } }]], [100, [goTo, 1]]);
  assert.equal(shownTime(read, "black", 200), null);
  const played = run(begun(), plays(110, "b6->a5"), plays(115, "c3->d4"), [116, [endGame, null, "a draw"]], [117, [goTo, 1]]);
  const late = { ...played, clock: { ...played.clock, left: played.clock.left.map(() => ({ red: 0, black: 0 })) } };
  assert.equal(shownTime(late, "black", 200), 0);
});

test("deleted moves give their time back", () => {
  const state = run(begun(), plays(110, "b6->a5"), plays(115, "c3->d4"), [117, [edit, "delete"]], go(118, true));
  assert.deepEqual([state.clock.left.length, left(state, 119)], [2, [59, 52]]);
});

test("the clock stays when a variation becomes the game", () => {
  const state = run(begun(), plays(110, "b6->a5"), plays(115, "c3->d4"), [116, [tryOut, ["e3->f4"], 1]]);
  const promoted = run(state, [117, [recorded, { record: null, moves: ["b6->a5", "e3->f4"] }, state.game.moves]]);
  assert.deepEqual([promoted.game.moves, promoted.going, ...left(promoted, 200)], [["b6->a5", "e3->f4"], false, 62, 52]);
});

test("the moves of an opening take no time", () => {
  const state = run(begun(["b6->a5", "c3->d4", "d6->e5"]), plays(103, "b2->c3"));
  assert.deepEqual(left(state, 103), [59, 60]);
});

test("time stands still while the game is paused, set up, or over", () => {
  const paused = run(begun(), go(110, false));
  assert.deepEqual(left(paused, 500), [60, 50]);
  assert.deepEqual(left(run(paused, go(500, true)), 505), [60, 45]);
  assert.deepEqual(left(run(begun(), [110, [beginSetup]]), 500), [60, 50]);
  const state = run(begun(), plays(110, "b6->a5"));
  const over = { outcome: "black wins", moves: [] };
  assert.deepEqual(left(run(state, [111, [learnPlace, keyOf(state, state.game.moves), over]]), 500), [59, 52]);
});

test("a program's time runs only while it thinks", () => {
  const state = run(begun(), [100, [seat, "red", "timed:1"]], plays(110, "b6->a5"));
  assert.deepEqual(left(state, 112), [58, 52]);
  const back = run(state, [112, [goTo, 0]]);
  assert.deepEqual(left(back, 500), [58, 52]);
  assert.deepEqual(left(run(back, [500, [goTo, 1]]), 503), [55, 52]);
});

test("a program's time stands still while the server does not answer, a person's does not", () => {
  const away = [111, [report, "the server does not answer", "away"]];
  const state = run(begun(), [100, [seat, "red", "timed:1"]], plays(110, "b6->a5"), away);
  assert.deepEqual(left(state, 500), [59, 52]);
  assert.deepEqual(left(run(state, [500, [answered]]), 503), [56, 52]);
  assert.deepEqual(left(run(begun(), away), 115), [60, 45]);
});

test("looking at earlier places takes time", () => {
  const state = run(begun(), plays(110, "b6->a5"), [111, [goTo, 0]], [115, [goTo, 1]]);
  assert.deepEqual(left(state, 120), [50, 52]);
});

test("a move that is taken back gives its time back", () => {
  const back = run(begun(), plays(110, "b6->a5"), [115, [takeBack]]);
  assert.deepEqual(left(back, 117), [60, 58]);
  const other = run(back, plays(120, "d6->c5"));
  assert.deepEqual([other.clock.left.length, ...left(other, 120)], [2, 60, 57]);
  // The same move again has the time that it took.
  assert.deepEqual(left(run(back, plays(120, "b6->a5")), 121), [59, 52]);
});

test("looking back and playing the same move again gives no time back", () => {
  const state = run(begun(), plays(110, "b6->a5"), [115, [goTo, 0]], plays(120, "b6->a5"));
  assert.deepEqual(left(state, 121), [49, 52]);
});

test("a flag that falls after a move was taken back is shown there", () => {
  const state = run(begun(), plays(110, "b6->a5"), plays(115, "c3->d4"), [120, [takeBack]], [200, [flag]]);
  assert.deepEqual([state.at, state.clock.late, shownOutcome(state), canMove(state)], [1, "red", "black wins: red has run out of time", false]);
});

test("a flag falls once, ends the game, and no move comes after", () => {
  const state = run(begun(), [160, [flag]]);
  assert.equal(state.clock.late, null, "at the last moment there is time");
  const late = run(state, [160.1, [flag]]);
  assert.deepEqual([late.clock.late, shownOutcome(late), canMove(late)], ["black", "red wins: black has run out of time", false]);
  assert.equal(statusText(late), "Red wins: black has run out of time.");
  const moved = run(state, plays(161, "b6->a5"));
  assert.deepEqual([moved.clock.late, moved.game.moves], ["black", []]);
  assert.deepEqual(run(moved, go(170, false), go(180, true)).clock.since, null);
  const tried = run(late, [170, [tryOut, ["b6->a5"]]], [171, [playTried]]);
  assert.deepEqual([tried.game.moves, tried.clock.late], [[], "black"]);
});

test("a game lost on time stays lost at its end after any steps", () => {
  const lost = (state) => { const end = run(state, [300, [goTo, Infinity]]); return [end.clock.late, shownOutcome(end), canMove(end)]; };
  const played = run(begun(), plays(110, "b6->a5"), plays(115, "c3->d4"));
  const late = run(played, [200, [flag]]);
  const steps = [[210, [goTo, 1]], [211, [takeBack]], [212, [playAgain]]];
  for (let count = 0; count <= steps.length; count++) {
    assert.deepEqual(lost(run(late, ...steps.slice(0, count))), ["black", "red wins: black has run out of time", false]);
  }
  const back = run(played, [120, [takeBack]], [200, [flag]]);
  assert.deepEqual(lost(back), ["red", "black wins: red has run out of time", false]);
  // Taking the loss back at the end moves the clock there.
  const again = run(back, [300, [goTo, 2]], [301, [takeBack]]);
  assert.deepEqual([again.at, again.clock.late, ...left(again, 305)], [2, null, 57, 48]);
});

test("the clock goes along to the end of the game", () => {
  const played = run(begun(), plays(110, "b6->a5"), plays(115, "c3->d4"), [120, [takeBack]]);
  assert.deepEqual(left(played, 122), [58, 52]);
  for (const change of [[goTo, 2], [tryOut, [], 2], [endGame, null, "a draw"]]) {
    assert.equal(run(played, [125, change]).clock.ply, 2, change[0].name);
  }
  assert.deepEqual(left(run(played, [125, [goTo, 2]]), 128), [57, 49]);
});

test("a loss on time is taken back; until then, other moves are variations", () => {
  const late = run(begun(), plays(110, "b6->a5"), [200, [flag]]);
  assert.equal(late.clock.late, "red");
  const again = run(late, [210, [takeBack]]);
  assert.deepEqual([again.at, again.clock.late, ...left(again, 215)], [1, null, 55, 52]);
  const other = run(late, [210, [goTo, 0]], plays(220, "d6->c5"));
  assert.deepEqual([other.clock.late, other.game.moves, other.tried], ["red", ["b6->a5"], ["d6->c5"]]);
});

test("a game comes back with its clock, and waits", () => {
  const state = run(begun(), plays(110, "b6->a5"), [120, [load, { played: { game: game() }, note: "" }]]);
  assert.deepEqual([state.clock, state.message.text], [null, "Previous game replaced."]);
  const back = run(state, [150, [restore]]);
  assert.deepEqual([back.clock.left.length, back.clock.since, ...left(back, 500)], [2, null, 60, 52]);
});

test("clocks show tenths at last", () => {
  for (const [seconds, text] of [[3723, "1:02:03"], [123.999, "2:03"], [10, "0:10"], [9.999, "9.9"], [0, "0.0"], [-3, "0.0"]]) {
    assert.equal(clockText(seconds), text);
  }
});

test("a hint is written in the notation of the board", () => {
  const state = run(initial(), [0, [load, { played: { game: game() } }]]);
  const said = (hint, numbers = false) => hintText({ ...state, prefs: { ...state.prefs, numbers }, hint: { key: keyOf(state, []), move: "b6->a5", ...hint } });
  const view = { score: -35, depth: 9, line: ["b6->a5", "c3->d4"] };
  assert.equal(said({ view }), "Hint: b6-a5 – −0.35 men, 9 plies deep, then c3-d4");
  assert.equal(said({ view }, true), "Hint: 9-13 – −0.35 men, 9 plies deep, then 22-18");
  assert.equal(said({ view: { ...view, depth: 1 } }), "Hint: b6-a5 – −0.35 men, 1 ply deep, then c3-d4");
  for (const [score, text] of [[29993, "won in 7"], [-29992, "lost in 8"], [25000, "won"], [-20000, "lost"]]) {
    assert.equal(said({ view: { ...view, score } }), `Hint: b6-a5 – ${text}, 9 plies deep, then c3-d4`);
  }
  assert.equal(said({ view: { score: 0, depth: 0, line: ["b6->a5"] } }), "Hint: b6-a5 – it is the only move");
  assert.equal(said({ proven: { result: "won", plies: 3 } }), "Hint: b6-a5 – won in 3, proven by endgame tables");
});

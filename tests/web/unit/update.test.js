import assert from "node:assert/strict";
import test from "node:test";
import { at, game, set, update } from "./page.js";

const { answered, beginSetup, changeSetup, judged, learn, learnPlace, limitDepth, load, movePiece, putPiece, restore, seat, setReview, report } = await import(at("update.js"));
const { chooseSquare, drop, edit, endGame, goTo, play, playAgain, playTried, recorded, retry, showMoment, stopChain, takeBack, tryOut } = await import(at("update-play.js"));
const { timed } = await import(at("clock.js"));
const { initial, isStandard } = await import(at("state.js"));
const { arrows, canMove, keyOf, rankedMoves, shownChance, shownEntry, shownHint, shownKey, shownLine, shownMoment, playingSide, shownOutcome, showsScores, tone, wantedChoice, wantedRanking } = await import(at("derived.js"));
const { choose } = await import(at("line.js"));
const { abilities } = await import(at("abilities.js"));
const { remark, statusText } = await import(at("words.js"));

const about = { limits: { depth: 20 }, agents: [], openings: [] };
const move = (path) => ({ move: path.join("->"), path, captured: [] });
const place = (paths, more = {}) => ({ moves: paths.map(move), outcome: null, passes: false, ...more });
const run = (state, ...changes) => changes.reduce(update, state);
const begun = (more = {}) => run(initial(), [set, { about }], [load, { played: { game: game(more) } }]);
const known = (state, paths, more) => update(state, [learnPlace, shownKey(state), place(paths, more)]);

test("a move is played once its squares are chosen", () => {
  const state = run(known(begun(), [["b6", "a5"], ["b6", "c5"]]), [chooseSquare, "b6"]);
  assert.deepEqual(state.chain, ["b6"]);
  const after = update(state, [chooseSquare, "c5"]);
  assert.deepEqual([after.game.moves, after.at, after.chain], [["b6->c5"], 1, []]);
});

test("nothing is chosen before the moves are known", () => {
  assert.deepEqual(update(begun(), [chooseSquare, "b6"]).chain, []);
});

test("a chain goes square by square, or at once to an end that is the only one", () => {
  const moves = [move(["c3", "e5", "g7"]), move(["c3", "e5", "c7"])];
  assert.deepEqual(choose(moves, ["c3"], "e5"), { chain: ["c3", "e5"] });
  assert.deepEqual(choose(moves, ["c3"], "g7"), { move: "c3->e5->g7" });
  assert.deepEqual(choose(moves, ["c3", "e5"], "c7"), { move: "c3->e5->c7" });
  assert.deepEqual(choose(moves, ["c3", "e5"], "a1"), { chain: [] });
});

test("the piece that is chosen is let go when it is chosen again", () => {
  assert.deepEqual(choose([move(["c3", "d4"])], ["c3"], "c3"), { chain: [] });
});

test("a chain that is no move yet cannot be stopped", () => {
  const state = { ...known(begun({ turn: "red" }), [["c3", "e5", "g7"]]), chain: ["c3", "e5"] };
  assert.equal(update(state, [stopChain]), state);
});

test("a game that goes another way loses its result and the comments of moves that are gone", () => {
  const said = (move) => ({ move, comment: move, variations: [] });
  const record = { comment: "", moves: ["b6->a5", "c3->d4"].map(said) };
  const played = { game: game({ moves: ["b6->a5", "c3->d4"], red: "Ann", result: "red" }), record };
  const state = run(initial(), [load, { played }], [goTo, 1], [play, "e3->d4"]);
  assert.deepEqual([state.game.result, state.game.red], [undefined, "Ann"]);
  assert.deepEqual(state.record.moves.map(({ move }) => move), ["b6->a5"]);
  assert.equal(run(initial(), [load, { played }]).game.result, "red");
});

test("a game that can be brought back waits until another is cut", () => {
  const state = run(begun({ moves: ["b6->a5", "c3->d4"] }), [goTo, 0], [play, "b6->c5"], [play, "c3->d4"]);
  assert.deepEqual(update(state, [restore]).game.moves, ["b6->a5", "c3->d4"]);
});

test("no list is ranked deeper than is chosen", () => {
  const state = update(begun(), [limitDepth, 5]);
  assert.equal(wantedRanking(state).depth, 5);
});

test("a ranking is wanted until its stream has ended: the estimates come after the last depth", () => {
  const state = update(begun(), [limitDepth, 4]);
  const key = shownKey(state);
  const ranking = { depth: 4, moves: [] };
  const ranked = update(state, [learn, key, "ranking", ranking]);
  assert.deepEqual([wantedRanking(ranked).depth, wantedRanking(ranked).from], [4, 4]);
  const ended = update(ranked, [learn, key, "end", { reason: "depth" }]);
  assert.equal(wantedRanking(ended), null);
  const deeper = update(ended, [limitDepth, 5]);
  const again = update(deeper, [learn, key, "ranking", { ...ranking, depth: 5 }]);
  assert.deepEqual([wantedRanking(deeper).from, wantedRanking(again).from], [5, 5]);
});

test("the latest requested places are remembered", () => {
  // Each new game has keys of its own.
  const first = begun();
  const keys = Array.from({ length: 450 }, (_, index) => keyOf(first, [String(index)]));
  const { places } = keys.reduce((state, key) => update(state, [learnPlace, key, place([])]), first);
  assert.deepEqual([keys.at(-1) in places, keys[0] in places, Object.keys(places).length <= 400], [true, false, true]);
});

test("no move of a lost place is called good", () => {
  assert.deepEqual([tone(-99, -99), tone(0, 0), tone(-1, 0), tone(-3, 0), tone(-4, 0)], ["bad", "best", "good", "fair", "bad"]);
});

test("two ways to the same end need their squares", () => {
  const moves = [move(["e1", "c3", "e5"]), move(["e1", "g3", "e5"])];
  assert.deepEqual(choose(moves, ["e1"], "e5"), { chain: [] });
  assert.deepEqual(choose(moves, ["e1", "g3"], "e5"), { move: "e1->g3->e5" });
});

test("a chain that may stop waits, and the piece chosen again ends it", () => {
  const moves = [move(["c3", "e5"]), move(["c3", "e5", "g7"])];
  assert.deepEqual(choose(moves, ["c3"], "e5"), { chain: ["c3", "e5"] });
  assert.deepEqual(choose(moves, ["c3", "e5"], "e5"), { move: "c3->e5" });
  const state = { ...known(begun({ turn: "red" }), [["c3", "e5"], ["c3", "e5", "g7"]]), chain: ["c3", "e5"] };
  assert.deepEqual(update(state, [stopChain]).game.moves, ["c3->e5"]);
});

test("another move at an earlier place drops the later ones, and they come back", () => {
  const state = run(begun({ moves: ["b6->a5", "c3->d4"] }), [goTo, 0], [play, "b6->c5"]);
  assert.deepEqual(state.game.moves, ["b6->c5"]);
  assert.equal(state.message.offer, "restore");
  const back = update(state, [restore]);
  assert.deepEqual([back.game.moves, back.at], [["b6->a5", "c3->d4"], 0]);
  assert.equal(back.going, false, "no program moves in a game that is brought back");
});

test("the same move at an earlier place keeps the later ones", () => {
  const state = run(begun({ moves: ["b6->a5", "c3->d4"] }), [goTo, 0], [play, "b6->a5"]);
  assert.deepEqual([state.game.moves.length, state.at], [2, 1]);
});

test("taking back stops where a person is to move", () => {
  const seats = { red: "timed:1", black: "human" };
  const state = run(begun({ moves: ["b6->a5", "c3->d4", "d6->e5", "b2->c3"] }), [seat, "red", seats.red]);
  assert.equal(update(state, [takeBack]).at, 2);
  assert.equal(run(state, [takeBack], [takeBack], [takeBack]).at, 0);
  assert.equal(run(state, [takeBack], [playAgain]).at, 4);
});

test("a program chooses at the end of the game only, and not when paused", () => {
  const state = known(update(begun({ moves: ["b6->a5"] }), [seat, "red", "random"]), [["c3", "d4"]]);
  assert.equal(wantedChoice(state), "random");
  assert.equal(canMove(state), false);
  assert.equal(wantedChoice(update(state, [set, { going: false }])), null);
  assert.equal(wantedChoice(update(state, [goTo, 0])), null);
  assert.equal(wantedChoice(known(state, [], { outcome: "black wins" })), null);
});

test("what is tried is on the board but not in the game", () => {
  const state = run(begun(), [tryOut, ["b6->a5", "c3->d4"]]);
  assert.deepEqual([shownLine(state), state.game.moves], [["b6->a5", "c3->d4"], []]);
  assert.deepEqual(update(state, [playTried]).game.moves, ["b6->a5", "c3->d4"]);
});

test("replies are ranked one ply less deep than their move", () => {
  const state = begun();
  const ranking = { depth: 7, moves: [{ move: "b6->a5", score: 0 }] };
  const ranked = update(state, [learn, shownKey(state), "ranking", ranking]);
  assert.deepEqual([wantedRanking(ranked).depth, wantedRanking(ranked).from], [20, 8]);
  const tried = update(ranked, [tryOut, ["b6->a5"]]);
  assert.deepEqual([wantedRanking(tried).depth, wantedRanking(tried).from], [6, 0]);
});

test("answers about another game are not heard", () => {
  const state = begun();
  const key = shownKey(state);
  const other = update(state, [load, { played: { game: game() } }]);
  assert.equal(update(other, [learnPlace, key, place([])]), other);
});

test("moves are ordered by score, then by estimate, then by name", () => {
  const state = begun();
  const key = shownKey(state);
  const moves = [["d6->c5", 0], ["b6->c5", 1], ["b6->a5", 0], ["f6->g5", 0]].map(([move, score]) => ({ move, score }));
  const told = run(state, [learn, key, "ranking", { depth: 1, moves }], [learn, key, "estimates", { moves: [{ move: "f6->g5", estimate: 12 }, { move: "d6->c5", estimate: -3 }, { move: "b6->a5", estimate: -3 }] }]);
  assert.deepEqual(rankedMoves(told, key).map(({ move }) => move), ["b6->c5", "f6->g5", "b6->a5", "d6->c5"]);
  assert.deepEqual(arrows(told).map(({ rank }) => rank), [0, 1, 2, 3]);
  assert.equal(keyOf(told, []), key);
});

test("proven values come before estimates among equal scores", () => {
  const state = begun();
  const key = shownKey(state);
  const names = ["b6->a5", "b6->c5", "d6->c5", "d6->e5", "f6->e5"];
  const proven = [{ result: "drawn" }, { result: "lost", plies: 4 }, { result: "won", plies: 9 }, { result: "won", plies: 3 }, { result: "lost", plies: 8 }];
  const told = run(state, [learn, key, "ranking", { depth: 1, moves: names.map((move) => ({ move, score: 0 })) }],
    [learn, key, "estimates", { depth: 6, moves: names.map((move, index) => ({ move, estimate: 100 - index })) }],
    [learn, key, "proven", { moves: names.map((move, index) => ({ move, proven: proven[index] })) }]);
  assert.deepEqual(rankedMoves(told, key).map(({ move }) => move), ["d6->e5", "d6->c5", "b6->a5", "f6->e5", "b6->c5"]);
});

test("a hint is shown at its place once it has arrived", () => {
  const first = begun();
  const asked = update(first, [set, { hint: { key: shownKey(first) } }]);
  const key = shownKey(asked);
  assert.equal(shownHint(asked), null, "it has not arrived yet");
  const answered = update(asked, [set, { hint: { key, move: "f6->e5", view: { score: 7, depth: 9, line: [] } } }]);
  assert.equal(shownHint(answered).move, "f6->e5");
  assert.deepEqual(arrows(answered).map(({ kind, path }) => [kind, ...path]), [["hint", "f6", "e5"]]);
  const gone = update(answered, [play, "b6->a5"]);
  assert.equal(shownHint(gone) ?? gone.hint, null, "it is no longer requested");
});

test("the server's silence is forgotten once it answers, other messages are not", () => {
  const told = (kind) => run(begun(), [report, "the server does not answer", kind], [answered]).message;
  assert.deepEqual([told("away"), told("error")?.kind, told("note")?.kind], [null, "error", "note"]);
});

test("a set-up keeps pieces that a new shape has room for", () => {
  const state = run(begun(), [beginSetup], [changeSetup, { shape: { ranks: 4, files: 4, flipped: false } }]);
  assert.deepEqual(state.setup.board, ['".".', 'r"r"', '"r"r', 'r"r"']);
  const put = run(state, [changeSetup, { piece: "B" }], [putPiece, "b4"], [putPiece, "a1"], [putPiece, "a1"]);
  assert.deepEqual(put.setup.board, ['"B".', 'r"r"', '"r"r', '."r"']);
});

test("a moment is explained, played again, and the tried move judged; the game stays", () => {
  const plies = [0, 30].map((cost, index) => ({ ply: index + 1, cost }));
  const state = run(begun({ moves: ["b6->a5", "c3->d4"] }), [setReview, { start: 50, plies, moments: [2], done: true }], [showMoment, 2]);
  assert.deepEqual([state.at, shownMoment(state)], [2, plies[1]]);
  const again = update(state, [retry]);
  assert.deepEqual([again.at, again.trial.move, showsScores(again)], [1, null, false], "the best move is not given away");
  const tried = update(again, [play, "e3->d4"]);
  assert.deepEqual([tried.tried, tried.trial.move, tried.game.moves], [["e3->d4"], "e3->d4", ["b6->a5", "c3->d4"]]);
  const answered = update(tried, [judged, { cost: 0 }]);
  assert.deepEqual([answered.trial.answer, showsScores(answered), answered.moment], [{ cost: 0 }, false, 2], "one can try once more");
  assert.deepEqual([showsScores({ ...answered, asked: true }), showsScores(update({ ...answered, asked: true }, [retry]))], [true, false]);
  assert.equal(update(answered, [goTo, 0]).trial, null);
});

const contest = () => update(begun({ moves: ["b6->a5", "c3->d4"] }), [seat, "red", "random"]);

test("a game that a player has ended takes no more moves, until that is taken back", () => {
  const over = update(contest(), [endGame, "red", "red wins: black resigns"]);
  assert.deepEqual([over.game.result, shownOutcome(over), wantedChoice(over)], ["red", "red wins: black resigns", null]);
  assert.equal(update(over, [play, "d6->e5"]), over);
  assert.equal(shownOutcome(update(over, [goTo, 1])), null, "an earlier place can be played from");
  const back = update(over, [takeBack]);
  assert.deepEqual([back.over, back.game.result, back.at], [null, undefined, 2]);
});

test("scores are hidden in a game against a program, unless requested or the game is over", () => {
  const [ask, hide] = [true, false].map((asked) => ([set, { asked }]));
  assert.deepEqual([begun(), contest(), update(contest(), ask), run(contest(), ask, hide)].map(showsScores), [true, false, true, false]);
  assert.equal(wantedRanking(contest()), null);
  assert.ok(showsScores(update(contest(), [endGame, null, "a draw"])));
});

test("a click without effect has a reason, which the next click or message replaces", () => {
  const state = known(begun(), [["b6", "a5"]]);
  const stuck = update(state, [chooseSquare, "d6"]);
  const chosen = update(state, [chooseSquare, "b6"]);
  const after = (state, ...squares) => remark(run(state, ...squares.map((square) => ([chooseSquare, square]))));
  assert.equal(remark(stuck), "The piece on d6 is blocked.");
  assert.equal(after(state, "c3"), "It is black's turn.");
  assert.equal(after(state, "e5"), "Choose a black piece first, then its target.");
  assert.deepEqual([after(chosen, "e5"), after(chosen, "c3")], ["The piece on b6 cannot move to e5.", "The piece on b6 cannot move to c3."]);
  assert.deepEqual([after(chosen, "d6"), after(chosen, "b6")], ["The piece on d6 is blocked.", ""]);
  assert.equal(remark(update(chosen, [drop, "b6", "e5"])), "The piece on b6 cannot move to e5.");
  assert.equal(update(stuck, [report, "no such file"]).stuck, null);
  assert.deepEqual([update(stuck, [chooseSquare, "b6"]).stuck, update(stuck, [play, "b6->a5"]).stuck], [null, null]);
});

test("a piece of a set-up is moved, or taken off the board", () => {
  const moved = run(begun(), [beginSetup], [movePiece, "b6", "c5"], [movePiece, "d6", null], [movePiece, "e5", "a1"]);
  assert.deepEqual([...moved.setup.board].slice(2, 4), ['"."."b"b', '."b"."."']);
  assert.equal(moved.setup.board[7], 'r"r"r"r"');
});

const lines = ({ edits }) => edits.map(({ change, moves }) => `${change} ${moves.join(" ")}`);

test("moves that are replaced become a variation, and the game grows in one change", () => {
  const state = run(begun({ moves: ["b6->a5", "c3->d4"] }), [goTo, 0], [play, "b6->c5"], [play, "c3->d4"]);
  assert.deepEqual(state.base, ["b6->a5", "c3->d4"]);
  assert.deepEqual(lines(state), ["add b6->c5 c3->d4", "promote b6->c5 c3->d4"]);
  assert.deepEqual(lines(run(begun(), [play, "b6->c5"])), [], "a game alone needs no record");
  const small = run(begun({ moves: ["b6->a5"], shape: { ranks: 4, files: 4, flipped: false } }), [goTo, 0], [play, "b6->c5"]);
  assert.deepEqual([lines(small), small.message.text], [[], "1 later move removed."], "PDN cannot hold it");
});

test("moves in a game that was read are variations", () => {
  const read = { ...begun({ moves: ["b6->a5", "c3->d4", "d6->e5"] }), source: { name: "a.pdn" } };
  const varied = run(read, [goTo, 1], [play, "e3->d4"], [play, "f6->e5"]);
  assert.deepEqual([varied.game.moves, varied.at, varied.tried], [read.game.moves, 1, ["e3->d4", "f6->e5"]]);
  assert.deepEqual(lines(varied), ["add b6->a5 e3->d4", "add b6->a5 e3->d4 f6->e5"]);
  assert.deepEqual(lines(run(read, [goTo, 1], [tryOut, ["e3->d4"]], [playTried])), ["add b6->a5 e3->d4"]);
  assert.equal(run(read, [goTo, 1], [play, "c3->d4"]).at, 2, "the game's own move");
  assert.deepEqual(run(read, [play, "e3->d4"]).game.moves.at(-1), "e3->d4", "after its last move, the game grows");
  const contest = { ...read, seats: { red: "random", black: "human" } };
  assert.deepEqual(run(contest, [goTo, 2], [play, "b8->c7"]).game.moves, ["b6->a5", "c3->d4", "b8->c7"]);
});

test("a tried line is kept, found again, and deleted up to the move before", () => {
  const tried = run(begun({ moves: ["b6->a5", "c3->d4"] }), [tryOut, ["e3->d4", "d6->e5"], 1]);
  assert.equal(shownEntry(tried), undefined);
  const kept = run(tried, [edit, "add"]);
  assert.deepEqual(lines(kept), ["add b6->a5 e3->d4 d6->e5"]);
  const entry = (move, ...variations) => ({ move, comment: `on ${move}`, variations: variations.map((moves) => ({ comment: "", moves })) });
  const record = { comment: "", moves: [entry("b6->a5"), entry("c3->d4", [entry("e3->f4"), entry("g7->h6")], [entry("e3->d4"), entry("d6->e5")])] };
  const known = update(kept, [recorded, { record, moves: kept.game.moves }, kept.game.moves]);
  assert.equal(shownEntry(known).comment, "on d6->e5");
  assert.equal(shownEntry(update(known, [goTo, 2])).comment, "on c3->d4");
  const deleted = update(known, [edit, "delete"]);
  assert.deepEqual([deleted.tried, deleted.message.text, deleted.message.offer], [["e3->d4"], "1 move of the variation deleted.", "restore"]);
  const both = run(known, [tryOut, ["e3->d4"], 1], [edit, "delete"]);
  assert.deepEqual([both.tried, both.message.text], [[], "Variation deleted."]);
  const review = { start: 50, plies: [], moments: [], done: true };
  const back = update({ ...deleted, review }, [restore]);
  assert.deepEqual([back.tried, lines(back), back.record, back.review], [["e3->d4", "d6->e5"], lines(known), record, review]);
});

test("moves of the game are no variation that can be promoted or deleted, even if they are tried", () => {
  const moves = ["b6->a5", "c3->d4", "d6->e5"];
  const record = { comment: "", moves: moves.map((move) => ({ move, comment: "", variations: [] })) };
  const state = run({ ...begun({ moves }), record }, [tryOut, ["c3->d4"], 1]);
  const { promote, delete: isDeleteHidden, keep } = abilities(state).hidden;
  assert.deepEqual([promote, isDeleteHidden, keep], [true, true, true]);
});

test("a game from a file keeps its result when a variation is promoted", () => {
  const record = { comment: "", moves: [] };
  const moves = ["b6->a5", "c3->d4"];
  const tried = run({ ...begun({ moves, result: "1-0" }), record }, [tryOut, ["e3->d4"], 1], [edit, "promote"]);
  const after = update(tried, [recorded, { record, moves: ["b6->a5", "e3->d4"] }, moves]);
  assert.deepEqual([after.message.text, after.game.result], ["Variation promoted.", "1-0"]);
});

test("a finished game whose variation was promoted stays finished, and can be restored", () => {
  const record = { comment: "", moves: [] };
  const moves = ["b6->a5", "c3->d4"];
  const tried = run({ ...begun({ moves, result: "red" }), over: "red wins: black resigns" }, [tryOut, ["e3->d4"], 1], [edit, "promote"]);
  const after = run(tried, [recorded, { record, moves: ["b6->a5", "e3->d4"] }, moves]);
  assert.deepEqual([after.over, after.message.offer], ["red wins: black resigns", "restore"]);
  const { hidden } = abilities({ ...after, seats: { red: "random", black: "human" } });
  assert.deepEqual([hidden.going, hidden.resign, hidden.draw, hidden.rematch], [true, true, true, false]);
  assert.deepEqual([after.game.result, after.message.text], ["red", "Variation promoted."]);
  const nested = run(tried, [recorded, { record, moves }, moves]);
  assert.deepEqual([nested.game.result, nested.message.text], ["red", "Variation promoted."]);
  const back = run(after, [restore]);
  assert.deepEqual([back.game.moves, back.game.result, back.over, back.edits], [moves, "red", "red wins: black resigns", []]);
  assert.deepEqual(shownLine(back), ["b6->a5", "e3->d4"], "the line that was promoted is on the board again");
});

test("a game lost on time stays lost when a variation is promoted, until the end is taken back", () => {
  const moves = ["b6->a5", "c3->d4"];
  const clock = { control: { base: 60, increment: 0 }, left: Array(3).fill({ red: 60, black: 60 }), ply: 2, spent: 61, since: null, late: "black" };
  const tried = run({ ...begun({ moves }), clock }, [tryOut, ["e3->d4"], 1], [edit, "promote"]);
  const after = timed(tried, update(tried, [recorded, { record: null, moves: ["b6->a5", "e3->d4"] }, moves]), 0);
  assert.deepEqual([shownOutcome(after), after.game.result], ["red wins: black has run out of time", "red"]);
  const { hidden } = abilities({ ...after, begun: "2026.01.01" });
  assert.deepEqual([hidden.going, hidden.resign, hidden.rematch], [true, true, false]);
  const back = timed(after, update(after, [takeBack]), 0);
  assert.deepEqual([shownOutcome(back), back.game.result, back.game.moves.length], [null, undefined, 2]);
});

test("the moves of a promoted line can end the game in another way than its players did", () => {
  const moves = ["b6->a5", "c3->d4"], outcome = "black wins: red has no pieces";
  const tried = run({ ...begun({ moves, result: "red" }), over: "red wins: black resigns" }, [tryOut, ["e3->d4"], 1], [edit, "promote"]);
  const promoted = [recorded, { record: null, moves: ["b6->a5", "e3->d4"] }, moves];
  for (const after of [known(update(tried, promoted), [], { outcome }), update(known(tried, [], { outcome }), promoted)]) {
    assert.deepEqual([shownOutcome(after), after.over, after.game.result], [outcome, null, undefined]);
  }
});

test("a promoted line becomes the game, at the same place", () => {
  const moves = ["b6->a5", "c3->d4"];
  const tried = run(begun({ moves }), [tryOut, ["e3->d4", "d6->e5"], 1], [edit, "promote"]);
  const record = { comment: "", moves: [] };
  const after = update(tried, [recorded, { record, moves: ["b6->a5", "e3->d4", "d6->e5", "f2->e3"] }, tried.game.moves]);
  assert.deepEqual([after.game.moves.length, after.at, after.tried], [4, 3, []]);
  const played = update(tried, [recorded, { record, moves: ["b6->a5"] }, ["b6->a5"]]);
  assert.equal(played.game, tried.game, "an answer to an older game changes only the record");
});

test("what red can expect is from the review, or else from the server, and hidden with the scores", () => {
  const state = begun({ moves: ["b6->a5"] });
  assert.equal(shownChance(state), null, "nothing is known yet");
  const learned = (state, ...news) => run(known(state, [["c3", "d4"]]), ...news.map((event) => [learn, shownKey(state), ...event]));
  const estimates = ["estimates", { depth: 4, moves: [{ move: "c3->d4", estimate: 30, expected: 64 }] }];
  const proven = ["proven", { moves: [{ move: "c3->d4", proven: { result: "lost", plies: 4 } }] }];
  assert.equal(shownChance(learned(state, estimates)), 64);
  assert.equal(shownChance(learned(state, estimates, proven)), 0, "red is to move, and loses");
  assert.equal(shownChance(learned({ ...state, at: 0 }, estimates)), 36, "black is to move");
  const review = { start: 55, plies: [{ ply: 1, cost: 0, red: 42 }], moments: [], done: true };
  assert.deepEqual([1, 0].map((at) => shownChance(run(state, [setReview, review], [goTo, at]))), [42, 55]);
  assert.equal(shownChance(learned(contest(), estimates)), null);
});

test("a change of the main line ends the explanation of a moment", () => {
  const moves = ["b6->a5", "c3->d4"];
  const state = { ...begun({ moves }), moment: 2 };
  assert.equal(update(state, [recorded, { record: null, moves: ["b6->a5", "e3->d4"] }, state.game.moves]).moment, null);
});

test("a comment stays with its move while the game goes on", () => {
  const state = begun({ moves: ["b6->a5", "c3->d4"] });
  assert.deepEqual(lines(update(state, [edit, "comment", ["b6->a5"], "well"])), ["comment b6->a5"]);
});

test("a tried reply is not played for the program", () => {
  const state = known(update(begun({ moves: ["b6->a5"] }), [seat, "red", "random"]), [["c3", "d4"]]);
  const tried = update(state, [tryOut, ["c3->d4"]]);
  assert.equal(update(tried, [playTried]), tried);
  assert.equal(abilities(tried).disabled["play-tried"], true);
  const paused = update(tried, [set, { going: false }]);
  assert.equal(update(paused, [playTried]).game.moves.length, 2);
  const mine = update(contest(), [tryOut, ["d6->e5"]]);
  const reply = update(mine, [tryOut, ["d6->e5", "b2->c3"]]);
  assert.deepEqual([update(mine, [playTried]).at, update(reply, [playTried])], [3, reply]);
  assert.deepEqual([mine, reply].map((state) => abilities(state).disabled["play-tried"]), [false, true]);
});

test("a paused game stays paused when a person takes a seat, and goes on when a program does", () => {
  const paused = { ...contest(), going: false };
  const going = (who) => update(paused, [seat, "red", who]).going;
  assert.deepEqual(["human", "level:2"].map(going), [false, true]);
});

test("the first move of a program is not taken back, unless the game is paused", () => {
  const first = update(begun({ moves: ["b6->a5"] }), [seat, "black", "random"]);
  const states = [first, { ...first, going: false }, contest(), update(first, [endGame, "black", "black wins: red resigns"])];
  assert.deepEqual(states.map((state) => abilities(state).disabled["take-back"]), [true, false, false, false]);
});

test("a draw that cannot be offered now has the reason in the button's title", () => {
  const title = (state) => abilities(state).title.draw;
  const state = contest();
  const back = update(state, [takeBack]);
  const waits = update(state, [play, "d6->e5"]);
  assert.deepEqual([title(state), abilities(back).disabled.draw, title(back), title(waits)], ["", true, "Go to the end of the game first", "Wait for the program's move"]);
});

test("a tried line that continues the whole game is not kept: it would be played", () => {
  const tried = (at, ...tried) => update(begun({ moves: ["b6->a5", "c3->d4"] }), [tryOut, tried, at]);
  const longer = tried(0, "b6->a5", "c3->d4", "d6->e5");
  assert.deepEqual([tried(2, "d6->e5"), longer, tried(1, "d6->e5")].map((state) => abilities(state).hidden.keep), [true, true, false]);
  assert.equal(update(longer, [edit, "add"]), longer);
});

test("a tried line that ends the game leaves the game open", () => {
  const state = contest();
  const tried = known(update(state, [tryOut, ["d6->e5"]]), [], { outcome: "red wins: black has no moves" });
  assert.deepEqual([abilities(tried).hidden.rematch, abilities(tried).hidden.resign, statusText(tried)], [true, false, "Red wins: black has no moves."]);
  const over = known(state, [], { outcome: "red wins: black has no moves" });
  assert.deepEqual([abilities(over).hidden.rematch, statusText(over)], [false, "You lose: you have no moves."]);
});

test("between two people, the side to move can resign in a game begun here", () => {
  const pair = { ...begun({ moves: ["b6->a5"] }), begun: "2024.02.29" };
  assert.deepEqual([begun(), pair, { ...pair, seats: { red: "random", black: "random" } }].map(playingSide), [null, "red", null]);
  const over = update(pair, [endGame, "black", "black wins: red resigns"]);
  const hidden = (state) => ["resign", "draw", "rematch"].map((name) => Boolean(abilities(state).hidden[name]));
  assert.deepEqual([pair, { ...pair, at: 0 }].map((state) => abilities(state).disabled.resign), [false, true]);
  assert.deepEqual([begun({ moves: ["b6->a5"] }), pair, over].map(hidden), [[true, true, true], [false, false, true], [true, true, false]]);
});

test("a program that is seated at a position begins a game, but not in a game that was opened", () => {
  const seated = (state) => update(state, [seat, "red", "random"]).begun;
  assert.match(seated(begun()), /^\d{4}\.\d\d\.\d\d$/);
  assert.deepEqual([seated(begun({ moves: ["b6->a5"] })), seated({ ...begun(), begun: "2024.02.29" })], [null, "2024.02.29"]);
});

test("a game with a program or a clock can be paused until it ends", () => {
  const over = update(contest(), [endGame, null, "a draw"]);
  const states = [contest(), over, { ...over, at: 0 }, begun(), { ...begun(), clock: { left: [] } }];
  assert.deepEqual(states.map((state) => abilities(state).hidden.going), [false, true, true, true, false]);
});

test("no step is made, and nothing is taken back, while a position is set up", () => {
  const over = run(contest(), [endGame, "red", "red wins: black resigns"], [beginSetup]);
  const { disabled, hidden } = abilities(over);
  for (const name of ["first", "back", "forward", "last", "take-back", "hint", "review"]) assert.equal(disabled[name], true, name);
  for (const name of ["pass", "resign", "rematch"]) assert.equal(hidden[name], true, name);
});

test("a game that is brought back has its own players, and is paused", () => {
  const seats = { red: "random", black: "human" };
  const first = run(begun(), [load, { played: { game: game({ moves: ["b6->a5"] }), seats } }]);
  const other = update(first, [load, { played: { game: game() } }]);
  assert.deepEqual([first.going, other.seats, other.going], [true, { red: "human", black: "human" }, true]);
  const back = update(other, [restore]);
  assert.deepEqual([back.seats, back.going, back.game.moves], [seats, false, ["b6->a5"]]);
});

test("a person who plays a program sees the board from their own side, and from the other only if they turn it", () => {
  const flip = (state, red, black, more = {}) => update(state, [load, { played: { game: game(), seats: { red, black }, ...more } }]).prefs.flip;
  const flipped = initial({ flip: true });
  assert.deepEqual([flip(initial(), "level:1", "human"), flip(flipped, "human", "level:1"), flip(flipped, "human", "human")], [true, false, true]);
  const asBlack = update(initial(), [load, { played: { game: game(), seats: { red: "level:1", black: "human" } } }]);
  assert.equal(flip(asBlack, "human", "human"), false, "the board is turned back after a game as black");
  assert.equal(flip(initial(), "human", "level:1", { flip: true }), true, "a history entry keeps the side");
});

test("a record is opened at its start, as in tui, and a game without one at its end", () => {
  const moves = ["b6->a5", "c3->d4"];
  const record = { comment: "", moves: [] };
  const opened = (record) => update(initial(), [load, { played: { game: game({ moves }), record } }]).at;
  assert.deepEqual([opened(record), opened(null)], [0, 2]);
});

test("a note and the message about the previous game are sentences", () => {
  const played = { game: game() }, message = (state) => update(state, [load, { played, note: "1 of 2 games cannot be read" }]).message.text;
  assert.equal(message(initial()), "1 of 2 games cannot be read.");
  assert.equal(message(begun({ moves: ["b6->a5"] })), "1 of 2 games cannot be read. Previous game replaced.");
});

test("only a game that begins now is called new, and one from the browser's history needs no message", () => {
  const message = (start) => update(begun({ moves: ["b6->a5"] }), [load, { played: { game: game(), begun: "2026.11.29", ...start } }]).message?.text;
  assert.deepEqual([message({}), message({ start: 7 })], ["New game started.", undefined]);
});

test("moves of the game are deleted from the place on the board on, and come back", () => {
  const moves = ["b6->a5", "c3->d4", "d6->e5"];
  const state = run(begun({ moves, result: "red" }), [goTo, 2], [edit, "delete"]);
  assert.deepEqual([state.game.moves, state.at, state.game.result, lines(state), state.message.offer], [["b6->a5"], 1, undefined, [], "restore"]);
  assert.deepEqual(update(state, [restore]).game.moves, moves);
  const entry = (move) => ({ move, comment: "", variations: [] });
  const read = run({ ...begun({ moves }), source: { name: "a.pdn" } }, [recorded, { record: { comment: "", moves: moves.map(entry) }, moves }, []], [edit, "delete"]);
  assert.deepEqual([lines(read), read.record.moves.length], [["delete b6->a5 c3->d4 d6->e5"], 2]);
  assert.deepEqual(lines(update(read, [restore])), []);
  const small = run({ ...begun({ moves, shape: { ranks: 4, files: 4, flipped: false } }), source: { name: "a.json" } }, [edit, "delete"]);
  assert.deepEqual([lines(small), small.game.moves.length], [[], 2], "PDN cannot hold it");
});

test("the same move after taking back includes the program's reply, and no older line comes back", () => {
  const seats = { red: "random", black: "human" };
  const clock = { control: { base: 60, increment: 0 }, left: [], spent: 0, since: null, late: null };
  const moves = ["b6->a5", "c3->d4", "d6->e5", "b2->c3"];
  const state = run(begun(), [load, { played: { game: game({ moves }), seats, clock } }], [takeBack]);
  assert.deepEqual([state.at, update(state, [play, "d6->e5"]).at], [2, 4]);
  const other = run({ ...state, game: { ...state.game, moves: moves.slice(0, 3) }, at: 3 });
  const record = { comment: "", moves: [] };
  const ignored = update(other, [recorded, { record, moves }, other.game.moves]);
  assert.deepEqual(ignored, { ...other, record });
  const study = update({ ...other, clock: null, seats: begun().seats }, [recorded, { record, moves }, other.game.moves]);
  assert.deepEqual([study.game.moves, study.at], [moves, 3]);
});

test("deleted moves can be restored, and the clock stays, when a variation takes their place", () => {
  const clock = { control: { base: 60, increment: 0 }, left: [], spent: 0, since: null, late: null };
  const record = { comment: "", moves: [] };
  const after = (clock) => {
    const state = run({ ...begun({ moves: ["b6->a5", "c3->d4"] }), clock, source: { name: "a.pdn" } }, [edit, "delete"]);
    return update(state, [recorded, { record, moves: ["b6->a5", "e3->d4"] }, state.game.moves]);
  };
  assert.deepEqual([after(null).message.offer, after(null).game.moves.length], ["restore", 2]);
  assert.equal(after(null).message.text, "1 move deleted. The game continues with a variation.");
  assert.deepEqual([after(clock).message.offer, after(clock).clock], ["restore", clock]);
});

test("a changed game of a file is kept while another is shown, but not for another file", () => {
  const file = (text, number) => ([load, { played: { game: game({ moves: ["b6->a5"] }), source: { text, name: "" }, number } }]);
  const state = run(initial(), file("two games", 1), [play, "d6->e5"]);
  const other = update(state, file("two games", 2));
  assert.deepEqual(lines(other.drafts[1]), ["add b6->a5 d6->e5"]);
  assert.deepEqual(other.drafts[1].game.moves, ["b6->a5", "d6->e5"]);
  assert.deepEqual(Object.values(run(other, file("two games", 1), file("two games", 2)).drafts).filter(Boolean), [], "an unchanged game is read again");
  assert.deepEqual(update(state, file("another", 2)).drafts, {});
});

test("a game is numbered by the time, and a later game has a higher number", () => {
  const startOf = (state, now) => load(state, { played: { game: game() } }, now).start;
  const first = { ...initial(), start: startOf(initial(), 5000) };
  assert.deepEqual([first.start, startOf(first, 6000), startOf(first, 5000)], [5000, 6000, 5001]);
});

test("English draughts is known by its rules and board, not by the order in which they are sent", () => {
  const sent = { rules: { blocked: "loses", jumps: "multiple", capture: "required" }, shape: { flipped: false, files: 8, ranks: 8 } };
  assert.ok(isStandard(sent));
  for (const [field, other] of [["blocked", "passes"], ["jumps", "single"], ["capture", "optional"]]) {
    assert.ok(!isStandard({ ...sent, rules: { ...sent.rules, [field]: other } }), field);
  }
  for (const [field, other] of [["flipped", true], ["files", 10], ["ranks", 10]]) {
    assert.ok(!isStandard({ ...sent, shape: { ...sent.shape, [field]: other } }), field);
  }
});

test("what is played in a game that its players have ended, or in its review, is a variation, and no program replies", () => {
  const seats = { red: "random:1", black: "human" };
  const review = { start: null, plies: [], moments: [], done: true };
  const moves = ["b6->a5", "c3->d4"];
  const over = (more) => run({ ...begun({ moves }), seats, over: "red wins: black resigns", ...more }, [goTo, 0]);
  for (const more of [{ review }, { review, source: { name: "a.pdn" } }, {}]) {
    const tried = run(over(more), [play, "f6->e5"]);
    assert.deepEqual([tried.game.moves, tried.over, tried.tried, tried.edits.length], [moves, "red wins: black resigns", ["f6->e5"], 1]);
    assert.equal(wantedChoice(tried), null);
  }
  // The row of a reply is played at the program's place, too.
  const row = run({ ...over({ review }), at: 1 }, [tryOut, ["e3->f4"]], [playTried]);
  assert.deepEqual([row.game.moves, row.edits.length], [moves, 1]);
  const promoted = run(row, [recorded, { record: null, moves: ["b6->a5", "e3->f4"] }, moves]);
  assert.equal(wantedChoice(promoted), null);
  // A game that its moves have ended can continue at an earlier place, unless it is reviewed.
  const ended = (review) => run(known(run(over({ review, over: null }), [goTo, 2]), [], { outcome: "black wins" }), [goTo, 0], [play, "f6->e5"]);
  assert.deepEqual([null, review].map((review) => ended(review).game.moves), [["f6->e5"], moves]);
});

test("a move tried at the end of a game that its players or the clock have ended has no button to play it", () => {
  const clock = { control: { base: 60, increment: 0 }, left: [], ply: 1, spent: 0, since: null, late: "red" };
  for (const [more, isHidden] of [[{ over: "black wins: red resigns" }, true], [{ clock }, true], [{}, false]]) {
    const tried = run({ ...begun({ moves: ["b6->a5"] }), ...more }, [tryOut, ["c3->d4"]]);
    assert.equal(abilities(tried).hidden["play-tried"], isHidden);
    assert.equal(update(tried, [playTried]).game.moves.length, isHidden ? 1 : 2);
  }
});

test("the opening is that of the moves shown, as in the terminal", () => {
  const state = begun({ moves: ["b6->c5", "c3->d4"] });
  const openings = [null, "Bristol", "Other"];
  const read = openings.reduce((state, opening, at) => known(update(state, [goTo, at]), [], { opening }), state);
  const shown = openings.map((_, at) => remark(update(read, [goTo, at])));
  assert.deepEqual(shown, ["", "Opening: Bristol", "Opening: Other"]);
  assert.equal(remark(update(read, [tryOut, ["c3->d4"], 1])), "Opening: Other");
});

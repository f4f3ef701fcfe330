import assert from "node:assert/strict";
import test from "node:test";
import { at, game, update } from "./page.js";

const { neighbour, squareNamed, squares, startBoard } = await import(at("squares.js"));
const { jumped, moveAlong, moveNumber, path, written } = await import(at("line.js"));
const play = (board, shape, move) => moveAlong(board, shape, path(move));
const { eventReader } = await import(at("server.js"));
const { shownBoard } = await import(at("derived.js"));
const { initial } = await import(at("state.js"));
const { load } = await import(at("update.js"));
const standard = game().shape;

test("squares are numbered row by row from the top left", () => {
  const number = (name) => squareNamed(standard, name).number;
  assert.deepEqual(["b8", "h8", "a7", "a1", "g1"].map(number), [1, 4, 5, 29, 32]);
  assert.equal(squareNamed(standard, "a8"), undefined);
  assert.equal(squareNamed({ ranks: 4, files: 30, flipped: true }, "aa4").number, 14);
});

test("men start on all ranks but two in the middle", () => {
  assert.deepEqual(startBoard(standard), game().board);
  assert.deepEqual(startBoard({ ranks: 5, files: 4, flipped: false }), ['"b"b', '."."', '".".', '."."', '"r"r']);
});

test("a chain captures the pieces that it jumps", () => {
  assert.deepEqual(jumped(standard, ["c3", "e5", "g7"]), ["d4", "f6"]);
  const shape = { ranks: 6, files: 6, flipped: false };
  const board = ['".".".', '."."."', '"."b".', '."."."', '"b".".', 'r"."."'];
  assert.deepEqual(moveAlong(board, shape, ["a1", "c3", "e5"]), ['".".".', '."."r"', '".".".', '."."."', '".".".', '."."."']);
});

test("a man that reaches the last rank becomes a king", () => {
  const shape = { ranks: 4, files: 4, flipped: false };
  assert.deepEqual(moveAlong(['".".', 'r"."', '".".', '."."'], shape, ["a3", "b4"]), ['"R".', '."."', '".".', '."."']);
  assert.deepEqual(moveAlong(['".".', '."."', '"b".', '."."'], shape, ["b2", "a1"]), ['".".', '."."', '".".', 'B"."']);
});

test("a king that circles ends where it began and takes all it jumps", () => {
  const shape = { ranks: 6, files: 6, flipped: false };
  const board = ['".".".', '."."."', '"b"b".', '."."."', '"b"b".', '."R"."'];
  const after = moveAlong(board, shape, ["c1", "e3", "c5", "a3", "c1"]);
  assert.deepEqual(after, ['".".".', '."."."', '".".".', '."."."', '".".".', '."R"."']);
});

test("moves lead from board to board", () => {
  const { board, shape } = game();
  const after = ["b6->a5", "c3->d4"].reduce((board, move) => play(board, shape, move), board);
  assert.equal(after[3], 'b"."."."');
  assert.equal(after[4], '"."r".".');
});

test("moves are written by names and by numbers", () => {
  assert.equal(written(standard, "c3->d4", false), "c3-d4");
  assert.equal(written(standard, "c3->e5->g7", false), "c3×e5×g7");
  assert.equal(written(standard, "c3->e5->g7", true), "22×15×8");
  assert.equal(written(standard, "pass", true), "pass");
});

test("black's move and red's answer share a number, with either player first", () => {
  const numbers = (turn) => [0, 1, 2, 3].map((ply) => moveNumber(game({ turn }), ply));
  assert.deepEqual([numbers("black"), numbers("red")], [[1, 1, 2, 2], [1, 2, 2, 3]]);
});

test("arrow keys reach every square of any shape", () => {
  for (const shape of [standard, { ranks: 5, files: 7, flipped: true }, { ranks: 4, files: 4, flipped: true }]) {
    const reached = new Set([squares(shape)[0].name]);
    for (const name of reached) {
      for (const [right, down] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
        const next = neighbour(shape, name, right, down);
        if (next) reached.add(next);
      }
    }
    assert.equal(reached.size, squares(shape).length);
  }
});

test("events are read from a stream, however it is cut", () => {
  const text = ':\n\nevent: ranking\ndata: {"depth":0}\n\n:\n\nevent: end\ndata: {"reason":"a: b"}\n\nevent: none';
  const expected = [{ event: "ranking", data: { depth: 0 } }, { event: "end", data: { reason: "a: b" } }];
  for (let cut = 0; cut <= text.length; cut++) {
    const read = eventReader();
    assert.deepEqual([...read(text.slice(0, cut)), ...read(text.slice(cut))], expected, `cut at ${cut}`);
  }
});

test("the board of a place is the same whichever way one came there", () => {
  const state = update(initial(), [load, { played: { game: game({ moves: ["b6->a5", "c3->d4", "d6->e5", "b2->c3"] }) } }]);
  const boards = [4, 1, 3, 0, 2, 4].map((at) => shownBoard({ ...state, at }).join("/"));
  const plain = [0, 1, 2, 3, 4].map((count) => state.game.moves.slice(0, count).reduce((board, move) => play(board, state.game.shape, move), state.game.board).join("/"));
  assert.deepEqual(boards, [4, 1, 3, 0, 2, 4].map((at) => plain[at]));
  assert.equal(shownBoard({ ...state, at: 1, tried: ["e3->f4"] }).join("/"), play(plain[1].split("/"), state.game.shape, "e3->f4").join("/"));
});

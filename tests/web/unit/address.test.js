import assert from "node:assert/strict";
import test from "node:test";
import { at, game } from "./page.js";

const { readAddress, writeAddress } = await import(at("address.js"));

test("the start is written in a few characters", () => {
  assert.equal(writeAddress(game(), 0), "#pieces=b12.8r12&turn=black");
});

test("a game is written and read again", () => {
  const games = [
    game({ moves: ["b6->a5", "c3->d4"], event: "Über & co #1", date: "2024.01.02", round: 3, red: "Ann", black: "Bob" }),
    game({ turn: "red", rules: { capture: "optional", jumps: "single", blocked: "passes" } }),
    game({ shape: { ranks: 4, files: 5, flipped: true }, board: ['."."b', '"."."', 'R".".', '"."B"'], moves: [] }),
  ];
  for (const one of games) {
    for (let place = 0; place <= one.moves.length; place++) {
      assert.deepEqual(readAddress(writeAddress(one, place)), { game: one, at: place });
    }
  }
});

test("a jump and a pass keep their squares", () => {
  const one = game({ board: ['".".".".', '."."."."', '"."."b".', '."."."."', '".".b.".'.slice(0, 8), '."r"."."', '".".".".', '."."."."'], turn: "red", moves: ["c3->e5->g7", "pass"] });
  assert.match(writeAddress(one, 2), /moves=22x15x8,pass/);
  assert.deepEqual(readAddress(writeAddress(one, 2))?.game.moves, ["c3->e5->g7", "pass"]);
});

test("an empty address has no game", () => {
  assert.equal(readAddress(""), null);
  assert.equal(readAddress("#"), null);
});

test("a wrong address is refused by the part that is wrong", () => {
  for (const [hash, reason] of [
    ["#pieces=b13.8r12", /the pieces fill 33 squares, but the board has 32/], ["#turn=red", /the pieces are missing/],
    ["#pieces=q32", /expected pieces such as b12\.8r12 but found “q32”/], ["#board=8x&pieces=.32", /expected a board such as 8x8 or 10x10f but found “8x”/],
    ["#board=800x8&pieces=.32", /expected a board/], ["#pieces=.32&turn=white", /expected the turn red or black but found “white”/],
    ["#pieces=.32&moves=1-99", /expected a move such as 11-15 but found “1-99”/], ["#pieces=.32&at=-1", /expected a ply from 0 to 0 but found “-1”/], ["#pieces=.32&at=3", /expected a ply from 0 to 0 but found “3”/],
    ["#pieces=.32&rules=flying", /expected a rule \(optional, single, passes\) but found “flying”/], ["#colour=red", /but found “colour”/],
    ["#pieces=.999999999", /expected pieces/], ["#pieces=.32&round=2.1", /expected a round such as 3 but found “2\.1”/], ["#pieces=.32&moves=1-2-", /expected a move/],
  ]) assert.throws(() => readAddress(hash), { message: reason }, hash);
});

test("any text is read or refused, and never hangs", () => {
  let seed = 7;
  const random = (most) => (seed = (seed * 1103515245 + 12345) % 2147483648) % most;
  const parts = ["#", "board=", "8x8", "f", "pieces=", "b12", ".8", "r12", "R", "&", "turn=", "red", "moves=", "11-15", ",", "pass", "at=", "-1", "%", "%zz", "é", "\0", "__proto__=", "="];
  for (let round = 0; round < 5000; round++) {
    const text = Array.from({ length: random(10) }, () => parts[random(parts.length)]).join("");
    try {
      readAddress(text);
    } catch (error) {
      assert.equal(error.constructor, Error, text);
      assert.ok(error.message.length < 200);
    }
  }
});

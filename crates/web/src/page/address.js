// Links to games: #pieces=b12.8r12&turn=black&moves=11-15,22-18&at=1
import { pieceOn, setUp, squareNamed, squares } from "./squares.js";
import { FIRST_GAME } from "./state.js";
import { isJump, path } from "./line.js";
/** Words for rules other than those of English draughts. */
const WORDS = /** @type {const} */ ({ optional: "capture", single: "jumps", passes: "blocked" });
/** Facts of a game. */
const NAMES = /** @type {const} */ (["event", "date", "round", "red", "black", "result"]);
/** @type {WrongPart} */
const wrong = (expected, found) => new Error(`expected ${expected} but found “${String(found).slice(0, 40)}”`);
/** Writes the pieces in the order of squares, with counts for runs. @param {Game} game */
function writePieces(game) {
  const cells = squares(game.shape).map((square) => pieceOn(game.board, square)).join("");
  return cells.replace(/(.)\1*/g, (run, cell) => cell + (run.length > 1 ? run.length : ""));
}
/** @type {ConvertMove} */
function writeMove(shape, move) {
  const numbers = path(move).map((name) => squareNamed(shape, name)?.number);
  return numbers.length === 0 ? "pass" : numbers.join(isJump(shape, move) ? "x" : "-");
}
/** Writes the fields that are not empty. @type {WriteAddress} */
export function writeAddress(game, at) {
  const { shape, rules, moves } = game;
  const size = `${shape.ranks}x${shape.files}${shape.flipped ? "f" : ""}`;
  const fields = {
    board: size === "8x8" ? "" : size,
    rules: Object.entries(WORDS).filter(([word, rule]) => rules[rule] === word).map(([word]) => word).join(","),
    pieces: writePieces(game), turn: game.turn,
    moves: moves.map((move) => writeMove(shape, move)).join(","),
    at: at === moves.length ? "" : String(at),
    ...Object.fromEntries(NAMES.map((name) => [name, encodeURIComponent(game[name] ?? "")])),
  };
  return `#${Object.entries(fields).filter(([, value]) => value).map((field) => field.join("=")).join("&")}`;
}
/** @param {string} text */
function readShape(text) {
  const match = /^(\d{1,2})x(\d{1,2})(f?)$/.exec(text);
  if (!match) throw wrong("a board such as 8x8 or 10x10f", text);
  return { ranks: Number(match[1]), files: Number(match[2]), flipped: match[3] === "f" };
}
/** @param {string} text */
function readRules(text) {
  const rules = { ...FIRST_GAME.rules };
  for (const word of text.split(",").filter(Boolean)) {
    if (!Object.hasOwn(WORDS, word)) throw wrong(`a rule (${Object.keys(WORDS).join(", ")})`, word);
    const known = /** @type {keyof typeof WORDS} */ (word);
    Object.assign(rules, { [WORDS[known]]: known });
  }
  return rules;
}
/** @type {ReadPieces} */
function readPieces(shape, text) {
  if (!/^([rRbB.]\d{0,3})*$/.test(text)) throw wrong("pieces such as b12.8r12", text);
  const cells = text.replace(/(.)(\d+)/g, (_, cell, run) => cell.repeat(run));
  const count = squares(shape).length;
  if (cells.length !== count) throw new Error(`the pieces fill ${cells.length} squares, but the board has ${count}`);
  return setUp(shape, ({ number }) => cells.charAt(number - 1));
}
/** @type {ConvertMove} */
function readMove(shape, text) {
  if (text === "pass") return text;
  const names = text.split(/[-x]/).map((number) => squares(shape)[Number(number) - 1]?.name);
  if (names.length < 2 || names.includes(undefined)) throw wrong("a move such as 11-15", text);
  return names.join("->");
}
/** Reads a game and the place in it; returns null without an address. @param {string} hash @throws {Error} with the reason */
export function readAddress(hash) {
  const text = hash.replace(/^#/, "");
  if (text === "") return null;
  const fields = new Map(new URLSearchParams(text));
  const known = ["board", "rules", "pieces", "turn", "moves", "at", ...NAMES];
  const strange = [...fields.keys()].find((name) => !known.includes(name));
  if (strange !== undefined) throw wrong(`one of ${known.join(", ")}`, strange);
  const shape = readShape(fields.get("board") ?? "8x8");
  const turn = /** @type {Side} */ (fields.get("turn") ?? "black");
  if (turn !== "red" && turn !== "black") throw wrong("the turn red or black", turn);
  const pieces = fields.get("pieces");
  if (pieces === undefined) throw new Error("the pieces are missing");
  const moves = (fields.get("moves") ?? "").split(",").filter(Boolean).map((move) => readMove(shape, move));
  const at = Number(fields.get("at") ?? moves.length);
  if (!Number.isInteger(at) || at < 0 || at > moves.length) throw wrong(`a ply from 0 to ${moves.length}`, fields.get("at"));
  /** @type {Game} */
  const game = { rules: readRules(fields.get("rules") ?? ""), shape, turn, board: readPieces(shape, pieces), moves };
  for (const name of NAMES) {
    const value = fields.get(name);
    if (!value) continue;
    if (name === "round" && !/^\d{1,9}$/.test(value)) throw wrong("a round such as 3", value);
    Object.assign(game, { [name]: name === "round" ? Number(value) : value });
  }
  return { game, at };
}

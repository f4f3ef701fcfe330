// Moves: what they do to a board, and how they are chosen square by square. The server decides which are legal.
import { fileName, pieceOn, put, squareNamed } from "./squares.js";
/** @param {Side} side */
export const other = (side) => (side === "red" ? "black" : "red");
/** @type {TurnAfter} */
export const turnAfter = (game, plies) => (plies % 2 === 0 ? game.turn : other(game.turn));
/** Returns the move number of a ply; black's ply and red's reply share one. @type {MoveNumber} */
export const moveNumber = (game, ply) => Math.floor((ply + (game.turn === "black" ? 0 : 1)) / 2) + 1;
/** Returns whether a line begins with moves. @type {BeginsWith} */
export const beginsWith = (line, moves) => moves.every((move, index) => move === line[index]);
/** @param {string} piece */
export const sideOf = (piece) => (/[rR]/.test(piece) ? "red" : /[bB]/.test(piece) ? "black" : null);
/** Splits a move into its squares; a pass has none. @param {string} move */
export const path = (move) => (move === "pass" ? [] : move.split("->"));
/** Names the squares whose pieces a path jumps. @type {Jumped} */
export function jumped(shape, squares) {
  const places = squares.map((name) => squareNamed(shape, name));
  return places.slice(1).flatMap((to, index) => {
    const from = places[index];
    if (!from || !to || Math.abs(from.row - to.row) !== 2) return [];
    return [fileName((from.column + to.column) / 2) + (shape.ranks - (from.row + to.row) / 2)];
  });
}
/** @type {IsJump} */
export const isJump = (shape, move) => jumped(shape, path(move)).length > 0;
/** Moves a piece along a path, removes the jumped ones and crowns it at the end. @type {MoveAlong} */
export function moveAlong(board, shape, squares) {
  const from = squareNamed(shape, squares[0] ?? "");
  const to = squareNamed(shape, squares.at(-1) ?? "");
  if (!from || !to) return board;
  const piece = pieceOn(board, from);
  let after = put(board, from, ".");
  for (const middle of jumped(shape, squares)) after = put(after, squareNamed(shape, middle), ".");
  const crowned = (piece === "r" && to.row === 0) || (piece === "b" && to.row === shape.ranks - 1);
  return put(after, to, crowned && squares.length > 1 ? piece.toUpperCase() : piece);
}
/** Writes a move for people: c3-d4, c3×e5; or by numbers: 22-18, 22×15. @type {WriteMove} */
export function written(shape, move, numbers) {
  const squares = path(move);
  if (squares.length === 0) return "pass";
  const named = squares.map((name) => (numbers ? String(squareNamed(shape, name)?.number ?? name) : name));
  return named.join(isJump(shape, move) ? "×" : "-");
}
/** @type {CountPieces} */
export function count(board, side) {
  const text = board.join("");
  const number = (/** @type {string} */ piece) => text.split(piece).length - 1;
  return { men: number(side.charAt(0)), kings: number(side.charAt(0).toUpperCase()) };
}
/** @type {Along<Move[]>} */
export const candidates = (moves, chain) => moves.filter((move) => beginsWith(move.path, chain));
/** Returns the move with exactly the chosen squares. @type {Along<Move | undefined>} */
export const complete = (moves, chain) =>
  chain.length < 2 ? undefined : candidates(moves, chain).find((move) => move.path.length === chain.length);
/** @type {Along<Set<string>>} */
export const nextSquares = (moves, chain) => new Set(candidates(moves, chain).flatMap((move) => move.path[chain.length] ?? []));
/** Returns the squares where only one move ends. @type {Along<Set<string>>} */
export function ends(moves, chain) {
  const all = candidates(moves, chain).flatMap((move) => move.path.at(-1) ?? []);
  return new Set(all.filter((end) => all.indexOf(end) === all.lastIndexOf(end)));
}
/** @param {Move[]} moves */
export const movable = (moves) => new Set(moves.flatMap((move) => move.path[0] ?? []));
/** Chooses a square: continues the chain, plays the only move that ends there, stops a chain on its last square, or starts with another piece. @type {Choose} */
export function choose(moves, chain, square) {
  const begun = { chain: movable(moves).has(square) ? [square] : [] };
  if (chain.length === 0) return begun;
  if (nextSquares(moves, chain).has(square)) {
    const longer = [...chain, square];
    const whole = complete(moves, longer);
    return whole && candidates(moves, longer).length === 1 ? { move: whole.move } : { chain: longer };
  }
  const [only, other] = candidates(moves, chain).filter((move) => move.path.at(-1) === square);
  if (only && !other) return { move: only.move };
  if (square === chain.at(-1)) {
    const whole = complete(moves, chain);
    return whole ? { move: whole.move } : { chain: [] };
  }
  return begun;
}

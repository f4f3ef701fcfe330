// Moves and what they do to a board. The server decides which are legal.
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
/** Returns the squares whose pieces a path jumps. @type {Jumped} */
export function jumped(shape, squares) {
  const places = squares.map((name) => squareNamed(shape, name));
  return places.slice(1).flatMap((to, index) => {
    const from = places[index];
    if (!from || !to || Math.abs(from.row - to.row) !== 2) return [];
    const middle = squareNamed(shape, fileName((from.column + to.column) / 2) + (shape.ranks - (from.row + to.row) / 2));
    return middle ? [middle] : [];
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
  for (const middle of jumped(shape, squares)) after = put(after, middle, ".");
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

// Squares of boards of any shape: names, numbers, places.
/** @import {Shape} from "./page" */
/** @typedef {{name: string, number: number, row: number, column: number}} Square */
/** @type {Map<string, {list: Square[], byName: Map<string, Square>}>} */
const known = new Map();
/** Names a file: a to z, then aa, as spreadsheets do. @param {number} file @returns {string} */
export function fileName(file) {
  const last = String.fromCharCode(97 + (file % 26));
  return file < 26 ? last : fileName(Math.floor(file / 26) - 1) + last;
}
/** Tells if pieces can stand on a square. @param {Shape} shape @param {number} row @param {number} column */
export function isPlayable(shape, row, column) {
  return ((row + column) % 2 === 0) === shape.flipped;
}
/** @param {Shape} shape */
function all(shape) {
  const key = `${shape.ranks}x${shape.files}${shape.flipped}`;
  let entry = known.get(key);
  if (!entry) {
    /** @type {Square[]} */
    const list = [];
    for (let row = 0; row < shape.ranks; row++) {
      for (let column = 0; column < shape.files; column++) {
        if (!isPlayable(shape, row, column)) continue;
        list.push({ name: fileName(column) + (shape.ranks - row), number: list.length + 1, row, column });
      }
    }
    entry = { list, byName: new Map(list.map((square) => [square.name, square])) };
    known.set(key, entry);
  }
  return entry;
}
/** Lists the playable squares in the order of their numbers. @param {Shape} shape */
export const squares = (shape) => all(shape).list;
/** Finds a square by its name. @param {Shape} shape @param {string} name */
export const squareNamed = (shape, name) => all(shape).byName.get(name);
/** Returns the piece on a square, or a dot. @param {string[]} board @param {Square} square */
export const pieceOn = (board, square) => board[square.row]?.[square.column] ?? ".";
/** Draws a board without pieces. @param {Shape} shape @returns {string[]} */
export function emptyBoard(shape) {
  const cell = (/** @type {number} */ row) => (/** @type {unknown} */ _, /** @type {number} */ column) =>
    isPlayable(shape, row, column) ? "." : '"';
  return Array.from({ length: shape.ranks }, (_, row) => Array.from({ length: shape.files }, cell(row)).join(""));
}
/** Puts a piece, or a dot, on a square. @param {string[]} board @param {Square} square @param {string} piece */
export function put(board, square, piece) {
  const rows = [...board];
  const row = rows[square.row] ?? "";
  rows[square.row] = row.slice(0, square.column) + piece + row.slice(square.column + 1);
  return rows;
}
/** Sets up the men for a game: on all ranks but two in the middle. @param {Shape} shape */
export function startBoard(shape) {
  const rows = Math.floor((shape.ranks - 2) / 2);
  let board = emptyBoard(shape);
  for (const square of squares(shape)) {
    if (square.row < rows) board = put(board, square, "b");
    else if (square.row >= shape.ranks - rows) board = put(board, square, "r");
  }
  return board;
}
/**
 * Finds the playable square next to one, for the arrow keys: left and right in its row,
 * up and down to the nearer of the two in the next row.
 * @param {Shape} shape @param {string} name @param {number} right @param {number} down
 */
export function neighbour(shape, name, right, down) {
  const from = squareNamed(shape, name);
  if (!from) return undefined;
  const row = from.row + down;
  const side = from.row % 2 === 0 ? 1 : -1;
  const wanted = down === 0 ? [from.column + 2 * right] : [from.column + side, from.column - side];
  for (const column of wanted) {
    const square = all(shape).list.find((square) => square.row === row && square.column === column);
    if (square) return square.name;
  }
  return undefined;
}

// Squares of boards of any shape: names, numbers, pieces, and places in the drawing. Its unit is the side of a square, its origin the top left.
/** @type {Map<string, Squares>} */
const known = new Map();
/** Names a file: a to z, then aa, as spreadsheets do. @param {number} file @returns {string} */
export function fileName(file) {
  const last = String.fromCharCode(97 + (file % 26));
  return file < 26 ? last : fileName(Math.floor(file / 26) - 1) + last;
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
        // Pieces stand on every other square.
        if (((row + column) % 2 === 0) === shape.flipped) list.push({ name: fileName(column) + (shape.ranks - row), number: list.length + 1, row, column });
      }
    }
    entry = { list, byName: new Map(list.map((square) => [square.name, square])) };
    known.set(key, entry);
  }
  return entry;
}
/** Lists the playable squares in the order of their numbers. @param {Shape} shape */
export const squares = (shape) => all(shape).list;
/** @type {SquareNamed} */
export const squareNamed = (shape, name) => all(shape).byName.get(name);
/** @type {PieceOn} */
export const pieceOn = (board, square) => (square && board[square.row]?.[square.column]) ?? ".";
/** Makes a board from the piece on each square, in order of numbers. @type {SetUpBoard} */
export function setUp(shape, piece) {
  const rows = Array.from({ length: shape.ranks }, () => Array(shape.files).fill('"'));
  for (const square of squares(shape)) rows[square.row]?.splice(square.column, 1, piece(square));
  return rows.map((row) => row.join(""));
}
/** @type {PutPiece} */
export function put(board, square, piece) {
  if (!square) return board;
  const rows = [...board];
  const row = rows[square.row] ?? "";
  rows[square.row] = row.slice(0, square.column) + piece + row.slice(square.column + 1);
  return rows;
}
/** Sets up the men for a game on all ranks but the middle two, or three of an odd number. @param {Shape} shape */
export function startBoard(shape) {
  const rows = Math.floor((shape.ranks - 2) / 2);
  return setUp(shape, ({ row }) => (row < rows ? "b" : row >= shape.ranks - rows ? "r" : "."));
}
/** Finds the playable square next to another, for the arrow keys; up and down also go one column to the side. @type {Neighbour} */
export function neighbour(shape, name, right, down) {
  const from = squareNamed(shape, name);
  if (!from) return undefined;
  const side = from.row % 2 === 0 ? 1 : -1;
  const wanted = down === 0 ? [from.column + 2 * right] : [from.column + side, from.column - side];
  const row = squares(shape).filter((square) => square.row === from.row + down);
  return wanted.map((column) => row.find((square) => square.column === column)).find(Boolean)?.name;
}
export const FRAME = 0.36;
/** @type {CentreOf} */
export function centreOf({ shape, flip }, row, column) {
  return flip ? { x: shape.files - column - 0.5, y: shape.ranks - row - 0.5 } : { x: column + 0.5, y: row + 0.5 };
}
/** @type {Centre} */
export function centre(view, name) {
  const { row, column } = squareNamed(view.shape, name) ?? { row: -1, column: -1 };
  return centreOf(view, row, column);
}
/** Lists the playable squares with their centres, from the top left. @param {View} view */
export function spots(view) {
  const list = squares(view.shape).map((square) => ({ ...square, ...centreOf(view, square.row, square.column) }));
  return view.flip ? list.reverse() : list;
}

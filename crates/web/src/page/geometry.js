// Coordinates of squares in the drawing: the unit is the side of a square, the origin the top left.
import { squareNamed, squares } from "./squares.js";
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

// Places of squares in the drawing, in squares from its top left.
/** @import {Shape} from "./page" */
import { squareNamed } from "./squares.js";

/** The width of the frame. */
export const FRAME = 0.36;

/** The view of a board: its shape, and if it is seen from black's side. @typedef {{shape: Shape, flip: boolean}} View */

/** Returns the centre of a cell. @param {View} view @param {number} row @param {number} column */
export function centreOf({ shape, flip }, row, column) {
  return flip ? { x: shape.files - column - 0.5, y: shape.ranks - row - 0.5 } : { x: column + 0.5, y: row + 0.5 };
}

/** Returns the centre of a square. @param {View} view @param {string} name */
export function centre(view, name) {
  const square = squareNamed(view.shape, name);
  return square ? centreOf(view, square.row, square.column) : { x: -1, y: -1 };
}

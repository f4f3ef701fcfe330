// Words for what the page shows and announces.
/** @import {Proven, Side, State} from "./page" */
import { jumped, other, path, sideOf, written } from "./line.js";
import { offered, shownPlace, shownTurn } from "./derived.js";
/** @param {string} piece */
export const pieceName = (piece) => {
  const side = sideOf(piece);
  return side ? `${side} ${piece === piece.toUpperCase() ? "king" : "man"}` : "empty";
};
/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
/**
 * Names a square and what can be done with it, for readers.
 * @param {{name: string, number: number}} square @param {string} piece @param {boolean} can
 * @param {string | undefined} chosen @param {boolean} numbers
 */
export function describeSquare(square, piece, can, chosen, numbers) {
  const parts = [square.name, pieceName(piece)];
  if (numbers) parts.splice(1, 0, String(square.number));
  if (chosen === square.name) parts.push("chosen");
  else if (can) parts.push(chosen ? "can be moved to" : "can move");
  return parts.join(", ");
}
/** Writes a score with a true minus. @param {number} score */
export const signed = (score) => (score < 0 ? `−${-score}` : score > 0 ? `+${score}` : "0");
/** Writes an estimate, in hundredths of a man, as men. @param {number} estimate */
export const men = (estimate) => (estimate < 0 ? "−" : "+") + (Math.abs(estimate) / 100).toFixed(2);
/** @param {Proven} proven */
export const provenText = ({ result, plies }) => (plies === undefined || result === "drawn" ? result : `${result} in ${plies}`);
/** Says a move in full. @param {State["game"]["shape"]} shape @param {Side} side @param {string} move */
export function spoken(shape, side, move) {
  const squares = path(move);
  if (squares.length === 0) return `${capital(side)} passes.`;
  const taken = jumped(shape, squares).length;
  const how = taken === 0 ? "to" : "jumps to";
  const text = `${capital(side)}: ${squares[0]} ${how} ${squares.slice(1).join(", ")}`;
  return taken === 0 ? `${text}.` : `${text}, taking ${taken === 1 ? "one piece" : `${taken} pieces`}.`;
}
/** Says who is to move, who must jump, who has won. @param {State} state */
export function statusText(state) {
  if (state.setup) return "Set up the position: choose a piece, then squares.";
  const place = shownPlace(state);
  const side = shownTurn(state);
  const who = capital(side);
  if (place?.outcome) return `${capital(place.outcome.reason)}.`;
  if (place?.passes) return `${who} is blocked and has to pass.`;
  if (state.thinking) return `${who} is thinking …`;
  const moves = offered(state);
  const captures = moves.filter((move) => move.captured.length > 0);
  if (state.chain.length > 1) return `${who} jumps on: choose the next square.`;
  if (captures.length > 0 && state.game.rules.capture === "required") return `${who} has to jump.`;
  if (captures.length > 0) return `${who} to move; a jump is possible.`;
  return `${who} to move.`;
}
/** Describes the last move of a line for the live region. @param {State} state @param {string} move */
export const announced = (state, move) => `${spoken(state.game.shape, other(shownTurn(state)), move)} ${statusText(state)}`;
/** Writes a move as the preferences have it. @param {State} state @param {string} move */
export const shownMove = (state, move) => written(state.game.shape, move, state.prefs.numbers);

// Texts that the page shows and announces.
import { jumped, path, sideOf, written } from "./line.js";
import { pieceOn, squareNamed } from "./squares.js";
import { isAtEnd, offered, shownBoard, shownHint, shownOutcome, shownPlace, shownTurn, userSide } from "./derived.js";
/** @param {string} piece */
export const pieceName = (piece) => (piece === "." ? "empty" : `${sideOf(piece)} ${piece === piece.toUpperCase() ? "king" : "man"}`);
/** @type {Plural} */
export const plural = (count, thing, things = `${thing}s`) => `${count} ${count === 1 ? thing : things}`;
/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
/** Describes a square and its use, for screen readers. @type {DescribeSquare} */
export function describeSquare(square, piece, can, chosen, numbers) {
  const use = chosen === square.name ? "chosen" : can && (chosen ? "can be moved to" : "can move");
  return [square.name, numbers && square.number, pieceName(piece), use].filter(Boolean).join(", ");
}
/** @param {number} score */
export const signed = (score) => (score < 0 ? `−${-score}` : score > 0 ? `+${score}` : "0");
/** Writes the engine's score: in men, or as a forced end. @type {ScoreText} */
export function scoreText(score, unit = "") {
  const size = Math.abs(score);
  if (size < 20000) return (score < 0 ? "−" : "+") + (size / 100).toFixed(2) + unit;
  return provenText({ result: score < 0 ? "lost" : "won", plies: size < 29000 ? 0 : 30000 - size });
}
/** @param {Proven} proven */
export const provenText = ({ result, plies }) => (plies ? `${result} in ${plies}` : result);
/** @type {Spoken} */
export function spoken(shape, side, move) {
  const squares = path(move);
  if (squares.length === 0) return `${capital(side)} passes.`;
  const taken = jumped(shape, squares).length;
  const [how, what] = taken === 0 ? ["to", ""] : ["jumps to", `, taking ${plural(taken, "piece")}`];
  return `${capital(side)}: ${squares[0]} ${how} ${squares.slice(1).join(", ")}${what}.`;
}
/** Names the winner of a game against a program. @type {TextOf<string>} */
function named(state, outcome) {
  const user = state.tried.length > 0 ? null : userSide(state);
  return user ? outcome.replace(/^(red|black) wins/, (_, side) => (side === user ? "you win" : "you lose")).replace(`${user} has`, "you have").replace(`${user} resigns`, "you resign") : outcome;
}
/** Explains why a clicked square cannot be chosen. @type {TextOf<void>} */
function whyStuck(state) {
  const { stuck, game: { shape, rules } } = state;
  if (!stuck) return "";
  const [clicked = "", from] = stuck, turn = shownTurn(state), square = squareNamed(shape, clicked);
  const side = square && sideOf(pieceOn(shownBoard(state), square));
  if (side && side !== turn && !from) return `It is ${turn}'s turn.`;
  const jumps = offered(state).filter(({ captured }) => captured.length > 0);
  const name = (/** @type {string | undefined} */ square) => String((state.prefs.numbers && squareNamed(shape, square ?? "")?.number) || square);
  const jump = jumps.map(({ path, captured }) => `${name(path[0])} takes ${captured.map(name).join(" and ")}`);
  if (rules.capture === "required" && jump.length > 0) return `${capital(turn)} must jump: ${jump.slice(0, 3).join(", or ")}.`;
  if (side === turn) return `The piece on ${name(clicked)} is blocked.`;
  return from ? `The piece on ${name(from)} cannot move to ${name(clicked)}.` : `Choose a ${turn} piece first, then its target.`;
}
/** How a game with a result ended. @type {Record<string, string>} */
export const RESULTS = { red: "red wins", black: "black wins", draw: "a draw" };
/** @type {TextOf<void>} */
export function statusText(state) {
  if (state.setup) return "Set up the position: choose a piece, then squares.";
  const who = capital(shownTurn(state));
  const outcome = shownOutcome(state);
  if (outcome) return `${capital(named(state, outcome))}.`;
  if (shownPlace(state)?.passes) return `${who} is blocked and must pass.`;
  if (state.thinking) return `${who} is thinking …`;
  if (state.chain.length > 1) return `${who} continues jumping: choose the next square.`;
  const canJump = offered(state).some((move) => move.captured.length > 0);
  const result = isAtEnd(state) && RESULTS[state.game.result ?? ""];
  return (result ? `Result: ${result}. ` : "") + who + (!canJump ? " to move." : state.game.rules.capture === "required" ? " must jump." : " to move; a jump is possible.");
}
/** @type {TextOf<string>} */
export const shownMove = (state, move) => written(state.game.shape, move, state.prefs.numbers);
/** Describes the server's hint, with the reason. @type {TextOf<void>} */
export function hintText(state) {
  const hint = shownHint(state);
  if (!hint?.move) return "";
  const { score, depth, line } = hint.view ?? { score: 0, depth: 0, line: [] };
  const why = hint.proven ? `${provenText(hint.proven)}, proven by endgame tables`
    : depth === 0 ? "it is the only move" : `${scoreText(score, " men")}, ${plural(depth, "ply", "plies")} deep`;
  const rest = line.slice(1).map((move) => ` ${shownMove(state, move)}`);
  return `Hint: ${shownMove(state, hint.move)} – ${why}${rest.length > 0 ? `, then${rest.join("")}` : ""}`;
}
/** Names the opening. @param {Place} [place] */
const openingOf = (place) => (place?.opening ? `Opening: ${place.opening}` : "");
/** The line below the buttons: why a click has no effect, a hint, or the opening. @type {TextOf<void>} */
export const remark = (state) => (state.setup ? "" : whyStuck(state) || hintText(state) || openingOf(shownPlace(state)));
/** Writes a time as clocks do: 1:02:03, 2:03, below ten seconds 3.4. @param {number} seconds */
export function clockText(seconds) {
  const tenths = Math.max(0, Math.floor(seconds * 10)), whole = Math.floor(tenths / 10);
  const two = (/** @type {number} */ number) => String(number % 60).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60)];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole)}` : whole >= 10 ? `${minutes}:${two(whole)}` : (tenths / 10).toFixed(1);
}
export const today = () => new Date().toLocaleDateString("sv").replaceAll("-", ".");

// Answers that follow from the state.
import { candidates } from "./chain.js";
import { boardAfter, moveAlong, other, path, play, turnAfter } from "./line.js";
import { NOTHING_KNOWN } from "./state.js";
/** Names a place: the moves that lead to it. @param {State} state @param {string[]} line */
export const keyOf = (state, line) => `${state.start}|${line.join(" ")}`;
/** Returns the moves up to the place in the game. @param {State} state */
export const played = (state) => state.game.moves.slice(0, state.at);
/** Returns the moves up to the place on the board, tried ones included, or so many of those. @param {State} state @param {number} [level] */
export const shownLine = (state, level) => [...played(state), ...state.tried.slice(0, level)];
/** Names the place after moves that are tried. @param {State} state @param {string[]} way */
export const keyTo = (state, way) => keyOf(state, [...played(state), ...way]);
/** @param {State} state */
export const shownKey = (state) => keyOf(state, shownLine(state));
/** Returns what the server said about the place on the board. @param {State} state @returns {Place | undefined} */
export const shownPlace = (state) => state.places[shownKey(state)];
/** Returns the player whose time is over in the place on the board. @param {State} state */
export const lateNow = (state) => (state.at === state.game.moves.length && state.tried.length === 0 ? state.clock?.late : null);
/** Tells how the game has ended in the place on the board: by its moves, or by the clock. @param {State} state @returns {Place["outcome"]} */
export function shownOutcome(state) {
  const late = lateNow(state);
  return late ? { winner: other(late), reason: `${other(late)} wins: the time of ${late} is over` } : (shownPlace(state)?.outcome ?? null);
}
/** Returns the player to move in the place on the board. @param {State} state @returns {Side} */
export const shownTurn = (state) => turnAfter(state.game, state.at + state.tried.length);
/** The game after some moves, as requests have it. @param {Game} game @param {string[]} moves */
export const gameAfter = ({ rules, shape, turn, board }, moves) => ({ rules, shape, turn, board, moves });
/** @type {{key: string, board: string[]}} */
let latest = { key: "", board: [] };
/** Returns the board in the place shown, without the chain begun. @param {State} state */
export function shownBoard(state) {
  const line = shownLine(state);
  const key = keyOf(state, line);
  if (latest.key !== key) {
    const last = line.at(-1);
    const before = last !== undefined && latest.key === keyOf(state, line.slice(0, -1));
    latest = { key, board: before ? play(latest.board, state.game.shape, last) : boardAfter(state.game, line) };
  }
  return latest.board;
}
/** Returns the board as drawn: the chain begun is on it. @param {State} state */
export function drawnBoard(state) {
  if (state.setup) return state.setup.board;
  return state.chain.length > 1 ? moveAlong(shownBoard(state), state.game.shape, state.chain) : shownBoard(state);
}
/** Returns the rules and the shape on the board. @param {State} state */
export const drawnShape = (state) => state.setup?.shape ?? state.game.shape;
/** Tells if whoever looks may move the pieces. @param {State} state */
export function canMove(state) {
  if (!shownPlace(state) || shownOutcome(state) || state.setup) return false;
  return state.tried.length > 0 || !isProgramsTurn(state);
}
/** Tells if a program is to move, or would be if it were not paused. @param {State} state */
export function isProgramsTurn(state) {
  return state.going && state.at === state.game.moves.length && state.seats[turnAfter(state.game, state.at)] !== "human";
}
/** Returns the moves that the board offers. @param {State} state @returns {Move[]} */
export const offered = (state) => (canMove(state) ? (shownPlace(state)?.moves ?? []) : []);
/** Returns the program that has to choose a move now. @param {State} state @returns {string | null} */
export function wantedChoice(state) {
  if (state.setup || state.tried.length > 0 || !isProgramsTurn(state)) return null;
  return shownPlace(state) && !shownOutcome(state) ? state.seats[turnAfter(state.game, state.at)] : null;
}
/** @param {State} state @param {string} key @returns {Analysis} */
export const analysisOf = (state, key) => state.analyses[key] ?? NOTHING_KNOWN;
/** The depth at which lists above an open branch rest. */
const RESTING = 8;
/** Returns the depth that a list is ranked to: replies take one ply less than their move. @param {State} state @param {number} level */
function wantedDepth(state, level) {
  const limit = Math.min(state.depth ?? Infinity, state.about?.limits.depth ?? 0);
  if (level === 0) return limit;
  const above = analysisOf(state, keyTo(state, state.tried.slice(0, level - 1)));
  return Math.max((above.ranking?.depth ?? 0) - 1, 0);
}
/** Returns the ranking to ask for at a level of the open branch, if any. @param {State} state @param {number} [level] */
export function wantedRanking(state, level = state.tried.length) {
  if (state.start === 0 || !state.prefs.arrows || state.setup || !state.visible) return null;
  const humans = Object.values(state.seats).filter((who) => who === "human").length;
  if (humans === 1 && isProgramsTurn(state) && state.tried.length === 0) return null;
  const line = shownLine(state, level);
  const key = keyOf(state, line);
  if (state.places[key]?.outcome) return null;
  const { ranking, ended } = analysisOf(state, key);
  const depth = Math.min(wantedDepth(state, level), level < state.tried.length ? RESTING : Infinity);
  const known = ranking?.depth ?? -1;
  if (known >= depth || (ended !== null && ended !== "depth" && ended !== "stopped")) return null;
  return { key, depth, from: known + 1, line };
}
/** Lists the moves of a place, the best first. @param {State} state @param {string} key @returns {Ranked[]} */
export function rankedMoves(state, key) {
  const { ranking, estimates, proven } = analysisOf(state, key);
  /** @type {{move: string, score?: number, line?: string[]}[]} */
  const moves = ranking?.moves ?? state.places[key]?.moves ?? [];
  const ranked = moves.map(({ move, score = null, line = [] }) =>
    ({ move, score, line, estimate: estimates[move] ?? null, proven: proven[move] ?? null }));
  return ranked.sort((a, b) => (b.score ?? 0) - (a.score ?? 0) || (b.estimate ?? 0) - (a.estimate ?? 0) || (a.move < b.move ? -1 : 1));
}
/** Grades a move by what it gives away. @param {number | null} score @param {number | null} best */
export function tone(score, best) {
  if (score === null || best === null) return "plain";
  const lost = best - score;
  return lost === 0 ? (score <= -99 ? "bad" : "best") : lost === 1 ? "good" : lost <= 3 ? "fair" : "bad";
}
/** The most arrows on the board. */
const ARROWS = 6;
/**
 * Returns the arrows to draw, the widest for the best move.
 * @param {State} state @returns {Arrow[]}
 */
export function arrows(state) {
  if (state.setup) return [];
  const key = shownKey(state);
  if (state.hint?.key === key) return [{ path: path(state.hint.move), rank: 0, kind: "hint" }];
  if (!state.prefs.arrows) return [];
  const ranked = rankedMoves(state, key).filter((move) => move.score !== null);
  const best = ranked[0]?.score ?? null;
  const begun = new Set(candidates(shownPlace(state)?.moves ?? [], state.chain).map(({ move }) => move));
  const shown = ranked.filter(({ move }, rank) => move === state.pointed || (rank < ARROWS && (state.chain.length === 0 || begun.has(move))));
  return shown.map((move) => {
    const faint = state.pointed !== null && state.pointed !== move.move;
    return { path: path(move.move), rank: ranked.indexOf(move), kind: faint ? "faint" : tone(move.score, best) };
  });
}
/** Returns the last move of the line on the board. @param {State} state */
export const lastMove = (state) => state.tried.at(-1) ?? state.game.moves[state.at - 1] ?? null;

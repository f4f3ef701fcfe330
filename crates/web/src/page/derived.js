// Values derived from the state.
import { beginsWith, candidates, moveAlong, other, path, turnAfter } from "./line.js";
import { NOTHING_KNOWN, isStandard } from "./state.js";
/** @type {TextOf<string[]>} */
export const keyOf = (state, line) => `${state.start}|${line.join(" ")}`;
/** Returns the moves up to the place on the board, with all tried moves or the first `level`. @type {ShownLine} */
export const shownLine = ({ game, at, tried }, level) => [...game.moves.slice(0, at), ...tried.slice(0, level)];
/** @type {TextOf<string[]>} */
export const keyTo = (state, way) => keyOf(state, shownLine({ ...state, tried: way }));
/** @param {State} state */
export const shownKey = (state) => keyOf(state, shownLine(state));
/** @param {State} state */
export const shownPlace = (state) => state.places[shownKey(state)];
/** Returns whether the board shows the end of the game. @type {Is} */
export const isAtEnd = ({ game, at, tried }) => at === game.moves.length && tried.length === 0;
/** Returns the player whose time ran out, if the board shows the end or the place of the clock. @param {State} state */
export const lateNow = (state) => (isAtEnd(state) || (state.at === state.clock?.ply && state.tried.length === 0) ? state.clock?.late : null);
/** Describes how the players ended the game. @param {State} state */
export const overNow = (state) => (isAtEnd(state) ? state.over : null);
/** Returns whether the players or the clock have ended the game at the place before the tried moves. @type {Is} */
export const isClosed = (state) => Boolean(overNow({ ...state, tried: [] }) ?? lateNow({ ...state, tried: [] }));
/** Describes a loss on time. @param {Side} late */
export const lateText = (late) => `${other(late)} wins: ${late} has run out of time`;
/** Describes the end of the game, by its moves, its players or the clock. @param {State} state */
export function shownOutcome(state) {
  const late = lateNow(state);
  return shownPlace(state)?.outcome ?? overNow(state) ?? (late ? lateText(late) : null);
}
/** Returns the human's side in a game against a program. @type {UserSide} */
export function userSide({ seats: { red, black } }) {
  return (red === "human") === (black === "human") ? null : red === "human" ? "red" : "black";
}
/** @type {Is} */
const arePeople = ({ seats: { red, black } }) => red === "human" && black === "human";
/** Returns whether two people play without a clock. @type {Is} */
export const isFree = (state) => !state.clock && arePeople(state);
/** Returns who can resign or offer a draw: the user or, between two people in a game begun here, the side to move. @param {State} state */
export const playingSide = (state) => userSide(state) ?? (state.begun && arePeople(state) ? turnAfter(state.game, state.game.moves.length) : null);
/** Returns whether the game is over; the board may show an earlier place. @type {Is} */
export const isOver = (state) => Boolean(state.over ?? state.clock?.late ?? state.places[keyOf(state, state.game.moves)]?.outcome);
/** Returns whether a game against a program is in progress. @type {Is} */
export const isContest = (state) => userSide(state) !== null && !isOver(state);
/** Returns whether scores are hidden unless the user asks for them: in a game against a program, and while a moment is replayed. @type {Is} */
export const hidesScores = (state) => isContest(state) || state.trial !== null;
/** Returns whether scores and arrows are shown. @type {Is} */
export const showsScores = (state) => (hidesScores(state) ? state.asked : state.prefs.arrows);
/** Returns the judgement of the explained moment. @param {State} state */
export const shownMoment = ({ review, moment }) => (moment === null ? undefined : review?.plies[moment - 1]);
/** @param {State} state */
export const shownTurn = (state) => turnAfter(state.game, state.at + state.tried.length);
/** @type {GameAfter} */
export const gameAfter = ({ rules, shape, turn, board }, moves) => ({ rules, shape, turn, board, moves });
/** The boards along the latest line, to avoid replaying the game. @type {BoardsAlong} */
let latest = { start: [], line: [], boards: [] };
/** @param {State} state */
export function shownBoard(state) {
  const { board, shape } = state.game, line = shownLine(state);
  if (latest.start !== board) latest = { start: board, line: [], boards: [board] };
  let same = 0;
  while (same < line.length && line[same] === latest.line[same]) same++;
  if (same < line.length) {
    const boards = latest.boards.slice(0, same + 1);
    for (const move of line.slice(same)) boards.push(moveAlong(boards.at(-1) ?? board, shape, path(move)));
    latest = { start: board, line, boards };
  }
  return latest.boards[line.length] ?? board;
}
/** Returns the board as drawn, after the chosen jumps. @param {State} state */
export function drawnBoard(state) {
  if (state.setup) return state.setup.board;
  return state.chain.length > 1 ? moveAlong(shownBoard(state), state.game.shape, state.chain) : shownBoard(state);
}
/** @param {State} state */
export const drawnShape = (state) => state.setup?.shape ?? state.game.shape;
/** @param {State} state */
export const drawnView = (state) => ({ shape: drawnShape(state), flip: state.prefs.flip });
/** Returns whether the user may move the pieces. @type {Is} */
export const canMove = (state) => Boolean(shownPlace(state) && !shownOutcome(state) && !state.setup && (state.tried.length > 0 || !isProgramsTurn(state)));
/** Returns whether a program is to move and may do so. @type {Is} */
export function isProgramsTurn(state) {
  return state.going && state.at === state.game.moves.length && state.seats[turnAfter(state.game, state.at)] !== "human";
}
/** Returns whether the tried line has moves that a program is to choose. @type {Is} */
export const triesForProgram = ({ going, tried, game, at, seats }) => going && tried.some((_, index) => seats[turnAfter(game, at + index)] !== "human");
/** @param {State} state */
export const offered = (state) => (canMove(state) ? (shownPlace(state)?.moves ?? []) : []);
/** @param {State} state */
export function wantedChoice(state) {
  if (state.setup || state.tried.length > 0 || !isProgramsTurn(state)) return null;
  return shownPlace(state) && !shownOutcome(state) ? state.seats[turnAfter(state.game, state.at)] : null;
}
/** @type {Change<string, Analysis>} */
export const analysisOf = (state, key) => state.analyses[key] ?? NOTHING_KNOWN;
/** The maximum depth of the lists above the open one. */
const RESTING = 8;
/** Returns the depth to rank a list to: replies get one ply less than their move. @type {Change<number, number>} */
function wantedDepth(state, level) {
  const limit = Math.min(state.depth ?? Infinity, state.about?.limits.depth ?? 0);
  if (level === 0) return limit;
  const above = analysisOf(state, keyTo(state, state.tried.slice(0, level - 1)));
  return Math.max((above.ranking?.depth ?? 0) - 1, 0);
}
/** Returns the ranking to request at a level of the open branch, if any. @type {WantedRanking} */
export function wantedRanking(state, level = state.tried.length) {
  if (state.start === 0 || !showsScores(state) || state.setup || !state.visible) return null;
  if (userSide(state) && isProgramsTurn(state) && state.tried.length === 0) return null;
  const line = shownLine(state, level);
  const key = keyOf(state, line);
  if (state.places[key]?.outcome) return null;
  const { ranking, ended } = analysisOf(state, key);
  const depth = Math.min(wantedDepth(state, level), level < state.tried.length ? RESTING : Infinity);
  const known = ranking?.depth ?? -1;
  // Keep the request: estimates may follow.
  if (known > depth || (ended && (known === depth || !/^(depth|stopped)$/.test(ended)))) return null;
  return { key, depth, from: Math.min(known + 1, depth), line };
}
/** @type {Change<string, Ranked[]>} */
export function rankedMoves(state, key) {
  const { ranking, estimates, proven } = analysisOf(state, key);
  /** @type {Listed[]} */
  const moves = ranking?.moves ?? state.places[key]?.moves ?? [];
  const ranked = moves.map(({ move, score = null, line = [] }) =>
    ({ move, score, line, estimate: null, expected: null, ...estimates[move], proven: proven[move] ?? null }));
  return ranked.sort((a, b) => (b.score ?? 0) - (a.score ?? 0) || view(b) - view(a) || (a.move < b.move ? -1 : 1));
}
const SIGNS = { won: 1, drawn: 0, lost: -1 };
/** Converts proven values to estimates, to order equal moves. @param {Ranked} ranked */
const view = ({ estimate, proven }) => (proven ? SIGNS[proven.result] * (30000 - (proven.plies ?? 0)) : (estimate ?? 0));
/** Returns the hint for the place on the board, once it has arrived. @param {State} state */
export const shownHint = (state) => (state.hint?.move && state.hint.key === shownKey(state) ? state.hint : null);
/** Grades a move by what it gives away. @type {Tone} */
export function tone(score, best) {
  if (score === null || best === null) return "plain";
  const lost = best - score;
  return lost === 0 ? (score <= -99 ? "bad" : "best") : lost === 1 ? "good" : lost <= 3 ? "fair" : "bad";
}
const ARROWS = 6;
/** Returns the arrows to draw, the widest for the best move. @param {State} state */
export function arrows(state) {
  if (state.setup) return [];
  const key = shownKey(state);
  const hint = shownHint(state)?.move;
  if (hint) return [{ path: path(hint), rank: 0, kind: "hint" }];
  if (!showsScores(state)) return [];
  const ranked = rankedMoves(state, key).filter((move) => move.score !== null);
  const best = ranked[0]?.score ?? null;
  const begun = new Set(candidates(shownPlace(state)?.moves ?? [], state.chain).map(({ move }) => move));
  const shown = ranked.filter(({ move }, rank) => move === state.pointed || (rank < ARROWS && (state.chain.length === 0 || begun.has(move))));
  return shown.map((move) => {
    const faint = state.pointed !== null && state.pointed !== move.move;
    return { path: path(move.move), rank: ranked.indexOf(move), kind: faint ? "faint" : tone(move.score, best) };
  });
}
/** Returns red's expected result at the place on the board, 0 to 100, by the review or by estimates. @param {State} state */
export function shownChance(state) {
  if (!showsScores(state) || state.setup) return null;
  const { review, at, tried } = state;
  const known = tried.length > 0 ? undefined : at > 0 ? review?.plies[at - 1]?.red : review?.start;
  if (known !== undefined && known !== null) return known;
  const chances = rankedMoves(state, shownKey(state)).map(({ proven, expected }) => (proven ? 50 + 50 * SIGNS[proven.result] : expected)).filter((chance) => chance !== null);
  if (chances.length === 0) return null;
  const chance = Math.max(...chances);
  return shownTurn(state) === "red" ? chance : 100 - chance;
}
/** @param {State} state */
export const lastMove = (state) => state.tried.at(-1) ?? state.game.moves[state.at - 1] ?? null;
/** Returns whether the game can have lines: PDN holds English draughts only. @type {Is} */
export const hasLines = ({ game }) => isStandard(game) && !game.moves.includes("pass");
/** Returns whether a change is kept in the record. @type {Is} */
export const keepsLines = (state) => hasLines(state) && (state.source !== null || state.edits.length > 0);
/** Returns whether other moves become variations of the game: it was read, or is over and reviewed or ended by the players. @type {Is} */
export const isStudy = (state) => state.at < state.game.moves.length && hasLines(state) && ((state.source !== null && isFree(state)) || (isOver(state) && Boolean(state.review ?? state.over ?? state.clock?.late)));
/** Returns whether the shown line has all moves of the game. @type {Is} */
export const extendsGame = (state) => beginsWith(shownLine(state), state.game.moves);
/** Finds the line with a move, and its index there, by the moves that lead to it. @type {FindMove} */
function find(line, index, [move, ...rest]) {
  const entry = line[index];
  if (entry?.move === move) return rest.length > 0 ? find(line, index + 1, rest) : { line, index };
  for (const variation of entry?.variations ?? []) {
    const found = find(variation.moves, 0, [String(move), ...rest]);
    if (found) return found;
  }
}
/** Finds the move that led to the place on the board in the record. @param {State} state */
export const foundMove = ({ record, at, tried }) => (tried.length > 0 ? find(record?.moves ?? [], at, tried) : { line: record?.moves ?? [], index: at - 1 });
/** Returns the record's entry for that move. @param {State} state */
export function shownEntry(state) {
  const found = foundMove(state);
  return found?.line[found.index];
}

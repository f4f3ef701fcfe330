// Changes of the rest of the state: loaded games, messages, set-ups, what the server has found out. Nothing here draws or sends requests.
import { analysisOf, keyOf, shownBoard, shownTurn, userSide } from "./derived.js";
import { pieceOn, put, setUp, squareNamed } from "./squares.js";
import { MOVED, completed, kept, withoutResult } from "./state.js";
import { capital, today } from "./words.js";

/** Returns the changed games of the file that is loaded, with the one that is left. @type {Drafts} */
function draftsFor(played, { source, drafts, number, edits, named, game, at, base, over }) {
  if (!source || !played.source || played.source.text !== source.text) return played.drafts;
  return { ...played.drafts, ...drafts, [number]: edits.length > 0 || named ? { game, at, base, edits, named, over } : undefined };
}

/** Shows another game. @type {Load} */
export function load(state, { played: { flip, ...played }, keep = true, going = true, note }, now = Date.now()) {
  const previous = keep && state.game.moves.length > 0 ? kept(state) : state.previous;
  // The browser's history needs no way back.
  const dropped = previous !== state.previous && !("start" in played);
  const next = completed(played);
  const side = userSide(next);
  return {
    ...state, ...MOVED, review: null, ...next, drafts: draftsFor(next, state), start: played.start || Math.max(state.start + 1, now), places: {}, analyses: {}, moment: null, asked: false, setup: null, previous, going,
    prefs: { ...state.prefs, flip: flip ?? (side ?? userSide(state) ? side === "black" : state.prefs.flip) },
    message: note || dropped ? { text: [note && `${capital(note)}.`, dropped && (played.begun ? "New game started." : "Previous game replaced.")].filter(Boolean).join(" "), kind: "note", offer: dropped ? "restore" : null } : null,
  };
}

/** Brings back the game as it was before it was replaced or cut. @param {State} state @returns {State} */
export function restore(state) {
  const { previous } = state;
  if (!previous) return state;
  // A change of variations leaves the review open.
  if (previous.game.moves === state.game.moves) return { ...state, ...MOVED, ...previous, clock: state.clock, previous: kept(state) };
  return { ...load(state, { played: previous, keep: false, going: false }), previous: kept(state) };
}

/** @param {State} state @returns {State} */
export function beginSetup(state) {
  const { rules, shape } = state.game;
  return { ...state, ...MOVED, setup: { rules, shape, turn: shownTurn(state), board: shownBoard(state), piece: "r" } };
}

/** @type {AlterSetup} */
const altered = (state, change) => (state.setup ? { ...state, setup: { ...state.setup, ...change(state.setup) } } : state);

/** Changes a set-up. A board of a new shape keeps the pieces whose squares exist there. @type {Change<Partial<Setup>>} */
export const changeSetup = (state, change) => altered(state, ({ shape, board }) =>
  ({ board: setUp(change.shape ?? shape, ({ name }) => pieceOn(board, squareNamed(shape, name))), ...change }));

/** Puts down the chosen piece, or removes its like. @type {Change<string>} */
export const putPiece = (state, name) => altered(state, ({ shape, board, piece }) => {
  const square = squareNamed(shape, name);
  return { board: put(board, square, pieceOn(board, square) === piece ? "." : piece) };
});

/** Moves a piece to another square, or off the board. @type {MovePiece} */
export const movePiece = (state, from, to) => altered(state, ({ shape, board }) => {
  const source = squareNamed(shape, from), piece = pieceOn(board, source);
  return { board: piece === "." ? board : put(put(board, source, "."), squareNamed(shape, to ?? ""), piece) };
});

/** Seats a player. At the start of a position that was opened or set up, a game begins. @type {Seat} */
export const seat = (state, side, who) => ({ ...state, begun: state.begun ?? (state.game.moves.length > 0 ? null : today()), seats: { ...state.seats, [side]: who }, going: state.going || who !== "human" });

/** Shows a message, or none without a text. @type {Reporting} */
export const report = (state, text, kind = "error", offer = null) => ({ ...state, stuck: null, message: text ? { text, kind, offer } : null });

/** Forgets that the server was away. @param {State} state */
export const answered = (state) => (state.message?.kind === "away" ? { ...state, message: null } : state);

/** The maximum number of stored places. */
const KEPT = 400;

/** Adds an entry, and forgets the older half when there are too many. @type {Remember} */
function remember(entries, key, value) {
  const all = Object.entries(entries);
  const rest = all.length < KEPT ? entries : Object.fromEntries(all.slice(KEPT / 2));
  return { ...rest, [key]: value };
}

/** @type {Is<string>} */
const isCurrent = (state, key) => key.startsWith(`${state.start}|`);

/** Drops the end by the players if the moves have ended the game. @param {State} state @returns {State} */
export const settled = (state) => (state.over && state.places[keyOf(state, state.game.moves)]?.outcome ? { ...state, over: null, game: withoutResult(state.game) } : state);

/** @type {LearnPlace} */
export const learnPlace = (state, key, place) => (isCurrent(state, key) ? settled({ ...state, places: remember(state.places, key, place) }) : state);

/** Takes over an event of a ranking. @type {Learn} */
export function learn(state, key, event, data) {
  if (!isCurrent(state, key)) return state;
  const news = event === "ranking" ? { ranking: data, ended: null } : event === "end" ? { ended: data.reason }
    : { [event]: Object.fromEntries(data.moves.map((/** @type {any} */ about) => [about.move, event === "proven" ? about.proven : about])) };
  return { ...state, analyses: remember(state.analyses, key, { ...analysisOf(state, key), ...news }) };
}

/** @type {Change<number | null>} */
export const limitDepth = (state, depth) => ({ ...state, depth, analyses: (depth ?? Infinity) < (state.depth ?? Infinity) ? {} : state.analyses });

/** Begins, continues or ends a review. @type {Change<Review | null>} */
export const setReview = (state, review) => ({ ...state, review, ...(!review && { moment: null, trial: null, shelved: { moves: state.game.moves, review: state.review } }) });

/** @type {Change<TriedPly>} */
export const judged = (state, answer) => ({ ...state, trial: state.trial && { ...state.trial, answer } });

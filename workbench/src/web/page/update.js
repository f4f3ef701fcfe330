// Changes of the state: nothing here draws or asks the server.
/** @import {Action, Played, State} from "./page" */
import { put, squareNamed, emptyBoard, pieceOn, squares } from "./squares.js";
import { updatePlay } from "./update-play.js";
import { updateRank } from "./update-rank.js";
import { drawnBoard, shownTurn } from "./derived.js";
import { completed } from "./state.js";

/** Takes the names of a record over, so that they are shown and sent. @param {Played} played @returns {Played} */
function named({ game, record, ...rest }) {
  const tags = Object.fromEntries((record?.tags ?? []).filter(([, value]) => !value.startsWith("?")));
  const names = { event: tags["Event"], date: tags["Date"], red: tags["White"], black: tags["Black"] };
  return { ...rest, record, game: { ...JSON.parse(JSON.stringify(names)), ...game } };
}

/** Keeps the game so that it can be brought back. @param {State} state */
export const kept = ({ game, at, record, games, number, source }) => ({ game, at, record, games, number, source });

/** What ends with the place on the board. */
const FRESH = { tried: [], chain: [], pointed: null, hint: null, message: null };

/** @param {State} state @param {Action & {type: "load"}} action @returns {State} */
function load(state, { played, seats, keep = true, note }) {
  const previous = keep && state.game.moves.length > 0 ? kept(state) : state.previous;
  const dropped = previous !== state.previous;
  return {
    ...state, ...FRESH, ...named(completed(played)), start: state.start + 1, places: {}, analyses: {}, review: null, setup: null, previous,
    seats: seats ?? { red: "human", black: "human" }, going: true,
    message: note || dropped ? { text: note ?? "A new game.", kind: "note", undo: dropped } : null,
  };
}

/** @param {State} state @returns {State} */
function restore(state) {
  if (!state.previous) return state;
  const now = kept(state);
  return { ...load(state, { type: "load", played: state.previous, keep: false, seats: state.seats }), going: false, previous: now };
}

/** @param {State} state @returns {State} */
function beginSetup(state) {
  const { rules, shape } = state.game;
  return { ...state, ...FRESH, setup: { rules, shape, turn: shownTurn(state), board: drawnBoard({ ...state, chain: [] }), piece: "r" } };
}

/** Changes what is set up; pieces stay on squares that a new shape has as well. @param {State} state @param {Action & {type: "setup-change"}} action @returns {State} */
function changeSetup(state, { change }) {
  if (!state.setup) return state;
  const setup = { ...state.setup, ...change };
  if (change.shape && !change.board) {
    setup.board = emptyBoard(setup.shape);
    for (const square of squares(state.setup.shape)) {
      const there = squareNamed(setup.shape, square.name);
      if (there) setup.board = put(setup.board, there, pieceOn(state.setup.board, square));
    }
  }
  return { ...state, setup };
}

/** Puts the chosen piece down, or takes away the same one. @param {State} state @param {string} name @returns {State} */
function putPiece(state, name) {
  const square = state.setup && squareNamed(state.setup.shape, name);
  if (!state.setup || !square) return state;
  const { board, piece } = state.setup;
  return { ...state, setup: { ...state.setup, board: put(board, square, pieceOn(board, square) === piece ? "." : piece) } };
}

/** Returns the state after an action. @param {State} state @param {Action} action @returns {State} */
export function update(state, action) {
  switch (action.type) {
    case "about": return { ...state, about: action.about };
    case "load": return load(state, action);
    case "restore": return restore(state);
    case "seat": return { ...state, seats: { ...state.seats, [action.side]: action.who }, going: true };
    case "going": return { ...state, going: action.going };
    case "thinking": return state.thinking === action.thinking ? state : { ...state, thinking: action.thinking };
    case "prefs": return { ...state, prefs: { ...state.prefs, ...action.prefs } };
    case "message": return { ...state, message: { text: action.text, kind: action.kind ?? "error", undo: action.undo ?? false } };
    case "dismiss": return { ...state, message: null };
    case "visible": return { ...state, visible: action.visible };
    case "setup-begin": return beginSetup(state);
    case "setup-change": return changeSetup(state, action);
    case "setup-put": return putPiece(state, action.square);
    case "setup-end": return { ...state, setup: null };
    default: return updateRank(updatePlay(state, action), action);
  }
}

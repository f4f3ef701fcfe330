// State changes; nothing here draws or sends requests.
import { pieceOn, put, setUp, squareNamed } from "./squares.js";
import { goTo, updatePlay } from "./update-play.js";
import { updateRank } from "./update-rank.js";
import { updateTree } from "./update-tree.js";
import { drawnBoard, shownTurn } from "./derived.js";
import { MOVED, completed, kept } from "./state.js";

/** Copies the names of a record, so that they are shown and sent. @param {Played} played */
function named({ game, record, ...rest }) {
  const tags = Object.fromEntries((record?.tags ?? []).filter(([, value]) => !value.startsWith("?")));
  const names = { event: tags.Event, date: tags.Date, red: tags.White, black: tags.Black };
  return { ...rest, record, game: { ...JSON.parse(JSON.stringify(names)), ...game } };
}

/** @param {State} state @param {Action & {type: "load"}} action @param {number} now @returns {State} */
function load(state, { played, keep = true, going = true, note }, now) {
  const previous = keep && state.game.moves.length > 0 ? kept(state) : state.previous;
  const dropped = previous !== state.previous;
  return {
    ...state, ...MOVED, ...named(completed(played)), start: played.start || Math.max(state.start + 1, now), places: {}, analyses: {}, review: null, moment: null, asked: false, setup: null, previous, going,
    message: note || dropped ? { text: [note, dropped && (played.begun ? "New game started." : "Previous game replaced.")].filter(Boolean).join(". "), kind: "note", offer: dropped ? "restore" : null } : null,
  };
}

/** @param {State} state @param {number} now */
function restore(state, now) {
  if (!state.previous) return state;
  return { ...load(state, { type: "load", played: state.previous, keep: false, going: false }, now), previous: kept(state) };
}

/** Ends the game by the players' decision. @param {State} state @param {Action & {type: "over"}} action @returns {State} */
const endGame = (state, { winner, text }) => ({ ...goTo(state, Infinity), over: text, game: { ...state.game, result: winner ?? "draw" } });

/** @param {State} state */
function beginSetup(state) {
  const { rules, shape } = state.game;
  return { ...state, ...MOVED, setup: { rules, shape, turn: shownTurn(state), board: drawnBoard({ ...state, chain: [] }), piece: "r" } };
}

/** Changes the set-up; pieces stay on squares that still exist. @param {State} state @param {Action & {type: "setup-change"}} action */
function changeSetup(state, { change }) {
  if (!state.setup) return state;
  const setup = { ...state.setup, ...change };
  if (change.shape && !change.board) {
    const { shape, board } = state.setup;
    setup.board = setUp(setup.shape, ({ name }) => {
      const square = squareNamed(shape, name);
      return square ? pieceOn(board, square) : ".";
    });
  }
  return { ...state, setup };
}

/** @param {State} state @param {string} name */
function putPiece(state, name) {
  const square = state.setup && squareNamed(state.setup.shape, name);
  if (!state.setup || !square) return state;
  const { board, piece } = state.setup;
  return { ...state, setup: { ...state.setup, board: put(board, square, pieceOn(board, square) === piece ? "." : piece) } };
}

/** Moves a piece to another square, or off the board. @param {State} state @param {string} from @param {string | null} to */
function movePiece(state, from, to) {
  const { setup } = state;
  const source = setup && squareNamed(setup.shape, from), target = setup && to && squareNamed(setup.shape, to);
  if (!setup || !source || pieceOn(setup.board, source) === ".") return state;
  const rest = put(setup.board, source, ".");
  return { ...state, setup: { ...setup, board: target ? put(rest, target, pieceOn(setup.board, source)) : rest } };
}

/** @param {State} state @param {Action} action @param {number} [now] milliseconds */
export function update(state, action, now = 0) {
  switch (action.type) {
    case "set": return { ...state, ...action.change };
    case "load": return load(state, action, now);
    case "restore": return restore(state, now);
    case "over": return endGame(state, action);
    case "seat": return { ...state, seats: { ...state.seats, [action.side]: action.who }, going: true };
    case "prefs": return { ...state, prefs: { ...state.prefs, ...action.prefs } };
    case "message": return { ...state, message: { text: action.text, kind: action.kind ?? "error", offer: action.offer ?? null } };
    case "answered": return state.message?.kind === "away" ? { ...state, message: null } : state;
    case "setup-begin": return beginSetup(state);
    case "setup-change": return changeSetup(state, action);
    case "setup-put": return putPiece(state, action.square);
    case "setup-move": return movePiece(state, action.from, action.to);
    default: return updateTree(updateRank(updatePlay(state, action), action), action);
  }
}

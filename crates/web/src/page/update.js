// State changes; nothing here draws or sends requests.
import { pieceOn, put, setUp, squareNamed } from "./squares.js";
import { goTo, updatePlay } from "./update-play.js";
import { updateRank } from "./update-rank.js";
import { updateTree } from "./update-tree.js";
import { shownBoard, shownTurn, userSide } from "./derived.js";
import { MOVED, completed, kept } from "./state.js";

/** Copies the names and the result of a record, so that they are shown and sent. @param {Played} played */
function named({ game, record, ...rest }) {
  const tags = Object.fromEntries((record?.tags ?? []).filter(([, value]) => !value.startsWith("?")));
  const result = { "1-0": "black", "0-1": "red", "1/2-1/2": "draw" }[record?.result ?? ""];
  const names = { event: tags.Event, date: tags.Date, red: tags.White, black: tags.Black, result };
  return { ...rest, record, game: { ...JSON.parse(JSON.stringify(names)), ...game } };
}

/** Returns the changed games of the file that is loaded, with the one that is left. @type {Drafts} */
function draftsFor(played, { source, drafts, number, edits, game, at, base, over }) {
  if (!source || !played.source || played.source.text !== source.text) return played.drafts;
  return { ...played.drafts, ...drafts, [number]: edits.length > 0 ? { game, at, base, edits, over } : undefined };
}

/** @type {Load} */
function load(state, { played: { flip, ...played }, keep = true, going = true, note }, now) {
  const previous = keep && state.game.moves.length > 0 ? kept(state) : state.previous;
  // The browser's history needs no way back.
  const dropped = previous !== state.previous && !("start" in played);
  const next = named(completed(played));
  const side = userSide(next);
  return {
    ...state, ...MOVED, review: null, ...next, drafts: draftsFor(next, state), start: played.start || Math.max(state.start + 1, now), places: {}, analyses: {}, moment: null, asked: false, setup: null, previous, going,
    prefs: { ...state.prefs, flip: flip ?? (side ?? userSide(state) ? side === "black" : state.prefs.flip) },
    message: note || dropped ? { text: [note && `${note}.`, dropped && (played.begun ? "New game started." : "Previous game replaced.")].filter(Boolean).join(" "), kind: "note", offer: dropped ? "restore" : null } : null,
  };
}

/** @type {Change<number>} */
function restore(state, now) {
  const { previous } = state;
  if (!previous) return state;
  // A change of variations leaves the review open.
  if (previous.game.moves === state.game.moves) return { ...state, ...MOVED, ...previous, clock: state.clock, previous: kept(state) };
  return { ...load(state, { type: "load", played: previous, keep: false, going: false }, now), previous: kept(state) };
}

/** Ends the game by the players' decision. @type {EndGame} */
const endGame = (state, { winner, text }) => ({ ...goTo(state, Infinity), over: text, game: { ...state.game, result: winner ?? "draw" } });

/** @param {State} state */
function beginSetup(state) {
  const { rules, shape } = state.game;
  return { ...state, ...MOVED, setup: { rules, shape, turn: shownTurn(state), board: shownBoard(state), piece: "r" } };
}

/** Puts pieces on a board of a new shape, if their squares exist there. @type {Reshape} */
const reshaped = (setup, shape) => setUp(shape, ({ name }) => {
  const square = squareNamed(setup.shape, name);
  return square ? pieceOn(setup.board, square) : ".";
});

/** @type {PutDown} */
function putPiece({ shape, board, piece }, name) {
  const square = squareNamed(shape, name);
  return square ? put(board, square, pieceOn(board, square) === piece ? "." : piece) : board;
}

/** Moves a piece to another square, or off the board. @type {MovePiece} */
function movePiece({ shape, board }, from, to) {
  const source = squareNamed(shape, from), target = squareNamed(shape, to ?? "");
  if (!source || pieceOn(board, source) === ".") return board;
  const rest = put(board, source, ".");
  return target ? put(rest, target, pieceOn(board, source)) : rest;
}

/** @type {ChangeSetup} */
const changeSetup = (state, change) => (state.setup ? { ...state, setup: { ...state.setup, ...change(state.setup) } } : state);

/** @type {Update} */
export function update(state, action, now = 0) {
  switch (action.type) {
    case "set": return { ...state, ...action.change };
    case "load": return load(state, action, now);
    case "restore": return restore(state, now);
    case "over": return endGame(state, action);
    case "seat": return { ...state, seats: { ...state.seats, [action.side]: action.who }, going: state.going || action.who !== "human" };
    case "prefs": return { ...state, prefs: { ...state.prefs, ...action.prefs } };
    case "message": return { ...state, stuck: null, message: action.text ? { text: action.text, kind: action.kind ?? "error", offer: action.offer ?? null } : null };
    case "answered": return state.message?.kind === "away" ? { ...state, message: null } : state;
    case "setup-begin": return beginSetup(state);
    case "setup-change": return changeSetup(state, (setup) => ({ board: reshaped(setup, action.change.shape ?? setup.shape), ...action.change }));
    case "setup-put": return changeSetup(state, (setup) => ({ board: putPiece(setup, action.square) }));
    case "setup-move": return changeSetup(state, (setup) => ({ board: movePiece(setup, action.from, action.to) }));
    default: return updateTree(updateRank(updatePlay(state, action), action), action);
  }
}

// The user's lines, kept as a list of changes to the record; the server applies them.
import { isFree, isOver, shownLine } from "./derived.js";
import { beginsWith } from "./line.js";
import { MOVED, cut, isStandard, kept, withoutResult } from "./state.js";
import { plural } from "./words.js";

/** Returns whether the game can have lines: PDN holds English draughts only. @type {Is} */
export const hasLines = ({ game }) => isStandard(game) && !game.moves.includes("pass");

/** Returns whether a change is kept in the record. @type {Is} */
export const keepsLines = (state) => hasLines(state) && (state.source !== null || state.edits.length > 0);

/** Returns whether other moves become variations of the game: it was read, or is over and reviewed or ended by the players. @type {Is} */
export const isStudy = (state) => state.at < state.game.moves.length && hasLines(state) && ((state.source !== null && isFree(state)) || (isOver(state) && Boolean(state.review ?? state.over ?? state.clock?.late)));

/** Returns whether the shown line has all moves of the game. @type {Is} */
export const extendsGame = (state) => beginsWith(shownLine(state), state.game.moves);

/** @type {AddEdits} */
export const edited = (state, ...edits) => ({ ...state, base: state.edits.length > 0 ? state.base : state.game.moves, edits: [...state.edits, ...edits] });

/** Adds played moves. If `isOther`, they become the main line, and the old moves a variation. @type {WithMoves} */
export function withMoves(state, moves, isOther) {
  const { edits, game } = state;
  const isEnd = !isOther && edits.some((edit) => edit.moves === game.moves);
  if (isEnd) return { ...state, edits: edits.map((edit) => (edit.moves === game.moves ? { ...edit, moves } : edit)) };
  return edited(state, { change: "add", moves }, ...(isOther ? [/** @type {Edit} */ ({ change: "promote", moves })] : []));
}

/** Finds a move of a line or its variations, by the moves that lead to it. @type {FindEntry} */
function find(line, index, [move, ...rest]) {
  const entry = line[index];
  if (entry?.move === move) return rest.length > 0 ? find(line, index + 1, rest) : entry;
  for (const variation of entry?.variations ?? []) {
    const found = find(variation.moves, 0, [String(move), ...rest]);
    if (found) return found;
  }
}

/** Returns the record's entry for the move at the place on the board. @param {State} state */
export function shownEntry({ record, at, tried }) {
  const moves = record?.line.moves ?? [];
  return tried.length > 0 ? find(moves, at, tried) : moves[at - 1];
}

/** Takes over the changed record; `asked` has the game's moves at the request. Only a free game gets later moves. @type {Recorded} */
function recorded(state, { record, moves, asked }) {
  const { game, message } = state;
  if (game.moves !== asked || (beginsWith(moves, game.moves) && (!isFree(state) || moves.length === game.moves.length))) return { ...state, record };
  const shown = shownLine(state);
  let at = 0;
  while (at < shown.length && shown[at] === moves[at]) at++;
  return { ...state, ...MOVED, message, record, game: { ...game, moves }, at, tried: shown.slice(at), over: null, review: null, moment: null, going: false };
}

/** Drops the move at the place on the board and all later ones. @type {(state: State) => State} */
function shortened(state) {
  const { game, at, record } = state;
  return {
    ...state, ...MOVED, at: at - 1, game: { ...withoutResult(game), moves: game.moves.slice(0, at - 1) }, record: cut(record, at - 1),
    over: null, review: null, moment: null, going: false, message: { text: `${plural(game.moves.length - at + 1, "move")} deleted.`, kind: "note", offer: "restore" },
  };
}

/** @type {Reducer} */
export function updateTree(state, action) {
  switch (action.type) {
    case "edit": {
      if (action.change === "add" && extendsGame(state)) return state;
      const isCut = action.change === "delete" && state.tried.length === 0;
      const after = isCut && !keepsLines(state) ? state : edited(state, { change: action.change, moves: action.moves ?? shownLine(state), text: action.text });
      if (isCut) return { ...shortened(after), previous: kept(state) };
      if (action.change !== "promote" && action.change !== "delete") return after;
      const text = action.change === "delete" ? "Variation deleted." : "Variation promoted.";
      const done = action.change === "delete" ? { ...after, ...MOVED, tried: state.tried.slice(0, -1) } : after;
      return { ...done, stuck: null, previous: { ...kept(state), tried: state.tried }, message: { text, kind: "note", offer: "restore" } };
    }
    case "recorded": return recorded(state, action);
    default: return state;
  }
}

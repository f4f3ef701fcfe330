// Changes of the game: moves, steps, and lines. The lines are kept as a list of changes to the record, which the server applies.
import { canMove, extendsGame, foundMove, hasLines, isClosed, isFree, isStudy, keepsLines, lateNow, lateText, offered, overNow, shownEntry, shownLine, triesForProgram, userSide } from "./derived.js";
import { beginsWith, choose, complete, other, turnAfter } from "./line.js";
import { MOVED, cut, kept, undoable, withoutResult } from "./state.js";
import { settled } from "./update.js";
import { plural } from "./words.js";

/** @type {AddEdits} */
const edited = (state, ...edits) => ({ ...state, base: state.edits.length > 0 ? state.base : state.game.moves, edits: [...state.edits, ...edits] });

/** Adds played moves. If `isOther`, they become the main line, and the old moves a variation. @type {WithMoves} */
function withMoves(state, moves, isOther) {
  const { edits, game } = state;
  const isEnd = !isOther && edits.some((edit) => edit.moves === game.moves);
  if (isEnd) return { ...state, edits: edits.map((edit) => (edit.moves === game.moves ? { ...edit, moves } : edit)) };
  return edited(state, { change: "add", moves }, ...(isOther ? [/** @type {Edit} */ ({ change: "promote", moves })] : []));
}

/** Plays moves from the current position, instead of a different continuation. @type {Change<string[]>} */
function playAll(state, moves) {
  if (isClosed(state)) return state;
  const { game, at } = state;
  if (beginsWith(game.moves.slice(at), moves)) return goOn(state, at + moves.length, 1);
  if (isStudy(state)) return tryAll(state, moves);
  const dropped = game.moves.length - at;
  // A program answers before the user can read the message.
  const message = state.thinking ? state.message : null;
  const all = [...game.moves.slice(0, at), ...moves];
  const keeps = keepsLines(state) || (dropped > 0 && hasLines(state));
  return {
    ...(keeps ? withMoves(state, all, dropped > 0) : state), ...MOVED, record: cut(state.record, at), review: null, moment: null, over: null,
    game: { ...withoutResult(game), moves: all }, at: at + moves.length,
    previous: dropped > 0 ? kept(state) : state.previous,
    message: dropped > 0 ? undoable(`${plural(dropped, "later move")} ${keeps ? "kept as a variation" : "removed"}.`) : message,
  };
}

/** @type {Change<string>} */
export function play(state, move) {
  const { tried, trial } = state;
  if (trial && tried.length === 0) return { ...tryOut(state, [move]), trial: { ...trial, move, answer: null } };
  return tried.length > 0 ? { ...tryAll(state, [...tried, move]), trial } : playAll(state, [move]);
}

/** @type {TryMoves} */
export const tryOut = (state, tried, at = state.at) => ({ ...goTo(state, at), tried });

/** Tries moves, and keeps them in a study. @type {Change<string[]>} */
function tryAll(state, tried) {
  const after = tryOut(state, tried);
  return isStudy(state) && !shownEntry(after) ? edited(after, { change: "add", moves: shownLine(after) }) : after;
}

/** @param {State} state */
export const playTried = (state) => (triesForProgram(state) && !isStudy(state) ? state : playAll(state, state.tried));

/** Chooses a square on the board. @type {Change<string>} */
export function chooseSquare(state, square) {
  if (!canMove(state)) return state;
  const choice = choose(offered(state), state.chain, square);
  if ("move" in choice) return play(state, choice.move);
  return { ...state, chain: choice.chain, hint: null, stuck: choice.chain.length === 0 && square !== state.chain.at(-1) ? [square, ...state.chain.slice(-1)] : null };
}

/** Drops a dragged piece. @type {DropPiece} */
export function drop(state, from, to) {
  const begun = state.chain.at(-1) === from ? state : chooseSquare({ ...state, chain: [] }, from);
  if (begun.chain.length === 0 || from === to) return begun;
  const choice = choose(offered(begun), begun.chain, to);
  if ("move" in choice) return play(begun, choice.move);
  return choice.chain.length > begun.chain.length ? { ...begun, chain: choice.chain } : { ...begun, stuck: [to, from] };
}

/** Ends a chain of jumps early. @param {State} state */
export function stopChain(state) {
  const whole = complete(offered(state), state.chain);
  return whole ? play(state, whole.move) : state;
}

/** Goes to a place, or on to the user's turn against a program. @type {GoOn} */
function goOn(state, at, step) {
  const { game, seats } = state;
  while (userSide(state) && at > 0 && at < game.moves.length && seats[turnAfter(game, at)] !== "human") at += step;
  return goTo(state, at, true);
}

/** Goes to a place. Unless a flag has fallen, the clock goes along to the end, or if it `follows`, and gives time back. @type {GoTo} */
export function goTo(state, place, follows = false) {
  const { clock, game: { moves } } = state;
  const at = Math.max(0, Math.min(place, moves.length));
  const goes = clock && !clock.late && clock.ply !== at && (follows || at === moves.length);
  return { ...state, ...MOVED, at, clock: goes ? { ...clock, ply: at, spent: 0, since: null } : clock };
}

/** @param {State} state */
export function takeBack(state) {
  if (state.clock && lateNow(state)) return goTo({ ...state, clock: { ...state.clock, spent: 0, late: null } }, state.at, true);
  if (overNow(state)) return { ...state, over: null, game: withoutResult(state.game) };
  return state.tried.length > 0 ? tryOut(state, state.tried.slice(0, -1)) : goOn(state, state.at - 1, -1);
}

/** @param {State} state */
export const playAgain = (state) => goOn(state, state.at + 1, 1);

/** Explains a moment of the review. @type {Change<number>} */
export const showMoment = (state, ply) => ({ ...goTo(state, ply), moment: ply });

/** Lets the user play the explained moment again. @param {State} state @returns {State} */
export const retry = (state) => (state.moment === null ? state : { ...goTo(state, state.moment - 1), asked: false, trial: { ply: state.moment, move: null, answer: null } });

/** Ends the game by the players' decision. @type {EndGame} */
export const endGame = (state, winner, text) => ({ ...goTo(state, Infinity), over: text, game: { ...state.game, result: winner ?? "draw" } });

/** Takes over the changed record; `asked` has the game's moves at the request. Only a free game gets later moves. An ended game stays ended. @type {Recorded} */
export function recorded(state, { record, moves }, asked) {
  const { game, clock } = state;
  if (game.moves !== asked || (beginsWith(moves, game.moves) && (!isFree(state) || moves.length === game.moves.length))) return { ...state, record };
  const shown = shownLine(state);
  let at = 0;
  while (at < shown.length && shown[at] === moves[at]) at++;
  const message = state.message && state.edits.at(-1)?.change === "delete" ? { ...state.message, text: `${state.message.text} The game continues with a variation.` } : state.message;
  // The clock follows the new moves: a loss on time becomes a declared end.
  const ended = clock?.late ? endGame(state, other(clock.late), lateText(clock.late)) : state;
  return settled({ ...ended, ...MOVED, message, record, game: { ...ended.game, moves }, at, tried: shown.slice(at), review: null, moment: null, going: false });
}

/** Drops the move at the place on the board and all later ones. @type {(state: State) => State} */
function shortened(state) {
  const { game, at, record } = state;
  return {
    ...state, ...MOVED, at: at - 1, game: { ...withoutResult(game), moves: game.moves.slice(0, at - 1) }, record: cut(record, at - 1),
    over: null, review: null, moment: null, going: false, message: undoable(`${plural(game.moves.length - at + 1, "move")} deleted.`),
  };
}

/** Changes the lines of the game. @type {EditLines} */
export function edit(state, change, moves = shownLine(state), text) {
  if (change === "add" && extendsGame(state)) return state;
  const isCut = change === "delete" && state.tried.length === 0;
  const after = isCut && !keepsLines(state) ? state : edited(state, { change, moves, text });
  if (isCut) return { ...shortened(after), previous: kept(state) };
  if (change !== "promote" && change !== "delete") return after;
  const done = change === "delete" ? { ...after, ...MOVED, tried: state.tried.slice(0, -1) } : after;
  const { line, index } = foundMove(state) ?? { line: [], index: 0 };
  const what = change === "delete" && index > 0 ? `${plural(line.length - index, "move")} of the variation` : "Variation";
  return { ...done, stuck: null, previous: { ...kept(state), tried: state.tried }, message: undoable(`${what} ${change}d.`) };
}

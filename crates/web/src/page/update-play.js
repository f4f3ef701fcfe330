// Moves and steps in the game.
import { choose, complete } from "./chain.js";
import { canMove, lateNow, offered, overNow, shownLine, triesForProgram, userSide } from "./derived.js";
import { beginsWith, turnAfter } from "./line.js";
import { MOVED, cut, kept, withoutResult } from "./state.js";
import { edited, hasLines, isStudy, keepsLines, shownEntry, withMoves } from "./update-tree.js";
import { plural } from "./words.js";

/** Plays moves from the current position, instead of a different continuation. @type {Change<string[]>} */
function playAll(state, moves) {
  if (lateNow({ ...state, tried: [] })) return state;
  const { game, at } = state;
  if (state.over && at === game.moves.length) return state;
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
    message: dropped > 0 ? { text: `${plural(dropped, "later move")} ${keeps ? "kept as a variation" : "removed"}.`, kind: "note", offer: "restore" } : message,
  };
}

/** @type {Change<string>} */
function make(state, move) {
  const { tried, trial, at } = state;
  if (trial && tried.length === 0) return { ...tryOut(state, [move], at), trial: { ...trial, move, answer: null } };
  return tried.length > 0 ? { ...tryAll(state, [...tried, move]), trial } : playAll(state, [move]);
}
/** @type {TryMoves} */
const tryOut = (state, tried, at) => ({ ...goTo(state, at), tried });

/** Tries moves, and keeps them in a study. @type {Change<string[]>} */
function tryAll(state, tried) {
  const after = tryOut(state, tried, state.at);
  return isStudy(state) && !shownEntry(after) ? edited(after, { change: "add", moves: shownLine(after) }) : after;
}

/** @type {Change<string>} */
function chooseSquare(state, square) {
  if (!canMove(state)) return state;
  const choice = choose(offered(state), state.chain, square);
  if ("move" in choice) return make(state, choice.move);
  return { ...state, chain: choice.chain, hint: null, stuck: choice.chain.length === 0 && square !== state.chain.at(-1) ? [square, ...state.chain.slice(-1)] : null };
}

/** @type {DropPiece} */
function drop(state, from, to) {
  const begun = state.chain.at(-1) === from ? state : chooseSquare({ ...state, chain: [] }, from);
  if (begun.chain.length === 0 || from === to) return begun;
  const choice = choose(offered(begun), begun.chain, to);
  if ("move" in choice) return make(begun, choice.move);
  return choice.chain.length > begun.chain.length ? { ...begun, chain: choice.chain } : { ...begun, stuck: [to, from] };
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

/** @type {Reducer} */
export function updatePlay(state, action) {
  switch (action.type) {
    case "play": return make(state, action.move);
    case "choose": return chooseSquare(state, action.square);
    case "drop": return drop(state, action.from, action.to);
    case "stop-chain": {
      const whole = complete(offered(state), state.chain);
      return whole ? make(state, whole.move) : state;
    }
    case "moment": return { ...goTo(state, action.ply), moment: action.ply };
    case "trial": return state.moment === null ? state : { ...goTo(state, state.moment - 1), trial: { ply: state.moment, move: null, answer: null } };
    case "try": return tryOut(state, action.tried, action.at ?? state.at);
    case "play-tried": return triesForProgram(state) && !isStudy(state) ? state : playAll(state, state.tried);
    case "go": return goTo(state, action.at);
    case "take-back":
      if (state.clock && lateNow(state)) return goTo({ ...state, clock: { ...state.clock, spent: 0, late: null } }, state.at, true);
      if (overNow(state)) return { ...state, over: null, game: withoutResult(state.game) };
      return state.tried.length > 0 ? tryOut(state, state.tried.slice(0, -1), state.at) : goOn(state, state.at - 1, -1);
    case "play-again": return goOn(state, state.at + 1, 1);
    default: return state;
  }
}


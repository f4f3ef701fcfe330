// State changes from the server's answers: places, rankings, reviews.
import { analysisOf } from "./derived.js";

/** The maximum number of stored places. */
const KEPT = 400;

/** Adds an entry, and forgets the older half when there are too many. @type {Remember} */
function remember(entries, key, value) {
  const all = Object.entries(entries);
  const rest = all.length < KEPT ? entries : Object.fromEntries(all.slice(KEPT / 2));
  return { ...rest, [key]: value };
}

/** @param {State} state @param {string} key */
const isCurrent = (state, key) => key.startsWith(`${state.start}|`);

/** @type {Learn} */
function learn(state, key, news) {
  if (!isCurrent(state, key)) return state;
  return { ...state, analyses: remember(state.analyses, key, { ...analysisOf(state, key), ...news }) };
}

/** @type {Reducer} */
export function updateRank(state, action) {
  switch (action.type) {
    case "place":
      return isCurrent(state, action.key) ? { ...state, places: remember(state.places, action.key, action.place) } : state;
    case "ranking": return learn(state, action.key, { ranking: action.ranking, ended: null });
    case "estimates":
      return learn(state, action.key, { estimates: Object.fromEntries(action.moves.map((estimate) => [estimate.move, estimate])) });
    case "proven":
      return learn(state, action.key, { proven: Object.fromEntries(action.moves.map(({ move, proven }) => [move, proven])) });
    case "ended": return learn(state, action.key, { ended: action.reason });
    case "depth": return { ...state, depth: action.depth, analyses: (action.depth ?? Infinity) < (state.depth ?? Infinity) ? {} : state.analyses };
    case "review": return { ...state, review: action.review, ...(!action.review && { moment: null, trial: null, shelved: { moves: state.game.moves, review: state.review } }) };
    case "judged": return { ...state, trial: state.trial && { ...state.trial, answer: action.answer } };
    default: return state;
  }
}

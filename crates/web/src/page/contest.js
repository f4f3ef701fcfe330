// Ends of games between a person and a program: resigning, draws, rematches.
import { newClock } from "./clock.js";
import { gameAfter, isContest, shownKey, userSide } from "./derived.js";
import { other } from "./line.js";
import { follow } from "./server.js";
import { dispatch, get, notify } from "./store.js";
import { today } from "./words.js";

/** The search depth for judging an offer of a draw. */
const DEPTH = 8;

/** @returns {Action | void} */
export function resign() {
  const side = userSide(get());
  if (side && isContest(get())) return { type: "over", winner: other(side), text: `${other(side)} wins: ${side} resigns` };
}

/** Offers a draw; the program accepts if it expects nothing better. */
export async function offerDraw() {
  const state = get();
  const key = shownKey(state);
  if (!isContest(state) || state.at < state.game.moves.length) return;
  /** The user's best score. */
  let best = 0;
  await follow("rank", { game: gameAfter(state.game, state.game.moves), depth: DEPTH }, new AbortController().signal, (event, data) => {
    if (event === "estimates") best = Math.max(...data.moves.map((/** @type {{estimate: number}} */ { estimate }) => estimate));
  });
  if (shownKey(get()) !== key || !isContest(get())) return;
  if (best >= 0) dispatch({ type: "over", winner: null, text: "a draw: both players agree" });
  else notify("The program declines the draw: it stands better.", "note");
}

/** Begins the game again from the same place, with colours swapped. */
export async function rematch() {
  const { game, clock, seats: { red, black }, lead, prefs } = get();
  const { rules, shape, turn, board } = game;
  const moves = game.moves.slice(0, lead);
  dispatch({ type: "prefs", prefs: { flip: !prefs.flip } });
  dispatch({ type: "load", played: { game: { rules, shape, turn, board, moves }, lead, begun: today(), clock: clock && newClock(clock.control, lead) }, seats: { red: black, black: red } });
}

// Ends of games between a person and a program: resigning, draws, rematches.
import { newClock } from "./clock.js";
import { gameAfter, isContest, userSide } from "./derived.js";
import { other } from "./line.js";
import { ask } from "./server.js";
import { dispatch, get, notify } from "./store.js";
import { today } from "./words.js";

/** @returns {Action | void} */
export function resign() {
  const side = userSide(get());
  if (side) return { type: "over", winner: other(side), text: `${other(side)} wins: ${side} resigns` };
}

/** Offers a draw; the program accepts unless the engine prefers its side. */
export async function offerDraw() {
  const { game, start } = get();
  const { better } = await ask("draw", { game: gameAfter(game, game.moves) });
  const state = get(), user = userSide(state);
  if (state.start !== start || state.game.moves !== game.moves || !user || !isContest(state)) return;
  if (better !== other(user)) dispatch({ type: "over", winner: null, text: "a draw: both players agree" });
  else notify("The program declines the draw: it stands better.", "note");
}

/** Begins the game again from the same place, with colours swapped. */
export async function rematch() {
  const { game, clock, seats: { red, black }, lead } = get();
  dispatch({ type: "load", played: { game: gameAfter(game, lead), lead, begun: today(), clock: clock && newClock(clock.control, lead.length), seats: { red: black, black: red } } });
}

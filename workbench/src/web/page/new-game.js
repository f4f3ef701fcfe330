// The dialog that begins a new game.
/** @import {Game, Side} from "./page" */
import { byId } from "./dom.js";
import { fillSeats } from "./players.js";
import { rulesForm } from "./rules-form.js";
import { ask, said } from "./server.js";
import { dispatch, get } from "./store.js";

const rules = rulesForm();

/** Opens the dialog with the rules and players of the game on the board. */
export function openNewGame() {
  const state = get();
  rules.write(state.game.rules, state.game.shape);
  fillSeats(byId("new-red", HTMLSelectElement), state, state.seats.red);
  fillSeats(byId("new-black", HTMLSelectElement), state, state.seats.black);
  byId("new-error").textContent = "";
  byId("new-dialog", HTMLDialogElement).showModal();
}

/** @param {Pick<Game, "rules" | "shape">} what @param {Record<Side, string>} seats */
export async function begin(what, seats) {
  const game = /** @type {Game} */ (await ask("start", what));
  dispatch({ type: "load", played: { game }, seats });
}

const dialog = byId("new-dialog", HTMLDialogElement);
byId("new-rules").replaceWith(rules.form);
byId("new-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const seats = { red: byId("new-red", HTMLSelectElement).value, black: byId("new-black", HTMLSelectElement).value };
  begin(rules.read(), seats).then(() => dialog.close(), (error) => (byId("new-error").textContent = said(error)));
});

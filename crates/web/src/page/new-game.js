// The dialog that begins a new game.
import { newClock } from "./clock.js";
import { byId } from "./dom.js";
import { fillSeats } from "./players.js";
import { rulesForm } from "./rules-form.js";
import { ask, reason } from "./server.js";
import { isStandard } from "./state.js";
import { dispatch, get } from "./store.js";
import { today } from "./words.js";

const dialog = byId("new-dialog", HTMLDialogElement);
const red = byId("new-red", HTMLSelectElement);
const black = byId("new-black", HTMLSelectElement);
const opening = byId("new-opening", HTMLSelectElement);
const minutes = byId("new-minutes", HTMLInputElement);
const seconds = byId("new-seconds", HTMLInputElement);
const rules = rulesForm(offerOpenings);

/** Openings are those of English draughts. @param {Rules} rules @param {Shape} shape */
function offerOpenings(rules, shape) {
  opening.disabled = !isStandard({ rules, shape });
  if (opening.disabled) opening.value = "";
}

export function openNewGame() {
  const state = get();
  const { game, seats, clock } = state;
  rules.write(game.rules, game.shape);
  offerOpenings(game.rules, game.shape);
  opening.replaceChildren(new Option("none", ""), ...(state.about?.openings ?? []).map(({ name }) => new Option(name)));
  fillSeats(red, state, seats.red);
  fillSeats(black, state, seats.black);
  minutes.value = clock ? String(clock.control.base / 60) : "";
  seconds.value = String(clock?.control.increment ?? 0);
  byId("new-error").textContent = "";
  dialog.showModal();
}

async function begin() {
  const moves = get().about?.openings.find(({ name }) => name === opening.value)?.moves ?? [];
  const clock = minutes.value ? newClock({ base: 60 * minutes.valueAsNumber, increment: seconds.valueAsNumber }, moves.length) : null;
  const game = { ...(await ask("start", rules.read())), moves };
  dispatch({ type: "load", played: { game, clock, begun: today() }, seats: { red: red.value, black: black.value } });
}

byId("new-rules").replaceWith(rules.form);
byId("new-form").addEventListener("submit", (event) => {
  event.preventDefault();
  begin().then(() => dialog.close(), (error) => (byId("new-error").textContent = reason(error)));
});

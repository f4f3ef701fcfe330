// The dialog that begins a new game.
import { newClock } from "./clock.js";
import { userSide } from "./derived.js";
import { byId, el, openDialog } from "./dom.js";
import { other } from "./line.js";
import { rulesForm } from "./rules-form.js";
import { ask, reason } from "./server.js";
import { isStandard } from "./state.js";
import { dispatch, get, set } from "./store.js";
import { load } from "./update.js";
import { capital, today } from "./words.js";

const dialog = byId("new-dialog", HTMLDialogElement);
const form = byId("new-form", HTMLFormElement);
const { opening, minutes, seconds } = form;
const opponents = byId("new-opponent");
const rules = rulesForm(form, byId("new-rules"), offerOpenings);

/** Offers openings for English draughts only. @param {Variant} variant */
function offerOpenings(variant) {
  opening.disabled = !isStandard(variant);
  if (opening.disabled) opening.value = "";
  const [first] = opening.options;
  if (first) first.text = opening.disabled ? "only with English rules" : "the start position";
}

/** The number of programs that are always offered: the levels, and the engine. */
const USUAL = 7;

/** Offers the usual programs, those of the command line, the one that is seated now, and a person. @type {Change<string, void>} */
function offerOpponents({ about }, chosen) {
  const agents = about?.agents ?? [], person = { spec: "human", about: "a person, on this screen" };
  const offered = new Set([...agents.slice(0, USUAL).map(({ spec }) => spec), ...Object.values(about?.seats ?? {}), chosen]);
  offered.delete("human");
  opponents.replaceChildren(...[...opponents.children].slice(0, 1), ...[...offered, "human"].map((spec) => {
    const [name = "", ...rest] = ([...agents, person].find((agent) => agent.spec === spec)?.about || spec).split(", ");
    return el("label", { class: "card" }, el("input", { type: "radio", name: "opponent", value: spec, checked: spec === chosen, autofocus: spec === chosen }), el("span", {}, el("b", { text: capital(name) }), el("small", { text: rest.join(", ") })));
  }));
}

export function openNewGame() {
  const state = get();
  const { game, seats, clock, about } = state;
  const side = userSide(state);
  rules.write(game);
  opening.replaceChildren(new Option("", ""), new Option("random, from the three-move deck", "lot"), ...(about?.openings ?? []).flatMap(({ name }) => (name ? new Option(name) : [])));
  offerOpenings(game);
  offerOpponents(state, side ? seats[other(side)] : "human");
  form.side.value = side ?? "red";
  minutes.value = clock ? String(clock.control.base / 60) : "";
  seconds.value = String(clock?.control.increment ?? 0);
  byId("new-error").textContent = "";
  openDialog("new-dialog");
}

/** @type {Any} */
const any = (things) => things[Math.floor(Math.random() * things.length)];

/** Returns the moves of the chosen opening. */
function leadMoves() {
  const openings = get().about?.openings ?? [];
  return (opening.value === "lot" ? any(openings.filter(({ deck }) => deck)) : openings.find(({ name }) => name === opening.value && name))?.moves ?? [];
}

async function begin() {
  const moves = leadMoves();
  const clock = minutes.value ? newClock({ base: 60 * minutes.valueAsNumber, increment: seconds.valueAsNumber }, moves.length) : null;
  const opponent = form.opponent.value, mine = /** @type {Side} */ (form.side.value === "lot" ? any(["red", "black"]) : form.side.value);
  const game = { ...(await ask("start", rules.read())), moves };
  const seats = /** @type {Seats} */ ({ [mine]: "human", [other(mine)]: opponent });
  dispatch(load, { played: { game, clock, begun: today(), lead: moves, seats } });
}

/** Asks a visitor for an opponent; until then no program plays, and no game has begun. The third level is seated instead of the default engine. */
export function welcome() {
  const { seats, about } = get(), usual = about?.agents[2]?.spec;
  const seat = (/** @type {string} */ who) => (who === "timed:1" && usual ? usual : who);
  set({ going: false, begun: null, seats: { red: seat(seats.red), black: seat(seats.black) } });
  openNewGame();
  dialog.addEventListener("close", () => set({ going: true, begun: today() }), { once: true });
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  begin().then(() => dialog.close(), (error) => (byId("new-error").textContent = reason(error)));
});

// The players above and below the board: names, captured pieces, and whose turn it is.
import { shownTime } from "./clock.js";
import { drawnBoard, isProgramsTurn, shownTurn } from "./derived.js";
import { byId, changes, el } from "./dom.js";
import { count, other } from "./line.js";
import { capital, clockText, plural } from "./words.js";
import { seat } from "./update.js";
import { dispatch, get, watch } from "./store.js";

/** @type {FillSeats} */
function fillSeats({ select, isNew }, state, who, person) {
  const names = new Map([["human", person], [who, who === "human" ? person : who]]);
  for (const { spec, about } of state.about?.agents ?? []) names.set(spec, capital(about || spec));
  if (isNew([...names])) select.replaceChildren(...[...names].map(([spec, name]) => new Option(name, spec)));
  select.value = who;
}

const strips = /** @type {const} */ (["top", "bottom"]).map((end) => {
  const holder = byId(`player-${end}`);
  const dot = el("span", { class: "dot" });
  const select = el("select");
  const score = el("span", { class: "pieces-left quiet" });
  const time = el("span", { class: "time", role: "timer" });
  holder.append(dot, select, el("span", { class: "busy" }), score, time);
  select.addEventListener("change", () => dispatch(seat, sideAt(get(), end), select.value));
  return { end, holder, dot, select, score, time, isNew: changes() };
});

/** @type {Change<End, Side>} */
function sideAt(state, end) {
  const bottom = state.prefs.flip ? "black" : "red";
  return end === "bottom" ? bottom : other(bottom);
}

/** @type {TextOf<Side>} */
const nameOf = ({ game, seats }, side) => game[side] || (seats[side] === "human" && seats[other(side)] !== "human" ? "You" : capital(side));

watch((state) => {
  const board = drawnBoard(state);
  for (const strip of strips) {
    const { end, holder, dot, select, score } = strip;
    const side = sideAt(state, end);
    const { men, kings } = count(board, side);
    dot.className = `dot ${side}`;
    select.ariaLabel = `${capital(side)} is played by`;
    fillSeats(strip, state, state.seats[side], nameOf(state, side));
    score.textContent = `${plural(men, "man", "men")}${kings ? `, ${plural(kings, "king")}` : ""}`;
    const isTurn = shownTurn(state) === side && !state.setup;
    holder.classList.toggle("turn", isTurn);
    holder.classList.toggle("thinking", isTurn && state.thinking && isProgramsTurn(state));
  }
});

/** Milliseconds between updates of a running clock. */
const TICK_MS = 100;
let ticks = 0;

function tick() {
  const state = get();
  const { clock } = state;
  clearTimeout(ticks);
  for (const { end, time } of strips) {
    const left = shownTime(state, sideAt(state, end), Date.now() / 1000);
    time.hidden = left === null;
    time.textContent = clockText(left ?? 0);
    time.classList.toggle("short", (left ?? 0) < 10);
    // A flag falls with any change.
    if (clock?.since && left !== null && left < 0) dispatch((state) => state);
  }
  if (clock?.since) ticks = setTimeout(tick, TICK_MS);
}
watch(tick);

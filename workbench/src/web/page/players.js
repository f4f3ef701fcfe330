// The players above and below the board: who they are, what they took, whose turn it is.
/** @import {Side, State} from "./page" */
import { drawnBoard, isProgramsTurn, shownTurn } from "./derived.js";
import { byId, el } from "./dom.js";
import { count, other } from "./line.js";
import { capital } from "./words.js";
import { dispatch, get, watch } from "./store.js";

/** Lists the choices for a seat. @param {HTMLSelectElement} select @param {State} state @param {string} who */
export function fillSeats(select, state, who) {
  const names = new Map([["human", "a person"], [who, who === "human" ? "a person" : who]]);
  for (const { spec, about } of state.about?.agents ?? []) names.set(spec, about || spec);
  const wanted = [...names.keys()].join(" ");
  if (select.dataset["choices"] !== wanted) select.replaceChildren(...[...names].map(([spec, name]) => new Option(name, spec)));
  select.dataset["choices"] = wanted;
  select.value = who;
}

const strips = /** @type {const} */ (["top", "bottom"]).map((end) => {
  const holder = byId(`player-${end}`);
  const dot = el("span", { class: "dot" });
  const name = el("span", { class: "player-name" });
  const select = el("select");
  const label = el("label", {}, name, select);
  const score = el("span", { class: "pieces-left" });
  holder.append(dot, label, el("span", { class: "clock", "aria-hidden": "true" }), score);
  select.addEventListener("change", () => dispatch({ type: "seat", side: sideAt(get(), end), who: select.value }));
  return { end, holder, dot, name, select, score };
});

/** @param {State} state @param {"top" | "bottom"} end @returns {Side} */
function sideAt(state, end) {
  const bottom = state.prefs.flip ? "black" : "red";
  return end === "bottom" ? bottom : other(bottom);
}

watch((state) => {
  const board = drawnBoard(state);
  for (const { end, holder, dot, name, select, score } of strips) {
    const side = sideAt(state, end);
    const { men, kings } = count(board, side);
    dot.className = `dot ${side}`;
    name.textContent = state.game[side] ? `${capital(side)}: ${state.game[side]}` : capital(side);
    fillSeats(select, state, state.seats[side]);
    score.textContent = `${men} ${men === 1 ? "man" : "men"}${kings ? `, ${kings} ${kings === 1 ? "king" : "kings"}` : ""}`;
    const isTurn = shownTurn(state) === side && !state.setup;
    holder.classList.toggle("turn", isTurn);
    holder.classList.toggle("thinking", isTurn && state.thinking && isProgramsTurn(state));
  }
});

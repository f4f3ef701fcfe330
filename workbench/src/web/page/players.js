// The players above and below the board: who they are, what they took, whose turn it is.
/** @import {Side, State, Store} from "./page" */
import { drawnBoard, isProgramsTurn, shownTurn } from "./derived.js";
import { byId, el } from "./dom.js";
import { count, other } from "./line.js";
import { capital } from "./words.js";

/** Names what plays a side. @param {string} who */
export function seatName(who) {
  const [name, value] = who.split(":");
  if (who === "human") return "You or somebody";
  if (name === "timed") return `Program, ${value} s a move`;
  if (name === "minimax") return `Program, ${value} plies deep`;
  if (name === "eval") return value ? `Program, by judgement, ${value} plies` : "Program, by judgement";
  if (name === "random") return "Random moves";
  if (name === "random-piece") return "Random pieces";
  return who;
}

/** Lists the choices for a seat. @param {HTMLSelectElement} select @param {State} state @param {string} who */
export function fillSeats(select, state, who) {
  const choices = [...new Set(["human", ...(state.about?.agents ?? []).map(({ spec }) => spec), who])];
  const wanted = choices.join(" ");
  if (select.dataset["choices"] !== wanted) {
    select.replaceChildren(...choices.map((spec) => el("option", { value: spec, text: seatName(spec) })));
    select.dataset["choices"] = wanted;
  }
  select.value = who;
}

/** Draws the players, and again after each change. @param {Store} store */
export function createPlayers(store) {
  const strips = /** @type {const} */ (["top", "bottom"]).map((end) => {
    const holder = byId(`player-${end}`);
    const dot = el("span", { class: "dot" });
    const name = el("span", { class: "player-name" });
    const select = el("select");
    const label = el("label", {}, name, select);
    const score = el("span", { class: "pieces-left" });
    holder.append(dot, label, el("span", { class: "clock", "aria-hidden": "true" }), score);
    select.addEventListener("change", () => store.dispatch({ type: "seat", side: sideAt(store.get(), end), who: select.value }));
    return { end, holder, dot, name, select, score };
  });

  /** @param {State} state @param {"top" | "bottom"} end @returns {Side} */
  function sideAt(state, end) {
    const bottom = state.prefs.flip ? "black" : "red";
    return end === "bottom" ? bottom : other(bottom);
  }

  /** @param {State} state */
  function render(state) {
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
  }

  store.subscribe((state) => render(state));
  render(store.get());
}

// Buttons, the line of status, messages.
/** @import {State} from "./page" */
import { abilities, run } from "./commands.js";
import { shownKey } from "./derived.js";
import { byId, icon, lazily, show } from "./dom.js";
import { provenText, shownMove, statusText } from "./words.js";
import { dispatch, watch } from "./store.js";

/** @param {string} name */
const buttons = (name) => [...document.querySelectorAll(`[data-do="${name}"]`)];

/** @param {State} state */
function hintText(state) {
  const { hint } = state;
  if (hint?.key !== shownKey(state)) return "";
  return `Hint: ${shownMove(state, hint.move)}${hint.why ? ` – ${hint.why}` : ""}${hint.proven ? ` (${provenText(hint.proven)})` : ""}`;
}

addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-do]") : null;
  run(button?.getAttribute("data-do"));
});
const depth = byId("deepest", HTMLSelectElement);
depth.addEventListener("change", () => dispatch({ type: "depth", depth: depth.value === "" ? null : Number(depth.value) }));

const fillDepths = lazily((/** @type {number} */ limit, /** @type {number | null} */ chosen) => {
  const depths = new Set([0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, chosen ?? 0]);
  const options = [...depths].filter((value) => value < limit).sort((a, b) => a - b).map((value) => new Option(`to depth ${value}`, String(value)));
  depth.replaceChildren(new Option("ever deeper", ""), ...options);
  depth.value = String(chosen ?? "");
});

watch((state) => {
  const { disabled, hidden, pressed } = abilities(state);
  const each = (/** @type {Record<string, unknown>} */ all, /** @type {(button: Element, is: boolean) => void} */ set) => {
    for (const [name, is] of Object.entries(all)) for (const button of buttons(name)) if (typeof is === "boolean") set(button, is);
  };
  each(disabled, (button, is) => button.toggleAttribute("disabled", is));
  each(hidden, (button, is) => show(button, !is));
  each(pressed, (button, is) => button.setAttribute("aria-pressed", String(is)));
  for (const button of buttons("going")) {
    button.replaceChildren(icon(state.going ? "pause" : "play"), state.going ? "Pause" : "Go on");
  }
  for (const button of buttons("theme")) button.setAttribute("aria-label", `Colours: ${state.prefs.theme}`);
  document.documentElement.dataset["theme"] = state.prefs.theme;
  byId("status").textContent = statusText(state);
  byId("status").classList.toggle("over", statusText(state).includes(":"));
  byId("hint").textContent = hintText(state);
  byId("message-text").textContent = state.message?.text ?? "";
  byId("message").className = `message ${state.message?.kind ?? ""}`;
  show(byId("message"), state.message !== null);
  fillDepths(state.about?.limits.depth ?? 0, state.depth);
});

// Buttons, the line of status, messages.
/** @import {State, Store} from "./page" */
import { COMMANDS, abilities } from "./commands.js";
import { shownKey } from "./derived.js";
import { byId, icon, show } from "./dom.js";
import { provenText, shownMove, statusText } from "./words.js";

/** @param {string} name */
const buttons = (name) => [...document.querySelectorAll(`[data-do="${name}"]`)];

/** Lets the buttons work and shows what they can do. @param {Store} store */
export function createControls(store) {
  addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-do]") : null;
    const command = COMMANDS[button?.getAttribute("data-do") ?? ""];
    if (button && command) command(store);
    if (button?.closest("details.menu")) button.closest("details")?.removeAttribute("open");
  });
  const depth = byId("deepest", HTMLSelectElement);
  depth.addEventListener("change", () => store.dispatch({ type: "depth", depth: depth.value === "" ? null : Number(depth.value) }));

  /** @param {State} state */
  function render(state) {
    const { disabled, hidden, pressed } = abilities(state);
    for (const [name, is] of Object.entries(disabled)) for (const button of buttons(name)) button.toggleAttribute("disabled", is);
    for (const [name, is] of Object.entries(hidden)) for (const button of buttons(name)) show(button, !is);
    for (const [name, is] of Object.entries(pressed)) for (const button of buttons(name)) if (typeof is === "boolean") button.setAttribute("aria-pressed", String(is));
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
    if (!depth.matches(":focus")) fillDepths(state);
  }

  /** @param {State} state */
  function fillDepths(state) {
    const limit = state.about?.limits.depth ?? 0;
    const depths = [0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20].filter((value) => value < limit);
    if (state.depth !== null && !depths.includes(state.depth)) depths.push(state.depth);
    const options = depths.sort((a, b) => a - b).map((value) => new Option(`to depth ${value}`, String(value)));
    const key = `${limit} ${state.depth}`;
    if (depth.dataset["key"] === key) return;
    depth.dataset["key"] = key;
    depth.replaceChildren(new Option("ever deeper", ""), ...options);
    depth.value = state.depth === null ? "" : String(state.depth);
  }

  store.subscribe((state) => render(state));
  render(store.get());
}

/** @param {State} state */
function hintText(state) {
  const { hint } = state;
  if (hint?.key !== shownKey(state)) return "";
  return `Hint: ${shownMove(state, hint.move)}${hint.why ? ` – ${hint.why}` : ""}${hint.proven ? ` (${provenText(hint.proven)})` : ""}`;
}

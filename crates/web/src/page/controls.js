// Buttons, the status line, messages.
import { abilities } from "./abilities.js";
import { run } from "./commands.js";
import { shownChance, shownOutcome, showsScores } from "./derived.js";
import { above, byId, changes, icon, unbroken } from "./dom.js";
import { remark, statusText } from "./words.js";
import { answered, limitDepth } from "./update.js";
import { dispatch, watch } from "./store.js";

/** @param {string} name */
const buttons = (name) => [...document.querySelectorAll(`[data-do="${name}"]`)];

for (const button of document.querySelectorAll("[data-do]")) {
  const name = button.getAttribute("data-do") ?? "";
  if (document.getElementById(`i-${name}`)) button.prepend(icon(name));
}
let pressed = "";
addEventListener("click", (event) => {
  const name = above(event, "[data-do]")?.dataset.do ?? "";
  // The first click of a double click may have put another button below the pointer.
  if (event.detail < 2) pressed = name;
  if (name === pressed) run(name);
});
addEventListener("answered", () => dispatch(answered));
const bar = byId("bar");
const depth = byId("deepest", HTMLSelectElement);
depth.addEventListener("change", () => dispatch(limitDepth, depth.value === "" ? null : Number(depth.value)));

const isNew = changes();
/** @type {FillDepths} */
function fillDepths(limit, chosen) {
  if (!isNew([limit, chosen])) return;
  const depths = new Set([0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, chosen ?? 0]);
  const options = [...depths].filter((value) => value < limit).sort((a, b) => a - b).map((value) => new Option(`up to depth ${value}`, String(value)));
  depth.replaceChildren(new Option("no limit", ""), ...options);
  depth.value = String(chosen ?? "");
}

watch((state, before) => {
  for (const [attribute, commands] of Object.entries(abilities(state))) {
    for (const [name, is] of Object.entries(commands)) {
      for (const button of buttons(name)) /title|pressed/.test(attribute) ? button.setAttribute(attribute, String(is)) : button.toggleAttribute(attribute, Boolean(is));
    }
  }
  for (const button of buttons("going")) {
    button.replaceChildren(icon(state.going ? "pause" : "play"), state.going ? "Pause" : "Resume");
  }
  for (const button of buttons("theme")) button.ariaLabel = `Colours: ${state.prefs.theme}`;
  document.documentElement.dataset.theme = state.prefs.theme;
  byId("status").textContent = statusText(state);
  byId("status").classList.toggle("over", !state.setup && shownOutcome(state) !== null);
  for (const button of buttons("arrows")) button.replaceChildren(icon("arrows"), showsScores(state) ? "Hide scores" : "Show scores");
  const chance = shownChance(state);
  bar.hidden = chance === null;
  bar.style.setProperty("--chance", `${chance}%`);
  bar.title = bar.ariaLabel = `Red's expected result: ${chance} of 100`;
  bar.classList.toggle("flipped", state.prefs.flip);
  byId("hint").replaceChildren(...unbroken(remark(state)));
  byId("message-text").textContent = state.message?.text ?? "";
  byId("message").className = state.message?.kind ?? "";
  byId("message").hidden = state.message === null || state.stuck !== null;
  if (state.message && state.message !== before.message) byId("message").scrollIntoView({ block: "nearest" });
  fillDepths(state.about?.limits.depth ?? 0, state.depth);
});

// Moves announced to screen readers.
import { keyOf, lastMove, shownKey, shownLine, shownPlace, shownTurn } from "./derived.js";
import { byId } from "./dom.js";
import { other } from "./line.js";
import { hintText, plural, remark, spoken, statusText } from "./words.js";
import { watch } from "./store.js";

const region = byId("live");
const say = (/** @type {string} */ text) => void (region.textContent = text);
/** The place to announce once it is loaded. */
let pending = "";
let wasForward = false;

watch((state, before) => {
  const key = shownKey(state);
  if (key !== shownKey(before)) {
    pending = key;
    const line = shownLine(state);
    wasForward = state.start === before.start && line.length > 0 && keyOf(state, line.slice(0, -1)) === shownKey(before);
  }
  if (pending === key && shownPlace(state)) {
    pending = "";
    const move = lastMove(state);
    const news = wasForward && move ? spoken(state.game.shape, other(shownTurn(state)), move) : `${plural(shownLine(state).length, "move")} played.`;
    say(`${news} ${statusText(state)}`);
  }
  if (state.hint && !hintText(before) && hintText(state)) say(hintText(state));
  if (state.stuck && state.stuck !== before.stuck) say(remark(state));
  if ((state.over && !before.over) || (state.clock?.late && !before.clock?.late)) say(statusText(state));
  if (state.chain !== before.chain && state.chain.length > 0) say(`${state.chain.at(-1)} chosen.`);
});

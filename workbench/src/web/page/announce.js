// Moves said to screen readers.
import { keyOf, lastMove, shownKey, shownLine, shownPlace } from "./derived.js";
import { byId } from "./dom.js";
import { announced, provenText, shownMove, statusText } from "./words.js";
import { watch } from "./store.js";

const region = byId("live");
const say = (/** @type {string} */ text) => void (region.textContent = text);
/** The place that waits for the server's word. */
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
    say(wasForward && move ? announced(state, move) : `${shownLine(state).length} moves played. ${statusText(state)}`);
  }
  if (state.hint && state.hint !== before.hint) {
    const { move, why, proven } = state.hint;
    say(`Hint: ${shownMove(state, move)}. ${why} ${proven ? provenText(proven) : ""}`);
  }
  if (state.chain !== before.chain && state.chain.length > 0) say(`${state.chain[state.chain.length - 1]} chosen.`);
});

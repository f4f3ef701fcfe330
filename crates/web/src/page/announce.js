// Moves announced to screen readers, and by knocks on wood, which are synthesized and off by default.
import { keyOf, lastMove, shownBoard, shownKey, shownLine, shownPlace, shownTurn } from "./derived.js";
import { byId } from "./dom.js";
import { isJump, other } from "./line.js";
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

/** @type {AudioContext | null} */
let audio = null;

/** @type {Tap} */
function knock(context, delay, pitch, loud) {
  const start = context.currentTime + delay;
  const tone = context.createOscillator();
  const gain = context.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch, start);
  tone.frequency.exponentialRampToValueAtTime(pitch / 3, start + 0.08);
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + 0.12);
  tone.connect(gain).connect(context.destination);
  tone.start(start);
  tone.stop(start + 0.13);
}

watch((state, before) => {
  if (!state.prefs.sounds || state.setup) return;
  const over = shownPlace(state)?.outcome && !before.places[shownKey(state)];
  const moved = shownBoard(state) !== shownBoard(before) && state.start === before.start;
  const on = state.prefs.sounds !== before.prefs.sounds;
  if (!over && !moved && !on) return;
  audio ??= new AudioContext();
  const move = lastMove(state);
  const taken = moved && move !== null && isJump(state.game.shape, move);
  knock(audio, 0, taken ? 260 : 420, 0.25);
  if (taken) knock(audio, 0.09, 190, 0.3);
  if (over) [523, 659, 784].forEach((pitch, index) => audio && knock(audio, 0.2 + 0.12 * index, pitch, 0.25));
});

// Knocks on wood, synthesized; off by default.
import { lastMove, shownBoard, shownKey, shownPlace } from "./derived.js";
import { isJump } from "./line.js";
import { watch } from "./store.js";

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

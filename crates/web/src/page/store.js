// The state of the page, and its listeners.
import { timed } from "./clock.js";
import { recallPreferences } from "./prefs.js";
import { reason } from "./server.js";
import { initial } from "./state.js";
import { report } from "./update.js";

let state = initial(recallPreferences());
let busy = false;
/** @type {((state: State) => State)[]} */
const queue = [];
/** @type {Listener[]} */
const listeners = [];

export const get = () => state;

/** @param {Listener} listener */
export function watch(listener) {
  listeners.push(listener);
  listener(state, state);
}

/** Watches, but waits while a pointer is pressed on the element: what is clicked must not be replaced. @type {WatchReleased} */
export function watchReleased(element, listener) {
  let isPressed = false, seen = state;
  const show = () => {
    const before = seen;
    if (isPressed || before === state) return;
    seen = state;
    listener(state, before);
  };
  element.addEventListener("pointerdown", () => void (isPressed = true));
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(() => {
    isPressed = false;
    show();
  }));
  listener(state, state);
  watch(show);
}

/** Changes the state by a function of the state and these values. Listeners' changes wait until all have seen the previous change. @type {Dispatch} */
export function dispatch(change, ...values) {
  queue.push((state) => change(state, ...values));
  if (busy) return;
  busy = true;
  try {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const before = state;
      state = timed(before, next(before), Date.now() / 1000);
      if (state !== before) for (const listener of listeners) listener(state, before);
    }
  } finally {
    busy = false;
  }
}

/** @param {Partial<State>} change */
export const set = (change) => dispatch((state) => ({ ...state, ...change }));

/** @type {Attempt} */
export const attempt = (work, where) => work().catch((error) => dispatch(report, reason(error, where), error.status === 0 ? "away" : "error"));

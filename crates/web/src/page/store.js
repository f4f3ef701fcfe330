// The state of the page, and its listeners.
import { timed } from "./clock.js";
import { recallPreferences } from "./prefs.js";
import { reason } from "./server.js";
import { initial } from "./state.js";
import { update } from "./update.js";

let state = initial(recallPreferences());
let busy = false;
/** @type {Action[]} */
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

/** Changes the state. Listeners' actions wait until all have seen the previous change. @param {Action} action */
export function dispatch(action) {
  queue.push(action);
  if (busy) return;
  busy = true;
  try {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const before = state;
      const now = Date.now();
      state = timed(before, update(before, next, now), now / 1000);
      if (state !== before) for (const listener of listeners) listener(state, before);
    }
  } finally {
    busy = false;
  }
}

/** @param {Partial<State>} change */
export const set = (change) => dispatch({ type: "set", change });

/** @type {Attempt} */
export const attempt = (work, where) => work().catch((error) => notify(reason(error, where), error.status === 0 ? "away" : "error"));

/** @type {Notify} */
export const notify = (text, kind) => dispatch({ type: "message", text, kind });

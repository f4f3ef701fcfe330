// The state of the page and who listens to it.
/** @import {Action, State, Store} from "./page" */

/**
 * Makes a store: each action changes the state by `update`, then the listeners hear of it in turn.
 * An action that a listener dispatches waits until all have heard of the one before.
 * @param {State} initial @param {(state: State, action: Action) => State} update @returns {Store}
 */
export function createStore(initial, update) {
  let state = initial;
  let busy = false;
  /** @type {Action[]} */
  const queue = [];
  /** @type {((state: State, before: State) => void)[]} */
  const listeners = [];
  return {
    get: () => state,
    subscribe: (listener) => void listeners.push(listener),
    dispatch(action) {
      queue.push(action);
      if (busy) return;
      busy = true;
      try {
        for (let next = queue.shift(); next; next = queue.shift()) {
          const before = state;
          state = update(before, next);
          if (state !== before) for (const listener of listeners) listener(state, before);
        }
      } finally {
        busy = false;
      }
    },
  };
}

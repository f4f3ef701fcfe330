// Preferences and seats, kept by the browser.
/** @import {Game, Preferences, Side, State} from "./page" */
import { PREFERENCES } from "./state.js";

const NAME = "checkers";

/** Reads JSON that was kept; nothing if there is none, or if the browser keeps nothing. @param {() => Storage} where */
function recall(where) {
  try {
    return JSON.parse(where().getItem(NAME) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** @param {() => Storage} where @param {unknown} value */
function keep(where, value) {
  try {
    where().setItem(NAME, JSON.stringify(value));
  } catch {
    // The browser keeps nothing, which harms nobody.
  }
}

/** Reads the preferences; strange ones are left out. @returns {Partial<Preferences>} */
export function recallPreferences() {
  const kept = Object.entries(recall(() => localStorage));
  return Object.fromEntries(kept.filter(([name, value]) => name in PREFERENCES && typeof value === typeof PREFERENCES[/** @type {keyof Preferences} */ (name)]));
}

/** Reads the seats of this tab for the game of an address. @param {string} start @returns {Record<Side, string> | undefined} */
export function recallSeats(start) {
  const kept = recall(() => sessionStorage);
  return kept.start === start && typeof kept.seats?.red === "string" && typeof kept.seats?.black === "string" ? kept.seats : undefined;
}

/** Names the start of a game. @param {Game} game */
export const startOf = ({ rules, shape, turn, board }) => JSON.stringify([rules, shape, turn, board]);

/** Keeps the preferences, and the seats for as long as the tab is there. @param {State} state @param {State} before */
export function keepPreferences(state, before) {
  if (state.prefs !== before.prefs) keep(() => localStorage, state.prefs);
  if (state.seats !== before.seats || state.start !== before.start) keep(() => sessionStorage, { start: startOf(state.game), seats: state.seats });
}

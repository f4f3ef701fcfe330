// Preferences, players and clock, kept by the browser.
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

/** Reads players and clock of this tab for the game of an address. @param {Game} game @returns {Table} */
export function recallTable(game) {
  const { start, seats, clock } = recall(() => sessionStorage);
  if (start !== startOf(game) || typeof seats?.red !== "string" || typeof seats?.black !== "string") return {};
  return { seats, clock: clock?.left?.length === game.moves.length + 1 ? clock : null };
}

/** Names the start of a game. @param {Game} game */
export const startOf = ({ rules, shape, turn, board }) => JSON.stringify([rules, shape, turn, board]);

/** Keeps the preferences, and players and clock for as long as the tab is there. @param {State} state @param {State} before */
export function keepPreferences(state, before) {
  if (state.prefs !== before.prefs) keep(() => localStorage, state.prefs);
  const { seats, clock, game, start } = state;
  if (seats !== before.seats || clock !== before.clock || start !== before.start) keep(() => sessionStorage, { start: startOf(game), seats, clock });
}

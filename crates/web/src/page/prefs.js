// Preferences, kept by the browser; the rest of a game, kept in its history entry.
import { userSide } from "./derived.js";
import { kept, PREFERENCES } from "./state.js";

const NAME = "checkers";

export function recallPreferences() {
  try {
    const stored = Object.entries(JSON.parse(localStorage.getItem(NAME) ?? "{}"));
    return Object.fromEntries(stored.filter(([name, value]) => name in PREFERENCES && typeof value === typeof PREFERENCES[/** @type {keyof Preferences} */ (name)]));
  } catch {
    return {};
  }
}

/** @type {Listener} */
export function keepPreferences(state, before) {
  try {
    if (state.prefs !== before.prefs) localStorage.setItem(NAME, JSON.stringify({ ...state.prefs, flip: state.prefs.flip && !userSide(state) }));
  } catch {
    // Storage is full or disabled, which does no harm.
  }
}

/** The maximum length of a text that a history entry keeps; each entry has a copy. */
const MAX_TEXT = 2 ** 20;

/** Returns the part of a game that is not in its address. @type {(state: State) => Table} */
export function tableOf(state) {
  const { game, at, record, games, source, ...table } = kept(state);
  const { about, clock, start, going, review, prefs: { flip } } = state;
  return { ...table, clock, start, going, review, flip, source: (source?.text?.length ?? 0) > MAX_TEXT ? null : source, of: nameOf(about) };
}

/** Returns the history entry's table, if it is from this server. @type {RecallTable} */
export const recallTable = (about) => (history.state?.of === nameOf(about) ? history.state : null);

/** Identifies a server. @param {ServerInfo | null} about */
const nameOf = (about) => JSON.stringify(about && [about.seats, about.clock, about.source, about.games.length]);

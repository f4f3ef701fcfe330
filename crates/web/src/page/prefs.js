// Preferences, players, clock and file, kept by the browser.
import { PREFERENCES } from "./state.js";

const NAME = "checkers", FILE = "checkers file";

/** Reads stored JSON; returns {} if nothing can be read. @param {() => Storage} where @param {string} [name] */
function recall(where, name = NAME) {
  try {
    return JSON.parse(where().getItem(name) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** @param {() => Storage} where @param {unknown} value @param {string} [name] */
function keep(where, value, name = NAME) {
  try {
    where().removeItem(name);
    where().setItem(name, JSON.stringify(value));
  } catch {
    // Storage is full or disabled, which does no harm.
  }
}

export function recallPreferences() {
  const kept = Object.entries(recall(() => localStorage));
  return Object.fromEntries(kept.filter(([name, value]) => name in PREFERENCES && typeof value === typeof PREFERENCES[/** @type {keyof Preferences} */ (name)]));
}

/** Reads what this tab stores about a game, except its moves, for the same server. @param {Game} game @param {ServerInfo} about */
export function recallTable(game, about) {
  const { start, of, clock, over, ...table } = recall(() => sessionStorage);
  if (start !== startOf(game) || of !== nameOf(about)) return {};
  const { text } = recall(() => sessionStorage, FILE);
  const source = table.source && (text || !table.source.name) ? { ...table.source, text } : null;
  return { ...table, over: game.result ? over : null, source, clock: clock?.left?.length === game.moves.length + 1 ? clock : null };
}

/** Identifies a server. @param {ServerInfo | null} about */
const nameOf = (about) => JSON.stringify(about && [about.seats, about.clock, about.source, about.games.length]);

/** @param {Game} game */
export const startOf = ({ rules, shape, turn, board }) => JSON.stringify([rules, shape, turn, board]);

/** Stores the preferences permanently, and the players, the clock and the file for this tab only. @param {State} state @param {State} before */
export function keepPreferences(state, before) {
  if (state.prefs !== before.prefs) keep(() => localStorage, state.prefs);
  const { about, seats, clock, game, start, begun, lead, base, edits, over, number, source } = state;
  if (seats === before.seats && over === before.over && edits === before.edits && clock === before.clock && start === before.start) return;
  keep(() => sessionStorage, { of: nameOf(about), start: startOf(game), seats, clock, begun, lead, base, edits, over, number, source: source && { name: source.name } });
  if (source?.text !== before.source?.text) keep(() => sessionStorage, { text: source?.text }, FILE);
}

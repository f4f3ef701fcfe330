// What buttons and keys do, by name.
/** @import {State, Store} from "./page" */
import { complete } from "./chain.js";
import { gameAfter, isProgramsTurn, offered, shownLine, shownPlace } from "./derived.js";
import { byId } from "./dom.js";
import { copyAddress, openFiles, pasteText } from "./files.js";
import { ask, said } from "./server.js";
import { openNewGame } from "./new-game.js";

/** @param {Store} store */
async function hint(store) {
  const { game } = store.get();
  const line = shownLine(store.get());
  const key = `${store.get().start}|${line.join(" ")}`;
  try {
    const { move, why, proven } = await ask("hint", { game: gameAfter(game, line) });
    store.dispatch({ type: "hint", hint: { key, move, why, proven } });
  } catch (error) {
    store.dispatch({ type: "message", text: said(error) });
  }
}

/** @param {string} id */
const dialog = (id) => byId(id, HTMLDialogElement).showModal();

/** @param {Store} store @param {number} by */
const step = (store, by) => store.dispatch({ type: "go", at: store.get().at + by });

/** @param {Store} store @param {"flip" | "numbers" | "sounds" | "arrows"} name */
const toggle = (store, name) => store.dispatch({ type: "prefs", prefs: { [name]: !store.get().prefs[name] } });

/** @param {Store} store */
function nextTheme(store) {
  const themes = /** @type {const} */ (["auto", "light", "dark"]);
  const next = themes[(themes.indexOf(store.get().prefs.theme) + 1) % themes.length];
  store.dispatch({ type: "prefs", prefs: { theme: next ?? "auto" } });
}

/** Leaves what is begun: a chain, a branch that is tried, the set-up, a message. @param {Store} store */
function leave(store) {
  const { chain, setup, tried } = store.get();
  if (chain.length > 0) store.dispatch({ type: "clear-chain" });
  else if (setup) store.dispatch({ type: "setup-end" });
  else if (tried.length > 0) store.dispatch({ type: "try", tried: tried.slice(0, -1) });
  else store.dispatch({ type: "dismiss" });
}

/** Ranks a ply deeper or less deep than now. @param {Store} store @param {number} by */
function deepen(store, by) {
  const { depth, about } = store.get();
  const limit = about?.limits.depth ?? 0;
  const next = Math.max(0, Math.min(limit, (depth ?? limit) + by));
  store.dispatch({ type: "depth", depth: next === limit ? null : next });
}

/** @type {Record<string, (store: Store) => void>} */
export const COMMANDS = {
  new: openNewGame,
  open: openFiles,
  paste: pasteText,
  save: () => dialog("save-dialog"),
  share: copyAddress,
  setup: (store) => store.dispatch({ type: store.get().setup ? "setup-end" : "setup-begin" }),
  help: () => dialog("help-dialog"),
  first: (store) => store.dispatch({ type: "go", at: 0 }),
  back: (store) => step(store, -1),
  forward: (store) => step(store, 1),
  last: (store) => store.dispatch({ type: "go", at: Infinity }),
  "take-back": (store) => store.dispatch({ type: "take-back" }),
  "play-again": (store) => store.dispatch({ type: "play-again" }),
  hint: (store) => void hint(store),
  going: (store) => store.dispatch({ type: "going", going: !store.get().going }),
  pass: (store) => shownPlace(store.get())?.passes && store.dispatch({ type: "play", move: "pass" }),
  stop: (store) => store.dispatch({ type: "stop-chain" }),
  leave,
  flip: (store) => toggle(store, "flip"),
  numbers: (store) => toggle(store, "numbers"),
  sounds: (store) => toggle(store, "sounds"),
  arrows: (store) => toggle(store, "arrows"),
  theme: nextTheme,
  deeper: (store) => deepen(store, 1),
  shallower: (store) => deepen(store, -1),
  review: () => byId("review").click(),
  restore: (store) => store.dispatch({ type: "restore" }),
  dismiss: (store) => store.dispatch({ type: "dismiss" }),
};

/** Tells which buttons can be pressed, and which are only there at times. @param {State} state */
export function abilities(state) {
  const { at, game, setup, chain } = state;
  const place = shownPlace(state);
  const programs = Object.values(state.seats).some((who) => who !== "human");
  const begin = at === 0 || setup !== null, end = at === game.moves.length || setup !== null;
  return {
    disabled: {
      first: begin, back: begin, forward: end, last: end, "take-back": begin && state.tried.length === 0, "play-again": end,
      hint: !place || place.outcome !== null || setup !== null || place.moves.length === 0,
    },
    hidden: {
      going: !programs, pass: !place?.passes || isProgramsTurn(state) || setup !== null, stop: !complete(offered(state), chain),
      undo: !state.message?.undo,
    },
    pressed: { ...state.prefs, setup: setup !== null },
  };
}

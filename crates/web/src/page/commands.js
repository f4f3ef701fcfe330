// Commands of buttons and keys, by name.
import { abilities } from "./abilities.js";
import { offerDraw, rematch, resign } from "./contest.js";
import { analysisOf, isContest, shownKey } from "./derived.js";
import { byId, openDialog } from "./dom.js";
import { chooseFile, copyAddress } from "./files.js";
import { openNewGame } from "./new-game.js";
import { attempt, dispatch, get, set } from "./store.js";

/** @type {By<number>} */
const step = (by) => ({ type: "go", at: get().at + by });

/** @type {By<Toggled>} */
const toggle = (name) => ({ type: "prefs", prefs: { [name]: !get().prefs[name] } });

/** @returns {Action} */
function nextTheme() {
  const next = /** @type {const} */ ({ auto: "light", light: "dark", dark: "auto" });
  return { type: "prefs", prefs: { theme: next[get().prefs.theme] } };
}

/** Cancels a chain, the set-up, a tried move or a message. @returns {Action | void} */
function leave() {
  const { chain, setup, stuck, tried } = get();
  if (chain.length > 0 || stuck) return set({ chain: [], stuck: null });
  if (setup) return set({ setup: null });
  return tried.length > 0 ? { type: "take-back" } : set({ message: null });
}

/** @type {By<number>} */
function deepen(by) {
  const { depth, about } = get();
  const now = depth ?? (by < 0 ? analysisOf(get(), shownKey(get())).ranking?.depth : undefined) ?? Infinity;
  const next = Math.max(0, now + by);
  return { type: "depth", depth: next < (about?.limits.depth ?? 0) ? next : null };
}

/** Ends the review, or continues the earlier one of the same moves. @returns {Action} */
function review() {
  const { review, shelved, game } = get();
  const begun = shelved?.moves === game.moves ? shelved.review : { start: null, plies: [], moments: [], done: false };
  if (!review) setTimeout(() => byId("review").scrollIntoView({ block: "nearest" }));
  return { type: "review", review: review ? null : begun };
}

/** Focuses the search field of the games or, in the help, of the keys. */
function find() {
  const isHelp = get().games.length < 2 || byId("help-dialog", HTMLDialogElement).open;
  if (document.querySelector("dialog[open]:not(#help-dialog)")) return;
  if (isHelp && !document.querySelector("dialog[open]")) openDialog("help-dialog");
  byId(isHelp ? "keys-search" : "games-search").focus();
}

/** @type {Commands} */
const COMMANDS = {
  new: openNewGame,
  open: () => openDialog("open-dialog"),
  file: chooseFile,
  save: () => openDialog("save-dialog"),
  help: () => openDialog("help-dialog"),
  find,
  close: () => document.querySelectorAll("dialog").forEach((dialog) => dialog.close()),
  share: () => void copyAddress(),
  setup: () => (get().setup ? set({ setup: null }) : { type: "setup-begin" }),
  first: { type: "go", at: 0 },
  back: () => step(-1),
  forward: () => step(1),
  last: () => step(Infinity),
  "take-back": { type: "take-back" },
  "play-again": { type: "play-again" },
  hint: () => set({ hint: { key: shownKey(get()) }, stuck: null }),
  going: () => set({ going: !get().going, message: null }),
  pass: { type: "play", move: "pass" },
  stop: { type: "stop-chain" },
  flip: () => toggle("flip"),
  numbers: () => toggle("numbers"),
  sounds: () => toggle("sounds"),
  arrows: () => (isContest(get()) ? set({ asked: !get().asked }) : toggle("arrows")),
  resign,
  draw: () => void attempt(offerDraw),
  rematch: () => void attempt(rematch),
  theme: nextTheme,
  deeper: () => deepen(1),
  shallower: () => deepen(-1),
  again: () => set({ going: true, message: null }),
  restore: { type: "restore" },
  dismiss: () => set({ message: null }),
  "play-tried": { type: "play-tried" },
  keep: { type: "edit", change: "add" },
  promote: { type: "edit", change: "promote" },
  delete: { type: "edit", change: "delete" },
  "leave-tried": { type: "try", tried: [] },
  leave,
  trial: { type: "trial" },
  "review-on": () => ({ type: "review", review: /** @type {Review} */ ({ ...get().review, done: false }) }),
  review,
  "review-game": review,
};

/** Runs the command of a button or key, unless it is disabled or hidden; returns whether there is one. @param {string} [name] */
export function run(name = "") {
  const { disabled, hidden } = abilities(get());
  const command = disabled?.[name] || hidden?.[name] ? undefined : COMMANDS[name];
  const action = typeof command === "function" ? command() : command;
  if (action) dispatch(action);
  return name in COMMANDS;
}

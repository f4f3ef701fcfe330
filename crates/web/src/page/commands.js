// Commands of buttons and keys, by name.
import { complete } from "./chain.js";
import { offerDraw, rematch, resign } from "./contest.js";
import { analysisOf, isContest, isProgramsTurn, lateNow, offered, overNow, showsScores, shownKey, shownOutcome, shownPlace, userSide } from "./derived.js";
import { byId, openDialog } from "./dom.js";
import { chooseFile, copyAddress } from "./files.js";
import { openNewGame } from "./new-game.js";
import { hasLines, shownEntry } from "./update-tree.js";
import { attempt, dispatch, get } from "./store.js";

/** @param {Partial<State>} change @returns {Action} */
const set = (change) => ({ type: "set", change });

/** @param {number} by @returns {Action} */
const step = (by) => ({ type: "go", at: get().at + by });

/** @param {"flip" | "numbers" | "sounds" | "arrows"} name @returns {Action} */
const toggle = (name) => ({ type: "prefs", prefs: { [name]: !get().prefs[name] } });

/** @returns {Action} */
function nextTheme() {
  const next = /** @type {const} */ ({ auto: "light", light: "dark", dark: "auto" });
  return { type: "prefs", prefs: { theme: next[get().prefs.theme] } };
}

/** Cancels a chain, a tried branch, the set-up or a message. @returns {Action} */
function leave() {
  const { chain, setup, tried } = get();
  if (chain.length > 0) return { type: "clear-chain" };
  if (setup) return set({ setup: null });
  return tried.length > 0 ? { type: "take-back" } : set({ message: null });
}

/** @param {number} by @returns {Action} */
function deepen(by) {
  const { depth, about } = get();
  const now = depth ?? (by < 0 ? analysisOf(get(), shownKey(get())).ranking?.depth : undefined) ?? Infinity;
  const next = Math.max(0, now + by);
  return { type: "depth", depth: next < (about?.limits.depth ?? 0) ? next : null };
}

/** @returns {Action | void} */
function review() {
  const { review, game } = get();
  if (game.moves.length > 0) return { type: "review", review: review ? null : { start: null, plies: [], moments: [], done: false } };
}

/** Focuses the search field: in the list of games or, in the help, in the list of keys. */
function find() {
  const isHelp = get().games.length < 2 || byId("help-dialog", HTMLDialogElement).open;
  if (document.querySelector("dialog[open]:not(#help-dialog)")) return;
  if (isHelp && !document.querySelector("dialog[open]")) openDialog("help-dialog");
  byId(isHelp ? "keys-search" : "games-search").focus();
}

/** @type {Record<string, () => Action | void>} */
const COMMANDS = {
  new: openNewGame,
  open: () => openDialog("open-dialog"),
  file: chooseFile,
  save: () => openDialog("save-dialog"),
  help: () => openDialog("help-dialog"),
  find,
  close: () => byId(document.querySelector("dialog[open]")?.id ?? "", HTMLDialogElement).close(),
  share: () => void copyAddress(),
  setup: () => (get().setup ? set({ setup: null }) : { type: "setup-begin" }),
  first: () => ({ type: "go", at: 0 }),
  back: () => step(-1),
  forward: () => step(1),
  last: () => step(Infinity),
  "take-back": () => ({ type: "take-back" }),
  "play-again": () => ({ type: "play-again" }),
  hint: () => set({ hint: { key: shownKey(get()) } }),
  going: () => set({ going: !get().going, message: null }),
  pass: () => (shownPlace(get())?.passes ? { type: "play", move: "pass" } : undefined),
  stop: () => ({ type: "stop-chain" }),
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
  restore: () => ({ type: "restore" }),
  dismiss: () => set({ message: null }),
  "play-tried": () => ({ type: "play-tried" }),
  keep: () => ({ type: "edit", change: "add" }),
  promote: () => ({ type: "edit", change: "promote" }),
  delete: () => ({ type: "edit", change: "delete" }),
  "leave-tried": () => ({ type: "try", tried: [] }),
  leave,
  trial: () => ({ type: "trial" }),
  "review-on": () => ({ type: "review", review: get().review && { .../** @type {Review} */ (get().review), done: false } }),
  review,
  "review-game": () => (get().review ? undefined : review()),
};

/** Runs the command of a button or key; returns whether there is one. @param {string | null | undefined} name */
export function run(name) {
  const action = COMMANDS[name ?? ""]?.();
  if (action) dispatch(action);
  return (name ?? "") in COMMANDS;
}

/** @param {State} state */
export function abilities(state) {
  const { at, game, chain, prefs: { theme, arrows, ...pressed } } = state;
  const contest = isContest(state) && !state.setup, ended = userSide(state) !== null && shownOutcome(state) !== null && !state.setup;
  const place = shownPlace(state);
  const isKept = state.tried.length > 0 && shownEntry(state) !== undefined;
  const setting = state.setup !== null;
  const begin = at === 0 || setting, end = at === game.moves.length || setting;
  return {
    disabled: {
      first: begin, back: begin, forward: end, last: end, "take-back": begin && state.tried.length === 0 && !lateNow(state) && !overNow(state), "play-again": end,
      draw: isProgramsTurn(state) || at < game.moves.length,
      hint: !place || place.moves.length === 0 || shownOutcome(state) !== null || setting, review: game.moves.length === 0,
    },
    hidden: {
      resign: !contest, draw: !contest, rematch: !ended, "review-game": !ended || game.moves.length === 0,
      hint: ended,
      keep: !hasLines(state) || isKept, promote: !isKept, delete: !isKept,
      going: ended || (state.going && !state.clock && (userSide(state) !== null || state.seats.red === "human")), restore: state.message?.offer !== "restore", again: state.message?.offer !== "again",
      pass: !place?.passes || isProgramsTurn(state) || setting, stop: !complete(offered(state), chain),
    },
    "aria-pressed": { ...pressed, arrows: showsScores(state), setup: setting, review: state.review !== null },
  };
}

// Commands of buttons and keys, by name.
import { abilities } from "./abilities.js";
import { newClock } from "./clock.js";
import { analysisOf, gameAfter, hidesScores, isContest, playingSide, shownKey, userSide } from "./derived.js";
import { byId, closeDialogs, openDialog } from "./dom.js";
import { chooseFile, copyAddress } from "./files.js";
import { other } from "./line.js";
import { openNewGame } from "./new-game.js";
import { ask } from "./server.js";
import { attempt, dispatch, get, set } from "./store.js";
import { beginSetup, limitDepth, load, restore, setReview, report } from "./update.js";
import { edit, endGame, goTo, playAgain, playTried, play, retry, stopChain, takeBack, tryOut } from "./update-play.js";
import { today } from "./words.js";

/** @type {By<Toggled>} */
const toggle = (name) => ({ prefs }) => ({ prefs: { ...prefs, [name]: !prefs[name] } });

const NEXT_THEME = /** @type {const} */ ({ auto: "light", light: "dark", dark: "auto" });

/** Cancels a chain, the set-up, a tried move or a message. @type {Command} */
function leave(state) {
  if (state.chain.length > 0 || state.stuck) return { chain: [], stuck: null };
  if (state.setup) return { setup: null };
  return state.tried.length > 0 ? takeBack(state) : { message: null };
}

/** @type {By<number>} */
const deepen = (by) => (state) => {
  const now = state.depth ?? (by < 0 ? analysisOf(state, shownKey(state)).ranking?.depth : undefined) ?? Infinity;
  const next = Math.max(0, now + by);
  return limitDepth(state, next < (state.about?.limits.depth ?? 0) ? next : null);
};

/** Ends the review, or continues the earlier one of the same moves. @type {Command} */
function review(state) {
  const { review, shelved, game } = state;
  const begun = shelved?.moves === game.moves ? shelved.review : { start: null, plies: [], moments: [], done: false };
  if (!review) setTimeout(() => byId("review").scrollIntoView({ block: "nearest" }));
  return setReview(state, review ? null : begun);
}

/** Focuses the search field of the games or, in the help, of the keys. @type {Command} */
function find({ games }) {
  const isHelp = games.length < 2 || byId("help-dialog", HTMLDialogElement).open;
  if (document.querySelector("dialog[open]:not(#help-dialog)")) return;
  if (isHelp && !document.querySelector("dialog[open]")) openDialog("help-dialog");
  byId(isHelp ? "keys-search" : "games-search").focus();
}

/** @type {Command} */
function resign(state) {
  const side = playingSide(state);
  return side ? endGame(state, other(side), `${other(side)} wins: ${side} resigns`) : undefined;
}

/** Offers a draw; a program accepts unless the engine prefers its side, and two people agree by themselves. */
async function offerDraw() {
  const { game, start } = get(), agreed = "a draw by agreement";
  if (!userSide(get())) return dispatch(endGame, null, agreed);
  const { better } = await ask("draw", { game: gameAfter(game, game.moves) });
  const state = get(), user = userSide(state);
  if (state.start !== start || state.game.moves !== game.moves || !user || !isContest(state)) return;
  if (better !== other(user)) dispatch(endGame, null, agreed);
  else dispatch(report, "The program declines the draw: it stands better.", "note");
}

/** Begins the game again from the same place, with colours swapped. @type {Command} */
function rematch(state) {
  const { game, clock, seats: { red, black }, lead } = state;
  return load(state, { played: { game: { ...gameAfter(game, lead), red: game.black, black: game.red }, lead, begun: today(), clock: clock && newClock(clock.control, lead.length), seats: { red: black, black: red } } });
}

/** @type {Record<string, Command>} */
const COMMANDS = {
  new: openNewGame,
  open: () => openDialog("open-dialog"),
  file: chooseFile,
  save: () => openDialog("save-dialog"),
  help: () => openDialog("help-dialog"),
  find,
  close: closeDialogs,
  share: () => void copyAddress(),
  setup: (state) => (state.setup ? { setup: null } : beginSetup(state)),
  first: (state) => goTo(state, 0),
  back: (state) => goTo(state, state.at - 1),
  forward: (state) => goTo(state, state.at + 1),
  last: (state) => goTo(state, Infinity),
  "take-back": takeBack,
  "play-again": playAgain,
  hint: (state) => ({ hint: { key: shownKey(state) }, stuck: null }),
  going: ({ going }) => ({ going: !going, message: null }),
  pass: (state) => play(state, "pass"),
  stop: stopChain,
  flip: toggle("flip"),
  numbers: toggle("numbers"),
  sounds: toggle("sounds"),
  arrows: (state) => (hidesScores(state) ? { asked: !state.asked } : toggle("arrows")(state)),
  resign,
  draw: () => void attempt(offerDraw),
  rematch,
  theme: ({ prefs }) => ({ prefs: { ...prefs, theme: NEXT_THEME[prefs.theme] } }),
  deeper: deepen(1),
  shallower: deepen(-1),
  again: () => ({ going: true, message: null }),
  restore,
  dismiss: () => ({ message: null }),
  "play-tried": playTried,
  keep: (state) => edit(state, "add"),
  promote: (state) => edit(state, "promote"),
  delete: (state) => edit(state, "delete"),
  "leave-tried": (state) => tryOut(state, []),
  leave,
  trial: retry,
  "review-on": ({ review }) => ({ review: review && { ...review, done: false } }),
  review,
  "review-game": review,
};

/** Runs the command of a button or key, unless it is disabled or hidden; returns whether there is one. @param {string} [name] */
export function run(name = "") {
  const { disabled, hidden } = abilities(get());
  const change = disabled?.[name] || hidden?.[name] ? undefined : COMMANDS[name]?.(get());
  if (change) set(change);
  return name in COMMANDS;
}

// Starts the page and connects its parts.
import { readAddress, writeAddress } from "./address.js";
import "./announce.js";
import "./board.js";
import "./controls.js";
import { newClock } from "./clock.js";
import { isProgramsTurn, userSide } from "./derived.js";
import { closeDialogs } from "./dom.js";
import { check } from "./files.js";
import "./game-list.js";
import "./keys.js";
import "./moves.js";
import { welcome } from "./new-game.js";
import "./players.js";
import { keepPreferences, recallTable, tableOf } from "./prefs.js";
import { startOf } from "./state.js";
import "./review.js";
import { ask, reason } from "./server.js";
import "./setup.js";
import { today } from "./words.js";
import "./work.js";
import { attempt, dispatch, get, set, watch } from "./store.js";
import { load, report } from "./update.js";
import { goTo } from "./update-play.js";

/** Updates the history entry: at once, or soon after a step or a program's move, because browsers limit changes. Back leads to an earlier place or to an earlier, paused game. */
function keepAddress() {
  let timer = 0, isStep = true;
  let own = location.hash;
  const write = () => {
    const address = writeAddress(get().game, get().at);
    history[isStep || own === "" || own === address ? "replaceState" : "pushState"](tableOf(get()), "", address);
    own = address;
    isStep = true;
  };
  watch((state, before) => {
    const isOther = (/** @type {(keyof State)[]} */ ...names) => names.some((name) => state[name] !== before[name]);
    const isDecision = isOther("start", "seats", "over", "going") || state.edits.length !== before.edits.length;
    if (state.start === 0 || !(isDecision || isOther("game", "at", "clock", "edits", "review", "prefs"))) return;
    clearTimeout(timer);
    // The answer of a program, or of the server to an edit, belongs to the entry before it.
    const isAnswer = isProgramsTurn(before) || (isOther("record") && !isOther("edits"));
    if (state.game.moves !== before.game.moves && before.start > 0 && (isOther("start") || !isAnswer)) isStep = false;
    if (isDecision || !isStep) write();
    else timer = setTimeout(write, 200);
  });
  addEventListener("popstate", () => {
    clearTimeout(timer);
    closeDialogs();
    own = location.hash;
    attempt(async () => {
      const address = readAddress(own);
      const { game, start, about } = get();
      const table = recallTable(about);
      if (!address) return location.reload();
      const isSame = (!table || table.start === start) && startOf(address.game) === startOf(game);
      if (!isSame || address.game.moves.some((move, index) => move !== game.moves[index])) {
        // The same game with other moves counts as another.
        return check(address.game, address.at, table && { ...table, start: isSame ? 0 : table.start }, false);
      }
      dispatch((state) => ({ ...goTo(state, address.at), setup: null }));
    }, "The address contains no valid game");
  });
}

/** Shows the first game: from the address, or else from the command line. */
async function start() {
  const given = await ask("about");
  set({ about: given });
  const { game, record, games, number, seats, clock, flip, numbers, source, opened } = given;
  let at = record ? 0 : game.moves.length, wrong = "";
  const isFirst = location.hash === "";
  const greet = () => userSide(get()) && !get().clock && !opened && get().game.moves.length === 0 && welcome();
  try {
    const address = readAddress(location.hash);
    const table = recallTable(given);
    if (address && (table || startOf(address.game) !== startOf(game) || address.game.moves.join() !== game.moves.join())) {
      await check(address.game, address.at, table);
      return void (table && !table.begun && startOf(address.game) === startOf(game) && greet());
    }
    at = address?.at ?? at;
  } catch (error) {
    wrong = reason(error, "The address contains no valid game");
  }
  const played = { game, at, record, games, number, ...(record && game.result ? {} : { seats }), source: source ? { name: "" } : null, clock: clock && newClock(clock, game.moves.length), begun: games.length > 0 ? null : today() };
  // A game from a file, or with moves, starts paused.
  dispatch(load, { played, going: !source && game.moves.length === 0 });
  if (flip || numbers) set({ prefs: { ...get().prefs, flip, numbers } });
  if (wrong) dispatch(report, wrong);
  else if (isFirst) greet();
}

watch(keepPreferences);
keepAddress();
addEventListener("visibilitychange", () => set({ visible: !document.hidden }));
attempt(start).then(() => document.documentElement.classList.add("ready"));

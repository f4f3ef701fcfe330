// Starts the page and connects its parts.
import { readAddress, writeAddress } from "./address.js";
import "./announce.js";
import "./board.js";
import "./controls.js";
import { newClock } from "./clock.js";
import { userSide } from "./derived.js";
import { check } from "./files.js";
import "./game-list.js";
import "./keys.js";
import "./moves.js";
import { welcome } from "./new-game.js";
import "./players.js";
import "./pointer.js";
import { keepPreferences, recallTable, startOf } from "./prefs.js";
import "./review.js";
import { about, reason } from "./server.js";
import "./setup.js";
import "./sound.js";
import { today } from "./words.js";
import "./work.js";
import { attempt, dispatch, get, notify, watch } from "./store.js";

/** Keeps the address up to date: at once for another game, soon after moves, because browsers limit changes. Back leads to the place before a move, or to the last game. */
function keepAddress() {
  let timer = 0, isStep = true;
  let own = location.hash;
  const write = () => {
    const address = writeAddress(get().game, get().at);
    if (address !== own) isStep || own === "" ? history.replaceState(null, "", address) : history.pushState(null, "", address);
    own = address;
    isStep = true;
  };
  watch((state, before) => {
    if (state.start === 0 || (state.game === before.game && state.at === before.at)) return;
    clearTimeout(timer);
    if (state.game.moves !== before.game.moves && before.start > 0) isStep = false;
    if (state.start !== before.start) write();
    else timer = setTimeout(write, 200);
  });
  addEventListener("popstate", () => {
    clearTimeout(timer);
    own = location.hash;
    attempt(async () => {
      const address = readAddress(own);
      const { game, seats } = get();
      if (!address) return location.reload();
      const isEarlier = startOf(address.game) === startOf(game) && address.game.moves.every((move, index) => move === game.moves[index]);
      if (!isEarlier) return check(address.game, address.at, { seats });
      dispatch({ type: "go", at: address.at });
    }, "The address contains no valid game");
  });
}

/** Shows the first game: from the address, or else from the command line. */
async function start() {
  const given = await about();
  dispatch({ type: "about", about: given });
  const { game, record, games, number, seats, clock, flip, numbers, source, opened } = given;
  if (flip || numbers) dispatch({ type: "prefs", prefs: { flip, numbers } });
  let at = game.moves.length, wrong = "";
  const isFirst = location.hash === "";
  try {
    const address = readAddress(location.hash);
    const isOther = address && (startOf(address.game) !== startOf(game) || address.game.moves.join() !== game.moves.join());
    if (isOther) return await check(address.game, address.at, recallTable(address.game, given));
    at = address?.at ?? at;
  } catch (error) {
    wrong = reason(error, "The address contains no valid game");
  }
  const kept = recallTable(game, given);
  const played = { game, at, record, games, number, source: source ? { name: "" } : null, clock: clock && newClock(clock, game.moves.length), begun: games.length > 0 ? null : kept.begun ?? today(), lead: kept.lead ?? 0, base: kept.base ?? [], edits: kept.edits ?? [], over: kept.over ?? null, ...(kept.clock && { clock: kept.clock }) };
  dispatch({ type: "load", played, seats: kept.seats ?? seats });
  // A game loaded from a file starts paused.
  if (source || game.moves.length > 0) dispatch({ type: "going", going: false });
  if (wrong) notify(wrong, "error");
  else if (isFirst && userSide(get()) && !clock && !opened && game.moves.length === 0) welcome();
}

watch(keepPreferences);
keepAddress();
addEventListener("visibilitychange", () => dispatch({ type: "visible", visible: !document.hidden }));
attempt(start).then(() => document.documentElement.classList.add("ready"));

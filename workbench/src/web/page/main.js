// The page: puts its parts together and begins.
import { readAddress, writeAddress } from "./address.js";
import "./announce.js";
import "./board.js";
import "./controls.js";
import { check } from "./files.js";
import "./game-list.js";
import "./keys.js";
import "./moves.js";
import { begin } from "./new-game.js";
import "./players.js";
import "./pointer.js";
import { keepPreferences, recallSeats, startOf } from "./prefs.js";
import "./review.js";
import { about, said } from "./server.js";
import "./setup.js";
import "./sound.js";
import "./work.js";
import { attempt, dispatch, get, tell, watch } from "./store.js";

/** Shows the game of the address, or returns the place in that of the command line. */
async function openAddress() {
  try {
    const found = readAddress(location.hash);
    if (!found) return false;
    const { game, at } = found;
    const given = get().about?.game;
    // The game of the command line has a record, which no address holds.
    if (given && startOf(given) === startOf(game) && given.moves.join() === game.moves.join()) return at;
    await check(game, at, recallSeats(startOf(game)));
    return true;
  } catch (error) {
    tell(said(error, "The address holds no game"), "error");
    return false;
  }
}

/** Keeps the address that of the game, not more often than browsers allow. */
function keepAddress() {
  let timer = 0;
  let own = location.hash;
  watch((state, before) => {
    if (state.start === 0 || (state.game === before.game && state.at === before.at)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      own = writeAddress(get().game, get().at);
      history.replaceState(null, "", own);
    }, 200);
  });
  addEventListener("hashchange", () => {
    if (location.hash !== own) location.reload();
  });
}

/** Shows the first game: of the address, of the command line, or a new one. */
async function start() {
  const found = await about();
  dispatch({ type: "about", about: found });
  const opened = location.hash !== "" && (await openAddress());
  const { message } = get();
  const { game, record, games, number, seats, flip, numbers, source } = found;
  if (flip || numbers) dispatch({ type: "prefs", prefs: { flip, numbers } });
  if (opened === true) return;
  const at = opened === false ? game?.moves.length : opened;
  if (game) dispatch({ type: "load", played: { game, at, record, games, number, source: source && { ...source, name: "" } }, seats });
  else await begin(get().game, seats);
  // A game of a file is looked at first.
  if (source || game?.moves.length) dispatch({ type: "going", going: false });
  if (message) dispatch({ ...message, type: "message" });
}

watch(keepPreferences);
keepAddress();
addEventListener("visibilitychange", () => dispatch({ type: "visible", visible: !document.hidden }));
attempt(start).then(() => document.documentElement.classList.add("ready"));

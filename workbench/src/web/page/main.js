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

/** Shows the game of the address, if there is one; says so if it is wrong. */
async function openAddress() {
  try {
    const found = readAddress(location.hash);
    if (!found) return false;
    await check(found.game, found.at);
    const seats = recallSeats(startOf(found.game));
    if (seats) for (const side of /** @type {const} */ (["red", "black"])) dispatch({ type: "seat", side, who: seats[side] });
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
    if (location.hash !== own) openAddress();
  });
}

/** Shows the first game: of the address, of the command line, or a new one. */
async function start() {
  const found = await about();
  const wrong = location.hash !== "" && !(await openAddress());
  const message = get().message;
  dispatch({ type: "about", about: found });
  const { game, record, games, number, seats, flip, numbers, source } = found;
  if (flip || numbers) dispatch({ type: "prefs", prefs: { flip, numbers } });
  if (location.hash !== "" && !wrong) return;
  if (game) dispatch({ type: "load", played: { game, record, games, number, source: source && { ...source, name: "" } }, seats });
  else await begin(get().game, seats);
  // A game of a file is looked at first.
  if (source || game?.moves.length) dispatch({ type: "going", going: false });
  if (wrong && message) dispatch({ ...message, type: "message" });
}

watch(keepPreferences);
keepAddress();
addEventListener("visibilitychange", () => dispatch({ type: "visible", visible: !document.hidden }));
attempt(start).then(() => document.documentElement.classList.add("ready"));

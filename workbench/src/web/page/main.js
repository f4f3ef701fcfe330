// The page: puts its parts together and begins.
import { readAddress, writeAddress } from "./address.js";
import { createAnnouncer } from "./announce.js";
import { createBoard } from "./board.js";
import { createControls } from "./controls.js";
import { check, createFiles } from "./files.js";
import { createGameList } from "./game-list.js";
import { listenToKeys } from "./keys.js";
import { createMoves } from "./moves.js";
import { begin, createNewGame } from "./new-game.js";
import { createPlayers } from "./players.js";
import { listenToPointers } from "./pointer.js";
import { keepPreferences, recallSeats, startOf } from "./prefs.js";
import { createReview } from "./review.js";
import { about, said } from "./server.js";
import { createSetup } from "./setup.js";
import { createSounds } from "./sound.js";
import { work } from "./work.js";
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
  const { game, record, games, number, seats, flip, numbers } = found;
  if (flip || numbers) dispatch({ type: "prefs", prefs: { flip, numbers } });
  if (location.hash !== "" && !wrong) return;
  if (game) dispatch({ type: "load", played: { game, record, games, number }, seats });
  else await begin(get().game, seats);
  if (wrong && message) dispatch({ ...message, type: "message" });
}

const board = createBoard();
createPlayers();
createControls();
createMoves();
createGameList();
createReview();
createSetup();
createNewGame();
createFiles();
createAnnouncer();
createSounds();
listenToPointers(board);
listenToKeys(board);
watch(keepPreferences);
keepAddress();
work();
addEventListener("visibilitychange", () => dispatch({ type: "visible", visible: !document.hidden }));
attempt(start).then(() => document.documentElement.classList.add("ready"));

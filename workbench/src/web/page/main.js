// The page: puts its parts together and begins.
/** @import {Store} from "./page" */
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
import { keepPreferences, recallPreferences, recallSeats, startOf } from "./prefs.js";
import { createReview } from "./review.js";
import { about, said } from "./server.js";
import { createSetup } from "./setup.js";
import { createSounds } from "./sound.js";
import { initial } from "./state.js";
import { createStore } from "./store.js";
import { update } from "./update.js";
import { work } from "./work.js";

/** Shows the game of the address, if there is one; says so if it is wrong. @param {Store} store */
async function openAddress(store) {
  try {
    const found = readAddress(location.hash);
    if (!found) return false;
    await check(store, found.game, found.at);
    const seats = recallSeats(startOf(found.game));
    if (seats) for (const side of /** @type {const} */ (["red", "black"])) store.dispatch({ type: "seat", side, who: seats[side] });
    return true;
  } catch (error) {
    store.dispatch({ type: "message", text: said(error, "The address holds no game") });
    return false;
  }
}

/** Keeps the address that of the game, not more often than browsers allow. @param {Store} store */
function keepAddress(store) {
  let timer = 0;
  let own = location.hash;
  store.subscribe((state, before) => {
    if (state.start === 0 || (state.game === before.game && state.at === before.at)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      own = writeAddress(store.get().game, store.get().at);
      history.replaceState(null, "", own);
    }, 200);
  });
  addEventListener("hashchange", () => {
    if (location.hash !== own) openAddress(store);
  });
}

/** Shows the first game: of the address, of the command line, or a new one. @param {Store} store */
async function start(store) {
  const found = await about();
  const wrong = location.hash !== "" && !(await openAddress(store));
  const message = store.get().message;
  store.dispatch({ type: "about", about: found });
  if (location.hash === "" || wrong) {
    if (found.game) store.dispatch({ type: "load", played: { game: found.game, record: found.record, games: found.games }, seats: found.seats });
    else await begin(store, store.get().game, found.seats);
  }
  if (wrong && message) store.dispatch({ ...message, type: "message" });
}

const store = createStore(initial(recallPreferences()), update);
const board = createBoard(store);
createPlayers(store);
createControls(store);
createMoves(store);
createGameList(store);
createReview(store);
createSetup(store);
createNewGame(store);
createFiles(store);
createAnnouncer(store);
createSounds(store);
listenToPointers(store, board);
listenToKeys(store, board);
keepPreferences(store);
keepAddress(store);
work(store);
addEventListener("visibilitychange", () => store.dispatch({ type: "visible", visible: !document.hidden }));
start(store).catch((error) => store.dispatch({ type: "message", text: said(error) }));

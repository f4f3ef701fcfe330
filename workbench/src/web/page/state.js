// The state at the beginning.
/** @import {Analysis, Game, Played, Preferences, Shape, State} from "./page" */
import { startBoard } from "./squares.js";

const SHAPE = /** @type {Shape} */ ({ ranks: 8, files: 8, flipped: false });

/** The game that the page shows until the server has answered. */
export const FIRST_GAME = /** @type {Game} */ ({
  rules: { capture: "required", jumps: "multiple", blocked: "loses" },
  shape: SHAPE, turn: "black", board: startBoard(SHAPE), moves: [],
});

/** @type {Preferences} */
export const PREFERENCES = { flip: false, numbers: false, sounds: false, arrows: true, theme: "auto" };

/** @type {Analysis} */
export const NOTHING_KNOWN = { ranking: null, estimates: {}, proven: {}, ended: null };

/** Completes what is loaded: a game at its end, without a record. @param {Partial<Played> & {game: Game}} played @returns {Played} */
export const completed = (played) => ({
  at: played.game.moves.length, record: null, games: [], number: 1, source: null, ...played,
});

/** @param {Partial<Preferences>} prefs @returns {State} */
export const initial = (prefs = {}) => ({
  ...completed({ game: FIRST_GAME }),
  about: null, start: 0, tried: [], chain: [], pointed: null, places: {}, analyses: {},
  seats: { red: "human", black: "human" }, going: true, thinking: false, depth: null, hint: null, review: null,
  setup: null, prefs: { ...PREFERENCES, ...prefs }, message: null, previous: null, visible: true,
});

// The initial state.
import { startBoard } from "./squares.js";

const SHAPE = { ranks: 8, files: 8, flipped: false };

/** The game that the page shows until the server has answered. */
export const FIRST_GAME = /** @type {Game} */ ({
  rules: { capture: "required", jumps: "multiple", blocked: "loses" },
  shape: SHAPE, turn: "black", board: startBoard(SHAPE), moves: [],
});

/** @param {Variant} game */
export const isStandard = ({ rules: { capture, jumps, blocked }, shape: { ranks, files, flipped } }) =>
  capture === "required" && jumps === "multiple" && blocked === "loses" && ranks === 8 && files === 8 && !flipped;

/** Identifies the start of a game. @param {Game} game */
export const startOf = ({ rules, shape, turn, board }) => JSON.stringify([rules, shape, turn, board]);

/** @type {Preferences} */
export const PREFERENCES = { flip: false, numbers: false, sounds: false, arrows: true, theme: "auto" };

/** @type {Analysis} */
export const NOTHING_KNOWN = { ranking: null, estimates: {}, proven: {}, ended: null };

/** Fills in the defaults of a loaded game: the place is its end, or the start of a record. @type {Complete} */
export const completed = (played) => ({
  at: played.record ? 0 : played.game.moves.length, record: null, games: [], number: 1, source: null, clock: null, seats: { red: "human", black: "human" }, begun: null, lead: [], over: null, base: [], edits: [], named: false, drafts: {}, ...played,
});

/** Copies the {@link Played} part of a state, to restore it. @param {Played} played */
export const kept = ({ game, at, record, games, number, source, clock, seats, begun, lead, over, base, edits, named, drafts }) => ({ game, at, record, games, number, source, seats, begun, lead, over, base, edits, named, drafts, clock: clock && { ...clock, since: null } });

/** Keeps the first moves of a record. @type {CutRecord} */
export const cut = (record, count) => record && { ...record, moves: record.moves.slice(0, count) };

/** @param {Game} game @returns {Game} */
export const withoutResult = ({ result, ...game }) => game;

/** Fields to reset when the place on the board changes. */
export const MOVED = { tried: [], trial: null, chain: [], stuck: null, pointed: null, hint: null, message: null };

/** Makes the message on a change that can be undone. @param {string} text @returns {Message} */
export const undoable = (text) => ({ text, kind: "note", offer: "restore" });

/** @type {Initial} */
export const initial = (prefs = {}) => ({
  ...completed({ game: FIRST_GAME }),
  about: null, start: 0, tried: [], chain: [], pointed: null, places: {}, analyses: {},
  going: true, thinking: false, depth: null, hint: null, review: null, shelved: null, moment: null, asked: false, stuck: null,
  setup: null, trial: null, prefs: { ...PREFERENCES, ...prefs }, message: null, previous: null, visible: true,
});

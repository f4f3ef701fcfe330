// The clock of a game, in seconds. It stops while the game is paused.
import { isOver, isProgramsTurn } from "./derived.js";
import { turnAfter } from "./line.js";

/** Makes a clock; the plies so far took no time. @type {NewClock} */
export const newClock = (control, plies) => ({
  control, left: Array(plies + 1).fill({ red: control.base, black: control.base }), ply: plies, spent: 0, since: null, late: null,
});

/** Returns the player whose clock runs. @type {Change<Clock, Side>} */
const turn = ({ game }, { ply }) => turnAfter(game, ply);

/** @type {Thought} */
const thought = ({ spent, since }, now) => spent + (since === null ? 0 : now - since);

/** Returns the time that a player has left: negative if it has run out. @type {TimeLeft} */
export const timeLeft = (state, clock, side, now) => (clock.left[clock.ply]?.[side] ?? 0) - (side === turn(state, clock) ? thought(clock, now) : 0);

/** Returns the time to show for a player: of the place on the board if the clock stands, or from the file. @type {ShownTime} */
export function shownTime(state, side, now) {
  const { clock, game, at, record } = state;
  if (clock) return (clock.since === null && at !== clock.ply ? clock.left[at]?.[side] : null) ?? timeLeft(state, clock, side, now);
  const ply = turnAfter(game, at - 1) === side ? at : at - 1;
  const time = /\[%clk (\d+):(\d+):(\d+(?:\.\d+)?)/.exec(record?.moves[ply - 1]?.comment ?? "");
  return time && time.slice(1).reduce((sum, part) => 60 * sum + Number(part), 0);
}

/** Returns whether the clock runs; a program's clock runs only while it thinks. @type {Change<Clock, boolean>} */
function runs(state, clock) {
  const { going, setup, seats, tried, message } = state;
  if (isOver(state) || !going || setup) return false;
  return seats[turn(state, clock)] === "human" || (isProgramsTurn(state) && tried.length === 0 && message?.kind !== "away");
}

/** @type {StartClock} */
const started = (state, clock, now) => ({ ...state, clock: { ...clock, spent: thought(clock, now), since: runs({ ...state, clock }, clock) ? now : null } });

/** Records the time of each new move; a replacement counts as 0. @type {PressClock} */
function pressed({ at }, { game }, clock, now) {
  const left = clock.left.slice(0, Math.min(at, game.moves.length) + 1);
  for (let ply = at; ply < game.moves.length; ply++) {
    const side = turnAfter(game, ply);
    const last = /** @type {Record<Side, number>} */ (left.at(-1));
    left.push({ ...last, [side]: last[side] - (ply === clock.ply ? thought(clock, now) : 0) + clock.control.increment });
  }
  return { ...clock, left, ply: game.moves.length, spent: 0, since: null, late: null };
}

/** Updates the clock for a change. Drops a move that comes too late. @type {UpdateClock} */
export function timed(before, state, now) {
  const { clock } = state;
  if (!clock) return state;
  if (clock !== before.clock) return started(state, clock, now);
  const moved = state.game.moves !== before.game.moves;
  const late = turn(before, clock);
  if (!clock.late && timeLeft(before, clock, late, now) < 0) return started(moved ? before : state, { ...clock, late }, now);
  if (moved) return started(state, pressed(before, state, clock, now), now);
  return runs(state, clock) === (clock.since !== null) ? state : started(state, clock, now);
}

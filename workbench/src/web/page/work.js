// Questions to the server that follow from the state: asked when they arise, ended when nobody waits any more.
/** @import {Action, Place, ReviewedPly, State} from "./page" */
import { gameAfter, keyOf, played, shownKey, shownLine, wantedChoice, wantedRanking } from "./derived.js";
import { ask, follow, isAbort, Refusal, said } from "./server.js";
import { dispatch, tell, watch } from "./store.js";
/**
 * A question in progress: its name says which, so that another one ends it.
 * @typedef {{name: string, end: AbortController}} Task
 */
/** Asks again while the server is busy or away. @param {AbortSignal} signal @param {() => Promise<void>} question */
async function persistent(signal, question) {
  for (;;) {
    try {
      return await question();
    } catch (error) {
      // A stream that breaks is a TypeError.
      const { status, wait } = error instanceof Refusal ? error : { status: error instanceof TypeError ? 0 : 1, wait: 0 };
      if (signal.aborted || (status && status !== 503)) throw error;
      if (!status) tell(said(error), "error");
      await new Promise((resolve) => setTimeout(resolve, wait || 999));
      if (signal.aborted) return;
    }
  }
}
/** @type {Record<string, Task | undefined>} */
const tasks = {};
/** Starts a question, unless it is asked already; null ends it. @param {string} slot @param {string | null} name @param {(signal: AbortSignal) => Promise<void>} question */
function keep(slot, name, question) {
  if (tasks[slot]?.name === (name ?? undefined)) return;
  tasks[slot]?.end.abort();
  tasks[slot] = undefined;
  if (name === null) return;
  const task = { name, end: new AbortController() };
  tasks[slot] = task;
  persistent(task.end.signal, () => question(task.end.signal)).catch((error) => {
    if (isAbort(error) || task.end.signal.aborted) return;
    if (slot === "choice") dispatch({ type: "going", going: false });
    if (slot.startsWith("ranking") && error instanceof Refusal) dispatch({ type: "ended", key: name.replace(/ \d+$/, ""), reason: error.problem.error });
    else tell(said(error), "error");
  }).finally(() => {
    if (tasks[slot] === task && slot === "choice") dispatch({ type: "thinking", thinking: false });
  });
}
/** @param {State} state */
function place(state) {
  const line = shownLine(state);
  const key = shownKey(state);
  const wanted = state.start > 0 && !state.setup && !state.places[key];
  keep("place", wanted ? key : null, async (signal) => {
    const view = await ask("game", { game: gameAfter(state.game, line) }, signal);
    dispatch({ type: "place", key, place: /** @type {Place} */ (view.place) });
  });
}
/** @param {State} state @param {number} level */
function ranking(state, level) {
  const wanted = level > state.tried.length ? null : wantedRanking(state, level);
  keep(`ranking ${level}`, wanted && `${wanted.key} ${wanted.depth}`, async (signal) => {
    if (!wanted) return;
    const { key, line, depth, from } = wanted;
    await follow("rank", { game: gameAfter(state.game, line), depth, from }, signal, (event, data) => {
      if (event === "ranking") dispatch({ type: "ranking", key, ranking: data });
      else if (event === "end") dispatch({ type: "ended", key, reason: data.reason });
      else dispatch(/** @type {Action} */ ({ type: event, key, moves: data.moves }));
    });
  });
}
/** The number of levels that were asked about. */
let levels = 0;
/** @param {State} state */
function choice(state) {
  const agent = wantedChoice(state);
  const line = played(state);
  const key = keyOf(state, line);
  keep("choice", agent && `${key} ${agent}`, async (signal) => {
    if (state.places[key]?.passes) return dispatch({ type: "play", move: "pass" });
    dispatch({ type: "thinking", thinking: true });
    const { move } = await ask("choose", { game: gameAfter(state.game, line), agent }, signal);
    if (signal.aborted) return;
    if (move) dispatch({ type: "play", move });
    else dispatch({ type: "going", going: false });
  });
  if (!agent && state.thinking) dispatch({ type: "thinking", thinking: false });
}
/** @param {State} state */
function review({ review, game, start }) {
  keep("review", review && !review.done ? `${start} ${game.moves.join(" ")}` : null, async (signal) => {
    let news = { start: 0, plies: /** @type {ReviewedPly[]} */ ([]), done: false };
    await follow("review", { game: gameAfter(game, game.moves) }, signal, (event, data) => {
      if (event === "start") news = { ...news, start: data.red };
      else if (event === "ply") news = { ...news, plies: [...news.plies, data] };
      else if (event === "end") news = { ...news, done: true };
      dispatch({ type: "review", review: news });
    });
  });
}
watch((state) => {
  place(state);
  levels = Math.max(levels, state.tried.length + 1);
  for (let level = 0; level < levels; level++) ranking(state, level);
  choice(state);
  review(state);
});

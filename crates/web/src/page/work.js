// Requests to the server that follow from the state, sent and aborted as it changes.
import { timeLeft } from "./clock.js";
import { gameAfter, keyOf, shownHint, shownKey, shownLine, userSide, wantedChoice, wantedRanking } from "./derived.js";
import { turnAfter } from "./line.js";
import { ask, follow, reason, Refusal } from "./server.js";
import { dispatch, get, set, watch } from "./store.js";
import { judged, learn, learnPlace, setReview, report } from "./update.js";
import { goTo, play, recorded } from "./update-play.js";
/** Repeats a request while the server is busy or away. @type {Persist} */
async function persistent(signal, request) {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      const { status = null, wait = 0 } = error instanceof Refusal ? error : {};
      if (signal.aborted || (status !== 0 && status !== 503)) throw error;
      if (status === 0 && get().message?.kind !== "away") dispatch(report, reason(error), "away");
      await new Promise((resolve) => setTimeout(resolve, wait || 999));
      if (signal.aborted) return;
    }
  }
}
/** The current request of each slot. @type {Map<string, Task>} */
const tasks = new Map();
/** Starts a request unless it is running, and aborts the slot's old one; null only aborts. @type {KeepTask} */
function keep(slot, name, request, failed = (/** @type {Error} */ error) => dispatch(report, reason(error))) {
  const task = tasks.get(slot);
  if (task?.name === (name ?? undefined)) return;
  task?.end.abort();
  tasks.delete(slot);
  if (name === null) return;
  const end = new AbortController();
  tasks.set(slot, { name, end });
  persistent(end.signal, () => request(end.signal)).catch((error) => {
    if (!end.signal.aborted) failed(error);
  });
}
/** @type {RequestPlace} */
function place(state, slot, line) {
  const key = keyOf(state, line);
  // The end shows whether the game is over.
  const isTwice = slot === "end" && key === shownKey(state);
  const wanted = state.start > 0 && !state.setup && !state.places[key] && !isTwice;
  keep(slot, wanted ? key : null, async (signal) => {
    const view = await ask("game", { game: gameAfter(state.game, line) }, signal);
    dispatch(learnPlace, key, view.place);
  });
}
/** @type {Change<number, void>} */
function ranking(state, level) {
  const wanted = level > state.tried.length ? null : wantedRanking(state, level);
  keep(`ranking ${level}`, wanted && `${wanted.key} ${wanted.depth}`, async (signal) => {
    if (!wanted) return;
    const { key, line, depth, from } = wanted;
    await follow("rank", { game: gameAfter(state.game, line), depth, from }, signal, (event, data) => dispatch(learn, key, event, data));
  }, (error) => wanted && dispatch(learn, wanted.key, "end", { reason: error.message }));
}
/** @param {State} state */
function hint(state) {
  const key = shownHint(state) ? null : (state.hint?.key ?? null);
  keep("hint", key, async (signal) => {
    const hint = await ask("hint", { game: gameAfter(state.game, shownLine(state)) }, signal);
    if (key && !signal.aborted) set({ hint: { ...hint, key }, message: null });
  });
}
let levels = 0;
/** @param {State} state */
function choice(state) {
  const agent = wantedChoice(state);
  const key = shownKey(state);
  keep("choice", agent && `${key} ${agent}`, async (signal) => {
    if (state.places[key]?.passes) return dispatch(play, "pass");
    set({ thinking: true });
    const clock = get().clock;
    const left = clock && Math.max(0, timeLeft(get(), clock, turnAfter(state.game, state.at), Date.now() / 1000));
    const { move } = await ask("choose", { game: gameAfter(state.game, state.game.moves), agent, ...(clock && { clock: { left, increment: clock.control.increment } }) }, signal);
    // Slow enough to watch.
    if (!clock && !userSide(state)) await new Promise((resolve) => setTimeout(resolve, 500));
    if (signal.aborted) return;
    if (move) dispatch(play, move);
    else set({ going: false });
  }, (error) => {
    set({ going: false });
    dispatch(report, `${reason(error)}. The game is paused: try again, or choose another player.`, "error", "again");
  });
  if (!agent && state.thinking) set({ thinking: false });
}
/** @param {State} state */
function review({ review, game, start }) {
  keep("review", review && !review.done ? `${start} ${game.moves.join(" ")}` : null, async (signal) => {
    // Continue a review that was cut off, as long as it makes progress.
    for (let news = /** @type {Review} */ (get().review); !news.done && !signal.aborted;) {
      const judged = news.plies.length;
      let done = true;
      await follow("review", { game: gameAfter(game, game.moves), costs: news.plies.map(({ cost }) => cost) }, signal, (event, data) => {
        if (event === "end") done = data.reason === "depth" || news.plies.length === judged;
        else if (event === "moments") news = { ...news, moments: data.plies };
        else news = event === "ply" ? { ...news, plies: [...news.plies, data] } : { ...news, start: news.start ?? data.red };
        dispatch(setReview, news);
      });
      news = { ...news, done };
      if (!signal.aborted) dispatch(setReview, news);
    }
  }, (error) => {
    dispatch(setReview, { .../** @type {Review} */ (get().review), done: true });
    dispatch(report, reason(error));
  });
}
/** @param {State} state */
function record({ edits, base, game, source, number, start }) {
  keep("record", edits.length > 0 && start > 0 ? `${start} ${edits.length}` : null, async (signal) => {
    const answer = await ask("edit", { game: gameAfter(game, base), edits, ...(source && { source: { text: source.text, number } }) }, signal);
    if (!signal.aborted) dispatch(recorded, answer, game.moves);
  });
}
/** Judges the move that is tried at a moment. @param {State} state */
function trial({ trial, game, start }) {
  keep("trial", trial?.move && !trial.answer ? `${start} ${trial.ply} ${trial.move}` : null, async (signal) => {
    const answer = await ask("judge", { game: gameAfter(game, game.moves), at: Number(trial?.ply) - 1, move: trial?.move }, signal);
    if (!signal.aborted) dispatch(judged, answer);
  }, (error) => {
    dispatch(goTo, get().at);
    dispatch(report, reason(error));
  });
}
watch((state) => {
  place(state, "place", shownLine(state));
  place(state, "end", state.game.moves);
  hint(state);
  keep("return", state.message?.kind === "away" ? "about" : null, async () => void (await ask("about")));
  levels = Math.max(levels, state.tried.length + 1);
  for (let level = 0; level < levels; level++) ranking(state, level);
  choice(state);
  review(state);
  trial(state);
  record(state);
});

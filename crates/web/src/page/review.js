// The review of a game: a graph over its plies, and the moves that lost most.
import { above, byId, changes, el, show, svg } from "./dom.js";
import { height, lossOf, worst } from "./losses.js";
import { moveNumber, turnAfter } from "./line.js";
import { capital, scoreText, shownMove } from "./words.js";
import { dispatch, get, watch } from "./store.js";

const TALL = 100;
const WIDE = 400;

/** @param {State} state @param {Review} review */
function note(state, review) {
  if (!review.done) return `Looking at move ${review.plies.length + 1} of ${state.game.moves.length} …`;
  const [count, all] = [review.plies.length, state.game.moves.length];
  return (count < all ? `Stopped after ${count} of ${all} moves. ` : "") + (worst(review, 1).length > 0 ? "Moves that lost the most:" : "No move lost material.");
}

/** @param {Review} review */
function summary(review) {
  const last = review.plies.at(-1);
  return `The engine's estimate for red after each ply${last ? `; at the end ${scoreText(last.red, " men")}` : ""}`;
}

/** @param {State} state @param {Review} review */
function drawGraph(state, review) {
  const plies = Math.max(state.game.moves.length, 1);
  const x = (/** @type {number} */ ply) => (WIDE * ply) / plies;
  const y = (/** @type {number} */ red) => TALL / 2 - (TALL / 2 - 3) * height(red);
  const points = [[0, review.start ?? 0], ...review.plies.map(({ ply, red }) => [ply, red])];
  const line = points.map(([ply, red]) => `${x(ply ?? 0).toFixed(1)},${y(red ?? 0).toFixed(1)}`).join(" ");
  const end = x(points.at(-1)?.[0] ?? 0).toFixed(1);
  const drawing = svg("svg", { viewBox: `0 0 ${WIDE} ${TALL}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("polygon", { class: "area", points: `0,${TALL / 2} ${line} ${end},${TALL / 2}` }),
    svg("line", { class: "zero", x2: WIDE, y1: TALL / 2, y2: TALL / 2 }),
    svg("polyline", { class: "line", points: line }));
  for (const ply of worst(review, 5)) drawing.append(svg("line", { class: "fall", x1: x(ply.ply), x2: x(ply.ply), y2: TALL }));
  drawing.append(svg("line", { class: "now", x1: x(state.at), x2: x(state.at), y2: TALL }));
  return drawing;
}

/** @param {State} state @param {Review} review */
function lossRows(state, review) {
  return worst(review, 5).map((ply) => {
    const side = turnAfter(state.game, ply.ply - 1);
    const better = shownMove(state, ply.best?.move ?? "pass");
    const text = `${moveNumber(state.game, ply.ply - 1)}. ${shownMove(state, ply.move)}`;
    return el("li", {}, el("button", { "data-at": ply.ply, "aria-label": `${capital(side)} ${text} loses ${lossOf(ply)}; ${better} was better` },
      el("span", { class: `dot ${side}` }), el("span", { class: "name", text }), el("span", { class: "loss", text: `−${lossOf(ply)}` }),
      el("span", { class: "quiet", text: `better: ${better}` })));
  });
}

const graph = byId("graph");
const losses = byId("losses");
const isNew = changes();

graph.addEventListener("pointerdown", (event) => {
  const box = graph.getBoundingClientRect();
  const { game } = get();
  dispatch({ type: "go", at: Math.round(((event.clientX - box.left) / box.width) * game.moves.length) });
});

watch((state) => {
  const { review } = state;
  show(byId("review"), review !== null);
  if (!isNew([state.start, review?.plies.length, review?.done, review?.start, state.at, state.prefs.numbers]) || !review) return;
  graph.replaceChildren(drawGraph(state, review));
  graph.setAttribute("aria-label", summary(review));
  losses.replaceChildren(...lossRows(state, review));
  byId("review-note").textContent = note(state, review);
});

losses.addEventListener("click", (event) => {
  const row = above(event, "button");
  if (row) dispatch({ type: "go", at: Number(row.dataset.at) });
});

// The review of a game: a graph of red's expected result, and the most costly moments.
import { shownMoment } from "./derived.js";
import { above, byId, changes, el, svg, unbroken } from "./dom.js";
import { goToPly, showCurrent } from "./game-list.js";
import { moveNumber } from "./line.js";
import { capital, plural, shownMove } from "./words.js";
import { goTo, showMoment } from "./update-play.js";
import { dispatch, get, watchReleased } from "./store.js";

const TALL = 100, WIDE = 400;

/** @type {TextOf<Review>} */
function note(state, { done, plies, moments }) {
  const all = state.game.moves.length;
  if (!done) return `${state.message?.kind === "away" ? "Waiting at" : "Reviewing"} ply ${plies.length + 1} of ${all} …`;
  const cut = plies.length < all ? `Stopped after ${plies.length} of ${all} plies. ` : "";
  return cut + (moments.length > 0 ? "The costliest plies:" : "No costly plies.");
}

/** @type {Change<Review, Element>} */
function drawGraph(state, review) {
  const plies = Math.max(state.game.moves.length, 1);
  const x = (/** @type {number} */ ply) => ((WIDE * ply) / plies).toFixed(1);
  const points = [review.start ?? 50, ...review.plies.map(({ red }) => red)];
  const line = points.map((red, ply) => `${x(ply)},${(TALL - 3 - (red * (TALL - 6)) / 100).toFixed(1)}`).join(" ");
  /** @type {Upright} */
  const upright = (kind, ply) => svg("line", { class: kind, x1: x(ply), x2: x(ply), y2: TALL });
  return svg("svg", { viewBox: `0 0 ${WIDE} ${TALL}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("polygon", { class: "area", points: `0,${TALL / 2} ${line} ${x(points.length - 1)},${TALL / 2}` }),
    svg("line", { class: "zero", x2: WIDE, y1: TALL / 2, y2: TALL / 2 }),
    svg("polyline", { class: "line", points: line }),
    ...review.moments.map((ply) => upright("fall", ply)), upright("now", state.at));
}

/** @type {TextOf<JudgedPly>} */
const name = (state, { ply, move }) => `${moveNumber(state.game, ply - 1)}. ${shownMove(state, move)}`;

/** @type {Change<Review, Node[]>} */
function momentRows(state, review) {
  return review.moments.map((number) => {
    const ply = review.plies[number - 1];
    return ply && el("li", {}, el("button", { "data-ply": number, "aria-pressed": String(state.moment === number), "aria-label": `${capital(ply.player)} ${name(state, ply)} −${ply.cost}` },
      el("span", { class: `dot ${ply.player}` }), name(state, ply), el("span", { class: "cost", text: `−${ply.cost}` })));
  }).filter((row) => row instanceof Node);
}

/** Draws a line of moves; clicking one shows its place. @type {DrawLine} */
function drawLine(state, title, line, at) {
  if (line.length === 0) return null;
  let played = 0;
  while (played < line.length && state.game.moves[at + played] === line[played]?.move) played++;
  const moves = line.map(({ move, note }, index) => {
    const same = Math.min(played, index + 1), way = line.slice(same, index + 1).map(({ move }) => move).join(" ");
    return el("button", { class: "ply", "data-at": at + same, "data-tried": way, text: shownMove(state, move) + (note && ` ${note}`), "aria-pressed": String(state.at === at + same && state.tried.join(" ") === way) });
  });
  return el("p", { class: "way" }, el("span", { class: "quiet", text: `${title} ` }), ...moves);
}

/** Describes the judgement of the move that was tried. @type {TextOf<TriedPly>} */
function verdict(state, { move, cost, against }) {
  const tried = shownMove(state, move), games = against && shownMove(state, against.move);
  const rest = cost === 0 ? "No move is better." : `The best move is ${plural(cost, "point")} better.`;
  if (move === against?.move) return `${tried} is the move of the game. ${rest}`;
  if (!against || against.verdict === "same") return `${tried} is about the same as ${games}. ${rest}`;
  return `${tried} is ${plural(Math.abs(against.gain), "point")} ${against.verdict} than ${games}. ${rest}`;
}

/** Explains the chosen moment, or judges what was tried there. @type {Change<JudgedPly, HTMLElement[]>} */
function explain(state, ply) {
  const { trial } = state;
  const before = ply.ply - 1;
  const side = capital(ply.player);
  if (trial && !trial.move) return [el("p", { text: `${side} played ${shownMove(state, ply.move)}. Play something better.` })];
  if (trial && !trial.answer) return [el("p", { text: `Judging ${shownMove(state, trial.move ?? "")} …` })];
  const shown = trial?.answer ?? ply;
  const reason = (shown.why?.reasons ?? []).map(({ text }) => text).join("; ");
  const head = trial?.answer ? verdict(state, trial.answer) : `${name(state, ply)} cost ${side.toLowerCase()} ${ply.cost} of 100 points.`;
  return [
    el("p", {}, el("b", {}, ...unbroken(head)), reason && ` ${capital(reason)}.`, " ", el("button", { "data-do": "trial", text: "Try again" })),
    shown.why && drawLine(state, "What follows:", shown.why.refutation, before),
    !trial && shown.why && drawLine(state, "Better:", shown.why.better, before),
  ].filter((part) => part instanceof Node);
}

const graph = byId("graph");
const moments = byId("moments");
const moment = byId("moment");
const isNew = changes();

graph.addEventListener("pointerdown", (event) => {
  const box = graph.getBoundingClientRect();
  const { game } = get();
  dispatch(goTo, Math.round(((event.clientX - box.left) / box.width) * game.moves.length));
});

watchReleased(byId("review"), (state) => {
  const { review } = state;
  byId("review").hidden = review === null;
  if (!review || !isNew([state.start, review.plies.length, review.moments, review.done, review.start, state.at, state.tried, state.moment, state.trial, state.prefs.numbers, state.message?.kind])) return;
  graph.replaceChildren(drawGraph(state, review));
  const last = review.plies.at(-1);
  graph.ariaLabel = `Red's expected result after each ply, from 0 (a loss) to 100 (a win)${last ? `; at the end ${last.red}` : ""}`;
  moments.replaceChildren(...momentRows(state, review));
  byId("review-note").textContent = note(state, review);
  byId("review-on").hidden = !review.done || review.plies.length === state.game.moves.length;
  const ply = shownMoment(state);
  moment.replaceChildren(...(ply ? explain(state, ply) : []));
});

moments.addEventListener("click", (event) => {
  const row = above(event, "button");
  if (!row) return;
  dispatch(showMoment, Number(row.dataset.ply));
  // The list is shorter now.
  setTimeout(showCurrent);
});
moment.addEventListener("click", (event) => {
  goToPly(above(event, ".ply"));
  if (above(event, "[data-do]")) byId("board").scrollIntoView({ block: "nearest" });
});

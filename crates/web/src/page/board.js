// The drawing of the board: wood and felt below, then marks, pieces and arrows.
import { arrows, drawnBoard, drawnView, lastMove, offered, shownLine } from "./derived.js";
import { byId, changes, svg } from "./dom.js";
import { build as buildGrid, label } from "./grid.js";
import { ends, jumped, movable, nextSquares, path } from "./line.js";
import { layer, render } from "./pieces.js";
import { FRAME, centre, centreOf, fileName, spots } from "./squares.js";
import { watch } from "./store.js";
/** @param {View} view */
function drawWood(view) {
  const { ranks, files } = view.shape;
  /** @type {DrawLabel} */
  const label = (x, y, text) => svg("text", { class: "label", x, y, text });
  return [
    svg("rect", { class: "frame", x: -FRAME, y: -FRAME, width: files + 2 * FRAME, height: ranks + 2 * FRAME, rx: 0.14 }),
    svg("rect", { class: "edge", x: -0.04, y: -0.04, width: files + 0.08, height: ranks + 0.08, rx: 0.03 }),
    svg("rect", { class: "light", width: files, height: ranks }),
    svg("path", { class: "dark", d: spots(view).map(({ x, y }) => `M${x - 0.5} ${y - 0.5}h1v1h-1z`).join("") }),
    ...Array.from({ length: files }, (_, column) => label(centreOf(view, 0, column).x, ranks + FRAME / 2, fileName(column))),
    ...Array.from({ length: ranks }, (_, row) => label(-FRAME / 2, centreOf(view, row, 0).y, String(ranks - row))),
  ];
}
/** @param {State} state @returns {Marks} */
function marks(state) {
  if (state.setup) return [];
  const moves = offered(state);
  const { chain, game: { shape, rules } } = state;
  if (chain.length > 0) {
    return [["jumped", jumped(shape, chain)], ["chosen", chain.slice(-1)], ["end", [...ends(moves, chain)]], ["next", [...nextSquares(moves, chain)]]];
  }
  const must = rules.capture === "required" && moves.some((move) => move.captured.length > 0);
  const steps = path(lastMove(state) ?? "pass");
  return [["last", [...steps.slice(0, 1), ...steps.slice(-1)]], ["jumped", jumped(shape, steps)], [must ? "must" : "can", [...movable(moves)]]];
}
/** @type {DrawMark} */
function drawMark(view, kind, name) {
  const { x, y } = centre(view, name);
  if (kind === "last") return svg("rect", { class: "mark last", x: x - 0.5, y: y - 0.5, width: 1, height: 1 });
  if (kind === "jumped") return svg("path", { class: "mark jumped", d: `M${x - 0.13} ${y - 0.13}l.26 .26m0 -.26l-.26 .26` });
  return svg("circle", { class: `mark ${kind}`, cx: x, cy: y, r: kind === "next" ? 0.16 : kind === "end" ? 0.1 : 0.445 });
}
// Arrows for the ranked moves, the widest for the best.
const WIDTHS = [0.17, 0.13, 0.1, 0.08, 0.065, 0.055];
/** @type {Toward} */
function toward(a, b, by) {
  const part = by / Math.hypot(b.x - a.x, b.y - a.y);
  return { x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part };
}
/** @type {DrawArrow} */
function drawArrow(view, { path, rank, kind }) {
  const points = path.map((name) => centre(view, name));
  const [start, second] = points, [before, tip] = points.slice(-2);
  if (!tip || !before || !start || !second) return null;
  const width = WIDTHS[Math.min(rank, WIDTHS.length - 1)] ?? 0.05;
  const head = width * 1.5 + 0.1;
  const neck = toward(tip, before, head * 1.25);
  const line = [toward(start, second, 0.14), ...points.slice(1, -1), neck];
  const angle = (Math.atan2(tip.y - before.y, tip.x - before.x) * 180) / Math.PI;
  const round = (/** @type {number} */ value) => value.toFixed(3);
  return svg("g", { class: `arrow ${kind}`, opacity: kind === "faint" ? 0.25 : Math.max(0.5, 0.92 - 0.1 * rank) },
    svg("polyline", { points: line.map(({ x, y }) => `${round(x)},${round(y)}`).join(" "), "stroke-width": width }),
    svg("path", { d: `M${round(head * 0.1)} 0L${round(-head * 1.3)} ${round(head * 0.85)}V${round(-head * 0.85)}Z`, transform: `translate(${round(tip.x)} ${round(tip.y)}) rotate(${round(angle)})` }));
}
const holder = byId("board");
const wood = svg("g"), below = svg("g"), numbering = svg("g"), above = svg("g");
const drawing = svg("svg", { class: "drawing", "aria-hidden": "true" }, wood, below, layer, numbering, above);
holder.prepend(drawing);
const isNew = changes(), areMarksNew = changes(), areArrowsNew = changes();
/** @type {BuildBoard} */
function build(view, numbers) {
  const [wide, tall] = [view.shape.files + 2 * FRAME, view.shape.ranks + 2 * FRAME];
  drawing.setAttribute("viewBox", `${-FRAME} ${-FRAME} ${wide} ${tall}`);
  document.documentElement.style.setProperty("--ratio", String(wide / tall));
  wood.replaceChildren(...drawWood(view));
  numbering.replaceChildren(...(numbers ? spots(view) : []).map(({ x, y, number }) => svg("text", { class: "number", x: x - 0.47, y: y - 0.38, text: String(number) })));
  buildGrid(view);
}
watch((state, before) => {
  const view = drawnView(state);
  const rebuilt = isNew([view, state.prefs.numbers]);
  if (rebuilt) build(view, state.prefs.numbers);
  const kinds = marks(state), shown = arrows(state);
  if (areMarksNew([view, kinds])) below.replaceChildren(...kinds.flatMap(([kind, names]) => names.map((name) => drawMark(view, kind, name))));
  if (areArrowsNew([view, shown])) above.replaceChildren(...shown.toReversed().flatMap((arrow) => drawArrow(view, arrow) ?? []));
  const isBack = shownLine(state).length < shownLine(before).length;
  const way = isBack ? path(lastMove(before) ?? "pass").reverse() : state.chain.length > 1 ? state.chain : path(lastMove(state) ?? "pass");
  render(view, drawnBoard(state), way, rebuilt);
  label(state, drawnBoard(state), kinds);
  holder.classList.toggle("tried", state.tried.length > 0);
  holder.classList.toggle("setting", state.setup !== null);
});

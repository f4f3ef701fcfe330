// The drawing of the board: wood and felt below, then marks, pieces and arrows.
import { drawArrows } from "./arrows.js";
import { ends, movable, nextSquares } from "./chain.js";
import { arrows, drawnBoard, drawnShape, lastMove, offered, shownLine } from "./derived.js";
import { byId, changes, svg } from "./dom.js";
import { FRAME, centre, centreOf, spots } from "./geometry.js";
import { build as buildGrid, label } from "./grid.js";
import { jumped, path } from "./line.js";
import { layer, render } from "./pieces.js";
import { fileName } from "./squares.js";
import { get, watch } from "./store.js";
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
    return [["jumped", jumped(shape, chain).map(({ name }) => name)], ["chosen", chain.slice(-1)], ["end", [...ends(moves, chain)]], ["next", [...nextSquares(moves, chain)]]];
  }
  const must = rules.capture === "required" && moves.some((move) => move.captured.length > 0);
  const steps = path(lastMove(state) ?? "pass");
  return [["last", [...steps.slice(0, 1), ...steps.slice(-1)]], ["jumped", jumped(shape, steps).map(({ name }) => name)], [must ? "must" : "can", [...movable(moves)]]];
}
/** @type {DrawMark} */
function drawMark(view, kind, name) {
  const { x, y } = centre(view, name);
  if (kind === "last") return svg("rect", { class: "mark last", x: x - 0.5, y: y - 0.5, width: 1, height: 1 });
  if (kind === "jumped") return svg("path", { class: "mark jumped", d: `M${x - 0.13} ${y - 0.13}l.26 .26m0 -.26l-.26 .26` });
  return svg("circle", { class: `mark ${kind}`, cx: x, cy: y, r: kind === "next" ? 0.16 : kind === "end" ? 0.1 : 0.445 });
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
export const view = () => ({ shape: drawnShape(get()), flip: get().prefs.flip });
watch((state, before) => {
  const rebuilt = isNew([view(), state.prefs.numbers]);
  if (rebuilt) build(view(), state.prefs.numbers);
  const kinds = marks(state), shown = arrows(state);
  if (areMarksNew([view(), kinds])) below.replaceChildren(...kinds.flatMap(([kind, names]) => names.map((name) => drawMark(view(), kind, name))));
  if (areArrowsNew([view(), shown])) above.replaceChildren(...drawArrows(view(), shown));
  const isBack = shownLine(state).length < shownLine(before).length;
  const way = isBack ? path(lastMove(before) ?? "pass").reverse() : state.chain.length > 1 ? state.chain : path(lastMove(state) ?? "pass");
  render(view(), drawnBoard(state), way, rebuilt);
  label(state, drawnBoard(state), kinds);
  holder.classList.toggle("tried", state.tried.length > 0);
  holder.classList.toggle("setting", state.setup !== null);
});

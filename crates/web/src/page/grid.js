// The squares for pointers, keys and screen readers: a grid with one tab stop. Moves are made by clicks or dragging.
import { drawnShape, drawnView } from "./derived.js";
import { above, byId, changes, el, isModified } from "./dom.js";
import { hold } from "./pieces.js";
import { FRAME, neighbour, pieceOn, spots, squares } from "./squares.js";
import { dispatch, get } from "./store.js";
import { movePiece, putPiece } from "./update.js";
import { chooseSquare, drop } from "./update-play.js";
import { describeSquare } from "./words.js";

const grid = byId("grid");
const cells = /** @type {Map<string, HTMLElement>} */ (new Map());
let focused = "";

/** @type {SetFocus} */
function setFocus(name, take) {
  cells.get(focused)?.setAttribute("tabindex", "-1");
  focused = name;
  cells.get(name)?.setAttribute("tabindex", "0");
  if (take) cells.get(name)?.focus();
}

/** @param {View} view */
export function build(view) {
  const { ranks, files } = view.shape;
  const hadFocus = grid.contains(document.activeElement);
  grid.style.inset = `${(100 * FRAME) / (ranks + 2 * FRAME)}% ${(100 * FRAME) / (files + 2 * FRAME)}%`;
  grid.ariaRowCount = String(ranks);
  grid.ariaColCount = String(files);
  const rows = Array.from({ length: ranks }, (_, row) => el("div", { role: "row", "aria-rowindex": row + 1 }));
  cells.clear();
  for (const { name, x, y } of spots(view)) {
    const cell = el("div", { role: "gridcell", class: "cell", tabindex: -1, "data-square": name, "aria-colindex": x + 0.5 });
    const [left, top, width, height] = [(x - 0.5) / files, (y - 0.5) / ranks, 1 / files, 1 / ranks].map((part) => `${100 * part}%`);
    Object.assign(cell.style, { left, top, width, height });
    rows[y - 0.5]?.append(cell);
    cells.set(name, cell);
  }
  grid.replaceChildren(...rows);
  setFocus(cells.has(focused) ? focused : ([...cells.keys()].at(-Math.ceil(files / 2)) ?? ""), hadFocus);
}

const isNew = changes();

/** @type {LabelSquares} */
export function label(state, board, kinds) {
  const { prefs: { numbers, flip }, setup } = state;
  const shape = drawnShape(state);
  if (!isNew([shape, board, kinds, numbers, flip, setup !== null])) return;
  const can = new Set(kinds.filter(([kind]) => /can|must|next/.test(kind)).flatMap(([, names]) => names));
  const chosen = kinds.find(([kind]) => kind === "chosen")?.[1][0];
  for (const square of squares(shape)) {
    const cell = cells.get(square.name);
    cell?.setAttribute("aria-label", describeSquare(square, pieceOn(board, square), can.has(square.name), chosen, numbers));
    cell?.setAttribute("aria-selected", String(chosen === square.name));
    cell?.classList.toggle("active", can.has(square.name) || chosen === square.name || setup !== null);
  }
}

// Screen readers focus a square on their own.
grid.addEventListener("focusin", (event) => setFocus(above(event, "[data-square]")?.dataset.square ?? focused, false));

/** Chooses a square, or puts a piece on it in a set-up. @param {string} square */
const use = (square) => dispatch(get().setup ? putPiece : chooseSquare, square);

/** @type {ArrowSteps} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

grid.addEventListener("keydown", (event) => {
  if (isModified(event)) return;
  const arrow = ARROWS[event.key];
  const sign = get().prefs.flip ? -1 : 1;
  if (arrow) {
    const next = neighbour(drawnShape(get()), focused, sign * arrow[0], sign * arrow[1]);
    if (next) setFocus(next, true);
  } else if (event.key === "Enter" || event.key === " ") {
    use(focused);
  } else return;
  event.preventDefault();
});

/** A press that moves this many pixels becomes a drag. */
const SLACK = 6;

/** @param {number} x @param {number} y */
const squareAt = (x, y) => document.elementFromPoint(x, y)?.closest("[data-square]")?.getAttribute("data-square") ?? null;

const holder = byId("board");
/** @type {Press | null} */
let press = null;

/** @param {PointerEvent} event */
function point(event) {
  const box = holder.getBoundingClientRect();
  const shape = drawnShape(get());
  const across = (shape.files + 2 * FRAME) / box.width;
  return { x: (event.clientX - box.left) * across - FRAME, y: (event.clientY - box.top) * across - FRAME };
}

grid.addEventListener("pointerdown", (event) => {
  const square = squareAt(event.clientX, event.clientY);
  if (!square || event.button !== 0 || !event.isPrimary) return;
  const { chain, setup } = get();
  press = { square, x: event.clientX, y: event.clientY, id: event.pointerId, dragging: false, fresh: false };
  if (!setup && chain.length === 0) {
    dispatch(chooseSquare, square);
    press.fresh = get().chain.length > 0;
  }
});

addEventListener("pointermove", (event) => {
  if (!press || event.pointerId !== press.id) return;
  const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLACK;
  const { chain, setup } = get();
  if (far && !press.dragging && (setup || chain.at(-1) === press.square)) {
    press.dragging = true;
    grid.setPointerCapture(event.pointerId);
  }
  if (press.dragging) hold(drawnView(get()), press.square, point(event));
});

addEventListener("pointerup", (event) => {
  if (!press || event.pointerId !== press.id) return;
  const { square, dragging, fresh } = press;
  press = null;
  const to = squareAt(event.clientX, event.clientY);
  if (dragging) {
    if (get().setup) dispatch(movePiece, square, to);
    else if (to && to !== square) dispatch(drop, square, to);
    hold(drawnView(get()), square, null);
  } else if (to === square && !fresh) use(square);
});

addEventListener("pointercancel", () => {
  if (press?.dragging) hold(drawnView(get()), press.square, null);
  press = null;
});

// Screen readers click without a pointer.
grid.addEventListener("click", (event) => {
  const square = above(event, "[data-square]")?.dataset.square;
  if (square && event.detail === 0) use(square);
});

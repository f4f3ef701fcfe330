// The squares for pointers and screen readers: a grid with one tab stop.
import { drawnShape } from "./derived.js";
import { byId, changes, el } from "./dom.js";
import { FRAME, pieceOn, spots, squares } from "./squares.js";
import { describeSquare } from "./words.js";

const grid = byId("grid");
const cells = /** @type {Map<string, HTMLElement>} */ (new Map());
let focused = "";

export const focusedSquare = () => focused;

/** @type {SetFocus} */
export function setFocus(name, take) {
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

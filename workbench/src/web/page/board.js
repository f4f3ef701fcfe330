// The board: wood and felt below, pieces and arrows above, and a grid of squares for hands and readers.
/** @import {State, Store} from "./page" */
import { drawArrows } from "./arrows.js";
import { nextSquares, ends, movable } from "./chain.js";
import { arrows, drawnBoard, drawnShape, lastMove, offered, shownKey, shownPlace } from "./derived.js";
import { byId, el, svg } from "./dom.js";
import { FRAME, centreOf } from "./geometry.js";
import { jumped, path } from "./line.js";
import { createPieces } from "./pieces.js";
import { fileName, isPlayable, pieceOn, squareNamed, squares } from "./squares.js";
import { describeSquare } from "./words.js";

/** @param {import("./geometry.js").View} view */
function drawWood(view) {
  const { ranks, files } = view.shape;
  const group = svg("g");
  group.append(
    svg("rect", { class: "frame", x: -FRAME, y: -FRAME, width: files + 2 * FRAME, height: ranks + 2 * FRAME, rx: 0.14 }),
    svg("rect", { class: "edge", x: -0.04, y: -0.04, width: files + 0.08, height: ranks + 0.08, rx: 0.03 }),
    svg("rect", { class: "light", width: files, height: ranks }),
  );
  const dark = [];
  for (let row = 0; row < ranks; row++) {
    for (let column = 0; column < files; column++) {
      const { x, y } = centreOf(view, row, column);
      if (isPlayable(view.shape, row, column)) dark.push(`M${x - 0.5} ${y - 0.5}h1v1h-1z`);
    }
  }
  group.append(svg("path", { class: "dark", d: dark.join("") }));
  for (let column = 0; column < files; column++) {
    group.append(svg("text", { class: "label", x: centreOf(view, 0, column).x, y: ranks + FRAME / 2 + 0.01, text: fileName(column) }));
  }
  for (let row = 0; row < ranks; row++) {
    group.append(svg("text", { class: "label", x: -FRAME / 2, y: centreOf(view, row, 0).y, text: String(ranks - row) }));
  }
  return group;
}

/** @param {import("./geometry.js").View} view */
function drawNumbers(view) {
  return svg("g", { class: "numbers" }, ...squares(view.shape).map((square) => {
    const { x, y } = centreOf(view, square.row, square.column);
    return svg("text", { x: x - 0.45, y: y - 0.34, text: String(square.number) });
  }));
}

/** Collects the marks of squares by their kind. @param {State} state @returns {[string, string[]][]} */
function marks(state) {
  if (state.setup) return [];
  const moves = offered(state);
  const last = lastMove(state);
  const steps = last ? path(last) : [];
  const must = moves.some((move) => move.captured.length > 0) && state.game.rules.capture === "required";
  const free = state.chain.length === 0;
  return [
    ["last", free ? [steps[0], steps[steps.length - 1]].filter((name) => name !== undefined) : []],
    ["jumped", (free ? jumped(state.game.shape, steps) : jumped(state.game.shape, state.chain)).map(({ row, column }) =>
      squares(state.game.shape).find((square) => square.row === row && square.column === column)?.name ?? "")],
    [must ? "must" : "can", free ? [...movable(moves)] : []],
    ["chosen", state.chain.slice(-1)],
    ["end", free ? [] : [...ends(moves, state.chain)]],
    ["next", free ? [] : [...nextSquares(moves, state.chain)]],
  ];
}

/** @param {import("./geometry.js").View} view @param {[string, string[]][]} kinds */
function drawMarks(view, kinds) {
  const shapes = kinds.flatMap(([kind, names]) => names.map((name) => {
    const square = squareNamed(view.shape, name);
    if (!square) return null;
    const { x, y } = centreOf(view, square.row, square.column);
    if (kind === "last") return svg("rect", { class: "mark last", x: x - 0.5, y: y - 0.5, width: 1, height: 1 });
    if (kind === "jumped") return svg("path", { class: "mark jumped", d: `M${x - 0.13} ${y - 0.13}l.26 .26m0 -.26l-.26 .26` });
    return svg("circle", { class: `mark ${kind}`, cx: x, cy: y, r: kind === "next" ? 0.16 : kind === "end" ? 0.1 : 0.445 });
  }));
  return shapes.filter((shape) => shape !== null);
}

/** Makes the grid of squares that take the focus. @param {import("./geometry.js").View} view */
function buildGrid(view) {
  const { shape, flip } = view;
  const order = flip ? [...squares(shape)].reverse() : squares(shape);
  /** @type {Map<number, HTMLElement>} */
  const rows = new Map();
  /** @type {Map<string, HTMLElement>} */
  const cells = new Map();
  for (const square of order) {
    const { x, y } = centreOf(view, square.row, square.column);
    let row = rows.get(square.row);
    if (!row) {
      row = el("div", { role: "row", "aria-rowindex": y + 0.5 });
      rows.set(square.row, row);
    }
    const cell = el("div", { role: "gridcell", class: "cell", tabindex: -1, "data-square": square.name, "aria-colindex": x + 0.5 });
    cell.style.left = `${(100 * (x - 0.5)) / shape.files}%`;
    cell.style.top = `${(100 * (y - 0.5)) / shape.ranks}%`;
    cell.style.width = `${100 / shape.files}%`;
    cell.style.height = `${100 / shape.ranks}%`;
    row.append(cell);
    cells.set(square.name, cell);
  }
  return { rows: [...rows.values()], cells };
}

/** Draws the board of the state, and again after each change. @param {Store} store */
export function createBoard(store) {
  const holder = byId("board");
  const grid = byId("grid");
  const wood = svg("g"), below = svg("g"), above = svg("g", { class: "arrows" });
  const pieces = createPieces();
  const drawing = svg("svg", { class: "drawing", "aria-hidden": "true" }, wood, below, pieces.group, above);
  holder.prepend(drawing);

  let cells = /** @type {Map<string, HTMLElement>} */ (new Map());
  let focus = "";
  let built = "", marked = "", arrowed = "", labelled = "";
  let line = "";

  /** @param {import("./geometry.js").View} view @param {boolean} numbers */
  function build(view, numbers) {
    const { ranks, files } = view.shape;
    const hadFocus = grid.contains(document.activeElement);
    drawing.setAttribute("viewBox", `${-FRAME} ${-FRAME} ${files + 2 * FRAME} ${ranks + 2 * FRAME}`);
    holder.style.setProperty("--files", String(files + 2 * FRAME));
    holder.style.setProperty("--ranks", String(ranks + 2 * FRAME));
    grid.style.inset = `${(100 * FRAME) / (ranks + 2 * FRAME)}% ${(100 * FRAME) / (files + 2 * FRAME)}%`;
    grid.setAttribute("aria-rowcount", String(ranks));
    grid.setAttribute("aria-colcount", String(files));
    wood.replaceChildren(drawWood(view), numbers ? drawNumbers(view) : "");
    const grown = buildGrid(view);
    cells = grown.cells;
    grid.replaceChildren(...grown.rows);
    setFocus(cells.has(focus) ? focus : [...cells.keys()].at(-Math.ceil(files / 2)) ?? "", hadFocus);
  }

  /** Moves the one tab stop of the grid. @param {string} name @param {boolean} take */
  function setFocus(name, take) {
    cells.get(focus)?.setAttribute("tabindex", "-1");
    focus = name;
    const cell = cells.get(name);
    cell?.setAttribute("tabindex", "0");
    if (take) cell?.focus();
  }

  /** @param {State} state @param {string[]} board @param {[string, string[]][]} kinds */
  function label(state, board, kinds) {
    const shape = drawnShape(state);
    const can = new Set(kinds.filter(([kind]) => kind === "can" || kind === "must" || kind === "next").flatMap(([, names]) => names));
    for (const [name, cell] of cells) {
      const square = squareNamed(shape, name);
      if (!square) continue;
      const isChosen = state.chain[state.chain.length - 1] === name;
      const text = describeSquare(square, pieceOn(board, square), can.has(name), isChosen, state.chain.length > 0, state.prefs.numbers);
      if (cell.getAttribute("aria-label") !== text) cell.setAttribute("aria-label", text);
      cell.setAttribute("aria-selected", String(isChosen));
      cell.classList.toggle("active", can.has(name) || isChosen || state.setup !== null);
    }
  }

  store.subscribe((state, before) => render(state, before));

  /** @param {State} state @param {State | null} before */
  function render(state, before) {
    const shape = drawnShape(state);
    const view = { shape, flip: state.prefs.flip };
    const wanted = JSON.stringify([view, state.prefs.numbers]);
    const rebuilt = wanted !== built;
    if (rebuilt) build(view, state.prefs.numbers);
    built = wanted;
    const board = drawnBoard(state);
    const key = shownKey(state);
    const kinds = marks(state);
    const marking = JSON.stringify([wanted, kinds]);
    if (marking !== marked) below.replaceChildren(...drawMarks(view, kinds));
    marked = marking;
    const last = state.chain.length > 1 ? state.chain : lastMove(state) ? path(lastMove(state) ?? "") : [];
    const undone = before && before.chain.length <= 1 && lastMove(before) ? path(lastMove(before) ?? "").reverse() : [];
    pieces.render(view, board, key.length >= line.length ? last : undone, rebuilt || before?.start !== state.start && !before?.about);
    line = key;
    const shown = arrows(state);
    const arrowing = JSON.stringify([wanted, shown]);
    if (arrowing !== arrowed) above.replaceChildren(...drawArrows(view, shown));
    arrowed = arrowing;
    const labelling = marking + board.join("") + (shownPlace(state) ? "" : "?") + state.chain.join();
    if (labelling !== labelled) label(state, board, kinds);
    labelled = labelling;
    holder.classList.toggle("tried", state.tried.length > 0);
    holder.classList.toggle("setting", state.setup !== null);
  }

  render(store.get(), null);
  return { pieces, setFocus, focused: () => focus, view: () => ({ shape: drawnShape(store.get()), flip: store.get().prefs.flip }) };
}

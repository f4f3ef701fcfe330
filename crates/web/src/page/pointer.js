// Moves by mouse, pen and finger: by clicks or dragging.
import { view } from "./board.js";
import { above, byId } from "./dom.js";
import { setFocus } from "./grid.js";
import { hold } from "./pieces.js";
import { FRAME } from "./squares.js";
import { dispatch, get } from "./store.js";
import { movePiece, putPiece } from "./update.js";
import { chooseSquare, drop } from "./update-play.js";

/** A press that moves this many pixels becomes a drag. */
const SLACK = 6;

/** @param {number} x @param {number} y */
const squareAt = (x, y) => document.elementFromPoint(x, y)?.closest("[data-square]")?.getAttribute("data-square") ?? null;

const holder = byId("board");
const grid = byId("grid");
/** @type {Press | null} */
let press = null;

/** @param {PointerEvent} event */
function point(event) {
  const box = holder.getBoundingClientRect();
  const { shape } = view();
  const across = (shape.files + 2 * FRAME) / box.width;
  return { x: (event.clientX - box.left) * across - FRAME, y: (event.clientY - box.top) * across - FRAME };
}

grid.addEventListener("pointerdown", (event) => {
  const square = squareAt(event.clientX, event.clientY);
  if (!square || event.button !== 0 || !event.isPrimary) return;
  const state = get();
  setFocus(square, false);
  const isChosen = state.chain.at(-1) === square;
  press = { square, x: event.clientX, y: event.clientY, id: event.pointerId, dragging: false, fresh: false };
  if (!state.setup && !isChosen && state.chain.length === 0) {
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
  if (press.dragging) hold(view(), press.square, point(event));
});

addEventListener("pointerup", (event) => {
  if (!press || event.pointerId !== press.id) return;
  const { square, dragging, fresh } = press;
  press = null;
  const to = squareAt(event.clientX, event.clientY);
  if (dragging) {
    if (get().setup) dispatch(movePiece, square, to);
    else if (to && to !== square) dispatch(drop, square, to);
    hold(view(), square, null);
  } else if (to === square && get().setup) dispatch(putPiece, square);
  else if (to === square && !fresh) dispatch(chooseSquare, square);
});

addEventListener("pointercancel", () => {
  if (press?.dragging) hold(view(), press.square, null);
  press = null;
});

// Screen readers click without a pointer.
grid.addEventListener("click", (event) => {
  const square = above(event, "[data-square]")?.dataset.square;
  if (square && event.detail === 0) dispatch(get().setup ? putPiece : chooseSquare, square);
});

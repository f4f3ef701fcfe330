// The pieces: each is an element that slides to its square.
import { svg } from "./dom.js";
import { centre, pieceOn, squares } from "./squares.js";
import { sideOf } from "./line.js";
const CROWN = "M-.2 .13 L-.25 -.1 L-.11 .01 L0 -.18 L.11 .01 L.25 -.1 L.2 .13 Z";
/** Milliseconds per step. */
const STEP = 170;
const still = matchMedia("(prefers-reduced-motion: reduce)");
/** @param {string} piece */
function draw(piece) {
  const isKing = piece === piece.toUpperCase();
  const disc = (/** @type {number} */ y) => [
    svg("circle", { class: "rim", cy: y + 0.035, r: 0.4 }),
    svg("circle", { class: "disc", cy: y, r: 0.4 }),
  ];
  const crown = (/** @type {string} */ d) => isKing && svg("path", { class: "crown", d });
  const face = svg("g", { transform: isKing && "translate(0 -.07)" },
    svg("circle", { class: "groove", r: 0.31 }), svg("circle", { class: "groove", r: isKing ? 0.29 : 0.2 }),
    svg("path", { class: "gloss", d: "M-.3 -.2A.36 .36 0 0 1 .12 -.34" }),
    crown(CROWN), crown("M-.2 .165h.4v.05h-.4z"));
  return svg("g", { class: `piece ${sideOf(piece)}${isKing ? " king" : ""}` },
    svg("ellipse", { class: "shadow", cx: 0.02, cy: 0.09, rx: 0.42, ry: 0.4 }),
    ...disc(0), ...(isKing ? disc(-0.07) : []), face);
}
/** @param {Point} point */
const at = ({ x, y }) => `translate(${x}px, ${y}px)`;
/** Finds the piece that went to a square: along the path, or any of its kind. @type {FindMan} */
function origin(gone, name, piece, path) {
  const mover = path.includes(name) ? path.map((square) => gone.get(square)).find((man) => man && sideOf(man.piece) === sideOf(piece)) : undefined;
  return mover ?? [...gone.values()].find((man) => man.piece === piece);
}
/** @param {string} piece */
export const pieceIcon = (piece) => svg("svg", { class: "piece-icon", viewBox: "-.5 -.52 1 1.04", "aria-hidden": "true" }, draw(piece));
export const layer = svg("g");
/** @type {Map<string, Man>} */
let men = new Map();
/** The dragged piece, which needs no slide. @type {string | null} */
let held = null;
/** @type {Slide} */
function slide(view, man, names) {
  const to = names.at(-1) ?? man.name;
  man.element.style.transform = at(centre(view, to));
  if (still.matches || names.length < 2) return;
  layer.append(man.element);
  const frames = names.map((name) => ({ transform: at(centre(view, name)), easing: "ease-in-out" }));
  man.element.animate(frames, { duration: STEP * (names.length - 1) });
}
/** @type {Vanish} */
function vanish(man, delay) {
  if (still.matches) return man.element.remove();
  const fading = man.element.animate({ opacity: [1, 0] }, { duration: STEP, delay, fill: "forwards" });
  fading.onfinish = () => man.element.remove();
}
/** Shows a board. A piece that left the first square of the path is animated along the path. @type {ShowPieces} */
export function render(view, board, path, instant) {
  /** @type {Map<string, Man>} */
  const next = new Map();
  const gone = new Map(men);
  /** @type {Placed[]} */
  const wanted = [];
  for (const square of squares(view.shape)) {
    const piece = pieceOn(board, square);
    if (piece === ".") continue;
    const man = gone.get(square.name);
    if (man?.piece === piece) {
      gone.delete(square.name);
      next.set(square.name, man);
      if (instant || held === square.name) slide(view, man, [square.name]);
    } else wanted.push({ name: square.name, piece });
  }
  for (const { name, piece } of wanted) {
    const source = origin(gone, name, piece, path);
    if (source) gone.delete(source.name);
    const element = draw(piece);
    const man = { element, piece, name };
    layer.append(element);
    next.set(name, man);
    const way = path.slice(Math.max(0, path.indexOf(source?.name ?? "")), path.lastIndexOf(name) + 1);
    slide(view, man, !source || instant || held === source.name ? [name] : way[0] === source.name ? way : [source.name, name]);
    source?.element.remove();
    if (!source && !instant && !still.matches) element.animate({ opacity: [0, 1] }, { duration: STEP });
  }
  for (const man of gone.values()) instant ? man.element.remove() : vanish(man, (STEP * Math.max(0, path.length - 2)) / 2);
  men = next;
  held = null;
}
/** Drags a piece to a point of the drawing, or puts it back. @type {DragPiece} */
export function hold(view, name, point) {
  const man = men.get(name);
  if (!man) return;
  held = point ? name : null;
  man.element.classList.toggle("held", point !== null);
  if (point) layer.append(man.element);
  man.element.style.transform = at(point ?? centre(view, name));
}

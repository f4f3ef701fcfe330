// Arrows for the ranked moves, the widest for the best.
import { svg } from "./dom.js";
import { centre } from "./geometry.js";

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

/** @type {DrawArrows} */
export const drawArrows = (view, arrows) => [...arrows].reverse().map((arrow) => drawArrow(view, arrow)).filter((arrow) => arrow !== null);

// A picture of the board, dot by dot.
/** @import {State} from "./page" */
import { arrows, drawnBoard, drawnShape } from "./derived.js";
import { FRAME, centreOf } from "./geometry.js";
import { fileName, pieceOn, squares } from "./squares.js";

/** The side of a square in dots. */
const SIDE = 96;

/** Colours of the page as it looks by day. */
const INK = { frame: "#5b3a23", label: "#ecd9b8", light: "#ecdcb9", dark: "#557d66", best: "#ffd34d", hint: "#4db4ff", red: "#c23a2b", black: "#2b2826", rim: ["#7d1d14", "#0c0b0a"], gold: "#f0c75e" };

/** @typedef {CanvasRenderingContext2D} Pen */

/** @param {Pen} pen @param {number} x @param {number} y @param {number} radius @param {string} fill */
function disc(pen, x, y, radius, fill) {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fillStyle = fill;
  pen.fill();
}

/** @param {Pen} pen @param {string} piece @param {{x: number, y: number}} centre */
function drawPiece(pen, piece, { x, y }) {
  const isRed = piece === "r" || piece === "R";
  const isKing = piece === piece.toUpperCase();
  disc(pen, x + 0.02, y + 0.07, 0.42, "rgba(0,0,0,.35)");
  for (const lift of isKing ? [0, 0.07] : [0]) {
    disc(pen, x, y + 0.035 - lift, 0.4, INK.rim[isRed ? 0 : 1] ?? "");
    disc(pen, x, y - lift, 0.4, isRed ? INK.red : INK.black);
  }
  const top = y - (isKing ? 0.07 : 0);
  pen.strokeStyle = "rgba(255,255,255,.28)";
  pen.lineWidth = 0.03;
  for (const radius of isKing ? [0.31] : [0.31, 0.2]) {
    pen.beginPath();
    pen.arc(x, top, radius, 0, 2 * Math.PI);
    pen.stroke();
  }
  if (!isKing) return;
  pen.save();
  pen.translate(x, top);
  pen.fillStyle = INK.gold;
  pen.fill(new Path2D("M-.2 .13 L-.25 -.1 L-.11 .01 L0 -.18 L.11 .01 L.25 -.1 L.2 .13 Z M-.2 .165h.4v.05h-.4z"));
  pen.restore();
}

/** @param {Pen} pen @param {{x: number, y: number}[]} points @param {number} rank @param {string} kind */
function drawArrow(pen, points, rank, kind) {
  const tip = points[points.length - 1], before = points[points.length - 2];
  if (!tip || !before) return;
  const width = Math.max(0.055, 0.17 - 0.03 * rank);
  pen.globalAlpha = Math.max(0.45, 0.9 - 0.1 * rank);
  pen.strokeStyle = pen.fillStyle = kind === "hint" ? INK.hint : INK.best;
  pen.lineWidth = width;
  pen.lineJoin = "round";
  const angle = Math.atan2(tip.y - before.y, tip.x - before.x);
  const head = width * 1.5 + 0.1;
  pen.beginPath();
  for (const { x, y } of points.slice(0, -1)) pen.lineTo(x, y);
  pen.lineTo(tip.x - head * Math.cos(angle), tip.y - head * Math.sin(angle));
  pen.stroke();
  pen.save();
  pen.translate(tip.x, tip.y);
  pen.rotate(angle);
  pen.fill(new Path2D(`M${head * 0.1} 0L${-head * 1.3} ${head * 0.85}V${-head * 0.85}Z`));
  pen.restore();
  pen.globalAlpha = 1;
}

/** Draws the board as the page shows it. @param {State} state @returns {Promise<Blob>} */
export function drawPng(state) {
  const shape = drawnShape(state);
  const view = { shape, flip: state.prefs.flip };
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(SIDE * (shape.files + 2 * FRAME));
  canvas.height = Math.round(SIDE * (shape.ranks + 2 * FRAME));
  const pen = canvas.getContext("2d");
  if (!pen) return Promise.reject(new Error("this browser cannot draw pictures"));
  pen.scale(SIDE, SIDE);
  pen.translate(FRAME, FRAME);
  pen.fillStyle = INK.frame;
  pen.fillRect(-FRAME, -FRAME, shape.files + 2 * FRAME, shape.ranks + 2 * FRAME);
  pen.fillStyle = INK.light;
  pen.fillRect(0, 0, shape.files, shape.ranks);
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  const write = (/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y, size = 0.22) => {
    pen.font = `600 ${size}px system-ui, sans-serif`;
    pen.fillText(text, x, y);
  };
  const board = drawnBoard(state);
  for (const square of squares(shape)) {
    const { x, y } = centreOf(view, square.row, square.column);
    pen.fillStyle = INK.dark;
    pen.fillRect(x - 0.5, y - 0.5, 1, 1);
    pen.fillStyle = INK.label;
    if (state.prefs.numbers) write(String(square.number), x - 0.36, y - 0.37, 0.17);
  }
  pen.fillStyle = INK.label;
  for (let column = 0; column < shape.files; column++) write(fileName(column), centreOf(view, 0, column).x, shape.ranks + FRAME / 2);
  for (let row = 0; row < shape.ranks; row++) write(String(shape.ranks - row), -FRAME / 2, centreOf(view, row, 0).y);
  for (const square of squares(shape)) {
    const piece = pieceOn(board, square);
    if (piece !== ".") drawPiece(pen, piece, centreOf(view, square.row, square.column));
  }
  const named = new Map(squares(shape).map((square) => [square.name, centreOf(view, square.row, square.column)]));
  for (const { path, rank, kind } of arrows(state).reverse()) {
    drawArrow(pen, path.map((name) => named.get(name) ?? { x: 0, y: 0 }), rank, kind);
  }
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture is too large"))), "image/png"));
}

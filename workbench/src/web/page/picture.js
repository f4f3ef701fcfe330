// A picture of the board in dots: paints what the page draws.

/** The width of the picture in dots, for a board of eight files. */
const WIDTH = 900;

/** Outlines a shape. @param {SVGElement} shape */
function outline(shape) {
  const value = (/** @type {string} */ name) => Number(shape.getAttribute(name) ?? 0);
  const path = new Path2D(shape.getAttribute("d") ?? "");
  if (shape instanceof SVGRectElement) path.roundRect(value("x"), value("y"), value("width"), value("height"), value("rx"));
  else if (shape instanceof SVGCircleElement) path.arc(value("cx"), value("cy"), value("r"), 0, 2 * Math.PI);
  else if (shape instanceof SVGEllipseElement) path.ellipse(value("cx"), value("cy"), value("rx"), value("ry"), 0, 0, 2 * Math.PI);
  for (const point of (shape.getAttribute("points") ?? "").split(" ").filter(Boolean)) {
    const [x, y] = point.split(",").map(Number);
    path.lineTo(x ?? 0, y ?? 0);
  }
  return path;
}

/** Paints an element and those in it. @param {CanvasRenderingContext2D} pen @param {SVGGraphicsElement} element @param {DOMMatrix} base @param {number} opacity */
function paint(pen, element, base, opacity) {
  const style = getComputedStyle(element);
  const alpha = opacity * Number(style.opacity);
  for (const child of element.children) if (child instanceof SVGGraphicsElement) paint(pen, child, base, alpha);
  if (element instanceof SVGGElement || element instanceof SVGSVGElement) return;
  const own = element.getScreenCTM();
  if (!own) return;
  pen.setTransform(base.multiply(own));
  pen.fillStyle = style.fill;
  pen.globalAlpha = alpha;
  if (element instanceof SVGTextElement) {
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    pen.textAlign = style.textAnchor === "middle" ? "center" : "left";
    pen.textBaseline = "middle";
    return pen.fillText(element.textContent ?? "", Number(element.getAttribute("x")), Number(element.getAttribute("y")));
  }
  const path = outline(element);
  if (style.fill !== "none") pen.fill(path);
  if (style.stroke === "none") return;
  pen.strokeStyle = style.stroke;
  pen.globalAlpha = alpha * Number(style.strokeOpacity);
  pen.lineWidth = Number.parseFloat(style.strokeWidth);
  pen.lineJoin = pen.lineCap = "round";
  pen.stroke(path);
}

/** Paints a drawing of the page. @param {SVGSVGElement} drawing */
export function paintPng(drawing) {
  const { width, height } = drawing.viewBox.baseVal;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round((WIDTH * width) / 8.72);
  canvas.height = Math.round((WIDTH * height) / 8.72);
  const pen = canvas.getContext("2d");
  const box = drawing.getBoundingClientRect();
  const scale = canvas.width / box.width;
  const base = new DOMMatrix([scale, 0, 0, scale, -box.left * scale, -box.top * scale]);
  if (pen) paint(pen, drawing, base, 1);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture is too large"))), "image/png"));
}

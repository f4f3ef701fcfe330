// A picture in pixels.

/** Pixels per unit of the drawing. */
const DENSITY = 2;

/** @param {string} svg */
export async function paintPng(svg) {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = url;
  await image.decode().finally(() => URL.revokeObjectURL(url));
  const canvas = document.createElement("canvas");
  canvas.width = DENSITY * image.width;
  canvas.height = DENSITY * image.height;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture is too large"))), "image/png"));
}

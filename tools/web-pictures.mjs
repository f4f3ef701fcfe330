// Draws the pictures for the documentation: node web-pictures.mjs FOLDER
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { isAt, paste, picturePage, ranked, start, stop } from "../tests/web/browser/support.js";

/** Returns the pixels of a picture, four numbers each. */
const dotsOf = (page, png) => page.evaluate(async (png) => {
  const picture = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (char) => char.charCodeAt(0))]));
  const pen = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
  pen.drawImage(picture, 0, 0);
  const { data, width, height } = pen.getImageData(0, 0, picture.width, picture.height);
  const blob = new Blob([data]);
  const url = await new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.readAsDataURL(blob);
  });
  return { width, height, data: url.split(",")[1] };
}, png.toString("base64"));

/** Writes pixels as a PNG with the 256 most frequent colours. */
function encode({ width, height, data }) {
  const dots = Buffer.from(data, "base64");
  const colours = Array.from({ length: width * height }, (_, index) => dots.readUIntBE(4 * index, 3));
  const counts = new Map();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const palette = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 256).map(([colour]) => colour);
  const parts = (colour) => [colour >> 16, (colour >> 8) & 255, colour & 255];
  const places = new Map(palette.map((colour, index) => [colour, index]));
  const nearest = (colour) => {
    const [red, green, blue] = parts(colour);
    const far = palette.map(parts).map(([r, g, b]) => (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2);
    return far.indexOf(Math.min(...far));
  };
  for (const colour of counts.keys()) if (!places.has(colour)) places.set(colour, nearest(colour));
  const rows = Buffer.alloc((width + 1) * height);
  colours.forEach((colour, index) => (rows[index + Math.floor(index / width) + 1] = places.get(colour)));
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 3, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  const chunk = (name, body) => {
    const named = Buffer.concat([Buffer.from(name), body]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(body.length);
    sum.writeUInt32BE(crc(named));
    return Buffer.concat([length, named, sum]);
  };
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([signature, chunk("IHDR", head), chunk("PLTE", Buffer.from(palette.flatMap(parts))), chunk("IDAT", deflateSync(rows, { level: 9 })), chunk("IEND", Buffer.alloc(0))]);
}

/** Computes the checksum of PNG. */
function crc(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

const folder = process.argv[2];
const MATCH = readFileSync(new URL("../testdata/tui/games.pdn", import.meta.url), "utf8");

await start();
try {
  await picturePage(async (page) => {
    await paste(page, MATCH);
    await page.getByRole("button", { name: "Review" }).click();
    await page.locator("#review-note", { hasText: "costliest plies" }).waitFor();
    await page.locator("#game-list > .ply").nth(5).click();
    await isAt(page, 6);
    await page.getByLabel("Depth of the ranking").selectOption("12");
    await ranked(page, 12);
    await page.locator("#tree .estimate", { hasText: "≈" }).first().waitFor();
    await page.locator("#message").waitFor({ state: "hidden" });
    await page.mouse.move(0, 0);
    await page.locator("#game").evaluate((panel) => panel.scrollTo(0, 0));
    writeFileSync(join(folder, "web.png"), encode(await dotsOf(page, await page.screenshot())));
  });
} finally {
  await stop();
}

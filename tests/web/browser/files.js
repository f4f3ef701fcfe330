// Tests of reading and writing files (PDN, FEN, the exchange format, JSON) by file, drag and paste; and of
// pictures.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { clicks, home, inPage, inRankingPage, moves, paste, played, ranked, saved, seen } from "./support.js";

const top = new URL("../../../", import.meta.url);
const RANKIN = readFileSync(new URL("testdata/valid/rankin.txt", top), "utf8");
const TWO_GAMES = '[Event "First"]\n\n1. 11-15 23-19 *\n\n[Event "Second"]\n\n1. 9-14 *\n';
const JSON_GAME = JSON.stringify({
  rules: { capture: "optional", jumps: "single", blocked: "loses" }, shape: { ranks: 4, files: 4, flipped: false }, turn: "red",
  board: ['"b".', '."."', '"r".', 'r"."'], moves: ["b2->a3"],
});

/** Drops a file on the page. */
async function drop(page, name, text) {
  const data = await page.evaluateHandle(([name, text]) => {
    const data = new DataTransfer();
    data.items.add(new File([text], name));
    return data;
  }, [name, text]);
  await page.dispatchEvent("body", "dragover", { dataTransfer: data });
  await page.locator("body.dropping").waitFor();
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
}

inPage("a file is opened, with a choice among its games", {}, async (page) => {
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("button", { name: "Choose a file" }).click();
  await (await choosing).setFiles({ name: "two.pdn", mimeType: "text/plain", buffer: Buffer.from(TWO_GAMES) });
  await played(page, 2);
  await page.getByLabel("Game in the file").selectOption("2");
  await played(page, 1);
  assert.equal(await page.locator("#game-title").textContent(), "Second");
  assert.equal(await page.locator("#hint").textContent(), "");
  await page.locator("#game-list > .ply").click();
  assert.equal(await page.locator("#hint").textContent(), "Opening: Double Corner");
});

inPage("a game from a file that goes on after its result has no result after a reload", {}, async (page) => {
  await paste(page, '[Result "1-0"]\n\n1. 11-15 23-19 1-0\n');
  await played(page, 2);
  await page.keyboard.press("G");
  await page.locator("#status", { hasText: "Result: black wins" }).waitFor();
  await clicks(page, "g7", "f6");
  await played(page, 3);
  await page.reload();
  await played(page, 3);
  assert.equal(await page.locator("#game-list .result").textContent(), "");
});

inPage("a file of several games is saved with its changed games in their places", {}, async (page) => {
  await drop(page, "three.pdn", `${TWO_GAMES}\n[Event "Third"]\n\n1. 10-15 *\n`);
  await played(page, 2);
  await page.keyboard.press("G");
  await clicks(page, "g7", "f6");
  await page.getByLabel("Game in the file").selectOption("3");
  await played(page, 1);
  await page.keyboard.press("G");
  await clicks(page, "c3", "b4");
  await played(page, 2);
  await page.getByLabel("Game in the file").selectOption("2");
  await played(page, 1);
  await page.keyboard.press("s");
  await page.locator("#name-black").fill("Ada");
  await page.keyboard.press("Escape");
  await page.getByLabel("Game in the file").selectOption("3");
  await played(page, 2);
  const { name, bytes } = await saved(page, "PDN, all games");
  const text = bytes.toString();
  assert.equal(name, "three.pdn");
  assert.match(text, /^\[Event "First"\][^]*\n1\. 11-15 23-19 2\. 8-11 \*\n\n\[Event "Second"\][^\n]*\n[^]*\[Black "Ada"\][^]*\n1\. 9-14 \*\n\n\[Event "Third"\][^]*\n1\. 10-15 22-17 \*\n$/);
  await paste(page, "1. 9-14 *");
  await played(page, 1);
  await page.keyboard.press("s");
  assert.equal(await page.getByRole("button", { name: "PDN, all games" }).isVisible(), false, "it is a single game");
});

inPage("the other games of a file are there after a reload", {}, async (page) => {
  await drop(page, "two.pdn", TWO_GAMES);
  await played(page, 2);
  await page.getByLabel("Game in the file").selectOption("2");
  await played(page, 1);
  await page.reload();
  await played(page, 1);
  assert.equal(await page.getByLabel("Game in the file").inputValue(), "2");
  await page.getByLabel("Game in the file").selectOption("1");
  await played(page, 2);
});

inPage("a game that was begun here is saved with its day and its programs", {}, async (page) => {
  await page.locator("#player-bottom select").selectOption("minimax:2");
  await clicks(page, "b6", "a5");
  await played(page, 2);
  const { bytes } = await saved(page, "PDN");
  assert.match(bytes.toString(), /\[Date "20\d\d\.\d\d\.\d\d"\]/);
  assert.match(bytes.toString(), /\[White "minimax:2"\]/);
  assert.doesNotMatch(bytes.toString(), /human/);
});

inPage("a level is saved by its name", {}, async (page) => {
  await page.locator("#player-bottom select").selectOption("level:2");
  await clicks(page, "b6", "a5");
  await played(page, 2);
  const { bytes } = await saved(page, "PDN");
  assert.match(bytes.toString(), /\[White "learner \(level:2\)"\]/);
  await paste(page, bytes.toString());
  await page.locator("#player-bottom option:checked", { hasText: /^learner \(level:2\)$/ }).waitFor({ state: "attached" });
});

inPage("formats that cannot hold the board are not offered", { path: "#board=10x8&pieces=b8.24r8&turn=black" }, async (page) => {
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const can = () => page.locator("#save-dialog [data-format]").evaluateAll((buttons) => buttons.filter(({ disabled, hidden }) => !disabled && !hidden).map(({ dataset }) => dataset.format));
  assert.deepEqual(await can(), ["exchange", "json", "svg", "png"]);
  await page.keyboard.press("Escape");
  await page.goto(`${home}#rules=optional&pieces=b12.8r12&turn=black`);
  await seen(page, "b8", "black man");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  assert.deepEqual(await can(), ["exchange", "json", "fen", "svg", "png"]);
});

inPage("an empty board is refused, in a text and in an address", { path: "#pieces=.32&turn=red" }, async (page) => {
  await page.locator("#message", { hasText: "The address contains no valid game: the board is empty" }).waitFor();
  await paste(page, JSON.stringify({ ...JSON.parse(JSON_GAME), board: ['".".', '."."', '".".', '."."'], moves: [] }));
  await page.locator("#message", { hasText: "pasted text: the board is empty" }).waitFor();
  await seen(page, "b8", "black man");
});

inPage("players are named when the game is saved", {}, async (page) => {
  await page.locator("#player-bottom select").selectOption("minimax:2");
  await clicks(page, "b6", "a5");
  await played(page, 2);
  await page.keyboard.press("s");
  await page.getByLabel("Black is called").fill("Ann");
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("#player-top select option:checked").textContent(), "Ann");
  assert.equal(await page.locator("#game-title").textContent(), "Ann – ?");
  const { bytes } = await saved(page, "PDN");
  assert.match(bytes.toString(), /\[Black "Ann"\]\n\[White "minimax:2"\]/);
});

inPage("a file is dropped", {}, async (page) => {
  await drop(page, "rankin.txt", RANKIN);
  await seen(page, "d4", "red man");
  await page.locator("body.dropping").waitFor({ state: "detached" });
});

inPage("a dialog closes when a game is dropped or pasted, and with Back", {}, async (page) => {
  const closed = () => page.locator("dialog[open]").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await paste(page, "1. 11-15 23-19 *");
  await played(page, 2);
  await closed();
  await page.keyboard.press("N");
  await page.locator("#new-dialog").waitFor();
  await drop(page, "a.pdn", "1. 9-14 *");
  await played(page, 1);
  await closed();
  await page.keyboard.press("s");
  await page.locator("#save-dialog").waitFor();
  await page.goBack();
  await played(page, 2);
  await closed();
});

for (const [format, text, name, piece] of [
  ["FEN", "W:W18,K32:B11", "g1", "red king"], ["the exchange format", RANKIN, "c7", "black man"],
  ["JSON", JSON_GAME, "a3", "red man"], ["PDN", "1. 11-15 23-19 *", "e3", "red man"],
]) {
  inPage(`${format} is pasted`, {}, async (page) => {
    await paste(page, text);
    await seen(page, name, piece);
  });
}

inPage("a text is pasted by its keys, and the address is copied", { alone: true }, async (page, context) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(() => navigator.clipboard.writeText("W:W18,K32:B11"));
  await page.locator("h1").click();
  await page.keyboard.press("Control+V");
  await seen(page, "g1", "red king");
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.locator("#message", { hasText: "Link copied, without comments and variations. It works only on this computer, while the server runs." }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(copied.startsWith(home) && copied.endsWith("#pieces=.10b.6r.13R&turn=red"), copied);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByLabel("Copy the text").check();
  await page.getByRole("button", { name: "FEN" }).click();
  await page.locator("#message", { hasText: "text copied" }).waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^W:W18,K32:B11\.?\s*$/);
});

inPage("a text is pasted into the dialog", {}, async (page) => {
  const open = page.locator("#open-dialog").getByRole("button", { name: "Open", exact: true }), text = page.locator("#paste-text");
  await page.keyboard.press("o");
  await open.click();
  await page.locator("#paste-text:invalid").waitFor();
  await text.fill(" ");
  await open.click();
  await page.locator("#message").waitFor();
  await page.keyboard.press("o");
  await text.fill("W:W18,K33:B11");
  await open.click();
  await page.locator("#message", { hasText: "pasted text: line 1, column 8: " }).waitFor();
  await page.keyboard.press("o");
  assert.equal(await text.inputValue(), "W:W18,K33:B11", "a text that cannot be read can be corrected");
  await text.fill("W:W18,K32:B11");
  await open.click();
  await seen(page, "g1", "red king");
  await page.keyboard.press("o");
  assert.equal(await text.inputValue(), "");
});

inPage("a wrong file is refused with its place, and the game stays", {}, async (page) => {
  await drop(page, "wrong.txt", RANKIN.replace("no capture", "no captures"));
  await page.locator("#message", { hasText: /wrong\.txt: line \d+, column \d+: / }).waitFor();
  await seen(page, "b8", "black man");
});

inPage("a file that is too large is refused before it is read", {}, async (page) => {
  const most = await page.evaluate(async () => (await (await fetch("/api/about")).json()).limits.file);
  await drop(page, "large.pdn", "1".repeat(most + 1));
  await page.locator("#message", { hasText: `large.pdn is larger than ${Math.round(most / 2 ** 20)} MiB` }).waitFor();
});

inPage("a game is saved in each format, and read again", {}, async (page) => {
  await paste(page, "1. 11-15 {quick} 23-19 *");
  await played(page, 2);
  const expected = { PDN: [/\.pdn$/, /1\. 11-15 \{quick\} (1\.\.\. )?23-19/], "Exchange format": [/\.txt$/, /MOVES:\s+f6->e5\s+e3->f4/], JSON: [/\.json$/, /"moves"/], FEN: [/\.fen$/, /^B:W.*:B/] };
  for (const [label, [name, text]] of Object.entries(expected)) {
    const file = await saved(page, label);
    assert.match(file.name, name);
    assert.match(file.bytes.toString(), text);
    const before = await moves(page);
    await paste(page, file.bytes.toString());
    await played(page, label === "FEN" ? 0 : 2);
    if (label !== "FEN") assert.deepEqual(await moves(page), before);
  }
});

inPage("a note about a saved file goes when another is saved", {}, async (page) => {
  await clicks(page, "b6", "a5");
  await played(page, 1);
  await saved(page, "FEN");
  await page.locator("#message", { hasText: "FEN cannot hold" }).waitFor();
  await saved(page, "Picture, SVG");
  await page.locator("#message").waitFor({ state: "hidden" });
});

inRankingPage("pictures of the board are saved", {}, async (page) => {
  await ranked(page, 1);
  const svg = await saved(page, "Picture, SVG");
  assert.match(svg.name, /\.svg$/);
  assert.match(svg.bytes.toString(), /^<svg[^]*polygon[^]*<\/svg>\s*$/);
  const png = await saved(page, "Picture, PNG");
  assert.equal(png.name, "board.png");
  assert.equal(png.bytes.subarray(0, 8).toString("latin1"), "\x89PNG\r\n\x1a\n");
  const colours = await page.evaluate(async (bytes) => {
    const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
    const pen = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    pen.drawImage(picture, 0, 0);
    // The picture is nine squares wide, because the frame takes one.
    const side = picture.width / 9;
    const at = (x, y) => [...pen.getImageData(Math.round(side * (0.5 + x)), Math.round(side * (0.5 + y)), 1, 1).data.subarray(0, 3)];
    return { width: picture.width, light: at(0.1, 0.1), dark: at(1.05, 0.05), black: at(1.5, 0.5), red: at(0.5, 7.5) };
  }, [...png.bytes]);
  assert.equal(colours.width, 1080);
  const isDark = ([red, green, blue]) => red + green + blue < 300;
  assert.ok(!isDark(colours.light) && colours.light.every((part, index) => part > colours.dark[index]), JSON.stringify(colours));
  assert.ok(isDark(colours.black) && colours.red[0] > 2 * colours.red[1], JSON.stringify(colours));
});

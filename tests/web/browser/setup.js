// Tests of setting up positions, rules and shapes, and of the board's display.
import assert from "node:assert/strict";
import { clicks, inPage, moves, played, saved, seen, square, status } from "./support.js";

inPage("a position is set up and played from", {}, async (page) => {
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByRole("button", { name: "Red king" }).click();
  await square(page, "d4").click();
  await page.getByRole("button", { name: "Black man" }).click();
  await square(page, "e5").click();
  await square(page, "b8").click();
  await square(page, "b8").click();
  await seen(page, "b8", "empty");
  await page.getByLabel("To move").selectOption("red");
  await page.getByRole("button", { name: "Play from here" }).click();
  await status(page, "Red must jump");
  await clicks(page, "d4", "f6");
  await status(page, "Red wins");
});

inPage("a position is set up by keys alone", {}, async (page) => {
  await page.keyboard.press("e");
  await page.getByRole("button", { name: "Clear" }).press("Enter");
  await square(page, "a1").focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await seen(page, await page.evaluate(() => document.activeElement.getAttribute("data-square")), "red man");
  await page.keyboard.press("Escape");
  await seen(page, "b8", "black man");
});

inPage("a new game begins with an opening", {}, async (page) => {
  await page.getByRole("button", { name: "New game" }).click();
  const dialog = page.locator("#new-dialog");
  await dialog.getByText("Rules and board").click();
  await dialog.getByLabel("Files").fill("6");
  await dialog.getByLabel("Files").press("Tab");
  await dialog.getByLabel("Opening").and(page.locator(":disabled")).waitFor();
  assert.equal(await dialog.getByLabel("Opening").locator(":checked").textContent(), "only with English rules");
  await dialog.getByLabel("Files").fill("8");
  await dialog.getByLabel("Files").press("Tab");
  await dialog.getByLabel("Opening").selectOption("Edinburgh Single");
  await dialog.getByRole("button", { name: "Begin" }).click();
  await played(page, 3);
  // The opening is 9-13 22-18 11-15.
  assert.deepEqual(await moves(page), ["b6-a5", "c3-d4", "f6-e5"]);
  await status(page, "Red must jump");
  assert.equal(await page.locator("#hint").textContent(), "Opening: Edinburgh Single");
});

inPage("both clocks run, a flag falls, and the record has the result", {}, async (page) => {
  await page.clock.install();
  await page.reload();
  await page.getByRole("button", { name: "New game" }).click();
  await page.locator("#new-dialog").getByLabel("Minutes per player").fill("1");
  await page.locator("#new-dialog").getByLabel("Seconds added per move").fill("2");
  await page.locator("#new-dialog").getByRole("button", { name: "Begin" }).click();
  const time = (end, text) => page.locator(`#player-${end} .time`, { hasText: text }).waitFor();
  await time("bottom", "1:00");
  await page.clock.runFor(20_000);
  // Allows for extra time on a busy machine.
  await time("top", /^0:(3\d|40)$/);
  await clicks(page, "b6", "a5");
  await status(page, "Red to move");
  const left = await page.locator("#player-top .time").textContent();
  assert.match(left, /^0:(3\d|4[0-2])$/);
  await page.clock.runFor(10_000);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.clock.runFor(600_000);
  await time("bottom", /^0:([34]\d|50)$/);
  await page.reload();
  await time("top", left);
  await page.getByRole("button", { name: "Resume", exact: true }).click();
  await page.clock.runFor(60_000);
  await status(page, "Black wins: red has run out of time.");
  await page.locator("#live", { hasText: "red has run out of time" }).waitFor({ state: "attached" });
  await time("bottom", "0.0");
  const { bytes } = await saved(page, "PDN");
  for (const part of ['[TimeControl "60+2"]', '[Result "1-0"]', `9-13 {[%clk 0:0${left}]}`]) assert.ok(bytes.toString().includes(part), part);
  await page.getByRole("button", { name: "Take back" }).click();
  await status(page, "Red to move");
  await clicks(page, "c3", "d4");
  await status(page, "Black to move");
});

inPage("no clock runs after the end of a game, at any place", {}, async (page) => {
  await page.clock.install();
  await page.reload();
  await page.getByRole("button", { name: "New game" }).click();
  const dialog = page.locator("#new-dialog");
  await dialog.getByLabel("Minutes per player").fill("5");
  await dialog.getByText("Rules and board").click();
  await dialog.getByLabel("Ranks").fill("4");
  await dialog.getByLabel("Files").fill("4");
  await dialog.getByRole("button", { name: "Begin" }).click();
  const can = (text) => page.locator(`[aria-label*="${text}"]`).first();
  for (let ply = 1; !(await page.locator("#status.over").count()); ply++) {
    await can("can move").click();
    if (!(await can("can be moved to").count())) continue;
    await can("can be moved to").click();
    await played(page, ply);
    await page.locator("[aria-label*='can move'], #status.over").first().waitFor({ state: "attached" });
  }
  await page.keyboard.press("g");
  await page.clock.runFor(1000);
  await page.waitForFunction(() => location.hash.includes("at=0"));
  await page.reload();
  await page.locator("html.ready").waitFor({ state: "attached" });
  const times = () => page.locator(".time").allTextContents();
  const before = await times();
  await page.clock.runFor(60_000);
  assert.deepEqual(await times(), before);
});

inPage("a new game has any rules and shape", {}, async (page) => {
  await page.getByRole("button", { name: "New game" }).click();
  const dialog = page.locator("#new-dialog");
  await dialog.getByText("Rules and board").click();
  await dialog.getByLabel("Ranks").fill("10");
  await dialog.getByLabel("Files").fill("6");
  await dialog.getByLabel("Corner a1").selectOption("no");
  await dialog.getByLabel("Captures").selectOption("optional");
  await dialog.getByRole("button", { name: "Begin" }).click();
  await seen(page, "a10", "black man");
  assert.equal(await page.locator("[role=gridcell]").count(), 30);
  await clicks(page, "b7", "a6");
  await seen(page, "a6", "black man");
});

inPage("a board that is too large is refused with the limit", {}, async (page) => {
  await page.getByRole("button", { name: "New game" }).click();
  const dialog = page.locator("#new-dialog");
  await dialog.getByText("Rules and board").click();
  await dialog.getByLabel("Ranks").fill("40");
  await dialog.getByLabel("Files").fill("40");
  await dialog.getByRole("button", { name: "Begin" }).click();
  await dialog.locator("#new-error", { hasText: /^found a board of 40x40, but that is too large: / }).waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "hidden" });
  await seen(page, "b6", "can move");
});

inPage("an address with a board that is too large is refused with the limit", { path: "#board=40x40&pieces=.800&turn=red" }, async (page) => {
  await page.locator("#message", { hasText: /^The address contains no valid game: found a board of 40x40, but that is too large: / }).waitFor();
});

inPage("a remark on a position that is set up begins with a capital", {}, async (page) => {
  await page.keyboard.press("e");
  await page.locator("[data-piece=r]").click();
  await square(page, "b8").click();
  await page.getByRole("button", { name: "Play from here" }).click();
  await page.locator("#message-text", { hasText: /^Red has 13 pieces, more than the 12 at the start of a game; the red man on b8 cannot move/ }).waitFor();
});

inPage("a number of ranks out of range is reported, in a new game and in a set-up", {}, async (page) => {
  const isReported = (panel) => panel.getByLabel("Ranks").and(page.locator(":focus:invalid")).waitFor();
  await page.getByRole("button", { name: "Set up" }).click();
  await page.locator("#setup").getByLabel("Ranks").fill("99");
  await page.locator("#setup").getByLabel("Ranks").press("Tab");
  await isReported(page.locator("#setup"));
  await page.locator("#setup-error", { hasText: "62" }).waitFor();
  await page.locator("#setup").getByLabel("Ranks").fill("-5");
  await page.locator("#setup").getByRole("button", { name: "Play from here" }).click();
  await page.locator("#setup-error", { hasText: "4" }).waitFor();
  await page.locator("#setup").getByLabel("Ranks").fill("8");
  await page.locator("#setup").getByLabel("Ranks").press("Tab");
  await page.locator("#setup-error:empty").waitFor({ state: "attached" });
  await page.keyboard.press("Escape");
  const dialog = page.locator("#new-dialog");
  await page.getByRole("button", { name: "New game" }).click();
  await dialog.getByText("Rules and board").click();
  await dialog.getByLabel("Ranks").fill("99");
  await dialog.getByText("Rules and board").click();
  await dialog.getByRole("button", { name: "Begin" }).click();
  await isReported(dialog);
});

inPage("the board is turned, numbers are shown, and both are remembered", {}, async (page) => {
  const top = (name) => square(page, name).evaluate((cell) => cell.getBoundingClientRect().top);
  assert.ok((await top("a1")) > (await top("b8")));
  await page.keyboard.press("f");
  assert.ok((await top("a1")) < (await top("b8")));
  await page.keyboard.press("n");
  await page.locator("text.number").first().waitFor({ state: "attached" });
  assert.equal(await page.locator("text.number").count(), 32);
  await seen(page, "g1", "g1, 32, red man");
  await clicks(page, "b6", "a5");
  assert.deepEqual(await moves(page), ["9-13"]);
  await page.reload();
  await seen(page, "g1", "g1, 32, red man");
});

inPage("sounds are off by default", {}, async (page) => {
  await page.evaluate(() => {
    window.begun = 0;
    const Context = window.AudioContext;
    window.AudioContext = class extends Context {
      createOscillator() {
        window.begun++;
        return super.createOscillator();
      }
    };
  });
  await clicks(page, "b6", "a5");
  assert.equal(await page.evaluate(() => window.begun), 0);
  await page.getByRole("button", { name: "Sounds" }).click();
  await clicks(page, "c3", "d4");
  await page.waitForFunction(() => window.begun > 0);
});

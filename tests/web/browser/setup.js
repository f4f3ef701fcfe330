// Set-up of positions, rules and shapes; the look of the board.
import assert from "node:assert/strict";
import { clicks, inPage, moves, seen, square, status } from "./support.js";

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
  await status(page, "Red has to jump");
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

inPage("a new game has any rules and shape", {}, async (page) => {
  await page.getByRole("button", { name: "New game" }).click();
  const dialog = page.locator("#new-dialog");
  await dialog.getByLabel("Ranks").fill("10");
  await dialog.getByLabel("Files").fill("6");
  await dialog.getByLabel("Corner a1").selectOption("yes");
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
  await dialog.getByLabel("Ranks").fill("40");
  await dialog.getByLabel("Files").fill("40");
  await dialog.getByRole("button", { name: "Begin" }).click();
  await dialog.locator("#new-error", { hasText: /\d/ }).waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "hidden" });
  await seen(page, "b6", "can move");
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

inPage("sounds are off until asked for", {}, async (page) => {
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

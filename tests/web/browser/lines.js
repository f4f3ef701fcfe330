// Tests of lines that the user keeps beside the game.
import assert from "node:assert/strict";
import { clicks, inPage, inRankingPage, isAt, moves, paste, played, rows, saved, seen } from "./support.js";

const GAME = "1. 11-15 23-19 2. 8-11 22-17 *";
/** Waits until the list shows this line beside the game. */
const variation = (page, text) => page.locator("#game-list .variation", { hasText: text }).waitFor();

inPage("moves played in a game that was read are a variation, which is saved and read again", {}, async (page) => {
  await paste(page, GAME);
  await played(page, 4);
  await page.locator("#game-list > .ply").nth(1).click();
  await isAt(page, 2);
  await clicks(page, "b6", "a5");
  await variation(page, "(b6-a5)");
  await clicks(page, "c3", "d4");
  await variation(page, "(b6-a5c3-d4)");
  assert.deepEqual(await moves(page), ["f6-e5", "e3-f4", "g7-f6", "c3-b4"]);
  await page.reload();
  await variation(page, "(b6-a5c3-d4)");
  const { bytes } = await saved(page, "PDN");
  assert.match(bytes.toString(), /1\. 11-15 23-19 2\. 8-11 \(2\. 9-13 22-18\) 2\.\.\. 22-17/);
  await paste(page, bytes.toString());
  await variation(page, "(b6-a5c3-d4)");
});

inRankingPage("a tried line is kept, commented on, promoted and deleted", {}, async (page) => {
  await paste(page, GAME);
  await played(page, 4);
  await page.locator("#game-list > .ply").nth(2).click();
  await isAt(page, 3);
  await page.locator("#tree .name", { hasText: "f4-g5" }).click();
  await seen(page, "g5", "red man");
  await page.getByRole("button", { name: "Keep" }).click();
  await variation(page, "(f4-g5)");
  await page.getByLabel("Comment on this move").fill("sharper");
  await page.getByLabel("Comment on this move").press("Enter");
  await page.locator("#game-list .variation .comment", { hasText: "sharper" }).waitFor();
  await page.getByRole("button", { name: "Promote" }).click();
  await variation(page, "(c3-b4)");
  assert.deepEqual(await moves(page), ["f6-e5", "e3-f4", "g7-f6", "f4-g5"]);
  const { bytes } = await saved(page, "PDN");
  assert.match(bytes.toString(), /19-16 \{sharper\} \(2\.\.\. 22-17\)/);
  await page.locator("#game-list .variation .ply").click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.locator("#game-list .variation").waitFor({ state: "detached" });
  assert.equal((await moves(page)).length, 4);
});

inPage("a game that was begun here keeps its lines as well", {}, async (page) => {
  await clicks(page, "b6", "a5");
  await clicks(page, "c3", "d4");
  await page.keyboard.press("g");
  await clicks(page, "f6", "g5");
  await variation(page, "(b6-a5c3-d4)");
  const { bytes } = await saved(page, "PDN");
  assert.match(bytes.toString(), /\[Date "20/);
  assert.match(bytes.toString(), /1\. 10-14 \(1\. 9-13 22-18\)|1\. 11-16 \(1\. 9-13 22-18\)/);
});

inPage("moves of the game are deleted from one on, and restored", {}, async (page) => {
  await paste(page, GAME);
  await played(page, 4);
  await page.locator("#game-list > .ply").nth(2).click();
  await isAt(page, 3);
  await page.getByRole("button", { name: "Delete from here" }).click();
  await page.locator("#message", { hasText: "2 moves deleted." }).waitFor();
  assert.deepEqual(await moves(page), ["f6-e5", "e3-f4"]);
  const { bytes } = await saved(page, "PDN");
  assert.match(bytes.toString(), /1\. 11-15 23-19 \*/);
  await page.getByRole("button", { name: "Restore" }).click();
  await played(page, 4);
});

inPage("a comment written while the program answers stays with its move", {}, async (page) => {
  await clicks(page, "b6", "a5");
  await page.getByLabel("Comment on this move").fill("early");
  await page.evaluate(() => document.querySelector("[data-do=back]").click());
  await page.getByLabel("Comment on this move").press("Enter");
  await page.locator("#game-list .comment", { hasText: "early" }).waitFor();
});

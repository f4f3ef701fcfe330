// Tests of lines that the user keeps beside the game.
import assert from "node:assert/strict";
import { clicks, inPage, inRankingPage, isAt, moves, paste, played, rows, saved, seen, status } from "./support.js";

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

inRankingPage("a row that is pressed stays until it is released", {}, async (page) => {
  const row = rows(page).first();
  await row.locator(".name").hover();
  await page.mouse.down();
  // The list would be drawn with numbers now.
  await page.keyboard.press("n");
  await page.locator("[data-do=numbers][aria-pressed=true]").waitFor();
  await page.mouse.up();
  await page.locator("#tree > li > [role=treeitem][aria-expanded=true]").waitFor();
  assert.match(await row.locator(".name").textContent(), /^\d+-\d+$/);
});

inRankingPage("a row of a position that is left while the row is pressed is not opened", {}, async (page) => {
  await clicks(page, "b6", "a5");
  await page.locator("#tree .name", { hasText: "e3-d4" }).hover();
  await page.mouse.down();
  await page.keyboard.press("u");
  await seen(page, "b6", "black man");
  await page.mouse.up();
  await page.locator("#tree .name", { hasText: "b6-a5" }).waitFor();
  assert.ok(await page.locator("#trying").isHidden());
});

inPage("a press on the list of the game does not scroll it", { viewport: { width: 1280, height: 600 } }, async (page) => {
  await paste(page, `[FEN "B:WK32:BK11"]\n\n${Array.from({ length: 60 }, (_, turn) => `${turn + 1}. ${turn % 2 ? "15-11 28-32" : "11-15 32-28"}`).join(" ")} *`);
  await played(page, 120);
  await page.locator("#game-list > .ply").first().click();
  await isAt(page, 1);
  const list = page.locator("#game-list");
  await list.evaluate((list) => list.scrollTo(0, list.scrollHeight));
  const top = await list.evaluate((list) => list.scrollTop);
  assert.ok(top > 0);
  const box = await list.boundingBox();
  await page.mouse.move(box.x + box.width - 3, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForTimeout(100);
  assert.equal(await list.evaluate((list) => list.scrollTop), top);
});

inPage("a move tried in the review of a game that was played here is a variation of it", {}, async (page) => {
  await page.getByLabel("Red is played by").selectOption("level:1");
  await clicks(page, "f6", "e5");
  await played(page, 2);
  await page.getByRole("button", { name: "Resign" }).click();
  await status(page, "You lose: you resign.");
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.locator("#review-note", { hasText: "costl" }).waitFor();
  await page.keyboard.press("g");
  await clicks(page, "f6", "g5");
  await variation(page, "(f6-g5)");
  // Both sides are the user's now.
  await clicks(page, "e3", "f4");
  await variation(page, /\(f6-g5e3-f4\)/);
  const game = await moves(page);
  assert.equal(game.length, 2);
  const { bytes } = await saved(page, "PDN");
  assert.match(bytes.toString(), /\[Result "0-1"\]/);
  assert.match(bytes.toString(), /1\. 11-15 \(1\. 11-16 23-19\) 1\.\.\. [-x\d]+ \*/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.keyboard.press("G");
  await status(page, "You lose: you resign.");
  await page.locator("#game-list .variation .ply").last().click();
  await page.getByRole("button", { name: "Promote" }).click();
  await variation(page, /\(f6-e5.+\)/);
  await status(page, "You lose: you resign.");
  await page.getByRole("button", { name: "Rematch" }).waitFor();
  for (const name of ["Resume", "Resign", "Offer a draw"]) assert.equal(await page.getByRole("button", { name }).isVisible(), false, name);
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

inPage("Back undoes a deletion, also if a variation continues the game, and Forward repeats it", {}, async (page) => {
  await paste(page, "1. 11-15 23-19 (1... 22-18 15x22 2. 25x18) 2. 8-11 *");
  await played(page, 3);
  await page.locator("#game-list > .ply").nth(1).click();
  await isAt(page, 2);
  await page.getByRole("button", { name: "Delete from here" }).click();
  await page.locator("#message", { hasText: "2 moves deleted. The game continues with a variation." }).waitFor();
  await page.waitForFunction(() => location.hash.includes("moves=11-15,22-18,15x22,25x18"));
  await page.goBack();
  await played(page, 3);
  await variation(page, "(c3-d4e5×c3b2×d4)");
  await page.goForward();
  await played(page, 4);
});

inPage("changes to a game of a file stay while another game is shown, also after a reload or Back", {}, async (page) => {
  const choose = (number) => page.getByLabel("Game in the file").selectOption(number);
  await paste(page, '[Event "First"]\n\n1. 11-15 23-19 *\n\n[Event "Second"]\n\n1. 9-14 22-18 *\n');
  await played(page, 2);
  await clicks(page, "b6", "a5");
  await variation(page, "(b6-a5)");
  await choose("2");
  await page.locator("#game-title", { hasText: "Second" }).waitFor();
  await page.reload();
  await page.locator("#game-title", { hasText: "Second" }).waitFor();
  await clicks(page, "d6", "e5");
  await variation(page, "(d6-e5)");
  await choose("1");
  await page.locator("#game-title", { hasText: "First" }).waitFor();
  await variation(page, "(b6-a5)");
  assert.match((await saved(page, "PDN")).bytes.toString(), /First[^]*9-13/);
  await page.goBack();
  await variation(page, "(d6-e5)");
  await choose("1");
  await variation(page, "(b6-a5)");
});

inPage("a deleted variation is restored, and a clock's times are not part of a comment", {}, async (page) => {
  await paste(page, "1. 11-15 23-19 {good [%clk 0:02:59]} (1... 22-18 15x22) *");
  await page.getByRole("button", { name: "c3-d4" }).click();
  await page.getByRole("button", { name: "Delete from here" }).click();
  await page.locator("#message", { hasText: "Variation deleted." }).waitFor();
  await page.locator(".variation").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Restore" }).click();
  await page.locator(".variation").waitFor();
  await page.locator("#game-list > .ply").nth(1).click();
  assert.equal(await page.getByLabel("Comment on this move").inputValue(), "good");
});

inPage("a comment written while the program answers stays with its move", {}, async (page) => {
  await clicks(page, "b6", "a5");
  await page.getByLabel("Comment on this move").fill("early");
  await page.evaluate(() => document.querySelector("[data-do=back]").click());
  await page.getByLabel("Comment on this move").press("Enter");
  await page.locator("#game-list .comment", { hasText: "early" }).waitFor();
});

// Tests of moves by click, drag, touch and keyboard, and of games against the program.
import assert from "node:assert/strict";
import { SIZES, clicks, inPage, inRankingPage, isAt, moves, played, seen, square, status } from "./support.js";

/** Red can jump from c3 through e5 to g7. */
const CHAIN = "#pieces=.10b.6b.3r.10&turn=red";
/** Black, on a3, is blocked by red on b2 and c1. */
const BLOCKED = "#board=4x4&rules=passes&pieces=.2b.r.2r&turn=black";

for (const [size, viewport] of Object.entries(SIZES)) {
  inRankingPage(`on a ${size} a move is made by clicks, and the page fits`, { viewport }, async (page) => {
    await clicks(page, "b6", "a5");
    await seen(page, "a5", "black man");
    await seen(page, "b6", "empty");
    await clicks(page, "c3", "d4");
    assert.deepEqual(await moves(page), ["b6-a5", "c3-d4"]);
    const { wide, board } = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth - innerWidth, board: document.querySelector("#board").getBoundingClientRect().toJSON(),
    }));
    assert.ok(wide <= 0, `the page is ${wide} dots too wide`);
    assert.ok(board.left >= 0 && board.right <= viewport.width && board.width >= 300, JSON.stringify(board));
    for (const button of await page.locator("header button, #steps button:visible").all()) {
      const box = await button.boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= viewport.width, await button.getAttribute("title"));
    }
  });
}

inPage("a move is made by dragging, and a piece dropped elsewhere goes back", {}, async (page) => {
  await seen(page, "b6", "can move");
  await square(page, "b6").dragTo(square(page, "b4"));
  await seen(page, "b6", "black man");
  assert.deepEqual(await moves(page), []);
  await square(page, "b6").dragTo(square(page, "c5"));
  await seen(page, "c5", "black man");
  assert.deepEqual(await moves(page), ["b6-c5"]);
});

inPage("a move is made by touch", { viewport: SIZES.phone, hasTouch: true, isMobile: true }, async (page) => {
  await seen(page, "b6", "can move");
  await square(page, "b6").tap();
  await seen(page, "a5", "can be moved to");
  await square(page, "a5").tap();
  await seen(page, "a5", "black man");
});

inPage("a move is made by keys alone, and Escape lets go of a piece", {}, async (page) => {
  await seen(page, "b6", "can move");
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement.closest("#grid") !== null)) break;
  }
  const here = () => page.evaluate(() => document.activeElement.getAttribute("data-square"));
  assert.ok(await here(), "the board can be reached by Tab");
  for (const key of ["ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp"]) await page.keyboard.press(key);
  while ((await here()) !== "b6") await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await seen(page, "b6", "chosen");
  await page.keyboard.press("Escape");
  await seen(page, "b6", "can move");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  assert.ok(["a5", "c5"].includes(await here()));
  const target = await here();
  await page.keyboard.press("Enter");
  await seen(page, target, "black man");
});

inPage("a chain of jumps is played jump by jump, and what must jump is shown", { path: CHAIN }, async (page) => {
  await status(page, "Red must jump");
  assert.equal(await page.locator(".mark.must").count(), 1);
  await square(page, "c3").click();
  await seen(page, "e5", "can be moved to");
  await square(page, "e5").click();
  await status(page, "continues jumping");
  await seen(page, "e5", "red man");
  await seen(page, "d4", "empty");
  await square(page, "g7").click();
  await status(page, "Red wins");
  assert.deepEqual(await moves(page), ["c3×e5×g7"]);
});

inPage("a chain that may stop is ended by its button", { path: `${CHAIN}&rules=optional` }, async (page) => {
  await seen(page, "c3", "can move");
  await square(page, "c3").click();
  await page.locator(".mark.next").first().waitFor({ state: "attached" });
  await square(page, "e5").click();
  await page.getByRole("button", { name: "Stop here" }).click();
  assert.deepEqual(await moves(page), ["c3×e5"]);
});

inPage("a blocked player passes", { path: BLOCKED }, async (page) => {
  await status(page, "blocked and must pass");
  await page.getByRole("button", { name: "Pass" }).click();
  assert.deepEqual(await moves(page), ["pass"]);
});

inPage("the program answers, its turn is taken back with the user's, and the game continues from any place", {}, async (page) => {
  // The seed is fixed: after some other first replies black would have to jump, and could not play d6->e5.
  await page.route("**/api/choose", (route) =>
    route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), agent: "minimax:2:1" }) }));
  await page.locator("#player-bottom select").selectOption("minimax:2");
  await clicks(page, "b6", "a5");
  await played(page, 2);
  await clicks(page, "d6", "e5");
  await played(page, 4);
  await page.getByRole("button", { name: "Take back" }).click();
  await isAt(page, 2);
  await seen(page, "d6", "black man");
  await page.getByRole("button", { name: "Redo" }).click();
  await isAt(page, 4);
  await page.locator("#game-list .ply").first().click();
  await isAt(page, 1);
  await page.keyboard.press("g");
  await seen(page, "b6", "black man");
  await clicks(page, "f6", "g5");
  await played(page, 2);
  assert.equal((await moves(page))[0], "f6-g5");
  await page.locator("#player-bottom select").selectOption("human");
  await page.getByRole("button", { name: "Restore" }).click();
  await played(page, 4);
});

inPage("a program that fails is tried again or replaced by another", {}, async (page) => {
  const error = JSON.stringify({ error: "minimax:2 cannot choose a move: it has ended" });
  await page.route("**/api/choose", (route) => route.fulfill({ status: 422, contentType: "application/json", body: error }));
  await page.locator("#player-bottom select").selectOption("minimax:2");
  await clicks(page, "b6", "a5");
  const message = page.locator("#message", { hasText: "minimax:2 cannot choose a move: it has ended" });
  await message.waitFor();
  await message.getByRole("button", { name: "Retry" }).click();
  await message.waitFor();
  await page.unroute("**/api/choose");
  await message.getByRole("button", { name: "Retry" }).click();
  await played(page, 2);
  await message.waitFor({ state: "hidden" });
});

inPage("two programs play, and pause", {}, async (page) => {
  await page.locator("#player-bottom select").selectOption("random");
  await page.locator("#player-top select").selectOption("random");
  await page.waitForFunction(() => document.querySelectorAll("#game-list > .ply").length > 3);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Resume", exact: true }).waitFor();
});

inPage("a hint names a move and shows it, in the notation of the board", {}, async (page) => {
  await seen(page, "b6", "can move");
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator("#hint", { hasText: /Hint: [a-h]\d-[a-h]\d – .* deep, then( [a-h]\d[-×][a-h]\d)+/ }).waitFor();
  await page.locator(".arrow.hint").waitFor({ state: "attached" });
  await page.keyboard.press("n");
  await page.locator("#hint", { hasText: /Hint: \d+-\d+ – .* deep, then( \d+[-×]\d+)+/ }).waitFor();
});

// Tests of the ranked moves: arrows, the list that gets deeper, the tree of replies.
import assert from "node:assert/strict";
import { inRankingPage as inPage, moves, played, ranked, rows, seen, square, status, SIZES } from "./support.js";

/** The first example of the README. */
const RANKIN = "#rules=optional,single&pieces=.5b.7b.3r.14&turn=red";
const score = (row) => row.locator(".score").textContent();
const number = (text) => Number(text.replace("−", "-"));

inPage("the list deepens, its best move is on top, and arrows show it", { path: RANKIN }, async (page) => {
  await page.getByLabel("Depth of the ranking").selectOption("2");
  await ranked(page, 2);
  assert.equal(await rows(page).count(), 2);
  const listed = await rows(page).evaluateAll((rows) => rows.map((row) => ["name", "score"].map((part) => row.querySelector(`.${part}`).textContent).join(" ")));
  assert.deepEqual(listed, ["d4-e5 −1", "d4×b6 −99"], "section 6 of the specification");
  assert.equal(await page.locator(".arrow").count(), 2);
  const widths = await page.locator(".arrow polyline").evaluateAll((lines) => lines.map((line) => Number(line.getAttribute("stroke-width"))));
  assert.ok(widths[1] > widths[0], "the arrow of the best move is the widest");
});

inPage("each move opens into its replies, one ply less deep, and the board follows", { path: RANKIN }, async (page) => {
  await page.getByLabel("Depth of the ranking").selectOption("2");
  await ranked(page, 2);
  const row = rows(page).filter({ hasText: "d4×b6" });
  await row.click();
  await seen(page, "b6", "red man");
  await page.waitForFunction(() => document.querySelectorAll("#tree ul .score").length === 2);
  await ranked(page, 1);
  const replies = page.locator("#tree > li > ul > li > [role=treeitem]");
  assert.deepEqual(await replies.locator(".name").allTextContents(), ["c7×a5", "c7-d6"]);
  assert.deepEqual(await replies.locator(".score").allTextContents(), ["+99", "0"], "section 5 of the specification");
  await replies.filter({ hasText: "c7-d6" }).click();
  await seen(page, "d6", "black man");
  await page.locator("#tree [aria-level='3']").first().waitFor();
  assert.equal(await page.locator("#tree [aria-level='3']").count(), 2);
  await page.getByRole("button", { name: "Back to the game" }).click();
  await seen(page, "d4", "red man");
  assert.deepEqual(await moves(page), []);
});

inPage("scores of a move and of its replies fit", {}, async (page) => {
  await page.getByLabel("Depth of the ranking").selectOption("5");
  await ranked(page, 5);
  const row = rows(page).first();
  const above = number(await score(row));
  await row.click();
  await page.locator("#depth", { hasText: /^depth 4$/ }).waitFor();
  const below = await page.locator("#tree ul .score").allTextContents();
  assert.equal(above + Math.max(...below.map(number)), 0);
});

inPage("the tree is walked by keys, and Enter plays a line of it", {}, async (page) => {
  await page.getByLabel("Depth of the ranking").selectOption("3");
  await ranked(page, 3);
  await rows(page).first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.locator("#tree [aria-level='2']").first().waitFor();
  await page.locator("#trying").waitFor();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-level")), "2");
  const way = await page.evaluate(() => document.activeElement.getAttribute("data-way").split(" "));
  await page.keyboard.press("Enter");
  await played(page, 2);
  assert.deepEqual(await moves(page), way.map((move) => move.replace("->", "-")));
});

inPage("a move of the list is pointed at, and played by its button", {}, async (page) => {
  // Wait until the list shows its final order.
  await page.getByLabel("Depth of the ranking").selectOption("4");
  await page.locator("#tree .estimate", { hasText: "≈" }).first().waitFor();
  const row = rows(page).nth(3);
  const name = await row.locator(".name").textContent();
  await row.hover();
  await page.locator(".arrow.faint").first().waitFor({ state: "attached" });
  await row.locator(".do").click();
  await played(page, 1);
  assert.deepEqual(await moves(page), [name]);
});

inPage("on the board a reply can be tried without playing it", {}, async (page) => {
  await ranked(page, 2);
  await rows(page).first().click();
  await page.locator("[aria-label*='red man, can move']").first().waitFor({ state: "attached" });
  const from = await page.locator("[aria-label*='red man, can move']").first().getAttribute("data-square");
  await square(page, from).click();
  const to = await page.locator("[aria-label*='can be moved to']").first().getAttribute("data-square");
  await square(page, to).click();
  await seen(page, to, "red man");
  assert.deepEqual(await moves(page), []);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await status(page, "Black to move");
});

inPage("few pieces are judged by tables", { path: "#pieces=B.30R&turn=red" }, async (page) => {
  await page.locator("#tree .proven", { hasText: /won|drawn|lost/ }).first().waitFor();
});

inPage("a hint has its line and its arrow beside a list of moves", {}, async (page) => {
  await page.getByLabel("Depth of the ranking").selectOption("4");
  await page.locator("#tree .estimate", { hasText: "≈" }).first().waitFor();
  await page.keyboard.press("h");
  await page.locator("#hint", { hasText: /Hint: .* then / }).waitFor();
  assert.equal(await page.locator(".arrow.hint").count(), 1);
});

inPage("the depth is chosen by keys", { path: RANKIN }, async (page) => {
  await page.getByLabel("Depth of the ranking").selectOption("1");
  await page.keyboard.press("Escape");
  await page.locator("h1").click();
  await page.keyboard.press("+");
  await page.locator("#depth", { hasText: "depth 2" }).waitFor();
  await page.keyboard.press("-");
  await page.keyboard.press("-");
  await page.locator("#depth", { hasText: "depth 0" }).waitFor();
});

inPage("the ranking is hidden and shown again", {}, async (page) => {
  await ranked(page, 1);
  await page.keyboard.press("a");
  await rows(page).first().waitFor({ state: "hidden" });
  assert.equal(await page.locator(".arrow").count(), 0);
  await page.keyboard.press("a");
  await rows(page).first().waitFor();
});

inPage("a bar beside the board shows what red can expect, and the columns have headings", {}, async (page) => {
  await page.locator("#bar[aria-label^=\"Red's expected result\"]").waitFor();
  assert.deepEqual(await page.locator(".heads span").allTextContents(), ["", "", "move", "expected replies", "", "≈ men", "exact"]);
  await page.keyboard.press("a");
  await page.locator("#bar").waitFor({ state: "hidden" });
});

inPage("all expected replies are listed, below the move on a phone, and a sign shows where they are cut", { viewport: SIZES.phone }, async (page) => {
  await page.getByLabel("Depth of the ranking").selectOption("8");
  await page.locator("#depth", { hasText: /^depth 8$/ }).waitFor();
  const next = page.locator("#tree .next:not(:empty)");
  const { text, width, isBelow, cut, sign } = await next.evaluate((next) => {
    const [box, name] = [next, next.parentElement.querySelector(".name")].map((element) => element.getBoundingClientRect());
    return { text: next.textContent, width: box.width, isBelow: box.top >= name.bottom, cut: next.scrollWidth > next.clientWidth, sign: getComputedStyle(next).textOverflow };
  });
  assert.equal(text.split("  ").length, 8, "a reply for each ply after the move");
  assert.ok(isBelow && width > 200, `${width} pixels`);
  assert.deepEqual([cut, sign], [true, "ellipsis"]);
  await page.locator(".heads .next").waitFor({ state: "hidden" });
  await page.setViewportSize({ width: 1920, height: 1080 });
  assert.ok(await next.evaluate((next) => next.clientWidth > 250), "a wide window shows more of them");
});

// Tests of the game: its address, its record, its review.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { clicks, inPage, moves, paste, played, seen, status } from "./support.js";

const RECORD = `[Event "Match"] [White "Ann"] [Black "Bob"]
{Opening words} 1. 11-15 {a <script>document.body.id="broken"</script> remark} 23-19 (22-18 {better?} 15x22 25x18) 2. 8-11? *`;
/** A game with a comment on a move that loses a man: 21-17. */
const MATCH = readFileSync(new URL("../../../testdata/tui/games.pdn", import.meta.url), "utf8");

inPage("the address holds game and place, and opens them again", {}, async (page, context) => {
  await clicks(page, "b6", "a5");
  await clicks(page, "c3", "d4");
  await page.keyboard.press(",");
  await page.waitForFunction(() => location.hash.includes("moves=") && location.hash.includes("at=1"));
  const other = await context.newPage();
  await other.goto(page.url());
  await played(other, 2);
  await seen(other, "c3", "red man");
  await seen(other, "a5", "black man");
  await other.keyboard.press(".");
  await seen(other, "d4", "red man");
  assert.deepEqual(await moves(other), ["b6-a5", "c3-d4"]);
});

inPage("game and players are kept over a reload", {}, async (page) => {
  await page.locator("#player-bottom select").selectOption("minimax:2");
  await clicks(page, "b6", "a5");
  await played(page, 2);
  await page.waitForFunction(() => /moves=[^&]+,/.test(location.hash));
  await page.reload();
  await played(page, 2);
  assert.equal(await page.locator("#player-bottom select").inputValue(), "minimax:2");
});

inPage("players are kept over a reload before the first move", {}, async (page) => {
  await page.locator("#player-bottom select").selectOption("eval:4");
  await page.reload();
  await page.locator("html.ready").waitFor({ state: "attached" });
  assert.equal(await page.locator("#player-bottom select").inputValue(), "eval:4");
});

inPage("a wrong address is reported, and a game still begins", { path: "#pieces=b13.8r12" }, async (page) => {
  await page.locator("#message", { hasText: "The address contains no valid game: the pieces fill 33 squares, but the board has 32" }).waitFor();
  await seen(page, "b6", "can move");
});

inPage("an address with an illegal move names it", { path: "#pieces=b12.8r12&turn=black&moves=9-14,9-13" }, async (page) => {
  await page.locator("#message", { hasText: /The address contains no valid game: move 2: b6->a5 is illegal: / }).waitFor();
});

inPage("comments and variations are shown, as text and nothing else", {}, async (page) => {
  await paste(page, RECORD);
  await played(page, 3);
  await page.locator(".comment", { hasText: "Opening words" }).waitFor();
  await page.locator(".comment", { hasText: '<script>document.body.id="broken"</script>' }).waitFor();
  assert.equal(await page.evaluate(() => document.body.id + document.querySelectorAll("#game-list script").length), "0");
  assert.match(await page.locator("#game-title").textContent(), /Bob – Ann · Match/);
  await page.locator(".variation .ply").nth(1).click();
  await page.locator("#trying").waitFor();
  await page.locator("#trying").getByRole("button", { name: "Back to the game" }).click();
  await page.locator("#trying").waitFor({ state: "hidden" });
});

inPage("times of a record are no comments", {}, async (page) => {
  await paste(page, "1. 11-15 {[%clk 0:04:59]} 23-19 {[%clk 0:04:58] good} *");
  await played(page, 2);
  assert.deepEqual(await page.locator("#game-list .comment").allTextContents(), ["good"]);
});

/** Answers each request for a review with the next events; returns the requests. */
async function reviews(page, ...answers) {
  const asked = [];
  await page.route("**/api/review", (route) => {
    asked.push(route.request().postDataJSON());
    const events = answers.shift().map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    return route.fulfill({ contentType: "text/event-stream", body: events.join("") });
  });
  await paste(page, "1. 11-15 23-19 *");
  await played(page, 2);
  await page.getByRole("button", { name: "Review" }).click();
  return asked;
}
const reviewed = (ply, score) => ["ply", { ply, move: "", score, best: { move: "f6->g5", score: 0 }, red: 10 * ply, text: "" }];
const CUT = ["end", { reason: "seconds" }];

inPage("a review that is cut off continues where it was", {}, async (page) => {
  const asked = await reviews(page, [["start", { red: 5 }], reviewed(1, 0), CUT], [["start", { red: 10 }], reviewed(2, -1), ["end", { reason: "depth" }]]);
  await page.locator("#review-note", { hasText: /^Moves that lost the most:$/ }).waitFor();
  assert.deepEqual(asked.map(({ from }) => from), [0, 1]);
  assert.equal((await page.locator("#graph polyline").getAttribute("points")).split(" ").length, 3);
});

inPage("a review that cannot continue reports that it was cut off", {}, async (page) => {
  await reviews(page, [["start", { red: 5 }], reviewed(1, 0), CUT], [["start", { red: 10 }], CUT]);
  await page.locator("#review-note", { hasText: "Stopped after 1 of 2 moves. No move lost material." }).waitFor();
});

inPage("the silence of the server is reported until it answers again", {}, async (page) => {
  await page.route("**/api/**", (route) => route.abort());
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator("#message", { hasText: "the server does not answer" }).waitFor();
  await page.unroute("**/api/**");
  await page.locator("#message").waitFor({ state: "hidden" });
});

inPage("a hint is no longer computed when the place has changed", {}, async (page) => {
  await seen(page, "b6", "can move");
  const ended = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/api/hint"));
  await page.route("**/api/hint", () => {});
  await page.getByRole("button", { name: "Hint" }).click();
  await clicks(page, "b6", "a5");
  await ended;
  assert.doesNotMatch(await page.locator("#hint").textContent(), /Hint/);
});

inPage("a review draws the score over the plies and lists the moves that lost most", {}, async (page) => {
  await paste(page, MATCH);
  await page.locator("#game-list > .ply").first().waitFor();
  const plies = (await moves(page)).length;
  await page.getByRole("button", { name: "Review" }).click();
  await page.locator("#review-note", { hasText: /Moves that lost the most|No move lost/ }).waitFor();
  const points = (await page.locator("#graph polyline").getAttribute("points")).split(" ");
  assert.equal(points.length, plies + 1, "a point for the start and each ply");
  const loss = page.locator("#losses button").first();
  assert.match(await loss.getAttribute("aria-label"), /loses \d+; .* was better/);
  await loss.click();
  await page.locator("#game-list [aria-current=true]").waitFor();
  const box = await page.locator("#graph").boundingBox();
  await page.mouse.click(box.x + 1, box.y + 20);
  await status(page, "Black to move");
  await seen(page, "f6", "black man");
});

inPage("a step or a move redraws only what has changed in the list of moves", {}, async (page) => {
  await paste(page, MATCH);
  await page.locator("#game-list > .ply").nth(2).waitFor();
  await page.evaluate(() => (document.querySelector("#game-list > .ply").kept = true));
  const isKept = () => page.evaluate(() => document.querySelector("#game-list > .ply").kept === true);
  await page.keyboard.press("g");
  await status(page, "Black to move");
  assert.ok(await isKept(), "after a step");
  await page.keyboard.press(".");
  const from = await page.locator("[aria-label*='can move']").first().getAttribute("data-square");
  await page.locator(`[data-square="${from}"]`).click();
  await page.locator("[aria-label*='can be moved to']").first().click();
  await played(page, 2);
  assert.ok(await isKept(), "after a move");
});

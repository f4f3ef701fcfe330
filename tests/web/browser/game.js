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

inPage("a move made just before a reload is kept", {}, async (page) => {
  await clicks(page, "b6", "a5");
  await page.reload();
  await played(page, 1);
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

inPage("a link to a finished game shows its end", { path: "#pieces=b12.8r12&turn=black&moves=9-14,22-18&result=red" }, async (page) => {
  await status(page, "Red wins.");
  await page.getByRole("button", { name: "Hint" }).and(page.locator(":disabled")).waitFor();
});

inPage("comments and variations are shown, as text and nothing else", {}, async (page) => {
  await paste(page, RECORD);
  await played(page, 3);
  await page.locator(".comment", { hasText: "Opening words" }).waitFor();
  await page.locator(".comment", { hasText: '<script>document.body.id="broken"</script>' }).waitFor();
  assert.equal(await page.evaluate(() => document.body.id + document.querySelectorAll("#game-list script").length), "0");
  assert.match(await page.locator("#game-title").textContent(), /Bob – Ann · Match/);
  assert.match(await page.locator(".variation .ply").first().getAttribute("data-number"), /^\d+\. /);
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

/** Answers each request for a review with the next events, or not at all if there are none; returns the requests. */
async function reviews(page, ...answers) {
  const asked = [];
  await page.route("**/api/review", (route) => {
    asked.push(route.request().postDataJSON());
    const events = answers.shift()?.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    return events && route.fulfill({ contentType: "text/event-stream", body: events.join("") });
  });
  await paste(page, "1. 11-15 23-19 *");
  await played(page, 2);
  await page.getByRole("button", { name: "Review" }).click();
  return asked;
}
const reviewed = (ply, cost, why = null) => ["ply", { ply, player: "black", move: ["f6->e5", "e3->f4"][ply - 1], cost, played: null, best: { move: "f6->g5", expected: 50, proven: null }, red: 50 + ply, why, text: "" }];
const ended = (reason) => ["end", { reason }];

inPage("a review that is cut off continues", {}, async (page) => {
  const asked = await reviews(page, [["start", { red: 50 }], reviewed(1, 3), ended("seconds")], [["start", { red: 51 }], reviewed(2, 20), ["moments", { plies: [2] }], ended("depth")]);
  await page.locator("#review-note", { hasText: /^The costliest plies:$/ }).waitFor();
  assert.deepEqual(asked.map(({ costs }) => costs), [[], [3]]);
  const points = async () => (await page.locator("#graph polyline").getAttribute("points")).split(" ").length;
  assert.equal(await points(), 3);
  await page.waitForFunction(() => history.state.review?.done);
  await page.reload();
  assert.equal(await points(), 3, "a reload keeps the review");
  assert.equal(asked.length, 2);
});

inPage("a review that stops without progress is reported, and continued by a button", {}, async (page) => {
  const asked = await reviews(page, [["start", { red: 50 }], reviewed(1, 0), ended("seconds")], [ended("stopped")], [reviewed(2, 0), ended("depth")]);
  await page.locator("#review-note", { hasText: "Stopped after 1 of 2 plies. No costly plies." }).waitFor();
  await page.locator("#review").getByRole("button", { name: "Continue" }).click();
  await page.locator("#review-note", { hasText: /^No costly plies\.$/ }).waitFor();
  assert.deepEqual(asked.at(-1).costs, [0]);
});

inPage("a review that is ended in the middle goes on when it is requested again", {}, async (page) => {
  const review = page.getByRole("button", { name: "Review" });
  const asked = await reviews(page, [["start", { red: 50 }], reviewed(1, 3), ended("seconds")], null, [reviewed(2, 0), ended("depth")]);
  await page.locator("#review-note", { hasText: "Reviewing ply 2 of 2 …" }).waitFor();
  await review.click();
  await page.locator("#review").waitFor({ state: "hidden" });
  await review.click();
  await page.locator("#review-note", { hasText: "No costly plies." }).waitFor();
  assert.deepEqual(asked.map(({ costs }) => costs), [[], [3], [3]]);
  for (const state of ["hidden", "visible"]) {
    await review.click();
    await page.locator("#review").waitFor({ state });
  }
  await page.locator("#review-note", { hasText: "No costly plies." }).waitFor();
  assert.equal(asked.length, 3, "a finished review is shown again");
});

inPage("a moment is explained move by move, and played again", {}, async (page) => {
  const line = (...moves) => moves.map(([player, move, note]) => ({ player, move, note }));
  const why = {
    refutation: line(["black", "f6->e5", ""], ["red", "g3->f4", ""], ["black", "e5->g3", "takes a man"]), better: line(["black", "f6->g5", ""]),
    reasons: [{ kind: "pieces", plies: 5, text: "a man lost by force after 5 plies" }],
  };
  await reviews(page, [["start", { red: 50 }], reviewed(1, 24, why), ["moments", { plies: [1] }], reviewed(2, 0), ended("depth")]);
  await page.locator("#moments button").click();
  const moment = page.locator("#moment");
  await moment.getByText("1. f6-e5 cost black 24 of 100 points.").waitFor();
  await moment.getByText("A man lost by force after 5 plies.").waitFor();
  await moment.getByRole("button", { name: "e5×g3 takes a man" }).click();
  await seen(page, "g3", "black man");
  const judged = { ...reviewed(1, 0)[1], move: "f6->g5", against: { move: "f6->e5", gain: 24, verdict: "better" } };
  await page.route("**/api/judge", (route) => {
    assert.deepEqual([route.request().postDataJSON().at, route.request().postDataJSON().move], [0, "f6->g5"]);
    return route.fulfill({ json: judged });
  });
  await page.setViewportSize({ width: 360, height: 640 });
  await moment.getByRole("button", { name: "Try again" }).click();
  await moment.getByText("Black played f6-e5. Play something better.").waitFor();
  const { top, bottom } = await page.locator("#grid").evaluate((grid) => grid.getBoundingClientRect());
  assert.ok(top >= 0 && bottom <= 640, `the board is in sight: ${top} to ${bottom}`);
  await clicks(page, "f6", "g5");
  await moment.getByText("f6-g5 is 24 points better than f6-e5. No move is better.").waitFor();
  assert.deepEqual(await moves(page), ["f6-e5", "e3-f4"], "the game is as it was");
});

inPage("the silence of the server is reported until it answers again", {}, async (page) => {
  await seen(page, "b6", "can move");
  await page.route("**/api/**", (route) => route.abort());
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator("#message", { hasText: "the server does not answer" }).waitFor();
  await page.unroute("**/api/**");
  await page.locator("#message").waitFor({ state: "hidden" });
});

inPage("a review that the server breaks off waits for the server, and goes on", {}, async (page) => {
  await clicks(page, "f6", "e5");
  await seen(page, "c3", "can move");
  const begun = `event: start\ndata: ${JSON.stringify({ red: 50 })}\n\n`;
  await page.evaluate((start) => {
    const { fetch } = window;
    window.fetch = (path, init) => {
      if (window.isBack || !path.includes("/api/")) return fetch(path, init);
      if (!path.includes("review")) return Promise.reject(new TypeError("Failed to fetch"));
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(start));
          setTimeout(() => controller.error(new TypeError("network error")), 100);
        },
      });
      return Promise.resolve(new Response(body));
    };
  }, begun);
  await page.getByRole("button", { name: "Review" }).click();
  await page.locator("#message", { hasText: "start `checkers web` again, and the page goes on" }).waitFor();
  await page.locator("#review-note", { hasText: "Waiting at ply 1 of 1 …" }).waitFor();
  await page.evaluate(() => (window.isBack = true));
  await page.locator("#review-note", { hasText: "No costly plies." }).waitFor();
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

inPage("a review draws what red could expect over the plies, and lists the moments that cost most", {}, async (page) => {
  await paste(page, MATCH);
  await page.locator("#game-list > .ply").first().waitFor();
  const plies = (await moves(page)).length;
  await page.getByRole("button", { name: "Review" }).click();
  await page.locator("#review-note", { hasText: /The costliest plies|No costly plies/ }).waitFor();
  const points = (await page.locator("#graph polyline").getAttribute("points")).split(" ");
  assert.equal(points.length, plies + 1, "a point for the start and each ply");
  const moment = page.locator("#moments button").first();
  assert.match(await moment.getAttribute("aria-label"), / −\d+$/);
  await moment.click();
  await page.locator("#game-list [aria-current=true]").waitFor();
  await page.locator("#moment").getByText(/cost (red|black) \d+ of 100 points/).waitFor();
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
  // The game has two variations of its own.
  await page.locator("#game-list .variation").nth(2).waitFor();
  assert.ok(await isKept(), "after a move");
});

inPage("a review that is refused ends, with a way to go on", {}, async (page) => {
  await page.route("**/api/review", (route) => route.fulfill({ status: 422, json: { error: "too many to rank" } }));
  await clicks(page, "b6", "a5");
  await page.getByRole("button", { name: "Review" }).click();
  await page.locator("#message", { hasText: "too many to rank" }).waitFor();
  await page.locator("#review-note", { hasText: "Stopped after 0 of 1 plies." }).waitFor();
  await page.getByRole("button", { name: "Continue", exact: true }).waitFor();
});

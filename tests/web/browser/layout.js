// Tests of the layout: related parts stay visible together, at every width and in print.
import assert from "node:assert/strict";
import { SIZES, clicks, inPage, inRankingPage, isAt, moves, paste, played, seen, square, status } from "./support.js";

/** A game whose 25th ply loses a man. */
const GAME = `[White "Ann Robertson"] [Black "Bob Whitaker"] [Event "Club match"]
1. 11-16 22-18 2. 9-14 18x9 3. 6x13 25-22 4. 1-6 22-18 5. 16-20 18-15 6. 10x19 24x15 7. 8-11 15x8 8. 4x11 29-25
9. 11-16 28-24 10. 7-10 23-19 11. 16x23 26x19 12. 5-9 25-22 13. 12-16 19x12 *`;

/** Returns the box of an element, and whether it lies in the window. */
const boxOf = (page, selector) => (typeof selector === "string" ? page.locator(selector).first() : selector).evaluate((element) => {
  const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
  return { left, top, right, bottom, width, height, inside: left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight };
});
const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const { "small phone": _, ...sizes } = SIZES;
for (const [size, viewport] of Object.entries({ ...sizes, sideways: { width: 844, height: 390 }, laptop: { width: 1440, height: 900 }, desk: { width: 1920, height: 1080 } })) {
  inPage(`on a ${size} the whole board and the graph are in sight, and nothing covers the buttons`, { viewport }, async (page) => {
    await paste(page, GAME);
    await played(page, 26);
    await page.getByRole("button", { name: "Review" }).click();
    await page.locator("#moments button").first().click();
    for (const part of ["#board", "#graph", "#moments"]) {
      const box = await boxOf(page, part);
      assert.ok(box.inside, `${part} ${JSON.stringify(box)}`);
    }
    const before = await boxOf(page, "#steps");
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator("#hint", { hasText: "Hint:" }).waitFor();
    assert.deepEqual(await boxOf(page, "#steps"), before, "a hint moves no button");
    await paste(page, "no game at all");
    await page.locator("#message").waitFor();
    const message = await boxOf(page, "#message");
    const others = page.locator("button:visible:not(#message *)");
    for (let index = 0; index < (await others.count()); index++) {
      assert.ok(!overlap(message, await boxOf(page, others.nth(index))), `the message covers button ${index}`);
    }
    for (const [ranks, files] of [[30, 4], [4, 30]]) {
      await page.evaluate((hash) => (location.hash = hash), `#board=${ranks}x${files}&pieces=b${files}.${ranks * files / 2 - 2 * files}r${files}&turn=black`);
      await seen(page, ranks > 4 ? "a29" : "a3", "black man");
      const box = await boxOf(page, "#board");
      assert.ok(box.inside, `a board of ${ranks}x${files}: ${JSON.stringify(box)}`);
    }
  });
}

inRankingPage("on a wide screen the panels use the height", { viewport: { width: 1920, height: 1080 } }, async (page) => {
  await paste(page, GAME);
  await page.getByRole("button", { name: "Review" }).click();
  await page.locator("#moments button").first().waitFor();
  assert.ok((await boxOf(page, "#moves")).height > 900);
});

for (const [width, height] of [[1280, 720], [1440, 900], [1920, 1080]]) {
  inRankingPage(`at ${width}×${height} the moves of a game from a file of several stay in sight beside an explained ply`, { viewport: { width, height } }, async (page) => {
    await paste(page, `${GAME}\n\n${GAME}`);
    await played(page, 26);
    await page.getByRole("button", { name: "Review" }).click();
    await page.locator("#review-note", { hasText: "costliest plies" }).waitFor();
    for (const moment of await page.locator("#moments button").all()) {
      await moment.click();
      await page.locator("#moment .way").first().waitFor();
      const [list, line] = [await boxOf(page, "#game-list"), await boxOf(page, "#game-list > .ply")];
      assert.ok(list.inside && list.height > 2 * line.height, JSON.stringify(list));
      const [review, graph, text] = [await boxOf(page, "#review"), await boxOf(page, "#graph"), await boxOf(page, "#moment b")];
      assert.ok(graph.inside && text.inside && text.bottom < review.bottom, `the explanation begins in sight: ${JSON.stringify([review, text])}`);
      await page.waitForFunction(() => {
        const [list, ply] = ["#game-list", "#game-list [aria-current]"].map((part) => document.querySelector(part).getBoundingClientRect());
        return ply.top >= list.top && ply.bottom <= list.bottom;
      });
    }
  });
}

inRankingPage("opening a move does not scroll the list to its top", { viewport: { width: 1100, height: 600 } }, async (page) => {
  await paste(page, GAME);
  await played(page, 26);
  await page.keyboard.press("G");
  await isAt(page, 26);
  await page.getByRole("button", { name: "Review" }).click();
  const scrolled = () => page.locator("#game-list").evaluate((list) => list.scrollTop);
  await page.waitForFunction(() => document.querySelector("#game-list").scrollTop > 0);
  await page.locator("#review-note", { hasText: "costliest plies" }).waitFor();
  await page.locator("#game-list > .ply").nth(22).click();
  await isAt(page, 23);
  assert.ok((await scrolled()) > 0);
  const current = page.locator("#game-list [aria-current]");
  await current.hover();
  const colour = await current.evaluate((ply) => getComputedStyle(ply).backgroundColor);
  assert.equal(colour, "rgb(47, 102, 73)", "the current ply keeps its colour under the mouse");
});

inPage("a number stays with its move, and the names are beside the board", { viewport: SIZES.phone }, async (page) => {
  await paste(page, GAME);
  await played(page, 26);
  const first = page.locator("#game-list > .ply").first();
  assert.equal(await first.evaluate((ply) => getComputedStyle(ply, "::before").content), '"1. "');
  assert.equal(await page.locator("#player-top select option:checked").textContent(), "Bob Whitaker");
  assert.equal(await page.locator("#player-bottom select option:checked").textContent(), "Ann Robertson");
});

inPage("no move of a hint is broken in two lines", { viewport: { width: 320, height: 640 } }, async (page) => {
  const line = ["f6->e5", "c3->b4", "g7->f6", "b4->a5", "f8->g7", "g3->f4"];
  await page.route("**/api/hint", (route) => route.fulfill({ json: { move: "f6->e5", view: { score: 7, depth: 19, line } } }));
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator("#hint", { hasText: "Hint:" }).waitFor();
  for (const width of [320, 330, 340, 350, 360]) {
    await page.setViewportSize({ width, height: 640 });
    const rows = await page.locator("#hint .whole").evaluateAll((moves) => moves.map((move) => move.getClientRects().length));
    assert.deepEqual(rows, line.map(() => 1), `at ${width}`);
  }
});

inPage("square numbers are drawn over the pieces", {}, async (page) => {
  await page.keyboard.press("n");
  await page.locator("text.number").first().waitFor({ state: "attached" });
  const above = await page.evaluate(() => document.querySelector(".piece").compareDocumentPosition(document.querySelector("text.number")) & Node.DOCUMENT_POSITION_FOLLOWING);
  assert.ok(above);
});

inPage("a piece of a set-up is dragged to another square, and off the board", {}, async (page) => {
  await page.keyboard.press("e");
  await seen(page, "b6", "black man");
  await square(page, "b6").dragTo(square(page, "c5"));
  await seen(page, "c5", "black man");
  await seen(page, "b6", "empty");
  await square(page, "c5").dragTo(page.locator("#player-bottom"));
  await seen(page, "c5", "empty");
});

inPage("a set-up needs a piece of each player", {}, async (page) => {
  await page.keyboard.press("e");
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByRole("button", { name: "Play from here" }).click();
  await page.locator("#setup-error", { hasText: "Put a red piece on the board" }).waitFor();
});

inPage("the games of a file are searched", {}, async (page) => {
  await paste(page, '[Event "Spring"]\n1. 11-15 *\n\n[Event "Summer"]\n1. 9-14 23-19 *\n\n[Event "Autumn"]\n1. 9-13 *\n');
  await played(page, 1);
  await page.keyboard.press("/");
  await page.keyboard.type("summ");
  assert.deepEqual(await page.getByLabel("Game in the file").locator("option").allTextContents(), ["2. ? - ?  *  2 plies, Summer, Double Corner"]);
  await page.keyboard.press("Enter");
  await played(page, 2);
  // The keys step through the game at once.
  await page.keyboard.press(".");
  await isAt(page, 1);
  await page.getByLabel("Game in the file").selectOption("1");
  await played(page, 1);
  await page.setViewportSize(SIZES.phone);
  assert.ok((await boxOf(page, "#games")).width > 280, "the list has the width of a phone");
  const search = page.getByLabel("Find a game");
  await search.fill("winter");
  await search.press("Enter");
  assert.equal(await search.evaluate((input) => input.validationMessage), "No game has all these words");
  await search.fill("");
  await search.press("Enter");
  assert.deepEqual(await page.getByLabel("Game in the file").locator("option").count(), 3);
  await played(page, 1);
});

inPage("a player is found with and without accents", {}, async (page) => {
  await paste(page, '[White "Müller"]\n1. 11-15 *\n\n[White "Jose"]\n1. 9-14 *\n\n[White "Mu\u0308ller"]\n1. 9-13 *\n');
  await played(page, 1);
  const options = page.getByLabel("Game in the file").locator("option");
  for (const [name, numbers] of [["muller", [1, 3]], ["MÜLLER", [1, 3]], ["José", [2]]]) {
    await page.getByLabel("Find a game").fill(name);
    assert.deepEqual((await options.allTextContents()).map((text) => parseInt(text)), numbers, name);
  }
});

inPage("of a file with very many games the first are listed, and the others are searched", {}, async (page) => {
  await paste(page, Array.from({ length: 1000 }, (_, index) => `[Event "Cup ${index + 1}"]\n1. ${index === 899 ? "9-14 23-19" : "11-15"} *\n`).join("\n"));
  await played(page, 1);
  const options = page.getByLabel("Game in the file").locator("option");
  await options.last().filter({ hasText: "600 more: search" }).waitFor({ state: "attached" });
  assert.equal(await options.count(), 401);
  await page.keyboard.type("/cup 900");
  await page.keyboard.press("Enter");
  await played(page, 2);
  await page.getByLabel("Find a game").fill("");
  assert.equal(await page.getByLabel("Game in the file").inputValue(), "900", "the game on the board is always listed");
});

inPage("the keys are searched", {}, async (page) => {
  for (const keys of ["/", "?/"]) {
    await page.keyboard.type(keys);
    await page.locator("#help-dialog").waitFor();
    assert.ok((await boxOf(page, "#help-dialog h2")).inside, "the list of keys opens at its start");
    await page.keyboard.type("flip");
    assert.deepEqual(await page.locator("#keys dd:visible").allTextContents(), ["flip the board"]);
    await page.getByLabel("Find a key").fill("print");
    assert.deepEqual(await page.locator("#keys dd:visible").allTextContents(), ["No key does this."]);
    await page.getByLabel("Find a key").fill("");
    await page.keyboard.press("Escape");
    await page.locator("#help-dialog").waitFor({ state: "hidden" });
  }
  await page.keyboard.type("?");
  await page.keyboard.press("Enter");
  await page.locator("#help-dialog").waitFor({ state: "hidden" });
});

inRankingPage("a printed page has the board and the moves, no buttons and no scores, and dark letters", {}, async (page) => {
  await paste(page, GAME);
  await played(page, 26);
  await page.keyboard.press("G");
  await page.locator("#comment").waitFor();
  for (const theme of ["light", "dark"]) {
    await page.keyboard.press("t");
    await page.locator(`html[data-theme=${theme}]`).waitFor();
  }
  await page.locator(".arrow").first().waitFor();
  await page.emulateMedia({ media: "print" });
  for (const part of ["header", "#steps", "#moves", "#comment", "#bar", ".arrow", ".mark.can"]) {
    await page.waitForFunction((part) => [...document.querySelectorAll(part)].every((element) => element.getClientRects().length === 0), part);
  }
  await page.locator(".mark.last").first().waitFor();
  const style = (part, name) => page.locator(part).evaluate((element, name) => getComputedStyle(element)[name], name);
  const brightness = (colour) => colour.match(/\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
  assert.ok(brightness(await style("#status", "color")) < 300);
  assert.equal(await style("#player-top .dot", "printColorAdjust"), "exact", "the colours of the players are printed");
  await page.locator("#game-list .ply").last().waitFor();
  assert.ok((await boxOf(page, "#board")).width > 300);
});

inPage("Back leads to the place before a move, and to the game before", {}, async (page) => {
  await clicks(page, "b6", "a5");
  await page.waitForFunction(() => location.hash.includes("moves="));
  await clicks(page, "c3", "d4");
  await page.waitForFunction(() => /moves=[^&]+,/.test(location.hash));
  await page.goBack();
  await isAt(page, 1);
  assert.equal((await moves(page)).length, 2);
  await paste(page, "W:W18:B15");
  await status(page, "Red must jump");
  await page.goBack();
  await status(page, "Red to move");
  assert.equal(await page.locator("#message").isVisible(), false);
  assert.deepEqual((await moves(page)).slice(0, 1), ["b6-a5"]);
});

inPage("the fields of a clock are beside each other on a phone", { viewport: SIZES.phone }, async (page) => {
  await page.keyboard.press("N");
  const [minutes, seconds] = await Promise.all(["minutes", "seconds"].map((name) => page.locator(`[name=${name}]`).boundingBox()));
  assert.deepEqual([minutes.y, minutes.height], [seconds.y, seconds.height]);
});

inPage("Back leaves the set-up", {}, async (page) => {
  await clicks(page, "b6", "a5");
  await page.waitForFunction(() => location.hash.includes("moves="));
  await page.keyboard.press("e");
  await status(page, "Set up");
  await page.goBack();
  await status(page, "Black to move.");
});

inPage("Back leads to the game before even if a program was to move", {}, async (page) => {
  // The program never answers.
  await page.route("**/api/choose", () => {});
  await page.locator("#player-bottom select").selectOption("minimax:2");
  await clicks(page, "b6", "a5");
  await status(page, "Red is thinking");
  const before = await page.evaluate(() => history.length);
  await paste(page, "W:W18:B15");
  await status(page, "Red must jump");
  assert.equal(await page.evaluate(() => history.length), before + 1);
  await page.goBack();
  await played(page, 1);
});

inPage("Back brings an earlier game back with its own players, paused", {}, async (page) => {
  await page.locator("#player-bottom select").selectOption("minimax:2");
  await clicks(page, "b6", "a5");
  await played(page, 2);
  await page.waitForFunction(() => /moves=[^&]+,/.test(location.hash));
  await paste(page, "W:W18:B15");
  await status(page, "Red must jump");
  assert.equal(await page.locator("#player-bottom select").inputValue(), "human");
  await page.goBack();
  await played(page, 2);
  assert.equal(await page.locator("#player-bottom select").inputValue(), "minimax:2");
  await page.getByRole("button", { name: "Resume", exact: true }).waitFor();
});

inPage("a message of two lines keeps off the edge of the window, and the buttons of the set-up are in one row", { viewport: { width: 1440, height: 900 } }, async (page) => {
  await paste(page, "a text that contains no game at all, on which the program has to say much more than fits into a line");
  const { y, height } = await page.locator("#message").boundingBox();
  assert.ok(height > 50 && y + height < 895, `${y + height}`);
  await page.setViewportSize(SIZES.phone);
  await page.keyboard.press("e");
  const [cancel, begin] = await Promise.all(["Cancel", "Play from here"].map((name) => page.locator("#setup").getByRole("button", { name }).boundingBox()));
  assert.equal(cancel.y, begin.y);
});

inPage("a dialog that was opened by a click gives the focus to no button, and one opened by a key gives it back", {}, async (page) => {
  const save = page.getByRole("button", { name: "Save", exact: true }), dialog = page.locator("#save-dialog");
  const hasFocus = async () => {
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "hidden" });
    return save.evaluate((button) => button === document.activeElement);
  };
  await save.click();
  assert.equal(await hasFocus(), false);
  await save.focus();
  await page.keyboard.press("Enter");
  assert.equal(await hasFocus(), true);
});

inPage("fields and the result bar have visible edges in dark colours", { colorScheme: "dark" }, async (page) => {
  const lightness = (colour) => colour.match(/[\d.]+/g).slice(0, 3).map((part) => (part / 255) ** 2.2).reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0.05);
  for (const [id, behind] of [["bar", "body"], ["name-red", "dialog"], ["deepest", ".panel"]]) {
    const [edge, paper] = await page.evaluate(([id, behind]) => [getComputedStyle(document.getElementById(id)).borderTopColor, getComputedStyle(document.querySelector(behind)).backgroundColor], [id, behind]);
    assert.ok(lightness(edge) / lightness(paper) >= 3, `${id}: ${edge} on ${paper}`);
  }
});

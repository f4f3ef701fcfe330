// Tests of games against a program, from the choice of a level to the rematch.
import assert from "node:assert/strict";
import { clicks, inRankingPage as inPage, moves, paste, played, saved, seen, square, status } from "./support.js";

/** Begins a game as black against the first program of the list, which plays the same moves each time. */
async function begin(page, fill = async () => {}) {
  await page.route("**/api/choose", (route) => route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), agent: "minimax:2:1" }) }));
  await page.getByRole("button", { name: "New game" }).click();
  const dialog = page.locator("#new-dialog");
  await dialog.locator("#new-opponent .card").first().click();
  await dialog.getByText("moves first").click();
  await fill(dialog);
  await dialog.getByRole("button", { name: "Begin" }).click();
  await dialog.waitFor({ state: "hidden" });
}

/** Begins a game as black, and resigns after the program's answer to the first move. */
async function resign(page) {
  await begin(page);
  await clicks(page, "b6", "a5");
  await played(page, 2);
  await page.getByRole("button", { name: "Resign" }).click();
}

inPage("a new game offers six levels, the engine, a colour, an opening and a clock; the rules are folded away", {}, async (page) => {
  await page.getByRole("button", { name: "New game" }).click();
  const dialog = page.locator("#new-dialog");
  assert.equal(await dialog.locator("#new-opponent input").count(), 8, "six levels, the engine and a person");
  for (const label of ["Opening", "Minutes per player"]) await dialog.getByLabel(label).waitFor();
  await dialog.getByLabel("Files").waitFor({ state: "hidden" });
});

inPage("in a game against a program the board is turned to the user, and scores are shown on request", {}, async (page) => {
  await begin(page);
  const top = (name) => square(page, name).evaluate((cell) => cell.getBoundingClientRect().top);
  assert.ok((await top("a1")) < (await top("b8")), "black is below");
  assert.equal(await page.locator("#player-bottom select option:checked").textContent(), "You");
  await clicks(page, "b6", "a5");
  await played(page, 2);
  await seen(page, "d6", "can move");
  assert.equal(await page.locator(".arrow").count(), 0);
  await page.locator("#tree").waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Show scores" }).click();
  await page.locator(".arrow").first().waitFor({ state: "attached" });
});

inPage("resigning ends the game, and a rematch changes the colours", {}, async (page) => {
  await resign(page);
  await status(page, "You lose: you resign.");
  await page.locator(".arrow").first().waitFor({ state: "attached" });
  await page.waitForFunction(() => location.hash.includes("result=red"));
  await page.reload();
  await status(page, "You lose: you resign.");
  await page.getByRole("button", { name: "Rematch" }).click();
  await played(page, 1);
  assert.equal(await page.locator("#player-bottom select option:checked").textContent(), "You");
  await seen(page, "c3", "red man");
  await status(page, "Red");
});

inPage("the board keeps its size when the game ends, and the line below the buttons stays in sight", {}, async (page) => {
  const board = async () => (await page.locator("#board").boundingBox()).height;
  await page.getByLabel("Red is played by").selectOption("level:1");
  await clicks(page, "f6", "e5");
  await played(page, 2);
  const before = await board();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Rematch" }).waitFor();
  assert.equal(await board(), before);
  const { y, height } = await page.locator("#hint").boundingBox();
  assert.ok(y + height <= 800, `${y + height}`);
});

inPage("further clicks on Resign press no button that takes its place", { viewport: { width: 820, height: 1180 } }, async (page) => {
  await begin(page);
  await clicks(page, "b6", "a5");
  await played(page, 2);
  const { x, y, width, height } = await page.getByRole("button", { name: "Resign" }).boundingBox();
  await page.evaluate(() => addEventListener("click", ({ detail, target }) => {
    window.clicked = [...(window.clicked ?? []), `${detail} ${target.closest("[data-do]")?.dataset.do}`];
  }));
  await page.mouse.click(x + width / 2, y + height / 2, { clickCount: 3 });
  await status(page, "You lose: you resign.");
  assert.deepEqual(await page.evaluate(() => window.clicked), ["1 resign", "2 review-game", "3 review-game"]);
  assert.equal(await page.locator("#review").isVisible(), false);
  await page.keyboard.press("e");
  await status(page, "Set up the position");
  assert.equal(await page.locator("#status.over").count(), 0, "the end of the game is not shown in a set-up");
});

inPage("a resignation is taken back", {}, async (page) => {
  await resign(page);
  await status(page, "You lose");
  await page.getByRole("button", { name: "Take back" }).click();
  await status(page, "Black");
  assert.equal((await moves(page)).length, 2);
});

for (const [better, answer] of [["red", "declines"], [null, "agree"], ["black", "agree"]]) {
  inPage(`a draw is offered to red when the engine prefers ${better}: ${answer}`, {}, async (page) => {
    await page.route("**/api/draw", (route) => route.fulfill({ json: { better } }));
    await begin(page);
    await page.getByRole("button", { name: "Offer a draw" }).click();
    await (answer === "agree" ? page.locator("#status", { hasText: "A draw by agreement." }) : page.locator("#message", { hasText: "declines" })).waitFor();
    assert.equal(await page.locator("#status.over").count(), answer === "agree" ? 1 : 0);
  });
}

inPage("two people agree on a draw at once", { path: "#at=0" }, async (page) => {
  for (const end of ["top", "bottom"]) await page.locator(`#player-${end} select`).selectOption("human");
  await clicks(page, "b6", "a5");
  await page.getByRole("button", { name: "Offer a draw" }).click();
  await status(page, "A draw by agreement.");
  await page.getByRole("button", { name: "Rematch" }).waitFor();
});

inPage("a finished game is reviewed by its button", { path: "#pieces=.10b.6b.3r.10&turn=red" }, async (page) => {
  await page.locator("#player-top select").selectOption("random");
  await clicks(page, "c3", "e5", "g7");
  await status(page, "You win: black has no pieces.");
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.locator("#graph polyline").waitFor({ state: "attached" });
});

inPage("a click on a piece that cannot move names the reason", { path: "#pieces=.10b.6b.3r.r9&turn=red" }, async (page) => {
  await status(page, "Red must jump");
  await square(page, "g3").click();
  await page.locator("#hint", { hasText: "Red must jump: c3 takes d4 and f6." }).waitFor();
  await page.locator("#live", { hasText: "c3 takes d4" }).waitFor({ state: "attached" });
  await square(page, "f6").click();
  await page.locator("#hint", { hasText: "It is red's turn." }).waitFor();
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator("#hint", { hasText: "Hint: c3×" }).waitFor();
});

inPage("the reason why a piece cannot move is shown instead of a message, until the next click", {}, async (page) => {
  await clicks(page, "b6", "a5");
  await page.getByRole("button", { name: "New game" }).click();
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByRole("button", { name: "Restore" }).waitFor();
  await seen(page, "b6", "can move");
  await square(page, "h8").click();
  await page.locator("#hint", { hasText: "The piece on h8 is blocked." }).waitFor();
  await page.locator("#message").waitFor({ state: "hidden" });
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Restore" }).click();
  await played(page, 1);
});

inPage("the buttons of a new game stay in sight on a phone held sideways", { viewport: { width: 844, height: 390 } }, async (page) => {
  await page.getByRole("button", { name: "New game" }).click();
  const { y, height } = await page.getByRole("button", { name: "Begin" }).boundingBox();
  assert.ok(y + height < 390);
  await page.locator("#new-dialog").getByText("Rules and board").click();
  const files = page.locator("#new-dialog").getByLabel("Files");
  await files.focus();
  const box = await files.boundingBox();
  assert.ok(box.y + box.height <= (await page.getByRole("button", { name: "Begin" }).boundingBox()).y, "the row of buttons covers no field that is used");
});

inPage("programs of the command line are offered although others play", {}, async (page) => {
  await page.route("**/api/about", async (route) => route.fulfill({ json: { ...(await (await route.fetch()).json()), seats: { red: "human", black: "minimax:6" } } }));
  await page.reload();
  await begin(page);
  await page.getByRole("button", { name: "New game" }).click();
  await page.locator("#new-opponent").getByText("Counts pieces").waitFor();
});

inPage("a visitor chooses an opponent before the first move, and again after a reload", {}, async (page) => {
  await page.route("**/api/about", async (route) => route.fulfill({ json: { ...(await (await route.fetch()).json()), seats: { red: "timed:1", black: "human" } } }));
  await page.evaluate(() => history.replaceState(null, "", location.pathname));
  const dialog = page.locator("#new-dialog");
  await page.reload();
  await dialog.waitFor();
  await page.waitForFunction(() => location.hash !== "");
  await page.reload();
  await dialog.waitFor();
  const chosen = await dialog.locator("#new-opponent input:checked").inputValue();
  assert.notEqual(chosen, "timed:1", "a beginner does not begin against the engine");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  assert.equal(await page.locator("#player-top select").inputValue(), chosen, "Cancel keeps the opponent that the dialog shows");
  await page.getByRole("button", { name: "Pause" }).click();
  await page.reload();
  await page.getByRole("button", { name: "Resume", exact: true }).click();
  await clicks(page, "b6", "a5");
  await played(page, 2);
});

inPage("a rematch repeats the opening", {}, async (page) => {
  await begin(page, (dialog) => dialog.getByLabel("Opening").selectOption("Edinburgh Single"));
  // The program has to jump at once.
  await played(page, 4);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Rematch" }).click();
  await seen(page, "e5", "black man");
  assert.deepEqual(await moves(page), ["b6-a5", "c3-d4", "f6-e5"]);
});

inPage("keys whose buttons are hidden or disabled do nothing", {}, async (page) => {
  await resign(page);
  await status(page, "You lose");
  await page.keyboard.press("h");
  await page.keyboard.press("e");
  await page.keyboard.press("u");
  await page.keyboard.press("Escape");
  await status(page, "You lose: you resign.");
  assert.equal(await page.locator("#hint", { hasText: "Hint" }).count(), 0);
  const { bytes } = await saved(page, "PDN");
  assert.match(bytes.toString(), /\[Result "0-1"\]/);
});

inPage("a resigned game that is saved and opened again shows its result, and can go on", {}, async (page) => {
  await resign(page);
  await status(page, "You lose");
  await paste(page, String((await saved(page, "PDN")).bytes));
  await page.locator("#player-top select[aria-label^=Black]").waitFor();
  await page.keyboard.press("G");
  await status(page, "Result: red wins. Black to move.");
  assert.equal(await page.locator("#game-list .result").textContent(), "Red wins");
  await clicks(page, "d6", "c5");
  await page.locator("#status", { hasText: /^Red/ }).waitFor();
  assert.equal(await page.locator("#game-list .result").textContent(), "");
});

inPage("a game that was won stays won after a reload at an earlier place", { path: "#pieces=.10b.6b.3r.10&turn=red" }, async (page) => {
  await page.locator("#player-top select").selectOption("random");
  await clicks(page, "c3", "e5", "g7");
  await status(page, "You win: black has no pieces.");
  await page.keyboard.press("g");
  await page.waitForFunction(() => location.hash.includes("at=0"));
  await page.reload();
  await status(page, "Red must jump");
  await page.locator("[data-do=resign]").waitFor({ state: "hidden" });
});

// Tests of accessibility: screen readers, colours, motion.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { SIZES, clicks, inPage, inRankingPage, paste, played, ranked, rows, seen } from "./support.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Lists the barriers that axe finds. */
async function findings(page, rules) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(async (rules) => {
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"], ...(rules && { runOnly: rules }) });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`).join(" | ")}`);
  }, rules);
}

// Light and dark mode differ only in their colours.
for (const [colorScheme, rules] of [["light", undefined], ["dark", ["color-contrast"]]]) {
  inRankingPage(`axe finds nothing in ${colorScheme} colours, in any part of the page`, { colorScheme }, async (page) => {
    await paste(page, '[White "Ann"] {words} 1. 11-15 {remark} 23-19 (22-18) 2. 8-11 22-17 3. 15-18 *');
    await played(page, 5);
    await ranked(page, 2);
    await page.getByRole("button", { name: "Review" }).click();
    await page.locator("#review-note", { hasText: /costliest plies|No costly plies/ }).waitFor();
    await rows(page).first().click();
    assert.deepEqual(await findings(page, rules), [], "a game with its review and replies");
    await page.keyboard.press("e");
    assert.deepEqual(await findings(page, rules), [], "the set-up");
    await page.keyboard.press("Escape");
    for (const button of ["New game", "Save", "These keys", "Open"]) {
      await page.getByRole("button", { name: button, exact: true }).click();
      await page.locator("dialog[open]").waitFor();
      assert.deepEqual(await findings(page, rules), [], `the dialog of ${button}`);
      await page.keyboard.press("Escape");
      await page.locator("dialog[open]").waitFor({ state: "hidden" });
    }
  });
}

inRankingPage("axe finds nothing on a phone", { viewport: SIZES.phone }, async (page) => {
  await ranked(page, 1);
  assert.deepEqual(await findings(page), []);
});

inPage("moves are announced, and squares have names", {}, async (page) => {
  await clicks(page, "b6", "a5");
  await clicks(page, "c3", "d4");
  await page.keyboard.press(",");
  await page.locator("#live", { hasText: "1 move played. Red to move." }).waitFor({ state: "attached" });
  await page.keyboard.press(",");
  await page.locator("#live", { hasText: "0 moves played. Black to move." }).waitFor({ state: "attached" });
  await clicks(page, "b6", "a5");
  await page.locator("#live", { hasText: "Black: b6 to a5. Red to move." }).waitFor({ state: "attached" });
  await seen(page, "c3", "c3, red man, can move");
  assert.equal(await page.getByRole("grid", { name: "Board" }).getByRole("gridcell").count(), 32);
  assert.equal(await page.getByRole("grid").getByRole("row").count(), 8);
});

inPage("Enter chooses the square that a screen reader has focused", {}, async (page) => {
  await seen(page, "b6", "can move");
  for (const [name, text] of [["b6", "chosen"], ["a5", "black man"]]) {
    await page.locator(`[data-square=${name}]`).focus();
    await page.keyboard.press("Enter");
    await seen(page, name, text);
  }
});

inPage("the list of moves has one tab stop, at the move on the board", {}, async (page) => {
  const stops = () => page.locator("#game-list [tabindex='0']").allTextContents();
  await clicks(page, "b6", "a5");
  await clicks(page, "c3", "d4");
  await played(page, 2);
  await page.keyboard.press("g");
  await page.locator("#game-list [aria-current]").waitFor({ state: "detached" });
  assert.deepEqual(await stops(), ["b6-a5"]);
  await page.keyboard.press("G");
  await page.locator("#game-list [aria-current]").waitFor();
  assert.deepEqual(await stops(), ["c3-d4"]);
});

inPage("the colours follow the system, or the switch", { colorScheme: "dark" }, async (page) => {
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const night = await paper();
  await page.keyboard.press("t");
  const day = await paper();
  assert.notEqual(night, day);
  await page.keyboard.press("t");
  assert.equal(await paper(), night);
  await page.reload();
  await page.locator("html[data-theme=dark]").waitFor();
});

for (const [reducedMotion, moving] of [["reduce", false], ["no-preference", true]]) {
  inPage(`pieces ${moving ? "slide" : "do not slide"} if the system says ${reducedMotion}`, { reducedMotion }, async (page) => {
    await page.evaluate(() => {
      window.slides = 0;
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...args) {
        window.slides++;
        return animate.apply(this, args);
      };
    });
    await clicks(page, "b6", "a5");
    await seen(page, "a5", "black man");
    assert.equal((await page.evaluate(() => window.slides)) > 0, moving);
  });
}

inPage("the keys are listed under a question mark", {}, async (page) => {
  await page.keyboard.press("?");
  await page.locator("#help-dialog").getByText("Flip the board", { exact: false }).first().waitFor();
  await page.keyboard.press("Escape");
  await page.locator("#help-dialog").waitFor({ state: "hidden" });
});

// Draws the pictures of the pages: node pictures.js FOLDER
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isAt, paste, picturePage, ranked, start, stop } from "./browser/support.js";

const folder = process.argv[2];
const MATCH = readFileSync(new URL("../../testdata/tui/games.pdn", import.meta.url), "utf8");

await start();
try {
  await picturePage(async (page) => {
    await paste(page, MATCH);
    await page.getByRole("button", { name: "Review" }).click();
    await page.locator("#review-note", { hasText: "lost most" }).waitFor();
    await page.locator("#game-list > .ply").nth(5).click();
    await isAt(page, 6);
    await page.getByLabel("Depth of the ranking").selectOption("12");
    await ranked(page, 12);
    await page.locator("#tree .estimate", { hasText: "≈" }).first().waitFor();
    await page.locator("#message").waitFor({ state: "hidden" });
    await page.mouse.move(0, 0);
    await page.screenshot({ path: join(folder, "web.png") });
  });
} finally {
  await stop();
}

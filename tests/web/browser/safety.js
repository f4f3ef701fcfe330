// Tests of requests from other sites, and of the page's security policy.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { home, inPage, inRankingPage, ranked } from "./support.js";

inPage("the page loads nothing from elsewhere, and is small", {}, async (page) => {
  const sizes = await page.evaluate(() => performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation")).map(({ name, decodedBodySize }) => [name, decodedBodySize]));
  for (const [name] of sizes) assert.ok(name.startsWith(home), name);
  const files = new Map(sizes.filter(([name]) => !name.includes("/api/")));
  const total = [...files.values()].reduce((sum, size) => sum + size, 0);
  assert.ok(total > 50_000 && total <= 180_000, `the page has ${total} bytes`);
});

/** Waits until no search runs. */
async function idle() {
  for (;;) {
    const { busy } = await (await fetch(`${home}api/about`)).json();
    if (busy.running + busy.waiting === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

inPage("a foreign page starts no search", { alone: true }, async (page, context) => {
  await page.goto("about:blank");
  await idle();
  const foreign = createServer((_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<title>foreign</title>"));
  await new Promise((resolve) => foreign.listen(0, "127.0.0.1", resolve));
  try {
    const other = await context.newPage();
    await other.goto(`http://127.0.0.1:${foreign.address().port}/`);
    const answers = await other.evaluate(async (home) => {
      const game = { rules: { capture: "required", jumps: "multiple", blocked: "loses" }, shape: { ranks: 4, files: 4, flipped: false }, turn: "red", board: ['"b".', '."."', '"r".', 'r"."'], moves: [] };
      const body = JSON.stringify({ game, depth: 40 });
      const tries = [{ body }, { body, headers: { "Content-Type": "application/json" } }, { body, mode: "no-cors" }];
      return Promise.all(tries.map((init) => fetch(`${home}api/rank`, { method: "POST", ...init }).then(({ type, status }) => `${type} ${status}`, () => "refused")));
    }, home);
    for (const answer of answers) assert.match(answer, /^(refused|opaque 0)$/);
    const { busy } = await (await fetch(`${home}api/about`)).json();
    assert.deepEqual([busy.running, busy.waiting], [0, 0]);
  } finally {
    foreign.close();
  }
});

inRankingPage("a page that is left stops its search", { alone: true }, async (page) => {
  await ranked(page, 1);
  await page.goto("about:blank");
  await idle();
});

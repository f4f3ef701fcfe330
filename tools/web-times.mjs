// Measures how quickly the page is shown and reacts: prints the median and the maximum of RUNS runs.
import { isAt, openPage, paste, played, start, stop } from "../tests/web/browser/support.js";

const RUNS = 15;

/** The number of moves of each player in a long game. */
const ROUNDS = 1000;

/** A game in which two kings go to and fro. */
const LONG = `[FEN "W:WK32:BK1"]\n\n${Array.from({ length: ROUNDS }, (_, round) => `${round + 1}. ${round % 2 ? "27-32 6-1" : "32-27 1-6"}`).join(" ")} *\n`;

/** Prints milliseconds: those of the script and the layout, then those until the frame is drawn. */
function print(name, runs) {
  const figures = runs[0].map((_, index) => {
    const sorted = runs.map((run) => run[index]).sort((a, b) => a - b);
    return `${sorted[sorted.length >> 1].toFixed(1)} (at most ${sorted.at(-1).toFixed(1)})`;
  });
  console.log(`${name.padEnd(40)} ${figures.join("   ")}`);
}

/** Times a user action in the page: until the layout is up to date, and until the next frame is drawn. */
const timed = (page, type, selector, init) => page.evaluate(async ([type, selector, init]) => {
  const target = selector ? document.querySelector(selector) : document.body;
  const begin = performance.now();
  target.dispatchEvent(type === "click" ? new MouseEvent(type, init) : new KeyboardEvent(type, init));
  document.body.getBoundingClientRect();
  const done = performance.now() - begin;
  await new Promise(requestAnimationFrame);
  await new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(null);
  });
  return [done, performance.now() - begin];
}, [type, selector, { bubbles: true, cancelable: true, ...init }]);

/** Presses keys in turn, each once in a run. */
async function keys(page, name, ...names) {
  const runs = [];
  for (let run = 0; run < RUNS; run++) {
    for (const key of names) runs.push(await timed(page, "keydown", "", { key }));
    await page.waitForTimeout(50);
  }
  print(name, runs);
}

await start();
try {
  const paints = [];
  for (let run = 0; run < RUNS; run++) {
    await openPage(async (page) => {
      paints.push(await page.evaluate(() => [performance.getEntriesByName("first-contentful-paint")[0].startTime, performance.now()]));
    });
  }
  console.log(`milliseconds; ${RUNS} runs each`);
  print("first paint; ready (empty cache)", paints);
  await openPage(async (page) => {
    const clicks = [];
    for (let run = 0; run < RUNS; run++) {
      clicks.push(await timed(page, "click", `[data-square="${run % 2 ? "b6" : "d6"}"]`));
      await page.waitForTimeout(50);
    }
    print("click on a piece", clicks);
    await paste(page, LONG);
    await played(page, 2 * ROUNDS);
    await page.keyboard.press("G");
    await isAt(page, 2 * ROUNDS);
    await keys(page, "a step at the end of 2,000 plies", ",", ".");
    await page.locator(`[data-at="${ROUNDS}"]`).click();
    await keys(page, "a step in the middle of 2,000 plies", ",", ".");
    await keys(page, "to the start and to the end", "g", "G");
  });
} finally {
  await stop();
}

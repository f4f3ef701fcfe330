// A server, a browser, and user actions for the tests.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { chromium } from "playwright-core";

/** The longest wait in milliseconds: enough for a loaded machine. Tests do not measure speed with it. */
const PATIENCE = Number(process.env.PATIENCE ?? 30_000);

/**
 * Options of Chromium. Most keep it from using the network on its own; without further threads for JavaScript
 * and for drawing, the tests take a seventh less processor time.
 */
const FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
  "--js-flags=--single-threaded", "--num-raster-threads=1"];

export const SIZES = { "small phone": { width: 320, height: 640 }, phone: { width: 360, height: 740 }, tablet: { width: 820, height: 1180 }, wall: { width: 2560, height: 1440 } };

let server, browser;
/** The address of the page. */
export let home = process.env.CHECKERS_URL ?? "";

/** Starts a program and waits for its first line. */
async function startServer(args = []) {
  const program = process.env.CHECKERS;
  assert.ok(program, "CHECKERS names the program to test: run `make web-test`");
  server = spawn(program, ["web", "--port", "0", "--red", "human", "--black", "human", ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(createInterface(server.stdout), "line");
  home = line.match(/http:\S+/)[0];
}

/** Starts the server, unless CHECKERS_URL names one, and the browser. */
export async function start() {
  if (!home) await startServer();
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell", args: FLAGS });
}

/** Stops the browser and the server. */
export async function stop() {
  await browser?.close();
  server?.kill("SIGTERM");
}

const tests = [];

/**
 * Adds a test that runs in a new page. A failing test is reported and run once more, because
 * the machine may be busy; the page must not fail twice.
 * @param {string} name
 * @param {object} options of the context; `path` is added to the address
 */
export function inPage(name, options, body) {
  tests.push({ name, options, body });
}

/** Adds a test in a page that ranks moves; other pages do not rank, to save time. */
export const inRankingPage = (name, options, body) => inPage(name, { ranking: true, ...options }, body);

/** Registers the tests that need the browser to themselves if `alone`, otherwise all others. */
export function register(alone) {
  for (const { name, options, body } of tests.filter(({ options }) => Boolean(options.alone) === alone)) {
    test(name, { timeout: 4 * PATIENCE }, async (context) => {
      try {
        await inContext(options, body);
      } catch (error) {
        context.diagnostic(`tried once more after: ${error.message}`);
        await inContext(options, body);
      }
    });
  }
}

async function inContext({ path = "", alone, ranking, ...options }, body) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", acceptDownloads: true, ...options });
  context.setDefaultTimeout(PATIENCE);
  if (!ranking) await context.addInitScript(() => location.protocol === "http:" && (localStorage.checkers ??= JSON.stringify({ arrows: false })));
  const page = await context.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && !/status of 4(00|22)|ERR_FAILED/.test(message.text()) && faults.push(message.text()));
  try {
    await page.goto(home + path);
    await page.locator("html.ready").waitFor({ state: "attached" });
    await body(page, context);
    assert.deepEqual(faults, [], "the page reports no errors");
  } finally {
    await context.close();
  }
}

/** Opens a page that ranks moves. */
export const openPage = (body) => inContext({ ranking: true }, body);

/** Opens a page for a picture. */
export const picturePage = (body) => inContext({ ranking: true, viewport: { width: 1070, height: 680 } }, body);

/** Returns a square of the board. */
export const square = (page, name) => page.locator(`[data-square="${name}"]`);

/** Waits until a square has this description. */
export const seen = (page, name, text) => page.locator(`[data-square="${name}"][aria-label*="${text}"]`).waitFor({ state: "attached" });

/** Waits until the status line contains a text. */
export const status = (page, text) => page.locator("#status", { hasText: text }).waitFor();

/** Makes a move click by click. */
export async function clicks(page, ...names) {
  await seen(page, names[0], "can move");
  for (const name of names) await square(page, name).click();
}

/** Returns the moves of the game, as they are listed. */
export const moves = (page) => page.locator("#game-list > .ply").allTextContents();

/** Waits until the board shows the place after a ply of the game. */
export const isAt = (page, ply) => page.locator(`#game-list [data-at="${ply}"][aria-current=true]`).waitFor();

/** Waits until the game has this number of moves. */
export const played = (page, count) => page.waitForFunction((count) => document.querySelectorAll("#game-list > .ply").length === count, count);

/** Returns the top-level rows of the ranking. */
export const rows = (page) => page.locator("#tree > li > [role=treeitem]");

/** Waits until the list is ranked to at least this depth. */
export const ranked = (page, depth = 1) => page.waitForFunction((depth) => Number(/depth (\d+)/.exec(document.querySelector("#depth").textContent)?.[1] ?? -1) >= depth, depth);

/** Clicks a button of the save dialog and returns the downloaded file. */
export async function saved(page, label) {
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const coming = page.waitForEvent("download");
  await page.locator("#save-dialog").getByRole("button", { name: label, exact: true }).click();
  const download = await coming;
  const stream = await download.createReadStream();
  const parts = [];
  for await (const part of stream) parts.push(part);
  return { name: download.suggestedFilename(), bytes: Buffer.concat(parts) };
}

/** Pastes a text without using the clipboard, which all pages share. */
export const paste = (page, text) => page.evaluate((text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
}, text);

// Runs all tests in one browser: most of them three at a time, the others alone.
import { describe } from "node:test";
import "./browser/play.js";
import "./browser/rank.js";
import "./browser/files.js";
import "./browser/lines.js";
import "./browser/game.js";
import "./browser/setup.js";
import "./browser/contest.js";
import "./browser/layout.js";
import "./browser/access.js";
import "./browser/safety.js";
import { register, start, stop } from "./browser/support.js";

await start();
describe("the page", { concurrency: 1 }, () => {
  describe("as people use it", { concurrency: 3 }, () => register(false));
  describe("alone", () => register(true));
}).finally(stop);

// All tests in one browser, one after the other.
import "./browser/play.js";
import "./browser/rank.js";
import "./browser/files.js";
import "./browser/game.js";
import "./browser/setup.js";
import "./browser/access.js";
import "./browser/safety.js";

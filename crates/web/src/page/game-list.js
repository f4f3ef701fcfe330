// The moves of the game, with the comments and variations of its record.
import { above, byId, changes, el, show } from "./dom.js";
import { moveNumber, turnAfter } from "./line.js";
import { lossOf } from "./losses.js";
import { startOf } from "./prefs.js";
import { FIRST_GAME } from "./state.js";
import { shownMove } from "./words.js";
import { dispatch, watch } from "./store.js";
/** Scrolls a list, and nothing else, to show an element. @param {HTMLElement} list @param {Element} element */
function reveal(list, element) {
  const box = list.scrollHeight > list.clientHeight ? list : list.parentElement;
  const [outer, inner] = [box?.getBoundingClientRect(), element.getBoundingClientRect()];
  if (!box || !outer) return;
  box.scrollTop += Math.min(0, inner.top - outer.top - 8) + Math.max(0, inner.bottom - outer.bottom + 8);
}
/** Makes a move's button, which goes to the place after it. @param {State} state @param {string} move @param {number} at @param {string[]} tried @param {number} [lost] */
const ply = (state, move, at, tried, lost = 0) => el("button", {
  class: lost > 0 ? "ply lost" : "ply", "data-at": at, "data-tried": tried.join(" "), tabindex: -1, text: shownMove(state, move),
  title: lost > 0 && `loses ${lost}`, "aria-current": state.at === at && state.tried.join() === tried.join() && "true",
});
/** Shows a comment as plain text, without times and other commands. @param {string} [content] */
function comment(content) {
  const text = content?.replace(/\[%[^\]]*\]/g, "").trim();
  return text && el("span", { class: "comment", text });
}
/** Shows the comments on a move, and its alternatives, which can be tried. @param {State} state @param {Annotated | undefined} entry @param {number} at @param {string[]} before */
const remarks = (state, entry, at, before) => entry ? [
  entry.glyphs && el("span", { class: "glyph", text: entry.glyphs.join(" ") }), comment(entry.comment),
  ...entry.variations.map((line) => variation(state, line, at, before)),
] : [];
/** @param {State} state @param {PdnLine} line @param {number} at @param {string[]} before @returns {HTMLElement} */
function variation(state, line, at, before) {
  const moves = line.moves.flatMap((entry, index) => {
    const way = [...before, ...line.moves.slice(0, index).map(({ move }) => move)];
    return [ply(state, entry.move, at, [...way, entry.move]), ...remarks(state, entry, at, way)];
  });
  return el("span", { class: "variation" }, "(", comment(line.comment), ...moves, ")");
}
/** @param {State} state @param {number} index */
function number({ game }, index) {
  const isBlacks = turnAfter(game, index) === "black";
  return (index === 0 || isBlacks) && el("span", { class: "number", text: `${moveNumber(game, index)}.${isBlacks ? "" : " …"}` });
}
const list = byId("game-list");
const isNew = changes();
list.addEventListener("click", (event) => {
  const button = above(event, "button");
  const at = Number(button?.dataset.at);
  const tried = button?.dataset.tried?.split(" ").filter(Boolean) ?? [];
  if (button) dispatch(tried.length > 0 ? { type: "try", tried, at } : { type: "go", at });
});
list.addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const plies = [...list.querySelectorAll("button")];
  const here = plies.findIndex((button) => button === event.target);
  if (step === undefined || here < 0) return;
  event.preventDefault();
  plies[here + step]?.focus();
  plies[here + step]?.click();
});
/** Names the longest opening that a game begins with. @param {State} state */
function openingOf({ about, game }) {
  const begun = about?.openings.filter(({ moves }) => startOf(game) === startOf(FIRST_GAME) && moves.every((move, index) => move === game.moves[index]));
  return begun?.sort((a, b) => b.moves.length - a.moves.length)[0]?.name;
}
/** @param {State} state */
function heading(state) {
  const { red, black, event, date } = state.game;
  const players = black || red ? `${black ?? "?"} – ${red ?? "?"}` : "";
  return [players, event, date, openingOf(state)].filter((part) => part && !/^\?/.test(part)).join(" · ");
}
watch((state) => {
  const { game, record, review } = state;
  if (!isNew([state.start, game.moves, state.at, state.tried, record !== null, state.prefs.numbers, review?.plies.length])) return;
  const hadFocus = list.contains(document.activeElement);
  byId("game-title").textContent = heading(state);
  show(byId("game-title"), heading(state) !== "");
  const moves = game.moves.flatMap((move, index) => [
    number(state, index), ply(state, move, index + 1, [], lossOf(review?.plies[index])), ...remarks(state, record?.line.moves[index], index, []),
  ]);
  const result = record && record.result !== "*" && el("span", { class: "result", text: record.result });
  list.replaceChildren(...[comment(record?.line.comment), ...moves, moves.length === 0 && el("p", { class: "quiet", text: "No moves yet." }), result].filter((node) => node instanceof Node));
  const current = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current=true]") ?? list.querySelector("button"));
  if (!current) return;
  current.setAttribute("tabindex", "0");
  if (hadFocus) current.focus({ preventScroll: true });
  reveal(list, current);
});

// The moves of the game, with the comments and variations of its record.
/** @import {PdnLine, State} from "./page" */
import { byId, el, show } from "./dom.js";
import { lossOf } from "./losses.js";
import { shownMove } from "./words.js";
import { dispatch, watch } from "./store.js";
/** Scrolls a list, and nothing else, so that an element is seen. @param {HTMLElement} list @param {HTMLElement} element */
function reveal(list, element) {
  const box = list.scrollHeight > list.clientHeight ? list : list.parentElement;
  const [outer, inner] = [box?.getBoundingClientRect(), element.getBoundingClientRect()];
  if (!box || !outer) return;
  box.scrollTop += Math.min(0, inner.top - outer.top - 8) + Math.max(0, inner.bottom - outer.bottom + 8);
}
/** @param {State} state @param {string} move @param {number} index */
function ply(state, move, index) {
  const isCurrent = state.at === index + 1 && state.tried.length === 0;
  const reviewed = state.review?.plies.find((other) => other.ply === index + 1);
  const lost = reviewed ? lossOf(reviewed) : 0;
  return el("button", {
    class: `ply${lost > 0 ? " lost" : ""}`, "data-at": index + 1, "aria-current": isCurrent ? "true" : null, tabindex: -1,
    text: shownMove(state, move), title: lost > 0 ? `loses ${lost}` : null,
  });
}
/** Shows a comment, as text and nothing else. @param {Node[]} nodes @param {string | undefined} text */
function comment(nodes, text) {
  if (text) nodes.push(el("span", { class: "comment", text }));
}
/** @param {Node[]} nodes @param {string[] | undefined} marks */
function glyphs(nodes, marks) {
  if (marks?.length) nodes.push(el("span", { class: "glyph", text: marks.join(" ") }));
}
/** Shows a variation, whose moves can be tried. @param {State} state @param {PdnLine} line @param {number} at @param {string[]} [before] @returns {HTMLElement} */
function variation(state, line, at, before = []) {
  /** @type {Node[]} */
  const nodes = [];
  comment(nodes, line.comment);
  const way = [...before];
  for (const { move, comment: text, glyphs: marks, variations } of line.moves) {
    const inner = [...way];
    way.push(move);
    const isCurrent = state.at === at && state.tried.join(" ") === way.join(" ");
    nodes.push(el("button", { class: "ply", "data-at": at, "data-tried": way.join(" "), tabindex: -1, "aria-current": isCurrent ? "true" : null, text: shownMove(state, move) }));
    glyphs(nodes, marks);
    comment(nodes, text);
    for (const other of variations) nodes.push(variation(state, other, at, inner));
  }
  return el("span", { class: "variation" }, "(", ...nodes, ")");
}
const list = byId("game-list");
let shown = "";
list.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  const at = Number(button?.getAttribute("data-at"));
  const tried = (button?.getAttribute("data-tried") ?? "").split(" ").filter(Boolean);
  if (button) dispatch(tried.length > 0 ? { type: "try", tried, at } : { type: "go", at });
});
list.addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (step === undefined || !(document.activeElement?.getAttribute("data-at"))) return;
  event.preventDefault();
  event.stopPropagation();
  const plies = [...list.querySelectorAll("button")];
  const next = plies[plies.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement)) + step];
  next?.focus();
  next?.click();
});
/** @param {State} state */
function heading(state) {
  const { red, black, event, date } = state.game;
  const players = black || red ? `${black ?? "?"} – ${red ?? "?"}` : "";
  return [players, event, date].filter((part) => part && !/^\?/.test(part)).join(" · ");
}
watch((state) => {
  const { game, record, at } = state;
  const wanted = JSON.stringify([state.start, game.moves, at, state.tried, record !== null, state.prefs.numbers, state.review?.plies.length]);
  if (wanted === shown) return;
  shown = wanted;
  const hadFocus = list.contains(document.activeElement);
  const title = heading(state);
  byId("game-title").textContent = title;
  show(byId("game-title"), title !== "");
  /** @type {Node[]} */
  const nodes = [];
  comment(nodes, record?.line.comment);
  game.moves.forEach((move, index) => {
    const isFirst = (game.turn === "black") === (index % 2 === 0);
    if (isFirst || index === 0) nodes.push(el("span", { class: "number", text: `${Math.floor((index + (game.turn === "black" ? 0 : 1)) / 2) + 1}.${isFirst ? "" : " …"}` }));
    nodes.push(ply(state, move, index));
    const recorded = record?.line.moves[index];
    if (!recorded) return;
    glyphs(nodes, recorded.glyphs);
    comment(nodes, recorded.comment);
    for (const line of recorded.variations) nodes.push(variation(state, line, index));
  });
  if (game.moves.length === 0) nodes.push(el("p", { class: "quiet", text: "No moves yet." }));
  if (record?.result && record.result !== "*") nodes.push(el("span", { class: "result", text: record.result }));
  list.replaceChildren(...nodes);
  const current = list.querySelector("[aria-current=true]") ?? list.querySelector("button");
  current?.setAttribute("tabindex", "0");
  if (current instanceof HTMLElement) {
    if (hadFocus) current.focus({ preventScroll: true });
    reveal(list, current);
  }
});

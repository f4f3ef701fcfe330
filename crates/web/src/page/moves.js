// The ranked moves as a tree: each opens into its replies.
import { analysisOf, keyTo, rankedMoves, showsScores, shownKey, tone, wantedRanking } from "./derived.js";
import { above, byId, changes, el, icon, isModified, reveal, unbroken } from "./dom.js";
import { turnAfter } from "./line.js";
import { provenText, scoreText, shownMove, signed } from "./words.js";
import { playTried, tryOut } from "./update-play.js";
import { dispatch, get, set, watchReleased } from "./store.js";
const LISTED = 80;
/** Returns the moves that lead from the current position to a row. @type {OfRow<string[]>} */
const wayTo = (row) => row?.dataset.way?.split(" ") ?? [];
/** @type {OfRow<boolean>} */
const isOpen = (row) => row?.ariaExpanded === "true";
/** @param {number | null} score */
const scoreTitle = (score) => (score === 99 ? "the opponent will have no moves" : score === -99 ? "the player will have no moves" : "exact score");
/** @type {TextOf<string[]>} */
function ending(state, way) {
  const place = state.places[keyTo(state, way)];
  return !place ? "…" : (place.outcome ?? (place.passes ? "no moves: must pass" : "no moves"));
}
/** @param {State} state */
function depthText(state) {
  if (!showsScores(state)) return "";
  const { ranking, ended } = analysisOf(state, shownKey(state));
  if (ranking) return `depth ${ranking.depth}${wantedRanking(state) && !ended ? " …" : ""}`;
  return ended && ended.includes(" ") ? ended : "";
}
const tree = byId("tree");
const isNew = changes(), isOtherWay = changes();
let base = "";
let focused = "";
let all = false;
/** @param {Event} event */
const rowOf = (event) => above(event, "[role=treeitem]");
const rows = () => /** @type {HTMLElement[]} */ ([...tree.querySelectorAll("[role=treeitem]")]);
/** @type {OfRow} */
function toggle(row) {
  const way = wayTo(row);
  if (row) dispatch(tryOut, isOpen(row) ? way.slice(0, -1) : way);
}
/** @type {OfRow} */
function play(row) {
  if (!row) return;
  dispatch(tryOut, wayTo(row));
  dispatch(playTried);
}
/** Points at a row's move if its place is on the board. @type {OfRow} */
function pointAt(row) {
  const way = wayTo(row);
  const isShown = way.length > 0 && way.slice(0, -1).join() === get().tried.join();
  const pointed = isShown ? (way.pop() ?? null) : null;
  if (pointed !== get().pointed) set({ pointed });
}
/** Moves the tab stop to a row; without a row, keeps it. @param {HTMLElement} [row] */
function focus(row) {
  focused = row?.dataset.way ?? focused;
  const stop = rows().find((other) => other.dataset.way === focused) ?? rows()[0];
  for (const other of rows()) other.tabIndex = other === stop ? 0 : -1;
  if (row) stop?.focus();
  return stop;
}
tree.addEventListener("click", (event) => {
  // The game may have gone on while the button was pressed.
  if (keyTo(get(), []) !== base) return;
  if (above(event, ".more")) {
    all = true;
    render(get());
  } else if (above(event, ".do")) play(rowOf(event));
  else toggle(rowOf(event));
});
for (const type of ["pointerover", "focusin"]) tree.addEventListener(type, (event) => pointAt(rowOf(event)));
for (const type of ["pointerleave", "focusout"]) tree.addEventListener(type, () => pointAt(null));
tree.addEventListener("keydown", (event) => {
  if (isModified(event)) return;
  const row = rowOf(event);
  if (!row) return;
  const list = rows();
  const index = list.indexOf(row);
  const parent = wayTo(row).slice(0, -1).join(" ");
  switch (event.key) {
    case "ArrowDown": focus(list[index + 1]); break;
    case "ArrowUp": focus(list[index - 1]); break;
    case "Home": focus(list[0]); break;
    case "End": focus(list.at(-1)); break;
    case "ArrowRight": isOpen(row) ? focus(list[index + 1]) : toggle(row); break;
    case "ArrowLeft": isOpen(row) ? toggle(row) : focus(list.find((other) => other.dataset.way === parent)); break;
    case "Enter": play(row); break;
    case " ": toggle(row); break;
    default: return;
  }
  event.preventDefault();
});
/** @type {DrawList} */
function drawList(state, way) {
  const ranked = rankedMoves(state, keyTo(state, way));
  // If all moves are equal, they have no colour.
  const best = ranked.some(({ score }) => score !== ranked[0]?.score) ? (ranked[0]?.score ?? null) : null;
  const opened = state.tried.slice(0, way.length).join() === way.join() ? state.tried[way.length] : undefined;
  const some = all ? ranked : ranked.filter(({ move }, index) => index < LISTED || move === opened);
  const list = some.map((move) => drawRow(state, move, [...way, move.move], best, move.move === opened));
  if (list.length === 0 && way.length > 0) list.push(el("li", { role: "none", class: "row empty", text: ending(state, way) }));
  if (some.length < ranked.length) list.push(el("li", { role: "none" }, el("button", { class: "more", text: `Show all ${ranked.length} moves` })));
  return list;
}
/** @type {DrawRow} */
function drawRow(state, { move, score, estimate, proven, line }, way, best, open) {
  const name = shownMove(state, move);
  const next = line.slice(line[0] === move ? 1 : 0).map((reply) => shownMove(state, reply)).join("  ");
  const row = el("div", { role: "treeitem", class: `row ${tone(score, best)}`, tabindex: -1, "aria-level": way.length, "aria-expanded": String(open), "data-way": way.join(" ") },
    el("span", { class: "twist" }, icon("forward")), el("span", { class: `dot ${turnAfter(state.game, state.at + way.length - 1)}` }),
    el("span", { class: "name", text: name }), el("span", { class: "next", text: next }),
    el("span", { class: `proven ${proven?.result}`, text: proven ? provenText(proven) : "" }),
    el("span", { class: "estimate quiet", text: estimate === null || proven ? "" : `≈ ${scoreText(estimate)}`, title: "the engine's estimate, in men" }),
    el("span", { class: "score", text: score === null ? "" : signed(score), title: scoreTitle(score) }),
    el("span", { class: "do", title: "Play" }, icon("play")));
  const replies = open ? el("ul", { role: "group", id: `after ${way.join(" ")}`.replaceAll(" ", "_") }, ...drawList(state, way)) : null;
  if (replies) row.setAttribute("aria-owns", replies.id);
  return el("li", { role: "none" }, row, replies);
}
/** @param {State} state */
function render(state) {
  byId("moves").classList.toggle("off", !showsScores(state));
  byId("depth").textContent = depthText(state);
  byId("trying").hidden = state.tried.length === 0;
  byId("trying-line").replaceChildren(...unbroken(state.tried.map((move) => shownMove(state, move)).join("  ")));
  const keys = [...state.tried, ""].map((_, index) => keyTo(state, state.tried.slice(0, index)));
  if (keys[0] !== base) all = false;
  const isOther = isOtherWay(keys);
  if (!isNew([keys, keys.map((key) => [analysisOf(state, key), key in state.places]), state.prefs.numbers, all])) return;
  base = keys[0] ?? "";
  const hadFocus = tree.contains(document.activeElement);
  tree.replaceChildren(...drawList(state, []));
  const stop = focus();
  if (hadFocus) stop?.focus({ preventScroll: true });
  const opened = isOther && rows().findLast(isOpen);
  if (opened) reveal(byId("tree-box"), opened);
  byId("no-moves").hidden = tree.childElementCount > 0;
  byId("no-moves").textContent = ending(state, []);
}
watchReleased(tree, render);

// The ranked moves as a tree: each opens into its replies.
/** @import {State, Store} from "./page" */
import { analysisOf, keyOf, played, rankedMoves, tone, wantedRanking } from "./derived.js";
import { byId, el, icon, show } from "./dom.js";
import { turnAfter } from "./line.js";
import { men, provenText, shownMove, signed } from "./words.js";

/** The most moves that a list shows at once. */
const LISTED = 80;

/** @typedef {import("./derived.js").Ranked} Ranked */

/** Draws the tree of the state, and again after each change. @param {Store} store */
export function createMoves(store) {
  const tree = byId("tree");
  const head = byId("depth");
  const trying = byId("trying");
  let shown = "";

  /** Returns the moves that lead to a row, from the place in the game. @param {Element | null} row */
  const wayTo = (row) => (row?.getAttribute("data-way") ?? "").split(" ").filter(Boolean);
  const rowOf = (/** @type {Event} */ event) => (event.target instanceof Element ? event.target.closest("[role=treeitem]") : null);

  /** Opens a row into its replies, or closes it. @param {Element | null} row */
  function toggle(row) {
    const way = wayTo(row);
    const isOpen = row?.getAttribute("aria-expanded") === "true";
    if (way.length > 0) store.dispatch({ type: "try", tried: isOpen ? way.slice(0, -1) : way });
  }

  /** Plays a row's move, with those above it. @param {Element | null} row */
  function playRow(row) {
    const way = wayTo(row);
    if (way.length === 0) return;
    store.dispatch({ type: "try", tried: way });
    store.dispatch({ type: "play-tried" });
  }

  tree.addEventListener("click", (event) => {
    const row = rowOf(event);
    if (event.target instanceof Element && event.target.closest(".more")) return showAll();
    if (event.target instanceof Element && event.target.closest(".do")) playRow(row);
    else toggle(row);
  });
  tree.addEventListener("pointerover", (event) => pointAt(rowOf(event)));
  tree.addEventListener("pointerleave", () => pointAt(null));
  tree.addEventListener("focusin", (event) => pointAt(rowOf(event)));
  tree.addEventListener("focusout", () => pointAt(null));
  tree.addEventListener("keydown", onKey);
  byId("trying-play").addEventListener("click", () => store.dispatch({ type: "play-tried" }));
  byId("trying-close").addEventListener("click", () => store.dispatch({ type: "try", tried: [] }));

  /** Points at a row's move if its place is on the board. @param {Element | null} row */
  function pointAt(row) {
    const way = wayTo(row);
    const { tried } = store.get();
    const isShown = way.length === tried.length + 1 && tried.every((move, index) => way[index] === move);
    store.dispatch({ type: "point", move: isShown ? (way[way.length - 1] ?? null) : null });
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const row = rowOf(event);
    const rows = [...tree.querySelectorAll("[role=treeitem]")];
    const index = row ? rows.indexOf(row) : -1;
    const isOpen = row?.getAttribute("aria-expanded") === "true";
    const goTo = (/** @type {Element | undefined} */ next) => focusRow(next?.getAttribute("data-way") ?? "");
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ArrowDown") goTo(rows[index + 1]);
    else if (event.key === "ArrowUp") goTo(rows[index - 1]);
    else if (event.key === "Home") goTo(rows[0]);
    else if (event.key === "End") goTo(rows[rows.length - 1]);
    else if (event.key === "ArrowRight") isOpen ? goTo(rows[index + 1]) : toggle(row);
    else if (event.key === "ArrowLeft") isOpen ? toggle(row) : goTo(rows.find((other) => other.getAttribute("data-way") === wayTo(row).slice(0, -1).join(" ")));
    else if (event.key === "Enter") playRow(row);
    else if (event.key === " ") toggle(row);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  let focused = "";
  let all = false;
  const showAll = () => {
    all = true;
    render(store.get());
  };

  /** Moves the one tab stop of the tree. @param {string} way */
  function focusRow(way) {
    if (way === "") return;
    focused = way;
    const row = stop();
    if (row instanceof HTMLElement) row.focus();
  }

  /** Gives the tab stop to the focused row, or to the first. */
  function stop() {
    const rows = [...tree.querySelectorAll("[role=treeitem]")];
    const chosen = rows.find((row) => row.getAttribute("data-way") === focused) ?? rows[0];
    for (const row of rows) row.setAttribute("tabindex", row === chosen ? "0" : "-1");
    return chosen;
  }

  /** @param {State} state @param {string[]} way @returns {HTMLElement[]} */
  function rows(state, way) {
    const line = [...played(state), ...way];
    const ranked = rankedMoves(state, keyOf(state, line));
    const best = ranked[0]?.score ?? null;
    const open = way.every((move, index) => state.tried[index] === move) ? state.tried[way.length] : undefined;
    const some = all ? ranked : ranked.filter((move, index) => index < LISTED || move.move === open);
    const list = some.map((move) => drawRow(state, move, [...way, move.move], best, move.move === open));
    if (some.length < ranked.length) list.push(el("li", { role: "none", class: "row" }, el("button", { class: "more", text: `Show all ${ranked.length} moves` })));
    return list;
  }

  /** @param {State} state @param {Ranked} ranked @param {string[]} way @param {number | null} best @param {boolean} isOpen @returns {HTMLElement} */
  function drawRow(state, ranked, way, best, isOpen) {
    const { move, score, estimate, proven, line } = ranked;
    const label = shownMove(state, move);
    const side = turnAfter(state.game, state.at + way.length - 1);
    const spoken = [label, score === null ? "" : `score ${signed(score)}`, estimate === null ? "" : `estimate ${men(estimate)}`, proven ? provenText(proven) : ""];
    const row = el("li", {
      role: "treeitem", class: "branch", tabindex: -1, "aria-level": way.length, "aria-expanded": String(isOpen),
      "aria-label": spoken.filter(Boolean).join(", "), "data-way": way.join(" "),
    });
    const next = line.slice(line[0] === move ? 1 : 0).slice(0, 4).map((reply) => shownMove(state, reply)).join("  ");
    row.append(el("div", { class: `row ${tone(score, best)}` },
      el("span", { class: "twist" }, icon("open")), el("span", { class: `dot ${side}` }),
      el("span", { class: "name", text: label }), el("span", { class: "next", text: next }),
      proven ? el("span", { class: `proven ${proven.result}`, text: provenText(proven) }) : null,
      el("span", { class: "estimate", text: estimate === null ? "" : `≈ ${men(estimate)}`, title: "the engine's view, in men" }),
      el("span", { class: "score", text: score === null ? "" : signed(score), title: scoreTitle(score) }),
      el("span", { class: "do", title: "Play" }, icon("play"))));
    if (isOpen) {
      const replies = rows(state, way);
      row.append(el("ul", { role: "group" }, ...(replies.length > 0 ? replies : [el("li", { role: "none", class: "row empty", text: ending(state, way) })])));
    }
    return row;
  }

  /** @param {State} state */
  function render(state) {
    const base = keyOf(state, played(state));
    const keys = state.tried.map((_, index) => keyOf(state, [...played(state), ...state.tried.slice(0, index + 1)]));
    const parts = [base, ...keys].map((key) => [analysisOf(state, key), state.places[key] !== undefined]);
    const wanted = JSON.stringify([base, state.tried, parts, state.prefs.numbers, all]);
    byId("moves").classList.toggle("off", !state.prefs.arrows);
    head.textContent = depthText(state);
    show(trying, state.tried.length > 0);
    byId("trying-line").textContent = state.tried.map((move) => shownMove(state, move)).join("  ");
    if (wanted === shown) return;
    if (!shown.startsWith(JSON.stringify([base]).slice(0, -1))) all = false;
    shown = wanted;
    const hadFocus = tree.contains(document.activeElement);
    tree.replaceChildren(...rows(state, []));
    const stopped = stop();
    if (hadFocus && stopped instanceof HTMLElement) stopped.focus({ preventScroll: true });
    show(byId("no-moves"), tree.childElementCount === 0);
    byId("no-moves").textContent = ending(state, state.tried);
  }

  store.subscribe((state) => render(state));
  render(store.get());
}

/** @param {number | null} score */
const scoreTitle = (score) => (score === 99 ? "the opponent will have no moves" : score !== null && score <= -99 ? "the player will have no moves" : "exact score");

/** Says why a list is empty. @param {State} state @param {string[]} way */
function ending(state, way) {
  const place = state.places[keyOf(state, [...played(state), ...way])];
  if (place?.outcome) return place.outcome.winner ? `${place.outcome.winner} wins: ${place.outcome.reason}` : `drawn: ${place.outcome.reason}`;
  if (place?.passes) return "no moves: a pass";
  return place ? "no moves" : "…";
}

/** @param {State} state */
function depthText(state) {
  if (!state.prefs.arrows) return "off";
  const { ranking, ended } = analysisOf(state, keyOf(state, [...played(state), ...state.tried]));
  if (!ranking) return ended && !["depth", "seconds", "stopped", "closed"].includes(ended) ? ended : "";
  const more = wantedRanking(state) && !ended ? " …" : "";
  return `depth ${ranking.depth}${more}`;
}

// The moves of the game, with the comments and variations of its record.
import { hasLines, shownEntry, shownLine } from "./derived.js";
import { above, byId, changes, el, isModified, reveal } from "./dom.js";
import { moveNumber, turnAfter } from "./line.js";
import { capital, RESULTS, shownMove } from "./words.js";
import { edit, tryOut } from "./update-play.js";
import { dispatch, get, watch, watchReleased } from "./store.js";
/** Makes the button of a move, which shows the position after it. @type {DrawPly} */
const ply = (state, move, at, tried, isFirst, lost = 0) => el("button", {
  class: lost > 0 ? "ply lost" : "ply", "data-at": at, "data-tried": tried.join(" "), tabindex: -1, text: shownMove(state, move), "data-number": number(state, at + tried.length - 1, isFirst),
  title: lost > 0 && `cost ${lost} of 100 points`,
});
/** Returns a comment without times and other commands. @param {string} [content] */
const wordsOf = (content = "") => content.replace(/\[%[^\]]*\]/g, "").trim();
/** @param {string} [content] */
function comment(content) {
  const text = wordsOf(content);
  return text && el("span", { class: "comment", text });
}
/** Shows the comments on a move, and its alternatives, which can be tried. @type {DrawRemarks} */
const remarks = (state, entry, at, before) => entry ? [
  entry.glyphs && el("span", { class: "glyph", text: entry.glyphs.join(" ") }), comment(entry.comment),
  ...entry.variations.map((line) => variation(state, line, at, before)),
] : [];
/** @type {DrawVariation} */
function variation(state, line, at, before) {
  const moves = line.moves.flatMap((entry, index) => {
    const way = [...before, ...line.moves.slice(0, index).map(({ move }) => move)];
    return [ply(state, entry.move, at, [...way, entry.move], index === 0), ...remarks(state, entry, at, way)];
  });
  return el("span", { class: "variation" }, "(", comment(line.comment), ...moves, ")");
}
/** Returns the number before a ply: of a black move, or of the first of a line. @type {NumberOf} */
function number({ game }, index, isFirst) {
  const isBlacks = turnAfter(game, index) === "black";
  return (isFirst || isBlacks) && `${moveNumber(game, index)}.${isBlacks ? "" : " …"} `;
}
/** @type {OfRow} */
export function goToPly(button) {
  if (button) dispatch(tryOut, button.dataset.tried?.split(" ").filter(Boolean) ?? [], Number(button.dataset.at));
}
const list = byId("game-list");
list.addEventListener("click", (event) => {
  goToPly(above(event, "button"));
});
list.addEventListener("keydown", (event) => {
  if (isModified(event)) return;
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const plies = [...list.querySelectorAll("button")];
  const here = plies.findIndex((button) => button === event.target);
  if (step === undefined || here < 0) return;
  event.preventDefault();
  plies[here + step]?.focus();
  plies[here + step]?.click();
});
/** @param {State} state */
function heading({ game: { red, black, event, date } }) {
  const players = black || red ? `${black ?? "?"} – ${red ?? "?"}` : "";
  return [players, event, date].filter(Boolean).join(" · ");
}
const tail = el("p", { class: "result" });
/** @type {DrawnPly[]} */
let drawn = [];
const isOtherGame = changes();
/** Returns the remarks on a move as text, to compare them. @param {Annotated | undefined} entry */
const noted = (entry) => (entry?.comment || entry?.glyphs || entry?.variations.length ? JSON.stringify(entry) : "");
/** Draws the plies from the first changed one; a game may have thousands. @param {State} state */
function draw(state) {
  const { game, record, review, prefs } = state;
  const title = comment(record?.comment);
  const isOther = isOtherGame([state.start, prefs.numbers, record?.comment]);
  if (isOther) drawn = [];
  const lost = (/** @type {number} */ index) => (review?.moments.includes(index + 1) ? (review.plies[index]?.cost ?? 0) : 0);
  const keys = game.moves.map((move, index) => `${move} ${lost(index)} ${noted(record?.moves[index])}`);
  let same = 0;
  while (same < keys.length && drawn[same]?.key === keys[same]) same++;
  for (const { nodes } of drawn.splice(same)) for (const node of nodes) node.remove();
  const news = game.moves.slice(same).map((move, offset) => {
    const index = same + offset, entry = record?.moves[index];
    return { key: String(keys[index]), nodes: [ply(state, move, index + 1, [], index === 0, lost(index)), ...remarks(state, entry, index, [])].filter((node) => node instanceof HTMLElement) };
  });
  drawn.push(...news);
  if (isOther) list.replaceChildren(...(title ? [title] : []), tail);
  tail.before(...news.flatMap(({ nodes }) => nodes));
  tail.textContent = game.moves.length === 0 ? "No moves yet." : capital(RESULTS[game.result ?? ""] ?? "");
  byId("game-title").textContent = heading(state);
  byId("game-title").hidden = heading(state) === "";
}
/** @type {HTMLElement | null} */
let current = null;
export const showCurrent = () => void (current && reveal(list, current));
/** Marks the place on the board. @param {State} state */
function mark({ at, tried }) {
  current?.removeAttribute("aria-current");
  list.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
  current = list.querySelector(`[data-at="${at}"][data-tried="${tried.join(" ")}"]`);
  current?.setAttribute("aria-current", "true");
  (current ?? list.querySelector("button"))?.setAttribute("tabindex", "0");
  showCurrent();
}
const form = byId("comment-form");
const input = byId("comment", HTMLInputElement);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  input.blur();
});
/** The moves up to the comment; the game may go on while the user writes. @type {string[]} */
let moves = [];
input.addEventListener("focus", () => void (moves = shownLine(get())));
input.addEventListener("change", () => dispatch(edit, "comment", moves, input.value));
watch((state) => {
  const entry = shownEntry(state);
  form.hidden = !hasLines(state) || (entry === undefined && (state.at === 0 || state.tried.length > 0));
  if (document.activeElement !== input) input.value = wordsOf(entry?.comment);
});
watchReleased(list, (state, before) => {
  const isChanged = state === before || /** @type {const} */ (["game", "record", "review", "start", "prefs"]).some((name) => state[name] !== before[name]);
  const hadFocus = list.contains(document.activeElement);
  if (isChanged) draw(state);
  if (isChanged || state.at !== before.at || state.tried !== before.tried) mark(state);
  if (hadFocus && current) current.focus({ preventScroll: true });
});

// Opens games from files, by drag and drop or by pasting; saves games and pictures.
import { writeAddress } from "./address.js";
import { analysisOf, gameAfter, rankedMoves, showsScores, shownKey, shownLine } from "./derived.js";
import { above, byId, closeDialogs, el } from "./dom.js";
import { turnAfter } from "./line.js";
import { ask } from "./server.js";
import { cut } from "./state.js";
import { attempt, dispatch, get, set, watch } from "./store.js";
import { load, report } from "./update.js";
import { RESULTS } from "./words.js";

/** Begins a game, unless its board is empty. @type {Begin} */
function begin(loaded) {
  if (!/[rb]/i.test(loaded.played.game.board.join(""))) throw new Error("the board is empty");
  dispatch(load, loaded);
}

/** Reads a game from a text, the first valid one unless a number is given. @type {ReadGame} */
const read = (source, number) => attempt(async () => {
  const { game, record, games, oddities, number: chosen } = await ask("read", { ...source, number });
  const bad = games.filter(({ valid }) => !valid).length;
  if (bad > 0) oddities.push(`${bad} of ${games.length} games cannot be read`);
  begin({ played: { game, record, games, number: chosen, source }, note: oddities.join("; ") });
  paste.value = "";
}, source.name);

/** Decodes a file as text: UTF-16 by its byte-order mark, otherwise UTF-8. @param {File} file */
async function textOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const mark = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0);
  const decode = (/** @type {string} */ name) => new TextDecoder(name, { fatal: name === "utf-8" }).decode(bytes);
  try {
    return decode(mark === 0xfffe ? "utf-16le" : mark === 0xfeff ? "utf-16be" : "utf-8");
  } catch {
    return decode("windows-1252");
  }
}

/** @param {File} file */
async function readFile(file) {
  const most = get().about?.limits.file ?? Infinity;
  if (file.size > most) return dispatch(report, `${file.name} is larger than ${Math.round(most / 2 ** 20)} MiB`);
  await attempt(async () => read({ text: await textOf(file), name: file.name }), file.name);
}

/** @type {ReadData} */
async function readData(data, name) {
  const [file] = data?.files ?? [];
  const text = data?.getData("text/plain") ?? "";
  if (file || text.trim()) closeDialogs();
  if (file) await readFile(file);
  else if (text.trim()) await read({ text, name });
}

export const chooseFile = () => byId("file", HTMLInputElement).click();

/** Copies a text; returns whether the browser allows it. @param {string} text */
const copied = (text) => navigator.clipboard?.writeText(text).then(() => true, () => false);

export async function copyAddress() {
  const here = /^(localhost|127\.|\[::1)/.test(location.hostname) ? " It works only on this computer, while the server runs." : "";
  const isCopied = await copied(new URL(writeAddress(get().game, get().at), location.href).href);
  dispatch(report, (isCopied ? "Link copied, without comments and variations." : "Copy the link from the address bar.") + here, "note");
}

/** @type {Download} */
function download(blob, name) {
  const link = el("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Pixels per unit of the drawing. */
const DENSITY = 2;

/** @param {string} svg */
async function paintPng(svg) {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = url;
  await image.decode().finally(() => URL.revokeObjectURL(url));
  const canvas = new OffscreenCanvas(DENSITY * image.width, DENSITY * image.height);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob().catch(() => Promise.reject(new Error("the picture is too large")));
}

/** Returns what only PDN can hold: the lines of the source, the changes to them, and the times. @type {LinesToWrite} */
const linesOf = ({ game, base, edits, clock = null }, source, number) => ({
  ...(source && { source: { text: source.text, number } }),
  ...(edits.length > 0 && { base: gameAfter(game, base), edits }),
  ...(clock && { clock: { control: clock.control, left: game.moves.map((_, ply) => clock.left[ply + 1]?.[turnAfter(game, ply)]), late: clock.late } }),
});

/** Writes the file with its changed games, one after another. @param {State} state */
async function writeFile(state) {
  const { drafts, number, source } = state, lost = [];
  let text = source?.text;
  for (const [place, draft] of Object.entries({ ...drafts, [number]: state })) {
    if (!draft) continue;
    const { game, over } = draft;
    const written = await ask("write", { game, over: over !== null, format: "pdn", ...linesOf(draft, { text, name: "" }, Number(place)), whole: true });
    text = written.text;
    lost.push(...written.lost);
  }
  return { text: text ?? "", lost, name: /\.pdn$/i.test(source?.name ?? "") ? String(source?.name) : "games.pdn", type: "application/x-draughts-pdn" };
}

/** @param {string} format */
const save = (format) => attempt(async () => {
  const state = get();
  const isPicture = format === "svg" || format === "png";
  const { ranking } = analysisOf(state, shownKey(state));
  const { begun, seats, source, number } = state;
  const game = { ...(begun && { date: begun }), ...state.game };
  const { text, name, type, lost } = format === "games" ? await writeFile(state) : await ask("write", {
    ...(isPicture || format === "fen" ? { game: gameAfter(game, shownLine(state)) } : { game, over: state.over !== null, ...(begun && { seats }) }), format: isPicture ? "svg" : format, flip: state.prefs.flip, numbers: state.prefs.numbers,
    ...(isPicture && showsScores(state) && ranking && { arrows: { depth: ranking.depth, moves: rankedMoves(state, shownKey(state)).map(({ move, score }) => ({ move, score })) } }),
    ...(format === "pdn" && linesOf(state, source, number)),
  });
  const isCopied = format !== "png" && byId("copy", HTMLInputElement).checked && (await copied(text));
  const news = [...lost, ...(isCopied ? ["text copied"] : [])];
  if (news.length > 0 || !get().message?.offer) dispatch(report, news.join("; "), "note");
  if (isCopied) return;
  if (format === "png") download(await paintPng(text), "board.png");
  else download(new Blob([text], { type }), name);
});

for (const side of /** @type {const} */ (["black", "red"])) {
  const name = byId(`name-${side}`, HTMLInputElement);
  name.addEventListener("change", () => set({ game: { ...get().game, [side]: name.value }, named: true }));
  watch(({ game }) => {
    if (document.activeElement !== name) name.value = game[side] ?? "";
  });
}

const choices = byId("games", HTMLSelectElement);
function openChosen() {
  const { source, drafts } = get(), number = Number(choices.value), draft = drafts[number];
  if (draft) attempt(() => check(draft.game, draft.at, { ...draft, source, number }));
  else if (source) read(source, number);
}
choices.addEventListener("change", openChosen);
const search = byId("games-search", HTMLInputElement);
const LISTED = 400;
/** Returns a text as it is searched: without capitals and accents. @param {string} text */
const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
/** Lists the first games that have all words of the search: browsers draw long lists slowly. */
function listGames() {
  const { games, number } = get(), words = plain(search.value).split(/\s+/);
  const found = games.map(({ text, valid }, index) => `${index + 1}. ${text}${valid ? "" : " (cannot be read)"}`).filter((text) => words.every((word) => plain(text).includes(word)));
  const some = found.filter((text, index) => index < LISTED || parseInt(text) === number);
  choices.replaceChildren(...some.map((text) => new Option(text, String(parseInt(text)))));
  if (some.length < found.length) choices.add(el("option", { disabled: true, text: `${found.length - some.length} more: search` }));
  choices.size = search.value ? 6 : 0;
  choices.value = String(number);
  search.setCustomValidity(choices.length > 0 ? "" : "No game has all these words");
}
search.addEventListener("input", listGames);
search.addEventListener("keydown", ({ key }) => {
  if (key !== "Enter" || !search.value || !search.reportValidity()) return;
  choices.selectedIndex = 0;
  search.blur();
  openChosen();
});
watch(({ games, number }, before) => {
  byId("games-box").hidden = games.length < 2;
  if (games !== before.games) {
    search.value = "";
    listGames();
  }
  choices.value = String(number);
});

/** Shows the game of an address, with its file, if the server accepts the game. @type {CheckAddress} */
export async function check(game, at, table, going = table?.going) {
  const { of, source = null, number = 1, clock = null, ...rest } = table ?? {};
  const { oddities, place } = await ask("game", { game });
  const file = source && (await ask("read", { ...source, number }));
  const other = file?.game.moves.findIndex((move, index) => move !== game.moves[index]) ?? -1;
  const played = { over: (!place.outcome && RESULTS[game.result ?? ""]) || null, ...rest, game, at, clock: clock && (going ? clock : { ...clock, since: null }), ...(file && { source, number, games: file.games, record: other < 0 ? file.record : cut(file.record, other) }) };
  begin({ played, going, note: oddities.join("; "), keep: get().start > 0 });
}

const input = byId("file", HTMLInputElement);
input.addEventListener("change", async () => {
  const [file] = input.files ?? [];
  closeDialogs();
  if (file) await readFile(file);
  input.value = "";
});
for (const button of document.querySelectorAll("[data-format]")) {
  button.addEventListener("click", () => save(button.getAttribute("data-format") ?? "").finally(() => button.closest("dialog")?.close()));
}
const paste = byId("paste-text", HTMLTextAreaElement);
byId("paste-form").addEventListener("submit", () => {
  read({ text: paste.value, name: "pasted text" });
});
addEventListener("paste", (event) => {
  if (!above(event, "textarea, input")) readData(event.clipboardData, "pasted text");
});
for (const type of ["dragover", "dragleave", "drop"]) {
  addEventListener(type, (event) => {
    event.preventDefault();
    document.body.classList.toggle("dropping", type === "dragover");
    if (type === "drop" && event instanceof DragEvent) readData(event.dataTransfer, "dropped text");
  });
}

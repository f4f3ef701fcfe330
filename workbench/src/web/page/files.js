// Games from files, by dragging and by pasting; games and pictures to save.
/** @import {Game, GameView, Read, Side, Source} from "./page" */
import { writeAddress } from "./address.js";
import { analysisOf, gameAfter, shownKey, shownLine } from "./derived.js";
import { byId, el, show } from "./dom.js";
import { paintPng } from "./picture.js";
import { ask } from "./server.js";
import { attempt, dispatch, get, tell, watch } from "./store.js";

/** Reads a game from a text, the first unless a number is given. @param {Source} source @param {number} [number] */
export const read = (source, number) => attempt(async () => {
  const { game, record, games, oddities, number: chosen } = /** @type {Read} */ (await ask("read", { ...source, number }));
  const bad = games.filter(({ valid }) => !valid).length;
  if (bad > 0) oddities.push(`${bad} of ${games.length} games cannot be read`);
  dispatch({ type: "load", played: { game, record, games, number: chosen, source }, note: oddities.join("; ") });
}, source.name);

/** Decodes a file as text: UTF-16 by its byte-order mark, otherwise UTF-8. @param {Blob} file */
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

/** Reads what is dropped or pasted: a file, or else text. @param {DataTransfer | null} data @param {string} name */
async function readData(data, name) {
  const [file] = data?.files ?? [];
  const text = data?.getData("text/plain") ?? "";
  if (file) await read({ text: await textOf(file), name: file.name });
  else if (text.trim()) await read({ text, name });
}

export const chooseFile = () => byId("file", HTMLInputElement).click();

export async function copyAddress() {
  try {
    await navigator.clipboard.writeText(new URL(writeAddress(get().game, get().at), location.href).href);
    tell("The address of this game is copied.", "note");
  } catch {
    tell("Copy the address from the bar above: it holds this game.", "note");
  }
}

/** Lets the browser keep a file. @param {Blob} blob @param {string} name */
function download(blob, name) {
  const link = el("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Saves the game, or a picture of the board. @param {string} format */
const save = (format) => attempt(async () => {
  const state = get();
  if (format === "png") return download(await paintPng(/** @type {SVGSVGElement} */ (document.querySelector(".drawing"))), "board.png");
  const ofPlace = format === "svg" || format === "fen";
  const { ranking } = analysisOf(state, shownKey(state));
  const { text, name, type, lost } = await ask("write", {
    game: ofPlace ? gameAfter(state.game, shownLine(state)) : state.game, format, flip: state.prefs.flip, numbers: state.prefs.numbers,
    ...(format === "svg" && state.prefs.arrows && ranking && { arrows: { depth: ranking.depth, moves: ranking.moves.map(({ move, score }) => ({ move, score })) } }),
    ...(format === "pdn" && state.source && { source: { text: state.source.text, number: state.number } }),
  });
  download(new Blob([text], { type }), name);
  if (lost.length > 0) tell(lost.join("; "), "note");
});

/** Offers the games of a file of several. */
function chooseGames() {
  const select = byId("games", HTMLSelectElement);
  select.addEventListener("change", () => {
    const { source } = get();
    if (source) read(source, Number(select.value));
  });
  let shown = /** @type {unknown} */ (null);
  watch(({ games, number }) => {
    show(byId("games-label"), games.length > 1);
    if (games !== shown) select.replaceChildren(...games.map(({ text, valid }, index) => new Option(`${index + 1}. ${text}${valid ? "" : " (cannot be read)"}`, String(index + 1))));
    shown = games;
    select.value = String(number);
  });
}

/** Shows a game of an address or of the command line, if the server finds it legal. @param {Game} game @param {number} at @param {Record<Side, string>} [seats] */
export async function check(game, at, seats) {
  const { oddities } = /** @type {GameView} */ (await ask("game", { game }));
  dispatch({ type: "load", played: { game, at }, seats, note: oddities.join("; "), keep: get().start > 0 });
}

const input = byId("file", HTMLInputElement);
input.addEventListener("change", async () => {
  const [file] = input.files ?? [];
  byId("open-dialog", HTMLDialogElement).close();
  if (file) await read({ text: await textOf(file), name: file.name });
  input.value = "";
});
for (const button of document.querySelectorAll("[data-format]")) {
  button.addEventListener("click", () => save(button.getAttribute("data-format") ?? "").finally(() => button.closest("dialog")?.close()));
}
const paste = byId("paste-text", HTMLTextAreaElement);
byId("paste-form").addEventListener("submit", () => {
  if (paste.value.trim()) read({ text: paste.value, name: "pasted text" });
  paste.value = "";
});
addEventListener("paste", (event) => {
  if (!(event.target instanceof Element && event.target.closest("textarea, input"))) readData(event.clipboardData, "pasted text");
});
for (const type of ["dragover", "dragleave", "drop"]) {
  addEventListener(type, (event) => {
    event.preventDefault();
    document.body.classList.toggle("dropping", type === "dragover");
    if (type === "drop" && event instanceof DragEvent) readData(event.dataTransfer, "dropped text");
  });
}
chooseGames();

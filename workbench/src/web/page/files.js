// Games from files, by dragging and by pasting; games and pictures to save.
/** @import {Game, GameView, Read, Source, Store} from "./page" */
import { writeAddress } from "./address.js";
import { arrows, gameAfter, shownLine } from "./derived.js";
import { byId, el, show } from "./dom.js";
import { drawPng } from "./picture.js";
import { ask, said } from "./server.js";

/** Reads a game from a text, the first unless a number is given. @param {Store} store @param {Source} source @param {number} [number] */
export async function read(store, source, number = 1) {
  try {
    const { game, record, games, oddities, number: chosen } = /** @type {Read} */ (await ask("read", { ...source, number }));
    const bad = games.filter(({ valid }) => !valid).length;
    const notes = [...oddities, bad > 0 ? `${bad} of ${games.length} games cannot be read` : ""].filter(Boolean);
    store.dispatch({ type: "load", played: { game, record, games, number: chosen ?? number, source }, note: notes.join("; ") });
  } catch (error) {
    store.dispatch({ type: "message", text: said(error, source.name) });
  }
}

/** Decodes a file as text: UTF-16 by its byte-order mark, otherwise UTF-8. @param {Blob} file */
async function textOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const mark = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0);
  return new TextDecoder(mark === 0xfffe ? "utf-16le" : mark === 0xfeff ? "utf-16be" : "utf-8").decode(bytes);
}

/** @param {Store} store @param {File | undefined} file */
async function readFile(store, file) {
  if (file) await read(store, { text: await textOf(file), name: file.name });
}

export const openFiles = () => byId("file", HTMLInputElement).click();

/** Opens the dialog for a text. */
export function pasteText() {
  byId("paste-dialog", HTMLDialogElement).showModal();
}

/** @param {Store} store */
export async function copyAddress(store) {
  const { game, at } = store.get();
  const address = location.href.replace(/#.*/, "") + writeAddress(game, at);
  try {
    await navigator.clipboard.writeText(address);
    store.dispatch({ type: "message", text: "The address of this game is copied.", kind: "note" });
  } catch {
    store.dispatch({ type: "message", text: "Copy the address from the bar above: it holds this game.", kind: "note" });
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

/** Saves the game, or a picture of the board. @param {Store} store @param {string} format */
export async function save(store, format) {
  const state = store.get();
  const line = shownLine(state);
  try {
    if (format === "png") return download(await drawPng(state), "board.png");
    const isPicture = format === "svg" || format === "fen";
    const game = isPicture ? gameAfter(state.game, line) : state.game;
    const { flip, numbers } = state.prefs;
    const record = isPicture ? undefined : (state.record ?? undefined);
    const { text, name, type } = await ask("write", { game, format, flip, numbers, arrows: arrows(state).length > 0, record });
    download(new Blob([text], { type }), name);
  } catch (error) {
    store.dispatch({ type: "message", text: said(error) });
  }
}

/** Lets files in and out. @param {Store} store */
export function createFiles(store) {
  const input = byId("file", HTMLInputElement);
  input.addEventListener("change", () => {
    readFile(store, input.files?.[0]).finally(() => (input.value = ""));
  });
  byId("save-dialog").addEventListener("click", (event) => {
    const format = event.target instanceof Element && event.target.closest("[data-format]")?.getAttribute("data-format");
    if (format) save(store, format).finally(() => byId("save-dialog", HTMLDialogElement).close());
  });
  const paste = byId("paste-text", HTMLTextAreaElement);
  byId("paste-form").addEventListener("submit", () => {
    if (paste.value.trim()) read(store, { text: paste.value, name: "pasted text" });
    paste.value = "";
  });
  addEventListener("paste", (event) => {
    if (event.target instanceof Element && event.target.closest("textarea, input")) return;
    const [file] = event.clipboardData?.files ?? [];
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (file) readFile(store, file);
    else if (text.trim()) read(store, { text, name: "pasted text" });
  });
  const isOver = (/** @type {boolean} */ over) => document.body.classList.toggle("dropping", over);
  addEventListener("dragover", (event) => {
    event.preventDefault();
    isOver(true);
  });
  addEventListener("dragleave", (event) => event.relatedTarget ?? isOver(false));
  addEventListener("drop", (event) => {
    event.preventDefault();
    isOver(false);
    const text = event.dataTransfer?.getData("text/plain") ?? "";
    const [file] = event.dataTransfer?.files ?? [];
    if (file) readFile(store, file);
    else if (text.trim()) read(store, { text, name: "dropped text" });
  });
  chooseGames(store);
}

/** Offers the games of a file of several. @param {Store} store */
function chooseGames(store) {
  const select = byId("games", HTMLSelectElement);
  select.addEventListener("change", () => {
    const { source } = store.get();
    if (source) read(store, source, Number(select.value));
  });
  let shown = /** @type {unknown} */ (null);
  store.subscribe(({ games, number }) => {
    show(byId("games-label"), games.length > 1);
    if (games !== shown) select.replaceChildren(...games.map(({ text, valid }, index) => new Option(`${index + 1}. ${text}${valid ? "" : " (cannot be read)"}`, String(index + 1))));
    shown = games;
    select.value = String(number);
  });
}

/** Shows a game of an address or of the command line, if the server finds it legal. @param {Store} store @param {Game} game @param {number} at */
export async function check(store, game, at) {
  const { oddities } = /** @type {GameView} */ (await ask("game", { game }));
  store.dispatch({ type: "load", played: { game, at }, note: oddities.join("; "), keep: store.get().start > 0 });
}

// Keys for the whole page.
import { run } from "./commands.js";
import { above, byId, el, isModified } from "./dom.js";
import { capital } from "./words.js";

const KEYS = `
u take-back take back
r play-again redo
, back go back one move
. forward go forward one move
g first go to the start
G last go to the end
h hint get a hint
Space going pause or resume programs
p pass pass, if blocked
x stop end a chain of jumps early
a arrows show or hide scores and arrows
+ deeper rank one ply deeper
- shallower rank one ply less deep
v review review the game
f flip flip the board
n numbers show square numbers
m sounds sounds on or off
t theme light, dark or system colours
N new new game
e setup set up a position
o open open a file or text
s save save
/ find search the games of a file, or these keys
Escape leave cancel
? help these keys`.trim().split("\n").map((line) => {
  const [key = "", command = "", ...words] = line.split(" ");
  return { key, command, text: words.join(" ") };
});

const commands = new Map(KEYS.map(({ key, command }) => [key, command]));
addEventListener("keydown", (event) => {
  if (event.defaultPrevented || isModified(event) || (event.key !== "/" && document.querySelector("dialog[open]"))) return;
  if (above(event, `input, select, textarea${event.key === " " ? ", button" : ""}`)) return;
  if (run(commands.get(event.key === " " ? "Space" : event.key))) event.preventDefault();
});
for (const { key, command, text } of KEYS) {
  for (const button of document.querySelectorAll(`[data-do="${command}"]`)) {
    button.setAttribute("title", `${capital(text)} (${key})`);
    if (!button.textContent?.trim()) button.ariaLabel = capital(text);
  }
}
const search = byId("keys-search", HTMLInputElement);
function listKeys() {
  const found = KEYS.filter(({ key, text }) => `${key} ${text}`.toLowerCase().includes(search.value.toLowerCase()));
  const rows = found.flatMap(({ key, text }) => [el("dt", {}, el("kbd", { text: key })), el("dd", { text })]);
  byId("keys").replaceChildren(...(rows.length > 0 ? rows : [el("dt"), el("dd", { text: "No key does this." })]));
}
search.addEventListener("input", listKeys);
listKeys();

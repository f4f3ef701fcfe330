// Setting up a position.
import { drawnShape } from "./derived.js";
import { above, byId, el } from "./dom.js";
import { count } from "./line.js";
import { pieceIcon } from "./pieces.js";
import { rulesForm } from "./rules-form.js";
import { ask, reason } from "./server.js";
import { setUp, startBoard } from "./squares.js";
import { capital, pieceName, today } from "./words.js";
import { dispatch, get, watch } from "./store.js";
import { changeSetup, load } from "./update.js";

/** Starts a game from the set-up position, if the server accepts it. */
async function finish() {
  const { setup, seats } = get();
  if (!setup) return;
  const { rules, shape, turn, board } = setup;
  for (const side of /** @type {const} */ (["red", "black"])) {
    const { men, kings } = count(board, side);
    if (men + kings === 0) throw new Error(`Put a ${side} piece on the board: each player needs one.`);
  }
  /** @type {Game} */
  const game = { rules, shape, turn, board, moves: [] };
  const view = await ask("game", { game });
  dispatch(load, { played: { game, seats, begun: today() }, note: view.oddities.join("; ") });
}

const palette = byId("palette");
const error = byId("setup-error");
const form = byId("setup-form", HTMLFormElement), { turn } = form;
const change = (/** @type {Partial<Setup>} */ change) => dispatch(changeSetup, change);
const fields = byId("setup-rules");
fields.append(...byId("new-rules").cloneNode(true).childNodes);
const rules = rulesForm(form, fields, change);
fields.addEventListener("invalid", ({ target }) => target instanceof HTMLInputElement && (error.textContent = target.validationMessage), true);

const pieces = ["r", "R", "b", "B", "."].map((piece) => {
  const title = piece === "." ? "Remove pieces" : capital(pieceName(piece));
  return el("button", { type: "button", class: "pick", "data-piece": piece, "aria-label": title, title }, piece === "." ? "×" : pieceIcon(piece));
});
palette.append(...pieces);
palette.addEventListener("click", (event) => {
  const piece = above(event, "button")?.dataset.piece;
  if (piece) change({ piece });
});
turn.addEventListener("change", () => change({ turn: turn.value }));
byId("setup-start").addEventListener("click", () => change({ board: startBoard(drawnShape(get())) }));
byId("setup-clear").addEventListener("click", () => change({ board: setUp(drawnShape(get()), () => ".") }));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  finish().catch((problem) => (error.textContent = reason(problem)));
});

watch((state, before) => {
  const { setup } = state;
  if (setup === before.setup) return;
  byId("setup").hidden = setup === null;
  byId("panels").hidden = byId("steps").hidden = setup !== null;
  if (!setup) return;
  if (!before.setup) rules.write(setup);
  error.textContent = "";
  turn.value = setup.turn;
  for (const button of pieces) button.setAttribute("aria-pressed", String(button.dataset.piece === setup.piece));
});

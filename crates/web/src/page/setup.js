// Setting up a position.
import { above, byId, el, show } from "./dom.js";
import { count } from "./line.js";
import { pieceIcon } from "./pieces.js";
import { rulesForm } from "./rules-form.js";
import { ask, reason } from "./server.js";
import { setUp, startBoard } from "./squares.js";
import { capital, pieceName, today } from "./words.js";
import { dispatch, get, watch } from "./store.js";

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
  dispatch({ type: "load", played: { game, seats, begun: today() }, note: view.oddities.join("; ") });
}

const palette = byId("palette");
const error = byId("setup-error");
const turn = byId("setup-turn", HTMLSelectElement);
const change = (/** @type {Partial<Setup>} */ change) => dispatch({ type: "setup-change", change });
const rules = rulesForm((rules, shape) => change({ rules, shape }));
byId("setup-rules").replaceWith(rules.form);
rules.form.addEventListener("invalid", ({ target }) => target instanceof HTMLInputElement && (error.textContent = target.validationMessage), true);

const pieces = ["r", "R", "b", "B", "."].map((piece) => {
  const title = piece === "." ? "Remove pieces" : capital(pieceName(piece));
  return el("button", { type: "button", class: "pick", "data-piece": piece, "aria-label": title, title }, piece === "." ? "×" : pieceIcon(piece));
});
palette.append(...pieces);
palette.addEventListener("click", (event) => {
  const piece = above(event, "button")?.dataset.piece;
  if (piece) change({ piece });
});
turn.addEventListener("change", () => change({ turn: turn.value === "red" ? "red" : "black" }));
byId("setup-start").addEventListener("click", () => board(startBoard));
byId("setup-clear").addEventListener("click", () => board((shape) => setUp(shape, () => ".")));
byId("setup-form").addEventListener("submit", (event) => {
  event.preventDefault();
  finish().catch((problem) => (error.textContent = reason(problem)));
});

/** @type {Redraw} */
function board(draw) {
  const { setup } = get();
  if (setup) change({ board: draw(setup.shape) });
}

watch((state, before) => {
  const { setup } = state;
  if (setup === before.setup) return;
  show(byId("setup"), setup !== null);
  show(byId("panels"), setup === null);
  show(byId("steps"), setup === null);
  if (!setup) return;
  if (!before.setup) rules.write(setup.rules, setup.shape);
  error.textContent = "";
  turn.value = setup.turn;
  for (const button of pieces) button.setAttribute("aria-pressed", String(button.dataset.piece === setup.piece));
});

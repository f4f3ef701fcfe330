// Choosing a move square by square.
import { beginsWith } from "./line.js";

/** @type {Along<Move[]>} */
export const candidates = (moves, chain) => moves.filter((move) => beginsWith(move.path, chain));

/** Returns the move with exactly the chosen squares. @type {Along<Move | undefined>} */
export const complete = (moves, chain) =>
  chain.length < 2 ? undefined : candidates(moves, chain).find((move) => move.path.length === chain.length);

/** @type {Along<Set<string>>} */
export const nextSquares = (moves, chain) => new Set(candidates(moves, chain).flatMap((move) => move.path[chain.length] ?? []));

/** Returns the squares where only one move ends. @type {Along<Set<string>>} */
export function ends(moves, chain) {
  const all = candidates(moves, chain).flatMap((move) => move.path.at(-1) ?? []);
  return new Set(all.filter((end) => all.indexOf(end) === all.lastIndexOf(end)));
}

/** @param {Move[]} moves */
export const movable = (moves) => new Set(moves.flatMap((move) => move.path[0] ?? []));

/** Chooses a square: continues the chain, plays the only move that ends there, stops a chain on its last square, or starts with another piece. @type {Choose} */
export function choose(moves, chain, square) {
  const begun = { chain: movable(moves).has(square) ? [square] : [] };
  if (chain.length === 0) return begun;
  if (nextSquares(moves, chain).has(square)) {
    const longer = [...chain, square];
    const whole = complete(moves, longer);
    return whole && candidates(moves, longer).length === 1 ? { move: whole.move } : { chain: longer };
  }
  const [only, other] = candidates(moves, chain).filter((move) => move.path.at(-1) === square);
  if (only && !other) return { move: only.move };
  if (square === chain.at(-1)) {
    const whole = complete(moves, chain);
    return whole ? { move: whole.move } : { chain: [] };
  }
  return begun;
}

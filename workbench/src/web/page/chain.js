// Choosing a move square by square.
/** @import {Move} from "./page" */

/**
 * Describes the result of choosing a square: the squares chosen so far, or the move that is complete.
 * @typedef {{chain: string[]} | {move: string}} Choice
 */

/** @param {string[]} path @param {string[]} chain */
const begins = (path, chain) => chain.length <= path.length && chain.every((square, index) => path[index] === square);

/** Returns the moves that begin with the squares chosen. @param {Move[]} moves @param {string[]} chain */
export const candidates = (moves, chain) => moves.filter((move) => begins(move.path, chain));

/** Returns the move that the squares chosen already make. @param {Move[]} moves @param {string[]} chain */
export const complete = (moves, chain) =>
  chain.length < 2 ? undefined : candidates(moves, chain).find((move) => move.path.length === chain.length);

/** Returns the next squares of moves that begin so. @param {Move[]} moves @param {string[]} chain */
export function nextSquares(moves, chain) {
  const next = candidates(moves, chain).map((move) => move.path[chain.length]);
  return new Set(next.filter((square) => square !== undefined));
}

/** Returns the squares where one move only ends. @param {Move[]} moves @param {string[]} chain */
export function ends(moves, chain) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { path } of candidates(moves, chain)) {
    const end = path[path.length - 1];
    if (end !== undefined) counts.set(end, (counts.get(end) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count === 1).map(([end]) => end));
}

/** Returns the squares of pieces that can move. @param {Move[]} moves */
export const movable = (moves) => new Set(moves.map((move) => move.path[0]).filter((square) => square !== undefined));

/**
 * Chooses a further square: the next of a chain, the end of the only move that ends there,
 * another piece, or none.
 * @param {Move[]} moves @param {string[]} chain @param {string} square @returns {Choice}
 */
export function choose(moves, chain, square) {
  if (chain.length === 0) return { chain: movable(moves).has(square) ? [square] : [] };
  if (nextSquares(moves, chain).has(square)) {
    const longer = [...chain, square];
    const whole = complete(moves, longer);
    return whole && candidates(moves, longer).length === 1 ? { move: whole.move } : { chain: longer };
  }
  if (ends(moves, chain).has(square)) {
    const whole = candidates(moves, chain).find((move) => move.path[move.path.length - 1] === square);
    if (whole) return { move: whole.move };
  }
  if (square === chain[chain.length - 1]) {
    const whole = complete(moves, chain);
    return whole ? { move: whole.move } : { chain: [] };
  }
  return { chain: movable(moves).has(square) ? [square] : [] };
}

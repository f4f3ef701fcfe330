// Losses of a reviewed game.

/** Returns what a move gave away in exact score. @param {ReviewedPly | undefined} ply */
export const lossOf = (ply) => (ply?.best && ply.score !== null ? ply.best.score - ply.score : 0);

/** Weighs a loss: by the change of the lead, then by whether the player was behind (which counts less), then by size. @param {ReviewedPly} ply */
function weight(ply) {
  const best = ply.best?.score ?? 0;
  return 1e6 * (Math.sign(best) - Math.sign(ply.score ?? 0)) + (best < 0 ? 0 : 1e3) + lossOf(ply);
}

/** Lists the moves that lost most, the worst first. @param {Review} review @param {number} most */
export function worst(review, most) {
  const lost = review.plies.filter((ply) => lossOf(ply) > 0);
  return lost.sort((a, b) => weight(b) - weight(a) || a.ply - b.ply).slice(0, most);
}

/** Scales an estimate to between −1 (black wins) and 1; each further man counts less. @param {number} red */
export const height = (red) => Math.tanh(red / 300);

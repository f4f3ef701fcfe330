// Losses of a reviewed game.

/** Returns what a move gave away, in the exact scores of its place. @param {ReviewedPly | undefined} ply */
export const lossOf = (ply) => (ply?.best && ply.score !== null ? ply.best.score - ply.score : 0);

/** Lists the moves that lost most, the worst first. @param {Review} review @param {number} most */
export function worst(review, most) {
  const lost = review.plies.filter((ply) => lossOf(ply) > 0);
  return lost.sort((a, b) => lossOf(b) - lossOf(a) || a.ply - b.ply).slice(0, most);
}

/** Places an estimate between −1 (black wins) and 1; men count the less the more there are. @param {number} red */
export const height = (red) => Math.tanh(red / 300);

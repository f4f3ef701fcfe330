"""Compares legal moves and the positions after them with pydraughts, English rules.

Half of the positions come from games of random moves, half are set up at random.
"""

import random
from importlib.metadata import version

import draughts

from ours import Ours, arguments, fen, read_fen

START = "B:W" + ",".join(map(str, range(21, 33))) + ":B" + ",".join(map(str, range(1, 13)))


def set_up(draw):
    """Puts up to twelve pieces of each side on random squares, but no man on its crowning rank."""
    squares = draw.sample(range(1, 33), 32)
    kings = draw.choice([0.0, 0.2, 0.5, 1.0])
    pieces = {}
    for side in "wb":
        for _ in range(draw.randint(1, 12)):
            square = squares.pop()
            crowned = square <= 4 if side == "w" else square >= 29
            pieces[square] = side.upper() if crowned or draw.random() < kings else side
    return fen(draw.choice("WB"), pieces)


def moves_of(board):
    return {tuple(move.steps_move): move for move in board.legal_moves()}


def check(ours, draw, position):
    """Compares all moves, and the position after one of them. Returns that position."""
    board = draughts.Board(variant="english", fen=position)
    theirs = moves_of(board)
    ours.positions += 1
    ours.moves += len(theirs)
    ours.compare(position, "moves", sorted(ours.paths(position)), sorted(theirs))
    if not theirs:
        return None
    path = draw.choice(sorted(theirs))
    board.push(theirs[path])
    after = read_fen(board.fen)
    ours.compare(position, f"after {path}", ours.after(position, path), after)
    return fen(*after)


def main():
    options = arguments(__doc__)
    draw, ours = random.Random(options.seed), Ours(options.checkers)
    print(f"pydraughts {version('pydraughts')}, seed {options.seed}")
    position = START
    while ours.positions < options.positions // 2:
        position = check(ours, draw, position) or START
        # Begin again now and then, because kings may move back and forth for ever.
        if draw.random() < 0.01:
            position = START
    while ours.positions < options.positions:
        check(ours, draw, set_up(draw))
    ours.end("pydraughts")


main()

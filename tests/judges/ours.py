"""Our side of a comparison, through `checkers`, and helpers for every judge."""

import argparse
import json
import subprocess
import sys

MOST_DIFFERENCES = 20


def arguments(description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("checkers", help="the program")
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def name(number):
    """Names square `number` (1 = b8) of the standard board."""
    row, column = divmod(number - 1, 4)
    return "abcdefgh"[2 * column + (row + 1) % 2] + str(8 - row)


def number(name):
    """Returns the number of a named square: the inverse of `name`."""
    return (8 - int(name[1])) * 4 + "abcdefgh".index(name[0]) // 2 + 1


def fen(turn, pieces):
    """Writes a position: 'W' or 'B' to move, and pieces by number ('w', 'W', 'b', 'B')."""
    def side(letter):
        own = sorted(square for square, piece in pieces.items() if piece.upper() == letter)
        return letter + ",".join(("K" if pieces[square].isupper() else "") + str(square) for square in own)
    return f"{turn}:{side('W')}:{side('B')}"


def read_fen(text):
    """Reads the turn and the pieces of a FEN; the inverse of `fen`."""
    turn, *sides = text.strip().rstrip(".").split(":")
    pieces = {}
    for side in sides:
        for word in filter(None, side[1:].split(",")):
            piece = side[0] if word[0] == "K" else side[0].lower()
            first, _, last = word.lstrip("K").partition("-")
            for square in range(int(first), int(last or first) + 1):
                pieces[square] = piece
    return turn, pieces


class Ours:
    """The program, with the differences between its answers and a judge's."""

    def __init__(self, checkers):
        self.checkers = checkers
        self.positions = 0
        self.moves = 0
        self.differences = 0

    def run(self, *options, text=""):
        command = [self.checkers, *options]
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{command} {text!r}: {done.stderr}")
        return done.stdout

    def paths(self, fen):
        """Lists the legal moves as paths of square numbers."""
        moves = json.loads(self.run("info", "--json", "--fen", fen))["moves"]
        return {tuple(number(square) for square in move.split("->")) for move in moves}

    def after(self, fen, path):
        """Returns the turn and the pieces after a move."""
        separator = "x" if abs(path[0] - path[1]) > 5 else "-"
        dots = "1." if fen[0] == "B" else "1..."
        move = separator.join(map(str, path))
        return read_fen(self.run("apply", "--to", "fen", text=f'[FEN "{fen}"]\n{dots} {move} *\n'))

    def compare(self, fen, what, ours, theirs):
        """Counts and prints a difference, and its position."""
        if ours != theirs:
            self.differences += 1
            if self.differences <= MOST_DIFFERENCES:
                print(f"{fen}: {what}: ours {ours}, theirs {theirs}")

    def end(self, judge):
        """Prints the figures, and fails if anything differs."""
        print(f"{judge}: {self.positions} positions, {self.moves} moves, {self.differences} differences")
        sys.exit(self.differences > 0)

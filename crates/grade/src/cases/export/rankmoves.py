#!/usr/bin/env python3
"""Ranks the moves of a checkers position, slowly. The options are in the first line of the input."""
import sys

class Bad(Exception):
    pass

def parse(text):
    text = text.lstrip("\ufeff")
    lines = [line.split("#")[0] for line in text.replace("\r", "").split("\n")]
    words = "\n".join(lines)
    for name in ("RULES", "TURN", "BOARD", "MOVES"):
        if words.count(name) != 1:
            raise Bad("section " + name)
    if not words.strip().startswith("RULES"):
        raise Bad("RULES first")
    places = [words.index(n) for n in ("RULES", "TURN", "BOARD", "MOVES")]
    if places != sorted(places):
        raise Bad("order of sections")
    def section(a, b):
        part = words[words.index(a) + len(a):(words.index(b) if b else len(words))].strip()
        if not part.startswith(":"):
            raise Bad("colon after " + a)
        return part[1:]
    rules = section("RULES", "TURN").split()
    capture = multiple = None
    ranks = files = 8
    i = 0
    while i < len(rules):
        two = " ".join(rules[i:i + 2])
        if two == "no capture" and capture is None:
            capture = False
            i += 2
        elif rules[i] == "capture" and capture is None:
            capture = True
            i += 1
        elif two in ("single jumps", "multiple jumps") and multiple is None:
            multiple = rules[i] == "multiple"
            i += 2
        elif rules[i] == "board":
            ranks, files = map(int, rules[i + 1].split("x"))
            i += 2
        elif two == "blocked passes":
            i += 2
        else:
            raise Bad("rule " + two)
    if capture is None or multiple is None:
        raise Bad("rule missing")
    turn = section("TURN", "BOARD").strip()
    if turn not in ("red", "black"):
        raise Bad("player " + turn)
    cells = [c for c in section("BOARD", "MOVES") if c not in " \t\n|-+"]
    if len(cells) != ranks * files:
        raise Bad("cells %d" % len(cells))
    board = [cells[r * files:(r + 1) * files] for r in range(ranks)]
    odd = 0 if board[0][0] == '"' else 1
    for r in range(ranks):
        for f in range(files):
            if board[r][f] not in '".rRbB' or ((r + f) % 2 == odd) != (board[r][f] == '"'):
                raise Bad("cell %d %d" % (r, f))
    return Game(board, capture, multiple), turn[0], section("MOVES", None).split()

class Game:
    def __init__(self, board, capture, multiple):
        self.board, self.capture, self.multiple = board, capture, multiple
        self.ranks, self.files = len(board), len(board[0])

    def name(self, r, f):
        return chr(97 + f) + str(self.ranks - r)

    def get(self, board, r, f):
        return board[r][f] if 0 <= r < self.ranks and 0 <= f < self.files else "#"

    def ways(self, piece):
        if piece.isupper():
            return [(-1, -1), (-1, 1), (1, -1), (1, 1)]
        d = -1 if piece == "r" else 1
        return [(d, -1), (d, 1)]

    def crown(self, piece, r):
        if piece == "r" and r == 0:
            return "R"
        if piece == "b" and r == self.ranks - 1:
            return "B"
        return piece

    def chains(self, board, piece, r, f, path, found):
        more = False
        for dr, df in self.ways(piece):
            over = self.get(board, r + dr, f + df)
            if over.lower() not in "rb" or over.lower() == piece.lower():
                continue
            r2, f2 = r + 2 * dr, f + 2 * df
            if self.get(board, r2, f2) != ".":
                continue
            more = True
            copy = [row[:] for row in board]
            copy[r + dr][f + df] = "."
            landed = self.crown(piece, r2)
            longer = path + "->" + self.name(r2, f2)
            further = False
            if self.multiple and landed == piece:
                further = self.chains(copy, piece, r2, f2, longer, found)
            if not further or not self.capture:
                copy[r2][f2] = landed
                found.append((longer, copy))
        return more

    def moves(self, board, player):
        jumps, steps = [], []
        for r in range(self.ranks):
            for f in range(self.files):
                piece = board[r][f]
                if piece.lower() != player:
                    continue
                lifted = [row[:] for row in board]
                lifted[r][f] = "."
                self.chains(lifted, piece, r, f, self.name(r, f), jumps)
                for dr, df in self.ways(piece):
                    if self.get(board, r + dr, f + df) == ".":
                        copy = [row[:] for row in lifted]
                        copy[r + dr][f + df] = self.crown(piece, r + dr)
                        steps.append((self.name(r, f) + "->" + self.name(r + dr, f + df), copy))
        if self.capture and jumps:
            steps = []
        result = jumps + steps
        result.sort(key=lambda move: move[0])
        return result

    def score(self, board, player):
        if not self.moves(board, player):
            return -99
        if not self.moves(board, other(player)):
            return 99
        total = 0
        for row in board:
            for c in row:
                value = {"r": 1, "R": 2, "b": -1, "B": -2}.get(c, 0)
                total += value
        return total if player == "r" else -total

    def rank(self, board, player, depth, verbose, level):
        best = None
        for path, after in self.moves(board, player):
            pad = " " * (4 * level)
            who = "red" if player == "r" else "black"
            if depth == 0:
                score = self.score(after, player)
            else:
                if verbose:
                    print(pad + "? " + path + " for " + who + ":")
                reply = self.rank(after, other(player), depth - 1, verbose, level + 1)
                score = 99 if reply is None else -reply
            if verbose:
                print("%s. %s for %s: score %d" % (pad, path, who, score))
            elif level == 0:
                print("%s for %s: score %d" % (path, who, score))
            if best is None or score > best:
                best = score
        return best

def other(player):
    return "b" if player == "r" else "r"

def main():
    text = sys.stdin.buffer.read().decode("utf-8").lstrip("\ufeff")
    options = text.split("\n")[0].split()[1:]
    depth, verbose = int(options[options.index("-d") + 1]), "-v" in options
    game, player, moves = parse(text)
    for move in moves:
        legal = dict(game.moves(game.board, player))
        if move == "pass" and not legal:
            player = other(player)
            continue
        if move not in legal:
            raise Bad("illegal " + move)
        game.board = legal[move]
        player = other(player)
    if game.rank(game.board, player, depth, verbose, 0) is None:
        print("Player %s has no moves available." % ("red" if player == "r" else "black"))

try:
    main()
except (Bad, ValueError) as why:
    print("error:", why, file=sys.stderr)
    sys.exit(1)

"""Lets pydraughts play whole games of English draughts through `checkers hub`.

In half of the games the engine plays both sides. In the others it plays black or white
against random moves, and ponders. Most games begin with up to five random moves, the others
from set-up positions. The level changes from game to game: a depth, a number of nodes, a
time per move, or a clock for the whole game with or without increment. An engine forfeits
the game by making a move that pydraughts finds illegal, by running out of time, or by
exiting.
"""

import random
import subprocess
import sys
import threading
import time
from importlib.metadata import version

import draughts
from draughts.engine import HubEngine, Limit

from ours import arguments

SET_UP = ["W:WK29,K30:BK4,K3", "B:W18,21,22,K2:B14,15,K32", "W:W23,24,27,28:B5,6,11,12"]
MOST_PLIES = 160
BOTH = [draughts.BLACK, draughts.WHITE]
SIDES = [BOTH, [draughts.BLACK], BOTH, [draughts.WHITE]]
RESULTS = {draughts.WHITE: "White wins", draughts.BLACK: "Black wins", 0: "drawn", None: "left off"}


class Forfeit(Exception):
    """The engine has lost the game because of its own error."""


class Clock:
    """A side's time for the game, in seconds."""

    def __init__(self, left, increment=0.0):
        self.left, self.increment = left, increment

    def limit(self):
        return Limit(time=self.left + self.increment, inc=self.increment)

    def spend(self, seconds):
        self.left += self.increment - seconds
        if self.left < 0:
            raise Forfeit(f"its clock ran out by {-self.left:.3f} s")


class Timeless:
    """A limit that is the same for each move."""

    def __init__(self, limit):
        self.limit = lambda: limit

    def spend(self, _):
        """Does nothing, because no time is counted."""


LEVELS = {
    "depth 1": lambda: Timeless(Limit(depth=1)),
    "depth 6": lambda: Timeless(Limit(depth=6)),
    "2,000 nodes": lambda: Timeless(Limit(nodes=2000)),
    "0.02 s a move": lambda: Timeless(Limit(movetime=0.02)),
    "3 s a game": lambda: Clock(3.0),
    "1 s a game, 0.05 s more a move": lambda: Clock(1.0, 0.05),
}


def begin(command, threads):
    engine = HubEngine(command)
    if "english" not in engine.variants:
        raise Forfeit(f"it declares no variant english but {engine.variants}")
    engine.configure({"variant": "english", "threads": str(threads)})
    engine.init()
    engine.ping()
    return engine


def choose(engine, board, clock):
    """Returns the engine's move with the expected reply, within its time."""
    limit, start = clock.limit(), time.monotonic()
    try:
        answer = engine.play(board, limit, ponder=False)
    except KeyError as move:
        raise Forfeit(f"the move {move} is illegal") from move
    except EOFError as end:
        raise Forfeit("it ended") from end
    clock.spend(time.monotonic() - start)
    if answer.move.steps_move not in [move.steps_move for move in board.legal_moves()]:
        raise Forfeit(f"the move {answer.move.hub_move} is illegal")
    return answer


def ponder(engine, board, expected, reply, clock):
    """Lets the engine ponder until the opponent plays `reply`."""
    ahead = board.copy()
    ahead.push(draughts.Move(ahead, hub_move=expected.hub_move))
    found = []
    thinking = threading.Thread(target=lambda: found.append(engine.play(ahead, clock.limit(), ponder=True)))
    thinking.start()
    time.sleep(0.02)
    if reply.steps_move == expected.steps_move:
        engine.ponderhit()
    else:
        engine.stop()
    thinking.join(timeout=60)
    if not found:
        raise Forfeit("it does not answer after pondering")


def play(draw, engine, level, sides, fen, ponders):
    """Plays a game; returns its result."""
    board = draughts.Board(variant="english", fen=fen)
    if fen == "startpos":
        for _ in range(draw.randint(0, 5)):
            board.push(draw.choice(board.legal_moves()))
    clocks = {side: LEVELS[level]() for side in sides}
    expected, plies = None, 0
    while not board.is_over() and plies < MOST_PLIES:
        plies += 1
        if board.turn in sides:
            answer = choose(engine, board, clocks[board.turn])
            move, expected = answer.move, answer.ponder
        else:
            move = draw.choice(board.legal_moves())
            if ponders and expected is not None:
                if draw.random() < 0.5:
                    move = draughts.Move(board, hub_move=expected.hub_move)
                ponder(engine, board, expected, move, clocks[sides[0]])
        board.push(draughts.Move(board, hub_move=move.hub_move))
    return RESULTS[board.winner()], plies


def has_quit(engine, number):
    """Asks the engine to quit; returns whether it did so in time, with status 0."""
    engine.quit()
    try:
        engine.p.communicate(timeout=10)
    except subprocess.TimeoutExpired:
        engine.kill_process()
    if engine.p.returncode != 0:
        print(f"game {number + 1}: the engine ended with {engine.p.returncode}")
    return engine.p.returncode == 0


def main():
    options = arguments(__doc__)
    draw = random.Random(options.seed)
    print(f"pydraughts {version('pydraughts')}, seed {options.seed}")
    levels, forfeited, moves = list(LEVELS), 0, 0
    for number in range(options.games):
        level = levels[number % len(levels)]
        sides = SIDES[number % len(SIDES)]
        fen = SET_UP[number // 6 % len(SET_UP)] if number % 6 == 5 else "startpos"
        engine = begin([options.checkers, "hub"], threads=1 + number % 2)
        try:
            result, plies = play(draw, engine, level, sides, fen, ponders=len(sides) == 1)
            moves += plies
        except Forfeit as why:
            result, forfeited = f"forfeited: {why}", forfeited + 1
        names = " and ".join("White" if side == draughts.WHITE else "Black" for side in sides)
        print(f"game {number + 1}: {level}, {names}, from {fen}: {result}", flush=True)
        forfeited += not has_quit(engine, number)
    print(f"{options.games} games, {moves} plies, {forfeited} forfeited")
    sys.exit(forfeited > 0)


main()

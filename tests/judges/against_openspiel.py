"""Compares legal moves and the positions after them with OpenSpiel's `checkers`.

It plays English draughts with these differences: the lower side ('o', our red, White in
FEN) begins; each jump of a chain is a separate action, and the same piece continues with
the next jump; a game is drawn after 40 moves without a capture. So this script compares
legs: the first legs of our paths, then the legs that may follow the jumps made so far.
OpenSpiel cannot set up positions, so all of them come from games of random actions.
"""

import random
from importlib.metadata import version

import pyspiel

from ours import Ours, arguments, fen, number

LETTERS = {"o": "w", "8": "W", "+": "b", "*": "B"}


def pieces_of(state):
    rows = str(state).splitlines()[:8]
    squares = ((f"{file}{row[0]}", cell) for row in rows for file, cell in zip("abcdefgh", row[1:]))
    return {number(square): LETTERS[cell] for square, cell in squares if cell in LETTERS}


def legs_of(state):
    """Maps each leg, as two square numbers, to its action."""
    texts = {action: state.action_to_string(action) for action in state.legal_actions()}
    return {(number(text[:2]), number(text[2:])): action for action, text in texts.items()}


def play_turn(ours, draw, state):
    """Compares a turn, leg by leg, and the position that it leads to."""
    player = state.current_player()
    position = fen("WB"[player], pieces_of(state))
    paths = ours.paths(position)
    ours.positions += 1
    walked = ()
    while True:
        legs = legs_of(state)
        going_on = {path[len(walked) - 1 if walked else 0:][:2] for path in paths
                    if path[:len(walked)] == walked and len(path) > len(walked)}
        ours.moves += len(legs)
        ours.compare(position, f"legs after {walked}", sorted(going_on), sorted(legs))
        leg = draw.choice(sorted(legs))
        walked = (walked or leg[:1]) + leg[1:]
        state.apply_action(legs[leg])
        if state.is_terminal() or state.current_player() != player:
            break
    ours.compare(position, "end of a turn", walked in paths, True)
    if walked in paths:
        after = "BW"[player], pieces_of(state)
        ours.compare(position, f"after {walked}", ours.after(position, walked), after)
    if state.is_terminal() and state.returns()[player] > 0:
        ours.compare(position, "replies to the last move", ours.paths(fen("BW"[player], pieces_of(state))), set())


def main():
    options = arguments(__doc__)
    draw, ours = random.Random(options.seed), Ours(options.checkers)
    print(f"open_spiel {version('open_spiel')}, seed {options.seed}")
    game = pyspiel.load_game("checkers")
    while ours.positions < options.positions:
        state = game.new_initial_state()
        while not state.is_terminal() and ours.positions < options.positions:
            play_turn(ours, draw, state)
    ours.end("OpenSpiel")


main()

"""Checks an installed wheel without any other package than NumPy."""

import pickle
import sys

import rankmoves
import rankmoves.env

position = rankmoves.Position.from_fen("W:W18,25:B6,14")
assert [(str(move), score) for move, score in position.rank(4)] == [("d4->b6->d8", 99)]
assert pickle.loads(pickle.dumps(position)) == position
assert position.board.sum() == 0
assert len(rankmoves.rank_many([position.fen, None, "x"], 4)) == 3
assert [len(batch) for batch in rankmoves.rank_batches([position.fen] * 5, 2, rows=3)] == [3, 2]
game = rankmoves.Game.from_pdn("1. 11-15 23-19 2. 8-11 *")
assert game.position.svg().startswith("<svg ")
choice = game.best(seconds=None, depth=3)
assert choice is not None and choice.move in game.position.moves()
games = rankmoves.env.VectorEnv(3)
games.reset(seed=1)
assert games.step(games.sample()).masks.shape == (3, 130)
print(f"Python {sys.version.split()[0]}: {rankmoves.__file__} works")

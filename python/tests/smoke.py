"""Checks an installed wheel without any package other than NumPy."""

import importlib.metadata
import pickle
import subprocess
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
assert choice is not None and choice.move in game.position.legal_moves
games = rankmoves.env.VectorEnv(3)
games.reset(seed=1)
assert games.step(games.sample()).masks.shape == (3, 130)
assert rankmoves.Position.rank.__doc__
line = [sys.executable, "-I", "-m", "rankmoves", "-d", "4", "--fen", "W:W18,25:B6,14"]
assert subprocess.run(line, capture_output=True, text=True, check=True).stdout == "d4->b6->d8 for red: score 99\n"
metadata = importlib.metadata.distribution("rankmoves")
assert rankmoves.__version__ == metadata.version
names = [str(file) for file in metadata.files or []]
assert sum("/licenses/LICENSE-" in name for name in names) == 2, names
print(f"Python {sys.version.split()[0]}: {rankmoves.__file__} works")

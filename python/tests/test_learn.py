"""A short run of the example that learns."""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))

import learn


def test_a_network_learns_to_beat_random_play() -> None:
    """Play 400 games before and after learning.

    The standard deviation of 400 results is at most sqrt(400) / 2 = 10 games won. If the network
    played no better than random play, it would win fewer than half of them, because some are drawn.
    60 more than half is six standard deviations above that.
    """
    *_, (played, network) = learn.learn(actions=200_000, seed=1)
    assert played >= 200_000
    untrained = learn.Network(np.random.default_rng(1))
    before = learn.against_random(untrained, 400, seed=2)
    after = learn.against_random(network, 400, seed=2)
    assert sum(before.values()) == sum(after.values()) == 400
    assert before["won"] < 260 <= after["won"], (before, after)

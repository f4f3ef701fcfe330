"""Tests parts of the example that learns by search; a whole run takes minutes."""

import sys
from pathlib import Path

import numpy as np
import pytest

from rankmoves import Agent, Position
from rankmoves.env import Episode, VectorEnv

sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))

import alphazero


@pytest.mark.parametrize(
    ("fen", "move"),
    [
        # On c7 red's last man would be jumped.
        ("W:W9:B1", "b6->a7"),
        # The same for black.
        ("B:W32:B24", "g3->h2"),
        # A king that steps next to the other king is jumped, but it may also step away.
        ("W:WK22:BK14", None),
    ],
)
def test_the_search_avoids_losses_and_finds_wins_without_knowledge(fen: str, move: str | None) -> None:
    start = Position.from_fen(fen)
    env = VectorEnv(2, start)
    env.reset()
    search = alphazero.Search(2, alphazero.Network.new(np.random.default_rng(1)))
    visits, values = search.visits(env.states(), 200)
    assert (visits.sum(axis=1) == 200).all() and (visits[0] == visits[1]).all()
    episode = Episode(start)
    if move is not None:
        assert visits[0].argmax() == episode.actions_of(move)[0] and visits[0].max() > 150
        return
    lost = sum(visits[0][episode.actions_of(text)[0]] for text in ["c3->b4", "c3->d4"])
    assert lost < 60 and (abs(values) < 1).all()


def test_self_play_makes_examples_that_a_network_learns(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"GAMES": 4, "STEPS": 6, "SIMULATIONS": 4}.items():
        monkeypatch.setattr(alphazero, name, value)
    network = alphazero.Network.new(np.random.default_rng(1))
    inputs, visits, results = alphazero.self_play(network.parameters, seed=3)
    assert inputs.shape == (24, 160) and visits.shape == (24, 130) and results.shape == (24,)
    assert np.allclose(visits.sum(axis=1), 1) and (abs(results) <= 1).all()

    def loss() -> float:
        _, policy, value = network.forward(inputs, np.ones((1, 1)))
        return float(((value - results) ** 2).sum() - (visits * np.log(policy)).sum())

    before = loss()
    for _ in range(50):
        network.learn(inputs, visits, results)
    assert loss() < before / 2


def test_matches_count_each_game_once() -> None:
    network = alphazero.Network.new(np.random.default_rng(1))
    assert sum(alphazero.match(network, Agent("random:1"), 6, 2, seed=1)) == 6

"""Teach a network to play checkers by search and self-play, as AlphaZero does, with NumPy alone.

    python python/examples/alphazero.py [--generations 100] [--save network.npz]

Two processes play games against themselves. Each action is chosen by a tree search that the network
guides; the network learns to predict the search's choices and the results (Silver et al., A general
reinforcement learning algorithm that masters chess, shogi, and Go through self-play, 2018). At the
end it plays against ``minimax:2``, which sees all moves three plies ahead.
"""

from __future__ import annotations

import argparse
import os
import time
from collections import deque
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Any

# The matrices are so small that threads would wait for each other. NumPy reads the variable only
# once.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import numpy.typing as npt

from rankmoves import Agent, Game, Position
from rankmoves.env import Episode, States, Steps, VectorEnv

Floats = npt.NDArray[np.float32]
Integers = npt.NDArray[np.int64]
Parameters = dict[str, npt.NDArray[Any]]
Examples = tuple[Floats, Floats, Floats]
"""Inputs of the network, shares of the search's visits, and results."""

ACTIONS = 130
HIDDEN = 192
GAMES, STEPS, SIMULATIONS, MATCH_SIMULATIONS = 128, 48, 32, 200
"""Games per process, their actions per generation, and positions searched per action in self-play
and in a match."""
EXPLORATION, MATCH_EXPLORATION = 1.5, 0.5
"""The weight of the network's preferences relative to the results of actions. In a match, with a
few hundred positions, a large weight would spread the search over all actions."""
TRACE = 0.95
"""The weight of an estimate that looks one action further ahead."""
DISCOUNT = np.float32(0.98)
"""The value of a win one action later, relative to a win now. Without the discount, the winner would have
no reason to end the game."""
KEPT, BATCH, BATCHES, RATE = 12, 512, 96, 0.002


class Network:
    """Two hidden layers, then a preference for each action and the expected result."""

    def __init__(self, parameters: Parameters) -> None:
        self.parameters = parameters
        self.means, self.squares = ({name: np.zeros_like(p) for name, p in parameters.items()} for _ in range(2))
        self.updates = 0

    @staticmethod
    def new(rng: np.random.Generator) -> Network:
        sizes = {"1": (160, HIDDEN, 2.0), "2": (HIDDEN, HIDDEN, 1.4), "p": (HIDDEN, ACTIONS, 0.1), "v": (HIDDEN, 1, 0.1)}
        parameters: Parameters = {}
        for name, (inputs, outputs, size) in sizes.items():
            parameters[name] = rng.standard_normal((inputs, outputs), np.float32) * np.float32(size / inputs**0.5)
            parameters["b" + name] = np.zeros(outputs, np.float32)
        return Network(parameters)

    def forward(self, inputs: Floats, legal: npt.NDArray[Any]) -> tuple[list[Floats], Floats, Floats]:
        """Return the layers, the probabilities of legal actions, and the expected results."""
        p = self.parameters
        first = np.maximum(inputs @ p["1"] + p["b1"], 0)
        second = np.maximum(first @ p["2"] + p["b2"], 0)
        logits = np.where(legal, second @ p["p"] + p["bp"], np.float32(-1e9))
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        value = np.tanh(second @ p["v"] + p["bv"])[:, 0]
        return [inputs, first, second], odds / odds.sum(axis=1, keepdims=True), value

    def learn(self, inputs: Floats, visits: Floats, results: Floats) -> None:
        """Take a step of Adam (Kingma and Ba, 2015) towards the search's choices and the results."""
        p = self.parameters
        layers, policy, value = self.forward(inputs, np.ones((1, 1)))
        by_policy, by_value = policy - visits, ((value - results) * (1 - value**2))[:, None]
        by_second = (by_policy @ p["p"].T + by_value @ p["v"].T) * (layers[2] > 0)
        by_first = (by_second @ p["2"].T) * (layers[1] > 0)
        self.updates += 1
        deltas = [("1", 0, by_first), ("2", 1, by_second), ("p", 2, by_policy), ("v", 2, by_value)]
        for name, layer, delta in deltas:
            for key, gradient in [(name, layers[layer].T @ delta), ("b" + name, delta.sum(axis=0))]:
                mean, square, gradient = self.means[key], self.squares[key], gradient / len(inputs)
                mean += 0.1 * (gradient - mean)
                square += 0.001 * (gradient**2 - square)
                scale = (1 - 0.999**self.updates) ** 0.5 / (1 - 0.9**self.updates)
                p[key] -= RATE * (scale * mean / (np.sqrt(square) + 1e-8) + 1e-4 * p[key])


def inputs_of(steps: Steps) -> Floats:
    """Return the numbers on the playable squares of all planes, one row per game."""
    planes = steps.observations.reshape(len(steps.players), 5, 8, 4, 2)
    rows = [planes[:, :, 0::2, :, 1], planes[:, :, 1::2, :, 0]]
    return np.concatenate(rows, axis=2).reshape(len(planes), -1).astype(np.float32)


class Search:
    """A search tree for each of several games. All trees grow by one position at a time (PUCT)."""

    def __init__(self, games: int, network: Network, exploration: float = EXPLORATION) -> None:
        self.env = VectorEnv(games, repetitions=None, quiet_moves=None, threads=1)
        self.network, self.rows, self.exploration = network, np.arange(games), exploration

    def visits(self, root: States, simulations: int, noise: np.random.Generator | None = None) -> tuple[Floats, Floats]:
        """Return how often each action of the roots was tried, and the roots' values."""
        rows, nodes = self.rows, (len(self.rows), simulations + 1)
        self.states = [np.zeros((*nodes, *array.shape[1:]), array.dtype) for array in root]
        self.prior, self.total, self.count = (np.zeros((*nodes, ACTIONS), np.float32) for _ in range(3))
        self.child = np.zeros((*nodes, ACTIONS), np.int64)
        self.result = np.full(nodes, np.nan, np.float32)
        """The result for player 0 in a node where the game is over."""
        steps = self.env.set_states(root)
        _, prior, value = self.network.forward(inputs_of(steps), steps.masks)
        if noise is not None:
            noises = noise.gamma(0.5, size=prior.shape).astype(np.float32) * steps.masks
            prior = 0.75 * prior + 0.25 * noises / noises.sum(axis=1, keepdims=True)
        self.add(0, root, prior)
        for node in range(1, simulations + 1):
            self.simulate(node)
        total, count = self.total[:, 0].sum(axis=1), self.count[:, 0].sum(axis=1)
        return self.count[:, 0], (total + value) / (count + 1)

    def add(self, node: int, states: States, prior: Floats) -> None:
        for kept, array in zip(self.states, states, strict=True):
            kept[:, node] = array
        self.prior[:, node] = prior

    def simulate(self, new: int) -> None:
        """Go down the trees, to new positions or to positions where the game is over."""
        rows, players = self.rows, self.states[1]
        node = np.zeros(len(rows), np.int64)
        going = np.ones(len(rows), np.bool_)
        path: list[tuple[Integers, Integers, Integers]] = []
        parent, last = node.copy(), node.copy()
        while going.any():
            at = rows[going], node[going]
            count, prior = self.count[at], self.prior[at]
            visits = count.sum(axis=1, keepdims=True)
            mean = self.total[at] / np.maximum(count, 1)
            bonus = self.exploration * prior * np.sqrt(visits + 1) / (1 + count)
            score = np.where(prior > 0, mean + bonus, -np.inf)
            action = score.argmax(axis=1)
            path.append((*at, action))
            parent[going], last[going] = node[going], action
            node[going] = self.child[(*at, action)]
            going &= (node > 0) & np.isnan(self.result[rows, node])
        old = node > 0
        steps = self.env.set_states(States(*(array[rows, parent] for array in self.states)))
        # If the parent's game is over, its action changes nothing: the state stays the same.
        actor = steps.players
        steps = self.env.step(last)
        _, prior, value = self.network.forward(inputs_of(steps), steps.masks)
        self.add(new, self.env.states(), prior)
        over = steps.terminations
        reached = np.where(over, steps.rewards[:, 0], np.where(steps.players == 0, value, -value))
        self.result[:, new] = np.where(over, reached, np.nan)
        reached = np.where(old, self.result[rows, node], reached)
        self.child[rows[~old], parent[~old], last[~old]] = new
        assert (actor == players[rows, parent]).all()
        for games, nodes, actions in reversed(path):
            reached[games] *= DISCOUNT
            mover = players[games, nodes]
            self.total[games, nodes, actions] += np.where(mover == 0, reached[games], -reached[games])
            self.count[games, nodes, actions] += 1


def openings(count: int, plies: int, rng: np.random.Generator) -> list[Position]:
    """Return positions after some random moves."""
    positions: list[Position] = []
    while len(positions) < count:
        position = Position.start(turn="red")
        for _ in range(rng.integers(plies + 1)):
            if moves := position.legal_moves:
                position = position.play(moves[rng.integers(len(moves))])
        if not position.is_game_over():
            positions.append(position)
    return positions


def self_play(parameters: Parameters, seed: int) -> Examples:
    """Play games of the network against itself for some actions, from random openings."""
    rng = np.random.default_rng(seed)
    search = Search(GAMES, Network(parameters))
    games, rows = VectorEnv(GAMES, openings(GAMES, 40, rng), max_cycles=80, threads=1), np.arange(GAMES)
    now = games.reset(seed)
    inputs, visits, values, rewards, signs = [], [], [], [], []
    for _ in range(STEPS):
        counts, value = search.visits(games.states(), SIMULATIONS, rng)
        shares = counts / counts.sum(axis=1, keepdims=True)
        inputs.append(inputs_of(now))
        visits.append(shares)
        values.append(value)
        # Squaring the shares makes better moves still more likely.
        chances = (shares**2).cumsum(axis=1)
        action = (chances > rng.random((GAMES, 1)) * chances[:, -1:] * 0.999).argmax(axis=1)
        before, now = now.players, games.step(action)
        rewards.append(now.rewards[rows, before])
        over = now.terminations | now.truncations
        signs.append(np.where(over, 0, np.where(now.players == before, 1, -1)).astype(np.float32))
    _, result = search.visits(games.states(), SIMULATIONS)
    value, results = result, []
    for step in reversed(range(STEPS)):
        result = rewards[step] + DISCOUNT * signs[step] * (TRACE * result + (1 - TRACE) * value)
        value = values[step]
        results.append(result)
    return np.concatenate(inputs), np.concatenate(visits), np.concatenate(results[::-1])


def match(network: Network, opponent: Agent, games: int, simulations: int, seed: int) -> tuple[int, int, int]:
    """Play each opening twice, as each player; return the games won, drawn and lost."""
    starts = [start for start in openings(games // 2, 6, np.random.default_rng(seed)) for _ in range(2)]
    env, search = VectorEnv(games, starts, max_cycles=100), Search(games, network, MATCH_EXPLORATION)
    now, own, results = env.reset(), np.arange(games) % 2, np.full(games, np.nan)
    replies: list[list[int]] = [[] for _ in range(games)]
    while np.isnan(results).any():
        actions = search.visits(env.states(), simulations)[0].argmax(axis=1)
        for game in np.flatnonzero(now.players != own):
            if not replies[game]:
                position = env.position(int(game))
                replies[game] = Episode(position).actions_of(opponent.choose(Game(position)))
            actions[game] = replies[game].pop(0)
        now = env.step(actions)
        # Only the first game of each row counts.
        ended = (now.terminations | now.truncations) & np.isnan(results)
        results[ended] = now.rewards[np.arange(games), own][ended]
    return int((results > 0).sum()), int((results == 0).sum()), int((results < 0).sum())


def main() -> None:
    """Learn, and play against minimax:2 now and then."""
    parser = argparse.ArgumentParser(description="Teach a network to play checkers, as AlphaZero does.")
    parser.add_argument("--generations", type=int, default=100, help="generations of games [%(default)s]")
    parser.add_argument("--seed", type=int, default=1, help="seed of all choices [%(default)s]")
    parser.add_argument("--save", help="write the network to this file")
    arguments = parser.parse_args()
    rng = np.random.default_rng(arguments.seed)
    network, opponent = Network.new(rng), Agent("minimax:2:1")
    kept: deque[Examples] = deque(maxlen=KEPT)
    begun = time.monotonic()
    with ProcessPoolExecutor(2) as processes:

        def start() -> list[Future[Examples]]:
            copy = {name: array.copy() for name, array in network.parameters.items()}
            return [processes.submit(self_play, copy, int(rng.integers(2**32))) for _ in range(2)]

        playing = start()
        for generation in range(1, arguments.generations + 1):
            played = [future.result() for future in playing]
            # The next games are played while the network learns from these.
            playing = start()
            kept.append(tuple(np.concatenate(arrays) for arrays in zip(*played, strict=True)))  # type: ignore[arg-type]
            data = [np.concatenate(arrays) for arrays in zip(*kept, strict=True)]
            for _ in range(BATCHES):
                chosen = rng.integers(len(data[0]), size=BATCH)
                network.learn(*(array[chosen] for array in data))
            if generation % 10 == 0 or generation == arguments.generations:
                won, drawn, lost = match(network, opponent, 20, MATCH_SIMULATIONS, generation)
                minutes = (time.monotonic() - begun) / 60
                print(f"generation {generation:3}, {minutes:4.1f} min: {won} won, {drawn} drawn, {lost} lost", flush=True)
                if arguments.save:
                    np.savez(arguments.save, **network.parameters)  # type: ignore[arg-type]
    won, drawn, lost = match(network, opponent, 100, MATCH_SIMULATIONS, 0)
    print(f"against minimax:2, of 100 games: {won} won, {drawn} drawn, {lost} lost")


if __name__ == "__main__":
    main()

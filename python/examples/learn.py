"""Teach a small network to play checkers, with NumPy alone, until it beats random play.

    python python/examples/learn.py [--actions 2500000] [--seed 1]

The network has one hidden layer. It sees the board as the player to act does, and gives a
preference for each action and an estimate of the result: an actor and a critic. In half of the
games it is player 0, in the others player 1; its opponent chooses at random. After every few steps
it moves towards the actions that turned out better than the critic expected (Sutton and Barto,
Reinforcement Learning, chapter 13). The results of unfinished games are estimated by TD(λ).
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from typing import Any

# The matrices are so small that threads would wait for each other. NumPy reads the variable only
# once.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import numpy.typing as npt

from rankmoves.env import Steps, VectorEnv

Floats = npt.NDArray[np.float32]
Parameters = dict[str, npt.NDArray[Any]]

GAMES = 256
STEPS = 16
"""Steps of all games between two updates."""
HIDDEN = 96
ACTIONS = 130
DISCOUNT = 0.99
TRACE = 0.9
"""The weight of an estimate that looks one step further ahead."""
RATE = 0.004
ENTROPY = 0.01
"""The weight of trying out new actions."""


class Network:
    """The parameters, and Adam's averages of their gradients."""

    def __init__(self, rng: np.random.Generator) -> None:
        def layer(inputs: int, outputs: int, size: float) -> Floats:
            weights: Floats = rng.standard_normal((inputs, outputs), np.float32)
            return weights * np.float32(size / inputs**0.5)

        self.parameters: Parameters = {
            "hidden": layer(160, HIDDEN, 3.0),
            "hidden bias": np.zeros(HIDDEN, np.float32),
            "action": layer(HIDDEN, ACTIONS, 0.1),
            "action bias": np.zeros(ACTIONS, np.float32),
            "value": layer(HIDDEN, 1, 0.1),
        }
        self.means = {name: np.zeros_like(value) for name, value in self.parameters.items()}
        self.squares = {name: np.zeros_like(value) for name, value in self.parameters.items()}
        self.updates = 0

    def forward(self, inputs: Floats, masks: npt.NDArray[np.int8]) -> tuple[Floats, Floats, Floats]:
        """Return the hidden layer, the probabilities of actions, and the expected results."""
        p = self.parameters
        hidden = np.maximum(inputs @ p["hidden"] + p["hidden bias"], 0)
        logits = np.where(masks, hidden @ p["action"] + p["action bias"], -np.inf)
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        return hidden, odds / odds.sum(axis=1, keepdims=True), np.tanh(hidden @ p["value"])[:, 0]

    def learn(
        self,
        inputs: Floats,
        masks: npt.NDArray[np.int8],
        actions: npt.NDArray[np.int64],
        advantages: Floats,
        returns: Floats,
    ) -> None:
        """Make actions with positive advantages more likely, and expect the returns."""
        hidden, policy, values = self.forward(inputs, masks)
        count = len(inputs)
        scaled = advantages / (advantages.std() + 1e-6)
        # The gradients of the loss with respect to the logits, and to the value before its tanh.
        logs = np.log(policy, out=np.zeros_like(policy), where=policy > 0)
        entropy = -(policy * logs).sum(axis=1, keepdims=True)
        by_logits = policy * scaled[:, None] + ENTROPY * policy * (logs + entropy)
        by_logits[np.arange(count), actions] -= scaled
        by_value: Floats = ((values - returns) * (1 - values**2))[:, None]
        p = self.parameters
        by_hidden = (by_logits @ p["action"].T + by_value @ p["value"].T) * (hidden > 0)
        self.descend(
            {
                "hidden": inputs.T @ by_hidden / count,
                "hidden bias": by_hidden.mean(axis=0),
                "action": hidden.T @ by_logits / count,
                "action bias": by_logits.mean(axis=0),
                "value": hidden.T @ by_value / count,
            }
        )

    def descend(self, gradients: Parameters) -> None:
        """Take a step of gradient descent (Adam: Kingma and Ba, 2015)."""
        self.updates += 1
        for name, gradient in gradients.items():
            mean, square = self.means[name], self.squares[name]
            mean += 0.1 * (gradient - mean)
            square += 0.01 * (gradient**2 - square)
            mean_now = mean / (1 - 0.9**self.updates)
            square_now = square / (1 - 0.99**self.updates)
            self.parameters[name] -= RATE * mean_now / (np.sqrt(square_now) + 1e-8)


def inputs_of(steps: Steps) -> Floats:
    """Return the numbers on the playable squares of all planes, one row per game."""
    planes = steps.observations.reshape(len(steps.players), 5, 8, 4, 2)
    rows = [planes[:, :, 0::2, :, 1], planes[:, :, 1::2, :, 0]]
    return np.concatenate(rows, axis=2).reshape(len(planes), -1).astype(np.float32)


def draw(policy: Floats, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Choose an action in each row according to the probabilities."""
    reached = policy.cumsum(axis=1)
    chosen: npt.NDArray[np.int64] = (reached > rng.random((len(policy), 1)) * reached[:, -1:]).argmax(axis=1)
    return chosen


def updates(network: Network, rng: np.random.Generator) -> Iterator[int]:
    """Play and learn endlessly, and yield the number of actions played after each update."""
    games = VectorEnv(GAMES, max_cycles=100)
    now = games.reset(int(rng.integers(2**32)))
    rows = np.arange(GAMES)
    learner = rows % 2
    played = 0
    while True:
        inputs, masks, actions, values, rewards, signs, learns = [], [], [], [], [], [], []
        for _ in range(STEPS):
            inputs.append(inputs_of(now))
            masks.append(now.masks)
            _, policy, value = network.forward(inputs[-1], masks[-1])
            values.append(value)
            learns.append(now.players == learner)
            actions.append(np.where(learns[-1], draw(policy, rng), games.sample()))
            before, now = now.players, games.step(actions[-1])
            rewards.append(now.rewards[rows, before])
            # The next result counts for this player, against this player, or not at all.
            over = now.terminations | now.truncations
            signs.append(np.where(over, 0, np.where(now.players == before, 1, -1)).astype(np.float32))
        _, _, value = network.forward(inputs_of(now), now.masks)
        result = value
        results = []
        for step in reversed(range(STEPS)):
            # The critic has no values for random play, so its opponent's states get the later result.
            ahead = rewards[step] + DISCOUNT * signs[step] * value
            traced = rewards[step] + DISCOUNT * signs[step] * (TRACE * result + (1 - TRACE) * value)
            passed = rewards[step] + DISCOUNT * signs[step] * result
            value = np.where(learns[step], values[step], ahead)
            result = np.where(learns[step], traced, passed)
            results.append(result)
        chosen = np.concatenate(learns)
        results_of = np.concatenate(results[::-1])[chosen]
        network.learn(
            np.concatenate(inputs)[chosen],
            np.concatenate(masks)[chosen],
            np.concatenate(actions)[chosen],
            results_of - np.concatenate(values)[chosen],
            results_of,
        )
        played += GAMES * STEPS
        yield played


def against_random(network: Network, games: int, seed: int) -> dict[str, int]:
    """Play this number of games, half of them as each player, and count the results."""
    env = VectorEnv(games)
    now = env.reset(seed)
    own = np.arange(games) % 2
    results = np.full(games, np.nan)
    while np.isnan(results).any():
        actions = env.sample()
        to_act = now.players == own
        _, policy, _ = network.forward(inputs_of(now), now.masks)
        actions[to_act] = policy[to_act].argmax(axis=1)
        now = env.step(actions)
        # Only the first game of each row counts.
        ended = now.terminations & np.isnan(results)
        results[ended] = now.rewards[np.arange(games), own][ended]
    return {
        "won": int((results > 0).sum()),
        "drawn": int((results == 0).sum()),
        "lost": int((results < 0).sum()),
    }


def learn(actions: int, seed: int) -> Iterator[tuple[int, Network]]:
    """Play about this number of actions, and yield their number and the network now and then."""
    rng = np.random.default_rng(seed)
    network = Network(rng)
    shown = 0
    for played in updates(network, rng):
        if played >= min(shown, actions):
            yield played, network
            shown += actions // 12
        if played >= actions:
            return


def main() -> None:
    """Learn, show the curve, and test the result."""
    parser = argparse.ArgumentParser(description="Teach a small network to play checkers.")
    parser.add_argument("--actions", type=int, default=2_500_000, help="actions to learn from [%(default)s]")
    parser.add_argument("--seed", type=int, default=1, help="seed of all choices [%(default)s]")
    arguments = parser.parse_args()
    print("  actions  won of 200 games against random play")
    for played, network in learn(arguments.actions, arguments.seed):
        won = against_random(network, 200, seed=played)["won"]
        print(f"{played:9,}  {won / 2:5.1f} % {'#' * (won // 5)}", flush=True)
    results = against_random(network, 1000, seed=arguments.seed)
    print(", ".join(f"{count} {name}" for name, count in results.items()), "of 1,000, half as each player")


if __name__ == "__main__":
    main()

"""Positions for the tests, and Spark clusters with workers of their own."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pyspark
import pytest
from rankmoves import Position

TOP = Path(__file__).resolve().parents[2]
SPARK = TOP / "examples/spark"

# The folder of the programs, from the environment.
PROGRAMS = Path(os.environ["RANKMOVES_PROGRAMS"])

# Two workers with one core and 1024 MiB each, as processes of this machine.
MASTER = "local-cluster[2,1,1024]"


def random_positions(count: int) -> list[str]:
    """Return positions of random games in FEN, always the same."""
    draw = random.Random(16)
    fens: list[str] = []
    while len(fens) < count:
        position = Position.start(turn="black")
        for _ in range(60):
            moves = position.legal_moves
            if not moves:
                break
            position = position.play(draw.choice(moves))
            fens.append(position.fen)
    draw.shuffle(fens)
    return fens[:count]


@pytest.fixture(scope="session")
def lines() -> list[str]:
    """Return the lines of a file: positions, three invalid lines and a blank one."""
    lines = random_positions(6000)
    lines[99] = "W:W18:B99"
    lines[2500] = "nothing"
    lines[4000] = "  "
    lines[5999] = "W:W1:B1"
    return lines


@pytest.fixture(scope="session")
def text_file(lines: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the lines to a file."""
    file = tmp_path_factory.mktemp("input") / "positions.txt"
    file.write_text("".join(line + "\n" for line in lines))
    return file


class Cluster:
    """A folder for the files of Spark clusters; each program runs on a cluster of its own."""

    def __init__(self, folder: Path) -> None:
        """Make the environment for the programs."""
        self.folder = folder
        self.errors = folder / "errors"
        self.jobs: list[subprocess.Popen[str]] = []
        self.environment = os.environ | {
            "PYSPARK_DRIVER_PYTHON": sys.executable,
            "PYSPARK_PYTHON": sys.executable,
            "SPARK_HOME": str(Path(pyspark.__file__).parent),
            "SPARK_LOCAL_DIRS": str(folder / "local"),
            "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_WORKER_DIR": str(folder / "workers"),
        }

    def start(self, script: str, *arguments: object) -> subprocess.Popen[str]:
        """Start an example on a cluster of its own."""
        loopback = ["spark.driver.bindAddress=127.0.0.1", "spark.driver.host=127.0.0.1"]
        settings = [*loopback, "spark.ui.enabled=false", "spark.executor.memory=512m"]
        command = [str(Path(sys.executable).parent / "spark-submit"), "--master", MASTER]
        for setting in settings:
            command += ["--conf", setting]
        command += [str(SPARK / script), *map(str, arguments)]
        with self.errors.open("w") as errors:
            job = subprocess.Popen(
                command, env=self.environment, stdout=subprocess.PIPE, stderr=errors, text=True
            )
        self.jobs.append(job)
        return job

    def finish(self, job: subprocess.Popen[str]) -> str:
        """Wait for an example, and return its output."""
        output, _ = job.communicate()
        assert job.returncode == 0, self.errors.read_text()[-10_000:]
        return output

    def run(self, script: str, *arguments: object) -> str:
        """Run an example on a cluster of its own, and return its output."""
        return self.finish(self.start(script, *arguments))

    def kill_an_executor(self, job: subprocess.Popen[str], output: Path) -> None:
        """Kill an executor when the first part of the output exists, but not all parts."""
        while not any(output.glob("_temporary/0/task_*")):
            assert job.poll() is None, self.errors.read_text()[-10_000:]
            time.sleep(0.01)
        executors = [process for process in below(job.pid) if is_executor(process)]
        assert len(executors) == 2
        os.kill(executors[0], signal.SIGKILL)

    def has_lost_an_executor(self) -> bool:
        """Return whether Spark noticed a lost executor while there was work."""
        return "Lost executor" in self.errors.read_text()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """Provide a cluster; afterwards end its programs, in case the test failed."""
    cluster = Cluster(tmp_path)
    yield cluster
    for job in cluster.jobs:
        job.kill()
        job.wait()


def below(parent: int) -> list[int]:
    """Return the descendants of a process."""
    listing = subprocess.run(["ps", "-e", "-o", "pid=,ppid="], capture_output=True, text=True, check=True)
    pairs = [tuple(map(int, line.split())) for line in listing.stdout.splitlines()]
    found = [parent]
    for process in found:
        found += [child for child, its_parent in pairs if its_parent == process]
    return found[1:]


def is_executor(process: int) -> bool:
    """Return whether a process is the Java virtual machine of a Spark executor."""
    command = ["ps", "-ww", "-o", "args=", "-p", str(process)]
    line = subprocess.run(command, check=False, capture_output=True, text=True).stdout
    return "CoarseGrainedExecutorBackend" in line

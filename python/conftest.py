import os
import pathlib
import signal
import threading
import time
from collections.abc import Callable, Iterator

import pytest

# Must be set before NumPy is imported; `examples/learn.py` explains why.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


@pytest.fixture(autouse=True)
def interrupts() -> Iterator[None]:
    """Let Ctrl-C interrupt the test, even if a shell started the tests with SIGINT ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(autouse=True)
def folder(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run each test in a folder of its own: the examples of README.md write files."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def interrupted() -> Callable[[Callable[[], object]], None]:
    """Return a function that sends Ctrl-C during endless work, and checks that the work ends.

    Another Python thread sends it, so the work must let other threads run. Otherwise the test
    would never end.
    """

    def interrupted(work: Callable[[], object]) -> None:
        timer = threading.Timer(0.2, lambda: signal.raise_signal(signal.SIGINT))
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            work()
        timer.join()

    return interrupted


@pytest.fixture
def threads_end() -> Iterator[Callable[[], None]]:
    """Return a function that waits until there are no more threads than before the test."""
    if not os.path.isdir("/proc/self/task"):
        pytest.skip("this system does not list threads as files")

    def count() -> int:
        return len(os.listdir("/proc/self/task"))

    before = count()

    def threads_end() -> None:
        while count() > before:
            time.sleep(0.001)

    yield threads_end
    threads_end()

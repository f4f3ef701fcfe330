import os
import signal
import threading
from collections.abc import Callable, Iterator

import pytest

# For `examples/learn.py`, before NumPy is imported: see there.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


@pytest.fixture(autouse=True)
def interrupts() -> Iterator[None]:
    """Let Ctrl-C interrupt the test, even where a shell started it with SIGINT ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def counted_during() -> Callable[[Callable[[], object]], int]:
    """Return a function that counts how often another thread gets to run during some work."""

    def counted_during(work: Callable[[], object]) -> int:
        counted = 0
        done = threading.Event()

        def count() -> None:
            nonlocal counted
            while not done.wait(0.001):
                counted += 1

        thread = threading.Thread(target=count)
        thread.start()
        work()
        done.set()
        thread.join()
        return counted

    return counted_during

import signal
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def interrupts() -> Iterator[None]:
    """Let Ctrl-C interrupt the test, even where a shell started it with SIGINT ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)

"""The program ``rankmoves`` in the package."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import rankmoves

CHAIN = "W:W18:B6,14\n"


def program(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "rankmoves", *arguments]
    return subprocess.run(line, input=text, capture_output=True, text=True, encoding="utf-8", check=False)


def test_it_ranks_and_its_status_is_that_of_the_program() -> None:
    done = program("-d", "2", text=CHAIN)
    assert (done.returncode, done.stdout, done.stderr) == (0, "d4->b6->d8 for red: score 99\n", "")
    wrong = program(text="W:W18:B99\n")
    assert wrong.returncode == 1 and wrong.stdout == "" and "from 1 to 32" in wrong.stderr
    usage = program("-d", "x")
    assert usage.returncode == 2 and "invalid value 'x' for '--depth" in usage.stderr
    version = program("--version")
    assert version.stdout == f"rankmoves {rankmoves.__version__}\n"
    assert "Usage: rankmoves" in program("--help").stdout


def test_the_script_is_the_same_program() -> None:
    script = Path(sys.executable).with_name("rankmoves")
    done = subprocess.run([script, "-d", "2"], input=CHAIN, capture_output=True, text=True, check=True)
    assert done.stdout == "d4->b6->d8 for red: score 99\n"


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="looks for the library in /proc")
def test_ctrl_c_ends_it_with_the_status_of_a_program() -> None:
    line = [sys.executable, "-m", "rankmoves", "-d", "40"]
    # A shell may have started the tests with SIGINT ignored.
    restore = lambda: signal.signal(signal.SIGINT, signal.default_int_handler)  # noqa: E731
    with subprocess.Popen(line, stdin=subprocess.PIPE, text=True, preexec_fn=restore) as running:
        assert running.stdin is not None
        running.stdin.write(rankmoves.Position.start().fen)
        running.stdin.close()
        # Until the program installs its handler, Python's own handler ends the process with an
        # exception.
        while "rankmoves" not in Path(f"/proc/{running.pid}/maps").read_text():
            time.sleep(0.01)
        time.sleep(0.5)
        running.send_signal(signal.SIGINT)
        assert running.wait(60) == 130

"""Checks of a program that ranks the moves of checkers positions.

Each case is a function below; its files are in the folder `cases`.
"""
import subprocess
from pathlib import Path

import check50

CASES = Path(__file__).parent / "cases"
SECONDS = 10


@check50.check()
def exists():
    """the program rankmoves can be built"""
    if Path("Makefile").exists():
        check50.run("make").exit(0, timeout=120)
    elif list(Path(".").glob("*.c")):
        check50.run("cc -O2 -o rankmoves *.c -lm").exit(0, timeout=120)
    check50.exists("rankmoves")


def answered(name):
    """Runs the program on a case, and compares its output byte for byte."""
    command = ["./rankmoves", *(CASES / (name + ".args")).read_text().split()]
    with open(CASES / (name + ".in"), "rb") as file:
        try:
            run = subprocess.run(command, stdin=file, capture_output=True, timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired as late:
            raise check50.Failure(f"no answer after {SECONDS} seconds") from late
    if run.returncode != 0:
        raise check50.Failure(f"the exit status is {run.returncode}, not 0")
    right = (CASES / (name + ".ans")).read_bytes().decode()
    printed = run.stdout.decode(errors="replace")
    if printed != right:
        raise check50.Mismatch(right, printed)


def refused(name):
    """Runs the program on an invalid file, which it must refuse."""
    with open(CASES / "refused" / (name + ".in"), "rb") as file:
        try:
            run = subprocess.run(["./rankmoves"], stdin=file, capture_output=True, timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired as late:
            raise check50.Failure(f"the program did not end within {SECONDS} seconds") from late
    if run.returncode == 0:
        raise check50.Failure("the exit status is 0: the file is not refused")
    if run.stdout:
        raise check50.Failure("something is printed on standard output")
    if not run.stderr.strip():
        raise check50.Failure("there is no message on standard error")

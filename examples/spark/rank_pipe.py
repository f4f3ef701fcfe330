"""Ranks a text file of positions with Spark and the program ``rankmoves``.

    spark-submit examples/spark/rank_pipe.py positions.txt ranked --depth 6

The result is a folder with the output of ``rankmoves --lines`` for the whole file, in
parts whose names sort in the order of the file. Each machine needs the program.
"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate

from pyspark import RDD, SparkContext


def answers(lines: RDD[str], command: list[str]) -> RDD[str]:
    """Send lines through a program with ``--lines``, and return its answers in their order.

    In each partition the program numbers the lines from 1, in ``input``; the returned
    answers are numbered across all partitions. If answers are missing because a program
    was killed, the task fails, and Spark repeats it.
    """
    lines = lines.filter(_is_not_blank)
    counts = lines.mapPartitions(_count).collect()
    starts = list(accumulate(counts, initial=0))
    # Leave `checkCode` off: an invalid line makes the program exit with an error, which must not stop the job.
    piped = lines.pipe(shlex.join(command))
    return piped.mapPartitionsWithIndex(_renumbered(starts))


def _is_not_blank(line: str) -> bool:
    """Return whether the program answers a line."""
    return line.removeprefix("\ufeff").strip(" \t\n\f\r") != ""


def _count(lines: Iterable[str]) -> Iterator[int]:
    yield sum(1 for _ in lines)


def _renumbered(starts: list[int]) -> Callable[[int, Iterable[str]], Iterator[str]]:
    """Return a function that continues the numbers of answers from the previous partitions."""

    def renumber(partition: int, partial: Iterable[str]) -> Iterator[str]:
        start, end = starts[partition], starts[partition + 1]
        count = 0
        for answer in partial:
            count += 1
            head, rest = answer.split(",", 1)
            if head != f'{{"input":{count}':
                raise RuntimeError(f"expected answer {count} but found {answer[:200]}")
            yield f'{{"input":{start + count},{rest}'
        if count != end - start:
            raise RuntimeError(f"the program ended after {count} lines of {end - start}")

    return renumber


def main() -> None:
    """Rank the file that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("input", help="a text file with a position a line, in FEN or JSON")
    parser.add_argument("output", help="a new folder for the answers")
    parser.add_argument("--depth", type=int, default=6)
    parser.add_argument("--partitions", type=int, default=None, help="the least parts of the work")
    parser.add_argument("--program", default="rankmoves", help="the path on each machine")
    options = parser.parse_args()
    context = SparkContext.getOrCreate()
    # Spark runs a task on each core.
    command = [options.program, "--lines", "--threads", "1", "--depth", str(options.depth)]
    lines = context.textFile(options.input, options.partitions)
    answers(lines, command).saveAsTextFile(options.output)
    context.stop()


if __name__ == "__main__":
    main()

"""Counts the paths of legal moves with Spark and ``checkers perft``, in parts.

    checkers perft --depth 8 --split game.txt > parts.jsonl
    spark-submit examples/spark/count_moves.py parts.jsonl --depth 8

prints the number of paths of 16 plies: the sum of the counts of all parts, each times the
number of paths to it. Each machine needs the program.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from pyspark import SparkContext
from rank_pipe import answers


def paths(answer: str) -> int:
    """Return the number of paths through a part. It may need more than 64 bits."""
    part = json.loads(answer)
    if "error" in part:
        raise ValueError(answer)
    return int(part["id"]["times"]) * int(part["count"])


def main() -> None:
    """Count the paths through the parts that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("input", help="a file that `checkers perft --split` wrote")
    parser.add_argument("--depth", type=int, required=True, help="the plies below each part")
    parser.add_argument("--partitions", type=int, default=None, help="the least parts of the work")
    parser.add_argument("--program", default="checkers", help="the path on each machine")
    options = parser.parse_args()
    context = SparkContext.getOrCreate()
    # Tasks import `rank_pipe` by name, so send the file to the workers.
    context.addPyFile(str(Path(__file__).with_name("rank_pipe.py")))
    command = [options.program, "perft", "--lines", "--threads", "1", "--depth", str(options.depth)]
    parts = context.textFile(options.input, options.partitions)
    print(answers(parts, command).map(paths).sum())
    context.stop()


if __name__ == "__main__":
    main()

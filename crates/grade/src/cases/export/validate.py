#!/usr/bin/env python3
"""Checks that an input begins with the options, and has the four sections in their order."""
import re
import sys

text = sys.stdin.buffer.read().decode("utf-8").removeprefix("\ufeff")
first, _, rest = text.partition("\n")
words = "\n".join(line.split("#")[0] for line in rest.splitlines())
sections = re.findall(r"\b(RULES|TURN|BOARD|MOVES)\s*:", words)
is_right = re.fullmatch(r"# -d \d+( -v)?\r?", first) and sections == ["RULES", "TURN", "BOARD", "MOVES"]
sys.exit(42 if is_right else 43)

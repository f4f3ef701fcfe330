"""The program ``rankmoves``: ``python -m rankmoves --help``."""

import sys

from rankmoves import _rankmoves


def main() -> int:
    """Run the program with the arguments of the command line, and return its exit status."""
    return _rankmoves.main(["rankmoves", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())

"""``python -m engine``: play in the terminal, simulate games, verify a record, run scenarios."""

import sys

from engine.cli import main

if __name__ == "__main__":
    sys.exit(main())

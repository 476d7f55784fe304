"""The commands of ``python -m engine``: each is a module with ``add_arguments`` and ``run``."""

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from engine.cli import play, simulate, verify
from engine.scenario import command as scenario

INTERRUPTED = 130


class Parser(argparse.ArgumentParser):
    """A parser that answers a bad argument with one sentence."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def main(words: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 is well, 1 is not, 2 is a bad argument."""
    parser = Parser(prog="python -m engine", description="The rules of Fluxx, from the command line.")
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)
    for name, module, about in (
        ("play", play, "play a game in the terminal against bots"),
        ("simulate", simulate, "let bots play many games, and check that the rules hold"),
        ("verify", verify, "replay the record of a finished game, and check its shuffles"),
        ("scenario", scenario, "play scenario files, and say which hold"),
    ):
        command = commands.add_parser(name, help=about, description=about[0].upper() + about[1:] + ".")
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    arguments = parser.parse_args(words)
    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # whoever read the output has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code

"""``python -m multibody_fmu build model.toml``: the command line tool fmu-builder."""

from __future__ import annotations

import sys

from ._native import run_as_program


def main() -> int:
    """Runs the command that the arguments of the process name; its exit code."""
    return run_as_program(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())

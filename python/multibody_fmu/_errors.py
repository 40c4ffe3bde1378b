"""Exceptions of the package."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Sequence


class MultibodyError(Exception):
    """What every exception of this package is."""


@dataclass(frozen=True)
class Problem:
    """Something that is wrong with a model, and where. Lines and columns count from 1."""

    severity: str
    message: str
    file: str
    line: Optional[int] = None
    column: Optional[int] = None
    help: Optional[str] = None

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        remedy = f" ({self.help})" if self.help else ""
        return f"{place}: {self.message}{remedy}"


class ModelError(MultibodyError):
    """The model has problems: all of them, each with its place. ``file`` and ``line`` are those of the first."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = list(problems)
        first = self.problems[0] if self.problems else None
        self.file = first.file if first else None
        self.line = first.line if first else None
        super().__init__("\n".join(map(str, self.problems)))


class FmuError(MultibodyError):
    """An FMU cannot be loaded, or a call of it failed; or an argument does not fit it."""

"""FMPy without what it repeats. Its validation asks the parser of variable names once for each form of a name: a name takes it milliseconds, a
model has thousands. An FMU is unpacked once, and its description read once.
"""

import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import lark


class NameParser(lark.Lark):
    """No rule of FMPy's grammar tells one digit or letter from another, but those of `der` and those after a backslash."""

    def parse(self, name: str) -> None:
        parse_once(self.source_grammar, name if "\\" in name else form(name))


def form(name: str) -> str:
    words = re.sub(r"[A-Za-z_][A-Za-z0-9_]*", lambda word: word[0] if word[0] == "der" else "a", name)
    return re.sub("[0-9]+", "0", words)


@lru_cache(maxsize=None)
def parser(grammar: str) -> lark.Lark:
    return Lark(grammar, start="name")


@lru_cache(maxsize=None)
def parse_once(grammar: str, name: str) -> None:
    parser(grammar).parse(name)  # Raises for an illegal name, and is asked again then.


Lark, lark.Lark = lark.Lark, NameParser

from fmpy import extract, read_model_description  # noqa: E402
from fmpy.model_description import ModelDescription  # noqa: E402
from fmpy.validation import validate_fmu  # noqa: E402

__all__ = ["Unpacked", "validate_fmu"]


class Unpacked(NamedTuple):
    """The folder of an FMU, which FMPy takes for the FMU, and its description."""

    folder: str
    description: ModelDescription

    @classmethod
    def of(cls, fmu: Path) -> "Unpacked":
        folder = extract(str(fmu), unzipdir=str(fmu.with_suffix(".unpacked")))
        return cls(folder, read_model_description(folder))

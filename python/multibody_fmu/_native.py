"""The shared library of the package: the command line tool as functions."""

from __future__ import annotations

import ctypes
import os
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any, Dict, List, NamedTuple, Sequence

from ._errors import MultibodyError

_SINK = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t)
_NAMES = {"win32": "multibody_fmu.dll", "darwin": "libmultibody_fmu.dylib"}


class Output(NamedTuple):
    """What a command has answered."""

    code: int
    output: str
    errors: str


def library_path() -> Path:
    """The shared library: inside of the package, or what MULTIBODY_LIBRARY names."""
    named = os.environ.get("MULTIBODY_LIBRARY")
    return Path(named) if named else Path(__file__).with_name(_NAMES.get(sys.platform, "libmultibody_fmu.so"))


@lru_cache(maxsize=1)
def _library() -> ctypes.CDLL:
    path = library_path()
    if not path.is_file():
        raise MultibodyError(f"the package has no library {path}: install the wheel, or name a built one in MULTIBODY_LIBRARY")
    library = ctypes.CDLL(str(path))
    arguments: List[Any] = [ctypes.c_size_t, ctypes.POINTER(ctypes.c_char_p)]
    library.multibody_main.argtypes = arguments
    library.multibody_main.restype = ctypes.c_int
    library.multibody_command.argtypes = [*arguments, _SINK, ctypes.c_void_p]
    library.multibody_command.restype = ctypes.c_int
    return library


def _texts(arguments: Sequence[object]) -> "ctypes.Array[ctypes.c_char_p]":
    texts = ["fmu-builder", *arguments]
    encoded = [os.fsencode(text if isinstance(text, os.PathLike) else str(text)) for text in texts]
    return (ctypes.c_char_p * len(encoded))(*encoded)


def run_as_program(arguments: Sequence[object]) -> int:
    """Runs a command on standard output and standard error; its exit code. Signals end the process as they do with the tool."""
    texts = _texts(arguments)
    return int(_library().multibody_main(len(texts), texts))


def run(*arguments: object) -> Output:
    """Runs a command and keeps what it says. Other threads go on meanwhile."""
    texts, streams = _texts(arguments), {1: "", 2: ""}
    code = _library().multibody_command(len(texts), texts, _sink(streams), None)
    return Output(int(code), streams[1], streams[2])


def _sink(streams: Dict[int, str]) -> object:
    def take(_context: object, stream: int, text: int, size: int) -> None:
        streams[stream] += ctypes.string_at(text, size).decode("utf-8", "replace") if size else ""

    return _SINK(take)

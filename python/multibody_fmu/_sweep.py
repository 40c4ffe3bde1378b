"""Many runs on one machine."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

from ._errors import FmuError
from ._model import Model, Value, setting_text
from ._native import run

PathLike = Union[str, "os.PathLike[str]"]
#: Columns of values by the names of parameters: a dictionary, a data frame, a CSV file.
Table = Union[PathLike, Mapping[str, Any]]


def sweep(
    model: Union[Model, PathLike],
    table: Optional[Table] = None,
    *,
    output: Optional[PathLike] = None,
    grid: Optional[Mapping[str, Union[str, Sequence[Value]]]] = None,
    samples: Optional[int] = None,
    normal: Optional[Mapping[str, Sequence[float]]] = None,
    uniform: Optional[Mapping[str, Sequence[float]]] = None,
    method: str = "lhs",
    seed: int = 1,
    threads: Optional[int] = None,
    trajectories: Optional[PathLike] = None,
    restart: bool = False,
    quiet: bool = True,
    **options: Any,
) -> Any:
    """Runs a model with every row of ``table``, or with samples, each with every combination of ``grid``; on all cores.

    ``grid`` has lists of values, or texts as the command line takes them (``"log(1,100,7)"``). ``options`` are those of the runs:
    start_time, stop_time, step_size, tolerance, variables. The answer is an Arrow table with a row for each run (a dictionary of lists
    where there is no pyarrow); with ``output``, a file that ends in .csv or .parquet, nothing is read back and an interrupted sweep goes
    on when it is called again. A run that fails is a row, too: see its column ``error``.
    """
    model = model if isinstance(model, Model) else Model.load(model)
    with tempfile.TemporaryDirectory(prefix="multibody-") as folder:
        result = Path(output) if output is not None else Path(folder) / f"result.{_kind()}"
        arguments: List[object] = ["sweep", model.fmu_path, "-o", result, *run_options(options)]
        if table is not None:
            arguments += ["--table", _table_file(Path(folder), table)]
        for name, values in (grid or {}).items():
            texts = values if isinstance(values, str) else ",".join(map(setting_text, values))
            arguments += ["--set", f"{name}={texts}"]
        if samples is not None:
            arguments += ["--samples", samples, "--method", method, "--seed", seed]
        for option, parameters in (("--normal", normal), ("--uniform", uniform)):
            for name, (a, b) in (parameters or {}).items():
                arguments += [f"{option}={name}={float(a)!r},{float(b)!r}"]
        arguments += ["--threads", threads] if threads is not None else []
        arguments += ["--trajectories", trajectories] if trajectories is not None else []
        arguments += ["--restart"] if restart else []
        _as_process([*arguments, *(["--quiet"] if quiet else [])])
        return None if output is not None else read_table(result)


def run_options(options: Mapping[str, Any]) -> List[str]:
    """Options of runs as arguments of the command line."""
    arguments = []
    for name, value in options.items():
        if name == "variables":
            arguments += [f"--variables={variable}" for variable in value]
        elif name in ("start_time", "stop_time", "step_size", "tolerance"):
            arguments += [] if value is None else [f"--{name.replace('_', '-')}={float(value)!r}"]
        else:
            raise TypeError(f"sweep() got an unexpected keyword argument {name!r}")
    return arguments


def run_rows(fmu: PathLike, rows: Mapping[str, Sequence[Value]], options: Mapping[str, Any]) -> Dict[str, List[Any]]:
    """Runs these rows in this thread, and answers columns; what workers of a cluster do."""
    with tempfile.TemporaryDirectory(prefix="multibody-") as folder:
        result, table = Path(folder) / "result.csv", _table_file(Path(folder), rows)
        arguments = ["sweep", fmu, "-o", result, "--table", table, "--threads", 1, "--quiet", *run_options(options)]
        answer = run(*arguments)
        if answer.code != 0:
            raise FmuError(answer.errors.strip())
        return _read_csv(result)


def columns_of(table: Table) -> Dict[str, List[Any]]:
    """A table as columns."""
    if isinstance(table, (str, os.PathLike)):
        with open(table, newline="", encoding="utf-8") as file:
            names, *rows = list(csv.reader(file))
        return {name: [row[index] for row in rows] for index, name in enumerate(names)}
    return {str(name): [_plain(value) for value in table[name]] for name in table}


def _plain(value: Any) -> Any:
    return value.item() if hasattr(value, "item") else value


def _table_file(folder: Path, table: Table) -> PathLike:
    if isinstance(table, (str, os.PathLike)):
        return table
    columns = columns_of(table)
    path = folder / "table.csv"
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        writer.writerows([map(setting_text, row) for row in zip(*columns.values())])
    return path


def _kind() -> str:
    import importlib.util

    return "parquet" if importlib.util.find_spec("pyarrow") else "csv"


def read_table(path: Path) -> Any:
    """The rows of a sweep: an Arrow table, or a dictionary of lists."""
    if path.suffix == ".parquet":
        import pyarrow.parquet

        return pyarrow.parquet.read_table(path)
    return _read_csv(path)


def _read_csv(path: Path) -> Dict[str, List[Any]]:
    with open(path, newline="", encoding="utf-8") as file:
        names, *rows = list(csv.reader(file))
    columns: Dict[str, List[Any]] = {}
    for index, name in enumerate(names):
        cells = [row[index] for row in rows]
        if name == "run":
            columns[name] = [int(cell) for cell in cells]
        elif name == "error":
            columns[name] = [cell or None for cell in cells]
        else:
            columns[name] = [float(cell) if cell else None for cell in cells]
    return columns


def _as_process(arguments: Sequence[object]) -> None:
    """In a process of its own, so that Ctrl-C ends it, and memory that it takes is given back."""
    command = [sys.executable, "-m", "multibody_fmu", *map(str, arguments)]
    ran = subprocess.run(command, stderr=subprocess.PIPE if "--quiet" in arguments else None, text=True, check=False)
    if ran.returncode != 0:
        raise FmuError((ran.stderr or f"the sweep ended with exit code {ran.returncode}").strip())

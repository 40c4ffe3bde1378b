"""What a simulation has recorded."""

from __future__ import annotations

import csv
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, Iterator, Mapping, Optional

import numpy as np

from ._native import run

if TYPE_CHECKING:
    import pandas
    import pyarrow


class Result(Mapping[str, "np.ndarray[Any, Any]"]):
    """Arrays by the names of the variables, ``time`` the first; all of the same length, in SI units."""

    def __init__(self, columns: Dict[str, "np.ndarray[Any, Any]"], units: Optional[Dict[str, str]] = None) -> None:
        self._columns = columns
        self.units: Dict[str, str] = units or {}

    @classmethod
    def read_csv(cls, path: "str | Path") -> "Result":
        """Reads a table that ``simulate`` has written, with a row of units or without; numbers keep every bit."""
        with open(path, newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file))
        names, rows = rows[0], rows[1:]
        units: Dict[str, str] = {}
        if rows and rows[0][0] == "s":
            units = {name: unit for name, unit in zip(names, rows[0]) if unit}
            rows = rows[1:]
        # float() is rounded correctly, which not every reader of tables is.
        numbers = np.array([[float(cell) for cell in row] for row in rows]).reshape(len(rows), len(names))
        return cls({name: np.ascontiguousarray(numbers[:, index]) for index, name in enumerate(names)}, units)

    @property
    def time(self) -> "np.ndarray[Any, Any]":
        """Times of the rows, s."""
        return self._columns["time"]

    def __getitem__(self, name: str) -> "np.ndarray[Any, Any]":
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def to_pandas(self) -> "pandas.DataFrame":
        """A data frame with the time as its index."""
        import pandas

        return pandas.DataFrame(dict(self._columns)).set_index("time")

    def to_arrow(self) -> "pyarrow.Table":
        """An Arrow table."""
        import pyarrow

        return pyarrow.table(dict(self._columns))

    def to_csv(self, path: "str | Path") -> None:
        """Writes a table whose numbers read back to the same bits."""
        with open(path, "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(self)
            if self.units:
                writer.writerow([self.units.get(name, "s" if name == "time" else "") for name in self])
            writer.writerows([[repr(float(value)) for value in row] for row in zip(*self._columns.values())])

    def plot_svg(self) -> str:
        """A picture of all curves, as SVG."""
        with tempfile.TemporaryDirectory() as folder:
            table, picture = Path(folder) / "result.csv", Path(folder) / "result.svg"
            self.to_csv(table)
            answer = run("plot", table, "-o", picture)
            if answer.code != 0:
                raise ValueError(answer.errors.strip())
            return picture.read_text(encoding="utf-8")

    def _repr_html_(self) -> str:
        """What Jupyter shows."""
        svg = self.plot_svg()
        return svg[svg.index("<svg") :]

    def __repr__(self) -> str:
        return f"Result({len(self.time)} rows: {', '.join(self)})"

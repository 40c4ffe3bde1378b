"""What the sweeps on clusters have in common: rows in chunks, a Parquet file for each, one table at the end."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any, Dict, Iterator, List, Mapping, Tuple, Union

from ._model import Model
from ._sweep import Table, columns_of, run_rows


def fmu_of(model: Union[Model, str, "os.PathLike[str]"]) -> bytes:
    """The FMU as bytes, which travel once to each worker."""
    model = model if isinstance(model, Model) else Model.load(model)
    return model.fmu_path.read_bytes()


def chunks(table: Table, size: int) -> Iterator[Tuple[int, Dict[str, List[Any]]]]:
    """The rows of a table: number of the first one, and columns."""
    if size < 1:
        raise ValueError(f"chunk is {size}; one or more rows are expected")
    columns = columns_of(table)
    count = len(next(iter(columns.values()), []))
    for first in range(0, count, size):
        yield first, {name: values[first : first + size] for name, values in columns.items()}


def work(fmu: bytes, first: int, rows: Mapping[str, List[Any]], options: Mapping[str, Any]) -> bytes:
    """Runs rows on a worker; a table as Parquet. The same rows give the same bytes, so that doing them twice does no harm."""
    # Not kept from chunk to chunk: clusters end their workers without a word, so that nobody would remove it.
    with tempfile.TemporaryDirectory(prefix="multibody-worker-") as folder:
        path = Path(folder) / "model.fmu"
        path.write_bytes(fmu)
        columns = run_rows(path, rows, options)
    columns["run"] = [first + run for run in columns["run"]]
    return _parquet(columns)


def _parquet(columns: Mapping[str, List[Any]]) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet

    types = {"run": pa.int64(), "error": pa.string()}
    table = pa.table({name: pa.array(values, types.get(name, pa.float64())) for name, values in columns.items()})
    sink = pa.BufferOutputStream()
    pyarrow.parquet.write_table(table, sink)
    return sink.getvalue().to_pybytes()


def united(parts: Mapping[int, bytes]) -> Any:
    """The table of all chunks, in the order of the runs."""
    import pyarrow as pa
    import pyarrow.parquet

    tables = [pyarrow.parquet.read_table(pa.BufferReader(parts[first])) for first in sorted(parts)]
    return pa.concat_tables(tables).combine_chunks()

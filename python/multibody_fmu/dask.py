"""Sweeps on a cluster with Dask distributed: ``multibody_fmu.dask.sweep(client, model, table)``."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Dict, Union

from . import _chunks
from ._model import Model
from ._sweep import Table

if TYPE_CHECKING:
    from distributed import Client


def sweep(client: "Client", model: Union[Model, str, "os.PathLike[str]"], table: Table, *, chunk: int = 100, **options: Any) -> Any:
    """Runs every row of ``table`` on the workers of ``client``; an Arrow table, the same as that of :func:`multibody_fmu.sweep`, to the
    last bit.

    The FMU travels once to each worker. ``chunk`` rows are a task; what a lost worker was at is done by another one, and a chunk counts
    once however often it is done. ``options`` are those of the runs: start_time, stop_time, step_size, tolerance, variables.
    """
    from distributed import as_completed

    (fmu,) = client.scatter([_chunks.fmu_of(model)], broadcast=True)
    futures = {}
    for first, rows in _chunks.chunks(table, chunk):
        # Retries are for tasks that take their worker along; a run that fails is a row.
        future = client.submit(_chunks.work, fmu, first, rows, options, pure=False, retries=3)
        futures[future] = first
    parts: Dict[int, bytes] = {}
    for future in as_completed(list(futures)):
        parts[futures[future]] = future.result()
        # The worker may forget it.
        future.release()
    return _chunks.united(parts)

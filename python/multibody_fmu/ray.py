"""Sweeps on a cluster with Ray: ``multibody_fmu.ray.sweep(model, table)``."""

from __future__ import annotations

import os
from typing import Any, Dict, Union

from . import _chunks
from ._model import Model
from ._sweep import Table


def sweep(model: Union[Model, str, "os.PathLike[str]"], table: Table, *, chunk: int = 100, **options: Any) -> Any:
    """Runs every row of ``table`` on the cluster that ``ray.init`` has found; an Arrow table, the same as that of
    :func:`multibody_fmu.sweep`, to the last bit.

    The FMU travels once to each node. ``chunk`` rows are a task; what a lost worker was at is done by another one.
    """
    import ray

    fmu = ray.put(_chunks.fmu_of(model))
    task = ray.remote(max_retries=3)(_chunks.work)
    waiting = {task.remote(fmu, first, rows, options): first for first, rows in _chunks.chunks(table, chunk)}
    parts: Dict[int, bytes] = {}
    while waiting:
        done, _ = ray.wait(list(waiting), num_returns=1)
        for reference in done:
            parts[waiting.pop(reference)] = ray.get(reference)
    return _chunks.united(parts)

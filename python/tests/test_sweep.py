"""Sweeps: the same table here and on clusters, to the last bit."""

import os
import signal
import tempfile
import threading
import time
from pathlib import Path

import pytest

import multibody_fmu
from multibody_fmu import FmuError, sweep

pa = pytest.importorskip("pyarrow")

RUNS = int(os.environ.get("MULTIBODY_SWEEP_RUNS", "200"))
RAY_RUNS = int(os.environ.get("MULTIBODY_RAY_RUNS", "60"))
DURATION = {"stop_time": 10.0, "tolerance": 1e-6}


def rows(count):
    """One of them cannot run: a bar without width has no inertia about its axis."""
    widths = [0.05 + 0.02 * (index * 7919 % count) / count for index in range(count)]
    widths[count // 3] = 0.0
    return {"length": [0.4 + 0.2 * index / count for index in range(count)], "width": widths}


def same(table, expected):
    """To the last bit: a Parquet file of one is that of the other."""
    assert table.column_names == expected.column_names
    assert table.combine_chunks().equals(expected.combine_chunks().cast(table.schema))


def test_rows_are_single_simulations(double_pendulum, tmp_path):
    table = sweep(double_pendulum, rows(6), stop_time=0.5).to_pylist()
    assert [bool(row["error"]) for row in table] == [False, False, True, False, False, False]
    for row in (table[0], table[5]):
        single = double_pendulum.simulate(0.5, set={"length": row["length"], "width": row["width"]})
        assert row["final(elbow_angle)"] == single["elbow_angle"][-1]
        assert row["max(elbow_angle)"] == single["elbow_angle"].max()
    output = tmp_path / "out.csv"
    assert sweep(double_pendulum, grid={"length": [0.5, 0.6]}, output=output, stop_time=0.1) is None
    assert len(output.read_text().splitlines()) == 3
    with pytest.raises(FmuError, match="nope"):
        sweep(double_pendulum, {"nope": [1.0]})
    with pytest.raises(TypeError, match="stoptime"):
        sweep(double_pendulum, {"length": [1.0]}, stoptime=1.0)


def test_samples_have_their_distribution(double_pendulum):
    table = sweep(double_pendulum, samples=500, normal={"length": (0.5, 0.01)}, uniform={"width": (0.05, 0.07)}, stop_time=0.01)
    lengths, widths = table["length"].to_numpy(), table["width"].to_numpy()
    # A Latin hypercube has them nearly exactly.
    assert abs(lengths.mean() - 0.5) < 1e-4 and abs(lengths.std() - 0.01) < 2e-4
    assert widths.min() < 0.0501 and widths.max() > 0.0699


@pytest.mark.clusters
def test_dask_makes_up_for_a_worker_that_is_killed(double_pendulum):
    distributed = pytest.importorskip("distributed")
    import multibody_fmu.dask

    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
            victim = next(iter(client.run(os.getpid).values()))
            killer = threading.Timer(0.5, os.kill, (victim, signal.SIGKILL))
            killer.start()
            begun = time.time()
            table = multibody_fmu.dask.sweep(client, double_pendulum, rows(RUNS), chunk=20, **DURATION)
            assert time.time() - begun > 0.5, "nobody was killed"
            killer.join()
    same(table, sweep(double_pendulum, rows(RUNS), **DURATION))


@pytest.mark.clusters
def test_ray_gives_the_same_table(double_pendulum):
    ray = pytest.importorskip("ray")
    import multibody_fmu.ray

    before = set(Path(tempfile.gettempdir()).glob("multibody-worker-*"))
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    try:
        table = multibody_fmu.ray.sweep(double_pendulum, rows(RAY_RUNS), chunk=20, **DURATION)
    finally:
        ray.shutdown()
    # Workers end without a word.
    assert not set(Path(tempfile.gettempdir()).glob("multibody-worker-*")) - before
    same(table, sweep(double_pendulum, rows(RAY_RUNS), **DURATION))

"""What the tests share."""

from pathlib import Path

import pytest

from multibody_fmu import Model

REPOSITORY = Path(__file__).resolve().parents[2]


def pytest_configure(config):
    config.addinivalue_line("markers", "clusters: workers of Dask and Ray, which take most of the time")


def example(name):
    return REPOSITORY / "examples" / name


@pytest.fixture(scope="session")
def pendulum():
    return Model.load(example("pendulum.toml"))


@pytest.fixture(scope="session")
def double_pendulum():
    return Model.load(example("double_pendulum.toml"))

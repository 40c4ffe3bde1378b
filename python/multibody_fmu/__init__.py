"""Mechanical FMUs from Python: write a model, check it, build it, simulate it, step it, run it a thousand times.

>>> from multibody_fmu import Model
>>> model = Model.load("pendulum.toml")                    # doctest: +SKIP
>>> result = model.simulate(stop_time=2, set={"body.m": 2})  # doctest: +SKIP
>>> result["rev.phi"]                                        # doctest: +SKIP
"""

from ._errors import FmuError, ModelError, MultibodyError, Problem
from ._instance import Instance, Snapshot
from ._mechanism import Component, Mechanism
from ._model import LinearSystem, Mode, Model, OperatingPoint, Report
from ._result import Result
from ._sensitivity import Sensitivities, sensitivities
from ._sweep import sweep

__all__ = [
    "Component",
    "FmuError",
    "Instance",
    "LinearSystem",
    "Mechanism",
    "Mode",
    "Model",
    "ModelError",
    "MultibodyError",
    "OperatingPoint",
    "Problem",
    "Report",
    "Result",
    "Sensitivities",
    "Snapshot",
    "sensitivities",
    "sweep",
]
__version__ = "0.2.0"

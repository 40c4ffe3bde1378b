"""CasADi imports unpacked FMUs, and its Jacobians are those of fmi2GetDirectionalDerivative in another host and those of differences.

casadi_jacobians.py FOLDER
"""

import sys
from ctypes import POINTER, c_double
from pathlib import Path

import casadi
import numpy as np
from fmpy import extract, read_model_description
from fmpy.fmi2 import FMU2Model

STEP = 1e-6


def main() -> None:
    for fmu in sorted(Path(sys.argv[1]).glob("*.fmu")):
        print(fmu, flush=True)
        compare(fmu.stem, str(extract(str(fmu), unzipdir=str(fmu.with_suffix(".casadi")))))


def compare(name: str, unpacked: str) -> None:
    dae = casadi.DaeBuilder(name, unpacked)
    states, inputs, outputs = (list(names) for names in (dae.x(), dae.u(), dae.y()))
    if not states:
        return
    other = Other(unpacked)
    assert set(states) == set(other.derivative), "CasADi finds other states"
    u = np.array([np.ravel(dae.start(name))[0] for name in inputs])
    # A quaternion has no start value in modelDescription.xml, where CasADi takes 0: so the initial state comes from the FMU.
    initial = np.array(other.model.getReal(other.references(states)))

    function = dae.create("function", ["x", "u"], ["ode", "y"])

    def values(x: np.ndarray, u: np.ndarray) -> np.ndarray:
        return np.concatenate([np.ravel(part) for part in function(x, u)])

    # The states that CasADi has set by fmi2SetReal are those that fmi2SetContinuousStates sets in the other host.
    for x in [initial, initial * 0.999 + 1e-4]:
        assert np.array_equal(values(x, u)[: len(states)], other.ode(states, x)), "another right-hand side"

    blocks = function.jacobian()(initial, u, *function(initial, u))
    found = np.block([[np.array(casadi.DM(block)) for block in blocks[row : row + 2]] for row in (0, 2)])
    expected = other.jacobian(states, inputs, outputs, initial)
    assert np.array_equal(found, expected), f"{found} {expected}"

    point = np.concatenate([initial, u])
    for k, known in enumerate(states + inputs):
        step = STEP * (1.0 + abs(point[k])) * np.eye(len(point))[k]
        ahead, behind = (values(*np.split(point + h, [len(states)])) for h in (step, -step))
        column = (ahead - behind) / (2.0 * step[k])
        scale = 1.0 + np.max(np.abs(column))
        assert np.max(np.abs(column - found[:, k])) <= 1e-5 * scale, f"{known}: {column} {found[:, k]}"


class Other:
    """FMPy with the FMU in Continuous-Time Mode."""

    def __init__(self, unpacked: str) -> None:
        description = read_model_description(unpacked)
        self.reference = {v.name: v.valueReference for v in description.modelVariables}
        rates = [unknown.variable for unknown in description.derivatives]
        self.derivative = {rate.derivative.name: rate.name for rate in rates}
        self.order = [rate.derivative.name for rate in rates]
        self.model = FMU2Model(
            guid=description.guid,
            modelIdentifier=description.modelExchange.modelIdentifier,
            unzipDirectory=unpacked,
            instanceName="other",
        )
        self.model.instantiate()
        self.model.setupExperiment(startTime=0.0)
        self.model.enterInitializationMode()
        self.model.exitInitializationMode()
        self.model.newDiscreteStates()
        self.model.enterContinuousTimeMode()

    def references(self, names: list[str]) -> list[int]:
        return [self.reference[name] for name in names]

    def set(self, states: list[str], x: np.ndarray) -> None:
        value = dict(zip(states, x))
        array = np.array([value[name] for name in self.order])
        self.model.setContinuousStates(array.ctypes.data_as(POINTER(c_double)), len(array))

    def ode(self, states: list[str], x: np.ndarray) -> list[float]:
        self.set(states, x)
        return self.model.getReal(self.references([self.derivative[name] for name in states]))

    def jacobian(self, states: list[str], inputs: list[str], outputs: list[str], x: np.ndarray) -> np.ndarray:
        self.set(states, x)
        unknowns = self.references([self.derivative[name] for name in states] + outputs)
        knowns = self.references(states + inputs)
        return np.array([self.model.getDirectionalDerivative(unknowns, [known], [1.0]) for known in knowns]).T


if __name__ == "__main__":
    main()

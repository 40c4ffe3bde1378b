"""FMPy simulates FMUs by both interfaces with the same results, keeps their states as bytes and asks for derivatives.

fmpy_interfaces.py FOLDER
"""

import sys
from pathlib import Path

import numpy as np
from fmpy import simulate_fmu
from fmpy.fmi2 import FMU2Model, FMU2Slave
from fmpy_once import Unpacked

STOP = 1.0


def main() -> None:
    for fmu in sorted(Path(sys.argv[1]).glob("*.fmu")):
        print(fmu, flush=True)
        unpacked = Unpacked.of(fmu)
        same_results(unpacked)
        states_as_bytes(unpacked)
        derivatives(unpacked)


def problems_of(messages: list[str]):
    def log(_environment, _instance, status, _category, message) -> None:
        if status != 0:
            messages.append(message.decode())

    return log


def same_results(fmu: Unpacked) -> None:
    folder, description = fmu
    outputs = [v.name for v in description.modelVariables if v.causality == "output" and v.type == "Real"]
    # CVode makes at most 500 steps between outputs. In a contact with a tight tolerance it needs more.
    has_state_events = bool(description.numberOfEventIndicators)
    interval, tolerance = (0.01, 1e-6) if has_state_events else (0.1, 1e-8)
    results = {}
    for interface in ["CoSimulation", "ModelExchange"]:
        messages: list[str] = []
        results[interface] = simulate_fmu(
            folder,
            model_description=description,
            fmi_type=interface,
            solver="CVode",
            stop_time=STOP,
            output_interval=interval,
            relative_tolerance=tolerance,
            output=outputs,
            logger=problems_of(messages),
        )
        assert not messages, messages
    for name in outputs:
        by_us, by_fmpy = (result[name][-1] for result in results.values())
        scale = max(1.0, np.max(np.abs(results["CoSimulation"][name])))
        assert abs(by_us - by_fmpy) <= 1e-4 * scale, f"{name}: {by_us} {by_fmpy}"


def states_as_bytes(fmu: Unpacked) -> None:
    folder, description = fmu
    outputs = [v.valueReference for v in description.modelVariables if v.causality == "output" and v.type == "Real"]

    def slave(name: str) -> FMU2Slave:
        instance = FMU2Slave(
            guid=description.guid,
            modelIdentifier=description.coSimulation.modelIdentifier,
            unzipDirectory=folder,
            instanceName=name,
        )
        instance.instantiate()
        return instance

    original = slave("original")
    original.setupExperiment(startTime=0.0)
    original.enterInitializationMode()
    original.exitInitializationMode()
    original.doStep(0.0, 0.3)
    state = original.getFMUstate()
    data = original.serializeFMUstate(state)
    original.freeFMUstate(state)
    original.doStep(0.3, 0.3)
    expected = original.getReal(outputs)
    original.terminate()
    original.freeInstance()

    other = slave("never initialized")
    state = other.deSerializeFMUstate(data)
    other.setFMUstate(state)
    other.freeFMUstate(state)
    other.doStep(0.3, 0.3)
    assert other.getReal(outputs) == expected, "another instance goes on differently"
    other.freeInstance()


def derivatives(fmu: Unpacked) -> None:
    folder, description = fmu
    unknowns = [unknown.variable.valueReference for unknown in description.outputs + description.derivatives]
    states = [unknown.variable.derivative.valueReference for unknown in description.derivatives]
    model = FMU2Model(
        guid=description.guid,
        modelIdentifier=description.modelExchange.modelIdentifier,
        unzipDirectory=folder,
        instanceName="model",
    )
    model.instantiate()
    model.setupExperiment(startTime=0.0)
    model.enterInitializationMode()
    model.exitInitializationMode()
    model.newDiscreteStates()
    model.enterContinuousTimeMode()
    for state in states:
        column = model.getDirectionalDerivative(unknowns, [state], [1.0])
        assert np.all(np.isfinite(column)), column
    model.terminate()
    model.freeInstance()


if __name__ == "__main__":
    main()

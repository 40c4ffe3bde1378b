"""Instances in one process: none sees another, and a reset one starts again. FMPy calls the functions one by one.

Usage: fmpy_instances.py FMU INPUT OUTPUT, with the names of an input and of an output that depends on it.
"""

import sys
from tempfile import TemporaryDirectory

from fmpy import extract, read_model_description
from fmpy.fmi2 import FMU2Slave

STEP = 0.01
STEPS = 200


class Run:
    """An instance with a constant input."""

    def __init__(self, description, folder: str, name: str) -> None:
        references = {variable.name: variable.valueReference for variable in description.modelVariables}
        self.input, self.output = references[sys.argv[2]], references[sys.argv[3]]
        self.fmu = FMU2Slave(
            guid=description.guid,
            unzipDirectory=folder,
            modelIdentifier=description.coSimulation.modelIdentifier,
            instanceName=name,
        )
        self.fmu.instantiate()

    def start(self, value: float) -> None:
        self.fmu.setupExperiment(tolerance=1e-6, startTime=0.0)
        self.fmu.enterInitializationMode()
        self.fmu.setReal([self.input], [value])
        self.fmu.exitInitializationMode()

    def step(self, index: int) -> float:
        self.fmu.doStep(currentCommunicationPoint=index * STEP, communicationStepSize=STEP)
        return self.fmu.getReal([self.output])[0]

    def run(self, value: float, steps: int = STEPS) -> list[float]:
        self.start(value)
        return [self.step(index) for index in range(steps)]

    def free(self) -> None:
        self.fmu.freeInstance()


def check(folder: str) -> None:
    description = read_model_description(folder)
    new = lambda name: Run(description, folder, name)

    alone = []
    for value in (1.0, 2.0):
        single = new("alone")
        alone.append(single.run(value))
        single.fmu.terminate()
        single.free()
    assert alone[0] != alone[1], "the input has no influence on the output"

    first, second = new("first"), new("second")
    first.start(1.0)
    second.start(2.0)
    together = [(first.step(index), second.step(index)) for index in range(STEPS)]
    assert [list(values) for values in zip(*together)] == alone, "two instances influence each other"

    second.free()
    first.fmu.reset()
    assert first.run(2.0, steps=STEPS // 2) == alone[1][: STEPS // 2], "a reset instance does not start again"
    first.fmu.reset()
    assert first.run(1.0) == alone[0], "an instance that was reset while it ran does not start again"
    first.fmu.terminate()
    first.fmu.reset()
    assert first.run(2.0) == alone[1], "an instance that was reset after its end does not start again"
    first.free()


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        check(str(extract(sys.argv[1], folder)))
    print("instances are independent")

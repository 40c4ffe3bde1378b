"""FMPy finds FMUs of FMI 3.0 valid and simulates them as it does those of FMI 2.0: to the last bit in co-simulation without Event Mode.

fmpy_fmi3.py FOLDER_OF_FMI_2 FOLDER_OF_FMI_3
"""

import sys
import zipfile
from pathlib import Path

import fmpy
import numpy as np
from fmpy import simulate_fmu
from fmpy.fmi3 import FMU3Slave
from fmpy.model_description import ModelDescription
from fmpy_names import unpack, validate_fmu
from lxml import etree

SCHEMA = Path(fmpy.__file__).parent / "schema/fmi3/fmi3TerminalsAndIcons.xsd"
STOP = 1.0


def main() -> None:
    two, three = map(Path, sys.argv[1:3])
    names = sorted(path.name for path in three.glob("*.fmu"))
    assert names, three
    for name in names:
        print(name, flush=True)
        problems = validate_fmu(str(three / name))
        assert not problems, problems
        versions = unpack(two / name), unpack(three / name)
        terminals(three / name, versions[1][1])
        same_results(*versions)
        derivatives(*versions[1])
        snapshots(*versions[1])


def terminals(fmu: Path, description: ModelDescription) -> None:
    """terminalsAndIcons.xml follows the standard's schema; its variables and the icon are there."""
    variables = {v.name: v.causality for v in description.modelVariables}
    with zipfile.ZipFile(fmu) as archive:
        files = archive.namelist()
        root = etree.fromstring(archive.read("terminalsAndIcons/terminalsAndIcons.xml"))
    etree.XMLSchema(file=str(SCHEMA)).assertValid(root)
    members = [member.get("variableName") for member in root.iter("TerminalMemberVariable")]
    connected = [name for name, causality in variables.items() if causality in ("input", "output")]
    # A flange or frame has signals that are terminals of their own, too.
    assert set(members) == set(connected), (members, connected)
    terminal_names = [terminal.get("name") for terminal in root.iter("Terminal")]
    assert len(set(terminal_names)) == len(terminal_names), terminal_names
    assert (root.find("GraphicalRepresentation") is not None) == ("terminalsAndIcons/icon.png" in files)


def same_results(two: tuple[str, ModelDescription], three: tuple[str, ModelDescription]) -> None:
    description = two[1]
    outputs = [v.name for v in description.modelVariables if v.causality == "output"]
    reals = [v.name for v in description.modelVariables if v.causality == "output" and v.type == "Real"]
    has_state_events = bool(description.numberOfEventIndicators)
    interval, tolerance = (0.01, 1e-6) if has_state_events else (0.1, 1e-8)
    options = {
        "stop_time": STOP,
        "output_interval": interval,
        "relative_tolerance": tolerance,
        "output": outputs,
    }

    def simulate(fmu: tuple[str, ModelDescription], **interface) -> np.ndarray:
        return simulate_fmu(fmu[0], model_description=fmu[1], **interface, **options)

    by_two = simulate(two, fmi_type="CoSimulation")
    by_three = simulate(three, fmi_type="CoSimulation")
    assert np.array_equal(by_two["time"], by_three["time"])
    for name in outputs:
        assert np.array_equal(by_two[name], by_three[name]), name

    # What FMPy writes twice at an event are both sides of it; 2.0 knows the right one.
    with_events = simulate(three, fmi_type="CoSimulation", use_event_mode=True, early_return_allowed=True)
    last = {time: row for row, time in enumerate(with_events["time"])}
    for name in reals:
        scale = max(1.0, np.max(np.abs(by_two[name])))
        for time, value in zip(by_two["time"], by_two[name]):
            assert abs(with_events[name][last[time]] - value) <= 1e-12 * scale, (name, time)

    exchange = [simulate(fmu, fmi_type="ModelExchange", solver="CVode") for fmu in (two, three)]
    for name in reals:
        scale = max(1.0, np.max(np.abs(exchange[0][name])))
        assert abs(exchange[0][name][-1] - exchange[1][name][-1]) <= 1e-4 * scale, name


def slave(unpacked: str, description: ModelDescription) -> FMU3Slave:
    instance = FMU3Slave(
        guid=description.guid,
        modelIdentifier=description.coSimulation.modelIdentifier,
        unzipDirectory=unpacked,
        instanceName=description.modelName,
    )
    instance.instantiate()
    return instance


def derivatives(unpacked: str, description: ModelDescription) -> None:
    """J' v of the FMU is that of its columns J e, and what dependencies do not list is zero."""
    instance = slave(unpacked, description)
    unknowns = [unknown for unknown in description.outputs + description.derivatives if unknown.variable.type == "Float64"]
    knowns = [v for v in description.modelVariables if v.causality == "input" and v.type == "Float64" and not v.alias]
    knowns += [unknown.variable.derivative for unknown in description.derivatives]
    references = [unknown.variable.valueReference for unknown in unknowns]
    known_references = [known.valueReference for known in knowns]
    if not unknowns or not knowns:
        return
    instance.enterInitializationMode(startTime=0.0)
    instance.exitInitializationMode()
    instance.doStep(0.0, 0.1)
    columns = np.array([instance.getDirectionalDerivative(references, [known], [1.0]) for known in known_references])
    weights = [1.0 + 0.5 * k for k in range(len(references))]
    adjoint = instance.getAdjointDerivative(references, known_references, weights, len(known_references))
    assert np.allclose(columns @ weights, adjoint, rtol=1e-12, atol=1e-12 * np.max(np.abs(columns), initial=1.0))
    for row, unknown in enumerate(unknowns):
        if unknown.dependencies is not None:
            listed = {dependency.valueReference for dependency in unknown.dependencies}
            for column, reference in enumerate(known_references):
                assert reference in listed or columns[column][row] == 0.0, (unknown.variable.name, reference)
    instance.terminate()
    instance.freeInstance()


def snapshots(unpacked: str, description: ModelDescription) -> None:
    """A snapshot is restored in another instance that was never initialized."""
    original = slave(unpacked, description)
    outputs = [v.valueReference for v in description.modelVariables if v.causality == "output" and v.type == "Float64"]
    original.enterInitializationMode(startTime=0.0)
    original.exitInitializationMode()
    original.doStep(0.0, 0.3)
    state = original.getFMUState()
    data = original.serializeFMUState(state)
    original.freeFMUState(state)
    original.doStep(0.3, 0.3)
    expected = list(original.getFloat64(outputs))
    original.freeInstance()
    other = slave(unpacked, description)
    state = other.deserializeFMUState(data)
    other.setFMUState(state)
    other.freeFMUState(state)
    other.doStep(0.3, 0.3)
    assert list(other.getFloat64(outputs)) == expected
    other.freeInstance()


if __name__ == "__main__":
    main()

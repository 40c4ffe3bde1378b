"""FMPy finds FMUs of FMI 3.0 valid and simulates them as it does those of FMI 2.0: to the last bit in co-simulation without Event Mode.

fmpy_fmi3.py FOLDER_OF_FMI_2 FOLDER_OF_FMI_3
"""

import sys
from pathlib import Path

import fmpy
import numpy as np
from fmpy import simulate_fmu
from fmpy.fmi3 import FMU3Slave
from fmpy_once import Unpacked, validate_fmu
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
        fmu = Unpacked.of(three / name)
        terminals(fmu)
        same_results(Unpacked.of(two / name), fmu)
        derivatives(fmu)
        snapshots(fmu)


def terminals(fmu: Unpacked) -> None:
    """terminalsAndIcons.xml follows the standard's schema; its variables and the icon are there."""
    variables = {v.name: v.causality for v in fmu.description.modelVariables}
    folder = Path(fmu.folder, "terminalsAndIcons")
    root = etree.parse(folder / "terminalsAndIcons.xml").getroot()
    etree.XMLSchema(file=str(SCHEMA)).assertValid(root)
    members = [member.get("variableName") for member in root.iter("TerminalMemberVariable")]
    connected = [name for name, causality in variables.items() if causality in ("input", "output")]
    # A flange or frame has signals that are terminals of their own, too.
    assert set(members) == set(connected), (members, connected)
    terminal_names = [terminal.get("name") for terminal in root.iter("Terminal")]
    assert len(set(terminal_names)) == len(terminal_names), terminal_names
    assert (root.find("GraphicalRepresentation") is not None) == (folder / "icon.png").exists()


def same_results(two: Unpacked, three: Unpacked) -> None:
    description = two.description
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

    def simulate(fmu: Unpacked, **interface) -> np.ndarray:
        return simulate_fmu(fmu.folder, model_description=fmu.description, **interface, **options)

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


def slave(fmu: Unpacked) -> FMU3Slave:
    instance = FMU3Slave(
        guid=fmu.description.guid,
        modelIdentifier=fmu.description.coSimulation.modelIdentifier,
        unzipDirectory=fmu.folder,
        instanceName=fmu.description.modelName,
    )
    instance.instantiate()
    return instance


def derivatives(fmu: Unpacked) -> None:
    """J' v of the FMU is that of its columns J e, and what dependencies do not list is zero."""
    instance, description = slave(fmu), fmu.description
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


def snapshots(fmu: Unpacked) -> None:
    """A snapshot is restored in another instance that was never initialized."""
    original = slave(fmu)
    outputs = [v.valueReference for v in fmu.description.modelVariables if v.causality == "output" and v.type == "Float64"]
    original.enterInitializationMode(startTime=0.0)
    original.exitInitializationMode()
    original.doStep(0.0, 0.3)
    state = original.getFMUState()
    data = original.serializeFMUState(state)
    original.freeFMUState(state)
    original.doStep(0.3, 0.3)
    expected = list(original.getFloat64(outputs))
    original.freeInstance()
    other = slave(fmu)
    state = other.deserializeFMUState(data)
    other.setFMUState(state)
    other.freeFMUState(state)
    other.doStep(0.3, 0.3)
    assert list(other.getFloat64(outputs)) == expected
    other.freeInstance()


if __name__ == "__main__":
    main()

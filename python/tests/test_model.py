"""Models: numbers are those of the FMU to the last bit, errors have their places."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from conftest import REPOSITORY, example

from multibody_fmu import FmuError, Mechanism, Model, ModelError, Result


def with_fmpy(path, result, names, tolerance):
    """The same run by FMPy: values at the same communication points."""
    fmpy = pytest.importorskip("fmpy")
    from fmpy.fmi2 import FMU2Slave

    description = fmpy.read_model_description(str(path))
    references = {v.name: v.valueReference for v in description.modelVariables}
    slave = FMU2Slave(
        guid=description.guid,
        unzipDirectory=fmpy.extract(str(path)),
        modelIdentifier=description.coSimulation.modelIdentifier,
        instanceName="x",
    )
    slave.instantiate()
    slave.setupExperiment(tolerance=tolerance, startTime=0.0, stopTime=float(result.time[-1]))
    slave.enterInitializationMode()
    slave.exitInitializationMode()
    rows = [slave.getReal([references[name] for name in names])]
    for begin, end in zip(result.time, result.time[1:]):
        slave.doStep(begin, end - begin)
        rows.append(slave.getReal([references[name] for name in names]))
    slave.terminate()
    slave.freeInstance()
    return np.array(rows)


def test_numbers_are_those_of_the_fmu(double_pendulum, tmp_path):
    result = double_pendulum.simulate(stop_time=2.0, tolerance=1e-8)
    names = [name for name in result if name != "time"]
    path = double_pendulum.build(tmp_path / "double_pendulum.fmu", expose="all")
    expected = with_fmpy(path, result, names, 1e-8)
    assert np.array_equal(np.column_stack([result[name] for name in names]), expected)


def test_steps_are_those_of_a_simulation(double_pendulum):
    result = double_pendulum.simulate(stop_time=1.0, set={"length": 0.6})
    names = [name for name in result if name != "time"]
    with double_pendulum.instantiate(set={"length": 0.6}, stop_time=1.0) as m:
        rows = [m.get(names)]
        for begin, end in zip(result.time, result.time[1:]):
            assert m.time == begin
            m.step_to(end)
            rows.append(m.get(names))
        assert m[names[0]] == rows[-1][0]
        m.reset({"length": 0.6})
        m.step_to(result.time[1])
        assert np.array_equal(m.get(names), rows[1])
    assert np.array_equal(np.array(rows), np.column_stack([result[name] for name in names]))


def test_snapshots_go_on_bit_for_bit(double_pendulum):
    names = double_pendulum.fmu.names("output")
    with double_pendulum.instantiate() as m, double_pendulum.instantiate() as other:
        m.step(0.3)
        snapshot, data = m.snapshot(), m.snapshot().to_bytes()
        m.step(0.2)
        expected = m.get(names)
        m.restore(snapshot)
        assert m.time == 0.3
        m.step(0.2)
        assert np.array_equal(m.get(names), expected)
        other.restore(data)
        other.step(0.2)
        assert np.array_equal(other.get(names), expected)
        with pytest.raises(FmuError, match="another instance"):
            other.restore(snapshot)


def test_inputs_move_the_model(pendulum):
    time = np.linspace(0.0, 2.0, 21)
    (name,) = pendulum.fmu.names("input")
    pushed = pendulum.simulate(2.0, inputs={"time": time, name: np.sin(time)})
    left_alone = pendulum.simulate(2.0)
    output = pendulum.fmu.names("output")[0]
    assert pushed[output][0] == left_alone[output][0]
    assert abs(pushed[output][-1] - left_alone[output][-1]) > 1e-3
    with pendulum.instantiate(set={name: 0.5}) as m:
        assert m[name] == 0.5
        m.step(0.1)
        assert m[name] == 0.5
        m[name] = -0.5
        m.step(0.1)


def test_problems_have_places(tmp_path):
    text = example("pendulum.toml").read_text()
    line = next(number for number, line in enumerate(text.splitlines(), 1) if "Joints.Revolute" in line)
    broken = tmp_path / "broken.toml"
    broken.write_text(text.replace("Joints.Revolute", "Joints.Revolut"))
    for action in (Model.load(broken).check, Model.load(broken).simulate, lambda: Model.load(broken).build(tmp_path / "x.fmu")):
        with pytest.raises(ModelError, match="Revolut") as found:
            action()
        assert (found.value.line, Path(found.value.file).name) == (line, "broken.toml")
    assert not (tmp_path / "x.fmu").exists()
    with pytest.raises(FileNotFoundError):
        Model.load(tmp_path / "absent.toml")


def test_wrong_names_and_values_are_refused(pendulum):
    for call, expected in [
        (lambda: pendulum.simulate(set={"dampin": 1}), "did you mean \"damping\""),
        (lambda: pendulum.simulate(variables=["no.such"]), "no.such"),
        (lambda: pendulum.simulate(stop_time=-1.0), "stop"),
        (lambda: pendulum.instantiate(set={"dampin": 1}), "did you mean 'damping'"),
        (lambda: pendulum.instantiate(set={"damping": "much"}), "a number in"),
        (lambda: pendulum.simulate(inputs={"tau": [1, 2]}), "time"),
    ]:
        with pytest.raises(FmuError, match=expected):
            call()
    m = pendulum.instantiate()
    m.close()
    with pytest.raises(FmuError, match="closed"):
        m.step(0.1)


def test_dictionaries_and_mechanisms_are_models():
    mechanism = Mechanism("Fall", stop_time=1.0, tolerance=1e-10)
    world = mechanism.add("world", "World", g=10.0)
    body = mechanism.add("body", "Parts.Body", m=np.float64(2.0), r_CM=np.zeros(3), r_0={"start": [0, 3, 0], "fixed": True})
    mechanism.add("start", "Parts.Fixed")
    mechanism.output("height", body["frame_a.r_0[2]"])
    assert (str(world), world.frame_b) == ("world", "world.frame_b")
    del mechanism.to_dict()["components"]["start"]
    result = mechanism.model().simulate(step_size=0.5)
    # Free fall.
    assert np.allclose(result["height"], 3.0 - 5.0 * result.time**2, atol=1e-12)
    assert np.array_equal(Model.from_dict(mechanism.to_dict()).simulate(step_size=0.5)["height"], result["height"])
    with pytest.raises(ValueError, match="already"):
        mechanism.add("body", "Parts.Body")


def test_results_keep_every_bit_and_can_be_shown(pendulum, tmp_path):
    result = pendulum.simulate(0.5)
    result.to_csv(tmp_path / "r.csv")
    again = Result.read_csv(tmp_path / "r.csv")
    assert all(np.array_equal(result[name], again[name]) for name in result) and result.units == again.units
    assert result._repr_html_().startswith("<svg") and "srcdoc" in pendulum._repr_html_()
    pandas = pytest.importorskip("pandas")
    assert isinstance(result.to_pandas(), pandas.DataFrame) and result.to_pandas().index.name == "time"
    pytest.importorskip("pyarrow")
    assert result.to_arrow().column_names == list(result)


def test_the_command_line_comes_along(tmp_path):
    command = [sys.executable, "-m", "multibody_fmu"]
    subprocess.run([*command, "build", example("pendulum.toml")], cwd=tmp_path, check=True, capture_output=True)
    assert (tmp_path / "pendulum.fmu").is_file()
    wrong = subprocess.run([*command, "simulate", "nope.fmu"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert wrong.returncode == 1 and "nope.fmu" in wrong.stderr


def test_the_example_of_the_readme_runs(tmp_path):
    text = (REPOSITORY / "python/README.md").read_text()
    code = text.split("```python\n")[1].split("```")[0]
    ran = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=False, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert (tmp_path / "pendulum.fmu").is_file() and ran.stdout.startswith("1\n")

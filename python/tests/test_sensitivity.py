"""Sensitivities against closed forms and differences."""

import numpy as np
import pytest
from conftest import REPOSITORY

from multibody_fmu import FmuError, Mechanism, sensitivities


def oscillator():
    m = Mechanism("Oscillator", tolerance=1e-10, stop_time=2.0)
    m.parameter("c", 20.0, "N/m").parameter("d", 0.5, "N.s/m")
    mass = m.add("mass", "Translational.Components.Mass", m=1, s={"start": 0.1, "fixed": True}, v={"start": 0, "fixed": True})
    spring = m.add("spring", "Translational.Components.SpringDamper", c="c", d="d", s_rel0=0)
    ground = m.add("ground", "Translational.Components.Fixed")
    m.connect(ground.flange, spring.flange_a).connect(spring.flange_b, mass.flange_a).output("s", mass["s"])
    return m.model()


def closed_form(time, c=20.0, d=0.5, s0=0.1):
    """The damped oscillation of a mass of 1 kg."""
    a, w = d / 2, np.sqrt(c - d * d / 4)
    return s0 * np.exp(-a * time) * (np.cos(w * time) + a / w * np.sin(w * time))


def test_an_oscillator_has_those_of_its_closed_form():
    model, errors = oscillator(), []
    for points in (401, 801):
        time = np.linspace(0.0, 2.0, points)
        found = sensitivities(model, ["c", "d", "mass.s"], ["s"], time=time)
        assert np.abs(found.values[:, 0] - closed_form(time)).max() < 1e-8
        h = 1e-4
        expected = [
            (closed_form(time, c=20 + h) - closed_form(time, c=20 - h)) / (2 * h),
            (closed_form(time, d=0.5 + h) - closed_form(time, d=0.5 - h)) / (2 * h),
            closed_form(time, s0=1.0),
        ]
        scale = np.abs(expected).max(axis=1)
        errors.append(np.abs(found.derivatives[:, 0, :].T - expected).max(axis=1) / scale)
    # Of second order: halving the distances quarters the error.
    assert (errors[1] < 5e-4).all(), errors
    assert (errors[1] < 0.3 * errors[0]).all(), errors


def test_what_has_no_derivatives_is_refused(double_pendulum):
    with pytest.raises(FmuError, match="'length' is fixed"):
        sensitivities(double_pendulum, ["length"], time=[0, 1])
    with pytest.raises(FmuError, match="ascending"):
        sensitivities(double_pendulum, [], time=[1, 0])


@pytest.mark.parametrize("name", ["calibrate_damping.py", "tune_damper.py"])
def test_the_examples_run(name, capsys):
    pytest.importorskip("scipy")
    import runpy

    found = runpy.run_path(str(REPOSITORY / "examples/python" / name), run_name="__main__")
    assert found["found"].success, capsys.readouterr().out

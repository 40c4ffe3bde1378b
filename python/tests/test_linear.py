"""Linear systems against independent models, and regulators designed with them."""

import runpy

import numpy as np
import pytest
from conftest import REPOSITORY, example
from independent import cross_matrix, stewart_platform, wishbone

from multibody_fmu import FmuError, Model

REST, START, MOTION = None, 0.0, 0.06


def compare(system, found, kinematics):
    """All four matrices, the accelerations and the outputs; ``kinematics``: rates of the coordinates by the coordinates."""
    by_state, by_input, c, d, rates, outputs = found
    n = len(rates)
    a = np.block([[kinematics, np.eye(n)], [by_state]])
    b = np.vstack([np.zeros((n, by_input.shape[1])), by_input])
    assert np.abs(system.data["f0"][n:] - rates).max() < 1e-9 * max(1, np.abs(rates).max())
    assert np.abs(system.data["y0"] - outputs).max() < 1e-9 * max(1, np.abs(outputs).max())
    for name, expected in {"A": a, "B": b, "C": c, "D": d}.items():
        error = np.abs(getattr(system, name) - expected) / np.maximum(np.abs(expected), 1)
        assert error.max() < 1e-9, (name, error.max(), np.unravel_index(error.argmax(), error.shape))


@pytest.mark.parametrize("at", [REST, START, MOTION])
def test_the_wishbone_agrees_with_a_model_of_four_bodies(at):
    forces = {"road.force[1]": 300.0, "road.force[2]": -200.0, "road.force[3]": 900.0, "steering.f": 500.0}
    plant = Model.load(example("wishbone.toml"))
    values = plant.trim(set=forces).values if at is REST else {"lower_joint.w": 2.0, "rack.v": -0.5}
    system = plant.linearize(at, set={**values, **forces})
    assert system.states == ["lower_joint.phi", "rack.s", "lower_joint.w", "rack.v"]
    assert system.inputs == list(forces)
    mechanism, start = wishbone()
    x = np.array(system.data["x0"])
    assert np.abs(x[2:]).max() < 1e-12 if at is REST else np.abs(x[2:]).min() > 0.05
    state = mechanism.at(start, x[:2], x[2:])
    compare(system, mechanism.linear(state, list(forces.values())), np.zeros((2, 2)))


@pytest.mark.parametrize("at", [REST, START, MOTION])
def test_the_platform_agrees_with_a_model_of_one_body(at):
    pushes = {f"actuator{k}.f": force for k, force in zip(range(1, 7), (100.0, -60.0, 40.0, 90.0, -30.0, 20.0))}
    plant = Model.load(example("stewart_platform.toml"))
    speeds = dict(zip((f"platform.v_0[{k}]" for k in (1, 2, 3)), (0.4, -0.3, 0.2)))
    values = plant.trim(set=pushes).values if at is REST else speeds
    system, full = (plant.linearize(at, minimal=minimal, set={**values, **pushes}) for minimal in (True, False))
    mechanism, state_at = stewart_platform()
    values = dict(zip(full.states, full.data["x0"]))
    w = np.array([values[f"platform.w_a[{k}]"] for k in (1, 2, 3)])
    assert at is not MOTION or np.abs(w).min() > 0.05
    kinematics = np.zeros((6, 6))
    kinematics[3:, 3:] = -cross_matrix(w)
    assert system.inputs == list(pushes)
    compare(system, mechanism.linear(state_at(values), list(pushes.values())), kinematics)

WHEEL = """
name = "Wheel"
connections = [["wheel.frame_a", "disc.frame_a"], ["drive.frame_b", "disc.frame_a"]]
[components.world]
class = "World"
n = [0, 0, -1]
[components.wheel]
class = "Joints.RollingWheel"
radius = 0.3
x = { start = 0, fixed = true }
y = { start = 0, fixed = true }
angles = { start = [0, 0, 0.1], fixed = true }
der_angles = { start = [0.3, 5, 0], fixed = true }
[components.disc]
class = "Parts.Body"
m = 2.0
r_CM = [0, 0, 0]
I_11 = 0.05
I_22 = 0.09
I_33 = 0.05
[components.drive]
class = "Forces.WorldTorque"
"""


@pytest.fixture(scope="session")
def lqr_example():
    pytest.importorskip("scipy")
    return runpy.run_path(str(REPOSITORY / "examples/python/lqr_cart_pole.py"))


@pytest.mark.parametrize("name", ["cart_pole", "four_bar", "wishbone", "stewart_platform", "quadrotor", "wheel"])
def test_regulators_can_be_designed_for_independent_states(name, lqr_example):
    linalg, control = pytest.importorskip("scipy.linalg"), pytest.importorskip("control")
    texts = {"cart_pole": lqr_example["plant"], "wheel": Model.from_toml(WHEEL)}
    plant = texts.get(name) or Model.load(example(f"{name}.toml"))
    free = {"four_bar": ["motor.tau"], "quadrotor": ["thrust"]}.get(name, [])
    rest = plant.trim(free=free)
    at_rest, moving = plant.linearize(set=rest.values), plant.linearize(0.2)
    # The start values of a wheel cannot be set.
    assert rest.largest_rate < 1e-12 and (np.abs(at_rest.data["f0"]).max() < 1e-12 or "wheel.der_angles[2]" in rest.not_settable)
    # No small torques bring a wheel at rest to another place with the same angle.
    for system in (moving,) if name == "wheel" else (at_rest, moving):
        n, m = system.B.shape
        cost = linalg.solve_continuous_are(system.A, system.B, np.eye(n), np.eye(m))
        gain, *_ = control.lqr(system.to_control(), np.eye(n), np.eye(m))
        assert np.abs(gain - system.B.T @ cost).max() < 1e-9 * np.abs(gain).max()
        assert linalg.eigvals(system.A - system.B @ gain).real.max() < 0
    full = plant.linearize(0.2, minimal=False)
    assert full.A.shape[0] > n or name == "cart_pole"
    values = [value for mode in plant.modes(0.2) for value in {mode.eigenvalue, mode.eigenvalue.conjugate()}]
    rest = [value for value in linalg.eigvals(moving.A) if min(abs(value - v) for v in values) > 1e-6 * max(abs(value), 1)]
    # Several eigenvalues of zero are split by rounding there.
    assert all(abs(value) < 1e-3 for value in rest)


def test_linear_systems_are_exact(double_pendulum, pendulum):
    system = pendulum.linearize(set={"rev.phi": 0.0, "damping": 0.0})
    assert system.A.shape == (2, 2) and system.B.shape[1] == len(system.inputs) == 1
    with double_pendulum.instantiate() as m:
        m.initialize()
        full = double_pendulum.linearize()
        derivatives = [signal["name"] for signal in full.data["derivatives"]]
        for column, state in enumerate(full.states):
            assert np.array_equal(m.directional_derivative(derivatives, [state], [1.0]), full.A[:, column])


def test_files_of_linear_systems_are_read_by_numpy_and_scipy(pendulum, tmp_path):
    io = pytest.importorskip("scipy.io")
    from multibody_fmu._native import run

    system = pendulum.linearize()
    for name in ("linear.npz", "linear.mat"):
        assert run("linearize", pendulum.path, "-o", tmp_path / name, "--quiet").code == 0
    arrays, matlab = np.load(tmp_path / "linear.npz"), io.loadmat(tmp_path / "linear.mat")
    for matrix in "ABCD":
        assert np.array_equal(arrays[matrix], getattr(system, matrix))
        assert np.array_equal(matlab[matrix], getattr(system, matrix))
    assert list(arrays["states"]) == system.states and list(arrays["inputs_units"]) == ["N.m"]


def test_operating_points_are_at_rest(pendulum):
    found = pendulum.trim(free={"tau": (0, 10)}, want={"angle": 0.3})
    with pendulum.instantiate(set=found.values) as m:
        m.initialize()
        assert abs(m["der(rev.w)"]) < 1e-12 and m["angle"] == found.values["rev.phi"]
    with pytest.raises(FmuError, match="left over"):
        pendulum.trim(free={"tau": (-1, 1)}, want={"angle": 0.3})


def test_a_pole_is_balanced(lqr_example):
    assert np.abs(lqr_example["left"]).max() < 1e-2


def test_systems_of_python_control_have_the_names():
    control = pytest.importorskip("control")
    plant = Model.load(example("wishbone.toml"))
    system = plant.linearize()
    space = system.to_control()
    assert space.state_labels == ["lower_joint_phi", "rack_s", "lower_joint_w", "rack_v"]
    assert space.input_labels[2] == "road_force_3" and np.array_equal(space.A, system.A)
    gain, *_ = control.lqr(space, np.eye(4), np.eye(4))
    assert np.linalg.eigvals(system.A - system.B @ gain).real.max() < 0

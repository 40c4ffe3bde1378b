"""Finds the damping of a pendulum's joint that brings it to rest best: the least integral of the square of its
angle to the vertical over 10 s.

The gradient is exact but for the trapezoidal rule that integrates the variational equation between the points (see docs/python.md).
"""

from pathlib import Path

import numpy as np
from scipy.integrate import trapezoid
from scipy.optimize import minimize

from multibody_fmu import Model, sensitivities

model = Model.load(Path(__file__).parent.parent / "pendulum.toml")
time = np.linspace(0.0, 10.0, 1001)


def cost_and_gradient(x):
    run = sensitivities(model, ["damping"], ["rev.phi"], time=time, set={"damping": x[0]}, tolerance=1e-8)
    # Zero is horizontal.
    angle, derivative = run.values[:, 0] + np.pi / 2, run.derivatives[:, 0, 0]
    return trapezoid(angle**2, time), np.array([trapezoid(2 * angle * derivative, time)])


found = minimize(cost_and_gradient, x0=[0.5], jac=True, bounds=[(0.0, 50.0)], method="L-BFGS-B")
print(f"damping {found.x[0]:.4f} N.m.s/rad, cost {found.fun:.6f}, {found.nfev} runs")

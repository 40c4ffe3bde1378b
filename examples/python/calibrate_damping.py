"""Fits the damping of a pendulum's joint, and the angle that it started from, to a measured curve.

``pendulum_measured.csv`` was made with damping 0.13 N.m.s/rad, a start at 0.6 rad and noise of 2 mrad. scipy's least squares gets exact
Jacobians at the measured times (see docs/python.md), instead of a run for each parameter and step.
"""

from pathlib import Path

import numpy as np
from scipy.optimize import least_squares

from multibody_fmu import Model, Result, sensitivities

here = Path(__file__).parent
measured = Result.read_csv(here / "pendulum_measured.csv")
model = Model.load(here.parent / "pendulum.toml")
names = ["damping", "rev.phi"]


def run(parameters):
    return sensitivities(model, names, ["rev.phi"], time=measured.time, set=dict(zip(names, parameters)), tolerance=1e-8)


def residuals(parameters):
    return run(parameters).values[:, 0] - measured["angle"]


def jacobian(parameters):
    return run(parameters).derivatives[:, 0, :]


found = least_squares(residuals, x0=[0.05, 0.4], jac=jacobian)
deviation = np.sqrt(found.fun @ found.fun / (len(found.fun) - 2))
errors = deviation * np.sqrt(np.diag(np.linalg.inv(found.jac.T @ found.jac)))
for name, value, error in zip(names, found.x, errors):
    print(f"{name} = {value:.5f} +- {error:.5f}")
print(f"{found.nfev} runs, residual {deviation * 1e3:.2f} mrad")
assert abs(found.x[0] - 0.13) < 4 * errors[0] and abs(found.x[1] - 0.6) < 4 * errors[1]

"""Balances a pole on a cart: the linear system at rest, a linear-quadratic regulator for it, and the FMU with the regulator, sampled at 100 Hz.
"""

import numpy as np
from scipy.linalg import expm, solve_discrete_are

from multibody_fmu import Model

PLANT = """
connections = [
  ["world.frame_b", "slide.frame_a"], ["slide.frame_b", "cart.frame_a"], ["slide.frame_b", "hinge.frame_a"],
  ["hinge.frame_b", "pole.frame_a"], ["drive.flange", "slide.axis"],
]
[components.world]
class = "World"
[components.slide]
class = "Joints.Prismatic"
useAxisFlange = true
s = { start = 0, fixed = true }
v = { start = 0, fixed = true }
[components.hinge]
class = "Joints.Revolute"
phi = { start = 0.2, fixed = true }
w = { start = 0, fixed = true }
[components.cart]
class = "Parts.Body"
m = 2.0
r_CM = [0, 0, 0]
[components.pole]
class = "Parts.Body"
m = 0.3
r_CM = [0, 0.4, 0]
I_11 = 0.02
I_33 = 0.02
[components.drive]
class = "Translational.Sources.Force"
[inputs]
push = "drive.f"
[outputs]
position = "slide.s"
angle = "hinge.phi"
"""
PERIOD = 0.01

plant = Model.from_toml("name = \"CartPole\"\n" + PLANT, name="CartPole")
upright = plant.trim(free=["push"])
system = plant.linearize(trim={"free": ["push"]})
n = len(system.states)

# Sampled, with an input that is held.
block = np.zeros((n + 1, n + 1))
block[:n, :n], block[:n, n:] = system.A, system.B
held = expm(block * PERIOD)
a, b = held[:n, :n], held[:n, n:]
weights, price = np.diag([10.0, 10.0, 1.0, 1.0]), np.array([[0.1]])
cost = solve_discrete_are(a, b, weights, price)
gain = np.linalg.solve(price + b.T @ cost @ b, b.T @ cost @ a)

target = np.array([upright.values[state] for state in system.states])
with plant.instantiate() as m:
    for _ in range(round(6.0 / PERIOD)):
        m["push"] = float(upright.values["push"] - (gain @ (m.get(system.states) - target))[0])
        m.step(PERIOD)
    left = m.get(system.states) - target
print(f"gain {np.round(gain[0], 3)}, largest deviation after 6 s: {np.abs(left).max():.1e}")

"""Controllers in the model file against the same controllers in Python."""

import numpy as np

from multibody_fmu import Model

PLANT = """
name = "Servo"
connections = [["motor.flange", "rotor.flange_a"], ["u", "motor.tau"], ["rotor.flange_b", "spring.flange_a"], ["spring.flange_b", "wall.flange"]]
[parameters]
Ts = "1 ms"
kp = 2.0
ki = 5.0
kd = 0.05
largest = 3.0
[inputs]
reference = { start = 1.0, unit = "rad" }
[variables]
e = { sample = "Ts", value = "reference - rotor.phi" }
d = { sample = "Ts", value = "0.8*pre(d) + 0.2*(e - pre(e))/Ts" }
i = { sample = "Ts", value = "if abs(pre(u)) >= largest then pre(i) else pre(i) + ki*Ts*e", start = 0.25 }
u = { sample = "Ts", value = "min(max(kp*e + i + kd*d, -largest), largest)" }
[components]
motor = { class = "Rotational.Sources.Torque" }
rotor = { class = "Rotational.Components.Inertia", J = 0.3, phi = { start = 0, fixed = true }, w = { start = 0, fixed = true } }
spring = { class = "Rotational.Components.SpringDamper", c = 4, d = 0.2 }
wall = { class = "Rotational.Components.Fixed" }
"""


def test_a_discrete_pid_controller_is_the_same_in_python():
    period, kp, ki, kd, largest = 1e-3, 2.0, 5.0, 0.05, 3.0
    e = d = u = 0.0
    i = 0.25
    torques = []
    with Model.from_toml(PLANT, name="Servo").instantiate() as m:
        for k in range(3000):
            m["reference"] = reference = 1.0 + 0.5 * np.sign(np.sin(0.01 * k))
            m.step(period)
            before, e = e, reference - m["rotor.phi"]
            if k == 0:
                # The sample at the start.
                e0 = 1.0
                d, i = 0.8 * 0.0 + 0.2 * (e0 - 0.0) / period, i + ki * period * e0
                u, before = min(max(kp * e0 + i + kd * d, -largest), largest), e0
            d = 0.8 * d + 0.2 * (e - before) / period
            i = i if abs(u) >= largest else i + ki * period * e
            u = min(max(kp * e + i + kd * d, -largest), largest)
            assert (m["e"], m["d"], m["i"], m["u"]) == (e, d, i, u)
            torques.append(u)
    assert max(torques) == largest and min(torques) < 0

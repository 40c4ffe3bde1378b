"""FMPy reads an SSP by the schemas of the standard and simulates it.

fmpy_ssp.py SSP
"""

import sys

from fmpy.ssp.simulation import simulate_ssp
from fmpy.ssp.ssd import read_ssd

STEP, STOP, TARGET = 0.01, 3.0, 1.0
STIFFNESS, DAMPING, LOAD = 400.0, 80.0, 2.0
# Body about its end, load at the tip.
INERTIA = 0.25 + 4.0 * 0.4**2 + LOAD * 0.8**2 + 0.001


def main() -> None:
    ssp = sys.argv[1]
    description = read_ssd(ssp)
    assert [unit.name for unit in description.units] == ["rad", "rad/s", "N.m"], description.units
    [binding] = description.system.parameterBindings
    [values] = binding.parameterValues
    result = simulate_ssp(
        ssp, stop_time=STOP, step_size=STEP, parameter_set=values, input={"target": lambda time: TARGET}
    )
    # FMPy passes values on after all have made a step, and begins with zeros.
    angle, speed, torque = 0.0, 0.0, 0.0
    reached, rate, aim = 0.0, 0.0, 0.0
    for row in result:
        acceleration = torque / INERTIA
        angle, speed = angle + STEP * speed + STEP**2 / 2 * acceleration, speed + STEP * acceleration
        torque = STIFFNESS * (aim - reached) - DAMPING * rate
        reached, rate, aim = angle, speed, TARGET
        assert abs(row["plant.angle"] - angle) < 1e-9, (row["time"], row["plant.angle"], angle)
        assert abs(row["controller.torque"] - torque) < 1e-7, (row["time"], row["controller.torque"], torque)
        assert row["angle"] == row["plant.angle"]
    assert abs(angle - TARGET) < 1e-3, angle


if __name__ == "__main__":
    main()

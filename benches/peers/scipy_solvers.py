"""SciPy's solvers on the derivatives that an FMU gives (FMI 2.0, model exchange).

scipy_solvers.py LIBRARY RESOURCES GUID STATES END TOLERANCE...

For each solver and tolerance a line: name, tolerance, evaluations, seconds, final states.
"""

import ctypes
import sys
import time

import numpy as np
from scipy.integrate import solve_ivp

MODEL_EXCHANGE = 0
SOLVERS = ["RK45", "DOP853", "Radau", "LSODA"]


class Model:
    """The equations of an FMU as a function of time and state."""

    def __init__(self, library, resources, guid, states):
        self.library = ctypes.CDLL(library)
        self.library.fmi2Instantiate.restype = ctypes.c_void_p
        callbacks = (ctypes.c_void_p * 5)()
        arguments = [b"scipy", MODEL_EXCHANGE, guid.encode(), resources.encode(), callbacks, 0, 0]
        self.component = ctypes.c_void_p(self.library.fmi2Instantiate(*arguments))
        assert self.component.value, "fmi2Instantiate"
        zero = ctypes.c_double(0.0)
        self.call("SetupExperiment", 0, zero, zero, 0, zero)
        self.call("EnterInitializationMode")
        self.call("ExitInitializationMode")
        # Five flags and a time.
        events = (ctypes.c_int * 8)()
        self.call("NewDiscreteStates", events)
        self.call("EnterContinuousTimeMode")
        self.size = ctypes.c_size_t(states)
        self.start = np.empty(states)
        self.call("GetContinuousStates", self.pointer(self.start), self.size)
        self.evaluations = 0

    @staticmethod
    def pointer(array):
        return array.ctypes.data_as(ctypes.c_void_p)

    def call(self, name, *arguments):
        status = getattr(self.library, "fmi2" + name)(self.component, *arguments)
        assert status in (0, 1), f"fmi2{name}: {status}"

    def derivatives(self, t, x):
        self.evaluations += 1
        x = np.ascontiguousarray(x)
        dx = np.empty_like(x)
        self.call("SetTime", ctypes.c_double(t))
        self.call("SetContinuousStates", self.pointer(x), self.size)
        self.call("GetDerivatives", self.pointer(dx), self.size)
        return dx


def main():
    library, resources, guid, states, end = sys.argv[1:6]
    model = Model(library, resources, guid, int(states))
    for tolerance in map(float, sys.argv[6:]):
        for solver in SOLVERS:
            model.evaluations = 0
            begin = time.thread_time()
            solution = solve_ivp(
                model.derivatives, (0.0, float(end)), model.start, method=solver, rtol=tolerance, atol=tolerance
            )
            seconds = time.thread_time() - begin
            assert solution.success, f"{solver}: {solution.message}"
            numbers = [tolerance, model.evaluations, seconds, *solution.y[:, -1]]
            print(solver, *(repr(float(number)) for number in numbers), flush=True)


main()

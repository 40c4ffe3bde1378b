"""How a run changes with parameters."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence

import numpy as np

from ._errors import FmuError
from ._instance import Instance
from ._model import Model, Value


class Sensitivities(NamedTuple):
    """A run with its derivatives: ``values[i, k]`` is output k at ``time[i]``, ``derivatives[i, k, j]`` its derivative by parameter j."""

    time: "np.ndarray[Any, Any]"
    values: "np.ndarray[Any, Any]"
    derivatives: "np.ndarray[Any, Any]"


def sensitivities(
    model: Model,
    parameters: Sequence[str],
    outputs: Optional[Sequence[str]] = None,
    *,
    time: Sequence[float],
    set: Optional[Mapping[str, Value]] = None,
    tolerance: Optional[float] = None,
) -> Sensitivities:
    """Runs a model over ascending times and integrates the variational equation ``dS/dt = A S + df/dp`` beside it.

    A = df/dx, df/dp, dy/dx and dy/dp are directional derivatives of the FMU, exact to rounding, at the given times; S starts with the
    derivatives of the initial state, which initialization mode gives. Between two times the trapezoidal rule is used (implicit, of second
    order): halving the distances quarters the error. Smooth models only: events between two times are not differentiated, and neither are
    inputs. Parameters have to be tunable, or start values of states; others are refused by name.
    """
    times = np.asarray(time, dtype=float)
    if times.ndim != 1 or len(times) < 2 or not (np.diff(times) > 0).all():
        raise FmuError("time: two ascending numbers or more are expected")
    names = list(outputs if outputs is not None else model.fmu.names("output"))
    states, rates = model.fmu.states()
    tunable = [name for name in parameters if model.fmu.variable(name).variability == "tunable"]
    for name in parameters:
        variable = model.fmu.variable(name)
        if variable.causality == "parameter" and name not in tunable:
            raise FmuError(f"{name!r} is fixed once the model has started, and the FMU knows no derivatives by it; tunable parameters have them")
    start: Dict[str, Any] = {}

    def at_start(instance: Instance) -> None:
        start["S"] = _jacobian(instance, states, list(parameters))

    with model.instantiate(start_time=float(times[0]), stop_time=float(times[-1]), tolerance=tolerance, set=set) as m:
        m.initialize(inside=at_start)
        s, values, derivatives = start["S"], [], []
        jacobians: Any = None
        for index, now in enumerate(times):
            m.step_to(float(now))
            before, jacobians = jacobians, _jacobians(m, states, rates, names, list(parameters), tunable)
            if before is not None:
                s = _trapezoid(s, before, jacobians, now - times[index - 1])
            _a, _f, c, d = jacobians
            values.append(m.get(names))
            derivatives.append(c @ s + d)
    return Sensitivities(times, np.array(values), np.array(derivatives))


def _trapezoid(s: Any, before: Any, after: Any, step: float) -> Any:
    """S at the end of a step."""
    (a0, f0, *_), (a1, f1, *_) = before, after
    known = s + 0.5 * step * (a0 @ s + f0 + f1)
    return np.linalg.solve(np.eye(len(a1)) - 0.5 * step * a1, known)


def _jacobians(m: Instance, states: List[str], rates: List[str], outputs: List[str], parameters: List[str], tunable: List[str]) -> Any:
    """df/dx, df/dp, dy/dx, dy/dp here. What is no tunable parameter acts by the initial state alone."""
    unknowns = [*rates, *outputs]
    by_state = _jacobian(m, unknowns, states)
    by_parameter = np.zeros((len(unknowns), len(parameters)))
    for column, name in enumerate(parameters):
        if name in tunable:
            by_parameter[:, column] = m.directional_derivative(unknowns, [name], [1.0])
    count = len(rates)
    return by_state[:count], by_parameter[:count], by_state[count:], by_parameter[count:]


def _jacobian(m: Instance, unknowns: List[str], knowns: List[str]) -> Any:
    columns = [m.directional_derivative(unknowns, [name], [1.0]) for name in knowns]
    return np.column_stack(columns) if columns else np.zeros((len(unknowns), 0))

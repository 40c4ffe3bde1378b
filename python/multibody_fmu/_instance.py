"""A running FMU that is stepped from Python."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_double, c_size_t, c_uint, c_void_p
from types import TracebackType
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Type, Union

import numpy as np

from ._errors import FmuError
from ._fmu import Fmu, Variable

_STATUS = {1: "Warning", 2: "Discard", 3: "Error", 4: "Fatal", 5: "Pending"}
_FATAL = 4

Value = Union[float, int, bool, str]


class Snapshot:
    """The state of an instance at a time, to go back to. It belongs to the instance that made it; its bytes to every one of the same FMU."""

    def __init__(self, instance: "Instance", pointer: c_void_p, time: float) -> None:
        self._instance, self._pointer, self.time = instance, pointer, time

    def to_bytes(self) -> bytes:
        """The snapshot as bytes, for files and other processes."""
        size = c_size_t()
        self._instance._call("SerializedFMUstateSize", self._pointer, byref(size))
        buffer = ctypes.create_string_buffer(size.value)
        self._instance._call("SerializeFMUstate", self._pointer, buffer, size)
        return np.float64(self.time).tobytes() + buffer.raw

    def __del__(self) -> None:
        self._instance._free(self._pointer)


class Instance:
    """An instance of an FMU. Parameters and start values are set before the first step, which ends the initialization; reading a
    variable that the model calculates ends it, too. Inputs and tunable parameters can be set at any time.

    >>> with model.instantiate() as m:      # doctest: +SKIP
    ...     m.set(mass=2.0)
    ...     m.step(0.01)
    ...     m["bob.r_0[2]"]
    """

    def __init__(
        self,
        fmu: Fmu,
        *,
        start_time: float = 0.0,
        stop_time: Optional[float] = None,
        tolerance: Optional[float] = None,
        set: Optional[Mapping[str, Value]] = None,
    ) -> None:
        self.fmu = fmu
        self._messages: List[str] = []
        self._component, self._kept = fmu.api.instantiate(
            fmu.name.encode(), fmu.guid.encode(), fmu.resources.encode(), self._messages
        )
        if not self._component:
            raise FmuError(f"{fmu.api.prefix}Instantiate failed: " + "; ".join(self._messages))
        self._experiment = (tolerance if tolerance is not None else fmu.experiment.get("tolerance"), start_time, stop_time)
        self._references: Dict[str, Any] = {}
        self._begin(set)

    def _begin(self, values: Optional[Mapping[str, Value]]) -> None:
        tolerance, start, stop = self._experiment
        self.time = start
        self._initialized = False
        self.terminated = False
        self._inputs: Dict[str, Value] = {}
        self._call("SetupExperiment", tolerance is not None, tolerance or 0.0, start, stop is not None, stop or 0.0)
        self.set(values or {})

    def initialize(self, inside: Optional[Callable[["Instance"], None]] = None) -> None:
        """Finds the initial state. The first step does it where it has not been done. ``inside`` is called in initialization mode, where
        directional derivatives tell how the initial state changes with parameters and start values."""
        if self._initialized:
            return
        self._call("EnterInitializationMode")
        for name, value in self._inputs.items():
            self._write(self.fmu.variable(name), value)
        self._initialized = True
        if inside is not None:
            inside(self)
        self._call("ExitInitializationMode")

    def set(self, values: Optional[Mapping[str, Value]] = None, **named: Value) -> None:
        """Sets variables: ``m.set({"body.m": 2})``, ``m.set(mass=2)``. Values are in SI units; Booleans and literals of enumerations
        are understood."""
        for name, value in {**(values or {}), **named}.items():
            variable = self.fmu.variable(name)
            if variable.causality == "input" and not self._initialized:
                self._number(variable, value)
                self._inputs[name] = value
            else:
                self._write(variable, value)

    def __setitem__(self, name: str, value: Value) -> None:
        self.set({name: value})

    def __getitem__(self, name: str) -> Any:
        return self._read(self.fmu.variable(name))

    def get(self, names: Sequence[str]) -> "np.ndarray[Any, Any]":
        """Values of real variables, in one call."""
        references, values = self._buffers(tuple(names))
        self._ready(self.fmu.variable(name) for name in names)
        self._call("GetReal", references, len(names), values)
        return np.array(values)

    def set_real(self, names: Sequence[str], values: Sequence[float]) -> None:
        """Sets real variables, in one call; after the initialization."""
        references, buffer = self._buffers(tuple(names))
        buffer[:] = [float(value) for value in values]
        self._call("SetReal", references, len(names), buffer)

    def step(self, size: float) -> float:
        """Goes on by ``size``, s; the time that is reached. A model that ends the simulation sets ``terminated``."""
        self.initialize()
        if self.terminated:
            raise FmuError(f"the model has ended the simulation at {self.time} s")
        status, self.terminated = self.fmu.api.step(self._alive(), self.time, size)
        self._check("DoStep", status)
        if self.terminated:
            return self.time
        self.time += size
        return self.time

    def step_to(self, time: float) -> float:
        """Goes on to a time, s."""
        self.initialize()
        if time > self.time:
            self.step(time - self.time)
            self.time = self.time if self.terminated else time
        return self.time

    def reset(self, set: Optional[Mapping[str, Value]] = None) -> None:
        """Back to the beginning, with the parameters and start values of the FMU and those of ``set``; the run that follows is that of a
        new instance, bit for bit."""
        self._call("Reset")
        self._begin(set)

    def snapshot(self) -> Snapshot:
        """The state as it is, to be restored any number of times."""
        self.initialize()
        pointer = c_void_p()
        self._call("GetFMUstate", byref(pointer))
        return Snapshot(self, pointer, self.time)

    def restore(self, snapshot: Union[Snapshot, bytes]) -> None:
        """Back, or forth, to a snapshot of this instance, or the bytes of one of any instance of this FMU."""
        self.initialize()
        if isinstance(snapshot, bytes):
            pointer, data = c_void_p(), snapshot[8:]
            self._call("DeSerializeFMUstate", data, len(data), byref(pointer))
            snapshot = Snapshot(self, pointer, float(np.frombuffer(snapshot[:8])[0]))
        elif snapshot._instance is not self:
            raise FmuError("the snapshot is of another instance; use its bytes")
        self._call("SetFMUstate", snapshot._pointer)
        self.time, self.terminated = snapshot.time, False

    def directional_derivative(self, unknowns: Sequence[str], knowns: Sequence[str], seed: Sequence[float]) -> "np.ndarray[Any, Any]":
        """How the unknowns (derivatives, outputs) change with the knowns (states, inputs, parameters) in the direction of ``seed``; exact."""
        self.initialize()
        of = self._array(self.fmu.variable(name).reference for name in unknowns)
        by = self._array(self.fmu.variable(name).reference for name in knowns)
        values = (c_double * len(of))()
        direction = (c_double * len(by))(*[float(value) for value in seed])
        self._call("GetDirectionalDerivative", of, len(of), by, len(by), direction, values)
        return np.array(values)

    def close(self) -> None:
        """Frees the instance; using it afterwards is an error."""
        component, self._component = self._component, None
        if component:
            self.fmu.api.free(component)

    def __enter__(self) -> "Instance":
        return self

    def __exit__(self, _type: Optional[Type[BaseException]], _error: Optional[BaseException], _trace: Optional[TracebackType]) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_component", None):
            self.close()

    def _alive(self) -> int:
        if not self._component:
            raise FmuError("the instance is closed")
        return self._component

    def _call(self, function: str, *arguments: Any) -> None:
        self._check(function, self.fmu.api.call(function, self._alive(), *arguments))

    def _check(self, function: str, status: int) -> None:
        if status <= 1:
            return
        messages, reason = "; ".join(self._messages), _STATUS.get(status, str(status))
        self._messages.clear()
        if status == _FATAL:
            # Nothing may be called any more.
            self._component = None
        prefix = self.fmu.api.prefix
        raise FmuError(f"{prefix}{function} returned {prefix}{reason} at {self.time} s: {messages}")

    def _ready(self, variables: Any) -> None:
        """Before the initialization only what is given can be read."""
        if not self._initialized and any(variable.start is None for variable in variables):
            self.initialize()

    def _read(self, variable: Variable) -> Any:
        self._ready([variable])
        if variable.type not in self.fmu.api.types:
            raise FmuError(f"{variable.name!r} is a text")
        if variable.name in self._inputs and not self._initialized:
            return self._inputs[variable.name]
        c_type, functions = self.fmu.api.types[variable.type]
        value = c_type()
        self._call("Get" + functions, byref(c_uint(variable.reference)), 1, byref(value))
        return bool(value.value) if variable.type == "Boolean" else value.value

    def _write(self, variable: Variable, value: Value) -> None:
        if variable.type not in self.fmu.api.types:
            raise FmuError(f"{variable.name!r} is a text and cannot be set")
        c_type, functions = self.fmu.api.types[variable.type]
        number = c_type(self._number(variable, value))
        self._call("Set" + functions, byref(c_uint(variable.reference)), 1, byref(number))

    @staticmethod
    def _number(variable: Variable, value: Value) -> Any:
        if isinstance(value, str):
            if value in variable.literals:
                return variable.literals[value]
            raise FmuError(f"{variable.name!r} cannot be {value!r}: a number in {variable.unit or 'no unit'} is expected")
        return float(value) if variable.type == "Real" else int(value)

    def _buffers(self, names: Any) -> Any:
        if names not in self._references:
            variables = [self.fmu.variable(name) for name in names]
            wrong = [variable.name for variable in variables if variable.type != "Real"]
            if wrong:
                raise FmuError(f"{wrong[0]!r} is no real variable")
            self._references[names] = (self._array(v.reference for v in variables), (c_double * len(names))())
        return self._references[names]

    @staticmethod
    def _array(references: Any) -> Any:
        numbers = list(references)
        return (c_uint * len(numbers))(*numbers)

    def _free(self, pointer: c_void_p) -> None:
        if self._component and pointer:
            self.fmu.api.call("FreeFMUstate", self._component, byref(pointer))

    def __repr__(self) -> str:
        return f"Instance({self.fmu.name!r}, time={self.time})"

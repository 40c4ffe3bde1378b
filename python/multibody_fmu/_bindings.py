"""The C functions of FMI 2.0 and FMI 3.0, called alike: by the names of FMI 2.0 without their prefix."""

from __future__ import annotations

import ctypes
import sys
from ctypes import POINTER, byref, c_char_p, c_double, c_int, c_int32, c_int64, c_size_t, c_ubyte, c_uint, c_void_p
from typing import Any, Dict, List, Tuple

# The standard's logger has variable arguments, which this package does not read.
_LOGGER_2 = ctypes.CFUNCTYPE(None, c_void_p, c_char_p, c_int, c_char_p, c_char_p)
_LOGGER_3 = ctypes.CFUNCTYPE(None, c_void_p, c_int, c_char_p, c_char_p)
_ALLOCATE = ctypes.CFUNCTYPE(c_void_p, c_size_t, c_size_t)
_FREE = ctypes.CFUNCTYPE(None, c_void_p)

_INSTANCE = [c_void_p]
_REFERENCES = [c_void_p, POINTER(c_uint), c_size_t]
_CO_SIMULATION = 1
_TERMINATED = 3
_DISCARD = 2

_SIGNATURES_2: Dict[str, List[Any]] = {
    "SetupExperiment": [c_void_p, c_int, c_double, c_double, c_int, c_double],
    "EnterInitializationMode": _INSTANCE,
    "ExitInitializationMode": _INSTANCE,
    "Terminate": _INSTANCE,
    "Reset": _INSTANCE,
    "GetReal": [*_REFERENCES, POINTER(c_double)],
    "GetInteger": [*_REFERENCES, POINTER(c_int)],
    "GetBoolean": [*_REFERENCES, POINTER(c_int)],
    "SetReal": [*_REFERENCES, POINTER(c_double)],
    "SetInteger": [*_REFERENCES, POINTER(c_int)],
    "SetBoolean": [*_REFERENCES, POINTER(c_int)],
    "DoStep": [c_void_p, c_double, c_double, c_int],
    "GetBooleanStatus": [c_void_p, c_int, POINTER(c_int)],
    "GetFMUstate": [c_void_p, POINTER(c_void_p)],
    "SetFMUstate": [c_void_p, c_void_p],
    "FreeFMUstate": [c_void_p, POINTER(c_void_p)],
    "SerializedFMUstateSize": [c_void_p, c_void_p, POINTER(c_size_t)],
    "SerializeFMUstate": [c_void_p, c_void_p, c_char_p, c_size_t],
    "DeSerializeFMUstate": [c_void_p, c_char_p, c_size_t, POINTER(c_void_p)],
    "GetDirectionalDerivative": [c_void_p, POINTER(c_uint), c_size_t, POINTER(c_uint), c_size_t, POINTER(c_double), POINTER(c_double)],
}
_SIGNATURES_3: Dict[str, List[Any]] = {
    "EnterInitializationMode": [c_void_p, c_ubyte, c_double, c_double, c_ubyte, c_double],
    "ExitInitializationMode": _INSTANCE,
    "Terminate": _INSTANCE,
    "Reset": _INSTANCE,
    "GetFloat64": [*_REFERENCES, POINTER(c_double), c_size_t],
    "GetInt32": [*_REFERENCES, POINTER(c_int32), c_size_t],
    "GetInt64": [*_REFERENCES, POINTER(c_int64), c_size_t],
    "GetBoolean": [*_REFERENCES, POINTER(c_ubyte), c_size_t],
    "SetFloat64": [*_REFERENCES, POINTER(c_double), c_size_t],
    "SetInt32": [*_REFERENCES, POINTER(c_int32), c_size_t],
    "SetInt64": [*_REFERENCES, POINTER(c_int64), c_size_t],
    "SetBoolean": [*_REFERENCES, POINTER(c_ubyte), c_size_t],
    "DoStep": [c_void_p, c_double, c_double, c_ubyte, POINTER(c_ubyte), POINTER(c_ubyte), POINTER(c_ubyte), POINTER(c_double)],
    "GetFMUState": [c_void_p, POINTER(c_void_p)],
    "SetFMUState": [c_void_p, c_void_p],
    "FreeFMUState": [c_void_p, POINTER(c_void_p)],
    "SerializedFMUStateSize": [c_void_p, c_void_p, POINTER(c_size_t)],
    "SerializeFMUState": [c_void_p, c_void_p, c_char_p, c_size_t],
    "DeserializeFMUState": [c_void_p, c_char_p, c_size_t, POINTER(c_void_p)],
    "GetDirectionalDerivative": [
        *[c_void_p, POINTER(c_uint), c_size_t, POINTER(c_uint), c_size_t],
        *[POINTER(c_double), c_size_t, POINTER(c_double), c_size_t],
    ],
}


class _Callbacks(ctypes.Structure):
    """fmi2CallbackFunctions."""

    _fields_ = [
        ("logger", _LOGGER_2),
        ("allocate", _ALLOCATE),
        ("free", _FREE),
        ("step_finished", c_void_p),
        ("environment", c_void_p),
    ]


def _declare(library: ctypes.CDLL, prefix: str, signatures: Dict[str, List[Any]]) -> None:
    for name, arguments in signatures.items():
        function = getattr(library, prefix + name)
        function.argtypes, function.restype = arguments, c_int
    free = getattr(library, prefix + "FreeInstance")
    free.argtypes, free.restype = _INSTANCE, None


class Fmi2:
    """The functions of FMI 2.0."""

    prefix = "fmi2"
    #: C type and name of the functions of each type of a variable.
    types: Dict[str, Tuple[Any, str]] = {
        "Real": (c_double, "Real"),
        "Integer": (c_int, "Integer"),
        "Enumeration": (c_int, "Integer"),
        "Boolean": (c_int, "Boolean"),
    }

    def __init__(self, library: ctypes.CDLL) -> None:
        self.library = library
        _declare(library, self.prefix, _SIGNATURES_2)
        library.fmi2Instantiate.argtypes = [c_char_p, c_int, c_char_p, c_char_p, POINTER(_Callbacks), c_int, c_int]
        library.fmi2Instantiate.restype = c_void_p

    def instantiate(self, name: bytes, token: bytes, resources: bytes, messages: List[str]) -> "Tuple[Any, Any]":
        """An instance that logs to ``messages``, and what has to live as long as it."""
        # It holds no reference to the instance, which would keep that alive.
        logger = _LOGGER_2(lambda _e, _n, _s, _c, text: messages.append((text or b"").decode("utf-8", "replace")))
        libc = ctypes.CDLL("msvcrt" if sys.platform == "win32" else None)
        allocate, free = ctypes.cast(libc.calloc, _ALLOCATE), ctypes.cast(libc.free, _FREE)
        callbacks = _Callbacks(logger, allocate, free, None, None)
        instance = self.library.fmi2Instantiate(name, _CO_SIMULATION, token, resources, byref(callbacks), 0, 0)
        return instance, (logger, callbacks)

    def free(self, instance: Any) -> None:
        self.library.fmi2FreeInstance(instance)

    def call(self, function: str, instance: Any, *arguments: Any) -> int:
        """The status of a call."""
        return int(getattr(self.library, "fmi2" + function)(instance, *arguments))

    def step(self, instance: Any, time: float, size: float) -> "Tuple[int, bool]":
        """The status of a step, and whether the model has ended the simulation."""
        status = self.call("DoStep", instance, time, size, 0)
        value = c_int()
        ended = status == _DISCARD and self.call("GetBooleanStatus", instance, _TERMINATED, byref(value)) == 0
        return (0, True) if ended and value.value else (status, False)


class Fmi3:
    """The functions of FMI 3.0, without Event Mode."""

    prefix = "fmi3"
    types: Dict[str, Tuple[Any, str]] = {
        "Real": (c_double, "Float64"),
        "Integer": (c_int32, "Int32"),
        "Enumeration": (c_int64, "Int64"),
        "Boolean": (c_ubyte, "Boolean"),
    }
    _NAMES = {"DeSerializeFMUstate": "DeserializeFMUState", "GetReal": "GetFloat64", "SetReal": "SetFloat64"}

    def __init__(self, library: ctypes.CDLL) -> None:
        self.library = library
        self._experiments: Dict[Any, Any] = {}
        _declare(library, self.prefix, _SIGNATURES_3)
        library.fmi3InstantiateCoSimulation.argtypes = [
            *[c_char_p, c_char_p, c_char_p, c_ubyte, c_ubyte, c_ubyte, c_ubyte],
            *[c_void_p, c_size_t, c_void_p, _LOGGER_3, c_void_p],
        ]
        library.fmi3InstantiateCoSimulation.restype = c_void_p

    def instantiate(self, name: bytes, token: bytes, resources: bytes, messages: List[str]) -> "Tuple[Any, Any]":
        """An instance that logs to ``messages``, and what has to live as long as it."""
        logger = _LOGGER_3(lambda _e, _s, _c, text: messages.append((text or b"").decode("utf-8", "replace")))
        instance = self.library.fmi3InstantiateCoSimulation(name, token, resources, 0, 0, 0, 0, None, 0, None, logger, None)
        return instance, logger

    def free(self, instance: Any) -> None:
        self._experiments.pop(instance, None)
        self.library.fmi3FreeInstance(instance)

    def call(self, function: str, instance: Any, *arguments: Any) -> int:
        """The status of a call with the arguments of FMI 2.0."""
        if function == "SetupExperiment":
            self._experiments[instance] = arguments
            return 0
        if function == "EnterInitializationMode":
            arguments = self._experiments[instance]
        elif function.startswith(("Get", "Set")) and len(arguments) == 3:
            arguments = (*arguments, arguments[1])
        elif function == "GetDirectionalDerivative":
            unknowns, count, knowns, known_count, seed, values = arguments
            arguments = (unknowns, count, knowns, known_count, seed, known_count, values, count)
        name = self._NAMES.get(function, function.replace("FMUstate", "FMUState"))
        return int(getattr(self.library, "fmi3" + name)(instance, *arguments))

    def step(self, instance: Any, time: float, size: float) -> "Tuple[int, bool]":
        """The status of a step, and whether the model has ended the simulation."""
        event, terminate, early, last = c_ubyte(), c_ubyte(), c_ubyte(), c_double()
        status = self.library.fmi3DoStep(instance, time, size, 0, byref(event), byref(terminate), byref(early), byref(last))
        return int(status), bool(terminate.value)

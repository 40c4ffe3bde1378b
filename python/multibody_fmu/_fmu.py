"""An FMU that is unpacked and loaded, through the FMI 2.0 C interface."""

from __future__ import annotations

import ctypes
import sys
import tempfile
import zipfile
from ctypes import POINTER, c_char_p, c_double, c_int, c_size_t, c_uint, c_void_p
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, List, Optional
from xml.etree import ElementTree

from ._errors import FmuError

_FOLDERS = {"win32": "win64", "darwin": "darwin64"}
_SUFFIXES = {"win32": ".dll", "darwin": ".dylib"}
# The standard's logger has variable arguments, which this package does not read.
LOGGER = ctypes.CFUNCTYPE(None, c_void_p, c_char_p, c_int, c_char_p, c_char_p)
_ALLOCATE = ctypes.CFUNCTYPE(c_void_p, c_size_t, c_size_t)
_FREE = ctypes.CFUNCTYPE(None, c_void_p)

_INSTANCE = [c_void_p]
_REFERENCES = [c_void_p, POINTER(c_uint), c_size_t]
_SIGNATURES: Dict[str, List[Any]] = {
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


class Callbacks(ctypes.Structure):
    """fmi2CallbackFunctions."""

    _fields_ = [
        ("logger", LOGGER),
        ("allocate", _ALLOCATE),
        ("free", _FREE),
        ("step_finished", c_void_p),
        ("environment", c_void_p),
    ]


@dataclass(frozen=True)
class Variable:
    """A variable of modelDescription.xml."""

    name: str
    reference: int
    #: Real, Integer, Enumeration, Boolean or String.
    type: str
    causality: str
    variability: str
    initial: Optional[str]
    unit: Optional[str]
    start: Optional[str]
    minimum: Optional[float]
    maximum: Optional[float]
    #: Values of the literals of an enumeration.
    literals: Dict[str, int]


class Fmu:
    """An FMU for co-simulation. Instances of it may run in many threads, each in one."""

    def __init__(self, path: "str | Path") -> None:
        self.path = Path(path)
        self._folder = tempfile.TemporaryDirectory(prefix="multibody-fmu-")
        folder = Path(self._folder.name)
        platform = _FOLDERS.get(sys.platform, "linux64")
        try:
            with zipfile.ZipFile(self.path) as archive:
                wanted = ("modelDescription.xml", "resources/", f"binaries/{platform}/")
                archive.extractall(folder, [name for name in archive.namelist() if name.startswith(wanted)])
        except (OSError, zipfile.BadZipFile) as error:
            raise FmuError(f"{self.path}: {error}") from error
        root = ElementTree.parse(folder / "modelDescription.xml").getroot()
        interface = root.find("CoSimulation")
        if root.get("fmiVersion") != "2.0" or interface is None:
            raise FmuError(f"{self.path} is no FMU for co-simulation of FMI 2.0")
        self.name = root.attrib["modelName"]
        self.guid = root.attrib["guid"]
        self.variables = _variables(root)
        self.experiment = _experiment(root)
        self._states = _states(root)
        library = folder / "binaries" / platform / (interface.attrib["modelIdentifier"] + _SUFFIXES.get(sys.platform, ".so"))
        if not library.is_file():
            raise FmuError(f"{self.path} has no library for this platform ({platform})")
        self.resources = (folder / "resources").as_uri()
        self.library = ctypes.CDLL(str(library))
        for name, arguments in _SIGNATURES.items():
            function = getattr(self.library, "fmi2" + name)
            function.argtypes, function.restype = arguments, c_int
        self.library.fmi2Instantiate.argtypes = [c_char_p, c_int, c_char_p, c_char_p, POINTER(Callbacks), c_int, c_int]
        self.library.fmi2Instantiate.restype = c_void_p
        self.library.fmi2FreeInstance.argtypes = _INSTANCE
        self.library.fmi2FreeInstance.restype = None

    def variable(self, name: str) -> Variable:
        """The variable of this name. Raises :class:`FmuError`."""
        found = self.variables.get(name)
        if found is None:
            import difflib

            near = difflib.get_close_matches(name, self.variables, 1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise FmuError(f"there is no variable {name!r}{hint}")
        return found

    def states(self) -> "tuple[List[str], List[str]]":
        """Names of the continuous states, and of their derivatives."""
        return list(self._states), list(self._states.values())

    def names(self, causality: str) -> List[str]:
        """Names of the variables of this causality: input, output, parameter, local."""
        return [name for name, variable in self.variables.items() if variable.causality == causality]


def callbacks(logger: Any) -> Callbacks:
    """What an instance is given; it has to live as long as the instance."""
    libc = ctypes.CDLL("msvcrt" if sys.platform == "win32" else None)
    allocate, free = ctypes.cast(libc.calloc, _ALLOCATE), ctypes.cast(libc.free, _FREE)
    return Callbacks(logger, allocate, free, None, None)


def _experiment(root: ElementTree.Element) -> Dict[str, float]:
    element = root.find("DefaultExperiment")
    return {} if element is None else {name: float(value) for name, value in element.attrib.items()}


def _states(root: ElementTree.Element) -> Dict[str, str]:
    """Names of the derivatives by those of the states, in the order of the model."""
    scalars = root.findall("ModelVariables/ScalarVariable")
    states = {}
    for unknown in root.iterfind("ModelStructure/Derivatives/Unknown"):
        derivative = scalars[int(unknown.attrib["index"]) - 1]
        real = derivative.find("Real")
        if real is not None and "derivative" in real.attrib:
            states[scalars[int(real.attrib["derivative"]) - 1].attrib["name"]] = derivative.attrib["name"]
    return states


def _variables(root: ElementTree.Element) -> Dict[str, Variable]:
    types: Dict[str, Any] = {}
    for simple in root.iterfind("TypeDefinitions/SimpleType"):
        kind = simple[0]
        literals = {item.attrib["name"]: int(item.attrib["value"]) for item in kind.iterfind("Item")}
        types[simple.attrib["name"]] = (kind.attrib, literals)
    found = {}
    for scalar in root.iterfind("ModelVariables/ScalarVariable"):
        element = next(child for child in scalar if child.tag in ("Real", "Integer", "Boolean", "Enumeration", "String"))
        declared, literals = types.get(element.get("declaredType", ""), ({}, {}))
        number = lambda name: next((float(a[name]) for a in (element.attrib, declared) if name in a), None)  # noqa: E731, B023
        found[scalar.attrib["name"]] = Variable(
            name=scalar.attrib["name"],
            reference=int(scalar.attrib["valueReference"]),
            type=element.tag,
            causality=scalar.get("causality", "local"),
            variability=scalar.get("variability", "continuous"),
            initial=scalar.get("initial"),
            unit=element.get("unit", declared.get("unit")),
            start=element.get("start"),
            minimum=number("min"),
            maximum=number("max"),
            literals=literals,
        )
    return found

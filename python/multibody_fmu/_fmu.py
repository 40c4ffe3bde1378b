"""An FMU that is unpacked and loaded, of FMI 2.0 or 3.0."""

from __future__ import annotations

import ctypes
import os
import platform
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, List, Optional, Union
from xml.etree import ElementTree

from ._bindings import Fmi2, Fmi3
from ._errors import FmuError

# Names of FMI 2.0 and FMI 3.0.
_ARCHITECTURE = "aarch64" if platform.machine().lower() in ("aarch64", "arm64") else "x86_64"
_FOLDERS = {
    "win32": ["win64", f"{_ARCHITECTURE}-windows"],
    "darwin": ["darwin64", f"{_ARCHITECTURE}-darwin"],
}.get(sys.platform, ["linux64", f"{_ARCHITECTURE}-linux"])
_SUFFIXES = {"win32": ".dll", "darwin": ".dylib"}
#: Names of the types of FMI 3.0 in FMI 2.0.
_TYPES = {"Float64": "Real", "Int32": "Integer", "Boolean": "Boolean", "Enumeration": "Enumeration", "String": "String"}


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
        try:
            with zipfile.ZipFile(self.path) as archive:
                wanted = ("modelDescription.xml", "resources/", *(f"binaries/{name}/" for name in _FOLDERS))
                archive.extractall(folder, [name for name in archive.namelist() if name.startswith(wanted)])
        except (OSError, zipfile.BadZipFile) as error:
            raise FmuError(f"{self.path}: {error}") from error
        root = ElementTree.parse(folder / "modelDescription.xml").getroot()
        interface = root.find("CoSimulation")
        version = root.get("fmiVersion", "")
        is_three = version == "3.0" or version.startswith("3.0.")
        if (version != "2.0" and not is_three) or interface is None:
            raise FmuError(f"{self.path} is no FMU for co-simulation of FMI 2.0 or 3.0")
        self.name = root.attrib["modelName"]
        self.guid = root.attrib["instantiationToken" if is_three else "guid"]
        self.variables = _variables_3(root) if is_three else _variables(root)
        self.experiment = _experiment(root)
        self._states = _states_3(root) if is_three else _states(root)
        file = interface.attrib["modelIdentifier"] + _SUFFIXES.get(sys.platform, ".so")
        libraries = [folder / "binaries" / name / file for name in _FOLDERS]
        library = next((path for path in libraries if path.is_file()), None)
        if library is None:
            raise FmuError(f"{self.path} has no library for this platform ({' or '.join(_FOLDERS)})")
        resources = folder / "resources"
        self.resources = os.path.join(resources, "") if is_three else resources.as_uri()
        loaded = ctypes.CDLL(str(library))
        self.api: Union[Fmi2, Fmi3] = Fmi3(loaded) if is_three else Fmi2(loaded)

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


def _variables_3(root: ElementTree.Element) -> Dict[str, Variable]:
    """The variables of FMI 3.0 with their other names; those of types that this package does not use are texts to it."""
    types: Dict[str, Any] = {}
    for element in root.iterfind("TypeDefinitions/*"):
        literals = {item.attrib["name"]: int(item.attrib["value"]) for item in element.iterfind("Item")}
        types[element.attrib["name"]] = (element.attrib, literals)
    found = {}
    for element in root.iterfind("ModelVariables/*"):
        declared, literals = types.get(element.get("declaredType", ""), ({}, {}))
        number = lambda name: next((float(a[name]) for a in (element.attrib, declared) if name in a), None)  # noqa: E731, B023
        is_array = element.find("Dimension") is not None
        for name in [element, *element.iterfind("Alias")]:
            found[name.attrib["name"]] = Variable(
                name=name.attrib["name"],
                reference=int(element.attrib["valueReference"]),
                type="String" if is_array else _TYPES.get(element.tag, "String"),
                causality=element.get("causality", "local"),
                variability=element.get("variability", "continuous"),
                initial=element.get("initial"),
                unit=element.get("unit", declared.get("unit")),
                start=element.get("start"),
                minimum=number("min"),
                maximum=number("max"),
                literals=literals,
            )
    return found


def _states_3(root: ElementTree.Element) -> Dict[str, str]:
    """Names of the derivatives by those of the states, in the order of the model."""
    by_reference = {element.attrib["valueReference"]: element.attrib for element in root.iterfind("ModelVariables/*")}
    states = {}
    for unknown in root.iterfind("ModelStructure/ContinuousStateDerivative"):
        derivative = by_reference[unknown.attrib["valueReference"]]
        if "derivative" in derivative:
            states[by_reference[derivative["derivative"]]["name"]] = derivative["name"]
    return states

"""Models: loading, checking, building, running."""

from __future__ import annotations

import json
import os
import re
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

import numpy as np

from ._errors import FmuError, ModelError, MultibodyError, Problem
from ._fmu import Fmu
from ._instance import Instance
from ._native import Output, run
from ._result import Result

PathLike = Union[str, "os.PathLike[str]"]
Value = Union[float, int, bool, str]
Inputs = Union[PathLike, Mapping[str, Any]]


@dataclass(frozen=True)
class Report:
    """What a check has found; ``facts`` are the numbers of the model: variables, degrees of freedom, and so on."""

    warnings: List[Problem]
    facts: Dict[str, Any]

    @property
    def degrees_of_freedom(self) -> Optional[int]:
        """How many coordinates move freely; none where the model was not initialized."""
        return self.facts.get("degrees_of_freedom")


@dataclass(frozen=True)
class Mode:
    """A mode of small motions; one for each pair of conjugate eigenvalues."""

    #: 1/s; the imaginary part is not negative.
    eigenvalue: complex
    #: rad/s.
    natural_frequency: float
    #: None for an eigenvalue of zero.
    damping_ratio: Optional[float]
    #: The states that take part, the largest first; all parts sum up to one.
    shares: Dict[str, float]
    #: Motion of each state; the largest element is one.
    shape: Dict[str, complex] = field(repr=False)


@dataclass(frozen=True)
class OperatingPoint:
    """What :meth:`Model.trim` has found; ``values`` fit the argument ``set`` of other methods."""

    values: Dict[str, float]
    #: The largest acceleration that is left, in SI units.
    largest_rate: float
    #: What the equations leave free: it is near its start value.
    not_determined: List[str]
    #: States whose start values cannot be set.
    not_settable: List[str]


@dataclass(frozen=True)
class LinearSystem:
    """``dx/dt = A x + B u``, ``y = C x + D u`` for small deviations; names tell the order."""

    time: float
    states: List[str]
    inputs: List[str]
    outputs: List[str]
    A: "np.ndarray[Any, Any]" = field(repr=False)
    B: "np.ndarray[Any, Any]" = field(repr=False)
    C: "np.ndarray[Any, Any]" = field(repr=False)
    D: "np.ndarray[Any, Any]" = field(repr=False)
    #: Everything that the tool has written: values of states, derivatives, inputs, outputs, and units.
    data: Dict[str, Any] = field(repr=False)

    def to_control(self) -> Any:
        """The same as a ``StateSpace`` of python-control. It allows no dots in names: ``rev.phi`` is ``rev_phi`` there. Raises ImportError
        where python-control is not installed."""
        import control

        lists = {"states": self.states, "inputs": self.inputs, "outputs": self.outputs}
        names = {kind: [re.sub(r"\W+", "_", name).strip("_") for name in list_] for kind, list_ in lists.items()}
        return control.ss(self.A, self.B, self.C, self.D, **names)


class Model:
    """A model file (TOML, JSON), Modelica text, a robot description, or an FMU that is built already.

    What is slow is done once: the FMU is built when it is first needed, and is the same one that :meth:`build` writes.
    """

    def __init__(self, path: PathLike, options: Sequence[str] = (), folder: Optional[Any] = None) -> None:
        """Use :meth:`load`, :meth:`from_dict` or :class:`Mechanism`."""
        self.path = Path(path)
        self._options = list(options)
        self._folder = folder or tempfile.TemporaryDirectory(prefix="multibody-")
        self._fmu: Optional[Fmu] = None

    @classmethod
    def load(cls, path: PathLike, *, class_: Optional[str] = None, options: Sequence[str] = ()) -> "Model":
        """A model from a file. ``class_`` names the model of a Modelica text; ``options`` are others of the command line, such as
        ``["--base", "floating"]`` for a robot.

        Raises FileNotFoundError where there is none; what is wrong with it is found by :meth:`check` and :meth:`build`.
        """
        if not Path(path).is_file():
            raise FileNotFoundError(f"there is no file {os.fspath(path)}")
        named = ["--class", class_] if class_ else []
        return cls(path, [*named, *options])

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Model":
        """A model from what a model file holds, as a dictionary. Numbers may be numpy's."""
        folder = tempfile.TemporaryDirectory(prefix="multibody-")
        path = Path(folder.name) / f"{data.get('name', 'model')}.json"
        path.write_text(json.dumps(data, indent=2, default=_plain), encoding="utf-8")
        return cls(path, folder=folder)

    @classmethod
    def from_toml(cls, text: str, name: str = "model") -> "Model":
        """A model from the text of a model file."""
        folder = tempfile.TemporaryDirectory(prefix="multibody-")
        path = Path(folder.name) / f"{name}.toml"
        path.write_text(text, encoding="utf-8")
        return cls(path, folder=folder)

    @property
    def is_fmu(self) -> bool:
        """Whether it is an FMU already."""
        return self.path.suffix.lower() == ".fmu"

    def check(self) -> Report:
        """Finds all problems, and where the model starts. Raises :class:`ModelError` with all of them."""
        answer = run("check", "--format", "json", self.path, *self._options)
        lines = [json.loads(line) for line in answer.output.splitlines()]
        problems = [_problem(line) for line in lines if line["kind"] == "diagnostic"]
        errors = [problem for problem in problems if problem.severity == "error"]
        if errors:
            raise ModelError(errors)
        if answer.code != 0:
            raise MultibodyError(answer.errors.strip())
        facts: Dict[str, Any] = next((line for line in lines if line["kind"] == "report"), {})
        return Report([problem for problem in problems if problem.severity != "error"], facts)

    def build(self, path: PathLike, *, expose: str = "auto", naming: str = "structured") -> Path:
        """Writes the FMU. Raises :class:`ModelError`."""
        self._build(Path(path), "--expose", expose, "--naming", naming)
        return Path(path)

    def _build(self, path: Path, *options: str) -> None:
        if self.is_fmu:
            raise MultibodyError(f"{self.path} is an FMU already")
        answer = run("build", self.path, "-o", path, *options, *self._options)
        if answer.code != 0:
            # It says where, in a form that programs can read.
            self.check()
            raise MultibodyError(answer.errors.strip())

    @property
    def fmu_path(self) -> Path:
        """The FMU with all variables, built when it is first needed."""
        if self.is_fmu:
            return self.path
        path = Path(self._folder.name) / f"{self.path.stem}.fmu"
        if not path.is_file():
            self._build(path, "--expose", "all")
        return path

    @property
    def fmu(self) -> Fmu:
        """The FMU, unpacked and loaded when it is first needed."""
        if self._fmu is None:
            self._fmu = Fmu(self.fmu_path)
        return self._fmu

    def simulate(
        self,
        stop_time: Optional[float] = None,
        *,
        start_time: Optional[float] = None,
        step_size: Optional[float] = None,
        tolerance: Optional[float] = None,
        set: Optional[Mapping[str, Value]] = None,
        inputs: Optional[Inputs] = None,
        interpolation: str = "linear",
        variables: Optional[Sequence[str]] = None,
    ) -> Result:
        """Runs the model. ``set`` gives parameters, start values and constant inputs; a text may have a unit, ``"500 g"``. ``inputs`` is
        a table with the column ``time`` and a column for each input (a CSV file, a dictionary, a data frame). ``variables`` are recorded,
        the outputs without them.

        Raises :class:`ModelError`, or :class:`FmuError` for what the FMU refuses.
        """
        with tempfile.TemporaryDirectory(prefix="multibody-") as folder:
            table = Path(folder) / "result.csv"
            arguments = self._run_arguments(Path(folder), start_time, tolerance, set, inputs, interpolation)
            for option, value in (("--stop-time", stop_time), ("--step-size", step_size)):
                arguments += [] if value is None else [f"{option}={float(value)!r}"]
            for name in variables or ():
                arguments += [f"--variables={name}"]
            _expect(run("simulate", self.fmu_path, "-o", table, "--units", "--quiet", *arguments))
            return Result.read_csv(table)

    def linearize(
        self,
        at: Optional[float] = None,
        *,
        minimal: bool = True,
        trim: Optional[Mapping[str, Any]] = None,
        tolerance: Optional[float] = None,
        set: Optional[Mapping[str, Value]] = None,
        inputs: Optional[Inputs] = None,
        interpolation: str = "linear",
    ) -> LinearSystem:
        """The linear system at a time, the start without it; exact to rounding. The states are independent of each other, unless
        ``minimal`` is false: then they are those of the FMU. ``trim`` are arguments of :meth:`trim`, which moves there first."""
        with tempfile.TemporaryDirectory(prefix="multibody-") as folder:
            file = Path(folder) / "linear.json"
            arguments = self._run_arguments(Path(folder), None, tolerance, set, inputs, interpolation)
            arguments += [] if at is None else [f"--at={float(at)!r}"]
            arguments += [] if minimal else ["--full"]
            arguments += [] if trim is None else ["--trim", *_trim_arguments(**trim)]
            _expect(run("linearize", self.fmu_path, "-o", file, "--quiet", *arguments))
            return _linear(json.loads(file.read_text(encoding="utf-8")))

    def trim(
        self,
        *,
        free: Union[Sequence[str], Mapping[str, Optional[Sequence[float]]]] = (),
        fix: Sequence[str] = (),
        want: Optional[Mapping[str, Value]] = None,
        steady: bool = False,
        set: Optional[Mapping[str, Value]] = None,
    ) -> OperatingPoint:
        """Finds where the mechanism rests, or, if ``steady``, moves with constant speeds. Positions are free, and so are the inputs,
        parameters and speeds in ``free``, a list, or a dictionary with limits; ``fix`` names positions that stay; ``want`` gives
        variables their values. Raises :class:`FmuError` with the equations that are left over."""
        with tempfile.TemporaryDirectory(prefix="multibody-") as folder:
            file = Path(folder) / "trim.json"
            arguments = self._run_arguments(Path(folder), None, None, set, None, "linear")
            arguments += _trim_arguments(free, fix, want, steady)
            _expect(run("trim", self.fmu_path, "-o", file, "--quiet", *arguments))
            found = json.loads(file.read_text(encoding="utf-8"))
            return OperatingPoint(found["set"], found["largest_rate"], found["not_determined"], found["not_settable"])

    def modes(
        self,
        at: Optional[float] = None,
        *,
        trim: Optional[Mapping[str, Any]] = None,
        set: Optional[Mapping[str, Value]] = None,
    ) -> List[Mode]:
        """The modes of small motions, by ascending frequency; ``trim`` as in :meth:`linearize`."""
        with tempfile.TemporaryDirectory(prefix="multibody-") as folder:
            file = Path(folder) / "modes.json"
            arguments = self._run_arguments(Path(folder), None, None, set, None, "linear")
            arguments += [] if at is None else [f"--at={float(at)!r}"]
            arguments += [] if trim is None else ["--trim", *_trim_arguments(**trim)]
            _expect(run("modes", self.fmu_path, "-o", file, "--quiet", *arguments))
            found = json.loads(file.read_text(encoding="utf-8"))["modes"]
        return [
            Mode(
                complex(*mode["eigenvalue"]),
                mode["natural_frequency"],
                mode["damping_ratio"],
                mode["shares"],
                {name: complex(*element) for name, element in mode["shape"].items()},
            )
            for mode in found
        ]

    def animate(self, path: PathLike, *options: str) -> Path:
        """Writes a page (.html), a glTF file (.glb) or a picture (.png) of the moving mechanism."""
        _expect(run("animate", self.path, "-o", path, "--quiet", *self._options, *options))
        return Path(path)

    def instantiate(
        self,
        *,
        start_time: float = 0.0,
        stop_time: Optional[float] = None,
        tolerance: Optional[float] = None,
        set: Optional[Mapping[str, Value]] = None,
    ) -> Instance:
        """An instance to be stepped, ``with model.instantiate() as m: ...``; the tolerance is that of the model without one."""
        return Instance(self.fmu, start_time=start_time, stop_time=stop_time, tolerance=tolerance, set=set)

    def _run_arguments(
        self,
        folder: Path,
        start_time: Optional[float],
        tolerance: Optional[float],
        set: Optional[Mapping[str, Value]],
        inputs: Optional[Inputs],
        interpolation: str,
    ) -> List[object]:
        arguments: List[object] = []
        for option, value in (("--start-time", start_time), ("--tolerance", tolerance)):
            arguments += [] if value is None else [f"{option}={float(value)!r}"]
        for name, setting in (set or {}).items():
            arguments += ["--set", f"{name}={setting_text(setting)}"]
        if inputs is not None:
            arguments += ["--inputs", _table(folder, inputs), "--interpolation", interpolation]
        return arguments

    def _repr_html_(self) -> str:
        """What Jupyter shows: the page with the moving mechanism."""
        with tempfile.TemporaryDirectory(prefix="multibody-") as folder:
            page = self.animate(Path(folder) / "page.html").read_text(encoding="utf-8")
        escaped = page.replace("&", "&amp;").replace('"', "&quot;")
        return f'<iframe srcdoc="{escaped}" width="100%" height="480" style="border:0"></iframe>'

    def __repr__(self) -> str:
        return f"Model({str(self.path)!r})"


def setting_text(value: Value) -> str:
    """A value as the command line takes it; numbers keep every bit."""
    if isinstance(value, str):
        return value
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    return repr(float(value))


def _trim_arguments(
    free: Union[Sequence[str], Mapping[str, Optional[Sequence[float]]]] = (),
    fix: Sequence[str] = (),
    want: Optional[Mapping[str, Value]] = None,
    steady: bool = False,
) -> List[object]:
    limits = free if isinstance(free, Mapping) else dict.fromkeys(free)
    arguments: List[object] = []
    for name, range_ in limits.items():
        arguments.append(f"--free={name}" if range_ is None else f"--free={name}={float(range_[0])!r}..{float(range_[1])!r}")
    arguments += [f"--fix={name}" for name in fix]
    for name, value in (want or {}).items():
        arguments.append(f"--want={name}={setting_text(value)}")
    return arguments + (["--steady"] if steady else [])


def _plain(value: Any) -> Any:
    """Numbers and arrays of numpy as JSON has them."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"{value!r} cannot stand in a model")


def _table(folder: Path, inputs: Inputs) -> PathLike:
    if isinstance(inputs, (str, os.PathLike)):
        return inputs
    columns = {str(name): np.asarray(inputs[name], dtype=float) for name in inputs}
    if "time" not in columns:
        raise FmuError("inputs: a column \"time\" is expected")
    if len({column.shape for column in columns.values()}) != 1 or columns["time"].ndim != 1:
        raise FmuError("inputs: columns of the same length are expected")
    path = folder / "inputs.csv"
    ordered = {"time": columns.pop("time"), **columns}
    Result(ordered).to_csv(path)
    return path


def _problem(line: Mapping[str, Any]) -> Problem:
    return Problem(line["severity"], line["message"], line["file"], line["line"], line["column"], line["help"])


def _expect(answer: Output) -> None:
    if answer.code != 0:
        raise FmuError(answer.errors.strip())


def _linear(data: Dict[str, Any]) -> LinearSystem:
    names = {kind: [signal["name"] for signal in data[kind]] for kind in ("states", "inputs", "outputs")}
    rows = {"A": "states", "B": "states", "C": "outputs", "D": "outputs"}
    columns = {"A": "states", "B": "inputs", "C": "states", "D": "inputs"}
    shape = {matrix: (len(names[rows[matrix]]), len(names[columns[matrix]])) for matrix in rows}
    matrices = {matrix: np.array(data[matrix], dtype=float).reshape(shape[matrix]) for matrix in rows}
    arguments: Dict[str, Any] = {**names, **matrices}
    return LinearSystem(data["time"], **arguments, data=data)

"""Writing a model in Python."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple, Union

from ._model import Model


class Component:
    """A component of a :class:`Mechanism`. Attributes are the names of its connectors and variables: ``rev.frame_a``, ``rev["phi"]``."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, member: str) -> str:
        if member.startswith("_"):
            raise AttributeError(member)
        return f"{self._name}.{member}"

    def __getitem__(self, member: str) -> str:
        return f"{self._name}.{member}"

    def __str__(self) -> str:
        return self._name

    def __repr__(self) -> str:
        return f"Component({self._name!r})"


class Mechanism:
    """A model that is written step by step; every method that adds something says what it was given, and nothing is checked before
    :meth:`model` is used.

    >>> m = Mechanism("Pendulum", stop_time=2.0)
    >>> world = m.add("world", "World")
    >>> rev = m.add("rev", "Joints.Revolute", phi={"start": 30, "unit": "deg", "fixed": True})
    >>> bob = m.add("bob", "Parts.BodyShape", m=1, r=[0.5, 0, 0], r_CM=[0.5, 0, 0])
    >>> m.connect(world.frame_b, rev.frame_a).connect(rev.frame_b, bob.frame_a).output("angle", rev["phi"])
    Mechanism('Pendulum')
    """

    def __init__(self, name: str, description: Optional[str] = None, **experiment: float) -> None:
        """``experiment`` may be start_time, stop_time, step_size, tolerance."""
        self._data: Dict[str, Any] = {"name": name, "components": {}, "connections": []}
        if description:
            self._data["description"] = description
        if experiment:
            self._data["experiment"] = experiment

    def parameter(self, name: str, value: Any, unit: Optional[str] = None, description: Optional[str] = None) -> "Mechanism":
        """A parameter of the model, whose name may stand in expressions."""
        extra = {key: text for key, text in (("unit", unit), ("description", description)) if text is not None}
        self._data.setdefault("parameters", {})[name] = {"value": value, **extra} if extra else value
        return self

    def add(self, name: str, class_: str, **settings: Any) -> Component:
        """A component; ``settings`` are its parameters."""
        if name in self._data["components"]:
            raise ValueError(f"there is a component {name!r} already")
        self._data["components"][name] = {"class": class_, **settings}
        return Component(name)

    def connect(self, *connectors: Union[str, Tuple[str, ...]]) -> "Mechanism":
        """Connects two connectors or more with each other."""
        if len(connectors) < 2:
            raise ValueError("two connectors or more are expected")
        pairs: List[List[str]] = [[str(connectors[0]), str(other)] for other in connectors[1:]]
        self._data["connections"].extend(pairs)
        return self

    def output(self, name: str, variable: str) -> "Mechanism":
        """An output of the FMU."""
        self._data.setdefault("outputs", {})[name] = variable
        return self

    def to_dict(self) -> Dict[str, Any]:
        """The model file as a dictionary."""
        return dict(self._data)

    def model(self) -> Model:
        """The model."""
        return Model.from_dict(self._data)

    def __repr__(self) -> str:
        return f"Mechanism({self._data['name']!r})"

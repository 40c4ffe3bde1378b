"""Environments for reinforcement learning with Gymnasium: actions are inputs, observations are outputs."""

from __future__ import annotations

import os
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import batch_space

from ._errors import FmuError
from ._fmu import Fmu, Variable
from ._instance import Instance, Snapshot
from ._model import Model, Value

Array = Any
Reward = Callable[[Array, Array], float]
Ended = Callable[[Array], bool]


def _no_reward(_observation: Array, _action: Array) -> float:
    return 0.0


def _never(_observation: Array) -> bool:
    return False


class _Cell:
    """One instance: reset is a snapshot of the state after the initialization, so that it is exact and costs no initialization."""

    def __init__(self, fmu: Fmu, actions: Sequence[str], observations: Sequence[str], set: Mapping[str, Value], tolerance: Optional[float]):
        self.actions, self.observations = list(actions), list(observations)
        self.instance = Instance(fmu, set=set, tolerance=tolerance)
        self.instance.initialize()
        self.start: Snapshot = self.instance.snapshot()

    def reset(self) -> Array:
        self.instance.restore(self.start)
        return self.instance.get(self.observations)

    def step(self, action: Array, size: float) -> Array:
        self.instance.set_real(self.actions, action)
        self.instance.step(size)
        return self.instance.get(self.observations)


class _Setup:
    """What the environments have in common: names, spaces, times."""

    def __init__(
        self,
        model: Union[Model, str, "os.PathLike[str]"],
        step_size: float,
        duration: float,
        actions: Optional[Sequence[str]],
        observations: Optional[Sequence[str]],
        limits: Optional[Mapping[str, Tuple[float, float]]],
        set: Optional[Mapping[str, Value]],
        tolerance: Optional[float],
    ) -> None:
        self.model = model if isinstance(model, Model) else Model.load(model)
        fmu = self.model.fmu
        self.step_size, self.steps = float(step_size), max(1, round(duration / step_size))
        self.set, self.tolerance = dict(set or {}), tolerance
        self.actions = [name for name in actions or fmu.names("input") if fmu.variable(name).type == "Real"]
        self.observations = [name for name in observations or fmu.names("output") if fmu.variable(name).type == "Real"]
        if not self.actions or not self.observations:
            raise FmuError("an environment needs real inputs as actions and real outputs as observations")
        unknown = [name for name in limits or {} if name not in self.actions]
        if unknown:
            raise FmuError(f"limits: {unknown[0]!r} is no action; actions are {', '.join(self.actions)}")
        bounds = [self._bounds(fmu.variable(name), limits or {}) for name in self.actions]
        low, high = (np.array(side, dtype=np.float64) for side in zip(*bounds))
        self.action_space = spaces.Box(low, high, dtype=np.float64)
        self.observation_space = spaces.Box(-np.inf, np.inf, (len(self.observations),), dtype=np.float64)

    @staticmethod
    def _bounds(variable: Variable, limits: Mapping[str, Tuple[float, float]]) -> Tuple[float, float]:
        if variable.name in limits:
            return limits[variable.name]
        if variable.minimum is None or variable.maximum is None:
            raise FmuError(f"the input {variable.name!r} has no limits: say them, limits={{{variable.name!r}: (low, high)}}")
        return variable.minimum, variable.maximum

    def cell(self) -> _Cell:
        return _Cell(self.model.fmu, self.actions, self.observations, self.set, self.tolerance)


class Env(gymnasium.Env):  # type: ignore[type-arg]
    """A model as an environment. ``reward`` gets observation and action, ``ended`` the observation.

    Each reset restores the state after the initialization, bit for bit; with ``options={"set": {...}}`` the model starts anew with other
    parameters and start values.
    """

    metadata: Dict[str, Any] = {"render_modes": []}

    def __init__(
        self,
        model: Union[Model, str, "os.PathLike[str]"],
        *,
        step_size: float = 0.01,
        duration: float = 10.0,
        reward: Reward = _no_reward,
        ended: Ended = _never,
        actions: Optional[Sequence[str]] = None,
        observations: Optional[Sequence[str]] = None,
        limits: Optional[Mapping[str, Tuple[float, float]]] = None,
        set: Optional[Mapping[str, Value]] = None,
        tolerance: Optional[float] = None,
        render_mode: Optional[str] = None,
    ) -> None:
        if render_mode is not None:
            raise ValueError(f"render_mode is {render_mode!r}; there is none")
        self.render_mode = None
        self._setup = _Setup(model, step_size, duration, actions, observations, limits, set, tolerance)
        self.action_space, self.observation_space = self._setup.action_space, self._setup.observation_space
        self._reward, self._ended, self._steps = reward, ended, 0
        self._cell = self._setup.cell()

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Array, Dict[str, Any]]:
        """Back to the start."""
        super().reset(seed=seed)
        if options and "set" in options:
            self._cell.instance.close()
            self._setup.set.update(options["set"])
            self._cell = self._setup.cell()
        self._steps = 0
        return self._cell.reset(), {}

    def step(self, action: Array) -> Tuple[Array, float, bool, bool, Dict[str, Any]]:
        """Goes on by the step size with this action."""
        observation = self._cell.step(action, self._setup.step_size)
        self._steps += 1
        ended = self._cell.instance.terminated or bool(self._ended(observation))
        reward = float(self._reward(observation, action))
        return observation, reward, ended, self._steps >= self._setup.steps, {}

    def close(self) -> None:
        """Frees the instance."""
        self._cell.instance.close()


class VectorEnv(gymnasium.vector.VectorEnv):  # type: ignore[type-arg]
    """Many instances of a model in one process, which share its compiled form. ``reward`` and ``ended`` get arrays with a row for each
    environment. An environment that has ended starts again with the next step."""

    metadata: Dict[str, Any] = {"autoreset_mode": gymnasium.vector.AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        model: Union[Model, str, "os.PathLike[str]"],
        num_envs: int,
        *,
        step_size: float = 0.01,
        duration: float = 10.0,
        reward: Optional[Callable[[Array, Array], Array]] = None,
        ended: Optional[Callable[[Array], Array]] = None,
        actions: Optional[Sequence[str]] = None,
        observations: Optional[Sequence[str]] = None,
        limits: Optional[Mapping[str, Tuple[float, float]]] = None,
        set: Optional[Mapping[str, Value]] = None,
        tolerance: Optional[float] = None,
    ) -> None:
        self.num_envs = num_envs
        self._setup = _Setup(model, step_size, duration, actions, observations, limits, set, tolerance)
        self.single_action_space = self._setup.action_space
        self.single_observation_space = self._setup.observation_space
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._reward, self._ended = reward, ended
        self._cells: List[_Cell] = [self._setup.cell() for _ in range(num_envs)]
        self._steps = np.zeros(num_envs, dtype=int)
        self._done = np.zeros(num_envs, dtype=bool)
        self._observations = np.zeros((num_envs, len(self._setup.observations)))

    def reset(self, *, seed: Any = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Array, Dict[str, Any]]:
        """All back to the start."""
        super().reset(seed=seed)
        for index, cell in enumerate(self._cells):
            self._observations[index] = cell.reset()
        self._steps[:], self._done[:] = 0, False
        return self._observations.copy(), {}

    def step(self, actions: Array) -> Tuple[Array, Array, Array, Array, Dict[str, Any]]:
        """All go on by the step size; those that have ended start again instead, without a reward."""
        again = self._done.copy()
        for index, cell in enumerate(self._cells):
            self._observations[index] = cell.reset() if again[index] else cell.step(actions[index], self._setup.step_size)
        self._steps = np.where(again, 0, self._steps + 1)
        observations = self._observations.copy()
        rewards = np.zeros(self.num_envs) if self._reward is None else np.asarray(self._reward(observations, actions), float)
        ended = np.array([cell.instance.terminated for cell in self._cells])
        if self._ended is not None:
            ended |= np.asarray(self._ended(observations), dtype=bool)
        truncated = self._steps >= self._setup.steps
        self._done = ended | truncated
        return observations, np.where(again, 0.0, rewards), ended, truncated, {}

    def close_extras(self, **_options: Any) -> None:
        """Frees the instances."""
        for cell in self._cells:
            cell.instance.close()

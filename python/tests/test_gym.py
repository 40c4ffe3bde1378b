"""Environments: Gymnasium's own checker, exact resets, many instances in one process."""

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from multibody_fmu import FmuError  # noqa: E402
from multibody_fmu.gym import Env, VectorEnv  # noqa: E402

LIMITS = {"limits": {"tau": (-2.0, 2.0)}}


def upright(observation, action):
    return -float(observation[0] ** 2) - 1e-3 * float(np.sum(np.square(action)))


@pytest.fixture
def env(pendulum):
    env = Env(pendulum, step_size=0.05, duration=1.0, reward=upright, **LIMITS)
    yield env
    env.close()


def test_gymnasium_accepts_it(env):
    from gymnasium.utils.env_checker import check_env

    check_env(env, skip_render_check=True, skip_close_check=True)


def run(env, actions):
    observations = [env.reset()[0]]
    for action in actions:
        observation, _reward, ended, truncated, _info = env.step(action)
        observations.append(observation)
        if ended or truncated:
            break
    return np.array(observations)


def test_resets_are_exact(env, pendulum):
    actions = np.random.default_rng(1).uniform(-2, 2, (20, 1))
    first = run(env, actions)
    assert len(first) == 21
    assert np.array_equal(run(env, actions), first)
    fresh = Env(pendulum, step_size=0.05, duration=1.0, **LIMITS)
    assert np.array_equal(run(fresh, actions), first)
    fresh.reset(options={"set": {"damping": 5.0}})
    assert not np.array_equal(run(fresh, actions), first)
    fresh.close()


def test_inputs_without_limits_are_refused(pendulum):
    with pytest.raises(FmuError, match="tau.*limits"):
        Env(pendulum)


def test_a_thousand_environments_step_in_one_process(pendulum, env):
    psutil = pytest.importorskip("psutil")
    process, memory = psutil.Process(), []
    # The first ones pay for what all share.
    for count in (500, 500, 1000):
        memory.append(process.memory_info().rss)
        vector = VectorEnv(pendulum, count, step_size=0.05, duration=0.2, **LIMITS)
        actions = np.random.default_rng(2).uniform(-2, 2, (count, 1))
        vector.reset()
        for _ in range(4):
            observations, rewards, ended, truncated, _ = vector.step(actions)
        assert observations.shape == (count, len(pendulum.fmu.names("output"))) and rewards.shape == (count,)
        assert truncated.all() and not ended.any()
        # Those that have ended start again.
        again, rewards, ended, truncated, _ = vector.step(actions)
        assert np.array_equal(again, vector.reset()[0]) and not truncated.any() and not rewards.any()
        used = process.memory_info().rss - memory[-1]
        assert used < 200_000 * count, f"{used / count:.0f} bytes for each environment"
        for index in (0, count - 1):
            alone = run(env, np.repeat(actions[index : index + 1], 4, axis=0))
            assert np.array_equal(alone[-1], observations[index])
        vector.close()

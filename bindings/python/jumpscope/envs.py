"""Environments for reinforcement learning, after Gymnasium's interface.

    env = Env("game.nes", actions=["", "R", "RA"], watches=["x=$0086", "dead=$000E"],
              reward="delta(x)", terminated="dead == 11", press="20:T", max_frames=600)
    observation, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(2)

Expressions are those of `jumpscope trace --when`: names of watches, previous(x), delta(x), held(A), frame, numbers,
+ - % and comparisons. The package gymnasium is not needed; where it is installed, Env is a gymnasium.Env and has its spaces.
"""

import importlib
import operator
import os
from collections.abc import Mapping, Sequence
from numbers import Real
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np
from numpy.typing import NDArray

from . import spaces as _own_spaces
from ._core import (
    Cartridge,
    Console,
    Error,
    Game,
    GamePool,
    Movie,
    Profile,
    State,
    buttons_text,
    parse_buttons,
)

try:
    _gymnasium: Any = importlib.import_module("gymnasium")
except ImportError:
    _gymnasium = None

spaces: Any = _own_spaces if _gymnasium is None else _gymnasium.spaces


class _PlainBase:
    """What gymnasium.Env and gymnasium.vector.VectorEnv provide."""

    metadata: dict[str, Any] = {}
    render_mode: Optional[str] = None
    spec: Any = None
    _np_random: Optional[np.random.Generator] = None

    @property
    def np_random(self) -> np.random.Generator:
        if self._np_random is None:
            self._np_random = np.random.default_rng()
        return self._np_random

    @np_random.setter
    def np_random(self, value: np.random.Generator) -> None:
        self._np_random = value

    @property
    def unwrapped(self) -> Any:
        return self

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        pass


if TYPE_CHECKING:
    _EnvBase = _PlainBase
    _VectorBase = _PlainBase
else:
    _EnvBase = _PlainBase if _gymnasium is None else _gymnasium.Env
    _VectorBase = _PlainBase if _gymnasium is None else importlib.import_module("gymnasium.vector").VectorEnv

# Gymnasium's wrappers want its own enumeration, which exists since its version 1.1.
_same_step: Any = "SameStep"
if _gymnasium is not None:
    _same_step = getattr(getattr(_gymnasium.vector, "AutoresetMode", None), "SAME_STEP", _same_step)

Actions = Union[str, Sequence[Union[int, str]]]
Expressions = Union[str, Mapping[str, float], None]

# The order of the eight entries of a MultiBinary action: Right, Left, Down, Up, Start, Select, B, A.
BUTTONS = "RLDUTSBA"
_WEIGHTS = np.array([128, 64, 32, 16, 8, 4, 2, 1], dtype=np.int64)
_SHAPES: dict[str, tuple[tuple[int, ...], Any, int]] = {
    "ram": ((0x800,), np.uint8, 255),
    "rgb": ((240, 256, 3), np.uint8, 255),
    "grey": ((240, 256), np.uint8, 255),
    "index": ((240, 256), np.uint16, 511),
}


def _chance(seed: Optional[int]) -> int:
    """What a game's seed is when Env.reset() gets this one."""
    if seed is not None:
        if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)):
            raise TypeError(f"a seed is an integer or None, not {type(seed).__name__}")
        if seed < 0:
            raise Error(f"the seed is {seed}; expected an integer of 0 or more")
    return int(np.random.default_rng(seed).integers(2**63))


def _prefix(movie: Union[Movie, str, "os.PathLike[str]", None], press: Optional[str]) -> Movie:
    if movie is not None and press is not None:
        raise Error("movie and press exclude each other; give one of them")
    if press is not None:
        return Movie.press(press)
    if movie is None:
        return Movie()
    return movie if isinstance(movie, Movie) else Movie.open(movie)


def _rewards(reward: Expressions) -> list[tuple[str, float]]:
    if reward is None:
        return []
    if isinstance(reward, str):
        return [(reward, 1.0)]
    if not isinstance(reward, Mapping):
        raise TypeError(f"a reward is an expression or a mapping from expressions to weights, not {type(reward).__name__}")
    for expression, weight in reward.items():
        if not isinstance(expression, str) or isinstance(weight, bool) or not isinstance(weight, Real):
            raise TypeError(f"the reward {expression!r} has the weight {weight!r}; expected an expression with a number")
    return [(expression, float(weight)) for expression, weight in reward.items()]


def _state_file(start: Union[State, bytes, str, "os.PathLike[str]", None]) -> bytes:
    if start is None:
        return b""
    if isinstance(start, State):
        return start.save()
    if isinstance(start, (bytes, bytearray, memoryview)):
        content, name = bytes(start), "of the start"
    else:
        name = os.fsdecode(start)
        try:
            with open(name, "rb") as file:
                content = file.read()
        except OSError as failure:
            raise Error(f"cannot read the state {name}: {failure.strerror}") from None
    if not content:
        raise Error(f"the state {name} is empty; expected the content of a state file")
    return content


def _profile(profile: Union[Profile, str, "os.PathLike[str]", None], watches: Any, cartridge: Cartridge) -> Profile:
    if profile is None:
        found = Profile.of(cartridge) if watches is None else None
        found = Profile.watches([]) if found is None else found
    elif isinstance(profile, Profile):
        found = profile
    else:
        name = os.fspath(profile)
        found = Profile.open(name) if name.endswith(".json") or "/" in name else Profile.builtin(name)
    return found if watches is None else found.with_watches(watches)


def _array(action: Any) -> NDArray[Any]:
    """What is no array at all is one that no space contains."""
    try:
        return np.asarray(action)
    except ValueError:  # lists of different lengths
        return np.empty(0, dtype=object)


class _Actions:
    """From actions to buttons."""

    def __init__(self, actions: Optional[Actions]) -> None:
        if isinstance(actions, str):
            if actions != "multibinary":
                raise Error(f"the actions are '{actions}'; expected 'multibinary' or a list such as ['', 'R', 'RA']")
            actions = None
        self.table: Optional[NDArray[np.uint8]] = None
        if actions is None:
            self.space = spaces.MultiBinary(8)
            return
        self.table = np.array([parse_buttons(buttons_text(each)) for each in actions], np.uint8)
        if len(self.table) == 0:
            raise Error("the list of actions is empty; expected sets of buttons such as ['', 'R', 'RA']")
        self.space = spaces.Discrete(len(self.table))

    def buttons(self, action: Any) -> int:
        if self.table is None:
            array = _array(action)
            if array.shape != (8,) or array.dtype.kind not in "biu" or not np.isin(array, (0, 1)).all():
                raise Error(f"the action {action!r} is not in {self.space}")
            return int(np.dot(array.astype(np.int64) != 0, _WEIGHTS))
        array = _array(action)
        if array.shape != () or array.dtype.kind not in "iu" or not 0 <= array < len(self.table):
            raise Error(f"the action {action!r} is not in {self.space}")
        return int(self.table[int(array)])

    def many(self, actions: Any, count: int) -> NDArray[np.uint8]:
        array = _array(actions)
        if self.table is None:
            if array.shape != (count, 8) or array.dtype.kind not in "biu" or not np.isin(array, (0, 1)).all():
                raise Error(f"the actions have the shape {array.shape}; expected ({count}, 8), of 0 and 1")
            pressed: NDArray[np.int64] = (array != 0).astype(np.int64)
            return np.dot(pressed, _WEIGHTS).astype(np.uint8)  # type: ignore[no-any-return]
        if array.shape != (count,) or array.dtype.kind not in "iu" or array.min() < 0 or array.max() >= len(self.table):
            raise Error(f"the actions are {actions!r}; expected {count} integers from 0 to {len(self.table) - 1}")
        return np.ascontiguousarray(self.table[array])


class _Setup:
    """The arguments that Env and VectorEnv have in common."""

    def __init__(
        self,
        rom: Any,
        *,
        actions: Optional[Actions] = None,
        observation: str = "ram",
        reward: Expressions = None,
        terminated: str = "",
        truncated: str = "",
        profile: Union[Profile, str, "os.PathLike[str]", None] = None,
        watches: Any = None,
        frame_skip: int = 1,
        max_frames: int = 0,
        start: Union[State, bytes, str, "os.PathLike[str]", None] = None,
        movie: Union[Movie, str, "os.PathLike[str]", None] = None,
        press: Optional[str] = None,
        noops: int = 0,
        random_ram: bool = False,
        region: str = "auto",
        ram_init: str = "fceux",
        alignment: int = 1,
        devices: Any = (),
        battery: Optional[bytes] = None,
        video: bool = False,
    ) -> None:
        if observation not in _SHAPES:
            raise Error(f"the observation is '{observation}'; expected 'ram', 'rgb', 'grey' or 'index'")
        if start is not None and (movie is not None or press is not None):
            raise Error("an episode begins in a saved state, or at power-on followed by a movie or press, not both")
        self.cartridge = _cartridge(rom)
        self.actions = _Actions(actions)
        self.observation = observation
        self.profile = _profile(profile, watches, self.cartridge)
        self.video = video or observation != "ram"
        self.rules: dict[str, Any] = {
            "region": region,
            "ram_init": ram_init,
            "alignment": alignment,
            "devices": devices,
            "battery": battery,
            "video": self.video,
            "profile": self.profile,
            "rewards": _rewards(reward),
            "terminated": terminated,
            "truncated": truncated,
            "max_frames": max_frames,
            "frame_skip": frame_skip,
            "prefix": _prefix(movie, press),
            "start_state": _state_file(start),
            "noops": noops,
            "random_ram": random_ram,
        }

    def observation_space(self, count: Optional[int] = None) -> Any:
        shape, dtype, high = _SHAPES[self.observation]
        return spaces.Box(0, high, shape if count is None else (count, *shape), dtype)


def _cartridge(rom: Any) -> Cartridge:
    return Console(rom).cartridge


class Env(_EnvBase):
    """A game as an environment.

    rom             a path, the bytes of a file or a Cartridge
    actions         sets of buttons such as ["", "R", "RA"]: Discrete. None or "multibinary": MultiBinary(8), in the
                    order RLDUTSBA (T is Start, S is Select)
    observation     "ram" (2048 bytes), "rgb" (240 x 256 x 3), "grey" or "index" (240 x 256)
    reward          an expression, or expressions with their weights: {"delta(x)": 1, "state == 11": -50}. It is
                    summed over the frames of a step
    terminated, truncated   conditions that end an episode
    profile, watches        what expressions may name; by default the built-in profile that knows the cartridge
    frame_skip      frames a step; a step ends early when the episode does
    max_frames      the episode is truncated after these; 0: never
    start           a State, or a state file, in which episodes begin; else they begin at power-on, after
    movie, press    this input. A state has no picture: the first observation of pixels shows what follows it without
                    buttons
    noops           episodes begin after 0 to so many frames without buttons, by chance
    random_ram      RAM at power-on is random; with noops, all that a seed decides
    render_mode     "rgb_array" or None
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array"], "render_fps": 60}

    def __init__(self, rom: Any, *, render_mode: Optional[str] = None, **arguments: Any) -> None:
        if render_mode not in (None, "rgb_array"):
            raise Error(f"the render mode is '{render_mode}'; expected 'rgb_array' or None")
        setup = _Setup(rom, video=bool(arguments.pop("video", False)) or render_mode is not None, **arguments)
        self.render_mode = render_mode
        self.action_space = setup.actions.space
        self.observation_space = setup.observation_space()
        self.profile = setup.profile
        self._setup = setup
        self._game: Optional[Game] = Game(setup.cartridge, setup.rules)
        self._seeded = False
        self._running = False

    @property
    def game(self) -> Game:
        """The console behind the environment. Its console() is a copy."""
        if self._game is None:
            raise Error("this environment is closed; make another one")
        return self._game

    def _info(self) -> dict[str, Any]:
        return {"frames": self.game.frames, **self.game.values()}

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begins an episode. The seed decides about random RAM and no-ops; None goes on with the chance there is."""
        chance = _chance(seed)
        if _gymnasium is not None:
            super().reset(seed=seed, options=options)  # type: ignore[misc]
        elif seed is not None:
            self.np_random = np.random.default_rng(seed)
        self.game.reset(None if seed is None and self._seeded else chance)
        self._seeded = self._running = True
        return self.game.observation(self._setup.observation), self._info()

    def step(self, action: Any) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Holds the action's buttons for frame_skip frames."""
        if not self._running:
            raise Error("the episode is over, or none has begun; call reset() first")
        reward, terminated, truncated = self.game.step(self._setup.actions.buttons(action))
        self._running = not (terminated or truncated)
        return self.game.observation(self._setup.observation), reward, terminated, truncated, self._info()

    def render(self) -> Optional[NDArray[np.uint8]]:
        """The last frame, 240 x 256 x 3; None without a render mode."""
        if self.render_mode is None:
            return None
        return self.game.observation("rgb")

    def state(self) -> State:
        return self.game.state()

    def restore(self, state: State) -> None:
        """Continues from a state of this environment or of a console, in the same episode."""
        self.game.restore(state)
        self._running = True

    def close(self) -> None:
        self._game = None


class VectorEnv(_VectorBase):
    """Many environments that one call steps on several threads; arguments as for Env.

    An episode that ends begins anew within the same step: the observation and info are then the next episode's first.
    Where info["_final_obs"][i] is true, info["final_obs"][i] and the entries i of info["final_info"] are the last of the
    one that ended. Older versions of Gymnasium say "final_observation" for "final_obs"; info has both names.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": _same_step}

    def __init__(self, rom: Any, num_envs: int, *, threads: int = 0, **arguments: Any) -> None:
        """threads: 0 takes one a core."""
        num_envs = operator.index(num_envs)
        if num_envs < 1:
            raise Error(f"the number of environments is {num_envs}; expected at least 1")
        setup = _Setup(rom, **arguments)
        self.num_envs = num_envs
        self.single_action_space = setup.actions.space
        self.single_observation_space = setup.observation_space()
        self.observation_space = setup.observation_space(num_envs)
        table = setup.actions.table
        self.action_space = (
            spaces.MultiBinary((num_envs, 8)) if table is None else spaces.MultiDiscrete([len(table)] * num_envs)
        )
        self.profile = setup.profile
        self._setup = setup
        self._names = [column.name for column in setup.profile.columns]
        self._seeded = False
        self._pool: Optional[GamePool] = GamePool(setup.cartridge, setup.rules, num_envs, threads, setup.observation)
        self._running = False

    @property
    def pool(self) -> GamePool:
        if self._pool is None:
            raise Error("this environment is closed; make another one")
        return self._pool

    @property
    def threads(self) -> int:
        return self.pool.threads

    def _info(self, values: NDArray[np.float64]) -> dict[str, Any]:
        return {name: values[:, place] for place, name in enumerate(self._names)}

    def reset(
        self, *, seed: Union[int, Sequence[int], None] = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begins all episodes. One seed is the first environment's, the next ones get seed + 1, seed + 2, ...; a list gives
        each its own. None goes on with the chance there is."""
        del options
        seeds: Sequence[Optional[int]]
        if isinstance(seed, (int, np.integer)):
            seeds = [seed + place for place in range(self.num_envs)]
        else:
            seeds = [None] * self.num_envs if seed is None else seed
        goes_on = seed is None and self._seeded
        observations, values = self.pool.reset(None if goes_on else [_chance(each) for each in seeds])
        self._seeded = self._running = True
        return observations, self._info(values)

    def step(
        self, actions: Any
    ) -> tuple[NDArray[Any], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        if not self._running:
            raise Error("no episode has begun; call reset() first")
        buttons = self._setup.actions.many(actions, self.num_envs)
        observations, rewards, terminated, truncated, values, last, last_values = self.pool.step(buttons)
        info = self._info(values)
        ended = terminated | truncated
        if ended.any():
            last[~ended] = 0
            last_values[~ended] = 0
            info["final_obs"] = info["final_observation"] = last
            info["final_info"] = self._info(last_values)
            info["_final_obs"] = info["_final_observation"] = info["_final_info"] = ended
        return observations, rewards, terminated, truncated, info

    def state(self, index: int) -> State:
        """The state of one of the consoles."""
        return self.pool.state(index)

    def close(self, **_: Any) -> None:
        self._pool = None

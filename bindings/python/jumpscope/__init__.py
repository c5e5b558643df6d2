"""A cycle-accurate NES whose memory can be watched, traced and compared with models of movement.

    import jumpscope

    console = jumpscope.Console("game.nes")
    console.frames(60)
    console.frame("RA")
    print(console.ram[0x00CE])

    trace = jumpscope.trace("game.nes", press="60-75:A", watches=["y=$00CE"], frames=200)
    print(trace["y"])

Every function that fails raises jumpscope.Error with one sentence. Environments for reinforcement learning are in
jumpscope.envs, files of stable-retro are read by jumpscope.retro.
"""

from typing import NoReturn

from ._core import (
    Cartridge,
    Column,
    Comparison,
    Console,
    Difference,
    Error,
    Jump,
    ModelColumn,
    ModelInfo,
    ModelParameter,
    ModelRun,
    Movie,
    Profile,
    State,
    Trace,
    Write,
    WrongByte,
    __version__,
    buttons_text,
    diff,
    jumps,
    model,
    model_info,
    model_names,
    palette,
    parse_buttons,
    trace,
)
from ._sweep import merge_sweeps, sweep

__all__ = [
    "Cartridge",
    "Column",
    "Comparison",
    "Console",
    "Difference",
    "Error",
    "Jump",
    "ModelColumn",
    "ModelInfo",
    "ModelParameter",
    "ModelRun",
    "Movie",
    "Profile",
    "State",
    "Trace",
    "Write",
    "WrongByte",
    "__version__",
    "buttons_text",
    "diff",
    "discover",
    "jumps",
    "merge_sweeps",
    "model",
    "model_info",
    "model_names",
    "palette",
    "parse_buttons",
    "sweep",
    "trace",
]


def discover(rom: object, **options: object) -> NoReturn:
    """Finds the bytes of a game's physics. This version of jumpscope cannot do that yet."""
    raise Error(
        "this version of jumpscope does not find a game's variables by itself; look for them with `jumpscope search`, "
        "and watch them with jumpscope.Profile.watches()"
    )

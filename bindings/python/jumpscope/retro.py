"""Games that are described by files of Gym Retro and stable-retro.

    game = jumpscope.retro.load("custom_integrations/MyGame-Nes")
    env = game.make("game.nes", max_frames=3600)

data.json becomes a profile, scenario.json rewards and the end of an episode, with the meaning that stable-retro's page
"Game Integration" defines. What cannot be kept is refused with a sentence: save states of other emulators, Lua scripts,
addresses outside of the console's RAM.
"""

import functools
import hashlib
import itertools
import json
import operator
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Optional, Union

from ._core import Cartridge, Console, Error, Profile
from .envs import Env

Path = Union[str, "os.PathLike[str]"]

_RAM_SIZE = 0x800
# The order in memory of the bytes of a four-byte value, most significant first.
_MIDDLE = {"><": (1, 0, 3, 2), ">=": (1, 0, 3, 2), "<>": (2, 3, 0, 1), "<=": (3, 2, 1, 0)}
_COMPARISONS = {
    "equal": "==",
    "not-equal": "!=",
    "less-than": "<",
    "greater-than": ">",
    "less-or-equal": "<=",
    "greater-or-equal": ">=",
}
_SIGNS = {"nonzero": "!=", "zero": "==", "positive": ">", "negative": "<"}
# The bits that stable-retro gives the buttons of an NES.
_BITS = {"B": 1, "SELECT": 4, "START": 8, "UP": 16, "DOWN": 32, "LEFT": 64, "RIGHT": 128, "A": 256}
_LETTERS = {"RIGHT": "R", "LEFT": "L", "DOWN": "D", "UP": "U", "START": "T", "SELECT": "S", "B": "B", "A": "A"}


@dataclass
class Integration:
    """What the files of a folder say."""

    folder: str
    profile: Profile
    names: dict[str, str]  # of the variables, to those of the profile's watches, which are identifiers
    rewards: dict[str, float] = field(default_factory=dict)  # expressions with their weights
    done: str = ""  # a condition
    actions: Optional[list[str]] = None  # sets of buttons, where the scenario lists them
    rom_sha1: Optional[list[str]] = None
    notes: list[str] = field(default_factory=list)  # what was left out, as sentences

    def knows(self, rom: Any) -> bool:
        """Whether rom.sha names the cartridge: the whole file, or what follows its header."""
        cartridge = rom if isinstance(rom, Cartridge) else Console(rom).cartridge
        content = hashlib.sha1(cartridge.prg_rom + cartridge.chr_rom).hexdigest()
        return bool({cartridge.file_sha1, content} & set(self.rom_sha1 or []))

    def arguments(self) -> dict[str, Any]:
        """For Env and VectorEnv: the profile, the rewards, the end and the actions."""
        words: dict[str, Any] = {"profile": self.profile, "reward": self.rewards, "terminated": self.done}
        if self.actions is not None:
            words["actions"] = self.actions
        return words

    def make(self, rom: Any = None, **arguments: Any) -> Env:
        """An Env. Without `rom`: the folder's rom.nes. Other arguments, such as press, are Env's."""
        path = os.path.join(self.folder, "rom.nes") if rom is None else rom
        return Env(path, **{**self.arguments(), **arguments})


def _read(path: str) -> dict[str, Any]:
    try:
        with open(path, encoding="utf-8") as file:
            content = json.load(file)
    except OSError as failure:
        raise Error(f"cannot read {path}: {failure.strerror}") from None
    except (ValueError, RecursionError) as failure:
        raise Error(f"{path} is not JSON: {failure}") from None
    return _object(content, path)


def _object(value: Any, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Error(f"{where} is {json.dumps(value)[:60]}; expected an object")
    return value


def _number(value: Any, where: str) -> float:
    # Python reads NaN and Infinity, which JSON does not have.
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) < 2**63:
        raise Error(f"{where} is {json.dumps(value)[:60]}; expected a number")
    return value


def _known(section: dict[str, Any], keys: Iterable[str], where: str) -> None:
    for key in section:
        if key not in keys:
            raise Error(f"{where} has '{key}', which jumpscope does not know; known are: {', '.join(keys)}")


def watch(name: str, address: int, kind: str, where: str = "the type") -> str:
    """A variable as a watch: watch("score", 0x10, ">d2") is "score=$0010,$0011:bcd"."""
    parts = re.fullmatch(r"(><|<>|>=|<=|[<>=|])([iudn])([1-9]\d*)", kind) if isinstance(kind, str) else None
    if parts is None:
        raise Error(f"{where} is {json.dumps(kind)}; expected an order of bytes, a format and a size, such as '>u2' or '|d1'")
    order, form, size = parts[1], parts[2], int(parts[3])
    if isinstance(address, bool) or not isinstance(address, int) or not 0 <= address <= _RAM_SIZE - size:
        raise Error(
            f"{where} of '{name}': {size} bytes at address {json.dumps(address)} are not in the console's RAM; expected an "
            f"address of 0 to {_RAM_SIZE - size}"
        )
    if len(order) == 2:
        if size != 4:
            raise Error(f"{where} is '{kind}'; middle endian values have 4 bytes")
        offsets: Iterable[int] = _MIDDLE[order]
    elif order == ">":
        offsets = range(size)
    else:  # this machine's order is that of data.json's authors: least significant first
        offsets = reversed(range(size))
    addresses = ",".join(f"${address + offset:04X}" for offset in offsets)
    if form in "iu":
        if size > 4:
            raise Error(f"{where} is '{kind}'; jumpscope reads numbers of up to 4 bytes, and decimal ones of more")
        sized = f"{'s' if form == 'i' else 'u'}{8 * size}"
    else:
        sized = "bcd" if form == "d" else "digits&$0F"
    return f"{name}={addresses}:{sized}"


def _identifier(name: str, taken: Iterable[str]) -> str:
    """The nearest name that a watch may have and none has yet."""
    plain = re.sub(r"[^A-Za-z0-9_]", "_", name)
    if not re.match(r"[A-Za-z]", plain) or plain in ("frame", "buttons", "lag"):
        plain = "v_" + plain
    result, number = plain, 2
    while result in taken:
        result, number = f"{plain}_{number}", number + 1
    return result


def _variables(path: str) -> tuple[Profile, dict[str, str]]:
    data = _read(path)
    info = _object(data.get("info"), f"{path}: info")
    names: dict[str, str] = {}
    watches = []
    for name, entry in info.items():
        where = f"{path}: info: {name}"
        entry = _object(entry, where)
        if "address" not in entry or "type" not in entry:
            raise Error(f"{where} has no {'type' if 'address' in entry else 'address'}")
        if "mask" in entry:
            raise Error(f"{where} has a mask, which jumpscope does not apply; watch the bytes whole")
        names[name] = _identifier(name, names.values())
        watches.append(watch(names[name], entry["address"], entry["type"], f"{where}: type"))
    return Profile.watches(watches), names


def _measured(name: str, entry: dict[str, Any], names: dict[str, str], default: str, where: str) -> str:
    if name not in names:
        raise Error(f"{where}: data.json has no variable '{name}'; it has: {', '.join(names) or 'none'}")
    measurement = entry.get("measurement", default)
    if measurement == "absolute":
        return names[name]
    if measurement == "delta":  # the plain difference: delta() would wrap as the bytes do
        return f"({names[name]} - previous({names[name]}))"
    raise Error(f"{where}: measurement is {json.dumps(measurement)}; expected 'absolute' or 'delta'")


def _test(value: str, entry: dict[str, Any], where: str) -> str:
    """Whether `op` makes something positive of a value."""
    op = "positive" if entry["op"] == "sign" else entry["op"]
    if not isinstance(op, str):
        op = ""
    if op in _SIGNS:
        return f"{value} {_SIGNS[op]} 0"
    if op in _COMPARISONS:
        if "reference" not in entry:
            raise Error(f"{where}: op '{op}' needs a reference")
        reference = _number(entry["reference"], f"{where}: reference")
        text = repr(int(reference)) if reference == int(reference) else repr(reference)
        return f"{value} {_COMPARISONS[op]} {text}"
    known = ", ".join([*_SIGNS, "sign", *_COMPARISONS])
    raise Error(f"{where}: op is {json.dumps(entry['op'])[:60]}; expected one of {known}")


def _done(section: dict[str, Any], names: dict[str, str], where: str) -> str:
    _known(section, ("condition", "variables"), where)
    condition = section.get("condition", "any")
    if condition not in ("any", "all"):
        raise Error(f"{where}: condition is {json.dumps(condition)}; expected 'any' or 'all'")
    tests = []
    for name, entry in _object(section.get("variables", {}), f"{where}: variables").items():
        here = f"{where}: variables: {name}"
        entry = _object(entry, here)
        _known(entry, ("op", "measurement", "reference"), here)
        value = _measured(name, entry, names, "absolute", here)
        if "op" in entry:
            tests.append(f"({_test(value, entry, here)})")
    return (" || " if condition == "any" else " && ").join(tests)


def _rewards(section: dict[str, Any], names: dict[str, str], where: str) -> dict[str, float]:
    _known(section, ("variables", "time"), where)
    terms: dict[str, float] = {}

    def add(expression: str, weight: float) -> None:
        if weight != 0:
            terms[expression] = terms.get(expression, 0) + weight

    for name, entry in _object(section.get("variables", {}), f"{where}: variables").items():
        here = f"{where}: variables: {name}"
        entry = _object(entry, here)
        _known(entry, ("op", "measurement", "reference", "reward", "penalty"), here)
        value = _measured(name, entry, names, "delta", here)
        gain = _number(entry.get("reward", 0), f"{here}: reward")
        loss = _number(entry.get("penalty", 0), f"{here}: penalty")
        if "op" not in entry:  # twice the positive and twice the negative part of the value
            add(f"{value} + abs({value})", gain / 2)
            add(f"{value} - abs({value})", loss / 2)
        elif entry["op"] == "sign":
            add(f"{value} > 0", gain)
            add(f"{value} < 0", -loss)
        else:
            add(_test(value, entry, here), gain)
    time = _object(section.get("time", {}), f"{where}: time")
    _known(time, ("reward", "penalty"), f"{where}: time")
    add("1", _number(time.get("reward", 0), f"{where}: time: reward"))
    add("1", -_number(time.get("penalty", 0), f"{where}: time: penalty"))
    return terms


def _actions(groups: Any, where: str) -> list[str]:
    """One action per choice of a button set from each group, numbered as stable-retro numbers them: it sorts groups and
    choices by the buttons' bits, and the first group's choices change fastest."""

    def checked(buttons: Any) -> int:
        if not isinstance(buttons, list) or not all(isinstance(each, str) and each in _LETTERS for each in buttons):
            raise Error(f"{where}: {json.dumps(buttons)[:60]} is no list of buttons; there are: {', '.join(_LETTERS)}")
        return sum(_BITS[button] for button in set(buttons))

    def letters(bits: int) -> str:
        return "".join(_LETTERS[button] for button in _BITS if bits & _BITS[button])

    if not isinstance(groups, list) or not groups or not all(isinstance(group, list) and group for group in groups):
        raise Error(f"{where} is {json.dumps(groups)[:60]}; expected lists of sets of buttons")
    choices: dict[int, list[int]] = {}  # by the buttons of the group
    for group in groups:
        sets = sorted({checked(buttons) for buttons in group})
        choices.setdefault(functools.reduce(operator.or_, sets), sets)
    ordered = [choices[mask] for mask in sorted(choices, reverse=True)]
    return [letters(functools.reduce(operator.or_, each)) for each in itertools.product(*ordered)]


def _scenario(path: str, game: Integration) -> None:
    scenario = _read(path)
    _known(scenario, ("reward", "done", "actions", "crop", "scripts", "rewards"), path)
    if scenario.get("scripts"):
        raise Error(f"{path} has scripts, which jumpscope does not run; express the reward with variables")
    if "rewards" in scenario:
        raise Error(f"{path} has rewards for several players; expected one section 'reward'")
    if "crop" in scenario:
        game.notes.append("The scenario's crop is left out: observations are whole pictures.")
    game.done = _done(_object(scenario.get("done", {}), f"{path}: done"), game.names, f"{path}: done")
    game.rewards = _rewards(_object(scenario.get("reward", {}), f"{path}: reward"), game.names, f"{path}: reward")
    if "actions" in scenario:
        game.actions = _actions(scenario["actions"], f"{path}: actions")


def load(folder: Path, scenario: str = "scenario.json") -> Integration:
    """Reads data.json, the scenario and rom.sha of a folder; only data.json is required."""
    base = os.fspath(folder)
    profile, names = _variables(os.path.join(base, "data.json"))
    game = Integration(base, profile, names)
    path = os.path.join(base, scenario)
    if scenario != "scenario.json" or os.path.exists(path):
        _scenario(path, game)
    sha = os.path.join(base, "rom.sha")
    if os.path.exists(sha):
        with open(sha, encoding="utf-8", errors="replace") as file:
            game.rom_sha1 = [line.strip().lower() for line in file if line.strip()]
    metadata = os.path.join(base, "metadata.json")
    start = _read(metadata).get("default_state") if os.path.exists(metadata) else None
    if start is not None:
        game.notes.append(
            f"The state '{start}' is one of another emulator, which jumpscope cannot read: episodes begin at power-on; give "
            "make() a start, movie or press."
        )
    return game

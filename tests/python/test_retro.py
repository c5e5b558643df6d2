"""Files of Gym Retro and stable-retro; the values are those of its page "Game Integration"."""
import json

import jumpscope
import numpy as np
import pytest
from jumpscope import retro
from jumpscope.envs import VectorEnv


def write(folder, data, scenario=None, **files):
    (folder / "data.json").write_text(json.dumps({"info": data}), encoding="utf-8")
    if scenario is not None:
        (folder / "scenario.json").write_text(json.dumps(scenario), encoding="utf-8")
    for name, content in files.items():
        (folder / name.replace("_", ".")).write_text(content, encoding="utf-8")
    return folder


def value(rom, kind, memory):
    """What the watch shows of these bytes."""
    console = jumpscope.Console(rom)
    for place, byte in enumerate(memory):
        console.poke(0x0600 + place, byte)
    env = jumpscope.envs.Env(rom, watches=[retro.watch("v", 0x0600, kind)], start=console.state(), actions=[""])
    return env.reset()[1]["v"]


@pytest.mark.parametrize(
    "kind, memory, expected",
    [
        ("<u2", [0x02, 0x01], 0x0102),
        (">u2", [0x01, 0x02], 0x0102),
        ("=u2", [0x02, 0x01], 0x0102),
        ("|u1", [0x81], 129),
        ("|i1", [0x81], -127),
        ("|d1", [0x81], 81),
        ("|n1", [0x81], 1),
        ("<>u4", [0x03, 0x04, 0x01, 0x02], 0x01020304),
        ("><u4", [0x02, 0x01, 0x04, 0x03], 0x01020304),
        (">=u4", [0x02, 0x01, 0x04, 0x03], 0x01020304),
        ("<=u4", [0x04, 0x03, 0x02, 0x01], 0x01020304),
        (">d2", [0x12, 0x34], 1234),
        ("<d2", [0x34, 0x12], 1234),
        ("<u3", [0x03, 0x02, 0x01], 0x010203),
        (">n2", [0x01, 0x02], 12),
        (">n3", [0xF1, 0x32, 0x03], 123),
        ("=n3", [3, 2, 1], 123),
        (">n6", [1, 2, 3, 4, 5, 6], 123456),
        ("<i2", [0xFE, 0xFF], -2),
        (">i4", [0xFF, 0xFF, 0xFF, 0xFE], -2),
        ("<i3", [0x00, 0x00, 0x80], -(2**23)),
    ],
)
def test_every_type_reads_its_bytes(rom, kind, memory, expected):
    assert value(rom, kind, memory) == expected


@pytest.mark.parametrize("kind", ["?u4", ">q2", "=i0", "><u3", "<=u2", "u2", "", ">u", 5, None, ">u8"])
def test_types_that_are_none_are_refused(tmp_path, kind):
    with pytest.raises(jumpscope.Error, match="type is"):
        retro.load(write(tmp_path, {"v": {"address": 16, "type": kind}}))


@pytest.mark.parametrize("address, kind", [(0x800, "|u1"), (0x7FF, ">u2"), (-1, "|u1"), (0x6000, "|u1"), (16712294, ">u2"), ("16", "|u1"), (True, "|u1")])
def test_addresses_outside_of_ram_are_refused(tmp_path, address, kind):
    with pytest.raises(jumpscope.Error, match="not in the console's RAM; expected an address of 0 to"):
        retro.load(write(tmp_path, {"v": {"address": address, "type": kind}}))


X = {"x": {"address": 0x86, "type": "|u1"}, "y": {"address": 0xCE, "type": "|u1"}, "speed": {"address": 0x9F, "type": "|i1"}}


def episode(rom, folder, frames=150):
    """The rewards and ends of an environment, and the values of the same frames."""
    env = retro.load(folder).make(rom, press="20:T", actions=["R", "RA", "L"])
    env.reset()
    rewards, ends, presses = [], [], ["20:T"]
    for frame in range(frames):
        action = 2 if frame >= 100 else 1 if 40 <= frame < 55 else 0
        presses.append(f"{frame + 21}:{['R', 'RA', 'L'][action]}")
        _, reward, done, _, _ = env.step(action)
        rewards.append(reward)
        ends.append(done)
        if done:
            break
    watches = [retro.watch(name, each["address"], each["type"]) for name, each in X.items()]
    trace = jumpscope.trace(rom, press=" ".join(presses), watches=watches, frames=21 + len(rewards))
    now = {name: trace[name][21:] for name in X}
    before = {name: trace[name][20:-1] for name in X}
    return np.array(rewards), np.array(ends), now, before


def test_rewards_are_sums_over_the_variables(rom, tmp_path):
    variables = {
        "x": {"reward": 2.0, "penalty": 0.5},
        "y": {"reward": 3, "measurement": "absolute", "op": "less-than", "reference": 170},
        "speed": {"op": "sign", "measurement": "absolute", "reward": 7, "penalty": 11},
    }
    folder = write(tmp_path, X, {"reward": {"variables": variables, "time": {"reward": 0.25, "penalty": 1}}})
    rewards, _, now, before = episode(rom, folder)
    moved = now["x"] - before["x"]
    expected = np.where(moved > 0, 2.0, 0.5) * moved + 3 * (now["y"] < 170) - 0.75
    expected = expected + 7.0 * (now["speed"] > 0) - 11.0 * (now["speed"] < 0)
    assert moved.min() < 0 < moved.max() and now["speed"].min() < 0 < now["speed"].max()
    assert np.array_equal(rewards, expected)


OPS = {
    "nonzero": lambda v: v != 0,
    "zero": lambda v: v == 0,
    "positive": lambda v: v > 0,
    "negative": lambda v: v < 0,
    "sign": lambda v: v != 0,
    "equal": lambda v: v == -2,
    "not-equal": lambda v: v != -2,
    "less-than": lambda v: v < -2,
    "greater-than": lambda v: v > -2,
    "less-or-equal": lambda v: v <= -2,
    "greater-or-equal": lambda v: v >= -2,
}


@pytest.mark.parametrize("measurement", ["absolute", "delta"])
@pytest.mark.parametrize("op", OPS)
def test_every_operation_is_a_reward_and_an_end(rom, tmp_path, op, measurement):
    entry = {"op": op, "measurement": measurement, "reference": -2}
    rewards, _, now, before = episode(rom, write(tmp_path, X, {"reward": {"variables": {"speed": {**entry, "reward": 1, "penalty": -1}}}}))
    values = now["speed"] - (before["speed"] if measurement == "delta" else 0)
    assert np.array_equal(rewards != 0, OPS[op](values))
    _, ends, now, before = episode(rom, write(tmp_path, X, {"done": {"variables": {"speed": entry}}}))
    values = now["speed"] - (before["speed"] if measurement == "delta" else 0)
    ended = OPS["positive" if op == "sign" else op](values)  # -1 is no end
    assert np.array_equal(ends, ended)


@pytest.mark.parametrize("condition", [None, "any", "all"])
def test_ends_are_combined(rom, tmp_path, condition):
    done = {"variables": {"x": {"op": "greater-than", "reference": 90}, "y": {"op": "less-than", "reference": 170}, "speed": {}}}
    if condition:
        done["condition"] = condition
    _, ends, now, _ = episode(rom, write(tmp_path, X, {"done": done}))
    x, y = now["x"] > 90, now["y"] < 170
    assert np.array_equal(ends, (x & y) if condition == "all" else (x | y)) and ends[-1]


def test_actions_are_all_combinations(tmp_path):
    actions = [[[], ["UP"]], [[], ["LEFT"], ["RIGHT"]], [["A", "B"]]]
    game = retro.load(write(tmp_path, X, {"actions": actions}))
    assert [set(each) for each in game.actions] == [set("AB" + more) for more in ("", "U", "L", "LU", "R", "RU")]


def test_actions_have_the_numbers_of_stable_retro(tmp_path):
    """The lists of its nes.json, where A's bit is the highest and B's the lowest, in any order and with repetitions."""
    listed = [[["A"], [], ["B", "A"], ["B"], ["A", "B", "A"]], [["RIGHT"], ["LEFT"], []], [[], ["DOWN"], ["UP"]], [[], ["UP"], ["DOWN"]]]
    game = retro.load(write(tmp_path, X, {"actions": listed}))
    expected = [a + b + c for c in ("", "B", "A", "BA") for b in ("", "L", "R") for a in ("", "U", "D")]
    assert [set(each) for each in game.actions] == [set(each) for each in expected]


def test_a_mask_of_a_variable_is_not_ignored(tmp_path):
    with pytest.raises(jumpscope.Error, match="has a mask, which jumpscope does not apply"):
        retro.load(write(tmp_path, {"v": {"address": 16, "type": "|u1", "mask": 15}}))


def test_names_that_no_watch_may_have_are_changed(rom, tmp_path):
    names = ["frame", "p1 lives", "2up", "p1_lives", "é"]
    data = {name: {"address": 16 + place, "type": "|u1"} for place, name in enumerate(names)}
    game = retro.load(write(tmp_path, data, {"reward": {"variables": {name: {"reward": 1} for name in names}}}))
    assert len(set(game.names.values())) == len(names)
    game.make(rom, actions=[""]).reset()


def test_a_vector_takes_the_same_rules(rom, tmp_path):
    game = retro.load(write(tmp_path, X, {"reward": {"variables": {"x": {"reward": 1}}}}))
    vector = VectorEnv(rom, 2, press="20:T", **{**game.arguments(), "actions": ["R"]})
    vector.reset(seed=1)
    assert sum(vector.step([0, 0])[1].sum() for _ in range(40)) > 20


def test_what_cannot_be_kept_is_said(rom, tmp_path):
    sha = jumpscope.Cartridge.open(rom).file_sha1
    game = retro.load(write(tmp_path, X, {"crop": [0, 0, 10, 10]}, metadata_json='{"default_state": "Level1"}', rom_sha=sha.upper() + "\n"))
    assert any("state 'Level1'" in note for note in game.notes) and any("crop" in note for note in game.notes)
    assert game.knows(rom)
    for scenario, words in [
        ({"scripts": ["script.lua"]}, "does not run"),
        ({"rewards": []}, "several players"),
        ({"goal": {}}, "'goal', which jumpscope does not know"),
        ({"done": {"variables": {"z": {"op": "zero"}}}}, "has no variable 'z'"),
        ({"done": {"variables": {"x": {"op": "is"}}}}, "expected one of nonzero"),
        ({"done": {"variables": {"x": {"op": "equal"}}}}, "needs a reference"),
        ({"done": {"variables": {"x": {"op": "equal", "reference": "1"}}}}, "expected a number"),
        ({"done": {"variables": {"x": {"op": "equal", "reference": float("nan")}}}}, "NaN; expected a number"),
        ({"done": {"variables": {"x": {"op": "equal", "reference": float("-inf")}}}}, "-Infinity; expected a number"),
        ({"done": {"variables": {"x": {"op": ["equal"], "reference": 1}}}}, "expected one of nonzero"),
        ({"reward": {"variables": {"x": {"reward": float("inf")}}}}, "Infinity; expected a number"),
        ({"actions": [[[{}]]]}, "no list of buttons"),
        ({"done": {"condition": "most"}}, "'any' or 'all'"),
        ({"done": {"nodes": {}}}, "'nodes'"),
        ({"reward": {"variables": {"x": {"measurement": "rate"}}}}, "'absolute' or 'delta'"),
        ({"reward": {"script": "lua:f"}}, "'script'"),
        ({"actions": [[["FIRE"]]]}, "no list of buttons"),
        ([], "expected an object"),
    ]:
        with pytest.raises(jumpscope.Error, match=words):
            retro.load(write(tmp_path, X, scenario))
    (tmp_path / "data.json").write_text("{", encoding="utf-8")
    with pytest.raises(jumpscope.Error, match="is not JSON"):
        retro.load(tmp_path)
    with pytest.raises(jumpscope.Error, match="cannot read"):
        retro.load(tmp_path / "nowhere")

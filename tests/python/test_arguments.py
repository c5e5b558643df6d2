"""Wrong arguments raise, with a sentence, and never harm the interpreter."""
import copy
import gc
import pickle
import random

import jumpscope
import numpy as np
import pytest

JUNK = [
    None, True, -1, 0, 1, 255, 256, 2**31, 2**63, 2**64, -(2**63), 1.5, float("nan"), "", "RA", "no-such-file",
    "\ud800", "a\0b", b"", b"NES\x1a", b"NES\x1a" + bytes(40000), bytearray(b"x"), memoryview(b"abcdef")[::2], [], ["RA", 3, None],
    [[1]], (), {}, {"y": 1}, {1, 2}, object(), print, int, np.zeros(0), np.zeros((3, 3)), np.float32(1), np.int64(-5),
    np.array(5), np.array(["a"]), iter([1, 2]), range(5), Exception("x"),
]  # fmt: skip


def consoles(rom):
    return jumpscope.Console(rom, video=True, audio=True)


def instances(rom):
    console = consoles(rom)
    console.frames(40)
    trace = jumpscope.trace(rom, watches=["y=$00CE"], press="40-50:A", frames=60)
    return [
        console,
        console.state(),
        console.cartridge,
        jumpscope.Movie.press("1-5:A"),
        jumpscope.Profile.builtin("smb"),
        trace,
        jumpscope.diff(trace, trace),
        jumpscope.model(jumpscope.model_names()[0], [0, 1]),
    ]


# Runs as long as it is told to; that is no harm, but no test either.
ENDLESS = {("Console", "frames"), ("Movie", "play"), ("Movie", "fm2")}


@pytest.mark.parametrize("seed", range(3))
def test_junk_raises_or_works(rom, tmp_path, monkeypatch, seed):
    monkeypatch.chdir(tmp_path)  # where save() may write
    chance = random.Random(seed)
    functions = [getattr(jumpscope, name) for name in jumpscope.__all__ if name[0].islower()]
    functions += [jumpscope.Console, jumpscope.Cartridge.open, jumpscope.Cartridge.parse, jumpscope.Movie.open]
    functions += [jumpscope.Movie.parse, jumpscope.Movie.press, jumpscope.Movie.buttons, jumpscope.Trace.open]
    functions += [jumpscope.Profile.open, jumpscope.Profile.parse, jumpscope.Profile.watches, jumpscope.State.load]
    for each in instances(rom):
        for name in dir(each):
            member = getattr(each, name)
            if callable(member) and not name.startswith("__") and (type(each).__name__, name) not in ENDLESS:
                functions.append(member)
    raised = 0
    for function in functions:
        for _ in range(30):
            arguments = [chance.choice(JUNK) for _ in range(chance.randrange(4))]
            try:
                function(*arguments)
            except (jumpscope.Error, TypeError, ValueError, KeyError, IndexError, OSError) as error:
                raised += 1
                assert str(error), f"{function} says nothing of {arguments}"
            except (SystemError, MemoryError) as error:
                pytest.fail(f"{function}{arguments!r}: {error!r}")
    assert raised > len(functions) * 10


def test_counts_that_cannot_be_are_refused(rom):
    console = jumpscope.Console(rom)
    for count in (-1, 2**64, 1.5, "5", None):
        with pytest.raises(TypeError):
            console.frames(count)
    for address in (-1, 65536):
        with pytest.raises(jumpscope.Error, match="expected 0 to 65535"):
            console.peek(address)
    with pytest.raises(jumpscope.Error, match="expected 0 to 255"):
        console.poke(0, 256)
    for address in (0x2000, 0x4014, 0x8000):
        with pytest.raises(jumpscope.Error, match="there is no RAM at address"):
            console.poke(address, console.peek(address) ^ 0xFF)
    with pytest.raises(jumpscope.Error, match="expected 0 to 3"):
        console.set_buttons(4, "A")
    with pytest.raises(jumpscope.Error, match="expected 0 to 255"):
        console.frame(256)
    with pytest.raises(jumpscope.Error, match="R L D U T .Start. S .Select. B A"):
        console.frame("X")
    for buttons in (1.0, True, np.bool_(True), None, [1], b"A"):
        with pytest.raises(TypeError, match="buttons are an int"):
            console.frame(buttons)
    assert console.frame_number == 0


def test_errors_are_sentences_and_runtime_errors(rom):
    with pytest.raises(RuntimeError, match="there is no such file") as caught:
        jumpscope.Console("no-such-file.nes")
    assert caught.type is jumpscope.Error and caught.type.__module__ == "jumpscope"
    with pytest.raises(jumpscope.Error, match="is not a cartridge file"):
        jumpscope.Console(b"nonsense")
    with pytest.raises(jumpscope.Error, match="expected 'auto', 'ntsc', 'pal' or 'dendy'"):
        jumpscope.Console(rom, region="moon")
    with pytest.raises(jumpscope.Error):
        jumpscope.Console(rom, ram_init="twos")
    with pytest.raises(jumpscope.Error):
        jumpscope.Console(rom, devices=["1=toaster"])
    with pytest.raises(TypeError, match="a cartridge is a path, the bytes of a file or a Cartridge"):
        jumpscope.Console(5)
    with pytest.raises(TypeError):
        jumpscope.Console(rom, "ntsc")


@pytest.mark.parametrize("name", [name for name in dir(jumpscope._core) if name[0].isupper() and name != "Error"])
def test_what_was_never_initialized_does_no_harm(name):
    kind = getattr(jumpscope._core, name)
    empty = kind.__new__(kind)
    for attribute in [*dir(kind), "__repr__", "__len__", "__bool__", "__str__"]:
        if attribute in ("__init__", "__class__") or (attribute.startswith("__") and not hasattr(empty, attribute)):
            continue
        try:
            member = getattr(empty, attribute)
            if callable(member) and attribute not in ("__new__", "__init_subclass__", "__subclasshook__"):
                member()
        except (TypeError, AttributeError, jumpscope.Error):
            pass
    with pytest.raises(TypeError):
        jumpscope.diff(empty)


def test_what_cannot_be_pickled_says_so(rom):
    for value in (jumpscope.Console(rom), jumpscope.Cartridge.open(rom), jumpscope.Movie()):
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            with pytest.raises(TypeError, match="cannot be pickled"):
                pickle.dumps(value, protocol)
    state = jumpscope.Console(rom).state()
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(state, protocol)) == state


def test_views_and_copies_outlive_everything(rom):
    views = []
    for _ in range(30):
        console = jumpscope.Console(rom, video=True)
        console.frames(3)
        views += [console.ram, console.ram[5:100], console.cartridge_ram, console.pixels, console.rgb()]
        views.append(copy.copy(console).ram)
    trace = jumpscope.trace(rom, watches=["y=$00CE"], frames=50)
    views += [trace["y"], trace.raw("y"), trace.frames]
    del console, trace
    gc.collect()
    assert sum(int(view.sum()) for view in views if view.size) > 0
    with pytest.raises(ValueError):
        views[0].resize(10000)

"""Ctrl-C in long calls, the end of the interpreter while threads run, and names that are no UTF-8."""
import os
import signal
import subprocess
import sys
import threading
import time

import jumpscope
import pytest
from jumpscope.envs import Env, VectorEnv

LONG = 100_000_000  # frames: hours


def seconds_until_heard(call):
    """How long a call goes on after Ctrl-C."""
    sent = []

    def interrupt():
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.1, interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        call()
    heard = time.monotonic()
    timer.join()
    return heard - sent[0]


SPEC = {
    "format": "jumpscope-sweep",
    "version": 1,
    "profile": "smb",
    "start": {"frames": 60},
    "inputs": {"patterns": {"choices": ["R", "RA"], "hold": 10, "steps": 20}},
    "frames": 200,
    "score": "y_position",
}


@pytest.mark.parametrize("what", ["frames", "every_cycle", "trace", "play", "sweep", "step", "vector"])
def test_ctrl_c_is_heard_at_once(rom, tmp_path, what):
    console = jumpscope.Console(rom, every_cycle=what == "every_cycle")
    rules = {"watches": ["x=$0086"], "actions": ["", "R"], "frame_skip": LONG}
    env, vector = Env(rom, **rules), VectorEnv(rom, 4, threads=2, **rules)
    env.reset(seed=1)
    vector.reset(seed=1)
    calls = {
        "frames": lambda: console.frames(LONG),
        "every_cycle": lambda: console.frames(LONG),
        "trace": lambda: jumpscope.trace(rom, press="20:T", frames=LONG),
        "play": lambda: jumpscope.Movie.press("20:T").play(console, LONG),
        "sweep": lambda: jumpscope.sweep({**SPEC, "rom": rom}, tmp_path / "r.csv.zst"),
        "step": lambda: env.step(1),
        "vector": lambda: vector.step([1] * 4),
    }
    assert seconds_until_heard(calls[what]) < 1
    console.frames(1)  # it is free again


@pytest.mark.parametrize(
    "read", [jumpscope.Cartridge.open, jumpscope.Movie.open, jumpscope.Trace.open, jumpscope.Profile.open, jumpscope.Console]
)
def test_ctrl_c_is_heard_while_a_pipe_gives_nothing(tmp_path, read):
    os.mkfifo(tmp_path / "pipe.json")
    assert seconds_until_heard(lambda: read(tmp_path / "pipe.json")) < 1
    os.close(os.open(tmp_path / "pipe.json", os.O_WRONLY))  # the reader that was left ends


def test_ctrl_c_leaves_the_file_that_a_trace_was_to_replace(rom, tmp_path):
    trace = jumpscope.trace(rom, press="20:T", frames=40_000)  # ten times what is written between two looks for signals
    (tmp_path / "t.csv").write_text("before")
    timer = threading.Timer(0.02, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        trace.save(tmp_path / "t.csv", tmp_path / "w.csv.zst")
    timer.join()
    time.sleep(0.5)
    assert (tmp_path / "t.csv").read_text() == "before"
    assert [path.name for path in tmp_path.iterdir()] == ["t.csv"]


def test_after_ctrl_c_a_sweep_keeps_its_chunks(rom, tmp_path):
    spec = {**SPEC, "rom": rom, "chunk": 4}
    seconds_until_heard(lambda: jumpscope.sweep(spec, tmp_path / "r.csv.zst", jobs=1))
    assert (tmp_path / "r.csv.zst.part").stat().st_size > 1000
    assert not (tmp_path / "r.csv.zst").exists()


def test_an_exception_of_a_handler_leaves_a_call(rom):
    """Whatever a handler of a signal raises, not only KeyboardInterrupt."""

    def handler(*_):
        raise ZeroDivisionError("mine")

    before = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(ZeroDivisionError, match="mine"):
            jumpscope.trace(rom, frames=LONG, watches=["y=$00CE"])
    finally:
        signal.signal(signal.SIGALRM, before)


def ends_well(script, *words):
    done = subprocess.run([sys.executable, "-c", script, *map(str, words)], capture_output=True, text=True, check=False, timeout=20)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


@pytest.mark.parametrize(
    "call",
    [
        "console.frames(10 ** 8)",
        "[console.frame() for _ in range(10 ** 8)]",
        "jumpscope.trace(rom, frames=10 ** 8, watches=['y=$00CE'])",
        "[vector.step([0] * 4) for _ in range(10 ** 8)]",
        "[jumpscope.model('smb-jump', [1] * 5000) for _ in range(10 ** 8)]",
        "jumpscope.diff(trace, model=Endless(), profile='smb')",
        "jumpscope.sweep({**SPEC, 'rom': rom}, sys.argv[2], progress=lambda *_: time.sleep(10))",
    ],
)
def test_the_interpreter_ends_while_a_daemon_thread_is_in_a_call(rom, tmp_path, call):
    script = f"""
import sys, threading, time, jumpscope
from jumpscope.envs import VectorEnv
rom = sys.argv[1]
console = jumpscope.Console(rom)
vector = VectorEnv(rom, 4, threads=2, watches=["x=$0086"], actions=["", "R"])
vector.reset(seed=1)
trace = jumpscope.trace(rom, press="20:T 60-90:A", frames=200)
SPEC = {SPEC!r}
class Endless:
    watches = ["y_position"]
    def begin(self, values): pass
    def step(self, buttons, values):
        while True: pass
threading.Thread(target=lambda: {call}, daemon=True).start()
time.sleep(0.3)
"""
    ends_well(script, rom, tmp_path / "r.csv.zst")


def test_the_interpreter_ends_with_live_consoles_and_half_a_generator(rom):
    script = """
import sys, jumpscope
def rows():
    console = jumpscope.Console(sys.argv[1])
    try:
        while True:
            console.frame()
            yield console.ram
    finally:
        console.frames(3)
half = rows()
next(half)
class Late:
    def __del__(self):
        self.console.frames(3)
late = Late()
late.console = jumpscope.Console(sys.argv[1])
"""
    ends_well(script, rom)


def test_forked_processes_run_their_copies_of_a_console(rom):
    script = """
import multiprocessing, sys, threading, jumpscope
console = jumpscope.Console(sys.argv[1])
console.frames(60)
def work(buttons):
    console.frames(60, buttons)
    return jumpscope.trace(sys.argv[1], frames=20, watches=["y=$00CE"])["y"][-1], console.ram[0x86]
other = threading.Thread(target=lambda: jumpscope.Console(sys.argv[1]).frames(3000))
other.start()
with multiprocessing.get_context("fork").Pool(2) as pool:
    got = pool.map(work, ["", "R"])
other.join()
assert got[0][1] != got[1][1]
"""
    ends_well(script, rom)


@pytest.mark.parametrize(
    "call",
    [
        lambda name: jumpscope.Console(name),
        lambda name: jumpscope.Cartridge.open(os.fsencode(name)),
        lambda name: jumpscope.Movie.open(name),
        lambda name: jumpscope.Trace.open(name),
        lambda name: jumpscope.Trace.open(os.fsencode(name)),
        lambda name: jumpscope.Profile.open(name + ".json"),
        lambda name: jumpscope.Profile.watches([name + "=$00CE"]),
        lambda name: jumpscope.Profile.watches(["y=" + name]),
        lambda name: jumpscope.sweep(name + ".json", "r.csv"),
        lambda name: jumpscope.merge_sweeps([name], "r.csv"),
        lambda name: jumpscope.parse_buttons(name),
        lambda name: jumpscope.Profile.builtin(name),
        lambda name: jumpscope.Profile.parse("{}", name),
        lambda name: jumpscope.Movie.press(name),
        lambda name: jumpscope.Movie.parse(b"", name),
        lambda name: jumpscope.Cartridge.parse(b"", name),
        lambda name: jumpscope.model(name, [1]),
        lambda name: jumpscope.model_info(name),
        lambda name: jumpscope.sweep({}, "r.csv", shard=name),
    ],
)
def test_an_error_about_a_name_that_is_no_utf8_has_a_sentence(call):
    for name in ("\udcff", "\ud800x"):
        with pytest.raises((jumpscope.Error, TypeError, UnicodeEncodeError)) as refused:
            call(name)
        assert len(str(refused.value)) > 10, name
    with pytest.raises((jumpscope.Error, TypeError)) as refused:
        call("\udcff")
    str(refused.value).encode()  # it can be printed


def test_names_of_no_column_region_or_profile_that_are_no_utf8_have_a_sentence(rom):
    trace = jumpscope.trace(rom, press="20:T", frames=3)
    assert "\udcff" not in trace
    for call in (
        lambda: trace["\udcff"],
        lambda: trace.raw("\udcff"),
        lambda: jumpscope.diff(trace, model="\udcff"),
        lambda: jumpscope.trace(rom, press="\udcff"),
        lambda: jumpscope.trace(rom, profile="\udcff"),
        lambda: jumpscope.Console(rom, region="\udcff"),
        lambda: jumpscope.Console(rom, ram_init="\udcff"),
        lambda: jumpscope.Console(rom, devices=["\udcff"]),
    ):
        with pytest.raises((jumpscope.Error, KeyError)) as refused:
            call()
        assert "xff" in str(refused.value).lower()


def test_a_cartridge_whose_name_is_no_utf8_can_be_used(rom, tmp_path):
    path = os.fsencode(tmp_path) + b"/\xff.nes"
    with open(rom, "rb") as original, open(path, "wb") as copy:
        copy.write(original.read())
    cartridge = jumpscope.Cartridge.open(os.fsdecode(path))
    assert os.path.basename(cartridge.name).startswith("\\xFF")
    assert "Cartridge" in repr(cartridge) and "Console" in repr(jumpscope.Console(cartridge))
    trace = jumpscope.trace(cartridge, frames=20, watches=["y=$00CE"])
    trace.save(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.csv"))
    assert len(jumpscope.Trace.open(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.csv"))) == 20

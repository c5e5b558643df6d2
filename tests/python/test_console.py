"""Console: running, looking, copying."""
import copy
import csv
import hashlib
import pickle
import signal

import jumpscope
import numpy as np
import pytest


def test_every_frames_pixels_are_those_of_the_program(rom, movies, program, tmp_path):
    hashes = tmp_path / "hashes.csv"
    done = program("run", rom, "--movie", movies / "tour.fm2", "--frames", 300, "--frame-hashes", hashes)
    assert done.returncode == 0, done.stderr
    with open(hashes, newline="") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    assert len(rows) == 300
    movie = jumpscope.Movie.open(movies / "tour.fm2")
    console = jumpscope.Console(rom, video=True)
    for number, row in enumerate(rows):
        movie.apply(console)
        movie.play(console, 1)
        pixels = console.pixels.astype("<u2").tobytes()
        assert hashlib.sha1(pixels).hexdigest() == row["sha1_idx9"], f"frame {number}"


def test_a_state_file_is_that_of_the_program(rom, program, tmp_path):
    state = tmp_path / "state"
    assert program("run", rom, "--press", "60-75:A", "--frames", 100, "--state", state).returncode == 0
    console = jumpscope.Console(rom)
    jumpscope.Movie.press("60-75:A").play(console, 100)
    assert console.save() == state.read_bytes()


def test_samples_are_those_of_the_program(rom, program, tmp_path):
    sound = tmp_path / "sound.wav"
    assert program("run", rom, "--frames", 120, "--wav", sound).returncode == 0
    console = jumpscope.Console(rom, audio=True)
    console.frames(120)
    assert console.samples().tobytes() == sound.read_bytes()[44:]


def test_the_view_of_ram_is_live_and_read_only(rom):
    console = jumpscope.Console(rom)
    ram = console.ram
    assert ram.shape == (2048,) and ram.dtype == np.uint8
    console.frames(60)
    assert ram[0xCE] == 192 == console.peek(0xCE)
    console.poke(0x07FF, 77)
    assert ram[0x07FF] == 77
    with pytest.raises(ValueError):
        ram[0] = 1
    with pytest.raises(ValueError):
        ram.setflags(write=True)


def test_a_view_of_ram_keeps_its_console_alive(rom):
    console = jumpscope.Console(rom)
    console.frames(60)
    ram = console.ram
    del console
    garbage = [jumpscope.Console(rom) for _ in range(20)]
    assert ram[0xCE] == 192
    del garbage
    assert ram[0xCE] == 192


def test_the_view_of_ram_stays_in_place_when_a_state_is_restored(rom):
    console = jumpscope.Console(rom)
    ram = console.ram
    start = console.state()
    console.frames(60)
    console.restore(start)
    console.poke(0x10, 5)
    assert ram[0x10] == 5


def test_a_copy_goes_its_own_way(rom):
    console = jumpscope.Console(rom)
    console.frames(60)
    for make in (jumpscope.Console.copy, copy.copy, copy.deepcopy):
        fork = make(console)
        assert fork.state() == console.state()
        fork.frames(20, "R")
        assert fork.state() != console.state()
        assert console.frame_number == 60


def test_states_are_values_that_can_be_pickled(rom):
    console = jumpscope.Console(rom)
    console.frames(60)
    state = console.state()
    read = pickle.loads(pickle.dumps(state))
    assert read == state and read == copy.deepcopy(state) and state != 3
    console.frame("A")
    assert console.state() != state
    assert console.state().first_difference(state) != ""
    console.restore(read)
    assert console.state() == state
    assert state.first_difference(console.state()) == ""
    assert jumpscope.State.load(state.save()) == state


def test_a_state_of_another_cartridge_is_refused_and_changes_nothing(rom, source):
    other = jumpscope.Console(str(source / "roms_test/lag/lag-start.nes")).state()
    console = jumpscope.Console(rom)
    before = console.state()
    for wrong in (other, jumpscope.State.load(other.save()), jumpscope.State.load(b"nonsense")):
        with pytest.raises(jumpscope.Error):
            console.restore(wrong)
        assert console.state() == before


def test_buttons_are_numbers_or_letters(rom):
    states = []
    for buttons in (0x81, "RA", "AR", "R......A", np.uint8(0x81)):
        console = jumpscope.Console(rom)
        console.frames(30, buttons)
        assert console.buttons() == 0x81
        states.append(console.state())
    assert all(state == states[0] for state in states)
    assert jumpscope.buttons_text("RA") == "R......A"


def test_the_second_pad_keeps_what_it_holds(rom):
    console = jumpscope.Console(rom)
    console.frame("A", pad2="B")
    console.frame()
    assert (console.buttons(0), console.buttons(1)) == (0, 2)


def test_cartridges_come_from_paths_bytes_and_cartridges(rom, tmp_path):
    with open(rom, "rb") as file:
        content = file.read()
    for source in (rom, content, bytearray(content), memoryview(content), jumpscope.Cartridge.open(rom)):
        console = jumpscope.Console(source)
        console.frames(10)
        assert console.cartridge.mapper == 0
        assert console.cartridge.file_sha1 == hashlib.sha1(content).hexdigest()
        assert len(console.cartridge.prg_rom) == 0x8000


def test_options_reach_the_console(rom):
    assert jumpscope.Console(rom, region="pal").region == "pal"
    assert jumpscope.Console(rom).region == "ntsc"
    assert set(jumpscope.Console(rom, ram_init="ones").ram) == {255}
    a, b = (jumpscope.Console(rom, ram_init=f"random:{seed}").ram.copy() for seed in (1, 2))
    assert (a != b).any()
    lockstep, console = jumpscope.Console(rom, every_cycle=True), jumpscope.Console(rom)
    lockstep.frames(30)
    console.frames(30)
    assert lockstep.state() == console.state()


def test_pictures_follow_the_palette(rom):
    console = jumpscope.Console(rom, video=True)
    console.frames(60)
    pixels = console.pixels
    assert pixels.shape == (240, 256) and pixels.dtype == np.uint16
    assert np.array_equal(console.rgb(), jumpscope.palette()[pixels])


def test_what_was_not_asked_for_is_not_there(rom):
    console = jumpscope.Console(rom)
    console.frame()
    for look in (lambda: console.pixels, console.rgb, console.samples):
        with pytest.raises(jumpscope.Error, match="make it with"):
            look()


def test_one_step_is_one_instruction(rom):
    console = jumpscope.Console(rom)
    before = console.cpu_cycles
    console.step()
    assert 2 <= console.cpu_cycles - before <= 8
    assert set(console.registers) == {"pc", "a", "x", "y", "s", "p"}


def test_reset_and_power_begin_again(rom):
    console = jumpscope.Console(rom)
    console.frames(200, "R")
    console.reset()
    console.frames(8)
    console.power_on()
    assert console.cpu_cycles < 100


def test_a_movie_plays_on_until_it_is_interrupted(rom):
    """More frames than a counter can add, and Ctrl-C."""
    console = jumpscope.Console(rom)
    console.frames(5)
    before = signal.signal(signal.SIGALRM, lambda *_: (_ for _ in ()).throw(KeyboardInterrupt()))
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(KeyboardInterrupt):
            jumpscope.Movie.press("1-5:A").play(console, 2**64 - 3)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert console.frame_number > 600

"""Traces, profiles, jumps, models and comparisons."""
import copy
import csv
import pickle

import jumpscope
import numpy as np
import pytest


@pytest.fixture(scope="module")
def tour(rom, movies):
    return jumpscope.trace(rom, movie=movies / "tour.fm2")


@pytest.mark.parametrize("extension", [".csv", ".csv.zst", ".jsonl"])
def test_a_saved_trace_is_the_programs_byte_for_byte(rom, movies, program, tmp_path, tour, extension):
    theirs, writes = tmp_path / f"program{extension}", tmp_path / "program-writes.csv"
    done = program("trace", rom, "--profile", "smb", "--movie", movies / "tour.fm2", "-o", theirs, "--writes", writes)
    assert done.returncode == 0, done.stderr
    ours, our_writes = tmp_path / f"python{extension}", tmp_path / "python-writes.csv"
    tour.save(ours, our_writes)
    assert ours.read_bytes() == theirs.read_bytes()
    assert our_writes.read_bytes() == writes.read_bytes()
    with open(writes, newline="") as log:
        rows = list(csv.DictReader(log))
    assert len(rows) > 10_000
    assert np.array_equal(jumpscope.Trace.open(theirs)["y_position"], tour["y_position"])


def test_watches_are_those_of_the_program(rom, program, tmp_path):
    watches = ["y=$00B5,$00CE,$0416:u16.8", "v=$009F:s8", "fall=delta(v)"]
    theirs, ours = tmp_path / "program.csv", tmp_path / "python.csv"
    words = [word for watch in watches for word in ("--watch", watch)]
    done = program("trace", rom, *words, "--press", "60-75:A", "--frames", 150, "-o", theirs)
    assert done.returncode == 0, done.stderr
    jumpscope.trace(rom, watches=watches, press="60-75:A", frames=150).save(ours)
    assert ours.read_bytes() == theirs.read_bytes()


def test_columns_are_arrays_and_fractions_are_exact(rom):
    trace = jumpscope.trace(rom, watches=["y=$00CE,$0416:u16.8", "v=$009F:s8"], press="60-75:A", frames=150)
    assert trace["y"].dtype == np.float64 and trace["v"].dtype == np.int64
    assert trace.raw("y").dtype == np.int64
    assert np.array_equal(trace["y"] * 256, trace.raw("y"))
    assert trace.text(100, "y") == str(trace["y"][100]).removesuffix(".0")
    assert list(trace.frames) == list(range(150))
    assert trace["buttons"][60] == 1 and trace.buttons[59] == 0
    assert trace["v"].min() < 0
    assert "y" in trace and "z" not in trace
    with pytest.raises(KeyError, match="there are: y, v"):
        trace["z"]


def test_pandas_gets_every_column(tour):
    pandas = pytest.importorskip("pandas")
    frame = tour.to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame.columns[:2]) == ["frame", "buttons"] and len(frame) == len(tour)
    assert np.array_equal(frame["y_position"], tour["y_position"])


# The program also prints where the documentation says what its verdict claims.
def without_pointer(text):
    return "".join(line for line in text.splitlines(True) if not line.startswith("what this claims: "))


def test_the_verdict_is_that_of_the_program(rom, movies, program, tour):
    done = program("diff", rom, "--profile", "smb", "--movie", movies / "tour.fm2")
    comparison = jumpscope.diff(tour)
    assert done.returncode == 0 and comparison.equal and not comparison.differences
    assert comparison.text == without_pointer(done.stdout)


def test_a_changed_cartridge_is_different_and_says_where(rom, movies, program, tmp_path):
    with open(rom, "rb") as file:
        content = bytearray(file.read())
    place = content.index(bytes([0x6D, 0x9F, 0x00]))  # ADC $009F becomes CLC, ADC $9F: the sum loses its carry
    content[place : place + 3] = bytes([0x18, 0x65, 0x9F])
    mutant = tmp_path / "mutant.nes"
    mutant.write_bytes(content)
    trace = jumpscope.trace(mutant, movie=movies / "tour.fm2", profile="smb")
    comparison = jumpscope.diff(trace)
    done = program("diff", mutant, "--profile", "smb", "--movie", movies / "tour.fm2")
    assert done.returncode == 1 and not comparison.equal
    # The program has the cartridge and tells, too, what the value was computed from.
    said = without_pointer(done.stdout).splitlines()
    assert [line for line in said if line in comparison.text.splitlines()] == comparison.text.splitlines()
    assert any(line.startswith("y_position = ") for line in said) and said[-1] == comparison.text.splitlines()[-1]
    first = comparison.differences[0]
    assert first.watch == "y_position" and first.expected != first.got
    assert first.writer is not None and "STA" in first.writer.instruction
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(comparison)


def test_two_traces_are_compared_row_by_row(rom):
    one, same, other = (
        jumpscope.trace(rom, watches=["y=$00CE"], press=press, frames=150) for press in ("60-75:A", "60-75:A", "61-75:A")
    )
    assert jumpscope.diff(one, same).equal
    assert jumpscope.diff(one, golden=other).differences[0].frame == 60


def test_a_model_of_your_own_is_compared_in_flight(rom):
    class Gravity:
        watches = ["y_speed"]

        def begin(self, before):
            assert len(before) == 1

        def step(self, buttons, values):
            return [0]

    trace = jumpscope.trace(rom, press="60-75:A", frames=150, profile="smb")
    comparison = jumpscope.diff(trace, model=Gravity(), profile="smb")
    assert not comparison.equal and comparison.differences[0].watch == "y_speed"
    Gravity.step = lambda self, buttons, values: [1, 2]
    with pytest.raises(jumpscope.Error, match="expected 1, one a watch"):
        jumpscope.diff(trace, model=Gravity(), profile="smb")
    Gravity.step = lambda self, buttons, values: 1 / 0
    with pytest.raises(ZeroDivisionError):
        jumpscope.diff(trace, model=Gravity(), profile="smb")
    with pytest.raises(TypeError, match="has no begin|has no watches"):
        jumpscope.diff(trace, model=object(), profile="smb")


class Jump:
    """A jump from standing, as docs/library.md has it in C++."""

    watches = ["y_position", "y_subpixel"]

    def begin(self, before):
        self.position, self.speed, self.gravity = before[0] * 256, -4 * 256, 0x20

    def move(self, buttons):
        if not buttons & 1 or self.speed >= 0:
            self.gravity = 0x70
        self.position += self.speed
        self.speed = self.speed + self.gravity if self.speed + self.gravity < 0x480 else 0x400

    def step(self, buttons, values):
        self.move(buttons)
        return self.position >> 8, self.position & 0xFF


class InPlace(Jump):
    def step(self, buttons, values):
        self.move(buttons)
        values[:] = [self.position >> 8, self.position & 0xFF]


class InPixels(Jump):
    watches = ["height"]
    raw = False

    def begin(self, before):
        self.position, self.speed, self.gravity = int(before[0]) * 256, -4 * 256, 0x20

    def step(self, buttons, values):
        assert isinstance(values[0], float)
        self.move(buttons)
        values[0] = self.position / 256


class SpeedFirst(InPixels):
    def move(self, buttons):
        self.position += self.gravity
        super().move(buttons)


@pytest.fixture(scope="module")
def standing(rom, movies):
    profile = jumpscope.Profile.builtin("smb")
    at = {column.name: column.addresses[0] for column in profile.columns if column.addresses}
    watch = f"height=${at['y_position']:04X},${at['y_subpixel']:04X}:u8.8"
    return jumpscope.trace(rom, movie=movies / "tier0-full.fm2", profile=profile.with_watches([watch]))


@pytest.mark.parametrize("model", [Jump, InPlace, InPixels])
def test_a_model_returns_its_values_or_changes_its_list_in_either_unit(standing, model):
    comparison = jumpscope.diff(standing, model=model(), profile="smb")
    # Bytes are known where the motion of the landing ended, a value of several is not.
    assert comparison.equal and comparison.rows == (52 if model is InPixels else 53)


def test_what_is_expected_is_the_models_and_what_is_got_is_the_traces(standing):
    (difference,) = jumpscope.diff(standing, model=SpeedFirst(), profile="smb").differences
    row = difference.row
    assert difference.got == standing.raw("height")[row] and difference.got_text == standing.text(row, "height")
    assert difference.expected == difference.got + 0x20
    assert float(difference.expected_text) == standing["height"][row] + 0x20 / 256
    subpixel = jumpscope.Profile.builtin("smb").columns[[c.name for c in standing.columns].index("y_subpixel")].addresses[0]
    assert (difference.byte.address, difference.byte.expected, difference.byte.got) == (subpixel, 0x20, 0)
    assert repr(difference.byte) == f"<jumpscope.WrongByte ${subpixel:04X}: expected 0x20, got 0x00>"
    assert difference.writer.address == subpixel and difference.writer.new_value == 0


@pytest.mark.parametrize(
    "model, values, sentence",
    [
        (Jump, [1.5, 0], r"gave 1.5 for y_position; expected a whole number$"),
        (Jump, ["1", 0], r"gave '1' for y_position; expected a number"),
        (Jump, [2**80, 0], r"for y_position; expected a number of 64 bits"),
        (Jump, [float("nan"), 0], r"gave nan for y_position"),
        (InPixels, [0.001], r"gave 0.001 for height; expected a multiple of 1/256"),
        (InPixels, [float("inf")], r"gave inf for height"),
        (InPixels, [], r"returned 0 values; expected 1, one a watch"),
    ],
)
def test_values_of_a_model_that_cannot_be_are_refused(standing, model, values, sentence):
    wrong = model()
    wrong.step = lambda buttons, list: values
    with pytest.raises(jumpscope.Error, match=sentence):
        jumpscope.diff(standing, model=wrong, profile="smb")


def test_jumps_are_those_of_the_program(program, tmp_path, tour):
    file = tmp_path / "trace.csv"
    tour.save(file)
    done = program("jumps", file, "--json")
    import json

    theirs = json.loads(done.stdout)
    theirs = theirs["jumps"] if isinstance(theirs, dict) else theirs
    ours = jumpscope.jumps(tour)
    assert len(ours) == len(theirs) > 10
    assert [jump.start_frame for jump in ours] == [jump["start_frame"] for jump in theirs]
    assert ours[0].number == 1 and ours[0].end


def test_models_run_by_name_with_settings():
    name = jumpscope.model_names()[0]
    info = jumpscope.model_info(name)
    run = jumpscope.model(name, ["A"] * 10 + [0] * 40)
    assert len(run) == 50
    assert [column.name for column in run.columns] == [column.name for column in info.columns]
    assert len(run[run.columns[0].name]) == 50
    with pytest.raises(jumpscope.Error):
        jumpscope.model(name, ["A"], no_such_setting=1)
    with pytest.raises(jumpscope.Error):
        jumpscope.model("no-such-model", ["A"])


def test_profiles_are_found_read_and_extended(rom, source):
    known = jumpscope.Profile.of(rom)
    assert known is not None and known.name == "smb" in jumpscope.Profile.builtin_names()
    assert known.knows(rom) and known.model
    more = known.with_watches("extra=$0010")
    assert len(more.columns) == len(known.columns) + 1
    assert jumpscope.Profile.parse(more.json()).json() == more.json()
    assert pickle.loads(pickle.dumps(more)).json() == more.json()
    assert copy.deepcopy(more).json() == more.json()
    profile = jumpscope.Profile.open(source / "roms_test/homebrew/falling.json")
    assert profile.columns and profile.columns[0].addresses


def test_input_comes_from_movies_scripts_and_lists(rom):
    watches = ["y=$00CE"]
    by_script = jumpscope.trace(rom, watches=watches, press="60-75:A", frames=100)
    buttons = [0] * 60 + ["A"] * 16 + [0] * 24
    by_list = jumpscope.trace(rom, watches=watches, buttons=buttons)
    by_movie = jumpscope.trace(rom, watches=watches, movie=jumpscope.Movie.buttons(buttons))
    assert np.array_equal(by_script["y"], by_list["y"]) and np.array_equal(by_list["y"], by_movie["y"])
    movie = jumpscope.Movie.press("60-75:A")
    assert len(movie) == 76 and movie.at(60) == 1
    fm2 = jumpscope.Movie.parse(movie.fm2(rom, 100).encode())
    assert np.array_equal(jumpscope.trace(rom, watches=watches, movie=fm2, frames=100)["y"], by_script["y"])
    with pytest.raises(jumpscope.Error, match="exclude each other"):
        jumpscope.trace(rom, watches=watches, press="60-75:A", buttons=[0])


def test_what_is_not_there_yet_says_so():
    with pytest.raises(jumpscope.Error, match="jumpscope search"):
        jumpscope.discover("game.nes")

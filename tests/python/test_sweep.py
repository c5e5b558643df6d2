"""Sweeps on this machine are those of the program."""
import json

import jumpscope
import pytest


@pytest.fixture
def spec(rom):
    return {
        "format": "jumpscope-sweep",
        "version": 1,
        "rom": rom,
        "profile": "smb",
        "start": {"frames": 120},
        "inputs": {"ranges": {"press": "5-{4+hold}:A", "variables": [{"name": "hold", "from": 1, "to": 30}]}},
        "frames": 50,
        "score": {"value": "y_position", "at": "min"},
        "goal": "min",
        "best": 2,
        "chunk": 4,
    }


def test_the_results_are_the_programs_byte_for_byte(program, spec, tmp_path):
    (tmp_path / "s.json").write_text(json.dumps(spec))
    done = program("sweep", tmp_path / "s.json", "-o", tmp_path / "program.csv.zst")
    assert done.returncode == 0, done.stderr
    summary = jumpscope.sweep(tmp_path / "s.json", tmp_path / "python.csv.zst", jobs=2)
    assert (tmp_path / "python.csv.zst").read_bytes() == (tmp_path / "program.csv.zst").read_bytes()
    assert summary["runs"] == 30 and summary["runs_now"] == 30
    assert [",".join(row.values()) for row in summary["best"]] == done.stdout.splitlines()[1:]
    again = jumpscope.sweep(spec, tmp_path / "python.csv.zst")
    assert again["runs_now"] == 0 and again["best"] == summary["best"]


def test_progress_is_told_and_may_end_it(spec, tmp_path):
    told = []
    jumpscope.sweep(spec, tmp_path / "whole.csv.zst", progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (8, 8) and told == sorted(told)

    def refuse(done, total):
        raise ZeroDivisionError(done)

    spec["inputs"]["ranges"]["variables"][0]["to"] = 3000
    with pytest.raises(ZeroDivisionError):
        jumpscope.sweep({**spec, "frames": 4000}, tmp_path / "r.csv.zst", jobs=1, progress=refuse)
    assert not (tmp_path / "r.csv.zst").exists()


def test_parts_are_merged_and_damaged_ones_refused(spec, tmp_path):
    whole = jumpscope.sweep(spec, tmp_path / "whole.csv.zst")
    parts = [tmp_path / f"{i}.csv.zst" for i in (1, 2)]
    for i, part in enumerate(parts):
        jumpscope.sweep(spec, part, shard=f"{i + 1}/2")
    merged = jumpscope.merge_sweeps(parts, tmp_path / "merged.csv.zst")
    assert (tmp_path / "merged.csv.zst").read_bytes() == (tmp_path / "whole.csv.zst").read_bytes()
    assert merged["best"] == whole["best"]
    damaged = bytearray(parts[0].read_bytes())
    damaged[-5] ^= 4
    parts[0].write_bytes(damaged)
    with pytest.raises(jumpscope.Error, match="1.csv.zst is damaged at byte .*run its part again"):
        jumpscope.merge_sweeps(parts, tmp_path / "merged.csv.zst")
    assert jumpscope.sweep(spec, parts[0], shard="1/2")["runs_now"] == 4  # of the damaged chunk
    jumpscope.merge_sweeps(parts, tmp_path / "merged.csv.zst")


def test_lines_and_wrong_words_are_refused_with_a_sentence(spec, tmp_path):
    spec["inputs"] = {"stdin": "press"}
    with pytest.raises(jumpscope.Error, match="give them as lines"):
        jumpscope.sweep(spec, tmp_path / "r.csv")
    assert jumpscope.sweep(spec, tmp_path / "r.csv", lines=["5-9:A", "5-10:A"])["runs"] == 2
    for words in ({"shard": "3/2"}, {"shard": "1/2", "chunks": "0-1"}, {"rom_paths": ["/nowhere"]}, {"after": "/nowhere"}):
        with pytest.raises(jumpscope.Error):
            jumpscope.sweep(spec, tmp_path / "r.csv.zst", lines=["5-9:A"], **words)
    with pytest.raises(jumpscope.Error, match="cannot read .*nowhere"):
        jumpscope.sweep(tmp_path / "nowhere.json", tmp_path / "r.csv")

#!/usr/bin/env python3
"""tools/atlas on the bundled cartridge: what it writes is what discover finds. Arguments: repository, jumpscope."""

import json
import pathlib
import subprocess
import sys
import tempfile

repository, jumpscope = pathlib.Path(sys.argv[1]), sys.argv[2]
rom = repository / "roms_test/jumplab/jumplab.nes"
with tempfile.TemporaryDirectory() as scratch:
    folder = pathlib.Path(scratch)
    sha1 = json.loads(subprocess.run([jumpscope, "info", "--json", rom], capture_output=True, check=True).stdout)["prg_chr_sha1"]
    games = [{"sha1": sha1, "title": "Jump <lab>", "author": "us", "source": "https://example.org", "licence": "MIT"}]
    (folder / "list.json").write_text(json.dumps(games))
    words = [repository / "tools/atlas", rom.parent, "--list", folder / "list.json", "--out", folder, "--jumpscope", jumpscope]
    made = subprocess.run(words, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    page = (folder / "atlas.md").read_text()
    (row,) = [line for line in page.splitlines() if line.startswith("| [Jump <lab>]")]
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    # The article's standing jump: 66 px, from 4 px a frame, of which the first frame takes an eighth.
    assert cells[1] == "A" and cells[2].startswith("66") and cells[7:10] == ["3.875", "0.125", "0.4375"], row
    assert "$00B5, $00CE, $0416" in page, page
    assert cells[-1] == "proved", row
    assert "rise: + 0.125 / 15/128 / 0.15625 a frame" in page, page
    drawn = (folder / "atlas.html").read_text()
    assert "Jump &lt;lab&gt;" in drawn and "<lab>" not in drawn and drawn.count("<polyline") == 2 and drawn.count('aria-label="automaton"') == 1
    empty = folder / "empty"
    empty.mkdir()
    words[1] = empty
    none = subprocess.run(words, capture_output=True, text=True)
    assert none.returncode != 0 and "no cartridge of" in none.stderr, none.stderr

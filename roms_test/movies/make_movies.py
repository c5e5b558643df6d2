#!/usr/bin/env python3
"""Writes NAME.fm2 from every NAME.press beside this script.

A .press file has a line `frames N` (the movie's length in jumpscope's frames), lines of presses `FIRST-LAST:BUTTONS`,
both ends included, as `jumpscope run --press` takes them, and comments from a # on.

FCEUX spends two dead frames after power-on: what frame k latches is record k + 1 (docs/movies.md).
"""
import base64
import hashlib
import pathlib

BUTTONS = "RLDUTSBA"
HERE = pathlib.Path(__file__).resolve().parent
ROM = HERE.parent / "jumplab" / "jumplab.nes"
INES_HEADER = 16


def read_presses(path):
    """The set of buttons of each frame."""
    frames = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        words = line.split("#")[0].split()
        if words[:1] == ["frames"]:
            frames = [set() for _ in range(int(words[1]))]
            continue
        for word in words:
            span, buttons = word.split(":")
            first, _, last = span.partition("-")
            if not set(buttons) <= set(BUTTONS) or int(last or first) >= len(frames):
                raise SystemExit(f"{path}:{number}: '{word}' is not FIRST-LAST:BUTTONS within the frames announced")
            for frame in range(int(first), int(last or first) + 1):
                frames[frame] |= set(buttons)
    return frames


def movie(frames):
    rom = ROM.read_bytes()[INES_HEADER:]
    checksum = base64.b64encode(hashlib.md5(rom).digest()).decode()
    lines = [
        "version 3",
        "emuVersion 20605",
        "rerecordCount 0",
        "palFlag 0",
        f"romFilename {ROM.stem}",
        f"romChecksum base64:{checksum}",
        "guid 00000000-0000-0000-0000-000000000000",
        "fourscore 0",
        "microphone 0",
        "port0 1",
        "port1 0",
        "port2 0",
        "FDS 0",
        "NewPPU 0",
    ]
    for pressed in [set()] + frames:
        pad = "".join(button if button in pressed else "." for button in BUTTONS)
        lines.append(f"|0|{pad}|||")
    return "\n".join(lines) + "\n"


def main():
    for path in sorted(HERE.glob("*.press")):
        path.with_suffix(".fm2").write_text(movie(read_presses(path)))


if __name__ == "__main__":
    main()

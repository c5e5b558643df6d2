#!/usr/bin/env python3
"""Makes the files of this folder with Debian's FCEUX 2.6.5: tests/data/fceux-states/make.py"""
import pathlib
import struct
import sys
import tempfile
import zlib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path.insert(0, str(ROOT / "tools"))
from fceux_compare import fceux_ram  # noqa: E402

FRAMES = 60
NO_INPUT = "version 3\nemuVersion 20605\nport0 1\nport1 1\nport2 0\nfourscore 0\n" + \
    "romChecksum base64:AAAAAAAAAAAAAAAAAAAAAA==\n"
MOVIE, PICTURE = 7, 8  # chunks that no test needs
STATES = [("jumplab/jumplab", "movies/tour", (300, 1200)), ("bench/tall-splits", None, (100,)),
          ("bench/palette", None, (101,)), ("bench/music", None, (90,))]


def small(state):
    """The state compressed as FCEUX does it without a movie, without the movie and the picture."""
    content, kept, at = state[16:], b"", 0
    while at < len(content):
        kind, size = content[at], struct.unpack_from("<I", content, at + 1)[0]
        if kind not in (MOVIE, PICTURE):
            kept += content[at:at + 5 + size]
        at += 5 + size
    packed = zlib.compress(kept, 9)
    return b"FCSX" + struct.pack("<I", len(kept)) + state[8:12] + struct.pack("<I", len(packed)) + packed


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for rom, movie, moments in STATES:
            length = max(moments) + FRAMES
            path = folder / "none.fm2"
            path.write_text(NO_INPUT + "|0|........|........||\n" * length)
            if movie:
                path = ROOT / f"roms_test/{movie}.fm2"
            ram = fceux_ram(ROOT / f"roms_test/{rom}.nes", path, length, folder, moments)
            for moment in moments:
                stem = HERE / f"{pathlib.Path(rom).name}-{moment}"
                stem.with_suffix(".fc0").write_bytes(small((folder / f"fceux.ram.{moment}").read_bytes()))
                stem.with_suffix(".ram").write_text(
                    "".join(f"{zlib.crc32(block):08x} {zlib.crc32(block[:0x100] + block[0x200:]):08x}\n"
                            for block in ram[moment:moment + FRAMES]))


if __name__ == "__main__":
    main()

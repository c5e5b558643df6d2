#!/usr/bin/env python3
"""Makes NAME.fm2, and with --goldens also NAME.golden.csv and NAME.jumps.csv, from every NAME.press beside this script.

The cartridges are other people's and are not in this repository: --roms names the folder that holds NAME.nes (default:
../../../shared/homebrew, where the tests look too). A golden is what `jumpscope trace` writes with NAME.json and the movie,
the jump table what `jumpscope jumps --csv` makes of it; both change only by this command.
"""
import argparse
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "movies"))
import make_movies  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--roms", type=pathlib.Path, default=HERE.parents[2] / "shared" / "homebrew")
    parser.add_argument("--goldens", metavar="JUMPSCOPE", help="the program to make goldens and jump tables with")
    arguments = parser.parse_args()
    for press in sorted(HERE.glob("*.press")):
        name = press.stem
        rom = arguments.roms / f"{name}.nes"
        if not rom.exists():
            print(f"{rom} is not there; {name} stays as it is", file=sys.stderr)
            continue
        make_movies.ROM = rom
        press.with_suffix(".fm2").write_text(make_movies.movie(make_movies.read_presses(press)))
        if not arguments.goldens:
            continue
        profile, golden = str(HERE / f"{name}.json"), str(HERE / f"{name}.golden.csv")
        movie = str(press.with_suffix(".fm2"))
        subprocess.run([arguments.goldens, "trace", str(rom), "--movie", movie, "--profile", profile, "-o", golden], check=True)
        table = str(HERE / f"{name}.jumps.csv")
        subprocess.run([arguments.goldens, "jumps", golden, "--profile", profile, "--csv", "-o", table], check=True)


if __name__ == "__main__":
    main()

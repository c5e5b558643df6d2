"""How fast a console runs from Python, beside the program. Processor time, in turns, often: either varies by a quarter on a busy
machine, and of five ratios the median may well be far off."""
import json
import statistics
import time

import jumpscope

FRAMES = 20_000


def from_python(rom):
    console = jumpscope.Console(rom)
    start = time.process_time()
    for _ in range(FRAMES):
        console.frame()
    return FRAMES / (time.process_time() - start)


def test_a_frame_from_python_costs_little_more_than_one_of_the_program(homebrew, program):
    rom = str(homebrew / "full_game.nes")
    ratios = []
    for _ in range(25):
        done = program("run", rom, "--frames", FRAMES, "--stats")
        theirs = FRAMES / json.loads(done.stdout)["cpu_seconds"]
        ours = from_python(rom)
        ratios.append(ours / theirs)
        print(f"python {ours:.0f} frames a second of processor time, program {theirs:.0f}, ratio {ours / theirs:.2f}")
    assert statistics.median(ratios) >= 0.7

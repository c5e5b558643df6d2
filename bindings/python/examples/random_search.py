#!/usr/bin/env python3
"""Learns to clear the first gap of the bundled cartridge by random search.

    python3 random_search.py [ROM]

The player runs right; chance decides, 12 frames at a time, whether A is held. An attempt goes on from one of the last
places that were reached alive, until the player dies or has made ten such decisions; whatever gets farther to the right
and stands on the ground is remembered. Cleared is: the player stands on the ground beyond the gap. The program prints
the input, which `jumpscope run --press` plays.
"""

import os
import random
import sys
import time
from typing import Optional

import jumpscope
from jumpscope.envs import Env

# Columns of the level are 16 pixels; the gap is columns 9 to 11 of screen 2.
GAP_ENDS = 2 * 256 + 12 * 16
WATCHES = ["x=$006D,$0086", "state=$001D", "engine=$000E"]
DEAD = "engine == 11"
CLEARED = f"x >= {GAP_ENDS} && state == 0 && engine == 8"
ACTIONS = ["R", "RA"]
START = 40  # the frame in which the first decision begins
SKIP = 12  # frames a decision

# A place: how to get there, its distance, the console there.
Place = tuple[list[int], float, jumpscope.State]


def attempt(env: Env, place: Place, chance: random.Random) -> tuple[list[Place], Optional[list[int]]]:
    """The places that the attempt reached, and all decisions if it cleared the gap."""
    decisions, _, state = place
    env.restore(state)
    reached: list[Place] = []
    for _ in range(10):
        action = chance.randrange(len(ACTIONS))
        decisions = [*decisions, action]
        _, _, terminated, _, info = env.step(action)
        if terminated:
            return reached, decisions if info["engine"] == 8 else None
        if info["state"] == 0:
            reached.append((decisions, info["x"], env.state()))
    return reached, None


def search(env: Env, chance: random.Random) -> tuple[int, list[int]]:
    """The number of attempts, and the decisions that clear the gap."""
    env.reset()
    places: list[Place] = [([], 0.0, env.state())]
    for attempts in range(1, 10001):
        reached, cleared = attempt(env, chance.choice(places[-8:]), chance)
        if cleared is not None:
            return attempts, cleared
        places += [place for place in reached if place[1] > places[-1][1]]
        places.sort(key=lambda place: place[1])
    raise SystemExit("the gap was not cleared in 10,000 attempts")


def script(decisions: list[int]) -> str:
    """As --press has it."""
    words = [f"20:T {START}-{START + SKIP * len(decisions) - 1}:R"]
    for place, action in enumerate(decisions):
        first = START + SKIP * place
        words += [f"{first}-{first + SKIP - 1}:A"] if ACTIONS[action] == "RA" else []
    return " ".join(words)


def main() -> int:
    here = os.path.dirname(os.path.abspath(__file__))
    rom = sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, "../../../roms_test/jumplab/jumplab.nes")
    began = time.perf_counter()
    start = jumpscope.Console(rom)
    jumpscope.Movie.press("20:T").play(start, START)
    env = Env(
        rom,
        actions=ACTIONS,
        watches=WATCHES,
        terminated=f"{DEAD} || {CLEARED}",
        frame_skip=SKIP,
        start=start.state(),
    )
    attempts, decisions = search(env, random.Random(1))
    print(f"cleared the gap in attempt {attempts}, after {time.perf_counter() - began:.2f} s:")
    print(script(decisions))
    return 0


if __name__ == "__main__":
    sys.exit(main())

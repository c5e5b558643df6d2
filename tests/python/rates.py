#!/usr/bin/env python3
"""Prints the figures of docs/python.md, "Speed". Usage: rates.py ROM   (PYTHONPATH names the module)"""
import importlib.util
import sys
import time

import numpy as np
from jumpscope.envs import Env, VectorEnv

RULES = {"actions": ["", "R", "RA"], "watches": ["x=$0086"], "reward": "delta(x)", "press": "20:T"}


def rate(count, work, clock=time.process_time):
    start = clock()
    work()
    return count / (clock() - start)


def single(rom, steps=2000, **rules):
    env = Env(rom, **{**RULES, **rules})
    env.reset(seed=1)

    def work():
        for _ in range(steps):
            env.step(1)

    return rate(steps, work)


def vector(rom, threads, steps=300, count=16):
    envs = VectorEnv(rom, count, threads=threads, frame_skip=4, **RULES)
    envs.reset(seed=1)
    actions = np.full(count, 1)

    def work():
        for _ in range(steps):
            envs.step(actions)

    return rate(steps * count, work, time.perf_counter)


def nes_py(rom, steps=500):
    """The package nes-py, if it is installed."""
    if importlib.util.find_spec("nes_py") is None:
        print("nes-py is not installed: no comparison")
        return
    from nes_py import NESEnv

    env = NESEnv(rom)
    env.reset()

    def work():
        for _ in range(steps):
            env.step(128)

    print(f"nes-py, env.step with pixels: {rate(steps, work):.0f} steps/s")


def main():
    rom = sys.argv[1]
    print(f"Env.step, RAM: {single(rom):.0f} steps/s; rgb: {single(rom, observation='rgb'):.0f} steps/s")
    skipping = single(rom, observation="rgb", frame_skip=4)
    print(f"Env.step, four frames a step: rgb: {skipping:.0f} steps/s")
    nes_py(rom)
    rounds = [(vector(rom, 1), vector(rom, 2)) for _ in range(5)]  # in turns: other processes disturb both
    one, two = (sorted(column)[len(rounds) // 2] for column in zip(*rounds))
    best = max(b / a for a, b in rounds)
    print(f"VectorEnv of 16, four frames a step: {one:.0f} steps/s on one thread, {two:.0f} on two; best round {best:.2f}")


if __name__ == "__main__":
    main()

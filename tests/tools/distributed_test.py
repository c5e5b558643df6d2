#!/usr/bin/python3
"""Sweeps on Dask's LocalCluster. Usage: distributed_test.py SOURCE_DIR JUMPSCOPE (exit status 77: there is no Dask)"""

import importlib.util
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

try:
    from distributed import Client, LocalCluster
except ImportError:
    print("SKIPPED: python3-distributed is not installed")
    sys.exit(77)

SOURCE, PROGRAM = Path(sys.argv[1]), sys.argv[2]


def load():
    """The module by itself: the package may want the compiled module, which sweeps do not."""
    found = importlib.util.spec_from_file_location(
        "jumpscope_distributed", SOURCE / "bindings/python/jumpscope/distributed.py")
    module = importlib.util.module_from_spec(found)
    sys.modules[found.name] = module
    found.loader.exec_module(module)
    return module


module = load()


def spec(folder, **changes):
    """A sweep of some seconds; returns the path of its spec."""
    (folder / "game.nes").write_bytes((SOURCE / "roms_test/jumplab/jumplab.nes").read_bytes())
    content = {
        "format": "jumpscope-sweep", "version": 1, "rom": "game.nes", "profile": "smb",
        "watches": ["x=$006D,$0086:u16"], "start": {"frames": 120},
        "inputs": {"patterns": {"choices": ["R", "RA", "RB"], "hold": 10, "steps": 7}},
        "frames": 150, "score": "x", "chunk": 27}
    content.update(changes)
    path = folder / "spec.json"
    path.write_text(json.dumps(content))
    return path


def one_thread(path):
    output = path.parent / "one.csv.zst"
    subprocess.run([PROGRAM, "sweep", str(path), "-o", str(output), "-j", "1"], check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    return output.read_bytes()


class Distributed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.cluster = LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None,
                                   local_directory=cls.scratch.name)
        cls.client = Client(cls.cluster)

    @classmethod
    def tearDownClass(cls):
        cls.client.close()
        cls.cluster.close()
        cls.scratch.cleanup()

    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = Path(self.temporary.name)

    def tearDown(self):
        self.temporary.cleanup()

    def test_a_killed_worker_makes_no_difference(self):
        path = spec(self.folder)
        killed = []

        def kill_one(part):
            if killed or part.first < 4:
                return
            pids = self.client.run(os.getpid)
            killed.append(sorted(pids.values())[0])
            os.kill(killed[0], signal.SIGKILL)

        summary = module.sweep(self.client, path, self.folder / "r.csv.zst", program=PROGRAM, on_part=kill_one,
                               task_seconds=0.3)
        self.assertEqual(len(killed), 1)
        self.assertEqual((self.folder / "r.csv.zst").read_bytes(), one_thread(path))
        self.assertEqual(len(summary["best"]), 10)
        self.assertFalse((self.folder / "r.csv.zst.parts").exists())

    def test_a_search_in_rounds_is_the_same_search(self):
        path = spec(self.folder, search={"strategy": "beam", "width": 5, "rounds": 4}, chunk=4)
        module.sweep(self.client, path, self.folder / "r.csv.zst", program=PROGRAM)
        self.assertEqual((self.folder / "r.csv.zst").read_bytes(), one_thread(path))

    def test_a_sweep_that_was_given_up_goes_on(self):
        path = spec(self.folder)
        output = self.folder / "r.csv.zst"
        parts = module.sweep_parts(self.client, path, output, program=PROGRAM, task_seconds=0.2)
        first = [next(parts) for _ in range(3)]
        parts.close()
        seen = []
        module.sweep(self.client, path, output, program=PROGRAM, on_part=seen.append, task_seconds=0.2)
        again = {chunk for part in seen for chunk in range(part.first, part.last + 1)}
        for part in first:
            self.assertFalse(again & set(range(part.first, part.last + 1)))
        self.assertEqual(output.read_bytes(), one_thread(path))

    def test_a_part_that_was_damaged_since_is_run_again(self):
        path = spec(self.folder)
        output = self.folder / "r.csv.zst"
        parts = module.sweep_parts(self.client, path, output, program=PROGRAM, task_seconds=0.2)
        first = [next(parts) for _ in range(3)]
        parts.close()
        damaged = bytearray(first[1].path.read_bytes())
        damaged[-9] ^= 1
        first[1].path.write_bytes(damaged)
        seen = []
        module.sweep(self.client, path, output, program=PROGRAM, on_part=seen.append, task_seconds=0.2)
        again = {chunk for part in seen for chunk in range(part.first, part.last + 1)}
        self.assertTrue(set(range(first[1].first, first[1].last + 1)) <= again)
        self.assertFalse(again & set(range(first[0].first, first[0].last + 1)))
        self.assertEqual(output.read_bytes(), one_thread(path))

    def test_the_summary_has_the_best_rows_of_a_plain_table_too(self):
        path = spec(self.folder, chunk=729, best=4)
        summary = module.sweep(self.client, path, self.folder / "r.csv", program=PROGRAM)
        self.assertEqual(summary["runs"], 3 ** 7)
        self.assertEqual(len(summary["best"]), 4)

    def test_files_that_the_spec_names_otherwise_are_sent_along(self):
        folder = self.folder / "a folder"
        (folder / "roms").mkdir(parents=True)
        path = spec(folder)
        (folder / "game.nes").rename(folder / "roms" / "game.nes")
        (folder / "my profile").write_text(json.dumps(
            {"name": "mine", "watches": [{"name": "y", "address": ["$00CE"], "type": "u8"}]}))
        content = json.loads(path.read_text())
        content.update(rom={"sha1": "c7376731b2a35c9e24ead48ab974c866a71d6273"}, profile="./my profile", chunk=729, columns=["y"])
        path.write_text(json.dumps(content))
        os.environ["JUMPSCOPE_ROMS"] = str(folder / "roms")  # not the workers', which run already
        self.addCleanup(os.environ.pop, "JUMPSCOPE_ROMS")
        module.sweep(self.client, path, self.folder / "r.csv.zst", program=PROGRAM)
        self.assertEqual((self.folder / "r.csv.zst").read_bytes(), one_thread(path))

    def test_a_worker_without_the_program_is_named(self):
        path = spec(self.folder)
        with self.assertRaisesRegex(module.SweepError, "cannot run '/nowhere/jumpscope' on .*: No such file"):
            module.sweep(self.client, path, self.folder / "r.csv.zst", program="/nowhere/jumpscope")

    def test_what_the_program_refuses_is_raised_as_its_sentence(self):
        path = spec(self.folder, score="y_positon")
        with self.assertRaisesRegex(module.SweepError, "did you mean 'y_position'"):
            module.sweep(self.client, path, self.folder / "r.csv.zst", program=PROGRAM)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

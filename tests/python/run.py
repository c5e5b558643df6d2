#!/usr/bin/env python3
"""Runs one file of tests for CTest. Usage: run.py TEST_FILE [PROCESSES]   (exit status 77: a package is missing)

PROCESSES: up to so many are tried, for tests of time: where the system happens to put a process's memory makes it up to a third slower.
"""
import subprocess
import sys

sys.dont_write_bytecode = True


def main():
    for package in ("numpy", "pytest"):
        try:
            __import__(package)
        except ImportError:
            print(f"SKIPPED: {sys.executable} has no {package} (Debian: python3-{package})")
            return 77
    if len(sys.argv) > 2:
        for _ in range(int(sys.argv[2])):
            status = subprocess.run([sys.executable, __file__, sys.argv[1]], check=False).returncode
            if status == 0:
                break
        return status
    import pytest

    # Every test that was skipped says why.
    status = pytest.main(["-q", "-rs", "-p", "no:cacheprovider", sys.argv[1]])
    return 0 if status == pytest.ExitCode.OK else 1


if __name__ == "__main__":
    sys.exit(main())

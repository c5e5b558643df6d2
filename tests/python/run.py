#!/usr/bin/env python3
"""Runs one file of tests for CTest. Usage: run.py TEST_FILE   (exit status 77: a package is missing)"""
import sys

sys.dont_write_bytecode = True


def main():
    for package in ("numpy", "pytest"):
        try:
            __import__(package)
        except ImportError:
            print(f"SKIPPED: {sys.executable} has no {package} (Debian: python3-{package})")
            return 77
    import pytest

    # Every test that was skipped says why.
    status = pytest.main(["-q", "-rs", "-p", "no:cacheprovider", sys.argv[1]])
    return 0 if status == pytest.ExitCode.OK else 1


if __name__ == "__main__":
    sys.exit(main())

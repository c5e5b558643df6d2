"""What the tests share: where the program, our cartridge and the homebrew games are."""
import os
import pathlib
import subprocess

import pytest

SOURCE = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def source():
    return SOURCE


@pytest.fixture(scope="session")
def rom():
    return str(SOURCE / "roms_test/jumplab/jumplab.nes")


@pytest.fixture(scope="session")
def movies():
    return SOURCE / "roms_test/movies"


@pytest.fixture(scope="session")
def homebrew():
    folder = pathlib.Path(os.environ.get("JUMPSCOPE_SHARED", SOURCE / "../shared")) / "homebrew"
    if not folder.is_dir():
        pytest.skip(f"the homebrew games are not in {folder}; set JUMPSCOPE_SHARED")
    return folder


@pytest.fixture(scope="session")
def program():
    """Runs the program `jumpscope`; its exit status and output."""
    path = os.environ.get("JUMPSCOPE_PROGRAM", str(SOURCE / "build/release/jumpscope"))
    if not os.path.exists(path):
        pytest.skip(f"there is no {path}; build jumpscope, or set JUMPSCOPE_PROGRAM")

    def run(*words):
        done = subprocess.run([path, *map(str, words)], capture_output=True, text=True, check=False)
        return done

    return run

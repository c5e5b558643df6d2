"""The wheel, the installed files, the types and the example."""
import glob
import importlib.util
import os
import re
import shutil
import subprocess
import sys

import jumpscope
import pytest

BINDINGS = "bindings/python"


def run(*words, **options):
    done = subprocess.run([*map(str, words)], capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, f"{words}\n{done.stdout}{done.stderr}"
    return done.stdout


def environment(**more):
    return {**{name: value for name, value in os.environ.items() if name != "PYTHONPATH"}, **more}


def copy_of_the_sources(source, folder):
    """What a build of the wheel reads, so that it leaves nothing in the repository."""
    copied = folder / BINDINGS
    shutil.copytree(source / BINDINGS, copied, ignore=shutil.ignore_patterns("build", "dist", "*.egg-info", "__pycache__"))
    shutil.copy(source / "CMakeLists.txt", folder)
    return copied


def smoke(python, rom, environ):
    script = (
        "import jumpscope, sys; from jumpscope import envs, retro; console = jumpscope.Console(sys.argv[1]); "
        "console.frames(60); assert console.ram[0xCE] == 192; print(jumpscope.__file__)"
    )
    return run(python, "-c", script, rom, env=environ)


SLOW = pytest.mark.skipif(not os.environ.get("JUMPSCOPE_SLOW"), reason="slow: set JUMPSCOPE_SLOW=1")


@pytest.mark.parametrize("tool", ["build", pytest.param("pip", marks=SLOW)])
def test_a_wheel_can_be_built_and_installed(source, rom, tmp_path, tool):
    for package in ("setuptools", "wheel", tool):
        if importlib.util.find_spec(package) is None:
            pytest.skip(f"{sys.executable} has no {package} (Debian: python3-{package})")
    folder = copy_of_the_sources(source, tmp_path / "source")
    environ = environment(JUMPSCOPE_MODULE=jumpscope._core.__file__)
    has_program = os.path.exists(environ.get("JUMPSCOPE_PROGRAM", ""))
    if tool == "build":
        run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "-o", tmp_path / "dist", folder, env=environ)
    else:
        words = ["--no-build-isolation", "--no-deps", "--no-index", "-w", tmp_path / "dist", folder]
        run(sys.executable, "-m", "pip", "wheel", *words, env=environ)
    (wheel,) = (tmp_path / "dist").glob("jumpscope-*.whl")
    assert "py3-none" not in wheel.name
    if importlib.util.find_spec("ensurepip") is None:
        pytest.skip("no virtual environment can be made (Debian: python3-venv)")
    run(sys.executable, "-m", "venv", "--system-site-packages", tmp_path / "venv")
    python = tmp_path / "venv/bin/python"
    run(python, "-m", "pip", "install", "--no-index", "--no-deps", wheel, env=environment())
    assert str(tmp_path) in smoke(python, rom, environment())
    if has_program:
        version = f"jumpscope {jumpscope.__version__}"
        assert run(tmp_path / "venv/bin/jumpscope", "--version", env=environment()).startswith(version)
        assert run(python, "-m", "jumpscope", "--version", env=environment()).startswith(version)


@SLOW
def test_a_wheel_compiles_the_module_itself(source, rom, tmp_path):
    if importlib.util.find_spec("build") is None:
        pytest.skip(f"{sys.executable} has no build (Debian: python3-build)")
    clone = tmp_path / "clone"
    shutil.copytree(source, clone, ignore=shutil.ignore_patterns("build", "build-*", ".git", "tests", "roms_test"))
    shutil.copytree(source / "roms_test", clone / "roms_test")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", clone / BINDINGS, env=environment())
    (wheel,) = (clone / BINDINGS / "dist").glob("*.whl")
    run(sys.executable, "-m", "zipfile", "-e", wheel, tmp_path / "unpacked")
    assert str(tmp_path) in smoke(sys.executable, rom, environment(PYTHONPATH=str(tmp_path / "unpacked")))


def test_the_component_python_is_installed(rom, tmp_path):
    binary = os.environ.get("JUMPSCOPE_BINARY_DIR")
    if not binary or not shutil.which("cmake"):
        pytest.skip("there is no JUMPSCOPE_BINARY_DIR, or no cmake")
    run("cmake", "--install", binary, "--component", "python", "--prefix", tmp_path)
    (package,) = glob.glob(str(tmp_path / "lib/python3*/*-packages/jumpscope"))
    assert {"__init__.py", "envs.py", "retro.py", "py.typed", "_core.pyi"} <= set(os.listdir(package))
    assert package in smoke(sys.executable, rom, environment(PYTHONPATH=os.path.dirname(package)))


def test_the_stubs_know_what_the_module_has(source):
    stubs = (source / BINDINGS / "jumpscope/_core.pyi").read_text(encoding="utf-8")
    for name in [*dir(jumpscope._core), *jumpscope.__all__]:
        if name.startswith("_") or not hasattr(jumpscope._core, name):  # private, or written in Python
            continue
        assert re.search(rf"^(class|def) {name}\b", stubs, re.M), f"_core.pyi has no {name}"
        kind = getattr(jumpscope._core, name)
        body = re.search(rf"^class {name}\b.*?(?=^\S|\Z)", stubs, re.M | re.S)
        if body and name != "Error":
            for member in vars(kind):
                if not member.startswith("_"):
                    assert f"def {member}(" in body[0], f"_core.pyi: {name} has no {member}"


def test_the_types_are_strict(source, tmp_path):
    if importlib.util.find_spec("mypy") is None:
        pytest.skip(f"{sys.executable} has no mypy (Debian: mypy)")
    package = source / BINDINGS / "jumpscope"
    # distributed.py needs packages without types.
    files = [path for path in sorted(package.glob("*.py*")) if path.suffix in (".py", ".pyi") and path.name != "distributed.py"]
    environ = environment(MYPYPATH=str(package.parent))
    run(sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path, *files, env=environ, cwd=tmp_path)


def test_the_example_learns_to_clear_the_gap(source, rom):
    printed = run(sys.executable, source / BINDINGS / "examples/random_search.py", rom, env=dict(os.environ))
    words = re.fullmatch(r"cleared the gap in attempt \d+, after ([\d.]+) s:\n(.*)\n", printed)
    assert float(words[1]) < 10
    watches = ["x=$006D,$0086", "state=$001D", "engine=$000E"]
    trace = jumpscope.trace(rom, press=words[2], watches=watches)
    assert trace["x"][-1] >= 2 * 256 + 12 * 16 and trace["state"][-1] == 0
    assert set(trace["engine"][21:]) == {8}


def test_what_the_page_shows_runs(source, rom, tmp_path):
    page = (source / "docs/python.md").read_text(encoding="utf-8")
    programs = re.findall(r"```python\n(.*?)```", page, re.S)
    assert len(programs) >= 4
    shutil.copy(rom, tmp_path / "game.nes")
    for program in programs:
        run(sys.executable, "-c", program, env=dict(os.environ), cwd=tmp_path)

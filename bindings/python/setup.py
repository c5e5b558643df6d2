"""Builds the extension module and the program with CMake, from the repository that this folder is part of."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parents[2]


def version() -> str:
    found = re.search(r"^project\(jumpscope VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"), re.M)
    if found is None:
        sys.exit(f"{ROOT}/CMakeLists.txt says no version; build from a checkout of the whole repository")
    return found[1]


class CMakeBuild(build_ext):
    """JUMPSCOPE_MODULE names a module that was built already, and JUMPSCOPE_PROGRAM a program; else CMake builds both below
    build/. The solver of `prove` lies beside the program, where it looks for it."""

    def build_extension(self, ext: Extension) -> None:
        target = pathlib.Path(self.get_ext_fullpath(ext.name))
        programs = target.parent / "bin"
        programs.mkdir(parents=True, exist_ok=True)
        if os.environ.get("JUMPSCOPE_MODULE"):
            module, program = os.environ["JUMPSCOPE_MODULE"], os.environ.get("JUMPSCOPE_PROGRAM")
        else:
            module, program = self.compiled(target.name)
        shutil.copyfile(module, target)
        if program:
            for file in (pathlib.Path(program), pathlib.Path(program).with_name("jumpscope-z3.so")):
                if file.exists():
                    shutil.copy(file, programs / file.name)

    def compiled(self, name: str) -> "tuple[pathlib.Path, pathlib.Path]":
        folder = pathlib.Path(self.build_temp).resolve() / "cmake"
        subprocess.run(
            [
                "cmake",
                "-S", str(ROOT),
                "-B", str(folder),
                "-DCMAKE_BUILD_TYPE=Release",
                "-DCMAKE_CXX_FLAGS_RELEASE=-O2 -DNDEBUG",
                "-DJUMPSCOPE_TESTS=OFF",
                "-DJUMPSCOPE_WINDOW=OFF",
                "-DJUMPSCOPE_PYTHON=ON",
                f"-DPython3_EXECUTABLE={sys.executable}",
                *(["-GNinja"] if shutil.which("ninja") else []),
            ],
            check=True,
        )  # fmt: skip
        jobs = ["--parallel", str(self.parallel or os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL") or os.cpu_count() or 1)]
        targets = ["jumpscope_python", "jumpscope"]
        if "\nZ3_FOUND:INTERNAL=1\n" in (folder / "CMakeCache.txt").read_text(encoding="utf-8"):
            targets.append("jumpscope_z3")
        subprocess.run(["cmake", "--build", str(folder), "--target", *targets, *jobs], check=True)
        found = sorted((folder / "python" / "jumpscope").glob("_core*"))
        if not found:
            sys.exit(f"CMake built no module named {name} in {folder}")
        return next(path for path in found if path.suffix != ".pyi"), folder / "jumpscope"


setup(version=version(), ext_modules=[Extension("jumpscope._core", [])], cmdclass={"build_ext": CMakeBuild})

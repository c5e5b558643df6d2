"""Builds the extension module with CMake, from the repository that this folder is part of."""

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
    """JUMPSCOPE_MODULE names a module that was built already; else CMake builds one below build/."""

    def build_extension(self, ext: Extension) -> None:
        target = pathlib.Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        built = os.environ.get("JUMPSCOPE_MODULE")
        shutil.copyfile(built if built else self.compiled(target.name), target)

    def compiled(self, name: str) -> pathlib.Path:
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
        subprocess.run(["cmake", "--build", str(folder), "--target", "jumpscope_python", *jobs], check=True)
        found = sorted((folder / "python" / "jumpscope").glob("_core*"))
        if not found:
            sys.exit(f"CMake built no module named {name} in {folder}")
        return next(path for path in found if path.suffix != ".pyi")


setup(version=version(), ext_modules=[Extension("jumpscope._core", [])], cmdclass={"build_ext": CMakeBuild})

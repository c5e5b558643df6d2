#!/usr/bin/env python3
"""Whether tools/packages and docs/ci.md name every Debian package that the build needs.

Usage: packages_test.py SOURCE_DIR   (exit status 77: this is not Debian, or a package is missing)

1. Every find_package and pkg_check_modules of the CMake files has its package in tools/packages.
2. docs/ci.md installs the packages of purpose `build`, no fewer.
3. CMake configures with the files of docs/ci.md's packages, and what they depend on, and no others.
"""
import glob
import os
import re
import subprocess
import sys
import tempfile

# What CMake looks for: the package that has it, and the purpose that needs it. None: part of g++ or cmake.
PACKAGES = {
    "Threads": None, "PkgConfig": ("build", "pkg-config"), "nlohmann_json": ("build", "nlohmann-json3-dev"),
    "CLI11": ("build", "libcli11-dev"), "PNG": ("build", "libpng-dev"), "ZLIB": ("build", "zlib1g-dev"),
    "libzstd": ("build", "libzstd-dev"), "libzip": ("build", "libzip-dev"), "libmd": ("build", "libmd-dev"),
    "SDL2": ("window", "libsdl2-dev"), "OpenGL": ("window", "libgl-dev"), "imgui": ("window", "libimgui-dev"),
    "Python3": ("python", "python3-dev"), "pybind11": ("python", "pybind11-dev"),
    "z3": ("prove", "libz3-dev"),
    "GTest": ("test", "libgtest-dev"), "benchmark": ("bench", "libbenchmark-dev"),
}
# What a job needs beside jumpscope's own packages: to fetch it, and to build the game.
OF_THE_JOB = {"git", "ca-certificates", "make"}


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def purposes(text):
    found = {}
    for line in text.splitlines():
        match = re.match(r"([a-z-]+): (.*)", line)
        if match:
            found.setdefault(match[1], set()).update(match[2].split())
    return found


def looked_for(source):
    """The names behind find_package( and the modules of pkg_check_modules(."""
    files = [os.path.join(source, "CMakeLists.txt"), *glob.glob(os.path.join(source, "cmake", "*.cmake"))]
    text = "\n".join(re.sub(r"#.*", "", read(file)) for file in files)
    yield from re.findall(r"find_package\((\w+)", text)
    for arguments in re.findall(r"pkg_check_modules\(\w+ ([^)]*)\)", text):
        yield from (word for word in arguments.split() if not word.isupper() and not re.match(r"[A-Z_]+$", word))


def installed_by(page):
    """A set of packages for each `apt-get install` of a page, which goes on while lines are indented deeper."""
    text = page.replace("\\\n", " ")
    for match in re.finditer(r"^( *)(?:- )?(?:sudo )?apt-get install (.*)\n((?:\1   *[a-z0-9][a-z0-9+. -]*\n)*)", text, re.M):
        words = (match[2] + " " + match[3]).split()
        yield {word for word in words if not word.startswith("-")}


def dpkg(*words):
    return subprocess.run(["dpkg-query", *words], capture_output=True, text=True, check=False).stdout


def closure(packages):
    """The packages and what they depend on, as far as installed. Of alternatives, all."""
    provided = {}
    depends = {}
    for line in dpkg("-W", "-f", "${Package}\t${db:Status-Abbrev}\t${Provides}\t${Pre-Depends}, ${Depends}\n").splitlines():
        name, status, provides, needs = line.split("\t")
        if not status.startswith("ii"):
            continue
        words = {re.split(r"[ (:]", part.strip())[0] for part in re.split(r"[,|]", needs)} - {""}
        depends.setdefault(name, set()).update(words)
        for part in [name, *(part.strip().split(" ")[0] for part in provides.split(","))]:
            provided.setdefault(part, set()).add(name)
    missing = packages - provided.keys()
    if missing:
        print(f"SKIPPED: not installed: {' '.join(sorted(missing))}")
        sys.exit(77)
    found, waiting = set(), set(packages)
    while waiting:
        names = provided.get(waiting.pop(), set()) - found
        found |= names
        for name in names:
            waiting |= depends[name]
    return found


# Descriptions for CMake and pkg-config, libraries, and the headers of one level, which is where FindXXX.cmake looks.
LOOKED_AT = re.compile(r"/(usr/)?(lib/[^/]*/(cmake|pkgconfig)/|share/(cmake|pkgconfig)/|lib/[^/]*/[^/]*[.](so|a)$|include/[^/]*$)")


def mirror(packages, root):
    """A folder with links to everything in these packages that CMake could look for."""
    for path in dpkg("-L", *sorted(packages)).splitlines():
        if LOOKED_AT.match(path) and os.path.isfile(path):
            link = root + path
            os.makedirs(os.path.dirname(link), exist_ok=True)
            if not os.path.lexists(link):
                os.symlink(path, link)


def configure(source, packages):
    with tempfile.TemporaryDirectory(prefix="packages.") as scratch:
        root = f"{scratch}/root"
        mirror(closure(packages), root)
        pkgconfig = glob.glob(f"{root}/usr/lib/*/pkgconfig") + [f"{root}/usr/share/pkgconfig"]
        done = subprocess.run(
            ["cmake", "-S", source, "-B", f"{scratch}/build", "-G", "Ninja", "-DJUMPSCOPE_TESTS=OFF",
             f"-DCMAKE_FIND_ROOT_PATH={root}", "-DCMAKE_FIND_ROOT_PATH_MODE_PACKAGE=ONLY",
             "-DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY", "-DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY"],
            env={**os.environ, "PKG_CONFIG_LIBDIR": ":".join(pkgconfig)}, capture_output=True, text=True, check=False)
        return done.returncode == 0, done.stdout + done.stderr


def main():
    source = sys.argv[1]
    have = purposes(read(os.path.join(source, "tools", "packages")))
    problems = []
    names = list(looked_for(source))
    for name in names:
        if name not in PACKAGES:
            problems.append(f"CMake looks for {name}: add its Debian package to this test and to tools/packages")
        elif PACKAGES[name] and PACKAGES[name][1] not in have.get(PACKAGES[name][0], set()):
            problems.append(f"CMake looks for {name}: tools/packages lacks {PACKAGES[name][1]} under {PACKAGES[name][0]}")
    if not {"nlohmann_json", "libzip", "SDL2"} <= set(names):
        problems.append(f"this test does not find what CMake looks for: {names}")

    lists = list(installed_by(read(os.path.join(source, "docs", "ci.md"))))
    if len(lists) != 2:
        problems.append(f"docs/ci.md has {len(lists)} lists of packages instead of 2")
    for packages in lists:
        if packages - OF_THE_JOB != have["build"]:
            problems.append(f"docs/ci.md and tools/packages (build) differ in {' '.join(sorted((packages - OF_THE_JOB) ^ have['build']))}")
    for problem in problems:
        print(problem)
    if problems:
        return 1

    if not dpkg("-W", "dpkg"):
        print("SKIPPED: this is not Debian")
        return 77
    good, log = configure(source, lists[0] - OF_THE_JOB)
    if not good or "is built without" not in log:
        print(log)
        print("CMake does not configure with the packages of docs/ci.md alone" if not good else
              "CMake finds what docs/ci.md does not install")
        return 1
    # The check itself notices a missing package.
    good, log = configure(source, lists[0] - OF_THE_JOB - {"libzip-dev"})
    if good:
        print("CMake configures without libzip-dev: this test looks at the wrong folders")
        return 1
    print("packages: all as expected")
    return 0


if __name__ == "__main__":
    sys.exit(main())

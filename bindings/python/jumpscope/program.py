"""The program `jumpscope`, which wheels contain."""

import os
import sys

from ._core import Error

_INSIDE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "jumpscope")


def _is_program(file: str) -> bool:
    """False for the script that pip makes of main(), which would only come back here."""
    if not os.access(file, os.X_OK) or not os.path.isfile(file):
        return False
    with open(file, "rb") as start:
        return start.read(2) != b"#!"


def path() -> str:
    """Where the program is: in this package, what $JUMPSCOPE names, or on PATH. Raises Error where there is none."""
    if os.access(_INSIDE, os.X_OK):
        return _INSIDE
    named = os.environ.get("JUMPSCOPE")
    if named:
        return named
    for folder in os.get_exec_path():
        file = os.path.join(folder, "jumpscope")
        if _is_program(file):
            return file
    raise Error(
        "there is no program jumpscope: not in this installation of the module, and not on PATH; install a wheel that was "
        "built with it or the package jumpscope, or name the program with $JUMPSCOPE"
    )


def main() -> None:
    """Becomes the program, with the arguments of this process."""
    try:
        program = path()
    except Error as failure:
        sys.exit(_refusal(str(failure)))
    try:
        os.execv(program, [program, *sys.argv[1:]])
    except OSError as failure:
        sys.exit(_refusal(f"cannot run {program}: {failure.strerror}"))


def _refusal(sentence: str) -> int:
    print(f"jumpscope: {sentence}", file=sys.stderr)
    return 2

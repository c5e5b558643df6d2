"""Sweeps on this machine; jumpscope.distributed runs them on a cluster."""

import csv
import io
import json
import os
from collections.abc import Iterable, Mapping
from typing import Any, Callable, Optional, Union

from . import _core
from ._core import Error

_Path = Union[str, "os.PathLike[str]"]


def _summary(result: dict[str, Any]) -> dict[str, Any]:
    return {**result, "best": list(csv.DictReader(io.StringIO(result["best"])))}


def _text_of(spec: Union[_Path, Mapping[str, Any]]) -> tuple[str, str, str]:
    """The text of a spec, what sentences call it, and its folder."""
    if isinstance(spec, Mapping):
        return json.dumps(spec), "the spec", ""
    path = os.fsdecode(spec)
    shown = os.fsencode(path).decode("utf-8", "backslashreplace")
    try:
        with open(path, encoding="utf-8") as file:
            return file.read(), os.path.basename(shown), os.path.dirname(path)
    except OSError as failure:
        raise Error(f"cannot read {shown}: {failure.strerror}") from None
    except UnicodeDecodeError:
        raise Error(f"{shown} is not JSON: it is no text in UTF-8") from None


def sweep(
    spec: Union[_Path, Mapping[str, Any]],
    output: _Path,
    *,
    jobs: int = 0,
    shard: str = "",
    chunks: str = "",
    after: Optional[_Path] = None,
    rom_paths: Iterable[_Path] = (),
    lines: Iterable[str] = (),
    progress: Optional[Callable[[int, int], object]] = None,
) -> dict[str, Any]:
    """Runs a sweep on this machine, into the file that `jumpscope sweep SPEC -o OUTPUT` writes, byte for byte.

    spec: the path of a spec (docs/sweep.md), or what is in one as a dict; its paths are then relative to the current folder.
    output: .csv, or .csv.zst, which a part must be. jobs: how many threads (0: one a core); the results are the same.
    shard: "1/3", chunks: "0-9": only this part of it. after: the next round of a search, after those in this file.
    rom_paths: folders to search for a cartridge given by its SHA-1, besides those in $JUMPSCOPE_ROMS.
    lines: the inputs of a spec that takes them from standard input.
    progress: called with how many chunks of the round are done and how many it has, a few times a second and at the end.

    After Ctrl-C, or an exception of progress, OUTPUT.part keeps the chunks that are whole: the same call goes on. Returns the numbers of "runs", "chunks",
    "rounds", "frames" and "emulated_frames", how many "runs_now" were run by this call, the "best" rows as dicts, and "notes", sentences about the inputs.
    """
    text, name, folder = _text_of(spec)
    more = [path for path in os.environ.get("JUMPSCOPE_ROMS", "").split(":") if path]
    return _summary(
        _core.run_sweep(text, name, folder, output, jobs, shard, chunks, after, [*rom_paths, *more], list(lines), progress)
    )


def merge_sweeps(parts: Iterable[_Path], output: _Path) -> dict[str, Any]:
    """Puts the parts of a sweep together to what one run would have written, as `jumpscope sweep --merge` does."""
    return _summary(_core.merge_sweep(list(parts), output))

"""Sweeps on a Dask cluster.

    from dask.distributed import Client
    from jumpscope.distributed import sweep

    summary = sweep(Client("scheduler:8786"), "sweep.json", "results.csv.zst")
    print(summary["best"])

The workers run the `jumpscope` program; they need it, and nothing else of this package. The file that results is, byte
for byte, what `jumpscope sweep sweep.json -o results.csv.zst` writes.
"""

import csv
import hashlib
import io
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import zlib
from pathlib import Path
from typing import Any, Callable, Dict, Generator, Iterator, List, NamedTuple, Optional, Set, Tuple

__all__ = ["Part", "SweepError", "sweep", "sweep_parts"]


class SweepError(RuntimeError):
    """What the program refuses, in its own sentence."""


class Part(NamedTuple):
    """Some chunks of a round that a worker has finished."""

    round: int
    first: int  # chunk
    last: int
    path: Path  # the rows, as .csv.zst
    best: List[Dict[str, str]]  # the best rows among them


def _run(arguments: List[str]) -> str:
    """Runs the program and returns what it prints."""
    try:
        done = subprocess.run(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    except OSError as error:
        raise SweepError(f"cannot run {arguments[0]!r} on {socket.gethostname()}: {error.strerror}; install the program "
                         "jumpscope there, or give its path as `program`") from None
    if done.returncode != 0:
        sentence = done.stderr.strip().rpartition("jumpscope: ")[2] or f"it ended with status {done.returncode}"
        raise SweepError(sentence)
    return done.stdout


def _unpack(bundle: Dict[str, Any], folder: str) -> str:
    """Writes the files of a sweep once for each worker process, whatever the number of tasks."""
    place = os.path.join(folder, "jumpscope-" + bundle["key"])
    if not os.path.isdir(place):
        unfinished = f"{place}.{os.getpid()}.{time.monotonic_ns()}"
        os.makedirs(unfinished)
        for name, content in bundle["files"].items():
            with open(os.path.join(unfinished, name), "wb") as file:
                file.write(content)
        try:
            os.rename(unfinished, place)
        except OSError:  # another thread was faster
            shutil.rmtree(unfinished)
    return place


def _run_chunks(bundle: Dict[str, Any], program: str, first: int, last: int) -> Tuple[bytes, str, float]:
    """On a worker: the part's file, the table of its best rows, and the seconds that it took."""
    from distributed import get_worker

    begin = time.monotonic()
    place = _unpack(bundle, get_worker().local_directory)
    output = os.path.join(place, f"part-{os.getpid()}-{time.monotonic_ns()}.csv.zst")
    arguments = [program, "sweep", os.path.join(place, "spec.json"), "--chunks", f"{first}-{last}", "-j", "1", "-o", output]
    if "earlier.csv.zst" in bundle["files"]:
        arguments += ["--continue", os.path.join(place, "earlier.csv.zst")]
    try:
        best = _run(arguments)
        with open(output, "rb") as file:
            return file.read(), best, time.monotonic() - begin
    finally:
        for left in (output, output + ".part"):
            if os.path.exists(left):
                os.remove(left)


def _with_names(spec: Dict[str, Any], folder: Path, read: List[Path]) -> Tuple[Dict[str, Any], Dict[str, Path]]:
    """The spec with other names for the files that it names, and which file each name stands for.

    read: all files that the program has read for it.
    """
    files: Dict[str, Path] = {}

    def name_of(path: str) -> str:
        if ".zip:" in path:
            raise SweepError(f"{path} is in an archive; unpack it for a sweep on a cluster")
        name = f"file{len(files)}-{Path(path).name}"
        files[name] = folder / path
        return name

    spec = json.loads(json.dumps(spec))
    rom = spec.get("rom")
    if isinstance(rom, str):
        spec["rom"] = name_of(rom)
    elif isinstance(rom, dict) and (folder / rom.get("file", "")).is_file():
        rom["file"] = name_of(rom["file"])
    if isinstance(spec.get("patch"), str):
        spec["patch"] = [spec["patch"]]
    if "patch" in spec:
        spec["patch"] = [name_of(path) for path in spec["patch"]]
    for holder, key in ((spec, "battery"), (spec.get("start", {}), "state"), (spec.get("start", {}), "movie"),
                        (spec.get("inputs", {}).get("mutations", {}), "movie")):
        if key in holder:
            holder[key] = name_of(holder[key])
    if folder / str(spec.get("profile", "")) in read:  # not a built-in one
        spec["profile"] = "./" + name_of(spec["profile"])
    for path in read:  # a cartridge that was found by its SHA-1
        if path not in files.values() and path.is_file():
            name_of(str(path.absolute()))
    return spec, files


def _bundle(spec_file: Path, earlier: Optional[Path], read: List[Path]) -> Dict[str, Any]:
    """Everything that a worker needs."""
    spec, names = _with_names(json.loads(spec_file.read_text()), spec_file.parent, read)
    files = {name: path.read_bytes() for name, path in names.items()}
    files["spec.json"] = json.dumps(spec).encode()
    if earlier is not None:
        files["earlier.csv.zst"] = earlier.read_bytes()
    key = hashlib.sha1()
    for name in sorted(files):
        key.update(name.encode() + b"\0" + hashlib.sha1(files[name]).digest())
    return {"key": key.hexdigest(), "files": files}


class _Stretches:
    """Cuts chunks into tasks that take about `seconds` each."""

    def __init__(self, chunks: int, done: Set[int], seconds: float):
        self._left = [chunk for chunk in range(chunks) if chunk not in done][::-1]
        self._seconds = seconds
        self._size = 1

    def next(self) -> Optional[Tuple[int, int]]:
        if not self._left:
            return None
        first = last = self._left.pop()
        while self._left and self._left[-1] == last + 1 and last - first + 1 < self._size:
            last = self._left.pop()
        return first, last

    def learn(self, chunks: int, seconds: float) -> None:
        wanted = int(self._seconds * chunks / max(seconds, 0.001))
        self._size = max(1, min(wanted, 4 * self._size))

    def again(self, first: int, last: int) -> None:
        self._left += range(last, first - 1, -1)


def _is_sound(path: Path, last: int) -> bool:
    """Whether a part is as it was written, up to its last chunk: a note ends with its own CRC32 and has that of the frame
    behind it."""
    data = path.read_bytes()
    place, note = 0, {}
    while place < len(data):
        size = int.from_bytes(data[place + 4 : place + 8], "little")
        words, check = data[place + 8 : place + size - 1], data[place + size - 1 : place + 8 + size]
        if check != b"\n%08x" % zlib.crc32(words):
            return False
        note = json.loads(words)
        frame = data[place + 8 + size : place + 8 + size + note["bytes"]]
        if "%08x" % zlib.crc32(frame) != note.get("crc32") or len(frame) != note["bytes"]:
            return False
        place += 8 + size + len(frame)
    return note.get("chunk") == last


def _finished(parts: Path, round_number: int) -> Dict[Tuple[int, int], Path]:
    """The parts that an earlier call has left. Those that were damaged since are removed, and run again."""
    found = {}
    for path in parts.glob(f"round-{round_number}.chunks-*.csv.zst"):
        first, last = map(int, path.name.split("chunks-")[1].split(".")[0].split("-"))
        if _is_sound(path, last):
            found[first, last] = path
        else:
            path.unlink()
    return found


def _round_parts(client: Any, bundle: Dict[str, Any], plan: Dict[str, Any], parts: Path, program: str,
                 task_seconds: float, retries: int) -> Iterator[Part]:
    """Runs what is missing of a round; yields its parts in the order in which they are finished."""
    import distributed

    as_completed: Any = distributed.as_completed
    done = {chunk for first, last in _finished(parts, plan["round"]) for chunk in range(first, last + 1)}
    stretches = _Stretches(plan["chunks"], done, task_seconds)
    scattered = client.scatter(bundle, broadcast=True)
    running: Dict[Any, Tuple[int, int]] = {}
    failures: Dict[Tuple[int, int], int] = {}
    completed = as_completed()

    def submit() -> bool:
        stretch = stretches.next()
        if stretch is None:
            return False
        future = client.submit(_run_chunks, scattered, program, *stretch, pure=False, retries=retries)
        running[future] = stretch
        completed.add(future)
        return True

    def fill() -> None:
        while len(running) < 2 * max(1, sum(client.nthreads().values())) and submit():
            pass

    fill()
    while running:
        future = next(completed)
        stretch = running.pop(future)
        try:
            rows, best, seconds = future.result()
        except SweepError:
            raise
        except Exception:  # its worker was lost, or all that had the sweep's files
            failures[stretch] = failures.get(stretch, 0) + 1
            if failures[stretch] > retries:
                raise
            scattered = client.scatter(bundle, broadcast=True)
            stretches.again(*stretch)
            fill()
            continue
        stretches.learn(stretch[1] - stretch[0] + 1, seconds)
        path = parts / f"round-{plan['round']}.chunks-{stretch[0]}-{stretch[1]}.csv.zst"
        unfinished = path.with_suffix(".writing")
        unfinished.write_bytes(rows)
        unfinished.replace(path)
        fill()
        yield Part(plan["round"], *stretch, path, list(csv.DictReader(io.StringIO(best))))


def sweep_parts(client: Any, spec: "os.PathLike[str]", output: "os.PathLike[str]", *, program: Optional[str] = None,
                task_seconds: float = 5.0, retries: int = 5) -> Generator[Part, None, Dict[str, Any]]:
    """Like sweep(), but yields each part when it is finished. The results are whole when the iterator ends."""
    spec_file, result = Path(spec), Path(output)
    name: str = program or os.environ.get("JUMPSCOPE") or "jumpscope"
    _send_this_module_along()
    parts = result.with_name(result.name + ".parts")
    earlier: Optional[Path] = None
    runs = 0
    while True:
        words = [name, "sweep", str(spec_file)] + ([] if earlier is None else ["--continue", str(earlier)])
        plan = json.loads(_run(words + ["--plan"]))
        if plan["over"]:
            break
        runs += plan["runs"]
        place = parts / plan["id"]
        place.mkdir(parents=True, exist_ok=True)
        yield from _round_parts(client, _bundle(spec_file, earlier, [Path(file) for file in plan["files"]]), plan, place, name,
                                task_seconds, retries)
        merged = place / f"rounds-to-{plan['round']}.csv.zst"
        files = [str(path) for path in _finished(place, plan["round"]).values()]
        _run([name, "sweep", "--merge", "-o", str(merged)] + ([] if earlier is None else [str(earlier)]) + files)
        earlier = merged
    best = _run([name, "sweep", "--merge", str(earlier), "-o", str(result)])
    shutil.rmtree(parts)
    return {"runs": runs, "best": list(csv.DictReader(io.StringIO(best)))}


def sweep(client: Any, spec: "os.PathLike[str]", output: "os.PathLike[str]", *, program: Optional[str] = None,
          on_part: Optional[Callable[[Part], None]] = None, task_seconds: float = 5.0, retries: int = 5) -> Dict[str, Any]:
    """Runs the sweep of the file `spec` on a cluster and writes its results to `output` (.csv or .csv.zst).

    client: a dask.distributed.Client. The spec and all files that it names are sent to each worker once.
    program: the `jumpscope` program, here and on the workers (default: $JUMPSCOPE, or from PATH).
    on_part: called with each Part when it is finished, in no particular order.
    task_seconds: tasks get as many chunks as take about so long.
    retries: how often a task is tried again whose worker was lost.

    Finished parts are kept in OUTPUT.parts until all are there: calling it again after a failure goes on. Returns the
    numbers of "parts" that this call has run and of all "runs", and the "best" rows. Raises SweepError with the
    program's sentence.
    """
    count = 0
    parts = sweep_parts(client, spec, output, program=program, task_seconds=task_seconds, retries=retries)
    while True:
        try:
            part = next(parts)
        except StopIteration as end:
            summary = end.value
            break
        count += 1
        if on_part is not None:
            on_part(part)
    return {"parts": count, **summary}


def _send_this_module_along() -> None:
    """Workers get these functions with the tasks, so that the package need not be installed there."""
    import cloudpickle

    cloudpickle.register_pickle_by_value(sys.modules[__name__])

"""What the scripts that compare FCEUX's RAM with jumpscope's have in common: the RAM of both at the end of every frame,
and why a byte of it differs.

"boundary": FCEUX ends its frame with the picture, at scanline 240; ours ends with the vblank flag, at scanline 241.
What the program writes in between we show in this frame and FCEUX in the next: without the writes of scanline 240 both
are the same. "timing": they differ even so; the instruction is the byte's last writer here.
"""
import csv
import subprocess

from fceux import CannotRun, run_fceux

RAM = 0x800
RESTART = 1 | 2  # the commands for reset and power

# Writes RAM after each frame, and states after those of COMPARE_STATES.
LUA = """
local path, last = os.getenv("COMPARE_OUT"), tonumber(os.getenv("COMPARE_FRAMES"))
local out, wanted = io.open(path, "wb"), {}
for frame in string.gmatch(os.getenv("COMPARE_STATES"), "%d+") do wanted[tonumber(frame)] = true end
emu.speedmode("maximum")
emu.registerafter(function()
  local frame = emu.framecount()
  out:write(memory.readbyterange(0, 0x800))
  if wanted[frame] then
    local state = savestate.object(path .. "." .. frame)
    savestate.save(state)
    savestate.persist(state)
  end
  if frame >= last then out:close() os.exit(0) end
end)
"""


def records(movie):
    """The commands of each record of a text movie."""
    lines = movie.read_text(errors="replace").splitlines()
    return [int(line.split("|")[1]) for line in lines if line.startswith("|")]


def frames_of_records(commands):
    """Our frame by record; the records of dead frames share the frame of the last of them."""
    frame_of, frame, dead = [], -1, 1
    for index, command in enumerate(commands):
        if dead == 0:
            frame += 1
        elif index == 0:
            frame = 0
        else:
            dead -= 1
        if command & RESTART and index > 0:
            dead = 1
        frame_of.append(frame)
    return frame_of


def fceux_ram(rom, movie, frames, folder, states=()):
    """One block of RAM a record. States after so many records are in the files fceux.ram.N of the folder."""
    script, out = folder / "dump.lua", folder / "fceux.ram"
    script.write_text(LUA)
    out.unlink(missing_ok=True)
    log = run_fceux(rom, movie, script, {"COMPARE_OUT": str(out), "COMPARE_FRAMES": str(frames),
                                        "COMPARE_STATES": " ".join(map(str, states))}, folder, frames)
    content = out.read_bytes() if out.exists() else b""
    if len(content) != frames * RAM:
        raise CannotRun(f"fceux wrote {len(content) // RAM} frames of {frames}; it says: {log[-300:]}")
    return [content[at:at + RAM] for at in range(0, len(content), RAM)]


def jumpscope_ram(program, rom, movie, frames, folder, options=()):
    """One block of RAM a frame of ours."""
    out = folder / "jumpscope.csv"
    watches = [word for address in range(RAM) for word in ("--watch", f"r{address:03x}=${address:04X}")]
    subprocess.run([program, "trace", rom, "--movie", movie, "--frames", str(frames), "-o", out, *options, *watches],
                   check=True, stderr=subprocess.DEVNULL)
    with open(out, encoding="utf-8") as rows:
        next(rows), next(rows)
        return [bytes(map(int, row.rstrip("\n").split(",")[2:])) for row in rows]


def writes_of(program, rom, movie, frames, addresses, folder, options=()):
    """Our writes to each address, in order: (frame, scanline, pc, instruction, old, new)."""
    log = folder / "writes.csv"
    watches = [word for address in addresses for word in ("--watch", f"r{address:03x}=${address:04X}")]
    subprocess.run([program, "trace", rom, "--movie", movie, "--frames", str(frames), "-o", folder / "few.csv",
                    "--writes", log, *options, *watches], check=True, stderr=subprocess.DEVNULL)
    writes = {address: [] for address in addresses}
    with open(log, encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows):
            writes[int(row["watch"][1:], 16)].append((int(row["frame"]), int(row["scanline"]), row["pc"],
                                                      row["instruction"], int(row["old"]), int(row["new"])))
    return writes


def cause_of(writes, frame, theirs):
    """Why one byte differs at the end of one frame."""
    earlier = [write for write in writes if write[0] <= frame]
    if not earlier:
        return "timing: never written here"
    late = [write for write in earlier if write[0] == frame and write[1] == 240]
    _, scanline, pc, instruction, _, _ = earlier[-1]
    if late and late[0][4] == theirs:
        return f"boundary: {pc} {late[0][3]} on scanline 240"
    if instruction == "BRK":  # or an interrupt, which pushes as it does
        return f"timing: interrupted at {pc}, another instruction of a waiting loop"
    return f"timing: {pc} {instruction} on scanline {scanline}"

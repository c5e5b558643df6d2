"""Runs Debian's FCEUX without a display, for the scripts of this folder."""
import os
import subprocess

PROGRAM = "/usr/games/fceux"


class CannotRun(Exception):
    """The reason, a sentence."""


def is_installed():
    return os.access(PROGRAM, os.X_OK)


def run_fceux(rom, movie, script, variables, folder, frames):
    """Plays a movie with a Lua script, which reads `variables` from its environment and ends FCEUX. Returns what FCEUX
    printed. `folder` gets its settings; `frames` limits the time."""
    if not is_installed():
        raise CannotRun("fceux is not installed; apt-get install fceux")
    home = folder / "home"
    (home / ".fceux").mkdir(parents=True, exist_ok=True)
    # 2: no OpenGL, which Qt's offscreen platform does not have.
    (home / ".fceux/fceux.cfg").write_text("SDL.VideoDriver = 2\nSDL.Sound = 0\nSDL.AutoResume = 0\n")
    environment = dict(os.environ, HOME=str(home), QT_QPA_PLATFORM="offscreen", **variables)
    environment.pop("XDG_CONFIG_HOME", None)
    command = [PROGRAM, "--loadlua", str(script), "--playmov", str(movie), str(rom)]
    log = folder / "fceux.txt"
    with open(log, "wb") as words:
        subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, stdout=words, stderr=words,
                       timeout=120 + frames / 10, check=False)
    return log.read_text(errors="replace")

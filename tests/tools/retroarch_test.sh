#!/usr/bin/env bash
# The core in Debian's RetroArch: 600 frames with run-ahead by one; a state is saved at the end and loaded at the next start.
# Usage: retroarch_test.sh CORE.so INFO_FILE ROM   (exit status 77: RetroArch or Xvfb is missing)
set -euo pipefail

core=$1 info=$2 rom=$3
for needed in retroarch xvfb-run xauth; do
  if ! command -v "$needed" >/dev/null; then
    echo "SKIPPED: there is no $needed"
    exit 77
  fi
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/cores" "$scratch/info" "$scratch/states"
cp "$core" "$scratch/cores/"
cp "$info" "$scratch/info/"
cp "$rom" "$scratch/game.nes"

# RetroArch's null video driver counts no frames, so that --max-frames has no effect.
cat >"$scratch/retroarch.cfg" <<END
video_driver = "sdl2"
video_vsync = "false"
audio_driver = "null"
audio_sync = "false"
input_driver = "null"
input_joypad_driver = "null"
menu_driver = "null"
midi_driver = "null"
run_ahead_enabled = "true"
run_ahead_frames = "1"
run_ahead_secondary_instance = "false"
savestate_auto_save = "true"
savestate_auto_load = "true"
savestate_directory = "$scratch/states"
savefile_directory = "$scratch/states"
system_directory = "$scratch"
libretro_directory = "$scratch/cores"
libretro_info_path = "$scratch/info"
config_save_on_exit = "false"
END
export HOME=$scratch XDG_CONFIG_HOME=$scratch/config
# Where there is no session bus, GameMode's client lets a null connection go, which D-Bus otherwise aborts on.
export DBUS_FATAL_WARNINGS=0
unset DISPLAY
fail() {
  echo "FAILED: $*" >&2
  cat "$scratch/log" >&2
  exit 1
}
play() {  # play FRAMES
  timeout 60 xvfb-run -a retroarch --verbose -c "$scratch/retroarch.cfg" -L "$scratch/cores/$(basename "$core")" \
    --max-frames="$1" "$scratch/game.nes" >"$scratch/log" 2>&1 || fail "RetroArch ended with status $?"
  if grep -qi 'run-ahead.*\(unavailable\|failed\)' "$scratch/log"; then fail "there is no run-ahead"; fi
  grep -q 'Auto save state.*succeeded' "$scratch/log" || fail "no state was saved"
}

play 600
[ -s "$scratch/states/game.state.auto" ] || fail "there is no file with the state"
play 60
grep -q 'Auto-loading save state.*succeeded' "$scratch/log" || fail "the state was not loaded"
if grep -q 'ERROR.*\(jumpscope\|tate\b\)' "$scratch/log"; then fail "there was an error"; fi
echo "RetroArch ran 600 frames with run-ahead, saved a state and loaded it"

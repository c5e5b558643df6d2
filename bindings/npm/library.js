// The C interface (include/jumpscope.h) as classes. They share one instance of the module.
import { instantiate } from "./module.js";

let shared;
const library = () => (shared ??= instantiate());

const handles = new FinalizationRegistry(({ module, free, handle }) => module[free](handle));

const failure = (m) => new Error(m.UTF8ToString(m._jumpscope_last_error()));

/** Runs `work` with memory for bytes or a text, which it frees. */
function withBytes(m, content, work) {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content + "\0") : new Uint8Array(content);
  const at = m._malloc(bytes.length || 1);
  if (!at) throw new Error("there is not enough memory");
  m.HEAPU8.set(bytes, at);
  try {
    return work(at, bytes.length);
  } finally {
    m._free(at);
  }
}

/** The handle that `make` writes to the place it is given. */
function newHandle(m, make) {
  return withBytes(m, new Uint8Array(4), (place) => {
    if (make(place) !== 0) throw failure(m);
    return m.HEAPU32[place >> 2];
  });
}

class Handle {
  constructor(m, free, handle) {
    this.m = m;
    this.kept = { module: m, free, handle };
    handles.register(this, this.kept, this);
  }
  get handle() {
    if (!this.kept.handle) throw new Error("it has been freed");
    return this.kept.handle;
  }
  /** Gives its memory back now, and not some time after nobody has it any more. */
  free() {
    handles.unregister(this);
    if (this.kept.handle) this.m[this.kept.free](this.kept.handle);
    this.kept.handle = 0;
  }
}

let files = 0;

export class Movie extends Handle {
  /** An FM2 or bk2 file. */
  static async parse(file) {
    const m = await library();
    const path = `/movie${++files}`;
    m.FS.writeFile(path, typeof file === "string" ? file : new Uint8Array(file));
    try {
      return new Movie(m, "_jumpscope_movie_free", newHandle(m, (place) => withBytes(m, path, (text) => m._jumpscope_movie_open(text, place))));
    } finally {
      m.FS.unlink(path);
    }
  }
  /** "60-75:A 80-120:RB" */
  static async press(script) {
    const m = await library();
    return new Movie(m, "_jumpscope_movie_free", newHandle(m, (place) => withBytes(m, script, (text) => m._jumpscope_movie_press(text, place))));
  }
  get frames() {
    return Number(this.m._jumpscope_movie_frames(this.handle));
  }
  at(frame, pad = 0) {
    return this.m._jumpscope_movie_at(this.handle, BigInt(frame), pad);
  }
}

export class Profile extends Handle {
  static async #make(call, text) {
    const m = await library();
    return new Profile(m, "_jumpscope_profile_free", newHandle(m, (place) => withBytes(m, text, (at) => m[call](at, place))));
  }
  static builtin(name) {
    return Profile.#make("_jumpscope_profile_builtin", name);
  }
  static parse(json) {
    return Profile.#make("_jumpscope_profile_parse", json);
  }
}

const regions = ["auto", "ntsc", "pal", "dendy"];

export class Console extends Handle {
  static async open(rom, { name = "cartridge.nes", region = "auto", ramInit = "fceux", devices = "", video = false, audio = false, sampleRate = 48000, everyCycle = false } = {}) {
    const m = await library();
    const cartridge = newHandle(m, (place) =>
      withBytes(m, rom, (bytes, size) => withBytes(m, name, (text) => m._jumpscope_cartridge_parse(bytes, size, text, place))),
    );
    try {
      const handle = withBytes(m, ramInit, (ram) =>
        withBytes(m, devices, (plugged) => {
          const options = new Int32Array([40, regions.indexOf(region), 0, ram, devices && plugged, 0, +video, +audio, sampleRate, +everyCycle]);
          return withBytes(m, options.buffer, (at) => newHandle(m, (place) => m._jumpscope_console_new(cartridge, at, place)));
        }),
      );
      return new Console(m, "_jumpscope_console_free", handle);
    } finally {
      m._jumpscope_cartridge_free(cartridge);
    }
  }
  setButtons(pad, buttons) {
    this.m._jumpscope_set_buttons(this.handle, pad, buttons);
  }
  runFrame() {
    this.m._jumpscope_run_frame(this.handle);
  }
  runFrames(count) {
    this.m._jumpscope_run_frames(this.handle, BigInt(count));
  }
  /** Plays a movie's next frames. */
  play(movie, frames = movie.frames) {
    for (let i = 0; i < frames; ++i) {
      if (this.m._jumpscope_movie_apply(movie.handle, this.handle) !== 0) throw failure(this.m);
      this.runFrame();
    }
  }
  powerOn() {
    this.m._jumpscope_power_on(this.handle);
  }
  reset() {
    this.m._jumpscope_reset(this.handle);
  }
  get frame() {
    return Number(this.m._jumpscope_frame(this.handle));
  }
  peek(address) {
    return this.m._jumpscope_peek(this.handle, address);
  }
  poke(address, value) {
    this.m._jumpscope_poke(this.handle, address, value);
  }
  /** A copy of the console's 2,048 bytes of RAM. */
  get ram() {
    const at = this.m._jumpscope_ram(this.handle);
    return this.m.HEAPU8.slice(at, at + 2048);
  }
  /** The last picture, 256 x 240, as palette indices; null without video. */
  get pixels() {
    const at = this.m._jumpscope_pixels(this.handle) >> 1;
    return at ? this.m.HEAPU16.slice(at, at + 256 * 240) : null;
  }
  takeSamples() {
    const count = this.m._jumpscope_take_samples(this.handle, 0, 0);
    return withBytes(this.m, new Uint8Array(count * 2), (at) => {
      this.m._jumpscope_take_samples(this.handle, count, at);
      return this.m.HEAP16.slice(at >> 1, (at >> 1) + count);
    });
  }
  /** The bytes of a state file. */
  saveState() {
    const size = this.m._jumpscope_state_size(this.handle);
    return withBytes(this.m, new Uint8Array(size), (at) => {
      if (this.m._jumpscope_save_state(this.handle, size, at) !== 0) throw failure(this.m);
      return this.m.HEAPU8.slice(at, at + size);
    });
  }
  loadState(state) {
    withBytes(this.m, state, (at, size) => {
      if (this.m._jumpscope_load_state(this.handle, size, at) !== 0) throw failure(this.m);
    });
  }
}

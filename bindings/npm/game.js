// A game that runs: what the window of `jumpscope play` does, without a window (page.cpp). One a module instance.
import { instantiate } from "./module.js";

const folder = "/saved";

export class Game {
  #m;

  static async create() {
    const game = new Game();
    game.#m = await instantiate();
    return game;
  }

  /** What a call returned; throws the module's sentence where it failed. */
  #text(at) {
    if (!at) throw new Error(this.#m.UTF8ToString(this.#m._page_error()));
    return this.#m.UTF8ToString(at);
  }
  #done(status) {
    const words = status ? "" : this.#m.UTF8ToString(this.#m._page_error());
    if (words) throw new Error(words);
    return status !== 0;
  }
  /** Calls a function with texts for arguments. */
  #call(name, ...texts) {
    const m = this.#m;
    const places = texts.map((text) => {
      const bytes = new TextEncoder().encode(text + "\0");
      const at = m._malloc(bytes.length);
      m.HEAPU8.set(bytes, at);
      return at;
    });
    try {
      return m[name](...places);
    } finally {
      places.forEach((at) => m._free(at));
    }
  }
  #write(path, content) {
    this.#m.FS.writeFile(path, typeof content === "string" ? content : new Uint8Array(content));
    return path;
  }

  /** The built-in profiles. */
  profiles() {
    return JSON.parse(this.#text(this.#m._page_profiles()));
  }
  /**
   * Powers on. `profile`: a built-in one's name, the text of one, or "" for that which names the cartridge. Throws, and goes on with
   * the game before, where the file is none.
   */
  open({ rom, name = "cartridge.nes", profile = "", battery }) {
    this.#write("/rom", rom);
    const json = profile.trimStart().startsWith("{");
    if (json) this.#write("/profile.json", profile);
    const kept = battery ? this.#write("/battery", battery) : "";
    return JSON.parse(this.#text(this.#call("_page_open", "/rom", name, json ? "/profile.json" : profile, kept)));
  }
  /** Runs frames with these buttons (FM2's order, bit 7 Right to bit 0 A). Returns what there is to see and to hear. */
  frames({ count = 1, pads = [0, 0] }) {
    const m = this.#m;
    for (let i = 0; i < count; ++i) this.#done(m._page_frame(pads[0], pads[1]));
    return this.look();
  }
  look() {
    const m = this.#m;
    const picture = m._page_picture();
    const samples = m._page_samples() >> 1;
    return {
      ...JSON.parse(this.#text(m._page_now())),
      picture: m.HEAPU8.slice(picture, picture + 256 * 240 * 4),
      samples: m.HEAP16.slice(samples, samples + m._page_sample_count()),
    };
  }
  /** The jumps of the last 20 seconds, and how they compare with the profile's model. */
  jumps() {
    return JSON.parse(this.#text(this.#m._page_jumps()));
  }
  /** Rewinds. False: there is no older frame. */
  back({ frames = 1 }) {
    return this.#done(this.#m._page_back(frames));
  }
  reset({ power = false } = {}) {
    this.#done(this.#m._page_reset(+power));
  }
  /** Switches on that the first difference between cartridge and model is reported, as `stop` of what frames() returns. */
  check({ on }) {
    this.#done(this.#m._page_check(+on));
  }
  /** What a saved game consists of: a state, its movie if there is one, and a picture. */
  save() {
    const { FS } = this.#m;
    this.#done(this.#call("_page_save", folder));
    return Object.fromEntries(
      ["state", "fm2", "png"].flatMap((kind) => {
        const path = `${folder}/slot1.${kind}`;
        return FS.analyzePath(path).exists ? [[kind, FS.readFile(path)]] : [];
      }),
    );
  }
  load({ saved }) {
    this.#m.FS.mkdirTree(folder);
    for (const kind of ["state", "fm2"]) {
      const path = `${folder}/slot1.${kind}`;
      if (saved[kind]) this.#write(path, saved[kind]);
      else if (this.#m.FS.analyzePath(path).exists) this.#m.FS.unlink(path);
    }
    this.#done(this.#call("_page_load", folder));
  }
  /** The input since power-on, as an FM2 movie. */
  movie() {
    return this.#text(this.#m._page_movie());
  }
  /** Plays a movie from power-on. */
  play({ movie }) {
    this.#done(this.#call("_page_play", this.#write("/movie", movie)));
  }
  takeOver() {
    this.#done(this.#m._page_take_over());
  }
  /** What the cartridge's battery keeps; null: it has none. */
  battery() {
    return this.#done(this.#call("_page_battery", "/battery")) ? this.#m.FS.readFile("/battery") : null;
  }
}

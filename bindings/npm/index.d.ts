// Types of the npm package jumpscope. Buttons are a byte in FM2's order RLDUTSBA: bit 7 Right … bit 0 A.

export type Bytes = Uint8Array | ArrayBuffer | ArrayLike<number>;

/** Calls a command of jumpscope on files in memory: `run(["jumps", "trace.csv"], {files: {"trace.csv": text}})`. */
export function run(args: string[], options?: { files?: Record<string, Bytes | string>; stdin?: Bytes | string }): Promise<{
  /** 0 equal or done, 1 a difference was found, 2 an error occurred. */
  status: number;
  stdout: string;
  stderr: string;
  /** The files that the command wrote. */
  files: Record<string, Uint8Array>;
}>;

export interface RunOptions {
  /** An FM2 or bk2 file. */
  movie?: Bytes | string;
  /** "60-75:A 80-120:RB" */
  press?: string | string[];
  frames?: number;
  region?: "auto" | "ntsc" | "pal" | "dendy";
  /** "fceux", "zeros", "ones" or "random:SEED" */
  ramInit?: string;
}
export interface Trace {
  csv: string;
  writes?: string;
  notes?: string;
}
/** A built-in profile's name, or the text of a profile file. */
export type ProfileName = string;

export function trace(rom: Bytes, options: RunOptions & { profile?: ProfileName; watch?: string | string[]; name?: string }): Promise<Required<Trace>>;

export interface Jump {
  jump: number | null;
  start_frame: number;
  start: string;
  tier?: number | null;
  hold_frames: number;
  apex_px: number;
  apex_px_exact: string;
  apex_frame: number;
  frames_airborne: number;
  landing_frame?: number | null;
  distance_px?: number | null;
  release_gravity?: string | null;
  end: string;
  [more: string]: unknown;
}
export function jumps(trace: Trace | string, options?: { profile?: ProfileName }): Promise<Jump[]>;

export interface Comparison {
  equal: boolean;
  [more: string]: unknown;
}
export function diff(
  trace: Trace | string,
  options?: { profile?: ProfileName; model?: string; set?: Record<string, string | number>; golden?: string },
): Promise<Comparison>;

export interface Model {
  model: string;
  title: string;
  parameters: { name: string; unit: string; meaning: string; default: number | string; lowest: number; highest: number; whole: boolean }[];
  [more: string]: unknown;
}
export function models(): Promise<Model[]>;
export function model(name: string, options?: { input?: string | string[]; frames?: number; set?: Record<string, string | number> }): Promise<Trace>;
/** One page with plots, which needs no other file. */
export function report(trace: Trace | string, options?: { profile?: ProfileName }): Promise<string>;

declare class Handle {
  /** Gives its memory back now. */
  free(): void;
}
export class Movie extends Handle {
  static parse(file: Bytes | string): Promise<Movie>;
  static press(script: string): Promise<Movie>;
  readonly frames: number;
  at(frame: number, pad?: number): number;
}
export class Profile extends Handle {
  static builtin(name: string): Promise<Profile>;
  static parse(json: string): Promise<Profile>;
}
export interface ConsoleOptions {
  name?: string;
  region?: "auto" | "ntsc" | "pal" | "dendy";
  ramInit?: string;
  /** What is plugged in, if the header is not to say: "2=zapper", "four-score", "2=none". */
  devices?: string;
  video?: boolean;
  audio?: boolean;
  sampleRate?: number;
  everyCycle?: boolean;
}
export class Console extends Handle {
  static open(rom: Bytes, options?: ConsoleOptions): Promise<Console>;
  setButtons(pad: number, buttons: number): void;
  runFrame(): void;
  runFrames(count: number): void;
  play(movie: Movie, frames?: number): void;
  powerOn(): void;
  reset(): void;
  readonly frame: number;
  peek(address: number): number;
  poke(address: number, value: number): void;
  readonly ram: Uint8Array;
  /** 256 x 240 palette indices; null without `video`. */
  readonly pixels: Uint16Array | null;
  takeSamples(): Int16Array;
  saveState(): Uint8Array;
  loadState(state: Bytes): void;
}

export interface Now {
  frame: number;
  oldest: number;
  flying: boolean;
  movie_frames: number;
  lag: boolean;
  /** The character's paths in the picture: [x, y] of each frame. */
  arcs: [number, number][][];
  /** Cartridge and model differ, and how. */
  stop?: string;
  /** 256 x 240 pixels, red, green, blue, 255. */
  picture: Uint8Array;
  samples: Int16Array;
}
export interface Saved {
  state: Uint8Array;
  fm2?: Uint8Array;
  png?: Uint8Array;
}
/** A game with rewinding, recording, saved games and the live comparison. worker.js runs one in a worker. */
export class Game {
  static create(): Promise<Game>;
  profiles(): { name: string; title: string }[];
  open(cartridge: { rom: Bytes; name?: string; profile?: ProfileName; battery?: Bytes }): { sha1: string; profile: string; model: string; pal: boolean };
  frames(input: { count?: number; pads?: [number, number] }): Now;
  look(): Now;
  jumps(): { jumps: Jump[]; summary?: string; differences?: number; first?: string };
  back(by: { frames?: number }): boolean;
  reset(kind?: { power?: boolean }): void;
  check(switched: { on: boolean }): void;
  save(): Saved;
  load(from: { saved: Saved }): void;
  movie(): string;
  play(from: { movie: Bytes | string }): void;
  takeOver(): void;
  battery(): Uint8Array | null;
}

/* jumpscope as a C library: a NES, traces of its memory, and their comparison with models.
 *
 * Handles are opaque. A function that can fail returns a jumpscope_status and gives its result through its last argument, which
 * it leaves alone when it fails; jumpscope_last_error() then has the sentence for the user. No exception leaves a
 * function. Any other function that is given NULL for a handle or a buffer, or a value that cannot be, does nothing, returns 0, ""
 * or NULL, and leaves a sentence in jumpscope_last_error() too. Each handle that a function gives is freed with its own
 * jumpscope_..._free(), which also takes NULL. A console belongs to one thread at a time; different consoles may run on different
 * threads.
 *
 * Buttons are a byte in FM2's order "RLDUTSBA": bit 7 Right, Left, Down, Up, Start, Select, B, bit 0 A.
 *
 * A structure is zero but for its first member, its size in bytes, and what the caller wants to be otherwise: later
 * versions may add members at its end, and know by the size which of them there are. In C:
 *     jumpscope_options options = {0};
 *     options.size = sizeof options;
 * Functions are added, never changed: a program that was built for version N of the interface runs with every later
 * one of the same library name.
 *
 * Texts that a function returns stay valid as long as the handle that they came from, or, without one, for ever;
 * that of jumpscope_last_error() until the next failure in the same thread.
 */
#ifndef JUMPSCOPE_H
#define JUMPSCOPE_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define JUMPSCOPE_C_API __attribute__((visibility("default")))
#else
#define JUMPSCOPE_C_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Of this header. jumpscope_api_version() has that of the library. */
#define JUMPSCOPE_API_VERSION 3

JUMPSCOPE_C_API uint32_t jumpscope_api_version(void);
JUMPSCOPE_C_API const char* jumpscope_version(void); /* of the library: "0.1.0" */

typedef enum jumpscope_status {
  JUMPSCOPE_OK = 0,        /* done; of a comparison: all equal */
  JUMPSCOPE_DIFFERENT = 1, /* of a comparison: there are differences */
  JUMPSCOPE_ERROR = 2      /* see jumpscope_last_error() */
} jumpscope_status;

/* What was wrong with the last call in this thread that failed: one sentence; "" when none has. */
JUMPSCOPE_C_API const char* jumpscope_last_error(void);

typedef struct jumpscope_cartridge jumpscope_cartridge;
typedef struct jumpscope_console jumpscope_console;
typedef struct jumpscope_movie jumpscope_movie;
typedef struct jumpscope_profile jumpscope_profile;
typedef struct jumpscope_recorder jumpscope_recorder;
typedef struct jumpscope_trace jumpscope_trace;
typedef struct jumpscope_comparison jumpscope_comparison;

/* --- Cartridges: immutable, may be used by any number of consoles and freed before them. --- */

/* FILE.nes, FILE.nes.gz, FILE.zip or FILE.zip:NAME. */
JUMPSCOPE_C_API jumpscope_status jumpscope_cartridge_open(const char* path, jumpscope_cartridge** cartridge);
/* The bytes of such a file. `name`: what messages and traces call it; NULL: "cartridge.nes". */
JUMPSCOPE_C_API jumpscope_status jumpscope_cartridge_parse(const void* file, size_t size, const char* name,
                                                           jumpscope_cartridge** cartridge);
JUMPSCOPE_C_API void jumpscope_cartridge_free(jumpscope_cartridge* cartridge);
/* SHA-1 of PRG-ROM and CHR-ROM, 40 hexadecimal digits. */
JUMPSCOPE_C_API const char* jumpscope_cartridge_sha1(const jumpscope_cartridge* cartridge);
JUMPSCOPE_C_API size_t jumpscope_cartridge_battery_size(const jumpscope_cartridge* cartridge);

/* --- Consoles --- */

typedef enum jumpscope_region {
  JUMPSCOPE_REGION_AUTO = 0, /* as the cartridge's header says */
  JUMPSCOPE_REGION_NTSC = 1,
  JUMPSCOPE_REGION_PAL = 2,
  JUMPSCOPE_REGION_DENDY = 3
} jumpscope_region;

/* Zero everywhere but for the size: the defaults. */
typedef struct jumpscope_options {
  size_t size;
  int32_t region;       /* a jumpscope_region */
  int32_t alignment;    /* 0: the default; else the alignment + 1, 1 to 4 */
  const char* ram_init; /* "fceux" (NULL), "zeros", "ones", "random:SEED" */
  const char* devices;  /* separated by spaces: "2=zapper", "four-score"; NULL: as the header says */
  const uint8_t*
      battery;   /* what the battery has kept, jumpscope_cartridge_battery_size() bytes; NULL: nothing */
  int32_t video; /* 1: make pixels */
  int32_t audio; /* 1: make samples */
  int32_t sample_rate; /* 0: 48000 */
  int32_t every_cycle; /* 1: run all chips in every cycle, the slow reference */
} jumpscope_options;

/* Powers on. `options`: NULL for the defaults. */
JUMPSCOPE_C_API jumpscope_status jumpscope_console_new(const jumpscope_cartridge* cartridge,
                                                       const jumpscope_options* options,
                                                       jumpscope_console** console);
/* A fork: the copy goes on from here by itself. */
JUMPSCOPE_C_API jumpscope_status jumpscope_console_copy(const jumpscope_console* console,
                                                        jumpscope_console** copy);
JUMPSCOPE_C_API void jumpscope_console_free(jumpscope_console* console);
JUMPSCOPE_C_API void jumpscope_power_on(jumpscope_console* console);
JUMPSCOPE_C_API void jumpscope_reset(jumpscope_console* console); /* the reset button */
JUMPSCOPE_C_API jumpscope_region jumpscope_console_region(const jumpscope_console* console);

/* What pad 0 to 3 holds down from now on. Of other pads nothing is set. */
JUMPSCOPE_C_API void jumpscope_set_buttons(jumpscope_console* console, int pad, uint8_t buttons);

/* What a device other than a pad senses. */
typedef struct jumpscope_input {
  size_t size;
  int32_t x, y;     /* where a Zapper points, in pixels; anywhere else: beside the picture */
  int32_t knob;     /* of a paddle, 0 to 255 */
  uint32_t buttons; /* bit 0: the trigger, or the paddle's button; of a Power Pad bit n - 1: field n */
} jumpscope_input;

/* Plugs in other devices, as jumpscope_options.devices names them, from now on and for later power-ons. */
JUMPSCOPE_C_API jumpscope_status jumpscope_set_devices(jumpscope_console* console, const char* devices);
/* Those that are plugged in and are not pads in both ports: "2=zapper". The text stays until the next call. */
JUMPSCOPE_C_API const char* jumpscope_devices(jumpscope_console* console);

/* In port 0, 1 or 2 (the Famicom's expansion port). */
JUMPSCOPE_C_API void jumpscope_set_input(jumpscope_console* console, int port, const jumpscope_input* input);

JUMPSCOPE_C_API void jumpscope_run_frame(jumpscope_console* console); /* to the next vblank */
/* At most 1,000,000,000; with more, none is run, and jumpscope_last_error() says so. */
JUMPSCOPE_C_API void jumpscope_run_frames(jumpscope_console* console, uint64_t count);
JUMPSCOPE_C_API void jumpscope_step(jumpscope_console* console); /* one instruction or interrupt */

JUMPSCOPE_C_API uint64_t
jumpscope_frame(const jumpscope_console* console); /* number of the frame in progress */
JUMPSCOPE_C_API uint64_t jumpscope_cpu_cycles(const jumpscope_console* console);
JUMPSCOPE_C_API int jumpscope_polled_input(
    const jumpscope_console* console); /* 0: the last frame was a lag frame */

typedef struct jumpscope_registers {
  size_t size;
  uint16_t pc;
  uint8_t a, x, y, s, p;
  uint8_t jammed;
  int32_t scanline, dot;
} jumpscope_registers;

JUMPSCOPE_C_API void jumpscope_get_registers(const jumpscope_console* console,
                                             jumpscope_registers* registers);

/* The console's own 2,048 bytes of RAM, at the same place as long as the console lives. They may be written between calls. */
JUMPSCOPE_C_API uint8_t* jumpscope_ram(jumpscope_console* console);
/* Likewise the cartridge's RAM, with and without battery, as it lies in its chips (not as it is mapped). `size`: how much
 * of it there is; 0 and NULL without any. */
JUMPSCOPE_C_API uint8_t* jumpscope_cartridge_ram(jumpscope_console* console, size_t* size);
/* That part of it which a battery keeps, at its beginning. */
JUMPSCOPE_C_API uint8_t* jumpscope_battery_ram(jumpscope_console* console, size_t* size);
/* RAM, cartridge RAM or ROM; 0 for registers. No side effects. */
JUMPSCOPE_C_API uint8_t jumpscope_peek(const jumpscope_console* console, uint16_t address);
JUMPSCOPE_C_API void jumpscope_poke(jumpscope_console* console, uint16_t address, uint8_t value);
JUMPSCOPE_C_API uint8_t jumpscope_peek_ppu(const jumpscope_console* console, uint16_t address);

/* The last complete frame, 256 x 240, row by row: palette index 0 to 63 | emphasis << 6. NULL without video. */
JUMPSCOPE_C_API const uint16_t* jumpscope_pixels(const jumpscope_console* console);
/* 0: frames from now on are not rendered, which saves most of what video costs, and jumpscope_pixels() stays as it is. To be
 * called between two frames. Copies of a console render. */
JUMPSCOPE_C_API void jumpscope_set_rendering(jumpscope_console* console, int wanted);
/* 512 colors as red, green, blue; the index is a pixel's value. */
JUMPSCOPE_C_API const uint8_t* jumpscope_palette(void);
/* Takes up to `capacity` samples out, the oldest first: mono, signed 16 bit. Returns how many; the others stay for the
 * next call. With capacity 0: how many there are. */
JUMPSCOPE_C_API size_t jumpscope_take_samples(jumpscope_console* console, size_t capacity, int16_t* samples);

/* States, as the state files of the program. Their size is constant as long as the console lives. */
JUMPSCOPE_C_API size_t jumpscope_state_size(const jumpscope_console* console);
/* `size`: at least jumpscope_state_size(). */
JUMPSCOPE_C_API jumpscope_status jumpscope_save_state(const jumpscope_console* console, size_t size,
                                                      void* state);
/* Fails, and changes nothing, for a state of another cartridge, region or version and for an altered one. */
JUMPSCOPE_C_API jumpscope_status jumpscope_load_state(jumpscope_console* console, size_t size,
                                                      const void* state);
/* Snapshots, for run-ahead, rewinding and netplay: as states, but several times cheaper, and the samples after
 * a loaded one are those that came after it was saved. Of the same version of the library only. Samples that were made
 * before and not taken stay for jumpscope_take_samples(). */
JUMPSCOPE_C_API size_t jumpscope_snapshot_size(jumpscope_console* console);
JUMPSCOPE_C_API jumpscope_status jumpscope_save_snapshot(jumpscope_console* console, size_t size,
                                                         void* snapshot);
/* Fails, and changes nothing, where jumpscope_load_state() would. */
JUMPSCOPE_C_API jumpscope_status jumpscope_load_snapshot(jumpscope_console* console, size_t size,
                                                         const void* snapshot);
/* Makes `console` what `other` is: cheaper than by a state. Both must have the same cartridge and region. */
JUMPSCOPE_C_API jumpscope_status jumpscope_console_assign(jumpscope_console* console,
                                                          const jumpscope_console* other);
/* JUMPSCOPE_OK: equal in every field. JUMPSCOPE_DIFFERENT: `field` (may be NULL) is the first that differs. */
JUMPSCOPE_C_API jumpscope_status jumpscope_console_compare(const jumpscope_console* a,
                                                           const jumpscope_console* b, size_t field_size,
                                                           char* field);
/* What the battery keeps. `size` must be jumpscope_cartridge_battery_size(). */
JUMPSCOPE_C_API jumpscope_status jumpscope_get_battery(const jumpscope_console* console, size_t size,
                                                       void* battery);
JUMPSCOPE_C_API jumpscope_status jumpscope_set_battery(jumpscope_console* console, size_t size,
                                                       const void* battery);

/* --- Movies --- */

JUMPSCOPE_C_API jumpscope_status jumpscope_movie_open(const char* path,
                                                      jumpscope_movie** movie); /* FM2, bk2 */
/* "60-75:A 80-120:RB 2/100:S" */
JUMPSCOPE_C_API jumpscope_status jumpscope_movie_press(const char* script, jumpscope_movie** movie);
/* buttons[k]: pad 0 in frame k. */
JUMPSCOPE_C_API jumpscope_status jumpscope_movie_buttons(size_t frames, const uint8_t* buttons,
                                                         jumpscope_movie** movie);
JUMPSCOPE_C_API void jumpscope_movie_free(jumpscope_movie* movie);
JUMPSCOPE_C_API uint64_t jumpscope_movie_frames(const jumpscope_movie* movie);
JUMPSCOPE_C_API uint8_t jumpscope_movie_at(const jumpscope_movie* movie, uint64_t frame, int pad);
/* Latches the input of the console's frame in progress, resets included. */
JUMPSCOPE_C_API jumpscope_status jumpscope_movie_apply(const jumpscope_movie* movie,
                                                       jumpscope_console* console);

/* --- Profiles: which bytes are watched, and what they mean --- */

JUMPSCOPE_C_API jumpscope_status jumpscope_profile_builtin(const char* name, jumpscope_profile** profile);
JUMPSCOPE_C_API jumpscope_status jumpscope_profile_open(const char* path, jumpscope_profile** profile);
JUMPSCOPE_C_API jumpscope_status jumpscope_profile_parse(const char* json, jumpscope_profile** profile);
JUMPSCOPE_C_API jumpscope_status jumpscope_profile_new(jumpscope_profile** profile); /* watches nothing */
/* "y=$00CE", "speed=$009F:s8", …: as `jumpscope trace --watch`. */
JUMPSCOPE_C_API jumpscope_status jumpscope_profile_watch(jumpscope_profile* profile, const char* watch);
JUMPSCOPE_C_API void jumpscope_profile_free(jumpscope_profile* profile);

/* --- Traces: a row of values at the end of each frame --- */

/* Watches a console as it runs. A console has one recorder at a time: a second one is an error. What was recorded stays when
 * the console is freed first. */
JUMPSCOPE_C_API jumpscope_status jumpscope_recorder_new(jumpscope_console* console,
                                                        const jumpscope_profile* profile, int with_writes,
                                                        jumpscope_recorder** recorder);
JUMPSCOPE_C_API void jumpscope_recorder_free(jumpscope_recorder* recorder);
/* Forgets the rows. A trace goes forward: when a state was loaded or the power was switched, save what was recorded before and clear
 * it. A trace in which a frame does not come after the one before it is neither saved nor compared. Since version 2. */
JUMPSCOPE_C_API void jumpscope_recorder_clear(jumpscope_recorder* recorder);
/* The rows so far. */
JUMPSCOPE_C_API jumpscope_status jumpscope_recorder_trace(const jumpscope_recorder* recorder,
                                                          jumpscope_trace** trace);

/* Powers on, plays the movie for `frames` frames (0: to its end; at most 1,000,000,000) and traces it, with the writes. */
JUMPSCOPE_C_API jumpscope_status jumpscope_record(const jumpscope_cartridge* cartridge,
                                                  const jumpscope_movie* movie,
                                                  const jumpscope_profile* profile, uint64_t frames,
                                                  const jumpscope_options* options, jumpscope_trace** trace);

/* `writes`: the path of the write log; NULL: none. */
JUMPSCOPE_C_API jumpscope_status jumpscope_trace_open(const char* path, const char* writes,
                                                      jumpscope_trace** trace);
JUMPSCOPE_C_API jumpscope_status jumpscope_trace_save(const jumpscope_trace* trace, const char* path,
                                                      const char* writes);
JUMPSCOPE_C_API void jumpscope_trace_free(jumpscope_trace* trace);
JUMPSCOPE_C_API size_t jumpscope_trace_rows(const jumpscope_trace* trace);
JUMPSCOPE_C_API size_t jumpscope_trace_columns(const jumpscope_trace* trace);
/* NULL: there is no such column. */
JUMPSCOPE_C_API const char* jumpscope_trace_column_name(const jumpscope_trace* trace, size_t column);
/* Raw values are the value times 2 to this power. */
JUMPSCOPE_C_API int jumpscope_trace_fraction_bits(const jumpscope_trace* trace, size_t column);
/* The raw values of a row: at most `capacity`, in the order of the columns. Returns how many there are; 0: no such row. */
JUMPSCOPE_C_API size_t jumpscope_trace_row(const jumpscope_trace* trace, size_t row, size_t capacity,
                                           int64_t* values);
JUMPSCOPE_C_API uint64_t jumpscope_trace_frame(const jumpscope_trace* trace, size_t row);
JUMPSCOPE_C_API uint8_t jumpscope_trace_buttons(const jumpscope_trace* trace, size_t row);

/* --- Comparison --- */

/* With the model named `model` (NULL: the profile's). `profile`: NULL for that which the trace was made with. Returns
 * JUMPSCOPE_OK, JUMPSCOPE_DIFFERENT or JUMPSCOPE_ERROR; `comparison` may be NULL. */
JUMPSCOPE_C_API jumpscope_status jumpscope_compare_model(const jumpscope_trace* trace,
                                                         const jumpscope_profile* profile, const char* model,
                                                         jumpscope_comparison** comparison);
JUMPSCOPE_C_API jumpscope_status jumpscope_compare_golden(const jumpscope_trace* trace,
                                                          const jumpscope_trace* golden,
                                                          jumpscope_comparison** comparison);
JUMPSCOPE_C_API void jumpscope_comparison_free(jumpscope_comparison* comparison);
JUMPSCOPE_C_API size_t jumpscope_comparison_values(const jumpscope_comparison* comparison); /* compared */
JUMPSCOPE_C_API size_t jumpscope_comparison_differences(const jumpscope_comparison* comparison);

/* Movement code of your own, which is judged as the built-in models are (docs/engines.md). Since version 3.
 *
 * It answers numbers in the units of the watches: of a watch with a fraction 66.75, of a signed one -4. */
typedef struct jumpscope_engine {
  size_t size; /* sizeof(jumpscope_engine) */
  const char*
      computes; /* names of watches, separated by blanks; NULL: those of the profile that a model would compute */
  const char* reads; /* the same of those that it is told; NULL: none */
  void* user;        /* handed to each function */
  /* A constant of --set. Returns 0 where there is no such constant. May be NULL: there are none. */
  int (*set)(void* user, const char* name, const char* value);
  /* Start values: `values` has what the engine computes, then what it reads, at the end of a frame with these buttons. */
  void (*seed)(void* user, uint8_t buttons, const double* values);
  /* One frame: `values` has what was there before, and what it reads at the end of this frame; the engine changes what it
   * computes to what that is at its end. */
  void (*step)(void* user, uint8_t buttons, double* values);
} jumpscope_engine;

/* A shared library that is an engine for `--engine libjump.so` exports this function: the struct stays valid. */
JUMPSCOPE_C_API const jumpscope_engine* jumpscope_get_engine(void);

/* Of a host that is linked with jumpscope. `profile` may be NULL, as above. */
JUMPSCOPE_C_API jumpscope_status jumpscope_compare_engine(const jumpscope_trace* trace,
                                                          const jumpscope_profile* profile,
                                                          const jumpscope_engine* engine,
                                                          jumpscope_comparison** comparison);

/* As `jumpscope diff` prints it; and with --json, which has every difference. */
JUMPSCOPE_C_API const char* jumpscope_comparison_text(const jumpscope_comparison* comparison);
JUMPSCOPE_C_API const char* jumpscope_comparison_json(const jumpscope_comparison* comparison);

#ifdef __cplusplus
}
#endif

#endif

// The C interface: no crash and no exception for any argument, results that the C++ interface gives.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

#include "jumpscope.h"
#include "jumpscope_test_paths.h"

namespace {

template <class T>
T sized() {
  T structure{};
  structure.size = sizeof structure;
  return structure;
}

const std::string roms = std::string(JUMPSCOPE_SOURCE_DIR) + "/roms_test/";
const std::string jumplab = roms + "jumplab/jumplab.nes";
const std::string tier0 = roms + "movies/tier0-full.fm2";

class CApi : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(jumpscope_cartridge_open(jumplab.c_str(), &cartridge), JUMPSCOPE_OK) << jumpscope_last_error();
    ASSERT_EQ(jumpscope_console_new(cartridge, nullptr, &console), JUMPSCOPE_OK) << jumpscope_last_error();
  }
  void TearDown() override {
    jumpscope_console_free(console);
    jumpscope_cartridge_free(cartridge);
  }

  jumpscope_cartridge* cartridge = nullptr;
  jumpscope_console* console = nullptr;
};

TEST_F(CApi, AConsoleOutlivesItsCartridge) {
  jumpscope_cartridge_free(cartridge);
  cartridge = nullptr;
  jumpscope_run_frames(console, 30);
  EXPECT_EQ(jumpscope_frame(console), 30u);
}

TEST_F(CApi, AStateHasAConstantSizeAndGoesOnTheSame) {
  const size_t size = jumpscope_state_size(console);
  jumpscope_run_frames(console, 90);
  ASSERT_EQ(jumpscope_state_size(console), size);
  std::vector<uint8_t> state(size);
  EXPECT_EQ(jumpscope_save_state(console, size - 1, state.data()), JUMPSCOPE_ERROR);
  ASSERT_EQ(jumpscope_save_state(console, size, state.data()), JUMPSCOPE_OK);
  jumpscope_console* copy = nullptr;
  ASSERT_EQ(jumpscope_console_copy(console, &copy), JUMPSCOPE_OK);
  jumpscope_run_frames(console, 30);
  ASSERT_EQ(jumpscope_load_state(copy, size, state.data()), JUMPSCOPE_OK) << jumpscope_last_error();
  std::array<char, 8> field{};
  EXPECT_EQ(jumpscope_console_compare(console, copy, field.size(), field.data()), JUMPSCOPE_DIFFERENT);
  EXPECT_EQ(std::strlen(field.data()), 7u);  // cut to its place
  jumpscope_run_frames(copy, 30);
  EXPECT_EQ(jumpscope_console_compare(console, copy, 0, nullptr), JUMPSCOPE_OK);
  state[size / 2] ^= 0x10;
  EXPECT_EQ(jumpscope_load_state(copy, size, state.data()), JUMPSCOPE_ERROR);
  EXPECT_EQ(jumpscope_console_compare(console, copy, 0, nullptr), JUMPSCOPE_OK);
  EXPECT_EQ(jumpscope_console_assign(copy, console), JUMPSCOPE_OK);
  jumpscope_console_free(copy);
}

TEST_F(CApi, EveryFunctionThatCanFailRefusesNull) {
  jumpscope_movie* movie = nullptr;
  jumpscope_profile* profile = nullptr;
  jumpscope_trace* trace = nullptr;
  jumpscope_recorder* recorder = nullptr;
  jumpscope_comparison* comparison = nullptr;
  jumpscope_console* other = nullptr;
  std::array<uint8_t, 4> bytes{};
  for (const jumpscope_status status : {
           jumpscope_cartridge_open(nullptr, &cartridge),
           jumpscope_cartridge_open(jumplab.c_str(), nullptr),
           jumpscope_cartridge_parse(nullptr, 10, nullptr, &cartridge),
           jumpscope_cartridge_parse(bytes.data(), bytes.size(), nullptr, &cartridge),
           jumpscope_console_new(nullptr, nullptr, &other),
           jumpscope_console_new(cartridge, nullptr, nullptr),
           jumpscope_console_copy(nullptr, &other),
           jumpscope_console_assign(console, nullptr),
           jumpscope_console_compare(nullptr, console, 0, nullptr),
           jumpscope_save_state(console, 1 << 20, nullptr),
           jumpscope_load_state(console, 100, nullptr),
           jumpscope_load_state(console, bytes.size(), bytes.data()),
           jumpscope_get_battery(console, 4, bytes.data()),
           jumpscope_set_battery(console, 4, bytes.data()),
           jumpscope_movie_open("/nowhere.fm2", &movie),
           jumpscope_movie_press("x", &movie),
           jumpscope_movie_buttons(3, nullptr, &movie),
           jumpscope_movie_apply(nullptr, console),
           jumpscope_profile_builtin("nosuch", &profile),
           jumpscope_profile_parse("{", &profile),
           jumpscope_profile_watch(nullptr, "y=$00CE"),
           jumpscope_recorder_new(console, nullptr, 0, &recorder),
           jumpscope_recorder_trace(nullptr, &trace),
           jumpscope_record(cartridge, nullptr, nullptr, 0, nullptr, &trace),
           jumpscope_trace_open("/nowhere.csv", nullptr, &trace),
           jumpscope_trace_save(nullptr, "/tmp/x.csv", nullptr),
           jumpscope_compare_model(nullptr, nullptr, nullptr, &comparison),
           jumpscope_compare_golden(nullptr, nullptr, &comparison),
       })
    EXPECT_EQ(status, JUMPSCOPE_ERROR);
  EXPECT_GT(std::strlen(jumpscope_last_error()), 5u);
  for (const void* handle : {static_cast<const void*>(movie), static_cast<const void*>(profile),
                             static_cast<const void*>(trace), static_cast<const void*>(recorder),
                             static_cast<const void*>(comparison), static_cast<const void*>(other)})
    EXPECT_EQ(handle, nullptr);
  jumpscope_movie_free(nullptr);
  jumpscope_profile_free(nullptr);
  jumpscope_trace_free(nullptr);
  jumpscope_recorder_free(nullptr);
  jumpscope_comparison_free(nullptr);
}

// What a function returns for NULL; and it has left a sentence.
template <class Call>
auto withNull(const Call& call) {
  jumpscope_cartridge* none = nullptr;
  jumpscope_cartridge_open("/nowhere", &none);  // another sentence
  const std::string before = jumpscope_last_error();
  const auto result = call();
  EXPECT_NE(jumpscope_last_error(), before);
  EXPECT_NE(std::string(jumpscope_last_error()).find(" is NULL"), std::string::npos)
      << jumpscope_last_error();
  return result;
}

// The same of a function that returns nothing.
template <class Call>
void doesNothing(const Call& call) {
  withNull([&] {
    call();
    return 0;
  });
}

TEST_F(CApi, FunctionsThatReturnNothingTakeNullAndSaySo) {
  doesNothing([] { jumpscope_power_on(nullptr); });
  doesNothing([] { jumpscope_reset(nullptr); });
  doesNothing([] { jumpscope_set_buttons(nullptr, 0, 1); });
  const auto input = sized<jumpscope_input>();
  doesNothing([&] { jumpscope_set_input(nullptr, 0, &input); });
  doesNothing([&] { jumpscope_set_input(console, 0, nullptr); });
  doesNothing([] { jumpscope_run_frame(nullptr); });
  doesNothing([] { jumpscope_run_frames(nullptr, 3); });
  doesNothing([] { jumpscope_step(nullptr); });
  doesNothing([] { jumpscope_set_rendering(nullptr, 0); });
  doesNothing([] { jumpscope_poke(nullptr, 0, 0); });
  auto registers = sized<jumpscope_registers>();
  doesNothing([&] { jumpscope_get_registers(nullptr, &registers); });
  doesNothing([&] { jumpscope_get_registers(console, nullptr); });
  doesNothing([] { jumpscope_recorder_clear(nullptr); });
  jumpscope_cartridge_free(nullptr);
  jumpscope_console_free(nullptr);
}

TEST_F(CApi, FunctionsThatReturnANumberGiveZeroForNull) {
  EXPECT_EQ(withNull([] { return jumpscope_cartridge_battery_size(nullptr); }), 0u);
  EXPECT_EQ(withNull([] { return jumpscope_console_region(nullptr); }), JUMPSCOPE_REGION_AUTO);
  EXPECT_EQ(withNull([] { return jumpscope_frame(nullptr); }), 0u);
  EXPECT_EQ(withNull([] { return jumpscope_cpu_cycles(nullptr); }), 0u);
  EXPECT_EQ(withNull([] { return jumpscope_polled_input(nullptr); }), 0);
  EXPECT_EQ(withNull([] { return jumpscope_peek(nullptr, 0); }), 0);
  EXPECT_EQ(withNull([] { return jumpscope_peek_ppu(nullptr, 0); }), 0);
  EXPECT_EQ(withNull([] { return jumpscope_take_samples(nullptr, 0, nullptr); }), 0u);
  EXPECT_EQ(withNull([&] { return jumpscope_take_samples(console, 1, nullptr); }), 0u);
  EXPECT_EQ(withNull([] { return jumpscope_state_size(nullptr); }), 0u);
  EXPECT_EQ(withNull([] { return jumpscope_snapshot_size(nullptr); }), 0u);
  EXPECT_EQ(withNull([] { return jumpscope_movie_frames(nullptr); }), 0u);
  EXPECT_EQ(withNull([] { return jumpscope_movie_at(nullptr, 0, 0); }), 0);
  EXPECT_EQ(withNull([] { return jumpscope_trace_rows(nullptr); }), 0u);
  EXPECT_EQ(withNull([] { return jumpscope_trace_columns(nullptr); }), 0u);
  EXPECT_EQ(withNull([] { return jumpscope_trace_fraction_bits(nullptr, 0); }), 0);
  EXPECT_EQ(withNull([] { return jumpscope_trace_row(nullptr, 0, 0, nullptr); }), 0u);
  EXPECT_EQ(withNull([] { return jumpscope_trace_frame(nullptr, 0); }), 0u);
  EXPECT_EQ(withNull([] { return jumpscope_trace_buttons(nullptr, 0); }), 0);
  EXPECT_EQ(withNull([] { return jumpscope_comparison_values(nullptr); }), 0u);
  EXPECT_EQ(withNull([] { return jumpscope_comparison_differences(nullptr); }), 0u);
}

TEST_F(CApi, FunctionsThatReturnATextOrMemoryGiveNothingForNull) {
  EXPECT_STREQ(withNull([] { return jumpscope_cartridge_sha1(nullptr); }), "");
  EXPECT_STREQ(withNull([] { return jumpscope_devices(nullptr); }), "");
  EXPECT_STREQ(withNull([] { return jumpscope_comparison_text(nullptr); }), "");
  EXPECT_STREQ(withNull([] { return jumpscope_comparison_json(nullptr); }), "");
  EXPECT_EQ(withNull([] { return jumpscope_trace_column_name(nullptr, 0); }), nullptr);
  EXPECT_EQ(withNull([] { return jumpscope_ram(nullptr); }), nullptr);
  EXPECT_EQ(withNull([] { return jumpscope_pixels(nullptr); }), nullptr);
  size_t size = 5;
  EXPECT_EQ(withNull([&] { return jumpscope_cartridge_ram(nullptr, &size); }), nullptr);
  EXPECT_EQ(size, 0u);
  size = 5;
  EXPECT_EQ(withNull([&] { return jumpscope_battery_ram(nullptr, &size); }), nullptr);
  EXPECT_EQ(size, 0u);
}

TEST_F(CApi, MoreFramesThanAnybodyRunsAreAnError) {
  jumpscope_movie* movie = nullptr;
  jumpscope_profile* profile = nullptr;
  jumpscope_trace* trace = nullptr;
  ASSERT_EQ(jumpscope_movie_press("20:T", &movie), JUMPSCOPE_OK);
  ASSERT_EQ(jumpscope_profile_builtin("smb", &profile), JUMPSCOPE_OK);
  for (const uint64_t count : {uint64_t{1'000'000'001}, UINT64_MAX}) {
    jumpscope_run_frames(console, count);
    EXPECT_NE(std::strstr(jumpscope_last_error(), "frames are more than 1000000000"), nullptr);
    EXPECT_EQ(jumpscope_frame(console), 0u);
    EXPECT_EQ(jumpscope_record(cartridge, movie, profile, count, nullptr, &trace), JUMPSCOPE_ERROR);
    EXPECT_EQ(trace, nullptr);
  }
  const uint8_t buttons = 0;
  EXPECT_EQ(jumpscope_movie_buttons(SIZE_MAX, &buttons, &movie), JUMPSCOPE_ERROR);
  jumpscope_profile_free(profile);
  jumpscope_movie_free(movie);
}

// With a recorder, and what it has recorded.
class Recording : public CApi {
 protected:
  void SetUp() override {
    CApi::SetUp();
    ASSERT_EQ(jumpscope_profile_builtin("smb", &profile), JUMPSCOPE_OK);
    ASSERT_EQ(jumpscope_recorder_new(console, profile, 1, &recorder), JUMPSCOPE_OK);
  }
  void TearDown() override {
    jumpscope_recorder_free(recorder);
    jumpscope_profile_free(profile);
    CApi::TearDown();
  }
  size_t rows() const {
    jumpscope_trace* trace = nullptr;
    EXPECT_EQ(jumpscope_recorder_trace(recorder, &trace), JUMPSCOPE_OK);
    const size_t count = jumpscope_trace_rows(trace);
    jumpscope_trace_free(trace);
    return count;
  }
  jumpscope_status saved(const std::string& path) const {
    jumpscope_trace* trace = nullptr;
    EXPECT_EQ(jumpscope_recorder_trace(recorder, &trace), JUMPSCOPE_OK);
    const jumpscope_status status = jumpscope_trace_save(trace, path.c_str(), nullptr);
    EXPECT_EQ(jumpscope_compare_golden(trace, trace, nullptr), status);
    jumpscope_trace_free(trace);
    return status;
  }

  jumpscope_profile* profile = nullptr;
  jumpscope_recorder* recorder = nullptr;
};

TEST_F(Recording, ASecondRecorderIsAnErrorAndTheFirstGoesOn) {
  jumpscope_run_frames(console, 10);
  jumpscope_recorder* second = nullptr;
  EXPECT_EQ(jumpscope_recorder_new(console, profile, 1, &second), JUMPSCOPE_ERROR);
  EXPECT_EQ(second, nullptr);
  EXPECT_STREQ(jumpscope_last_error(),
               "the console has a recorder already, and has one at a time; end that one first");
  jumpscope_run_frames(console, 10);
  EXPECT_EQ(rows(), 20u);
  jumpscope_recorder_free(recorder);
  recorder = nullptr;
  EXPECT_EQ(jumpscope_recorder_new(console, profile, 1, &recorder), JUMPSCOPE_OK);
  jumpscope_console* copy = nullptr;  // it has no recorder
  ASSERT_EQ(jumpscope_console_copy(console, &copy), JUMPSCOPE_OK);
  EXPECT_EQ(jumpscope_recorder_new(copy, profile, 1, &second), JUMPSCOPE_OK);
  jumpscope_run_frames(copy, 3);
  EXPECT_EQ(rows(), 0u);
  jumpscope_recorder_free(second);
  jumpscope_console_free(copy);
}

TEST_F(Recording, WhatWasRecordedStaysWhenTheConsoleIsFreedFirst) {
  jumpscope_run_frames(console, 10);
  jumpscope_console_free(console);
  console = nullptr;
  EXPECT_EQ(rows(), 10u);
  jumpscope_recorder_clear(recorder);
  EXPECT_EQ(rows(), 0u);
}

TEST_F(Recording, ATraceThatGoesBackInTimeIsNeitherSavedNorCompared) {
  const std::string path = testing::TempDir() + "/c_api_back.csv";
  std::vector<uint8_t> state(jumpscope_state_size(console));
  jumpscope_run_frames(console, 5);
  ASSERT_EQ(jumpscope_save_state(console, state.size(), state.data()), JUMPSCOPE_OK);
  jumpscope_run_frames(console, 40);
  EXPECT_EQ(saved(path), JUMPSCOPE_OK);
  ASSERT_EQ(jumpscope_load_state(console, state.size(), state.data()), JUMPSCOPE_OK);
  jumpscope_run_frames(console, 40);
  EXPECT_EQ(saved(path), JUMPSCOPE_ERROR);
  EXPECT_NE(std::strstr(jumpscope_last_error(), "frame 44 is followed by frame 5: the console went back"),
            nullptr)
      << jumpscope_last_error();
  jumpscope_recorder_clear(recorder);
  jumpscope_power_on(console);
  jumpscope_run_frames(console, 3);
  EXPECT_EQ(saved(path), JUMPSCOPE_OK);
  jumpscope_trace* again = nullptr;
  EXPECT_EQ(jumpscope_trace_open(path.c_str(), nullptr, &again), JUMPSCOPE_OK) << jumpscope_last_error();
  EXPECT_EQ(jumpscope_trace_rows(again), 3u);
  jumpscope_trace_free(again);
  std::remove(path.c_str());
}

TEST_F(CApi, AStructureOfAnOlderVersionIsTakenAsFarAsItGoes) {
  auto options = sized<jumpscope_options>();
  options.region = JUMPSCOPE_REGION_PAL;
  options.video = 1;
  options.size = offsetof(jumpscope_options, alignment);  // a version that had only the region
  jumpscope_console* old = nullptr;
  ASSERT_EQ(jumpscope_console_new(cartridge, &options, &old), JUMPSCOPE_OK) << jumpscope_last_error();
  EXPECT_EQ(jumpscope_console_region(old), JUMPSCOPE_REGION_PAL);
  EXPECT_EQ(jumpscope_pixels(old), nullptr);
  jumpscope_console_free(old);
  options.size = 0;
  EXPECT_EQ(jumpscope_console_new(cartridge, &options, &old), JUMPSCOPE_ERROR);
  options = sized<jumpscope_options>();
  options.region = 9;
  EXPECT_EQ(jumpscope_console_new(cartridge, &options, &old), JUMPSCOPE_ERROR);

  jumpscope_run_frames(console, 3);
  auto registers = sized<jumpscope_registers>();
  registers.size = offsetof(jumpscope_registers, jammed);
  registers.dot = 12345;
  jumpscope_get_registers(console, &registers);
  EXPECT_EQ(registers.dot, 12345);
  EXPECT_NE(registers.pc, 0);
}

TEST_F(CApi, SamplesWaitUntilTheyAreTaken) {
  auto options = sized<jumpscope_options>();
  options.audio = 1;
  jumpscope_console* loud = nullptr;
  ASSERT_EQ(jumpscope_console_new(cartridge, &options, &loud), JUMPSCOPE_OK);
  jumpscope_run_frames(loud, 10);
  const size_t waiting = jumpscope_take_samples(loud, 0, nullptr);
  EXPECT_GT(waiting, 7000u);
  std::vector<int16_t> samples(1000);
  EXPECT_EQ(jumpscope_take_samples(loud, samples.size(), samples.data()), samples.size());
  EXPECT_EQ(jumpscope_take_samples(loud, 0, nullptr), waiting - samples.size());
  jumpscope_console_free(loud);
}

TEST_F(CApi, AMovieIsTracedAndComparedWithTheModel) {
  jumpscope_movie* movie = nullptr;
  jumpscope_profile* profile = nullptr;
  jumpscope_trace *trace = nullptr, *shorter = nullptr;
  ASSERT_EQ(jumpscope_movie_open(tier0.c_str(), &movie), JUMPSCOPE_OK);
  ASSERT_EQ(jumpscope_profile_builtin("smb", &profile), JUMPSCOPE_OK);
  ASSERT_EQ(jumpscope_record(cartridge, movie, profile, 0, nullptr, &trace), JUMPSCOPE_OK)
      << jumpscope_last_error();
  EXPECT_EQ(jumpscope_trace_rows(trace), jumpscope_movie_frames(movie));
  EXPECT_STREQ(jumpscope_trace_column_name(trace, 0), "y_position");
  EXPECT_EQ(jumpscope_trace_column_name(trace, 999), nullptr);
  std::vector<int64_t> values(jumpscope_trace_columns(trace));
  EXPECT_EQ(jumpscope_trace_row(trace, 10, values.size(), values.data()), values.size());
  EXPECT_EQ(jumpscope_trace_row(trace, 1 << 20, values.size(), values.data()), 0u);
  jumpscope_comparison* comparison = nullptr;
  EXPECT_EQ(jumpscope_compare_model(trace, nullptr, nullptr, &comparison), JUMPSCOPE_OK)
      << jumpscope_last_error();
  EXPECT_GT(jumpscope_comparison_values(comparison), 1000u);
  EXPECT_EQ(jumpscope_comparison_differences(comparison), 0u);
  EXPECT_NE(std::strstr(jumpscope_comparison_text(comparison), "0 differences"), nullptr);
  ASSERT_EQ(jumpscope_record(cartridge, movie, profile, 40, nullptr, &shorter), JUMPSCOPE_OK);
  EXPECT_EQ(jumpscope_compare_golden(shorter, trace, nullptr), JUMPSCOPE_DIFFERENT);
  jumpscope_comparison_free(comparison);
  jumpscope_trace_free(trace);
  jumpscope_trace_free(shorter);
  jumpscope_profile_free(profile);
  jumpscope_movie_free(movie);
}

TEST_F(CApi, RamAndPeekShowTheSame) {
  jumpscope_run_frames(console, 20);
  uint8_t* ram = jumpscope_ram(console);
  for (int address = 0; address < 0x800; ++address)
    ASSERT_EQ(ram[address], jumpscope_peek(console, static_cast<uint16_t>(address)));
  ram[0x7F0] = 0x5A;
  EXPECT_EQ(jumpscope_peek(console, 0x1FF0), 0x5A);
  jumpscope_poke(console, 0x07F0, 0xA5);
  EXPECT_EQ(ram[0x7F0], 0xA5);
}

TEST(CApiVersion, TheLibraryIsAsNewAsTheHeader) {
  EXPECT_EQ(jumpscope_api_version(), uint32_t{JUMPSCOPE_API_VERSION});
  EXPECT_STREQ(jumpscope_version(), JUMPSCOPE_VERSION);
}

}  // namespace

#include "bindings/libretro/settings.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <vector>

namespace jumpscope::libretro {

namespace {

constexpr const char *system_category = "system", *video_category = "video", *input_category = "input";

retro_core_option_v2_category categories[] = {
    {system_category, "Console", "The console at power-on. Takes effect when content is loaded again."},
    {video_category, "Picture", "Colors, size and shape of the picture."},
    {input_category, "Controllers", "What is plugged in, and what it lets through."},
    {nullptr, nullptr, nullptr},
};

#define CROP_VALUES                                                             \
  {                                                                             \
    {"0", "None"}, {"8", "8 pixels"}, {"16", "16 pixels"}, { nullptr, nullptr } \
  }

// The first value is not always the default: the older interfaces get it moved to the front.
retro_core_option_v2_definition definitions[] = {
    {"jumpscope_region",
     "Console > Region",
     "Region",
     "The console's clocks and frame rate. Takes effect when content is loaded again.",
     nullptr,
     system_category,
     {{"auto", "As the cartridge says"},
      {"ntsc", "NTSC (60 Hz)"},
      {"pal", "PAL (50 Hz)"},
      {"dendy", "Dendy (50 Hz)"},
      {nullptr, nullptr}},
     "auto"},
    {"jumpscope_alignment",
     "Console > Clock alignment",
     "Clock alignment",
     "Where the PPU's clock stands in relation to the CPU's; on hardware it is chance. Takes effect when "
     "content is "
     "loaded again.",
     nullptr,
     system_category,
     {{"0", nullptr}, {"1", nullptr}, {"2", nullptr}, {"3", nullptr}, {nullptr, nullptr}},
     "1"},
    {"jumpscope_ram",
     "Console > RAM at power-on",
     "RAM at power-on",
     "What the RAM contains at power-on. 'Random' is different each time. Takes effect when content is "
     "loaded again.",
     nullptr,
     system_category,
     {{"fceux", "As FCEUX (pattern)"},
      {"zeros", "All $00"},
      {"ones", "All $FF"},
      {"random", "Random"},
      {nullptr, nullptr}},
     "fceux"},
    {"jumpscope_palette",
     "Picture > Colors",
     "Colors",
     "'File' is jumpscope.pal in the frontend's system folder: 64 or 512 colors of three bytes. Takes effect "
     "at once.",
     nullptr,
     video_category,
     {{"ntsc", "NTSC"}, {"gray", "Gray"}, {"file", "File"}, {nullptr, nullptr}},
     "ntsc"},
    {"jumpscope_aspect",
     "Picture > Aspect ratio",
     "Aspect ratio",
     "The shape of a pixel: as on a television of the region (8:7 for NTSC), stretched to 4:3, or square. "
     "Takes effect "
     "at once.",
     nullptr,
     video_category,
     {{"par", "As on a television (8:7)"},
      {"4:3", "Stretched to 4:3"},
      {"1:1", "Square pixels"},
      {nullptr, nullptr}},
     "par"},
    {"jumpscope_crop_top", "Picture > Crop top", "Crop top",
     "Overscan that is not shown. Takes effect at once.", nullptr, video_category, CROP_VALUES, "8"},
    {"jumpscope_crop_bottom", "Picture > Crop bottom", "Crop bottom",
     "Overscan that is not shown. Takes effect at once.", nullptr, video_category, CROP_VALUES, "8"},
    {"jumpscope_crop_left", "Picture > Crop left", "Crop left",
     "Overscan that is not shown. Takes effect at once.", nullptr, video_category, CROP_VALUES, "0"},
    {"jumpscope_crop_right", "Picture > Crop right", "Crop right",
     "Overscan that is not shown. Takes effect at once.", nullptr, video_category, CROP_VALUES, "0"},
    {"jumpscope_four_score",
     "Controllers > Four Score",
     "Four Score",
     "The adapter for four pads. Zappers and paddles have precedence. Takes effect at once.",
     nullptr,
     input_category,
     {{"auto", "As the cartridge says"}, {"on", "Plugged in"}, {"off", "Not plugged in"}, {nullptr, nullptr}},
     "auto"},
    {"jumpscope_opposite_directions",
     "Controllers > Opposite directions",
     "Opposite directions",
     "Lets Left and Right, or Up and Down, through together, which no pad can do. Takes effect at once.",
     nullptr,
     input_category,
     {{"disabled", "Held back"}, {"enabled", "Let through"}, {nullptr, nullptr}},
     "disabled"},
    {nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, {{nullptr, nullptr}}, nullptr},
};

#undef CROP_VALUES

// Version 1 has no categories.
void declareWithInfo(const Frontend& frontend) {
  std::vector<retro_core_option_definition> plain;
  for (const auto& option : definitions) {
    retro_core_option_definition copy = {};
    copy.key = option.key;
    copy.desc = option.desc;
    copy.info = option.info;
    std::copy(std::begin(option.values), std::end(option.values), copy.values);
    copy.default_value = option.default_value;
    plain.push_back(copy);
  }
  frontend.ask(RETRO_ENVIRONMENT_SET_CORE_OPTIONS, plain.data());
}

// The oldest interface: "Label; default|other|other".
void declareAsVariables(const Frontend& frontend) {
  std::vector<std::string> texts;
  for (const auto& option : definitions) {
    if (!option.key) break;
    std::string text = std::string(option.desc) + "; " + option.default_value;
    for (const auto* value = option.values; value->value; ++value)
      if (std::string_view(value->value) != option.default_value) text += std::string("|") + value->value;
    texts.push_back(std::move(text));
  }
  std::vector<retro_variable> variables;
  for (size_t i = 0; i < texts.size(); ++i) variables.push_back({definitions[i].key, texts[i].c_str()});
  variables.push_back({nullptr, nullptr});
  frontend.ask(RETRO_ENVIRONMENT_SET_VARIABLES, variables.data());
}

unsigned pixels(const Frontend& frontend, const char* key, unsigned otherwise) {
  const std::string text = frontend.option(key);
  return text == "0" ? 0 : text == "8" ? 8 : text == "16" ? 16 : otherwise;
}

}  // namespace

void declareOptions(const Frontend& frontend) {
  unsigned version = 0;
  if (!frontend.ask(RETRO_ENVIRONMENT_GET_CORE_OPTIONS_VERSION, &version)) version = 0;
  if (version >= 2) {
    retro_core_options_v2 options = {categories, definitions};
    frontend.ask(RETRO_ENVIRONMENT_SET_CORE_OPTIONS_V2, &options);
  } else if (version == 1) {
    declareWithInfo(frontend);
  } else {
    declareAsVariables(frontend);
  }
}

Settings readSettings(const Frontend& frontend) {
  Settings settings;
  const std::string region = frontend.option("jumpscope_region");
  if (region == "ntsc") settings.region = JUMPSCOPE_REGION_NTSC;
  if (region == "pal") settings.region = JUMPSCOPE_REGION_PAL;
  if (region == "dendy") settings.region = JUMPSCOPE_REGION_DENDY;
  const std::string alignment = frontend.option("jumpscope_alignment");
  if (alignment.size() == 1 && alignment[0] >= '0' && alignment[0] <= '3')
    settings.alignment = alignment[0] - '0';
  const std::string ram = frontend.option("jumpscope_ram");
  if (ram == "zeros" || ram == "ones" || ram == "random") settings.ram = ram;
  const std::string colors = frontend.option("jumpscope_palette");
  settings.colors = colors == "gray" ? Colors::Gray : colors == "file" ? Colors::File : Colors::Ntsc;
  const std::string aspect = frontend.option("jumpscope_aspect");
  settings.aspect = aspect == "4:3" ? Aspect::Television : aspect == "1:1" ? Aspect::Square : Aspect::Pixel;
  Crop& crop = settings.crop;
  crop.top = pixels(frontend, "jumpscope_crop_top", crop.top);
  crop.bottom = pixels(frontend, "jumpscope_crop_bottom", crop.bottom);
  crop.left = pixels(frontend, "jumpscope_crop_left", crop.left);
  crop.right = pixels(frontend, "jumpscope_crop_right", crop.right);
  const std::string four_score = frontend.option("jumpscope_four_score");
  settings.four_score = four_score == "on"    ? FourScore::On
                        : four_score == "off" ? FourScore::Off
                                              : FourScore::Auto;
  settings.opposite_directions = frontend.option("jumpscope_opposite_directions") == "enabled";
  return settings;
}

}  // namespace jumpscope::libretro

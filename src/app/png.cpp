#include "src/app/png.h"

#include <png.h>

#include <stdexcept>
#include <string>

#include "ppu/palette.h"

namespace jumpscope::app {

std::vector<uint8_t> encodePng(std::span<const uint16_t> pixels) {
  std::vector<uint8_t> rgb;
  rgb.reserve(pixels.size() * 3);
  for (const uint16_t pixel : pixels) {
    const ppu::Rgb color = ppu::ntsc_palette[pixel & 0x1FF];
    rgb.insert(rgb.end(), {color.red, color.green, color.blue});
  }
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = screen_width;
  image.height = screen_height;
  image.format = PNG_FORMAT_RGB;
  std::vector<uint8_t> file(PNG_IMAGE_PNG_SIZE_MAX(image));
  png_alloc_size_t size = file.size();
  if (pixels.size() != size_t{screen_width} * screen_height ||
      !png_image_write_to_memory(&image, file.data(), &size, 0, rgb.data(), 0, nullptr))
    throw std::runtime_error(std::string("the screenshot could not be made: ") +
                             (image.message[0] ? image.message : "there is no picture"));
  file.resize(size);
  return file;
}

}  // namespace jumpscope::app

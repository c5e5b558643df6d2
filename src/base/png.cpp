#include "src/base/png.h"

#include <png.h>

#include <stdexcept>
#include <string>

namespace jumpscope::base {

namespace {

// `rgb`: three bytes a pixel.
std::vector<uint8_t> encodeRgb(std::span<const uint8_t> rgb, int width, int height) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(width);
  image.height = static_cast<png_uint_32>(height);
  image.format = PNG_FORMAT_RGB;
  std::vector<uint8_t> file(PNG_IMAGE_PNG_SIZE_MAX(image));
  png_alloc_size_t size = file.size();
  if (rgb.empty() || rgb.size() != size_t{image.width} * image.height * 3 ||
      !png_image_write_to_memory(&image, file.data(), &size, 0, rgb.data(), 0, nullptr))
    throw std::runtime_error(std::string("the screenshot could not be written: ") +
                             (image.message[0] ? image.message : "there is no picture"));
  file.resize(size);
  return file;
}

}  // namespace

std::vector<uint8_t> encodePng(std::span<const uint32_t> pixels, int width, int height) {
  std::vector<uint8_t> rgb;
  rgb.reserve(pixels.size() * 3);
  for (const uint32_t pixel : pixels)
    for (const int shift : {0, 8, 16}) rgb.push_back(static_cast<uint8_t>(pixel >> shift));
  return encodeRgb(rgb, width, height);
}

PngPicture decodePng(std::span<const uint8_t> file, const std::string& file_name) {
  constexpr png_uint_32 largest = 4096;
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  PngPicture picture;
  bool good = png_image_begin_read_from_memory(&image, file.data(), file.size()) && image.width <= largest &&
              image.height <= largest;
  if (good) {
    image.format = PNG_FORMAT_RGBA;
    picture = {static_cast<int>(image.width), static_cast<int>(image.height), {}};
    picture.pixels.resize(size_t{image.width} * image.height);
    good = png_image_finish_read(&image, nullptr, picture.pixels.data(), 0, nullptr);
  }
  png_image_free(&image);
  if (!good) throw std::runtime_error(file_name + " is not a picture that can be shown: " + image.message);
  return picture;
}

}  // namespace jumpscope::base

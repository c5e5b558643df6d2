#include "src/base/hash.h"

#include <md5.h>
#include <sha1.h>
#include <zlib.h>

#include "src/base/text.h"

namespace jumpscope::base {

std::string sha1Hex(std::span<const uint8_t> first, std::span<const uint8_t> second) {
  SHA1_CTX context;
  SHA1Init(&context);
  if (!first.empty()) SHA1Update(&context, first.data(), first.size());
  if (!second.empty()) SHA1Update(&context, second.data(), second.size());
  std::array<uint8_t, SHA1_DIGEST_LENGTH> digest;
  SHA1Final(digest.data(), &context);

  std::string text;
  for (const uint8_t byte : digest) text += lowerHex(byte, 2);
  return text;
}

std::string sha1Hex(std::span<const uint8_t> bytes) { return sha1Hex(bytes, {}); }

std::array<uint8_t, 16> md5(std::span<const uint8_t> first, std::span<const uint8_t> second) {
  MD5_CTX context;
  MD5Init(&context);
  if (!first.empty()) MD5Update(&context, first.data(), first.size());
  if (!second.empty()) MD5Update(&context, second.data(), second.size());
  std::array<uint8_t, MD5_DIGEST_LENGTH> digest;
  MD5Final(digest.data(), &context);
  return digest;
}

std::string crc32Hex(std::span<const uint8_t> first, std::span<const uint8_t> second) {
  // zlib answers a null pointer with its start value, so an empty part must not reach it.
  uLong crc = crc32_z(0, nullptr, 0);
  if (!first.empty()) crc = crc32_z(crc, first.data(), first.size());
  if (!second.empty()) crc = crc32_z(crc, second.data(), second.size());
  return lowerHex(crc, 8);
}

}  // namespace jumpscope::base

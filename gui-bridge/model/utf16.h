// Offsets as JavaScript counts them: UTF-16 code units.
#pragma once

#include <cstddef>
#include <string_view>

namespace orbita::bridge {

// Units of the first `bytes` bytes of a UTF-8 text.
inline std::size_t utf16_length(std::string_view text, std::size_t bytes) {
  std::size_t units = 0;
  for (std::size_t i = 0; i < bytes && i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if ((c & 0xc0) != 0x80) units += c >= 0xf0 ? 2 : 1;
  }
  return units;
}

// The byte where unit `wanted` begins; the end of the text for more than it has.
inline std::size_t utf16_offset(std::string_view text, std::size_t wanted) {
  std::size_t units = 0, i = 0;
  for (; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if ((c & 0xc0) == 0x80) continue;
    if (units >= wanted) return i;
    units += c >= 0xf0 ? 2 : 1;
  }
  return i;
}

}  // namespace orbita::bridge

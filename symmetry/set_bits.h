// Sets of elements of interchangeable sets, as bits of a number: bit first + e says whether element e is in it.
#pragma once

#include <cstdint>

namespace orbita {

// With two bits exchanged.
constexpr std::int32_t with_bits_exchanged(std::int32_t value, std::uint32_t a, std::uint32_t b) {
  const auto bits = static_cast<std::uint32_t>(value);
  const std::uint32_t differ = (bits >> a ^ bits >> b) & 1u;
  return static_cast<std::int32_t>(bits ^ (differ << a | differ << b));
}

// With `count` elements renamed, from bit `first` on; image(element). Other bits stay.
template <class Image>
constexpr std::int32_t with_bits_renamed(std::int32_t value, std::int32_t first, std::int32_t count, Image&& image) {
  const auto bits = static_cast<std::uint32_t>(value);
  std::uint32_t result = bits & ~(((1u << count) - 1) << first);
  for (std::int32_t e = 0; e < count; ++e) result |= (bits >> (first + e) & 1u) << (first + image(e));
  return static_cast<std::int32_t>(result);
}

// Are with every number in a range all those in it that hold a set of the same size? And is the least one like no
// other?
constexpr bool has_all_alike(std::int32_t low, std::int32_t high, std::int32_t first, std::int32_t count) {
  constexpr std::int64_t few = 4096;
  const std::uint32_t below = (1u << (first + count)) - 1;
  const bool is_few = std::int64_t{high} - low < few;
  for (std::int32_t e = first; e + 1 < first + count; ++e) {
    const auto bit = static_cast<std::uint32_t>(e);
    if (with_bits_exchanged(low, bit, bit + 1) != low) return false;
    for (std::int64_t value = low; is_few && value <= high; ++value) {
      const std::int32_t image = with_bits_exchanged(static_cast<std::int32_t>(value), bit, bit + 1);
      if (image < low || image > high) return false;
    }
  }
  return is_few ||
         ((static_cast<std::uint32_t>(low) & below) == 0 && (static_cast<std::uint32_t>(high) & below) == below);
}

}  // namespace orbita

#pragma once

#include <cassert>
#include <compare>
#include <cstdint>
#include <limits>
#include <stdexcept>

// An upper bound on a clock difference: "< c", "<= c" or none at all, in one int32.
//
// Strict bounds sort below weak ones, hence 2c + 1 for "<= c" and 2c for "< c"; comparing the raw
// integers then compares the bounds, and tighter means smaller. The encoding, infinity included, is
// UDBM's, so matrices can be exchanged with it word by word.

namespace orbita {

using raw_t = std::int32_t;

inline constexpr raw_t raw_infinity = 0x7FFFFFFE;
inline constexpr raw_t raw_le_zero = 1;
inline constexpr raw_t raw_lt_zero = 0;

// Finite bounds have |raw| < raw_limit, that is |value| < 2^29: one sum of two always fits int32.
// Constants of a model should stay within 2^28. A sum that leaves the range throws BoundOverflow.
inline constexpr raw_t raw_limit = raw_t{1} << 30;

// A bound left the range the encoding can carry. The zone it happened to is unusable; the caller
// reports "don't know" rather than computing with a wrapped number.
class BoundOverflow : public std::range_error {
 public:
  BoundOverflow() : std::range_error("a clock bound exceeds 2^29") {}
};

struct Bound {
  raw_t raw = raw_infinity;

  static constexpr Bound weak(std::int32_t c) { return {twice(c) + 1}; }  // <= c
  static constexpr Bound strict(std::int32_t c) { return {twice(c)}; }    // <  c
  static constexpr Bound infinity() { return {raw_infinity}; }

  constexpr bool is_infinite() const { return raw == raw_infinity; }
  constexpr bool is_weak() const { return (raw & 1) != 0; }
  constexpr std::int32_t value() const {  // of a finite bound
    assert(!is_infinite());
    return raw >> 1;
  }

  // The bound of the opposite difference that says "not this": the complement of x-y <= c is y-x < -c.
  constexpr Bound complement() const {
    assert(!is_infinite());
    return {1 - raw};
  }

  friend constexpr auto operator<=>(Bound, Bound) = default;

 private:
  // 2^29 itself is let through: it may be a step on the way to a sum in range.
  static constexpr raw_t twice(std::int32_t c) {
    if (c > raw_limit / 2 || c < -raw_limit / 2) throw BoundOverflow();
    return c * 2;
  }
};

inline constexpr Bound le_zero = Bound::weak(0);
inline constexpr Bound lt_zero = Bound::strict(0);

// Sum of two bounds: values add, the result is weak when both are, infinity absorbs. Exact or thrown.
inline constexpr raw_t add_raw(raw_t a, raw_t b) {
  if (a == raw_infinity || b == raw_infinity) return raw_infinity;
  const std::int64_t sum = std::int64_t{a} + b - ((a | b) & 1);
  if (sum <= -std::int64_t{raw_limit} || sum >= raw_limit) throw BoundOverflow();
  return static_cast<raw_t>(sum);
}
inline constexpr Bound operator+(Bound a, Bound b) { return {add_raw(a.raw, b.raw)}; }

}  // namespace orbita

// Exact rational numbers for clock values and delays.
//
// Always in lowest terms with a positive denominator, so equal numbers have equal members. Results that do not fit 64
// bits throw std::overflow_error: a trace is never checked with rounded numbers.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace orbita {

class Rational {
 public:
  constexpr Rational() = default;
  constexpr Rational(std::int64_t whole) : numerator_(whole) {}  // NOLINT: integers are rationals
  Rational(std::int64_t numerator, std::int64_t denominator);    // denominator != 0

  std::int64_t numerator() const { return numerator_; }
  std::int64_t denominator() const { return denominator_; }
  bool is_whole() const { return denominator_ == 1; }
  std::int64_t floor() const;
  Rational fraction() const { return *this - Rational(floor()); }  // in [0, 1)
  int sign() const { return (numerator_ > 0) - (numerator_ < 0); }

  friend Rational operator+(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a, const Rational& b);
  friend Rational operator*(const Rational& a, const Rational& b);
  friend Rational operator/(const Rational& a, const Rational& b);  // b != 0
  Rational operator-() const;
  Rational& operator+=(const Rational& b) { return *this = *this + b; }
  Rational& operator-=(const Rational& b) { return *this = *this - b; }

  friend bool operator==(const Rational&, const Rational&) = default;
  friend std::strong_ordering operator<=>(const Rational& a, const Rational& b);

 private:
  std::int64_t numerator_ = 0;
  std::int64_t denominator_ = 1;
};

// "3", "-1/2", and "2.05" where the denominator divides a small power of ten.
std::string to_text(const Rational& value);
// The exact form "n" or "n/d", for files.
std::string to_fraction(const Rational& value);
// Reads "3", "-7/2", "2.05". Throws std::invalid_argument otherwise.
Rational parse_rational(std::string_view text);

}  // namespace orbita

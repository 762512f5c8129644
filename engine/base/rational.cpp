#include "engine/base/rational.h"

#include <cassert>
#include <charconv>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace orbita {

namespace {

__extension__ using Wide = __int128;

Wide gcd(Wide a, Wide b) {
  if (a < 0) a = -a;
  while (b != 0) {
    const Wide rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

std::int64_t narrow(Wide value) {
  if (value > std::numeric_limits<std::int64_t>::max() || value <= std::numeric_limits<std::int64_t>::min()) {
    throw std::overflow_error("a rational number leaves 64 bits");
  }
  return static_cast<std::int64_t>(value);
}

struct Reduced {
  std::int64_t numerator, denominator;
};

Reduced reduce(Wide numerator, Wide denominator) {
  assert(denominator != 0);
  if (denominator < 0) {
    numerator = -numerator;
    denominator = -denominator;
  }
  const Wide divisor = gcd(numerator, denominator);
  return {narrow(numerator / divisor), narrow(denominator / divisor)};
}

Rational rational(Wide numerator, Wide denominator) {
  const Reduced r = reduce(numerator, denominator);
  return Rational(r.numerator, r.denominator);
}

std::int64_t parse_integer(std::string_view text, std::string_view whole) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) {
    throw std::invalid_argument("not a rational number: '" + std::string(whole) + "'");
  }
  return value;
}

// Number of digits after the point of a finite decimal with at most six of them, or -1.
int decimals(std::int64_t denominator) {
  std::int64_t power = 1;
  for (int digits = 0; digits <= 6; ++digits, power *= 10) {
    if (power % denominator == 0) return digits;
  }
  return -1;
}

}  // namespace

Rational::Rational(std::int64_t numerator, std::int64_t denominator) {
  const Reduced r = reduce(numerator, denominator);
  numerator_ = r.numerator;
  denominator_ = r.denominator;
}

std::int64_t Rational::floor() const {
  const std::int64_t quotient = numerator_ / denominator_;
  return numerator_ % denominator_ < 0 ? quotient - 1 : quotient;
}

Rational operator+(const Rational& a, const Rational& b) {
  return rational(Wide{a.numerator_} * b.denominator_ + Wide{b.numerator_} * a.denominator_,
                  Wide{a.denominator_} * b.denominator_);
}

Rational operator-(const Rational& a, const Rational& b) { return a + -b; }

Rational operator*(const Rational& a, const Rational& b) {
  return rational(Wide{a.numerator_} * b.numerator_, Wide{a.denominator_} * b.denominator_);
}

Rational operator/(const Rational& a, const Rational& b) {
  return rational(Wide{a.numerator_} * b.denominator_, Wide{a.denominator_} * b.numerator_);
}

Rational Rational::operator-() const {
  Rational result = *this;
  result.numerator_ = narrow(-Wide{numerator_});
  return result;
}

std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
  const Wide left = Wide{a.numerator_} * b.denominator_;
  const Wide right = Wide{b.numerator_} * a.denominator_;
  return left < right   ? std::strong_ordering::less
         : left > right ? std::strong_ordering::greater
                        : std::strong_ordering::equal;
}

std::string to_fraction(const Rational& value) {
  std::string text = std::to_string(value.numerator());
  if (!value.is_whole()) text += "/" + std::to_string(value.denominator());
  return text;
}

std::string to_text(const Rational& value) {
  const int digits = decimals(value.denominator());
  if (digits <= 0) return to_fraction(value);
  std::string text = value.sign() < 0 ? "-" : "";
  const Rational size = value.sign() < 0 ? -value : value;
  std::int64_t power = 1;
  for (int i = 0; i < digits; ++i) power *= 10;
  const std::string tail = std::to_string((size.fraction() * power).numerator());
  text += std::to_string(size.floor()) + ".";
  return text + std::string(static_cast<std::size_t>(digits) - tail.size(), '0') + tail;
}

Rational parse_rational(std::string_view text) {
  if (const auto slash = text.find('/'); slash != std::string_view::npos) {
    const std::int64_t denominator = parse_integer(text.substr(slash + 1), text);
    if (denominator == 0) throw std::invalid_argument("a rational number with denominator 0");
    return {parse_integer(text.substr(0, slash), text), denominator};
  }
  const auto point = text.find('.');
  if (point == std::string_view::npos) return parse_integer(text, text);
  const std::string_view tail = text.substr(point + 1);
  if (tail.size() > 17 || tail.find_first_not_of("0123456789") != std::string_view::npos) {
    throw std::invalid_argument("not a rational number: '" + std::string(text) + "'");
  }
  std::int64_t power = 1;
  for (std::size_t i = 0; i < tail.size(); ++i) power *= 10;
  const std::string_view head = text.substr(0, point);
  const Rational whole = parse_integer(head, text);
  const Rational rest(parse_integer(tail, text), power);
  return head.starts_with('-') ? whole - rest : whole + rest;
}

}  // namespace orbita

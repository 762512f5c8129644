#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>

#include "engine/base/rational.h"

using namespace orbita;

TEST_CASE("rationals are kept in lowest terms") {
  CHECK(Rational(4, -6) == Rational(-2, 3));
  CHECK(Rational(4, -6).denominator() == 3);
  CHECK(Rational(0, 7) == Rational(0));
  CHECK(Rational(7, 2).floor() == 3);
  CHECK(Rational(-7, 2).floor() == -4);
  CHECK(Rational(-7, 2).fraction() == Rational(1, 2));
  CHECK(Rational(6, 3).is_whole());
}

TEST_CASE("rational arithmetic and order agree with cross multiplication") {
  std::mt19937 random(1);
  std::uniform_int_distribution<int> pick(-50, 50);
  for (int i = 0; i < 2000; ++i) {
    const int a = pick(random), c = pick(random);
    const int b = 1 + std::abs(pick(random)), d = 1 + std::abs(pick(random));
    CAPTURE(a, b, c, d);
    const Rational x(a, b), y(c, d);
    CHECK(x + y == Rational(a * d + c * b, b * d));
    CHECK(x - y == Rational(a * d - c * b, b * d));
    CHECK(x * y == Rational(a * c, b * d));
    if (c != 0) CHECK(x / y == Rational(a * d, b * c));
    CHECK((x < y) == (a * d < c * b));
    CHECK((x == y) == (a * d == c * b));
    CHECK(parse_rational(to_fraction(x)) == x);
    CHECK(parse_rational(to_text(x)) == x);
  }
}

TEST_CASE("rationals that leave 64 bits are refused") {
  const Rational big(std::numeric_limits<std::int64_t>::max());
  CHECK_THROWS_AS(big + Rational(1), std::overflow_error);
  CHECK_THROWS_AS(Rational(1, 4294967296) * Rational(1, 4294967296), std::overflow_error);
  CHECK(big - Rational(1) < big);
}

TEST_CASE("rationals print as decimals where these are exact") {
  CHECK(to_text(Rational(5, 2)) == "2.5");
  CHECK(to_text(Rational(201, 100)) == "2.01");
  CHECK(to_text(Rational(-1, 4)) == "-0.25");
  CHECK(to_text(Rational(1, 3)) == "1/3");
  CHECK(to_text(Rational(-4)) == "-4");
  CHECK(parse_rational("-0.25") == Rational(-1, 4));
  CHECK_THROWS_AS(parse_rational("1/0"), std::invalid_argument);
  CHECK_THROWS_AS(parse_rational("1."), std::invalid_argument);
  CHECK_THROWS_AS(parse_rational(""), std::invalid_argument);
  CHECK_THROWS_AS(parse_rational("2x"), std::invalid_argument);
  CHECK_THROWS_AS(parse_rational("1.-5"), std::invalid_argument);
}

#include "session/quantity.h"

#include <charconv>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

namespace orbita {

namespace {

using Units = std::vector<std::pair<std::string, double>>;

double parse_quantity(const std::string& text, const Units& units, const char* expected) {
  double value = -1;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  if (problem == std::errc{} && std::isfinite(value) && value >= 0) {
    for (const auto& [name, factor] : units) {
      if (name == end) return value * factor;
    }
  }
  throw std::invalid_argument(expected);
}

}  // namespace

double parse_duration(const std::string& text) {
  static const Units units{{"", 1}, {"s", 1}, {"ms", 0.001}, {"m", 60}, {"min", 60}, {"h", 3600}};
  return parse_quantity(text, units, "expected seconds, or a number with the unit ms, s, m or h");
}

std::size_t parse_size(const std::string& text) {
  static const Units units{{"", 1048576},  {"B", 1},        {"k", 1024},       {"K", 1024},       {"KB", 1024},
                           {"M", 1048576}, {"MB", 1048576}, {"G", 1073741824}, {"GB", 1073741824}};
  const char* const expected = "expected megabytes, or a number with the unit k, M or G";
  const double bytes = parse_quantity(text, units, expected);
  if (bytes > 1e18) throw std::invalid_argument(expected);
  return static_cast<std::size_t>(bytes);
}

}  // namespace orbita

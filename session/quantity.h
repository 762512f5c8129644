// Durations and sizes as users write them: on command lines, in expectations.
#pragma once

#include <cstddef>
#include <string>

namespace orbita {

// "500ms", "10s", "5m", "2h", or seconds without a unit. Decimal and finite; throws std::invalid_argument with what was
// expected.
double parse_duration(const std::string& text);
// "500k", "300M", "4G" in bytes, or megabytes without a unit; likewise.
std::size_t parse_size(const std::string& text);

}  // namespace orbita

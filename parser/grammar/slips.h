// What is often typed instead of the language's own words, and the words that were meant.
#pragma once

#include <string>
#include <string_view>

namespace orbita::internal {

// The hint for a token that was not expected: "write 'imply'" for `implies`; "" when it is no known slip.
std::string slip_hint(std::string_view found);

// The path operator that a first word such as `AG` stands for, or "".
std::string_view path_operator_of(std::string_view word);

}  // namespace orbita::internal

// Spellings often typed instead of the language's keywords, and the keywords meant.
#pragma once

#include <string>
#include <string_view>

namespace orbita::internal {

// The hint for an unexpected token: "write 'imply'" for `implies`; "" if it is no known slip.
std::string slip_hint(std::string_view found);

// The path operator meant by a first word such as `AG`, or "".
std::string_view path_operator_of(std::string_view word);

}  // namespace orbita::internal

// Expectations in the comments of a query file, in more detail than Query::expected: for tools that check budgets or
// write expectations back.
//
//   E<> x == 3   // expect: satisfied, 10s, 5000 states
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "parser/document.h"

namespace orbita {

struct WrittenExpectation {
  Span query;  // its first to its last token
  Expectation verdict = Expectation::none;
  Span word;                // the word for the verdict; empty: no expectation
  std::string_view budget;  // the text after `word`, as written: "10s, 5000 states"
};

// One per query of the query file in `block`, in order; queries with syntax errors are included.
std::vector<WrittenExpectation> find_expectations(Document& document, std::uint32_t block);

}  // namespace orbita

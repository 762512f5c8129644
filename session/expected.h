// What is expected of each query of a model, where that is written, and how to write it anew.
//
// In order of weight: the <expect> element of an XML query; a line "expect: VERDICT" in its
// <comment>; its last stored <result>; the comments of a query file (parser/expectation.h); lines
// "// expect: FORMULA  VERDICT" of a text model, which then also give the queries. Budgets come from
// <resource> elements, or follow the verdict of a comment: "satisfied, 10s, 5000 states, 200MB".
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/limits.h"
#include "session/load.h"

namespace orbita {

struct ExpectedVerdict {
  Expectation verdict = Expectation::none;
  bool from_result = false;  // a stored result of an earlier run, not an expectation
  double seconds = std::numeric_limits<double>::infinity();
  std::uint64_t states = std::numeric_limits<std::uint64_t>::max();
  std::size_t memory = std::numeric_limits<std::size_t>::max();

  bool has_budget() const;
  // The tighter of both.
  Limits within(Limits limits) const;

  // Where it stands, or would stand.
  std::string file;
  Span word;                         // text files: the verdict's word; empty: there is none
  Span query;                        // text files: the query
  const XmlNode* element = nullptr;  // XML: the <query>
};

// A change to a file: `length` bytes at `offset` become `text`.
struct Edit {
  std::string file;
  std::size_t offset = 0, length = 0;
  std::string text;
};

// Adds the queries that a text model carries in its comments, if it has no others.
void load_comment_queries(const std::string& path, Loaded& loaded);

// One for each of loaded.queries.
std::vector<ExpectedVerdict> find_expected(Loaded& loaded);

// The change that makes the file expect this verdict. Offsets of XML files refer to XmlDocument::text.
Edit expect_edit(const Loaded& loaded, const ExpectedVerdict& expected, bool satisfied);

// "10s, 5000 states, 200MB"; throws std::invalid_argument naming what is not a budget.
void read_budget(std::string_view text, ExpectedVerdict& expected);

}  // namespace orbita

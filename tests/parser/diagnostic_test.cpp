#include "parser/diagnostic.h"

#include <catch2/catch.hpp>

using namespace orbita;

TEST_CASE("diagnostics come in source order and equal ones once") {
  Diagnostics diagnostics;
  diagnostics.error("type-mismatch", {1, 9, 10}, "later");
  diagnostics.warning("no-effect", {1, 2, 3}, "earlier");
  diagnostics.error("type-mismatch", {1, 9, 10}, "later");
  diagnostics.error("side-effect", {1, 9, 10}, "same place");
  diagnostics.error("type-mismatch", {1, 9, 10}, "later");
  diagnostics.note("old-syntax", {0, 50, 51}, "first block");
  const auto sorted = diagnostics.sorted();
  REQUIRE(sorted.size() == 4);
  CHECK(sorted[0].message == "first block");
  CHECK(sorted[1].message == "earlier");
  CHECK(sorted[2].message == "later");
  CHECK(sorted[3].message == "same place");
  CHECK(diagnostics.has_errors());
  CHECK(diagnostics.error_count() == 4);
}

TEST_CASE("the limit holds per severity and dropped items are counted") {
  Diagnostics diagnostics;
  diagnostics.set_limit(3);
  for (std::uint32_t i = 0; i < 10; ++i) diagnostics.error("xml", {0, i, i}, "m");
  diagnostics.warning("encoding", {0, 0, 0}, "m");
  CHECK(diagnostics.items().size() == 4);
  CHECK(diagnostics.dropped() == 7);
  CHECK(diagnostics.error_count() == 10);
}

TEST_CASE("warnings and notes are not errors") {
  Diagnostics diagnostics;
  diagnostics.warning("encoding", {}, "m", "h");
  diagnostics.note("old-syntax", {}, "m");
  CHECK_FALSE(diagnostics.has_errors());
  CHECK(diagnostics.items()[0].hint == "h");
}

TEST_CASE("a model error has the first error and the number of others") {
  const Diagnostic warning{Severity::warning, "w", {}, "careful", ""};
  const Diagnostic error{Severity::error, "e", {}, "it is broken", ""};
  CHECK(std::string(ModelError({warning, error}).what()) == "it is broken");
  CHECK(std::string(ModelError({error, error, error}).what()) == "it is broken (and 2 more)");
  CHECK(std::string(ModelError({}).what()) == "the model cannot be used");
  CHECK(ModelError({warning, error}).diagnostics().size() == 2);
}

TEST_CASE("misspelt names get a suggestion, unrelated ones do not") {
  const std::vector<std::string_view> known{"critical", "x", "counter", "Gate", "idle"};
  CHECK(spelling_hint("critcal", known) == "did you mean 'critical'?");
  CHECK(spelling_hint("crtiical", known) == "did you mean 'critical'?");        // neighbours swapped
  CHECK(spelling_hint("Frog", {"LOG", "frog_y"}) == "did you mean 'frog_y'?");  // as far as LOG; common prefix
  CHECK(spelling_hint("x_1", {"x_3", "x_2"}) == "did you mean 'x_2'?");
  CHECK(spelling_hint("abcd", {"wxyz"}) == "");
  CHECK(spelling_hint("gate", known) == "did you mean 'Gate'?");  // only the case differs
  CHECK(spelling_hint("conter", known) == "did you mean 'counter'?");
  CHECK(spelling_hint("y", known) == "");
  CHECK(spelling_hint("something", known) == "");
  CHECK(spelling_hint("", known) == "");
  CHECK(spelling_hint("idle", {}) == "");
  CHECK(spelling_hint(std::string(100000, 'a'), known) == "");
}

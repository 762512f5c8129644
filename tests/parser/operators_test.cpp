// The table of operators: every text is read as its operator, and printed as it was written.
#include "parser/operators.h"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "parser/parser.h"
#include "parser/print/printer.h"

using namespace orbita;

namespace {

struct Row {
  ExprKind kind;
  std::string text;
};

std::vector<Row> rows() {
  std::vector<Row> result;
#define ORBITA_ROW(name, token, sign, level) result.push_back({ExprKind::name, sign});
  ORBITA_SIGN_OPERATORS(ORBITA_ROW)
#undef ORBITA_ROW
#define ORBITA_ROW(name, sign, level) result.push_back({ExprKind::name, sign});
  ORBITA_WORD_OPERATORS(ORBITA_ROW)
#undef ORBITA_ROW
  return result;
}

}  // namespace

TEST_CASE("every operator of the table is read and printed") {
  const std::vector<Row> all = rows();
  REQUIRE(all.size() == 23);
  for (const Row& row : all) {
    CAPTURE(row.text);
    Document document;
    Diagnostics diagnostics;
    const std::string formula = "E<> a " + row.text + " b";
    const Query* query = read_formula(document, formula, diagnostics);
    REQUIRE(query != nullptr);
    CHECK_FALSE(diagnostics.has_errors());
    REQUIRE(query->predicate != nullptr);
    CHECK(query->predicate->kind == row.kind);
    CHECK(print(*query->predicate) == "a " + row.text + " b");
    CHECK(operator_of(row.kind).text == row.text);
    CHECK(operator_of(row.kind).fixity == Fixity::binary);
  }
}

TEST_CASE("a compound assignment knows the operator inside it") {
#define ORBITA_ROW(name, sign, inside)                        \
  CHECK(operator_inside(ExprKind::name) == ExprKind::inside); \
  CHECK(is_assignment(ExprKind::name));                       \
  CHECK(std::string(operator_of(ExprKind::inside).text) + "=" == sign);
  ORBITA_COMPOUND_ASSIGNMENTS(ORBITA_ROW)
#undef ORBITA_ROW
  CHECK(is_assignment(ExprKind::assign));
  CHECK_FALSE(is_assignment(ExprKind::imply));
  CHECK_FALSE(is_assignment(ExprKind::conditional));
}

// Programs of queries are kept next to the network, which never changes.
#include <catch2/catch.hpp>

#include "engine/compile/query_compiler.h"

#include "tests/engine/compile_support.h"

using namespace orbita;
using namespace orbita::test;

namespace {

const char* const model =
    "int a = 3; const int T[4] = { 2, 4, 6, 8 }; int twice(int i) { return 2 * i; }\n"
    "process P() { clock x; state A; init A; trans A -> A { guard twice(a) > T[a]; }; } system P;";

bool begins_with(const Programs& all, const Programs& first) {
  return all.code.size() >= first.code.size() && std::equal(first.code.begin(), first.code.end(), all.code.begin()) &&
         all.constants.size() >= first.constants.size() &&
         std::equal(first.constants.begin(), first.constants.end(), all.constants.begin()) &&
         all.error_sites.size() >= first.error_sites.size();
}

const Expr& formula(Compiled& c, const std::string& text) {
  Query* query = read_formula(*c.document, text, c.diagnostics);
  if (!check_query(*c.model, *query, c.diagnostics)) throw ModelError(c.diagnostics.sorted());
  return *query->predicate;
}

}  // namespace

TEST_CASE("compiling queries leaves the network alone") {
  Compiled c(model);
  const Programs before = c->programs;
  QueryCompiler compiler(*c.network);
  const Predicate first = compiler.predicate(formula(c, "E<> twice(a) == 6 && P.x > 3"));
  const std::size_t size = compiler.programs()->code.size();
  const Predicate second = compiler.predicate(formula(c, "E<> a / (a - 3) == 1"));
  CHECK(c->programs.code == before.code);
  CHECK(c->programs.constants == before.constants);
  CHECK(c->programs.error_sites.size() == before.error_sites.size());
  CHECK(c->programs.frame_size == before.frame_size);
  CHECK(first.programs == second.programs);
  CHECK(begins_with(*first.programs, c->programs));
  CHECK(compiler.programs()->code.size() > size);
}

TEST_CASE("a query calls the functions of the network and fails in places of its own") {
  Compiled c(model);
  QueryCompiler compiler(*c.network);
  const Predicate good = compiler.predicate(formula(c, "E<> twice(a) == T[2]"));
  const Predicate bad = compiler.predicate(formula(c, "E<> a / (a - 3) == 1"));
  Machine machine(*c.network);
  machine.load(*good.programs);
  const std::vector<std::int32_t> values = c->initial_values();
  CHECK(machine.evaluate(good.nodes[0].data, values) == 1);
  CHECK(machine.evaluate(c->edges[EdgeId{0}].guard.data, values) == 0);  // the network's programs are there as well
  machine.evaluate(bad.nodes[0].data, values);
  REQUIRE(machine.failure());
  CHECK(machine.failure().site >= c->programs.error_sites.size());
  CHECK(describe(*bad.programs, machine.failure()) == "division by zero");
}

TEST_CASE("predicates outlive their compiler, and two compilers know nothing of each other") {
  Compiled c(model);
  const Predicate first = QueryCompiler(*c.network).predicate(formula(c, "E<> a == 3"));
  const Predicate second = QueryCompiler(*c.network).predicate(formula(c, "E<> a == 4"));
  CHECK(first.programs != second.programs);
  Machine machine(*c.network);
  const std::vector<std::int32_t> values = c->initial_values();
  machine.load(*first.programs);
  CHECK(machine.evaluate(first.nodes[0].data, values) == 1);
  machine.load(*second.programs);
  CHECK(machine.evaluate(second.nodes[0].data, values) == 0);
}

TEST_CASE("the clock of time is the last one, on request") {
  Compiled c(model);
  const auto timed = compile(*c.model, {.time_clock = true});
  REQUIRE(timed->clocks.size() == c->clocks.size() + 1);
  CHECK(timed->clocks.back().name == "#time");
  CHECK(timed->family_count == c->family_count + 1);
  CHECK(timed->programs.code == c->programs.code);
}

// Guards, invariants and query predicates: data, clock atoms, conditions.
#include <catch2/catch.hpp>

#include "tests/engine/compile_support.h"

using namespace orbita;
using namespace orbita::test;

namespace {

// "x - 0 <= 3": an atom without computed parts.
std::string text(const Network& network, const ClockAtom& atom) {
  return network.clocks[atom.x.clock].name + " - " + network.clocks[atom.y.clock].name +
         (atom.strict ? " < " : " <= ") + (atom.bound == no_code ? std::to_string(atom.constant) : "?");
}

std::vector<std::string> atoms(const Compiled& c, const Condition& condition) {
  std::vector<std::string> result;
  for (const ClockAtom& atom : condition.atoms) result.push_back(text(*c, atom));
  return result;
}

Compiled guards(const std::string& declarations, const std::vector<std::string>& all) {
  std::vector<std::string> edges;
  for (const std::string& guard : all) edges.push_back("guard " + guard + ";");
  return Compiled(one_process(declarations, edges));
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("comparisons of clocks become upper bounds on differences") {
  Compiled c = guards("clock x, y; const int K = 4; int n;",
                      {"x <= 3", "x < K", "x >= 3", "x > 3", "x == 3", "5 > x", "x - y <= 2", "x < y + 2", "x - y == 1",
                       "n == 1 && x <= 3 && n != 7 && y > 2", "x <= n + 1", "x - x < 1", "y - x > n"});
  const std::vector<NetEdge> e(c->edges.begin(), c->edges.end());
  CHECK(atoms(c, e[0].guard) == Texts{"x - 0 <= 3"});
  CHECK(atoms(c, e[1].guard) == Texts{"x - 0 < 4"});
  CHECK(atoms(c, e[2].guard) == Texts{"0 - x <= -3"});
  CHECK(atoms(c, e[3].guard) == Texts{"0 - x < -3"});
  CHECK(atoms(c, e[4].guard) == Texts{"x - 0 <= 3", "0 - x <= -3"});
  CHECK(atoms(c, e[5].guard) == Texts{"x - 0 < 5"});
  CHECK(atoms(c, e[6].guard) == Texts{"x - y <= 2"});
  CHECK(atoms(c, e[7].guard) == Texts{"x - y < 2"});
  CHECK(atoms(c, e[8].guard) == Texts{"x - y <= 1", "y - x <= -1"});
  CHECK(atoms(c, e[9].guard) == Texts{"x - 0 <= 3", "0 - y < -2"});
  CHECK(e[9].guard.data != no_code);
  CHECK(atoms(c, e[10].guard) == Texts{"x - 0 <= ?"});
  CHECK(e[10].guard.atoms[0].bound_low == -32767);
  CHECK(e[10].guard.atoms[0].bound_high == 32768);
  CHECK(e[11].guard.atoms.empty());
  CHECK(atoms(c, e[12].guard) == Texts{"x - y < ?"});
  CHECK(c->has_diagonals);
}

TEST_CASE("bounds get the interval of their operands") {
  Compiled c = guards(
      "clock x; int[2,5] n; int[0,2] i; const int T[3] = { 10, 40, 20 }; bool b; int[0,3] f(int v) { return v; }"
      "int g(int v) { return T[v] * 2; } before_update { n = n > 4 ? 2 : n + 1, i = i > 1 ? 0 : i + 1, b = !b }",
      {"x <= T[i]", "x >= n * 3 - i", "x <= (b ? 4 : n)", "x <= f(i)", "x < n % 4", "x <= g(1)", "x <= (i <? 1)"});
  const std::vector<NetEdge> e(c->edges.begin(), c->edges.end());
  const auto range = [&](int k) { return std::pair(e[k].guard.atoms[0].bound_low, e[k].guard.atoms[0].bound_high); };
  CHECK(range(0) == std::pair(10, 40));
  CHECK(range(1) == std::pair(-15, -4));
  CHECK(range(2) == std::pair(2, 5));
  CHECK(range(3) == std::pair(0, 3));
  CHECK(range(4) == std::pair(0, 3));
  CHECK(atoms(c, e[5].guard) == Texts{"x - 0 <= 80"});
  CHECK(range(6) == std::pair(0, 1));
}

TEST_CASE("bounds get the interval of the stored values, not of the type") {
  Compiled c = guards(
      "clock x; int n = 3, m, t[2] = { 5, 6 }; bool b; int f(int v) { return t[v] + 1; } typedef scalar[3] S; S s; "
      "before_update { m = n * 2, b = !b }",
      {"x <= n", "x <= m", "x <= t[b]", "x <= f(b)", "x >= (b ? n : m)", "x <= (exists (i : S) s == i)"});
  const auto range = [&](std::uint32_t k) {
    return std::pair(c->edges[EdgeId{k}].guard.atoms[0].bound_low, c->edges[EdgeId{k}].guard.atoms[0].bound_high);
  };
  CHECK(range(0) == std::pair(3, 3));
  CHECK(range(1) == std::pair(0, 6));
  CHECK(range(2) == std::pair(5, 6));
  CHECK(range(3) == std::pair(6, 7));
  CHECK(range(4) == std::pair(-6, 0));
  CHECK(range(5) == std::pair(0, 1));
}

TEST_CASE("data may switch clock constraints on and off") {
  Compiled c =
      guards("clock x, cs[2]; bool b; int n; int t[2] = { 5, 6 };",
             {"b || x <= 5", "x <= 5 || b", "b imply x >= 2", "forall (i : int[0,1]) (t[i] > 5 imply cs[i] <= t[i])",
              "true || x < 1", "b imply (n > 3 && x <= 4)"});
  const std::vector<NetEdge> e(c->edges.begin(), c->edges.end());
  Machine machine(*c);
  std::vector<std::int32_t> off = c->initial_values(), on = off;
  c.at(on, "b") = 1;
  const auto condition = [&](const ClockAtom& atom, const auto& values) {
    return machine.evaluate(atom.condition, values);
  };
  CHECK(condition(e[0].guard.atoms.at(0), off) == 1);
  CHECK(condition(e[0].guard.atoms.at(0), on) == 0);
  CHECK(condition(e[1].guard.atoms.at(0), on) == 0);
  CHECK(condition(e[2].guard.atoms.at(0), on) == 1);
  CHECK(condition(e[2].guard.atoms.at(0), off) == 0);
  REQUIRE(e[3].guard.atoms.size() == 2);
  CHECK(condition(e[3].guard.atoms[0], off) == 0);
  CHECK(condition(e[3].guard.atoms[1], off) == 1);
  CHECK(machine.evaluate(e[3].guard.atoms[1].bound, off) == 6);
  CHECK(c->clocks[e[3].guard.atoms[1].x.clock].name == "cs[1]");
  CHECK(c.names(e[3].guard.reads) == Texts{"t[0]", "t[1]"});
  CHECK(e[4].guard.atoms.empty());
  CHECK(e[4].guard.data == no_code);
  CHECK(machine.evaluate(e[5].guard.data, off) == 1);
  CHECK(machine.evaluate(e[5].guard.data, on) == 0);
}

TEST_CASE("a data test after a clock test cannot cause an early error") {
  Compiled c = guards("clock x; int n; int t[2];", {"n < 2 && x <= t[n]", "x < 3 && 6 / n == 2", "x < 3 && n == 2"});
  const std::vector<NetEdge> e(c->edges.begin(), c->edges.end());
  CHECK(e[0].guard.atoms.size() == 1);
  CHECK(e[0].guard.data != no_code);
  CHECK(e[1].guard.data == no_code);
  REQUIRE(e[1].guard.atoms.size() == 2);
  CHECK(text(*c, e[1].guard.atoms[1]) == "0 - 0 < 0");
  Machine machine(*c);
  std::vector<std::int32_t> values = c->initial_values();
  c.at(values, "n") = 3;
  CHECK(machine.evaluate(e[1].guard.atoms[1].condition, values) == 0);
  c.at(values, "n") = 2;
  CHECK(machine.evaluate(e[1].guard.atoms[1].condition, values) == 1);
  CHECK(e[2].guard.data != no_code);
  CHECK(e[2].guard.atoms.size() == 1);
}

TEST_CASE("clock arrays with a computed index list their candidates") {
  Compiled c = guards("clock x[3]; int[0,2] i; int[0,1] j;", {"x[i] <= 4", "x[j] >= 1", "x[2] < 5"});
  const ClockAtom& atom = c->edges[EdgeId{0}].guard.atoms.at(0);
  CHECK(atom.x_candidates == std::vector<NetClockId>{{1}, {2}, {3}});
  REQUIRE(atom.x.code != no_code);
  Machine machine(*c);
  std::vector<std::int32_t> values = c->initial_values();
  c.at(values, "i") = 2;
  CHECK(machine.evaluate(atom.x.code, values) == 3);
  CHECK(c->edges[EdgeId{1}].guard.atoms.at(0).y_candidates == std::vector<NetClockId>{{1}, {2}});
  CHECK(c->edges[EdgeId{2}].guard.atoms.at(0).x.clock == NetClockId{3});
}

TEST_CASE("rates are kept apart from the invariant") {
  Compiled c(R"(
    clock x, y[2]; bool b; int n;
    process P() { state A { x <= 5 && x' == b && forall (i : int[0,1]) y[i]' == 0 }, B { y[0]' == 1 }; init A; }
    system P;
  )");
  const NetLocation& a = c->processes[ProcessId{0}].locations[LocationId{0}];
  CHECK(a.invariant.atoms.size() == 1);
  REQUIRE(a.rates.size() == 3);
  CHECK(a.rates[1].clock == c.clock("y[0]"));
  CHECK(c->processes[ProcessId{0}].locations[LocationId{1}].rates.empty());
  CHECK(c->has_stopwatches);
  Machine machine(*c);
  CHECK(machine.evaluate(a.rates[0].rate, c->initial_values()) == 0);
  CHECK(machine.evaluate(a.rates[1].rate, c->initial_values()) == 0);
}

TEST_CASE("queries see locations, locals and parameters of processes") {
  Compiled c(R"(
    int g = 2;
    process P(const int[0,2] id, int[0,9] k) { int l[2] = { id, 7 }; const int D = id * 2; clock x;
      bool odd() { return (id + l[1]) % 2 == 1; }
      state A, B; init B; trans B -> A { }; }
    Q(const int[0,2] id) = P(id, id + 1);
    process Solo() { state S; init S; }
    system Q, Solo;
  )");
  CHECK(c.holds("(Q(0).B && !Q(1).A && Solo.S)"));
  CHECK(c.holds("(Q(g).l[0] == 2 && Q(g - 1).l[0] == 1 && Q(g).l[1] == 7)"));
  CHECK(c.holds("(Q(g).D == 4 && Q(g).id == 2 && Q(g).k == 3)"));
  CHECK(c.holds("(forall (i : int[0,2]) Q(i).B)"));
  CHECK(c.holds("((sum (i : int[0,2]) Q(i).B) == 3)"));
  CHECK(c.holds("(Q(0).location == 1)"));
  CHECK(c.holds("(Q(0).odd() && !Q(1).odd() && Q(g).odd())"));
  CHECK_FALSE(c.holds("(exists (i : int[0,2]) Q(i).A)"));
  std::vector<std::int32_t> values = c->initial_values();
  c.at(values, "g") = 7;
  CHECK_THROWS_WITH(c.holds("Q(g).B", values), Catch::Contains("outside [0,2]"));
  const Predicate p = c.predicate("E<> Q(1).A && Q(2).l[0] == 1");
  CHECK(p.location_reads == std::vector{ProcessId{1}});
  CHECK(c.names(p.reads) == Texts{"Q(2).l[0]"});
}

TEST_CASE("predicates over clocks are trees with maximal data programs") {
  Compiled c(R"(
    int a, b; clock y;
    process P(const int[0,1] id) { clock x; state A; init A; }
    system P;
  )");
  const Predicate p = c.predicate("E<> a == 1 && b == 2 && !(P(0).x <= 3 || y != 4) && a != 5");
  REQUIRE(p.nodes[0].kind == Predicate::Kind::conjunction);
  CHECK(p.nodes[0].children.size() == 3);
  CHECK(p.nodes[p.nodes[0].children[0]].kind == Predicate::Kind::data);
  CHECK(p.nodes[p.nodes[0].children[1]].kind == Predicate::Kind::negation);
  CHECK(p.has_clocks);
  CHECK_FALSE(p.has_deadlock);
  CHECK(p.clocks == std::vector<NetClockId>{c.clock("y"), c.clock("P(0).x")});
  CHECK(c.names(p.reads) == Texts{"a", "b"});
  const Predicate all = c.predicate("A[] forall (i : int[0,1]) (P(i).A imply P(i).x <= 5)");
  CHECK(all.nodes[0].kind == Predicate::Kind::conjunction);
  CHECK(all.clocks.size() == 2);
  const Predicate dead = c.predicate("A[] not deadlock");
  CHECK(dead.has_deadlock);
  CHECK(dead.nodes[0].kind == Predicate::Kind::negation);
  const Predicate truth = c.predicate("E<> true");
  CHECK(truth.nodes[0].data == no_code);
}

TEST_CASE("measures are integers, or clocks plus integers") {
  Compiled c(R"(
    int a = 4; clock y;
    process P(const int[0,1] id) { clock x; state A; init A; }
    system P;
  )");
  Query* query = read_formula(*c.document, "sup: a * 2, y, P(1).x + 3", c.diagnostics);
  REQUIRE(check_query(*c.model, *query, c.diagnostics));
  QueryCompiler compiler(*c.network);
  Machine machine(*c);
  machine.load(*compiler.programs());
  const Measure number = compiler.measure(*query->expressions[0]);
  CHECK_FALSE(number.is_clock);
  CHECK(machine.evaluate(number.data, c->initial_values()) == 8);
  CHECK(c.names(number.reads) == Texts{"a"});
  const Measure clock = compiler.measure(*query->expressions[1]);
  CHECK(clock.is_clock);
  CHECK(clock.data == no_code);
  CHECK(clock.clock.clock == c.clock("y"));
  const Measure sum = compiler.measure(*query->expressions[2]);
  CHECK(sum.clock.clock == c.clock("P(1).x"));
  CHECK(machine.evaluate(sum.data, c->initial_values()) == 3);
}

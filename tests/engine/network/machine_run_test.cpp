// Effects of programs: values, clock actions, errors with their positions.
#include <catch2/catch.hpp>

#include "tests/engine/compile_support.h"

using namespace orbita;
using namespace orbita::test;

namespace {

// Runs the update of the only edge on the initial state.
struct MachineRun {
  Compiled compiled;
  std::vector<std::int32_t> values;
  std::vector<ClockAction> actions;
  Failure failure;

  MachineRun(const std::string& declarations, const std::string& update, const std::string& locals = "")
      : compiled(one_process(declarations, {"assign " + update + ";"}, locals)), values(compiled->initial_values()) {
    Machine machine(*compiled, 1000);
    machine.execute(compiled->edges.at(EdgeId{0}).update, values, actions);
    failure = machine.failure();
  }
  std::int32_t operator[](const std::string& name) { return compiled.at(values, name); }
  std::string where() const {
    return std::string(compiled.document->sources.text(compiled->programs.error_sites[failure.site].span));
  }
  std::string what() const { return describe(compiled->programs, failure); }
};

}  // namespace

TEST_CASE("updates run left to right and see earlier ones") {
  MachineRun r("int a = 1, b; int q[3]; int n;", "a = a + 1, b = a * 10, q[n++] = 7, q[n++] = 8, a += b");
  CHECK(r["a"] == 22);
  CHECK(r["b"] == 20);
  CHECK(r["q[0]"] == 7);
  CHECK(r["q[1]"] == 8);
  CHECK(r["n"] == 2);
}

TEST_CASE("whole arrays and structs are values") {
  MachineRun r(
      "typedef struct { int u; bool v; } S; S s = { 3, true }, t; int m[2][2] = { { 1, 2 }, { 3, 4 } }; bool same, "
      "other;",
      "t = s, s.u = 9, m[0] = m[1], same = m[0] == m[1], other = s == t");
  CHECK(r["t.u"] == 3);
  CHECK(r["m[0][1]"] == 4);
  CHECK(r["same"] == 1);
  CHECK(r["other"] == 0);
}

TEST_CASE("strings are compared by their text, wherever they come from") {
  MachineRun r(
      "const string a = \"abc\", t[3] = { \"x\", \"abc\", \"y\" }; bool yes, no, twice; int k, i = 1, j;"
      "bool same(const string& s, string t) { const string local[2] = { t, s }; return s == local[j]; }"
      "bool inner(const string &s) { return same(s, \"x\"); }"
      "string pick(int p) { return p == 2 ? \"none\" : t[p]; }"
      "int position(const string s) { int i; for (i = 0; i < 3; i++) { if (t[i] == s) return i; } return -1; }",
      "yes = same(a, t[i]), no = same(\"abc\", \"abd\"), twice = inner(t[j]), k = 10 * position(pick(i)) + "
      "position(pick(i + 1)) + 1");
  CHECK(r.failure.error == RunError::none);
  CHECK(r["yes"] == 1);
  CHECK(r["no"] == 0);
  CHECK(r["twice"] == 1);
  CHECK(r["k"] == 10);
}

TEST_CASE("doubles live in functions and updates") {
  MachineRun r(
      "const double pi = 3.14159265358979323846; int r, s, t, angle = 30; int[0,9] small; bool b;"
      "double mean(double a, const double& x) { double s = a; s += x; s /= 2; return s; }"
      "void twice(double& d) { d *= 2; }"
      "double pick(int n) { if (n > 3) return n; return n == 1 ? 0.5 : n; }"
      "int go(int n) { double d; const double k = 3; int three = 3; d = mean(pick(n), k) + mean(1, three) - mean(1, "
      "k); twice(d); d -= 0.25; return fint(d * 100); }",
      "r = go(4), s = fint(1000 * sin(angle * pi / 180) + 0.5), t = fint(100 * pick(1)) + fint(pick(2)), "
      "b = pick(4) == 4 && !(pick(1) < 0.5) && isnan(sqrt(-1)), small = fint(9.99)");
  CHECK(r.failure.error == RunError::none);
  CHECK(r["r"] == 675);
  CHECK(r["s"] == 500);
  CHECK(r["t"] == 52);
  CHECK(r["b"] == 1);
  CHECK(r["small"] == 9);
}

TEST_CASE("a double that is not an integer is an error where one is required") {
  MachineRun large("int r; double big() { return 1e10; }", "r = fint(big())");
  CHECK(large.failure.error == RunError::no_integer);
  CHECK(large.where() == "fint(big())");
  CHECK(large.what() == "the floating-point number does not fit into an integer");
  MachineRun range("int[0,5] r; double six() { return 6.5; }", "r = fint(six())");
  CHECK(range.failure.error == RunError::out_of_range);
  CHECK(range.failure.value == 6);
  MachineRun zero("int r, z; double f() { return 1.0 / z; }", "r = fint(f())");
  CHECK(zero.failure.error == RunError::division_by_zero);
  CHECK(zero.where() == "1.0 / z");
}

TEST_CASE("reference parameters change the argument, value parameters do not") {
  MachineRun r(
      "int a = 1, b = 2; int v[3] = { 1, 2, 3 }; int i = 2;"
      "void swap(int &x, int &y) { int t = x; x = y; y = t; }"
      "int sum(int w[3]) { int s = 0; for (k : int[0,2]) { s += w[k]; w[k] = 0; } return s; }",
      "swap(a, b), swap(v[0], v[i]), a = sum(v)");
  CHECK(r["b"] == 1);
  CHECK(r["v[0]"] == 3);
  CHECK(r["v[2]"] == 1);
  CHECK(r["a"] == 6);
}

TEST_CASE("a range holds through a reference") {
  MachineRun r("int[0,5] small = 5; void bump(int &x) { x++; }", "bump(small)");
  CHECK(r.failure.error == RunError::out_of_range);
  CHECK(r.failure.value == 6);
  CHECK(r.where() == "x++");
  CHECK(r.what() == "value 6 is outside [0,5]");
}

TEST_CASE("clock assignments become actions in order") {
  MachineRun r("clock x, y, c[3]; int i = 1; void go(clock &t, int n) { t = n; }",
               "x = 0, c[i] = 4, y = x, y = c[i + 1] + 3, x = x + 1, go(c[0], i + 1)");
  const auto clock = [&](const char* name) { return r.compiled.clock(name); };
  const NetClockId constant = reference_net_clock, x = clock("x"), y = clock("y"), c = clock("c[0]");
  CHECK(r.actions == std::vector<ClockAction>{{x, constant, 0},
                                              {clock("c[1]"), constant, 4},
                                              {y, x, 0},
                                              {y, clock("c[2]"), 3},
                                              {x, x, 1},
                                              {c, constant, 2}});
}

TEST_CASE("a negative clock value is an error at the assignment") {
  MachineRun r("clock x; int n = -2;", "x = n");
  CHECK(r.failure.error == RunError::negative_clock);
  CHECK(r.where() == "x = n");
}

TEST_CASE("a left shift drops the bits that leave the word") {
  // The same operands as constants, as variables and in a compound assignment.
  const auto check = [](int a, int b, std::int32_t expected) {
    CAPTURE(a, b);
    const std::string x = std::to_string(a), y = std::to_string(b), word = "int[-2147483648,2147483647] ";
    MachineRun r(word + "v = " + x + ", w = " + y + ", folded, computed, assigned = " + x + ";",
                 "folded = (" + x + ") << " + y + ", computed = v << w, assigned <<= w");
    CHECK(r["folded"] == expected);
    CHECK(r["computed"] == expected);
    CHECK(r["assigned"] == expected);
  };
  check(255, 24, -16777216);
  check(1, 31, INT32_MIN);
  check(3, 31, INT32_MIN);
  check(-1, 31, INT32_MIN);
  check(-5, 3, -40);
  check(1 << 30, 2, 0);
  check(2147483647, 1, -2);
  check(7, 32, 0);
  check(7, 1000, 0);
  check(0, 40, 0);
}

TEST_CASE("sums, differences and products wrap around") {
  MachineRun r(
      "int[-2147483648,2147483647] top = 2147483647, low = -2147483648, a, b, c, d, e, up = 2147483647, down = "
      "-2147483648, product = 65536; bool less;",
      "a = top + 1, b = low - 1, c = top * top, d = top + top, e = top - low, up++, --down, product *= product + 1, "
      "less = top + 1 < top");
  CHECK(r.failure.error == RunError::none);
  CHECK(r["a"] == INT32_MIN);
  CHECK(r["b"] == INT32_MAX);
  CHECK(r["c"] == 1);
  CHECK(r["d"] == -2);
  CHECK(r["e"] == -1);
  CHECK(r["up"] == INT32_MIN);
  CHECK(r["down"] == INT32_MAX);
  CHECK(r["product"] == 65536);
  CHECK(r["less"] == 1);
}

TEST_CASE("a comparison with a shift that may wrap is not decided by its operands") {
  MachineRun r("int[0,255] high = 255; bool negative;", "negative = (high << 24) < 0");
  CHECK(r["negative"] == 1);
}

TEST_CASE("each kind of error is found and located") {
  const auto check = [](const std::string& update, RunError error, const std::string& where) {
    CAPTURE(update);
    MachineRun r(
        "int a, z, big = 32767; int[0,3] s; int v[3]; bool b; int neg = -1;"
        "int[0,4] f(int[0,2] n) { return n * 3; } void loop() { while (true) a = 0; } void test() { assert a == 1; }",
        update);
    CHECK(r.failure.error == error);
    CHECK(r.where() == where);
  };
  check("a = 1 / z", RunError::division_by_zero, "1 / z");
  check("a = 1 % z", RunError::division_by_zero, "1 % z");
  check("a = 1 << neg", RunError::negative_shift, "1 << neg");
  check("a = 1 >> neg", RunError::negative_shift, "1 >> neg");
  check("a = 2 ** neg", RunError::negative_exponent, "2 ** neg");
  check("a = big ** 3", RunError::overflow, "big ** 3");
  check("a = big + 1", RunError::out_of_range, "a = big + 1");
  check("s = 4", RunError::out_of_range, "s = 4");
  check("s--", RunError::out_of_range, "s--");
  check("a = v[z + 3]", RunError::bad_index, "z + 3");
  check("v[neg] = 1", RunError::bad_index, "neg");
  check("a = f(3)", RunError::out_of_range, "3");
  check("a = f(2)", RunError::out_of_range, "n * 3");
  check("loop()", RunError::step_limit, "while (true) a = 0;");
  check("test()", RunError::assertion, "assert a == 1;");
}

TEST_CASE("short-circuit evaluation protects the right operand") {
  MachineRun r(
      "int i = 5; int v[3]; bool a, b, c, d;",
      "a = i < 3 && v[i] == 0, b = i >= 3 || v[i] == 0, c = i < 3 imply v[i] == 1, d = i < 3 ? v[i] == 0 : true");
  CHECK_FALSE(r.failure);
  CHECK(r["a"] == 0);
  CHECK(r["b"] == 1);
  CHECK(r["c"] == 1);
  CHECK(r["d"] == 1);
}

TEST_CASE("stores into bool keep truth, not numbers") {
  MachineRun r("bool b; int a = 7; bool f(bool v) { return v; } int n;", "b = a, n = f(a) + b");
  CHECK(r["b"] == 1);
  CHECK(r["n"] == 2);
}

TEST_CASE("calls with constant arguments are computed when compiling") {
  Compiled c(one_process(
      "const int T[3] = { 2, 4, 6 }; int f(int i) { int s = 0; for (k : int[0,2]) s += T[k] * i; return s; } int a;",
      {"guard a < f(2);"}));
  CHECK(disassemble(*c, c->edges[EdgeId{0}].guard.data).find("less_vk a 24") != std::string::npos);
}

TEST_CASE("loops over large ranges stay loops, and nested quantifiers may depend on each other") {
  Compiled c("int a[100]; process P() { state A; init A; } system P;");
  std::vector<std::int32_t> values = c->initial_values();
  for (int i = 0; i < 100; ++i) c.at(values, "a[" + std::to_string(i) + "]") = i;
  CHECK(c.holds("(forall (i : int[0,99]) forall (j : int[0,i]) a[j] <= a[i])", values));
  CHECK(c.holds("((sum (i : int[0,99]) a[i]) == 4950)", values));
  c.at(values, "a[40]") = 80;
  CHECK_FALSE(c.holds("(forall (i : int[0,99]) forall (j : int[0,i]) a[j] <= a[i])", values));
  CHECK(c.holds("(exists (i : int[0,98]) a[i] > a[i + 1])", values));
}

TEST_CASE("the consistency check finds broken code") {
  Compiled c(one_process("int a, b;", {"guard a < 3 && b > a;"}));
  const CodeRef code = c->edges[EdgeId{0}].guard.data;
  CHECK(find_code_problem(*c, c->programs, code, 1).empty());
  CHECK_FALSE(find_code_problem(*c, c->programs, code, 0).empty());
  unsigned found = 0;
  for (std::size_t at = code; at < c->programs.code.size(); ++at) {
    const std::uint32_t kept = c.network->programs.code[at];
    c.network->programs.code[at] = 0xfffffff0u;
    found += !find_code_problem(*c, c->programs, code, 1).empty();
    c.network->programs.code[at] = kept;
  }
  CHECK(found >= 5);
}

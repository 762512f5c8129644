// The tree-walking interpreter: values, stores, order, and every run-time error.
#include <catch2/catch.hpp>

#include <map>

#include "tests/parser/check_support.h"

using namespace orbita;
using namespace orbita::check_test;

namespace {

// Variables in memory; clocks are plain numbers, time does not pass.
class Memory final : public Environment {
 public:
  explicit Memory(const Model& model) {
    for (const GlobalObject& object : model.globals) objects_[{object.symbol, nullptr}] = object;
  }
  Place place(const Symbol& symbol, const Process* process) override {
    const auto found = objects_.find({&symbol, process});
    if (found == objects_.end()) return {};
    return {found->second.type, found->second.value.data()};
  }
  void add(const LocalObject& object, const Process* process) {
    objects_[{object.symbol, process}] = {object.symbol, object.type, object.value};
  }
  bool in_location(std::uint32_t process, std::uint32_t location, Span) override { return process == location; }
  std::int32_t current_location(std::uint32_t process, Span) override { return static_cast<std::int32_t>(process); }
  void assign_clock(std::int32_t* cell, std::int32_t value, Span) override { *cell = value; }
  void copy_clock(std::int32_t* target, std::int32_t* source, std::int32_t shift, Span) override {
    *target = *source + shift;
  }
  bool compare_clocks(const std::int32_t* a, const std::int32_t* b, std::int64_t shift, ExprKind op, Span) override {
    const std::int64_t value = (a ? *a : 0) - (b ? *b : 0) + shift;
    switch (op) {
      case ExprKind::less: return value < 0;
      case ExprKind::less_equal: return value <= 0;
      case ExprKind::greater_equal: return value >= 0;
      case ExprKind::greater: return value > 0;
      case ExprKind::equal: return value == 0;
      default: return value != 0;
    }
  }
  bool deadlocked(Span) override { return true; }

 private:
  std::map<std::pair<const Symbol*, const Process*>, GlobalObject> objects_;
};

// A model whose only edge carries the update; runs it and reads the query expression afterwards.
struct Bench {
  explicit Bench(const std::string& globals, const std::string& update = "")
      : checked(check_xta(globals +
                          "\nprocess P(const int n, int &r) { int w = n; state la, lb; init la; trans la -> la { " +
                          (update.empty() ? "" : "assign\n" + update + ";") +
                          " }; }\nint rr[3]; P0 = P(10, rr[0]); P1 = P(11, rr[2]);\nsystem P0, P1;")) {
    if (!checked.model) throw std::runtime_error(checked.problems());
    memory = std::make_unique<Memory>(*checked.model);
    for (const Process& process : checked.model->processes) {
      for (const LocalObject& local : elaborate_locals(*checked.model, process)) memory->add(local, &process);
    }
  }
  void run(std::size_t process = 0, std::uint64_t steps = 100000) {
    const Process& p = checked.model->processes[process];
    Interpreter interpreter(*checked.model, *memory, &p, steps);
    interpreter.execute(*p.templ->edges[0].update);
  }
  std::int32_t read(const std::string& expression) {
    Diagnostics own;
    Query* query = read_formula(*checked.document, "E<> (" + expression + ")", own);
    if (!query || own.has_errors() || !check_query(*checked.model, *query, own)) {
      throw std::runtime_error(join_lines(checked.document->sources, own.sorted()));
    }
    Interpreter interpreter(*checked.model, *memory, nullptr, 100000);
    return interpreter.evaluate(*query->predicate);
  }
  std::string failure(std::size_t process = 0, std::uint64_t steps = 100000) {
    try {
      run(process, steps);
    } catch (const EvaluationError& error) {
      const Position at = checked.document->sources.locate(error.where());
      return std::to_string(at.line) + ":" + std::to_string(at.column) + " " + error.what();
    }
    return "";
  }
  Checked checked;
  std::unique_ptr<Memory> memory;
};

std::int32_t constant(const std::string& expression) { return value_of("const int c = " + expression + ";", "c"); }

std::string update_failure(const std::string& globals, const std::string& update) {
  return Bench(globals, update).failure();
}

}  // namespace

TEST_CASE("strings are equal when their texts are") {
  const std::string globals =
      "const string a = \"abc\", t[2] = { \"x\", \"abc\" }; bool yes, no; int k;"
      "bool same(const string& s, string t) { const string local = t; return s == local; }"
      "string pick(bool first) { return first ? t[0] : t[1]; }"
      "int position(const string s) { int i; for (i = 0; i < 2; i++) { if (t[i] == s) return i; } return -1; }";
  Bench bench(globals, "yes = same(a, t[1]), no = same(\"abc\", \"abd\"), k = position(pick(false))");
  bench.run();
  CHECK(bench.read("yes && !no && k == 1") == 1);
  CHECK(bench.read("a == \"abc\" && t[0] != a && \"new\" != a && \"new\" == \"new\"") == 1);
  CHECK(value_of("const string a = \"p\", b = \"q\", c = \"p\"; const int r = 10 * (a == b) + (a == c);", "r") == 1);
}

TEST_CASE("doubles are IEEE, and integers again by fint") {
  CHECK(constant("fint(2.9)") == 2);
  CHECK(constant("fint(-2.9)") == -2);
  CHECK(constant("fint(7 / 2)") == 3);
  CHECK(constant("fint(10 * (7 / 2.0))") == 35);
  CHECK(constant("0.1 + 0.2 == 0.3") == 0);
  CHECK(constant("0.5 + 0.25 == 0.75") == 1);
  CHECK(constant("fint(sqrt(pow(3, 2) + pow(4, 2)))") == 5);
  CHECK(constant("fint(100 * sin(M_PI / 6) + 0.5)") == 50);
  CHECK(constant("fint(round(2.5)) * 100 + fint(ceil(1.1)) * 10 + fint(floor(1.9))") == 321);
  CHECK(constant("fint(2147483647.9)") == INT32_MAX);
  CHECK(constant("isnan(sqrt(-1.0)) * 10 + isfinite(1.0)") == 11);
  CHECK(constant("fint((1 < 2 ? 1 : 2.5) * 4 >? 3)") == 4);
  CHECK(problems_of("const int c = fint(2147483648.0);") ==
        "1:15 error bad-value: the floating-point number does not fit into an integer");
  CHECK(problems_of("const int c = fint(sqrt(-1.0));") ==
        "1:15 error bad-value: the floating-point number does not fit into an integer");
  Bench bench(
      "int res; double half(int n) { return n; } double mean(double a, const double& b) { double s = a; s += b; s /= "
      "2; return s; }"
      "int go() { double d; const double k = 3; int three = 3; d = mean(half(4), k) + mean(1, three) - mean(1, k); d "
      "-= 0.25; return fint(d * 100); }",
      "res = go()");
  bench.run();
  CHECK(bench.read("res == 325") == 1);
  CHECK(update_failure("int r; int zero; double f(int n) { return 1.0 / n; }", "r = fint(f(zero))") ==
        "1:43 division by zero");
}

TEST_CASE("arithmetic follows C with truncation") {
  CHECK(constant("7 / 2") == 3);
  CHECK(constant("-7 / 2") == -3);
  CHECK(constant("-7 % 3") == -1);
  CHECK(constant("7 % -3") == 1);
  CHECK(constant("2 ** 10 - 1") == 1023);
  CHECK(constant("-2 ** 2") == 4);
  CHECK(constant("1 << 4 | 3 & 2 ^ 1") == 19);
  CHECK(constant("-8 >> 1") == -4);
  CHECK(constant("1 >> 40") == 0);
  CHECK(constant("255 << 24") == -16777216);
  CHECK(constant("1 << 31") == INT32_MIN);
  CHECK(constant("-3 << 31") == INT32_MIN);
  CHECK(constant("7 << 32") == 0);
  CHECK(constant("2147483647 + 1") == INT32_MIN);
  CHECK(constant("-2147483648 - 1") == INT32_MAX);
  CHECK(constant("2147483647 * 2147483647") == 1);
  CHECK(constant("2147483647 + 1 - 2147483647") == 1);
  CHECK(constant("3 <? 5 >? 4") == 4);
  CHECK(constant("-2147483648") == INT32_MIN);
  CHECK(constant("!3 + !0") == 1);
  CHECK(constant("5 == true") == 0);
  CHECK(constant("(3 < 4) + (4 <= 4) + (5 != 5) + (1 xor 2) + (1 xor 0)") == 3);
  CHECK(constant("abs(-7) + abs(7)") == 14);
  CHECK(constant("1 ? 2 : 3") == 2);
}

TEST_CASE("logical operators and quantifiers short-circuit") {
  const std::string array = "const int a[3] = {1, 0, 2}; const int n = 5; ";
  CHECK(value_of(array + "const bool c = n < 3 && a[n] == 0;", "c") == 0);
  CHECK(value_of(array + "const bool c = n > 3 || a[n] == 0;", "c") == 1);
  CHECK(value_of(array + "const bool c = n < 3 imply a[n] == 0;", "c") == 1);
  CHECK(value_of(array + "const bool c = exists (i : int[0,9]) a[i] == 0;", "c") == 1);
  CHECK(value_of(array + "const bool c = forall (i : int[0,9]) a[i] != 0;", "c") == 0);
  CHECK(value_of(array + "const int c = sum (i : int[0,2]) a[i];", "c") == 3);
  CHECK(value_of(array + "const int c = forall (i : int[0,2]) exists (j : int[0,i]) a[j] == 1;", "c") == 1);
}

TEST_CASE("statements have their usual effect") {
  CHECK(value_of("int f(int n) { int i; int s = 0; for (i = 0; i <= n; i++) s += i; return s; } const int c = f(10);",
                 "c") == 55);
  CHECK(value_of("int f() { int s = 0; for (i : int[1,4]) { int k = i * i; s += k; } return s; } const int c = f();",
                 "c") == 30);
  CHECK(value_of("int f() { int n = 0; do { n++; } while (n < 7); return n; } const int c = f();", "c") == 7);
  CHECK(value_of("int f() { for (i : int[3,9]) if (i * i > 20) return i; return -1; } const int c = f();", "c") == 5);
  CHECK(value_of(
            "int f(int n) { if (n > 3) return 1; else if (n > 2) return 2; return 3; } const int c = f(3) * 10 + f(0);",
            "c") == 23);
  CHECK(value_of("void swap(int &a, int &b) { int t = a; a = b; b = t; } int f() { int v[2] = {1, 2}; swap(v[0], "
                 "v[1]); return v[0] * 10 + v[1]; } const int c = f();",
                 "c") == 21);
  CHECK(value_of("void g(int a[2]) { a[0] = 9; } int f() { int v[2] = {1, 2}; g(v); return v[0]; } const int c = f();",
                 "c") == 1);
  CHECK(value_of("typedef struct { int a; int b; } S; S mk(int x) { S s; s.a = x; s.b = x + 1; return s; } const int c "
                 "= mk(3).b;",
                 "c") == 4);
  CHECK(value_of("int g(const int &n) { return n + 1; } const int c = g(3 * 4);", "c") == 13);
}

TEST_CASE("updates run from left to right and see earlier ones") {
  Bench bench(
      "int i, j; int a[3]; bool b; struct { int x; int y[2]; } s, t; clock x, y;",
      "i = 2, j = i++ + 1, a[i - 1] = j, i += 4, b = 7, s.y[1] = 5, t = s, x = 3, y = x + 2, (b ? i : j) = 9, --j");
  bench.run();
  CHECK(bench.read("i") == 9);
  CHECK(bench.read("j") == 2);
  CHECK(bench.read("a[2]") == 3);
  CHECK(bench.read("b") == 1);
  CHECK(bench.read("t.y[1]") == 5);
  CHECK(bench.read("s == t") == 1);
  CHECK(bench.read("x == 3 && y == 5 && y - x == 2 && x < y && !(y < x + 2) && 7 - (y - x) > 4") == 1);
}

TEST_CASE("processes see their own locals, parameters and references") {
  Bench bench("int g;", "w = w + n, r = n, g = w");
  bench.run(0);
  bench.run(1);
  CHECK(bench.read("P0.w") == 20);
  CHECK(bench.read("P1.w") == 22);
  CHECK(bench.read("g") == 22);
  CHECK(bench.read("rr[0] * 100 + rr[2]") == 1011);
  CHECK(bench.read("P1.r") == 11);
  CHECK(bench.read("P0.la + P1.lb * 10") == 11);
  CHECK(bench.read("P1.location") == 1);
  CHECK(bench.read("deadlock") == 1);
}

TEST_CASE("functions of a process run with its locals when a query calls them") {
  Checked checked = check_xta(
      "process P(const int[0,2] i) { int w = i * 5; int f(int k) { return w + k + i; } state a; init a; }\nsystem P;");
  REQUIRE(checked.model);
  Memory memory(*checked.model);
  for (const Process& process : checked.model->processes) {
    for (const LocalObject& local : elaborate_locals(*checked.model, process)) memory.add(local, &process);
  }
  Diagnostics own;
  Query* query = read_formula(*checked.document, "E<> (sum (k : int[0,2]) P(k).f(k * 100))", own);
  REQUIRE(check_query(*checked.model, *query, own));
  Interpreter interpreter(*checked.model, memory, nullptr, 10000);
  CHECK(interpreter.evaluate(*query->predicate) == 318);
}

TEST_CASE("every run-time error has its place") {
  CHECK(update_failure("int i;", "i = 1 / i") == "3:5 division by zero");
  CHECK(update_failure("int i;", "i = 1 % i") == "3:5 division by zero");
  CHECK(update_failure("int i = -1;", "i = 1 << i") == "3:5 shift by the negative count -1");
  CHECK(update_failure("int i = -1;", "i = 1 >> i") == "3:5 shift by the negative count -1");
  CHECK(update_failure("int[0,3] i = 3;", "i++") == "3:1 value 4 is outside [0,3]");
  CHECK(update_failure("int[0,3] i;", "i = 7") == "3:1 value 7 is outside [0,3]");
  CHECK(update_failure("int i; int a[3];", "i = 3, a[i] = 1") == "3:10 array index 3 is outside [0,2]");
  CHECK(update_failure("clock x;", "x = -1") == "3:1 negative value -1 for a clock");
  CHECK(update_failure("int i = 2;", "i = i ** 40") == "3:5 arithmetic overflow: 4294967296 does not fit into 32 bits");
  CHECK(update_failure("int i = 2;", "i = i ** -1") == "3:5 negative exponent -1");
  CHECK(update_failure("int f(int[0,3] n) { return n; } int i;", "i = f(4)") == "3:7 value 4 is outside [0,3]");
  CHECK(update_failure("int[0,3] f(int n) { return n; } int i;", "i = f(4)") == "1:28 value 4 is outside [0,3]");
  CHECK(update_failure("void f(int &n) { n = 9; } int[0,3] i;", "i = 0, f(i)") == "1:18 value 9 is outside [0,3]");
  CHECK(update_failure("void f() { assert 1 > 2; }", "f()") == "1:12 assertion failed");
  CHECK(update_failure("int a[2]; int[0,3] b[2];", "a[1] = 5, b = a") == "3:11 value 5 is outside [0,3]");
}

TEST_CASE("endless loops end") {
  Bench bench("int i; void f() { while (true) i = 1 - i; }", "f()");
  CHECK(bench.failure(0, 1000).find("evaluation takes more than 1000 steps") != std::string::npos);
  CHECK(problems_of("int f() { while (true) ; return 1; } const int c = f();")
            .find("bad-value: evaluation takes more than 50000000 steps") != std::string::npos);
}

TEST_CASE("an error leaves the interpreter usable") {
  Bench bench("int i; int f(int k) { for (j : int[0,3]) { int m = k / i; i = m; } return i; }", "i = f(3)");
  const Process& process = bench.checked.model->processes[0];
  Interpreter interpreter(*bench.checked.model, *bench.memory, &process, 100000);
  const Expr& update = *process.templ->edges[0].update;
  CHECK_THROWS_AS(interpreter.execute(update), EvaluationError);
  interpreter.place(*update.args[0]).cells[0] = 3;
  interpreter.execute(update);
  CHECK(bench.read("i") == 3);
}

TEST_CASE("bound variables are visible until unbound") {
  Checked checked = check_xta(
      "int g; process P() { state a; init a; trans a -> a { select k : int[0,9]; guard k > 4; assign g = k; }; "
      "}\nsystem P;");
  REQUIRE(checked.model);
  const Edge& edge = checked.model->processes[0].templ->edges[0];
  Memory memory(*checked.model);
  Interpreter interpreter(*checked.model, memory, &checked.model->processes[0], 1000);
  interpreter.bind(*edge.selects[0].symbol, 7);
  CHECK(interpreter.holds(*edge.guard));
  interpreter.execute(*edge.update);
  CHECK(*memory.place(*checked.model->globals[0].symbol, nullptr).cells == 7);
  interpreter.unbind(*edge.selects[0].symbol);
  CHECK_THROWS_AS(interpreter.holds(*edge.guard), EvaluationError);
}

TEST_CASE("nothing but constants is known at compile time") {
  Checked checked = check_globals("int v; clock x;");
  REQUIRE(checked.model);
  ConstantEnvironment environment;
  Interpreter interpreter(*checked.model, environment, nullptr, 1000);
  Diagnostics own;
  for (const char* text : {"E<> v == 1", "E<> x < 2", "E<> deadlock", "E<> P.a", "E<> P.location == 0"}) {
    CAPTURE(text);
    Query* query = read_formula(*checked.document, text, own);
    REQUIRE(check_query(*checked.model, *query, own));
    CHECK_THROWS_AS(interpreter.holds(*query->predicate), EvaluationError);
  }
}

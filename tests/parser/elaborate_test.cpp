// Models after check(): processes, arguments, references, locals, effects, overrides.
#include <catch2/catch.hpp>

#include "tests/parser/check_support.h"

using namespace orbita;
using namespace orbita::check_test;

namespace {

std::vector<std::string> names_of(const Model& model) {
  std::vector<std::string> names;
  for (const Process& process : model.processes) names.push_back(process.name);
  return names;
}

std::vector<std::string> names_of(std::span<const Symbol* const> symbols) {
  std::vector<std::string> names;
  for (const Symbol* symbol : symbols) names.emplace_back(symbol->name);
  return names;
}

const Effects& effects_of(const Model& model, std::string_view name) {
  for (const auto& [function, effects] : model.effects) {
    if (function->name == name) return effects;
  }
  throw std::runtime_error("no such function");
}

using Texts = std::vector<std::string>;
using Cells = std::vector<std::int32_t>;

}  // namespace

TEST_CASE("process sets expand row by row") {
  const Checked checked = check_xta(
      "typedef scalar[2] S; process P(const int[1,2] i, const S s) { state a; init a; }\n"
      "process Q() { state a; init a; }\nsystem Q < P;");
  REQUIRE(checked.model);
  const Model& model = *checked.model;
  CHECK(names_of(model) == Texts{"Q", "P(1,0)", "P(1,1)", "P(2,0)", "P(2,1)"});
  REQUIRE(model.process_sets.size() == 1);
  CHECK(model.process_sets[0]->first == 1);
  CHECK(model.process_sets[0]->size == 4);
  CHECK(model.has_process_priority);
  CHECK(model.processes[0].priority == 0);
  CHECK(model.processes[3].priority == 1);
  CHECK(model.processes[3].indices == Cells{2, 0});
  CHECK(model.processes[3].arguments[0].value == Cells{2});
  CHECK(model.processes[3].arguments[0].element_of == nullptr);
  CHECK(model.processes[3].arguments[1].element_of == model.scalar_sets[0]);
  CHECK(model.process_names.at("P")->set == model.process_sets[0].get());
  CHECK(model.process_names.at("Q")->set == nullptr);
}

TEST_CASE("arguments pass through partial instances") {
  const Checked checked = check_xta(
      "int v[2][3]; struct { int a; int b; } s; const int k[2] = {5, 6};\n"
      "process P(const int n, int &x, int m, const int t[2]) { state a; init a; }\n"
      "Q(int &row[3], const int[0,2] i) = P(i * i, row[i], i + 1, k);\nR(const int[0,2] j) = Q(v[1], j);\n"
      "One = P(7, s.b, 8, k);\nsystem R, One;");
  INFO(checked.problems());
  REQUIRE(checked.model);
  const Model& model = *checked.model;
  REQUIRE(names_of(model) == Texts{"R(0)", "R(1)", "R(2)", "One"});
  const auto& arguments = model.processes[2].arguments;
  CHECK(arguments[0].value == Cells{4});
  CHECK(arguments[1].is_reference);
  CHECK(arguments[1].reference.object->name == "v");
  CHECK(arguments[1].reference.offset == 5);
  CHECK(arguments[2].value == Cells{3});
  CHECK(arguments[3].value == Cells{5, 6});
  CHECK(model.processes[3].arguments[1].reference.object->name == "s");
  CHECK(model.processes[3].arguments[1].reference.offset == 1);
}

TEST_CASE("locals are evaluated per process, in order") {
  Checked checked = check_xta(
      "const int N = 3;\nprocess P(const int[1,2] n) { const int m = n * N; const int shared = N + 1;\n"
      "int twice(int x) { return 2 * x; }\nint[0,m] v = twice(n); int[n,9] w; int u[N] = {1, m, n}; clock x = 4; state "
      "a; init a;\n"
      "trans a -> a { select i : int[n,m]; }; }\nsystem P;");
  INFO(checked.problems());
  REQUIRE(checked.model);
  Model& model = *checked.model;
  const Process& second = model.processes[1];
  const auto locals = elaborate_locals(model, second);
  REQUIRE(locals.size() == 6);
  CHECK(locals[0].value == Cells{6});
  CHECK(locals[1].value == Cells{4});
  CHECK(locals[2].value == Cells{4});
  CHECK(locals[2].type->high == 6);
  CHECK(locals[3].value == Cells{2});
  CHECK(locals[4].value == Cells{1, 6, 2});
  CHECK(locals[5].value == Cells{4});
  const Type& select = *second.templ->edges[0].selects[0].symbol->type;
  CHECK(select.parametric);
  CHECK(elaborate_type(model, select, &second)->low == 2);
  CHECK(elaborate_type(model, select, &second)->high == 6);
  CHECK(elaborate_type(model, select, &model.processes[0])->high == 3);
  CHECK(elaborate_type(model, select, &second) == elaborate_type(model, select, &second));
}

TEST_CASE("cells of structs and arrays are in order") {
  const Checked checked =
      check_globals("struct { int a; bool b[2]; } s[2] = {{1, {true, false}}, {2, {false, true}}};");
  REQUIRE(checked.model);
  CHECK(cells_of(*checked.model, "s") == Cells{1, 1, 0, 2, 0, 1});
  Texts paths;
  for_each_leaf(*checked.model->globals[0].type,
                [&](std::uint32_t offset, const ConcreteType&, const std::string& path) {
                  paths.push_back(std::to_string(offset) + path);
                });
  CHECK(paths == Texts{"0[0].a", "1[0].b[0]", "2[0].b[1]", "3[1].a", "4[1].b[0]", "5[1].b[1]"});
}

TEST_CASE("scalar sets belong to their scope") {
  Checked checked = check_xta(
      "typedef scalar[3] S; typedef S T; int a[T];\nprocess P(const int n) { typedef scalar[n] L; L l; state a; init "
      "a; }\n"
      "P2 = P(2); P4 = P(4); system P2, P4;");
  REQUIRE(checked.model);
  Model& model = *checked.model;
  REQUIRE(model.scalar_sets.size() == 2);
  CHECK(model.scalar_sets[0]->name == "S");
  CHECK(model.scalar_sets[0]->count == 3);
  CHECK(model.scalar_sets[0]->owner == nullptr);
  CHECK(model.scalar_sets[1]->name == "L");
  CHECK(model.scalar_sets[1]->count == -1);
  CHECK(model.scalar_sets[1]->owner == model.processes[0].templ);
  CHECK(elaborate_locals(model, model.processes[1])[0].type->high == 3);
  CHECK(model.globals[0].type->index_set == model.scalar_sets[0]);
}

TEST_CASE("effects are transitive and see through references") {
  const Checked checked = check_globals(
      "int a, b, c[3], i; clock x; const int K = 2;\n"
      "void set(int &r, int v) { r = v; x = 0; }\n"
      "int get() { int l = a; set(c[i], b); return l + K; }\n"
      "int pure(int n) { int l = n; l++; return l; }");
  REQUIRE(checked.model);
  CHECK(names_of(effects_of(*checked.model, "set").reads) == Texts{});
  CHECK(names_of(effects_of(*checked.model, "set").writes) == Texts{"x", "r"});
  CHECK(names_of(effects_of(*checked.model, "get").reads) == Texts{"a", "b", "i", "K"});
  CHECK(names_of(effects_of(*checked.model, "get").writes) == Texts{"c", "x"});
  CHECK(names_of(effects_of(*checked.model, "pure").reads) == Texts{});
  CHECK(names_of(effects_of(*checked.model, "pure").writes) == Texts{});
}

TEST_CASE("channel priorities list cells") {
  const Checked checked = check_globals("chan a, b[3]; chan priority b[1] < a < default < b;");
  REQUIRE(checked.model);
  const ChannelPriority& priority = checked.model->channel_priority;
  CHECK(priority.declared);
  CHECK(priority.default_level == 2);
  CHECK(priority.levels.size() == 4);
  CHECK(priority.levels.at({checked.model->globals[0].symbol, 0}) == 1);
}

TEST_CASE("constants can be set from outside") {
  const std::string text =
      "const int N = 3; const int M = N * 2; const int a[2] = {1, 2}; const struct { int x; bool y; } s = {1, false}; "
      "int v[N]; int w; const int limit = 1;";
  CheckOptions options;
  options.overrides = {{"N", "5"}, {"a[1]", "-7"}, {"s.y", "true"}};
  const Checked checked = check_globals(text, options);
  INFO(checked.problems());
  REQUIRE(checked.model);
  CHECK(cells_of(*checked.model, "N") == Cells{5});
  CHECK(cells_of(*checked.model, "M") == Cells{10});
  CHECK(cells_of(*checked.model, "a") == Cells{1, -7});
  CHECK(cells_of(*checked.model, "s") == Cells{1, 1});
  CHECK(cells_of(*checked.model, "v").size() == 5);
  const auto problem = [&](const std::string& name, const std::string& value) {
    CheckOptions wrong;
    wrong.overrides = {{name, value}};
    return check_globals(text, wrong).problems();
  };
  CHECK(problem("w", "1") == "- error bad-override: --set w: 'w' is not a constant");
  CHECK(problem("limt", "1") ==
        "- error bad-override: --set limt: the model has no constant 'limt' (did you mean 'limit'?)");
  CHECK(problem("N", "x") == "- error bad-override: --set N: 'x' is not an integer, true or false");
  CHECK(problem("s.y", "2") == "- error bad-override: --set s.y: value 2 is outside [0,1]");
  CHECK(problem("a[2]", "2") == "- error bad-override: --set a[2]: 'a' is of type int[2] and has no such integer");
}

TEST_CASE("refused constructs can be inspected on demand") {
  const std::string text = "clock x; process P() { state a; init a; trans a -> a { guard x < 1.5; }; }\nsystem P;";
  CHECK_FALSE(check_xta(text).model);
  CheckOptions options;
  options.allow_refused = true;
  const Checked checked = check_xta(text, options);
  REQUIRE(checked.model);
  CHECK(checked.model->refusals.size() == 1);
  CHECK_FALSE(checked.diagnostics.has_errors());
}

TEST_CASE("constructs for statistical queries are allowed on demand, others are not") {
  CheckOptions options;
  options.allow_statistical = true;
  const auto edge = [&](const std::string& globals, const std::string& label) {
    return check_xta(globals + " process P() { state a; init a; trans a -> a { " + label + " }; }\nsystem P;", options);
  };
  for (const char* guard : {"guard x < 1.5;", "guard d > 1.0;", "guard h < 3;", "assign i = random(3) > 1.0;",
                            "assign d = 1.0;", "assign cost += 2;"}) {
    const Checked checked = edge("clock x; double d; hybrid clock h; int i;", guard);
    CAPTURE(guard, checked.problems());
    REQUIRE(checked.model);
    CHECK(checked.model->refusals.size() == 1);
  }
  CHECK_FALSE(edge("clock x, y, z;", "guard x - y < z;").model);
  CHECK_FALSE(edge("urgent chan u; clock x;", "guard x > 1; sync u!;").model);
  CHECK_FALSE(edge("clock x;", "guard x < 1.5 && nobody;").model);
}

TEST_CASE("a name of priced models is reported once, at any place") {
  const std::string text =
      "process P() { state a { cost' == 1 }, b { cost' == 2 }; init a; trans a -> b { assign cost += 3; }; }\n"
      "process Q() { state a { cost' == 1 }; init a; }\nsystem P, Q;";
  CHECK(check_xta(text).problems() ==
        "1:25 error priced-automata: 'cost' is not declared; where it is built in (UPPAAL CORA) it is the cost of "
        "priced timed "
        "automata, which cannot be verified here (if it is a variable of this model, declare it)");
  CHECK(check_xta("clock cost; " + text).problems().find("cost") == std::string::npos);
}

TEST_CASE("an embedded query with an error does not affect the model") {
  const Checked checked =
      check_xta("process P() { state a; init a; }\nsystem P;\nquery { E<> P.a }\nquery { E<> P.b }\n");
  INFO(checked.problems());
  REQUIRE(checked.model);
  if (checked.model->queries.size() == 2) {
    CHECK(checked.model->queries[0]->checked);
    CHECK_FALSE(checked.model->queries[1]->checked);
    CHECK(checked.diagnostics.error_count() == 1);
  }
}

TEST_CASE("ranges of quantifiers may depend on outer ones, but not as a fixed type") {
  Checked checked =
      check_globals("int f() { return forall (i : int[0,3]) exists (j : int[0,i]) j == i; } const int c = f();");
  REQUIRE(checked.model);
  CHECK(cells_of(*checked.model, "c") == Cells{1});
}

TEST_CASE("two thousand instances load in linear time") {
  std::string text =
      "int v; process P(const int i, int &k) { const int m = i * 2; int[0,m+1] w = i; state a; init a; trans a -> a { "
      "select s : int[0,m]; guard k > s; }; }\n";
  std::string system = "system ";
  for (int i = 0; i < 2000; ++i) {
    text += "P" + std::to_string(i) + " = P(" + std::to_string(i) + ", v);\n";
    system += (i ? ", P" : "P") + std::to_string(i);
  }
  const Checked checked = check_xta(text + system + ";\n");
  REQUIRE(checked.model);
  CHECK(checked.model->processes.size() == 2000);
}

TEST_CASE("types that grow exponentially are refused") {
  std::string text = "typedef struct { int a; } T0;\n";
  for (int i = 1; i < 60; ++i) {
    text += "typedef struct { T" + std::to_string(i - 1) + " a; T" + std::to_string(i - 1) + " b; } T" +
            std::to_string(i) + ";\n";
  }
  CHECK(problems_of(text) == "13:29 error too-large: this type has more than 10000 parts");
  std::string dims;
  for (int i = 0; i < 5000; ++i) dims += "[1]";
  CHECK(problems_of("int a" + dims + ";") == "1:14707 error too-deep: this type is nested more than 100 levels deep");
}

TEST_CASE("expressions nested beyond all reason are refused") {
  std::string sum = "1";
  for (int i = 0; i < 3000; ++i) sum += "+1";
  CHECK(problems_of("const int c = " + sum + ";").find("too-deep: this expression is nested too deeply") !=
        std::string::npos);
}

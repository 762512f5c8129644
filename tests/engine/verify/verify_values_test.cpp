// Values that are not integers: strings, and doubles inside functions.
#include <catch2/catch.hpp>

#include "tests/engine/verify_support.h"

using namespace orbita;
using namespace orbita::test;

TEST_CASE("processes differ by the strings they are given") {
  const std::unique_ptr<Model> model = model_from(R"(
    const string right = "abc"; int tries;
    bool same(const string& s) { return s == right; }
    process P(const string& s, string t) {
      state a, b, c; init a;
      trans a -> b { guard same(s); assign tries++; }, a -> c { guard t == "z" && !same(t); };
    }
    Q = P("abc", "y"); R = P("abd", "z"); One(const string s) = P(s, "w"); S = One(right);
    system Q, R, S;)");
  VerifyOptions options;
  options.trace = TraceKind::some;
  for (const char* formula :
       {"E<> Q.b && S.b && R.c", "A[] not R.b", "A[] not (Q.c or S.c)", "A[] Q.s == S.s && Q.s != R.s",
        "E<> Q.s == \"abc\"", "A[] R.t != \"abc\" && R.t == \"z\""}) {
    CAPTURE(formula);
    CHECK(decide(*model, formula, options).verdict == Verdict::satisfied);
  }
  CHECK(decide(*model, "E<> tries == 3", options).verdict == Verdict::not_satisfied);
}

TEST_CASE("doubles decide where functions and updates use them") {
  const std::unique_ptr<Model> model = model_from(R"(
    const double step = 0.5; int n, percent; struct { double unused; int used; } mixed = { 1.5, 7 };
    double share(int a) { return 1.0 * a / 3; }
    bool done() { return share(n) > 0.9; }
    void up() { n++; percent = fint(share(n) * 100); }
    process P(const double scale) {
      clock x; int[0,20] far;
      state a { x <= 3 }, b; init a;
      trans a -> a { guard n < 3 && x >= 1; assign up(), far = fint(n * scale + step), x = fint(share(0)); },
            a -> b { guard mixed.used == 7 && done(); };
    }
    Q = P(2.25); R = P(3);
    system Q, R;)");
  VerifyOptions options;
  options.trace = TraceKind::some;
  for (const char* formula : {"E<> percent == 33", "E<> percent == 66 && Q.far == 5", "A[] percent <= 100",
                              "A[] Q.far == 0 || Q.far == 2 || Q.far == 5 || Q.far == 7", "E<> R.far == 9",
                              "A[] Q.b imply n == 3", "E<> Q.b && R.b"}) {
    CAPTURE(formula);
    CHECK(decide(*model, formula, options).verdict == Verdict::satisfied);
  }
  for (const char* formula : {"E<> percent == 67", "E<> R.far == 8", "A[] percent < 100"}) {
    CAPTURE(formula);
    CHECK(decide(*model, formula, options).verdict == Verdict::not_satisfied);
  }
}

TEST_CASE("integers next to doubles are found at their offsets") {
  const std::string declarations =
      "typedef struct { double b; int a; } S; S s[2] = { { 1.5, 7 }, { 2.5, 8 } }; const S t[2] = { { 1.5, 7 }, { 2.5, "
      "8 } }; int i = 1, k;";
  const std::unique_ptr<Model> model = model_from(declarations +
                                                  "process P() { state a, b; init a; trans a -> b { guard s[i].a == 8 "
                                                  "&& t[1].a == 8; assign s[i - 1].a = 9, k = s[0].a; }; } system P;");
  VerifyOptions options;
  options.trace = TraceKind::some;
  CHECK(decide(*model, "E<> P.b && k == 9 && s[0].a == 9 && s[1].a == 8", options).verdict == Verdict::satisfied);
  const std::unique_ptr<Model> table =
      model_from(declarations + "process P() { state a; init a; trans a -> a { guard t[i].a == 8; }; } system P;");
  CHECK_THROWS_AS(decide(*table, "E<> k == 0"), ModelError);
}

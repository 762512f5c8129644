// Values that are no integers: strings.
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
  for (const char* formula : {"E<> Q.b && S.b && R.c", "A[] not R.b", "A[] not (Q.c or S.c)", "A[] Q.s == S.s && Q.s != R.s",
                              "E<> Q.s == \"abc\"", "A[] R.t != \"abc\" && R.t == \"z\""}) {
    CAPTURE(formula);
    CHECK(decide(*model, formula, options).verdict == Verdict::satisfied);
  }
  CHECK(decide(*model, "E<> tries == 3", options).verdict == Verdict::not_satisfied);
}

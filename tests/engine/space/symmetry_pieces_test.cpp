// Liveness with clock predicates over all elements: the convex pieces of such a predicate depend on the
// names of the elements, the verdict must not.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "tests/engine/verify_support.h"

using namespace orbita;
using namespace orbita::test;

namespace {

class PieceMaker {
 public:
  explicit PieceMaker(std::uint32_t seed) : random_(seed) {}
  std::string model() {
    std::string text = "typedef scalar[" + number(2, 3) + "] S; clock z;\nprocess P(const S id) { clock x; state A";
    text += (chance(40) ? " { x <= " + number(2, 4) + " }" : "") + std::string(", B") +
            (chance(40) ? " { x <= " + number(1, 3) + " }" : "") + "; init A;\n trans A -> " +
            (chance(50) ? "A" : "B") + " { " + guard() + "assign x = 0; }, B -> A { " + guard() +
            (chance(50) ? "assign x = 0; " : "") + "}";
    if (chance(50)) text += ", A -> B { " + guard() + (chance(50) ? "assign z = 0; " : "") + "}";
    return text + "; }\nsystem P;\n";
  }
  std::string predicate() {
    std::string result = part();
    for (int k = pick(3); k > 0; --k) result += (chance(50) ? " || " : " && ") + part();
    return result;
  }

 private:
  int pick(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  bool chance(int percent) { return pick(100) < percent; }
  std::string number(int low, int high) { return std::to_string(low + pick(high - low + 1)); }
  std::string relation() {
    static const char* all[] = {"<=", "<", ">", ">="};
    return all[pick(4)];
  }
  std::string guard() { return chance(60) ? "guard x " + relation() + " " + number(1, 3) + "; " : ""; }
  std::string atom() {
    return chance(75) ? "P(i).x " + relation() + " " + number(1, 3) : chance(50) ? "P(i).A" : "P(i).B";
  }
  std::string part() {
    if (chance(15)) return "z " + relation() + " " + number(1, 3);
    return std::string(chance(50) ? "(exists (i : S) " : "(forall (i : S) ") + atom() +
           (chance(50) ? chance(50) ? " && " + atom() : " || " + atom() : "") + ")";
  }
  std::mt19937 random_;
};

int check_seed(std::uint32_t seed) {
  PieceMaker maker(seed);
  const std::string text = maker.model();
  INFO("seed " << seed << "\n" << text);
  const std::unique_ptr<Model> model = model_from(text);
  const std::vector<std::string> formulas{"E[] " + maker.predicate(), "E[] " + maker.predicate(),
                                          "A<> " + maker.predicate(), maker.predicate() + " --> " + maker.predicate()};
  const std::vector<Query*> queries = queries_of(*model, formulas);
  VerifyOptions options;
  options.limits.states = 2000;
  options.limits.explored = 40000;
  options.symmetry = SymmetryChoice::off;
  const std::vector<QueryResult> expected = decide(*model, queries, options);
  int satisfied = 0;
  for (const SymmetryChoice choice : {SymmetryChoice::automatic, SymmetryChoice::refine, SymmetryChoice::enumerate}) {
    options.symmetry = choice;
    const std::vector<QueryResult> found = decide(*model, queries, options);
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (expected[i].verdict == Verdict::unknown || found[i].verdict == Verdict::unknown) continue;
      CAPTURE(formulas[i], static_cast<int>(choice), found[i].reason);
      CHECK(to_text(found[i].verdict) == to_text(expected[i].verdict));
      satisfied += found[i].verdict == Verdict::satisfied ? 1 : 0;
    }
  }
  return satisfied;
}

}  // namespace

TEST_CASE("liveness with clock predicates does not depend on names") {
  const char* count = std::getenv("ORBITA_MODELS");
  const std::uint32_t models = count ? static_cast<std::uint32_t>(std::strtoul(count, nullptr, 10)) : 150;
  int satisfied = 0;
  for (std::uint32_t seed = 1; seed <= models; ++seed) satisfied += check_seed(seed);
  CHECK(satisfied > 100);
}

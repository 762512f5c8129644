// Which exchanges of ids edges respect: proved on terms, and refused where a state tells.
#include <catch2/catch.hpp>

#include <memory>
#include <string>

#include "engine/compile/compile.h"
#include "engine/exchange/edge_partitions.h"
#include "tests/engine/replay_fixture.h"

using namespace orbita;
using namespace orbita::exchange;
using namespace orbita::test;

namespace {

// The partition of the only interesting edge, A -> B of P, as text; "" is the coarsest.
std::string respected(const std::string& declarations, const std::string& labels, const std::string& locals = "",
                      const std::string& location = "A") {
  const std::unique_ptr<Model> model = model_from(
      "typedef int[0,3] id_t; bool b[id_t]; int[0,2] g; int[-1,3] owner; id_t last; chan c[id_t]; broadcast chan go;" +
      declarations + " process P(const id_t id) { " + locals + " state " + location + ", B; init A; trans A -> B { " +
      labels + " }; } system P;");
  const std::unique_ptr<Network> network = compile(*model);
  const EdgePartitions known = prove_exchanges(*network, find_id_classes(*network));
  std::string text;
  for (const AsymmetricPart& part : known.asymmetric)
    text += (text.empty() ? "" : "; ") + known.partitions.describe(known.ids.layout, part.respects);
  return text;
}

const std::string on = " on int[0,3]";

}  // namespace

TEST_CASE("edges that treat all ids alike respect every exchange") {
  for (const char* labels :
       {"", "guard b[id];", "guard !b[id] && owner == id;", "guard forall (j : id_t) !b[j];",
        "guard exists (j : id_t) j != id && b[j];", "guard owner == -1; assign owner = id;", "assign b[last] = b[id];",
        "guard (sum (j : id_t) b[j]) < 2; assign last = id;", "sync c[id]!;", "sync c[last]!;",
        "select s : id_t; guard s != id && b[s]; sync c[s]!; assign last = s;", "guard b[last]; assign g = 2;",
        "assign g = g > 1 ? 0 : g + 1;", "guard last != owner; assign last = owner >= 0 ? last : id;"}) {
    CAPTURE(labels);
    CHECK(respected("", labels) == "");
  }
  CHECK(respected("bool any() { for (j : id_t) if (b[j]) return true; return false; }", "guard any();") == "");
  CHECK(respected("", "guard x <= 3; assign x = 0;", "clock x;", "A { x <= 5 }") == "");
}

TEST_CASE("edges that tell ids apart respect the exchanges that nothing tells") {
  CHECK(respected("", "guard id < 2;") == "{0,1}{2,3}" + on);
  CHECK(respected("", "guard b[3];") == "{0,1,2}{3}" + on);
  CHECK(respected("", "guard forall (j : int[0,1]) !b[j];") == "{0,1}{2,3}" + on);
  CHECK(respected("", "assign g = id % 2;") == "{0,2}{1,3}" + on);
  CHECK(respected("const int t[4] = {5, 7, 7, 5};", "guard x > t[id];", "clock x;") == "{0,3}{1,2}" + on);
  CHECK(respected("", "assign owner = 2;") == "{0,1,3}{2}" + on);
  CHECK(respected("", "guard last < 2;") == "{0,1}{2,3}" + on);
  CHECK(respected("", "sync c[0]!;") == "{0}{1,2,3}" + on);
  CHECK(respected("", "guard b[id == 3 ? 0 : id + 1];") == "{0}{1}{2}{3}" + on);
  CHECK(respected("", "", "clock x;", "A { x <= (id == 1 ? 2 : 3) }") == "{0,2,3}{1}" + on);
}

TEST_CASE("each value of a select that tells ids apart is a family of its own") {
  const std::string text =
      respected("int rank(id_t i) { return i < 2 ? i : 2; }",
                "select k : int[0,2]; guard rank(id) == k && (forall (j : id_t) rank(j) < k imply !b[j]);");
  CHECK(text == "{0}{1,2,3}" + on + "; {0}{1}{2,3}" + on + "; {0,1}{2,3}" + on);
}

TEST_CASE("what cannot be proved counts as telling all ids apart") {
  CHECK(respected("int big;", "guard big * big * big > 7;") == "{0}{1}{2}{3}" + on);
}

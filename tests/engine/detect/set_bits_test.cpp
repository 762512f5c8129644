// Sets of ids that are kept as bits of a number: `1 << id`.
#include <catch2/catch.hpp>
#include <string>

#include "engine/compile/compile.h"
#include "engine/detect/detected.h"
#include "symmetry/set_bits.h"
#include "tests/engine/detect/both_ways.h"

using namespace orbita;
using namespace orbita::test;

namespace {

// Ids from `first`; whoever is in the set says so by bit id + shift.
std::string set_members(int first, int shift, const std::string& range, const std::string& guard = "true",
                        const std::string& update = "in = in") {
  const std::string low = std::to_string(first), high = std::to_string(first + 2);
  const std::string bit = "(1 << id + " + std::to_string(shift) + ")";
  return "int" + range + " in; int[0,3] n;\nprocess P(const int[" + low + "," + high +
         "] id) { state A, B, C; init A; trans\n"
         "A -> B { guard (in & " +
         bit + ") == 0; assign in |= " + bit +
         "; },\n"
         "B -> C { guard " +
         guard + "; assign n = n < 3 ? n + 1 : 0, " + update +
         "; },\n"
         "C -> A { assign in ^= " +
         bit + "; }; }\nsystem P;\n";
}

}  // namespace

TEST_CASE("bits of a set are exchanged, counted and renamed") {
  static_assert(with_bits_exchanged(0b0101, 0, 1) == 0b0110);
  static_assert(with_bits_exchanged(-2, 0, 1) == -3);
  static_assert(with_bits_renamed(0b11010, 1, 3, [](int e) { return (e + 1) % 3; }) == 0b10110);
  CHECK(has_all_alike(0, 7, 0, 3));
  CHECK(has_all_alike(0, 8, 0, 3));
  CHECK(has_all_alike(0, 6, 0, 3));
  CHECK(!has_all_alike(0, 5, 0, 3));
  CHECK(!has_all_alike(1, 7, 0, 3));  // a dead variable would hold 1: some element
  CHECK(has_all_alike(-32768, 32767, 0, 8));
  CHECK(!has_all_alike(0, 99'999, 0, 8));
}

TEST_CASE("sets of ids as bits of a number are found") {
  CHECK(found_group(set_members(0, 0, "[0,7]")) == "S_3 on P");
  CHECK(found_group(set_members(0, 0, "")) == "S_3 on P");
  CHECK(found_group(set_members(1, 0, "[0,15]")) == "S_3 on P");
  CHECK(found_group(set_members(1, -1, "[0,7]")) == "S_3 on P");
  CHECK(found_group(set_members(0, 2, "[0,63]")) == "S_3 on P");
  CHECK(found_group(set_members(0, 0, "[0,7]", "in == 7")) == "S_3 on P");
  CHECK(found_group(set_members(0, 0, "[0,7]", "forall (i : int[0,2]) (in >> i & 1) == 1 || i != id")) == "S_3 on P");
}

TEST_CASE("a literal that names some bits keeps their elements apart") {
  CHECK(found_group(set_members(0, 0, "[0,7]", "in != 1")) == "S_2 on P");
  CHECK(found_group(set_members(0, 0, "[0,7]", "in != 3")) == "S_2 on P");
  CHECK(found_group(set_members(0, 0, "[0,7]", "true", "in |= 4")) == "S_2 on P");
  CHECK(found_group(set_members(0, 0, "[0,7]", "in > 3")) == "S_2 on P");
  CHECK(found_group(set_members(0, 0, "[0,7]", "true", "in = in >> 1")) == "");
  // Elements whose exchange leads out of the range are no candidates.
  CHECK(found_group(set_members(0, 0, "[0,5]", "in < 3")) == "");
}

TEST_CASE("a query may name bits") {
  const std::string model = set_members(0, 0, "[0,7]");
  CHECK(decided_both_ways(model, "E<> in == 2 && P(1).B && n == 2").verdict == Verdict::satisfied);
  CHECK(decided_both_ways(model, "E<> in == 2 && P(0).C").verdict == Verdict::not_satisfied);
  CHECK(found_group(model, "E<> in == 7") == "S_3 on P");
  CHECK(found_group(model, "A[] in != 5 || n < 3") == "S_2 on P");
  CHECK(found_group(model, "E[] not P(1).C") == "S_2 on P");
  CHECK(found_group(model, "sup: in") == "");
}

// Everybody knows a set, and tells it to somebody by the channel it stands for.
TEST_CASE("channels may be indexed by sets") {
  const auto model = [](const std::string& learned) {
    return "const int N = 3; typedef int[0,N-1] id_t; typedef int[0,7] set_t; chan tell[N][8];\n"
           "process P(const id_t id) { set_t known; id_t other; state S, A, B, C; commit S; init S; trans\n"
           "S -> A { assign known = 1 << id; },\n"
           "A -> B { select j : id_t; guard j != id; assign other = j; },\n"
           "B -> A { sync tell[other][known]!; },\n"
           "A -> C { select s : set_t; sync tell[id][s]?; assign known = " +
           learned +
           "; },\n"
           "C -> A { guard known != 0; }; }\nsystem P;\n";
  };
  CHECK(found_group(model("known | s")) == "S_3 on P");
  CHECK(found_group(model("s == 1 ? 1 : known | s")) == "S_2 on P");
  const std::string all = "E<> forall (i : int[0,2]) P(i).known == 7";
  CHECK(decided_both_ways(model("known | s"), all).verdict == Verdict::satisfied);
  CHECK(decided_both_ways(model("known & s"), all).verdict == Verdict::not_satisfied);
  CHECK(found_group(model("known | s"), "E<> P(0).known == 5 && P(1).known == 6") != "S_3 on P");
}

TEST_CASE("rotations leave sets of ids alone") {
  const std::string model =
      "const int N = 3; typedef int[0,N-1] id_t; int[0,7] in; bool fork[N];\n"
      "process P(const id_t id) { state A, B; init A; trans\n"
      "A -> B { guard !fork[id] && !fork[(id + 1) % N]; assign fork[id] = true, in |= 1 << id; },\n"
      "B -> A { assign fork[id] = false, in &= 7 ^ 1 << id; }; }\nsystem P;\n";
  CHECK(found_group(model) == "");
}

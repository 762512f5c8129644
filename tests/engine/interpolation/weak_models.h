// Tiny random models whose processes differ in numbers that enter arithmetic: computed indices, two templates, loops,
// functions, channels, clocks. Mostly not symmetric, on purpose.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace orbita::test {

struct WeakModel {
  std::string text;
  std::vector<std::string> queries;
};

class WeakModelMaker {
 public:
  // `may_fail`: indices may be outside of arrays and divisors 0, in guards, channels and updates.
  explicit WeakModelMaker(std::uint64_t seed, bool may_fail = false)
      : random_(seed * 2654435761U + 99), may_fail_(may_fail) {}

  WeakModel make() {
    count_ = 2 + below(2);
    clocks_ = chance(35), channels_ = chance(35), functions_ = chance(30), selects_ = chance(20), second_ = chance(35),
    committed_ = chance(15), broadcast_ = chance(15), urgent_ = chance(10), errors_ = chance(8),
    nonlinear_ = chance(20), local_constant_ = chance(20), invariants_ = chance(25);
    if (second_ && clocks_) count_ = 2;
    WeakModel model;
    model.text = declarations() + process("P", "const int[1,N] id");
    if (second_) model.text += process("Q", "const int[0,1] id");
    model.text += std::string("system P") + (second_ ? ", Q" : "") + ";\n";
    for (int i = 0; i < 3; ++i) model.queries.push_back(query());
    return model;
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  bool chance(int percent) { return below(100) < percent; }
  std::string pick(const std::vector<std::string>& texts) {
    return texts[static_cast<std::size_t>(below(static_cast<int>(texts.size())))];
  }
  std::string number(int n) { return std::to_string(below(n)); }

  std::string declarations() {
    std::string text = "const int N = " + std::to_string(count_) + ";\n";
    text += "int[0,3] x, y; int[0,2] a[4]; const int T[4] = { 0, 2, 1, 2 };\n";
    if (clocks_) text += "clock z;\n";
    if (channels_) text += std::string(urgent_ ? "urgent " : "") + "chan c; chan d[4];\n";
    if (broadcast_) text += "broadcast chan b;\n";
    if (functions_) {
      text +=
          "int[0,3] largest() { int[0,3] m = 0; for (i : int[0,3]) if (a[i] > m) m = a[i]; return m; }\n"
          "void put(int[0,3] &v, int w) { if (w % 2 == 0) v = w % 4; else v = (v + w) % 4; }\n";
    }
    return text;
  }

  // An index or value between 0 and 3.
  std::string place() {
    std::vector<std::string> texts{"id", "(id + 1) % N", "x", "(id + x) % 4", number(4), "(id + y) % 3", "y"};
    if (selects_) texts.push_back("s");
    if (local_constant_) texts.push_back("next");
    if (may_fail_ && chance(10)) return pick({"x + 1", "id + x", "y - 1"});
    return pick(texts);
  }

  std::string value() {
    std::vector<std::string> texts{
        "id", "x", "y", "l", "a[" + place() + "]", number(4), "x + id", "T[" + place() + "]", "y - l", "2 * l + id"};
    if (functions_) texts.push_back("largest()");
    if (nonlinear_) texts.push_back("x * y"), texts.push_back("x / id"), texts.push_back("(x > y ? x : id)");
    if (selects_) texts.push_back("s");
    if (may_fail_ && chance(10)) return pick({"6 / y", "id % x", "x / (y - l)", "some"});
    return pick(texts);
  }

  std::string test() {
    const std::string order = pick({" == ", " != ", " < ", " <= ", " >= "});
    switch (below(8)) {
      case 0: return "a[" + place() + "]" + order + number(3);
      case 1: return "id" + order + (1 + below(count_) > 1 ? "2" : "1");
      case 2: return "x" + order + number(4);
      case 3: return "(l == " + number(3) + " || y" + order + value() + ")";
      case 4: return "(forall (i : int[1,N]) a[i]" + order + number(3) + ")";
      case 5: return "(exists (i : int[0,3]) a[i] == " + value() + ")";
      case 6: return "(sum (i : int[1,N]) a[i])" + order + number(5);
      default: return value() + order + value();
    }
  }

  std::string clock_test() {
    const std::string clock = pick({"w", "w", "z"}), bound = pick({number(4), number(3), "id", "y", "T[id]"});
    return clock + pick({" >= ", " > ", " <= ", " < ", " == "}) + bound;
  }

  std::string assignment() {
    switch (below(errors_ ? 8 : 7)) {
      case 0: return "x = (" + value() + " + 4) % 4";
      case 1: return "y = (y + id) % 4";
      case 2: return "a[" + place() + "] = (" + value() + " + 3) % 3";
      case 3: return "l = (" + value() + " + 3) % 3";
      case 4: return functions_ ? "put(x, " + value() + " + 4)" : "a[id] = 1";
      case 5: return clocks_ ? pick({"w = 0", "z = 0", "w = " + number(3)}) : "x = 0";
      case 6: return "a[(id + 1) % N] = a[id]";
      default: return "x = x + " + value();
    }
  }

  std::string edge(int from, int to) {
    std::string text = "S" + std::to_string(from) + " -> S" + std::to_string(to) + " {";
    if (selects_) text += " select s : int[0,2];";
    std::string guard;
    if (chance(70)) guard = test();
    if (chance(20)) guard += (guard.empty() ? "" : " && ") + test();
    std::string sync;
    if (broadcast_ && chance(20)) sync = pick({"b!", "b?"});
    else if (channels_ && chance(45)) sync = pick({"c!", "c?", "d[id]!", "d[" + place() + "]?", "d[x]!"});
    const bool timed = clocks_ && !(urgent_ && sync.starts_with("c")) && chance(50);
    if (timed) guard += (guard.empty() ? "" : " && ") + clock_test();
    if (!guard.empty()) text += " guard " + guard + ";";
    if (!sync.empty()) text += " sync " + sync + ";";
    std::string update;
    for (int i = below(3); i > 0; --i) update += (update.empty() ? "" : ", ") + assignment();
    if (!update.empty()) text += " assign " + update + ";";
    return text + " }";
  }

  std::string process(const std::string& name, const std::string& parameter) {
    std::string text = "process " + name + "(" + parameter + ") {\n  int[0,2] l;\n";
    if (clocks_) text += "  clock w;\n";
    if (local_constant_) text += "  const int next = (id + 1) % N;\n";
    if (may_fail_) text += "  const bool some = id - 1;\n";
    const auto invariant = [&]() -> std::string {
      if (clocks_ && chance(35)) return " { w <= " + pick({"2", "3", "id + 1", "T[id] + 1"}) + " }";
      if (invariants_ && chance(30)) return " { x + l <= " + std::to_string(3 + below(2)) + " }";
      return "";
    };
    text += "  state S0, S1" + invariant() + ", S2" + invariant() + ";\n";
    if (committed_) text += "  commit S2;\n";
    text += "  init S0;\n  trans ";
    const int edges = 3 + below(3);
    for (int i = 0; i < edges; ++i) {
      const int from = i == 0 ? 0 : below(3);
      text += (i == 0 ? "" : ",\n        ") + edge(from, chance(60) ? (from + 1) % 3 : below(3));
    }
    return text + ";\n}\n";
  }

  std::string query() {
    const std::string n = number(4);
    std::vector<std::string> texts{
        "E<> x == " + n + " && P(1).S2",
        "E<> forall (i : int[1,N]) P(i).S2",
        "E<> exists (i : int[1,N]) exists (j : int[1,N]) i != j && P(i).S1 && P(j).S1 && a[i] > a[j]",
        "A[] (sum (i : int[1,N]) P(i).l) <= " + std::to_string(1 + below(5)),
        "A[] x + y <= " + std::to_string(2 + below(5)),
        "A[] forall (i : int[1,N]) P(i).S2 imply a[i] != " + number(3),
        "E<> a[0] + a[1] + a[2] == " + std::to_string(2 + below(4)),
        "E<> P(2).S2 && P(1).S1 && y == " + n,
        "A[] not (P(1).S2 && P(2).S2)",
        "E<> exists (i : int[1,N]) P(i).S2 && P(i).l * x == " + n};
    if (clocks_) {
      texts.push_back("E<> exists (i : int[1,N]) P(i).S1 && P(i).w > " + n);
      texts.push_back("A[] forall (i : int[1,N]) P(i).S2 imply P(i).w <= " + std::to_string(1 + below(4)));
      texts.push_back("E<> z > 2 && P(1).S2 && x == " + n);
    }
    return pick(texts);
  }

  std::mt19937_64 random_;
  const bool may_fail_;
  int count_ = 2;
  bool clocks_ = false, channels_ = false, functions_ = false, selects_ = false, second_ = false, committed_ = false,
       broadcast_ = false, urgent_ = false, errors_ = false, nonlinear_ = false, local_constant_ = false,
       invariants_ = false;
};

}  // namespace orbita::test

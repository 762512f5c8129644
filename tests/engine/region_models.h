// Tiny random models as XTA text, and random queries for them.
//
// Two processes of two or three locations, a shared and a local clock, constants up to 3, a bounded variable; edges of
// every kind. A feature is switched on or off per model, so that most models use few of them and a failing one is
// small.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

namespace orbita::test {

inline constexpr int largest_constant = 3;

struct TimedModel {
  std::string text;
  std::vector<std::string> queries;
  bool differences = false;
  int largest = largest_constant;   // no constant of the model or of a query is larger
  bool is_long = false;             // values unknown in advance are written to clocks whose differences are compared
  std::uint64_t most_states = 400;  // enough for every query that has to be decided
};

class TimedModelMaker {
 public:
  explicit TimedModelMaker(std::uint64_t seed) : random_(seed) {}

  TimedModel make() {
    invariants_ = chance(80), urgent_ = chance(25), committed_ = chance(25), priorities_ = chance(10);
    values_ = chance(30), copies_ = chance(15), differences_ = chance(12), variable_ = chance(60),
    data_invariant_ = chance(10);
    guarded_receivers_ = chance(30);
    TimedModel model;
    model.differences = differences_;
    model.text = "clock z; int[0,2] n; chan a; broadcast chan b; urgent chan u; urgent broadcast chan v;\n";
    if (priorities_)
      model.text +=
          pick({"chan priority a < default;\n", "chan priority default < b;\n", "chan priority u < a < default;\n"});
    for (const char* name : {"P", "Q"}) model.text += process(name);
    model.text += priorities_ && chance(50) ? "system P < Q;\n" : "system P, Q;\n";
    model.queries = queries();
    return model;
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  bool chance(int percent) { return below(100) < percent; }
  std::string pick(std::initializer_list<const char*> texts) {
    return texts.begin()[below(static_cast<int>(texts.size()))];
  }
  std::string constant() { return std::to_string(below(largest_constant + 1)); }

  std::string process(const std::string& name) {
    const int size = 2 + below(2);
    sizes_.push_back(size);
    std::string text = "process " + name + "() { " + (name == "P" ? "clock x; " : "") + "state ";
    for (int l = 0; l < size; ++l) text += (l > 0 ? ", L" : "L") + std::to_string(l) + invariant(name);
    text += "; ";
    const int special = below(size);
    if (committed_ && chance(60)) text += "commit L" + std::to_string(special) + "; ";
    else if (urgent_ && chance(60)) text += "urgent L" + std::to_string(special) + "; ";
    text += "init L0;\n  trans ";
    const int edges = 2 + below(4);
    for (int e = 0; e < edges; ++e) text += (e > 0 ? ",\n        " : "") + edge(name, size);
    return text + "; }\n";
  }

  std::string clock(const std::string& process) { return process == "P" && chance(60) ? "x" : "z"; }

  std::string invariant(const std::string& process) {
    if (!invariants_ || !chance(50)) return "";
    const std::string data = data_invariant_ && chance(30) ? " && n < 2" : "";
    if (chance(30)) return " { " + clock(process) + " < " + std::to_string(1 + below(largest_constant)) + data + " }";
    return " { " + clock(process) + " <= " + constant() + data + " }";
  }

  std::string clock_guard(const std::string& process) {
    if (differences_ && process == "P" && chance(40)) {
      return pick({"x - z", "z - x"}) + pick({" <= ", " < ", " >= ", " > ", " == "}) + constant();
    }
    return clock(process) + pick({" <= ", " < ", " >= ", " > ", " == ", " >= ", " > "}) + constant();
  }

  std::string edge(const std::string& process, int size) {
    const bool first = process == "P";
    const std::string sync = !chance(55)             ? ""
                             : urgent_ && chance(30) ? pick({"u", "v"}) + (first ? "!" : "?")
                             : chance(50)            ? pick({"a", "b"}) + (first ? "!" : "?")
                                                     : pick({"a", "b"}) + (chance(50) ? "!" : "?");
    const bool is_urgent = !sync.empty() && (sync[0] == 'u' || sync[0] == 'v');
    std::string guard;
    const auto also = [&](const std::string& part) { guard += (guard.empty() ? "" : " && ") + part; };
    const bool timed = !is_urgent && (sync != "b?" || guarded_receivers_);
    if (timed && chance(55)) also(clock_guard(process));
    if (timed && chance(15)) also(clock_guard(process));
    if (variable_ && chance(35)) also("n " + pick({"==", "!=", "<", ">="}) + " " + std::to_string(below(3)));
    std::string assign;
    const auto then = [&](const std::string& part) { assign += (assign.empty() ? "" : ", ") + part; };
    if (chance(50)) then(clock(process) + " = " + (values_ && chance(50) ? constant() : "0"));
    if (copies_ && first && chance(30)) then(pick({"x = z", "z = x"}));
    if (variable_ && chance(45)) then("n = " + pick({"(n + 1) % 3", "0", "1", "2 - n"}));
    std::string text = "L" + std::to_string(below(size)) + " -> L" + std::to_string(below(size)) + " {";
    if (!guard.empty()) text += " guard " + guard + ";";
    if (!sync.empty()) text += " sync " + sync + ";";
    if (!assign.empty()) text += " assign " + assign + ";";
    return text + " }";
  }

  std::string location() {
    const int p = below(2);
    return std::string(p == 0 ? "P" : "Q") + ".L" + std::to_string(below(sizes_[static_cast<std::size_t>(p)]));
  }

  std::string atom() {
    switch (below(7)) {
      case 0:
      case 1:
      case 2: return location();
      case 3: return "n " + pick({"==", "<", ">"}) + " 1";
      case 4: return "P.x " + pick({"<", "<=", ">", ">=", "=="}) + " " + constant();
      case 5: return "z " + pick({"<", "<=", ">", ">="}) + " " + constant();
      default: return differences_ ? "P.x - z " + pick({"<", "<=", ">", ">="}) + " " + constant() : "!" + location();
    }
  }

  std::string predicate() {
    switch (below(5)) {
      case 0: return atom();
      case 1: return atom() + " && " + atom();
      case 2: return atom() + " || " + atom();
      case 3: return "!(" + atom() + " && " + atom() + ")";
      default: return "(" + atom() + " || " + atom() + ") && " + atom();
    }
  }

  std::vector<std::string> queries() {
    return {"E<> " + predicate(),
            "E<> " + predicate(),
            "A[] " + predicate(),
            "E<> deadlock",
            "A[] not deadlock",
            "E<> deadlock && (" + predicate() + ")",
            "E[] " + predicate(),
            "E[] " + predicate(),
            "A<> " + predicate(),
            "A<> " + predicate(),
            predicate() + " --> " + predicate(),
            location() + " --> " + location()};
  }

  std::mt19937_64 random_;
  std::vector<int> sizes_;
  bool invariants_ = false, urgent_ = false, committed_ = false, priorities_ = false, values_ = false, copies_ = false,
       differences_ = false, variable_ = false, data_invariant_ = false, guarded_receivers_ = false;
};

}  // namespace orbita::test

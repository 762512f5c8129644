// Tiny random models as XTA text that use more of the language than region_models.h: three clocks, arrays of them,
// bounds and resets that depend on data, functions that reset clocks, selects, arrays of channels, branchpoints,
// hooks, priorities among three processes, a pair of symmetric processes; and queries with sup, inf and bounds.
//
// A feature is switched on or off per model. The values of `n` and `m` stay in 0..2 on every run.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

#include "tests/engine/region_models.h"

namespace orbita::test {

class RichModelMaker {
 public:
  explicit RichModelMaker(std::uint64_t seed) : random_(seed * 2654435761U + 17) {}

  TimedModel make() {
    choose();
    TimedModel model;
    model.differences = differences_;
    model.largest = largest_;
    model.most_states = 4000;
    model.is_long = differences_ && functions_;
    model.text = declarations();
    for (const char* name : {"P", "Q"}) model.text += process(name);
    if (pair_) model.text += pair();
    const char* separators[] = {", ", " < "};
    model.text += "system P" + std::string(separators[priorities_ && chance(40)]) + "Q" +
                  (pair_ ? separators[priorities_ && chance(30)] + std::string("R") : "") + ";\n";
    model.queries = queries();
    return model;
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  bool chance(int percent) { return below(100) < percent; }
  std::string pick(const std::vector<std::string>& texts) {
    return texts[static_cast<std::size_t>(below(static_cast<int>(texts.size())))];
  }
  std::string constant() { return std::to_string(below(largest_ + 1)); }
  std::string less() { return pick({" <= ", " < "}); }
  std::string order() { return pick({" <= ", " < ", " >= ", " > ", " == ", " >= ", " > "}); }

  void choose() {
    invariants_ = chance(80), urgent_ = chance(30), committed_ = chance(25), priorities_ = chance(15);
    values_ = chance(50), copies_ = chance(25), shifts_ = chance(10), data_bounds_ = chance(60), selects_ = chance(40);
    hooks_ = chance(10), branches_ = chance(20), guarded_receivers_ = chance(30), pair_ = chance(35),
    functions_ = chance(40);
    low_invariants_ = chance(5), start_ = chance(15);
    array_ = chance(40);
    pair_clock_ = pair_ && !array_ && chance(40);
    local_ = !pair_clock_ && (!array_ || chance(20));
    differences_ = !shifts_ && !pair_clock_ && !(array_ && local_) && chance(12);
    const int clocks = 1 + (array_ ? 2 : 0) + (local_ ? 1 : 0) + (pair_clock_ ? 2 : 0);
    largest_ = clocks <= 2 ? 3 + below(3) : clocks == 3 ? 2 + below(2) : 2;
    if (clocks <= 2 && pair_) largest_ = 3;
    if (differences_) largest_ = 2;
  }

  std::string declarations() {
    std::string text = "clock z" + std::string(start_ ? " = 1" : "") + "; int[0,2] n, m; ";
    if (array_) text += "clock c[2]; ";
    text += "const int K[3] = { " + constant() + ", " + constant() + ", " + constant() + " };\n";
    text += "chan a[2]; broadcast chan b[2]; urgent chan u; urgent broadcast chan v;\n";
    if (pair_) text += "typedef scalar[2] S; S o; bool on[S];\n";
    text +=
        "int[0," + std::to_string(largest_) + "] lim(int i) { return K[i]; } void set(clock &w, int v) { w = v; }\n";
    if (array_) text += "void all(int v) { int i; for (i = 0; i < 2; i++) { if (v == i) c[i] = v; else c[i] = 0; } }\n";
    if (hooks_)
      text += pick(
          {"after_update { m = n }\n", "before_update { m = (m + 1) % 2 }\n", "after_update { m = m > 0 ? m : n }\n"});
    if (priorities_) {
      text += pick({"chan priority a[0] < default < b[1];\n", "chan priority default < b[0], a;\n",
                    "chan priority u < a[1] < default;\n", "chan priority b < default;\n",
                    "chan priority default < u, v;\n"});
    }
    return text;
  }

  std::string clock(const std::string& process) {
    std::vector<std::string> names{"z"};
    if (array_) names.insert(names.end(), {"c[0]", "c[1]"});
    if (array_ && chance(15)) names.push_back("c[n % 2]");
    if (local_ && process == "P") names.insert(names.end(), {"x", "x"});
    if (pair_clock_ && process == "R") names.insert(names.end(), {"w", "w"});
    return pick(names);
  }

  std::string bound() {
    if (!data_bounds_ || chance(40)) return constant();
    return pick({"n", "m", "n - 1", "K[n]", "lim(m)", "(n > 0 ? 1 : 2)", "2 - m", largest_ >= 3 ? "n + 1" : "n",
                 "(m == n ? K[0] : 0)"});
  }

  std::string invariant(const std::string& process) {
    if (!invariants_ || !chance(50)) return "";
    const std::string x = clock(process);
    if (low_invariants_ && chance(30)) return " { " + x + " >= " + pick({"0", "1"}) + " }";
    switch (below(6)) {
      case 0: return " { " + x + " < " + std::to_string(1 + below(largest_)) + " }";
      case 1: return " { n > 0 imply " + x + less() + bound() + " }";
      case 2: return " { " + x + " <= " + bound() + " && n + m < 4 }";
      case 3:
        return array_ ? " { forall (i : int[0,1]) c[i] <= i + " + std::to_string(below(largest_)) + " }"
                      : " { " + x + " <= " + bound() + " }";
      default: return " { " + x + " <= " + bound() + " }";
    }
  }

  std::string clock_guard(const std::string& process) {
    if (differences_ && chance(35)) {
      const std::string x = local_ && process == "P" ? "x" : array_ ? "c[1]" : "z";
      const std::string y = array_ ? "c[0]" : "z";
      if (x != y) return (chance(50) ? x + " - " + y : y + " - " + x) + order() + bound();
    }
    const std::string x = clock(process);
    switch (below(8)) {
      case 0: return bound() + order() + x;
      case 1: return "(n == 1 || " + x + order() + bound() + ")";
      case 2: return "(m > 0 imply " + x + order() + bound() + ")";
      case 3: return array_ ? "(forall (j : int[0,1]) c[j] >= j)" : x + " + 1" + order() + bound();
      default: return x + order() + bound();
    }
  }

  std::string sync(const std::string& process) {
    if (!chance(55)) return "";
    const bool sends = process == "P" ? chance(70) : chance(30);
    const std::string index = chance(60)               ? std::to_string(below(2))
                              : selects_ && chance(50) ? "i"
                                                       : pick({"n % 2", "m % 2", "(n + 1) % 2"});
    const std::string channel = urgent_ && chance(35) ? pick({"u", "v"}) : pick({"a", "b"}) + "[" + index + "]";
    return channel + (sends ? "!" : "?");
  }

  std::string clock_update(const std::string& process) {
    const std::string x = clock(process);
    if (functions_ && chance(30)) return "set(" + x + ", " + pick({"0", "1", "n", "m"}) + ")";
    if (functions_ && array_ && chance(40)) return "all(" + pick({"n", "0", "1"}) + ")";
    if (values_ && chance(50)) return x + " = " + pick({constant(), "n", "K[m]"});
    return x + " = 0";
  }

  std::string copy(const std::string& process) {
    std::string from = clock(process), to = clock(process);
    if (from == to) return to + " = 0";
    return to + " = " + from + (shifts_ && chance(50) ? " + 1" : "");
  }

  std::string data_update(bool selected) {
    const std::string to = hooks_ || chance(65) ? "n" : "m";
    std::vector<std::string> values{"(n + 1) % 3", "0", "1", "2 - n", "m", "(n > 0 ? n - 1 : 2)", "(n + m) % 3"};
    if (selected) values.insert(values.end(), {"i", "i + 1", "(n + i) % 3"});
    return to + " = " + pick(values);
  }

  std::string labels(const std::string& process, bool may_sync) {
    const std::string sync_text = may_sync ? sync(process) : "";
    const bool selected = sync_text.find("[i]") != std::string::npos || (selects_ && chance(25));
    const bool is_urgent = !sync_text.empty() && (sync_text[0] == 'u' || sync_text[0] == 'v');
    const bool hears = !sync_text.empty() && sync_text[0] == 'b' && sync_text.back() == '?';
    std::string guard, assign;
    const auto also = [&](const std::string& part) { guard += (guard.empty() ? "" : " && ") + part; };
    const auto then = [&](const std::string& part) { assign += (assign.empty() ? "" : ", ") + part; };
    const bool timed = !is_urgent && (!hears || guarded_receivers_);
    if (timed && chance(55)) also(clock_guard(process));
    if (timed && chance(15)) also(clock_guard(process));
    if (chance(25)) also("n " + pick({"==", "!=", "<", ">="}) + " " + std::to_string(below(3)));
    if (selected && chance(30)) also(pick({"i != n", "i == m", "i < n", "i > 0"}));
    if (process == "R" && chance(30))
      also(pick({"on[s]", "!on[s]", "o == s", "o != s", "(exists (t : S) t != s && on[t])",
                 "(forall (t : S) (on[t] && o == s))", "(exists (t : S) (!on[t] || on[o]))"}));
    if (chance(50)) then(clock_update(process));
    if (copies_ && chance(25)) then(copy(process));
    if (chance(40)) then(data_update(selected));
    if (process == "R" && chance(50)) then(pick({"on[s] = true", "on[s] = false", "o = s", "on[s] = !on[s]"}));
    std::string text;
    if (selected) text += " select i : int[0,1];";
    if (!guard.empty()) text += " guard " + guard + ";";
    if (!sync_text.empty()) text += " sync " + sync_text + ";";
    if (!assign.empty()) text += " assign " + assign + ";";
    return text;
  }

  std::string process(const std::string& name) {
    const int size = 2 + below(pair_ ? 1 : 2);
    sizes_.push_back(size);
    const auto somewhere = [&] { return "L" + std::to_string(below(size)); };
    std::string text = "process " + name + "() { " + (local_ && name == "P" ? "clock x; " : "") + "state ";
    for (int l = 0; l < size; ++l) text += (l > 0 ? ", L" : "L") + std::to_string(l) + invariant(name);
    text += "; ";
    const bool branch = branches_ && chance(60);
    if (branch) text += "branchpoint F; ";
    if (committed_ && chance(60)) text += "commit " + somewhere() + "; ";
    else if (urgent_ && chance(60)) text += "urgent " + somewhere() + "; ";
    text += "init L0;\n  trans ";
    const int edges = 2 + below(pair_ ? 2 : 4);
    for (int e = 0; e < edges; ++e)
      text += (e > 0 ? ",\n        " : "") + somewhere() + " -> " + somewhere() + " {" + labels(name, true) + " }";
    if (branch) {
      text += ",\n        " + somewhere() + " -> F {" + labels(name, true) + " }";
      for (int k = 0; k < 2; ++k) text += ",\n        F -> " + somewhere() + " { " + branch_labels(name) + " }";
    }
    return text + "; }\n";
  }

  std::string branch_labels(const std::string& name) {
    std::string assign;
    if (chance(50)) assign = clock_update(name);
    if (chance(50)) assign += (assign.empty() ? "" : ", ") + data_update(false);
    return (assign.empty() ? "" : "assign " + assign + "; ") + std::string(chance(50) ? "probability 1;" : "");
  }

  std::string pair() {
    std::string text = "process R(const S s) { " + std::string(pair_clock_ ? "clock w; " : "") + "state L0" +
                       invariant("R") + ", L1" + invariant("R") + "; ";
    if (committed_ && chance(20)) text += "commit L1; ";
    text += "init L0;\n  trans L0 -> L1 {" + labels("R", true) + " },\n        L1 -> L0 {" + labels("R", true) + " }";
    if (chance(40)) text += ",\n        L0 -> L0 {" + labels("R", true) + " }";
    return text + "; }\n";
  }

  std::string location() {
    const int p = below(2);
    return std::string(p == 0 ? "P" : "Q") + ".L" + std::to_string(below(sizes_[static_cast<std::size_t>(p)]));
  }

  std::string clock_name() {
    std::vector<std::string> names{"z"};
    if (array_) names.insert(names.end(), {"c[0]", "c[1]"});
    if (local_) names.push_back("P.x");
    return pick(names);
  }

  std::string atom() {
    switch (below(9)) {
      case 0:
      case 1: return location();
      case 2: return "n " + pick({"==", "<", ">"}) + " 1";
      case 3: return "m" + order() + "n";
      case 4:
      case 5:
        return clock_name() + pick({" < ", " <= ", " > ", " >= ", " == ", " != "}) + (chance(20) ? "n" : constant());
      case 6:
        if (!pair_) return "!" + location();
        return pick({"(exists (s : S) R(s).L1)", "(forall (s : S) R(s).L1 imply on[s])", "(sum (s : S) R(s).L0) == 1",
                     "(exists (s : S) on[s] && o == s)", "(forall (s : S) (on[s] && R(o).L1))",
                     "(exists (s : S) (!on[s] || on[o]))"});
      case 7:
        if (pair_clock_) return "(exists (s : S) R(s).w" + order() + constant() + ")";
        return "!" + location();
      default:
        if (!differences_ || !(local_ || array_)) return location();
        return clock_name() + " - " + clock_name() + pick({" < ", " <= ", " > ", " >= "}) + constant();
    }
  }

  std::string predicate() {
    switch (below(6)) {
      case 0: return atom();
      case 1: return atom() + " && " + atom();
      case 2: return atom() + " || " + atom();
      case 3: return "!(" + atom() + " && " + atom() + ")";
      case 4: return "(" + atom() + " imply " + atom() + ") && " + atom();
      default: return "(" + atom() + " || " + atom() + ") && " + atom();
    }
  }

  std::string measured() {
    return chance(65) ? clock_name() + pick({"", "", " + 1", " + n"}) : pick({"n", "m - n", "n + m", "K[n]"});
  }

  std::string with_deadlock() {
    return pick({"E<> deadlock", "A[] not deadlock", "E<> deadlock && (" + predicate() + ")",
                 "A[] (deadlock imply (" + predicate() + "))", "E<> !deadlock && (" + predicate() + ")",
                 "A[] (deadlock || (" + predicate() + "))", "E<> (deadlock || " + atom() + ") && " + atom()});
  }

  std::vector<std::string> queries() {
    return {"E<> " + predicate(),
            "A[] " + predicate(),
            with_deadlock(),
            with_deadlock(),
            "E[] " + predicate(),
            "A<> " + predicate(),
            predicate() + " --> " + predicate(),
            location() + " --> " + predicate(),
            "sup{" + predicate() + "}: " + measured(),
            "inf{" + predicate() + "}: " + measured(),
            "bounds{" + predicate() + "}: " + measured()};
  }

  std::mt19937_64 random_;
  std::vector<int> sizes_;
  int largest_ = 0;
  bool invariants_ = false, urgent_ = false, committed_ = false, priorities_ = false, values_ = false, copies_ = false,
       shifts_ = false, data_bounds_ = false, selects_ = false, hooks_ = false, branches_ = false,
       guarded_receivers_ = false, pair_ = false, pair_clock_ = false, functions_ = false, low_invariants_ = false,
       start_ = false, array_ = false, local_ = false, differences_ = false;
};

}  // namespace orbita::test

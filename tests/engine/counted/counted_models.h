// Random small models over scalarsets whose elements can be counted, as XTA text: one or two clocks per element,
// broadcasts with and without clock guards, committed and urgent locations, urgent channels, scalars that name
// elements, selects over elements, quantifiers in guards, a second set, a controller.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace orbita::test {

struct CountedModel {
  std::string text;                  // N elements: `const int N`
  std::vector<std::string> queries;  // E<>, A[], with and without clocks and deadlocks
  std::vector<std::string> measures;
};

class CountedModelMaker {
 public:
  explicit CountedModelMaker(std::uint64_t seed) : random_(seed * 2654435761U + 11) {}

  CountedModel make(int size) {
    choose();
    CountedModel model;
    model.text = "const int N = " + std::to_string(size) + ";\ntypedef scalar[N] S;\n";
    if (second_set_) model.text += "typedef scalar[2] T; bool on[T];\n";
    model.text += "int[0,2] g; bool flag[S]; clock z;\nchan a, ca[S]; broadcast chan b, hurry_b; urgent chan u;\n";
    if (named_) model.text += "S who; bool known;\n";
    model.text += element();
    std::string system = "P";
    if (second_set_) {
      model.text += "process Q(const T t) { clock w; state A, B" + invariant("w", 60) +
                    "; init A;\ntrans A -> B { guard " + pick({"true", "g < 2", "!on[t]"}) + "; sync " +
                    pick({"a!", "a?", "b?", "b!"}) + "; assign w = 0, on[t] = true; },\n B -> A { guard " +
                    pick({"w >= 1", "w > 1", "true"}) + "; assign on[t] = false" + (chance(50) ? ", w = 0" : "") +
                    "; };\n}\n";
      system += ", Q";
    }
    if (controller_) {
      model.text += controller();
      system += ", C";
    }
    model.text += "system " + system + ";\n";
    for (int k = 0; k < 3; ++k) model.queries.push_back("E<> " + formula());
    for (int k = 0; k < 2; ++k) model.queries.push_back("A[] " + formula());
    model.queries.push_back("A[] not deadlock");
    model.queries.push_back("E<> deadlock && " + formula());
    model.measures = {"sup: g", "inf{" + formula() + "}: g", "sup: z", "inf{" + formula() + "}: z"};
    return model;
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  bool chance(int percent) { return below(100) < percent; }
  std::string pick(const std::vector<std::string>& from) {
    return from[static_cast<std::size_t>(below(static_cast<int>(from.size())))];
  }
  std::string constant() { return std::to_string(1 + below(3)); }

  void choose() {
    two_clocks_ = chance(45);
    named_ = chance(50);
    second_set_ = chance(15);
    controller_ = chance(50);
    timed_receivers_ = chance(40);
    selects_ = chance(25);
    quantifiers_ = chance(25);
    nonzero_ = chance(10);
    locations_ = 2 + below(3);
  }

  std::string invariant(const std::string& clock, int percent) {
    return chance(percent) ? " { " + clock + pick({" <= ", " <= ", " < "}) + std::to_string(2 + below(3)) + " }" : "";
  }
  std::string clock() { return two_clocks_ && chance(40) ? "y" : chance(85) ? "x" : "z"; }
  std::string clock_guard() { return clock() + pick({" >= ", " > ", " <= ", " < ", " == "}) + constant(); }

  std::string data_guard() {
    std::vector<std::string> options{"g < 2", "g == " + std::to_string(below(3)), "flag[id]", "!flag[id]", "g != 1"};
    if (named_)
      options.insert(options.end(), {"!known", "known && who == id", "known && who != id", "known && flag[who]"});
    if (quantifiers_) {
      options.insert(options.end(),
                     {"forall (i : S) !flag[i]", "exists (i : S) flag[i]", "forall (i : S) i == id || !flag[i]",
                      "exists (i : S) exists (j : S) i != j && flag[i] && flag[j]"});
    }
    return pick(options);
  }

  std::string guard(bool receiver) {
    std::string text;
    const auto add = [&](const std::string& more) { text += (text.empty() ? "" : " && ") + more; };
    if (chance(45)) add("(" + data_guard() + ")");
    if (!receiver || timed_receivers_) {
      if (chance(55)) add(clock_guard());
      if (chance(15)) add(clock_guard());
    }
    return text;
  }

  std::string updates(bool receiver, const std::string& select) {
    std::string text;
    const auto add = [&](const std::string& more) { text += (text.empty() ? "" : ", ") + more; };
    if (chance(55)) add("x = 0");
    if (two_clocks_ && chance(40)) add("y = 0");
    if (nonzero_ && chance(20)) add("x = 1");
    if (chance(30)) add("flag[id] = " + pick({"true", "false"}));
    if (receiver) {  // the first of them counts who hears
      if (chance(12)) add(pick({"g = (g + 1) % 3", "g = 2", "flag[id] = !flag[id]"}));
      return text;
    }
    if (chance(35)) add(pick({"g = (g + 1) % 3", "g = 0", "z = 0"}));
    if (named_ && chance(40)) add(pick({"who = id, known = true", "known = false", "who = id"}));
    if (!select.empty()) add("flag[" + select + "] = " + pick({"true", "false"}));
    return text;
  }

  std::string edge(int from, int to) {
    const int kind = below(10);
    std::string sync;
    bool receiver = false, plain = false;
    if (kind < 2) sync = pick({"a!", "a?"});
    else if (kind < 4) sync = "b!";
    else if (kind < 7) sync = "b?", receiver = true;
    else if (kind == 7 && chance(50)) sync = pick({"u!", "u?"}), plain = true;
    std::string select;
    if (selects_ && !receiver && chance(40)) select = "j";
    std::string test = guard(receiver);
    if (plain) test = chance(50) ? "(" + data_guard() + ")" : "";
    if (!select.empty() && chance(50)) test += (test.empty() ? "" : " && ") + pick({"j != id", "flag[j]", "!flag[j]"});
    const std::string update = updates(receiver, select);
    std::string text = " L" + std::to_string(from) + " -> L" + std::to_string(to) + " { ";
    if (!select.empty()) text += "select j : S; ";
    if (!test.empty()) text += "guard " + test + "; ";
    if (!sync.empty()) text += "sync " + sync + "; ";
    if (!update.empty()) text += "assign " + update + "; ";
    return text + "}";
  }

  std::string element() {
    std::string text = "process P(const S id) { clock x" + std::string(two_clocks_ ? ", y" : "") + ";\nstate ";
    std::string committed, urgent;
    for (int l = 0; l < locations_; ++l) {
      const std::string name = "L" + std::to_string(l);
      text += (l > 0 ? ", " : "") + name + invariant(two_clocks_ && chance(30) ? "y" : "x", 50);
      if (l > 0 && chance(10)) committed += (committed.empty() ? "" : ", ") + name;
      else if (l > 0 && chance(10)) urgent += (urgent.empty() ? "" : ", ") + name;
    }
    text += ";\n";
    if (!committed.empty()) text += "commit " + committed + ";\n";
    if (!urgent.empty()) text += "urgent " + urgent + ";\n";
    text += "init L0;\ntrans\n";
    std::string edges;
    for (int l = 0; l < locations_; ++l) edges += (edges.empty() ? "" : ",\n") + edge(l, (l + 1) % locations_);
    for (int k = below(4); k > 0; --k) edges += ",\n" + edge(below(locations_), below(locations_));
    return text + edges + ";\n}\n";
  }

  std::string controller() {
    std::string text = "process C() { clock w; state A, B" + invariant("w", 50) + "; init A;\ntrans ";
    const std::string who = selects_ && chance(40) ? "select j : S; guard !flag[j]; " : "";
    text += "A -> B { " + who + "sync " + pick({"b!", "a!", "a?", "u!"}) + "; assign w = 0" +
            (who.empty() ? "" : ", flag[j] = true") + "; },\n";
    text += "B -> A { guard " + pick({"w >= 1", "w > 1", "true", "g < 2"}) + "; " +
            (chance(50) ? "sync " + pick({"b!", "b?", "a?"}) + "; " : "") + "assign g = 0; };\n}\n";
    return text;
  }

  std::string at(const std::string& name) { return "P(" + name + ").L" + std::to_string(below(locations_)); }

  std::string formula() {
    const int kind = below(9);
    switch (kind) {
      case 0: return "exists (i : S) " + at("i");
      case 1: return "forall (i : S) " + at("i");
      case 2: return "forall (i : S) forall (j : S) (" + at("i") + " && " + at("j") + ") imply i == j";
      case 3: return "exists (i : S) exists (j : S) i != j && " + at("i") + " && " + at("j") + " && g == 1";
      case 4: return "exists (i : S) " + at("i") + " && P(i).x > " + constant();
      case 5: return "forall (i : S) " + at("i") + " imply P(i).x <= " + constant();
      case 6:
        return "exists (i : S) exists (j : S) i != j && " + at("i") + " && " + at("j") + " && P(i).x > " + constant() +
               " && P(j).x < " + constant();
      case 7: return "g == " + std::to_string(below(3)) + " && z > " + constant();
      default: return "(exists (i : S) flag[i] && " + at("i") + ") || g == 2";
    }
  }

  std::mt19937_64 random_;
  bool two_clocks_ = false, named_ = false, second_set_ = false, controller_ = false, timed_receivers_ = false;
  bool selects_ = false, quantifiers_ = false, nonzero_ = false;
  int locations_ = 2;
};

}  // namespace orbita::test

// Random models of replicated processes that are symmetric but for a few edges, invariants, initial values or queries.
#pragma once

#include <random>
#include <string>
#include <vector>

namespace orbita::test {

struct AsymmetricModel {
  std::string text;
  std::vector<std::string> formulas;
};

class AsymmetricModels {
 public:
  explicit AsymmetricModels(unsigned seed) : random_(seed) {}

  AsymmetricModel make() {
    count_ = pick(2, 4);
    low_ = pick(0, 1);
    has_clocks_ = chance(60);
    has_broadcast_ = chance(30);
    odd_ = pick(0, 25);  // per cent of parts that tell ids apart
    AsymmetricModel model;
    const std::string last = std::to_string(low_ + count_ - 1);
    model.text = "typedef int[" + std::to_string(low_) + ", " + last + "] id_t;\n";
    model.text += "bool b[id_t]" + (odd() ? " = " + flags() : std::string()) + ";\n";
    model.text += "int[0,2] g;\nid_t last" + (odd() ? " = " + id() : std::string()) + ";\n";
    model.text += "int[" + std::to_string(low_ - 1) + "," + last + "] owner = " + std::to_string(low_ - 1) + ";\n";
    if (has_clocks_) model.text += "clock z;\n";
    model.text += "chan c, d[id_t];\nurgent chan u;\nbroadcast chan go;\n";
    model.text += process("P", "const id_t id", true) + process("M", "", false);
    model.text += chance(70) ? "system P, M;\n" : "system P;\n";
    for (int q = 0; q < 4; ++q) model.formulas.push_back(query());
    return model;
  }

 private:
  int pick(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  bool chance(int percent) { return pick(1, 100) <= percent; }
  bool odd() { return chance(odd_); }
  std::string id() { return std::to_string(low_ + pick(0, count_ - 1)); }
  std::string nobody() const { return std::to_string(low_ - 1); }
  std::string flags() {
    std::string text;
    for (int i = 0; i < count_; ++i) text += std::string(text.empty() ? "{" : ", ") + (chance(50) ? "true" : "false");
    return text + "}";
  }
  std::string number() { return std::to_string(pick(0, 3)); }
  std::string location() { return "L" + std::to_string(pick(0, locations_ - 1)); }

  std::string guard(bool owned) {
    if (odd()) {
      switch (pick(0, 6)) {
        case 0: return owned ? "id < " + id() : "b[" + id() + "]";
        case 1: return "b[" + id() + "]";
        case 2: return owned ? "id != " + id() : "last == " + id();
        case 3: return "forall (j : int[" + std::to_string(low_) + "," + id() + "]) !b[j]";
        case 4: return "owner == " + id();
        case 5: return has_clocks_ ? "z > (b[" + id() + "] ? 1 : 2)" : "last <= " + id();
        default: return owned && has_clocks_ ? "x > (id == " + id() + " ? 2 : 1)" : "b[last]";
      }
    }
    switch (pick(0, 9)) {
      case 0: return "forall (j : id_t) !b[j]";
      case 1: return "exists (j : id_t) b[j]";
      case 2: return owned ? "owner == id" : "owner == " + nobody();
      case 3: return "owner == " + nobody();
      case 4: return "g == " + std::to_string(pick(0, 2));
      case 5: return owned ? "!b[id]" : "b[last]";
      case 6: return has_clocks_ && owned ? "x >= " + number() : "(sum (j : id_t) b[j]) < 2";
      case 7: return has_clocks_ && owned ? "x <= " + number() : "g < 2";
      case 8: return owned ? "(forall (j : id_t) j == id || !b[j])" : "last != owner";
      default: return "true";
    }
  }
  std::string update(bool owned) {
    if (odd()) {
      switch (pick(0, 4)) {
        case 0: return "b[" + id() + "] = true";
        case 1: return owned ? "g = id == " + id() + " ? 1 : 0" : "last = " + id();
        case 2: return "owner = " + id();
        case 3: return has_clocks_ && owned ? "x = id == " + id() + " ? 1 : 0" : "g = 0";
        default: return owned ? "g = (id + g) % 3" : "g = last % 3";
      }
    }
    switch (pick(0, 9)) {
      case 0: return owned ? "b[id] = true" : "b[last] = true";
      case 1: return owned ? "b[id] = false" : "b[last] = !b[last]";
      case 2: return owned ? "owner = id" : "owner = last";
      case 3: return "owner = " + nobody();
      case 4: return "g = " + std::to_string(pick(0, 2));
      case 5: return owned ? "last = id" : "g = (g + 1) % 3";
      case 6: return has_clocks_ ? (owned ? "x = 0" : "z = 0") : "g = 2";
      case 7: return owned ? "v = " + std::to_string(pick(0, 1)) : "g = 1";
      case 8: return "g = g > 1 ? 0 : g + 1";
      default: return owned ? "b[last] = b[id]" : "b[last] = false";
    }
  }
  std::string sync(bool owned) {
    const bool sends = chance(50);
    const std::string mark = sends ? "!" : "?";
    switch (pick(0, 5)) {
      case 0: return "c" + mark;
      case 1: return (owned && chance(70) ? "d[id]" : "d[last]") + mark;
      case 2: return "u" + mark;
      case 3: return odd() ? "d[" + id() + "]" + mark : "c" + mark;
      default: return has_broadcast_ ? "go" + mark : "c" + mark;
    }
  }
  std::string edge(bool owned) {
    std::string text = location() + " -> " + location() + " { ";
    const bool selects = chance(15);
    std::string synchronisation = chance(35) ? sync(owned) : "";
    if (selects) text += "select s : id_t; ";
    std::string test = selects ? (chance(50) ? "b[s]" : "s != last") : chance(60) ? guard(owned) : "";
    // Urgent channels and broadcast receivers go without guards on clocks.
    const bool is_urgent = !synchronisation.empty() && synchronisation[0] == 'u';
    if (is_urgent && (test.find('x') != std::string::npos || test.find('z') != std::string::npos)) test.clear();
    if (!test.empty()) text += "guard " + test + "; ";
    if (!synchronisation.empty()) text += "sync " + synchronisation + "; ";
    std::string effect = selects && chance(60) ? "last = s" : update(owned);
    if (chance(30)) effect += ", " + update(owned);
    return text + "assign " + effect + "; }";
  }
  std::string process(const std::string& name, const std::string& parameters, bool owned) {
    locations_ = owned ? pick(2, 4) : 2;
    std::string text = "process " + name + "(" + parameters + ") {\n";
    if (owned) text += "  int[0,1] v;\n";
    if (owned && has_clocks_) text += "  clock x;\n";
    text += "  state ";
    for (int l = 0; l < locations_; ++l) {
      std::string invariant;
      if (owned && has_clocks_ && chance(25))
        invariant = odd() ? " { x <= (id == " + id() + " ? 2 : 3) }" : " { x <= " + std::to_string(pick(2, 4)) + " }";
      text += (l > 0 ? ", L" : "L") + std::to_string(l) + invariant;
    }
    text += ";\n";
    if (chance(15)) text += "  commit L" + std::to_string(locations_ - 1) + ";\n";
    else if (chance(15)) text += "  urgent L" + std::to_string(locations_ - 1) + ";\n";
    text += "  init L0;\n  trans ";
    const int edges = owned ? pick(3, 6) : pick(1, 3);
    for (int e = 0; e < edges; ++e) text += (e > 0 ? ",\n    " : "") + edge(owned);
    text += ";\n}\n";
    (owned ? owned_locations_ : free_locations_) = locations_;
    return text;
  }
  std::string at() { return ".L" + std::to_string(pick(0, owned_locations_ - 1)); }
  std::string predicate() {
    switch (pick(0, 9)) {
      case 0: return "exists (i : id_t) (P(i)" + at() + " && b[i])";
      case 1: return "forall (i : id_t) P(i)" + at();
      case 2: return "exists (i : id_t) exists (j : id_t) (i != j && P(i)" + at() + " && P(j)" + at() + ")";
      case 3: return "P(" + id() + ")" + at() + " && b[" + id() + "]";
      case 4: return "P(" + id() + ")" + at() + " && P(" + id() + ")" + at();
      case 5: return "owner == " + id() + " && g == 1";
      case 6: return "forall (i : id_t) b[i] == (i < " + id() + ")";
      case 7: return has_clocks_ ? "P(" + id() + ").x > 2 && P(" + id() + ").x < 1" : "P(" + id() + ").v == 1";
      case 8: return has_clocks_ ? "exists (i : id_t) (P(i).x > 2 && P(i)" + at() + ")" : "last == owner";
      default: return "g == 2 && b[last]";
    }
  }
  std::string query() {
    std::string inner = predicate();
    if (chance(30)) inner = "(" + inner + ") && (" + predicate() + ")";
    if (!has_broadcast_ && chance(5)) inner = "deadlock && " + inner;
    return chance(60) ? "E<> " + inner : "A[] not (" + inner + ")";
  }

  std::mt19937 random_;
  int count_ = 2, low_ = 0, locations_ = 2, owned_locations_ = 2, free_locations_ = 2, odd_ = 0;
  bool has_clocks_ = false, has_broadcast_ = false;
};

}  // namespace orbita::test

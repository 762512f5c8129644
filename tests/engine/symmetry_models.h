// Random small models over scalarsets, as XTA text, with queries that treat all elements alike.
//
// All values are kept in range (assignments wrap around), so no run ends in a runtime error. Most models are symmetric
// by the static rules; some are not, and must then be left unreduced. Conditions and functions that stop at the first
// deciding element are combined with scalars; templates may have local scalarsets.
#pragma once

#include <random>
#include <string>
#include <vector>

namespace orbita::test {

struct RandomModel {
  std::string text;
  std::vector<std::string> queries;
};

class ModelMaker {
 public:
  explicit ModelMaker(std::uint32_t seed) : random_(seed) {}

  RandomModel make() {
    choose_features();
    RandomModel result;
    result.text = declarations();
    result.text += process("P", "const S id", {"id"}, {}, true);
    std::string system = "P";
    if (pair_process_) {
      result.text += two_sets_ ? process("Q", "const S me, const T tag", {"me"}, {"tag"}, false)
                               : process("Q", "const S me", {"me"}, {}, false);
      system += ", Q";
    } else if (two_sets_) {
      result.text += process("Q", "const T tag", {}, {"tag"}, false);
      system += ", Q";
    }
    if (controller_) {
      result.text += process("C", "", {}, {}, false);
      system += ", C";
    }
    result.text += "system " + system + ";\n";
    const auto two = [&] { return formula() + (chance(50) ? " && " : " || ") + formula(); };
    result.queries = {"E<> " + two(),
                      "A[] " + two(),
                      "A[] not deadlock",
                      "E<> deadlock && " + formula(),
                      "E[] " + formula(),
                      "A<> " + two(),
                      formula() + " --> " + two(),
                      "sup: g, count(), z",
                      "inf{" + formula() + "}: z, g",
                      "sup{" + formula() + "}: z"};
    return result;
  }

 private:
  using Names = std::vector<std::string>;

  int number(int low, int high) { return low + static_cast<int>(random_() % static_cast<unsigned>(high - low + 1)); }
  bool chance(int percent) { return number(0, 99) < percent; }
  std::string digit(int low, int high) { return std::to_string(number(low, high)); }
  std::string pick(const Names& from) {
    return from[static_cast<std::size_t>(number(0, static_cast<int>(from.size()) - 1))];
  }

  void choose_features() {
    size_ = number(2, 3);
    two_sets_ = chance(35);
    pair_process_ = size_ == 2 && chance(50);
    controller_ = chance(50);
    references_ = chance(65);
    element_clock_ = chance(30);
    second_clock_ = chance(25);
    nonzero_resets_ = chance(20);
    careless_ = chance(10);
    timed_ = chance(85);
    timed_receivers_ = chance(35);
    p_locations_ = number(2, 3);
    early_ = chance(50);
    local_set_ = chance(25);
    local_clock_ = local_set_ && size_ == 2 && chance(40);
  }

  std::string declarations() {
    std::string text = "typedef scalar[" + std::to_string(size_) + "] S;\n";
    if (two_sets_) text += "typedef scalar[2] T;\n";
    text += "int[0,3] g; bool flag[S]; int[0,2] cnt[S]; clock z;\n";
    text += "broadcast chan go, ba[S]; chan a, ca[S]; urgent broadcast chan hurry; urgent chan meet;\n";
    if (references_) text += "S ref; S next[S]; S q[2]; int[0,2] len; bool rel[S][S];\n";
    if (two_sets_) text += "bool on[T]; bool owns[S][T]; T token; T last[S]; chan ct[T];\n";
    if (element_clock_) text += "clock c[S];\n";
    text += "int count() { int k = 0; for (i : S) if (flag[i]) k++; return k; }\n";
    text += "int most() { int k = 0; for (i : S) k = k >? cnt[i]; return k; }\n";
    text += "void clear() { for (i : S) { flag[i] = false; cnt[i] = 0; } }\n";
    text += "void flip() { for (i : S) flag[i] = !flag[i]; }\n";
    if (references_) text += "void turn() { for (i : S) for (j : S) rel[i][j] = i == j || flag[i] && !flag[j]; }\n";
    if (early_) {
      text += "bool all() { for (i : S) if (!flag[i]) return false; return true; }\n";
      text += "bool some() { for (i : S) { if (cnt[i] == 0) { if (flag[i]) return true; } } return false; }\n";
    }
    if (early_ && references_) {
      text += "bool near() { for (i : S) if (!flag[i] || cnt[ref] == 0) return false; return next[q[0]] != ref; }\n";
      text += "bool far() { for (i : S) if (cnt[i] > 0 && !flag[ref]) return true; return len > 0 && flag[q[0]]; }\n";
      text += "void hop() { for (i : S) if (!flag[i]) return; ref = next[ref]; }\n";
      text += "void drop() { if (exists (i : S) (flag[i] && cnt[ref] < 2)) ref = q[0]; else len = 0; }\n";
    }
    return text;
  }

  // A condition decided by the first element of some kind, perhaps combined with a scalar.
  std::string early_condition() {
    Names options{"all()", "some()", "!all()", "forall (i : S) (flag[i] && cnt[i] < 2)",
                  "exists (i : S) (flag[i] ? cnt[i] == 1 : cnt[i] == 0)"};
    if (references_) {
      const Names more{"near()",
                       "!near()",
                       "far()",
                       "!far()",
                       "forall (i : S) (flag[i] && cnt[ref] == 1)",
                       "exists (i : S) (flag[i] && next[ref] == i)",
                       "exists (i : S) (cnt[i] == 0 || flag[ref])",
                       "forall (i : S) (flag[i] imply cnt[q[0]] < 2)",
                       "forall (i : S) (flag[i] ? cnt[ref] > 0 : cnt[q[1]] == 0)",
                       "(forall (i : S) cnt[i] < 2) && flag[ref]",
                       "(exists (i : S) flag[i]) || cnt[ref] == 0",
                       "exists (i : S) exists (j : S) (i != j && flag[i] && rel[ref][j])",
                       "len > 0 && forall (i : S) (flag[i] && cnt[q[0]] == 0)",
                       "(sum (i : S) (flag[i] && cnt[ref] == 1)) == 1"};
      options.insert(options.end(), more.begin(), more.end());
    }
    return "(" + pick(options) + ")";
  }

  // `s` and `t`: names of elements in scope.
  std::string data_guard(const Names& s, const Names& t, bool local) {
    if (early_ && chance(40)) return early_condition();
    if (local_set_ && local && chance(30)) {
      return pick({"exists (l : L) lc[l]", "forall (l : L) (lc[l] || l == u)", "first() == u", "lc[u]", "has(u)",
                   "!lc[lnext[u]]"});
    }
    Names options{"g == " + digit(0, 3), "g < " + digit(1, 3),     "count() >= 1",
                  "most() < 2",          "exists (i : S) flag[i]", "forall (i : S) cnt[i] < 2"};
    if (!s.empty()) {
      const std::string e = pick(s), f = pick(s);
      const Names more{"flag[" + e + "]", "!flag[" + e + "]", "cnt[" + e + "] == " + digit(0, 2), e + " != " + f,
                       "forall (i : S) i == " + e + " || !flag[i]"};
      options.insert(options.end(), more.begin(), more.end());
      if (references_) {
        const Names refs{"ref == " + e,
                         "ref != " + e,
                         "next[" + e + "] == " + f,
                         "next[next[" + e + "]] == " + f,
                         "len > 0 && q[0] == " + e,
                         "rel[" + e + "][" + f + "]",
                         "!rel[" + e + "][" + f + "]"};
        options.insert(options.end(), refs.begin(), refs.end());
        if (local) options.insert(options.end(), {"mine == " + e, "mine != ref"});
      }
      if (!t.empty()) {
        options.push_back("owns[" + e + "][" + pick(t) + "]");
        options.push_back("last[" + e + "] == " + pick(t));
      }
    }
    if (!t.empty()) options.insert(options.end(), {"on[" + pick(t) + "]", "token != " + pick(t)});
    if (references_) options.insert(options.end(), {"len < 2", "ref == q[1]"});
    return pick(options);
  }

  std::string clock_name(const Names& s, bool has_y) {
    Names clocks{"x", "x", "x", "z"};
    if (has_y) clocks.push_back("y");
    if (element_clock_ && !s.empty()) clocks.push_back("c[" + pick(s) + "]");
    return pick(clocks);
  }
  std::string clock_guard(const Names& s, bool has_y) {
    return clock_name(s, has_y) + " " + pick({"<", "<=", ">=", ">", "=="}) + " " + digit(1, 3);
  }

  // `alone`: a broadcast receiver, which should write only its own cells.
  std::string assignment(const Names& s, const Names& t, bool local, bool has_y, bool alone) {
    Names options{"x = 0", "x = 0", "b = !b"};
    if (has_y) options.push_back("y = 0");
    if (nonzero_resets_) options.push_back("x = " + digit(1, 2));
    if (local && references_) options.insert(options.end(), {"mine = next[id]", "mine = ref"});
    if (local && local_set_) {
      options.insert(options.end(), {"u = first()", "lc[u] = !lc[u]", "lnext[u] = first()", "u = lnext[u]", "wipe()"});
      if (local_clock_) options.push_back("lx[u] = 0");
    }
    if (!s.empty()) {
      const std::string own = s.front();
      const Names more{"flag[" + own + "] = " + pick({"true", "false"}),
                       "cnt[" + own + "] = (cnt[" + own + "] + 1) % 3"};
      options.insert(options.end(), more.begin(), more.end());
      if (element_clock_) options.push_back("c[" + own + "] = 0");
      if (references_ && local) options.push_back("next[id] = mine");
    }
    if (!alone) {
      options.insert(options.end(), {"g = (g + 1) % 4", "g = 0", "g = count()", "z = 0", "clear()", "flip()"});
      if (!s.empty()) {
        const std::string e = pick(s), f = pick(s);
        options.insert(options.end(), {"flag[" + e + "] = true", "cnt[" + e + "] = 0"});
        if (references_) {
          const Names refs{"ref = " + e,
                           "next[" + e + "] = " + f,
                           "next[ref] = " + e,
                           "q[0] = q[1], q[1] = " + e,
                           "q[len > 1 ? 1 : len] = " + e + ", len = len < 2 ? len + 1 : 0",
                           "rel[" + e + "][" + f + "] = !rel[" + e + "][" + f + "]",
                           "ref = next[" + e + "]"};
          options.insert(options.end(), refs.begin(), refs.end());
        }
        if (element_clock_) options.push_back("c[" + e + "] = 0");
        if (!t.empty()) {
          options.push_back("owns[" + e + "][" + pick(t) + "] = true");
          options.push_back("last[" + e + "] = " + pick(t));
        }
      }
      if (references_)
        options.insert(options.end(), {"ref = q[0]", "q[0] = q[1], len = len > 0 ? len - 1 : 0", "turn()"});
      if (early_) options.insert(options.end(), {"g = " + early_condition() + " ? 1 : 0", "b = " + early_condition()});
      if (early_ && references_) options.insert(options.end(), {"hop()", "drop()"});
      if (!t.empty())
        options.insert(options.end(), {"token = " + pick(t), "on[" + pick(t) + "] = !on[" + pick(t) + "]"});
    }
    return pick(options);
  }

  std::string edge(int from, int to, const Names& own_s, const Names& own_t, bool local, bool has_y) {
    Names s = own_s, t = own_t;
    std::string selects;
    if (chance(own_s.empty() ? 60 : 25)) {
      selects = "select j : S";
      s.push_back("j");
    }
    if (two_sets_ && chance(25)) {
      selects += selects.empty() ? "select k : T" : ", k : T";
      t.push_back("k");
    }
    const int kind = number(0, 13);
    std::string sync;
    bool receives = false, urgent = false;
    if (kind == 0 || kind == 1) sync = "go!";
    if (kind == 2 || kind == 3) sync = "go?", receives = true;
    if (kind == 4) sync = chance(50) ? "a!" : "a?";
    if (kind == 5 && !s.empty()) sync = "ba[" + pick(s) + "]!";
    if (kind == 6 && !s.empty()) sync = "ba[" + pick(s) + "]?", receives = true;
    if (kind == 7 && !s.empty()) sync = "ca[" + pick(s) + "]" + pick({"!", "?"});
    if (kind == 8 && !t.empty()) sync = "ct[" + pick(t) + "]" + pick({"!", "?"});
    if (kind == 9 && chance(60)) sync = "hurry!", urgent = true;
    if (kind == 9 && !urgent) sync = "hurry?", receives = urgent = true;
    if (kind == 10 && chance(50)) sync = chance(50) ? "meet!" : "meet?", urgent = true;
    std::string guard;
    const auto add_guard = [&](const std::string& g) { guard += (guard.empty() ? "" : " && ") + ("(" + g + ")"); };
    std::string local_select;
    if (local_set_ && local && chance(40)) {
      local_select = "l";
      selects += selects.empty() ? "select l : L" : ", l : L";
    }
    if (chance(55)) add_guard(data_guard(s, t, local));
    if (!local_select.empty() && chance(50)) add_guard(pick({"l != u", "!lc[l]", "lnext[l] == u"}));
    if (local && local_clock_ && timed_ && !urgent && !receives && chance(30)) {
      guard += (guard.empty() ? "" : " && ") +
               (std::string("lx[") + (local_select.empty() ? "u" : "l") + "] >= " + digit(1, 2));
    }
    if (timed_ && !urgent && !(receives && !timed_receivers_) && chance(50))
      guard += (guard.empty() ? "" : " && ") + clock_guard(s, has_y);
    std::string assign;
    for (int k = number(0, 2); k > 0; --k) {
      assign += (assign.empty() ? "" : ", ") + assignment(s, t, local, has_y, receives && !careless_);
    }
    if (!local_select.empty()) assign += (assign.empty() ? "" : ", ") + pick({"u = l", "lc[l] = true", "lnext[u] = l"});
    std::string text = "L" + std::to_string(from) + " -> L" + std::to_string(to) + " { ";
    if (!selects.empty()) text += selects + "; ";
    if (!guard.empty()) text += "guard " + guard + "; ";
    if (!sync.empty()) text += "sync " + sync + "; ";
    if (!assign.empty()) text += "assign " + assign + "; ";
    return text + "}";
  }

  std::string process(const std::string& name, const std::string& parameters, const Names& s, const Names& t,
                      bool local) {
    const int locations = local ? p_locations_ : 2;
    const bool has_y = local && second_clock_;
    std::string text = "process " + name + "(" + parameters + ") {\n  clock x" + (has_y ? ", y" : "") + "; bool b;";
    if (local && references_) text += " S mine;";
    if (local && local_set_) {
      text +=
          "\n  typedef scalar[2] L; L u; bool lc[L]; L lnext[L];" + std::string(local_clock_ ? " clock lx[L];" : "");
      text += "\n  L first() { for (l : L) if (lc[l]) return l; return u; }";
      text += "\n  bool has(const L which) { for (l : L) { if (l == which && lc[l]) return true; } return false; }";
      text += "\n  void wipe() { for (l : L) lc[l] = false; }";
    }
    text += "\n  state ";
    for (int l = 0; l < locations; ++l) {
      text += (l ? ", L" : "L") + std::to_string(l);
      if (timed_ && chance(35))
        text += " { " + std::string(has_y && chance(30) ? "y" : "x") + pick({" <= ", " < "}) + digit(1, 3) + " }";
    }
    text += ";\n";
    if (chance(20)) text += "  commit L" + std::to_string(locations - 1) + ";\n";
    else if (chance(15)) text += "  urgent L" + std::to_string(locations - 1) + ";\n";
    text += "  init L0;\n  trans ";
    const int edges = locations + number(0, 2);
    for (int e = 0; e < edges; ++e) {
      const int from = e < locations ? e : number(0, locations - 1);
      text += (e ? ",\n    " : "") + edge(from, number(0, locations - 1), s, t, local, has_y);
    }
    return text + ";\n}\n";
  }

  std::string formula() {
    const std::string location = "L" + std::to_string(number(0, p_locations_ - 1));
    Names options{"g == " + digit(0, 3),
                  "g < " + digit(1, 3),
                  "(exists (i : S) P(i)." + location + ")",
                  "(forall (i : S) P(i)." + location + ")",
                  "(exists (i : S) P(i)." + location + " && flag[i])",
                  "(forall (i : S) forall (j : S) P(i)." + location + " && P(j)." + location + " imply i == j)",
                  "count() == " + digit(0, 3),
                  "(exists (i : S) cnt[i] == " + digit(0, 2) + ")",
                  "z <= " + digit(0, 3),
                  "(exists (i : S) P(i).x > " + digit(0, 3) + ")",
                  "(forall (i : S) P(i).x <= " + digit(1, 3) + ")",
                  "(exists (i : S) P(i).b && !flag[i])",
                  "most() > 0"};
    if (references_) {
      const Names refs{"(exists (i : S) next[i] == i)",
                       "ref == q[0]",
                       "flag[ref]",
                       "P(ref)." + location,
                       "(exists (i : S) P(i).mine != i && P(i)." + location + ")",
                       "next[ref] != ref",
                       "(exists (i : S) exists (j : S) i != j && rel[i][j])"};
      options.insert(options.end(), refs.begin(), refs.end());
    }
    if (two_sets_)
      options.insert(options.end(),
                     {"on[token]", "(exists (i : S) exists (k : T) owns[i][k])", "(exists (k : T) on[k])"});
    if (element_clock_) options.push_back("(exists (i : S) c[i] >= " + digit(1, 3) + ")");
    if (early_ && chance(40)) return early_condition();
    if (early_ && chance(10)) return "(forall (i : S) (flag[i] && (P(i).x > " + digit(0, 2) + " || cnt[i] == 0)))";
    if (local_set_ && chance(30))
      return pick({"(exists (i : S) P(i).lc[P(i).u])", "(forall (i : S) (P(i).lnext[P(i).u] == P(i).u && flag[i]))"});
    return pick(options);
  }

  std::mt19937 random_;
  int size_ = 2, p_locations_ = 2;
  bool two_sets_ = false, pair_process_ = false, controller_ = false, references_ = false, element_clock_ = false;
  bool second_clock_ = false, nonzero_resets_ = false, careless_ = false, timed_ = true, timed_receivers_ = false;
  bool early_ = false, local_set_ = false, local_clock_ = false;
};

}  // namespace orbita::test

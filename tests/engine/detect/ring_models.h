// Random models of rings: every process knows itself and its neighbours by an id that is computed with.
//
// Shared flags, a token that holds an id, ids inside of processes, channels to the neighbour, a broadcast, clocks.
// `broken`: one guard, update or constant names a place of the ring, or all of a parity do.
#pragma once

#include <random>
#include <string>
#include <vector>

namespace orbita::test {

class RingModel {
 public:
  RingModel(std::uint32_t seed, bool timed, bool broken)
      : random_(seed), timed_(timed), broken_(broken), count_(3 + static_cast<int>(random_() % 2)) {
    blocks_ = count_ == 4 && chance(40);
    listed_ = chance(40);
  }

  std::string text() {
    const std::string n = std::to_string(count_);
    std::string result = "const int N = " + n + "; typedef int[0,N-1] id_t;\n";
    result += "bool f[N]" + std::string(chance(30) ? " = {true, " + repeated("false", count_ - 1) + "}" : "") +
              "; id_t tok; id_t old[N]; int[0,3] n; chan c[N]; " + (chance(20) ? "urgent " : "") +
              "chan d[N]; broadcast chan b;\n";
    result += "int right(int i) { return (i + 1) % N; }\nint left(int i) { return (i + N - 1) % N; }\n";
    result += process();
    if (!listed_) return result + "system P;\n";
    std::string system;
    for (int k = 0; k < count_; ++k) {
      // Ids go round in the order of the system, or not.
      const std::string id = std::to_string(k), name = "P" + id;
      result += name + " = P(" + id + ");\n";
      system += (k == 0 ? "" : ", ") + name;
    }
    return result + "system " + system + ";\n";
  }

  std::vector<std::string> queries() {
    const std::string p = listed_ ? "" : "exists (k : id_t) ";
    const auto some = [&](const std::string& location) {
      if (!listed_) return "(exists (k : id_t) P(k)." + location + ")";
      std::string result = "(P0." + location;
      for (int k = 1; k < count_; ++k) result += " || P" + std::to_string(k) + "." + location;
      return result + ")";
    };
    const std::string first = listed_ ? "P0" : "P(0)", second = listed_ ? "P1" : "P(1)";
    return {"A[] true",
            "A[] not deadlock",
            "E<> forall (k : id_t) f[k]",
            "E<> f[tok] && n == 2",
            "E<> exists (k : id_t) f[k] && old[k] == (k + 1) % N",
            "A[] f[tok] || n < 3",
            "E<> " + some("C") + " && deadlock",
            "A<> " + some("C"),
            "E[] !" + some("B"),
            some("B") + " --> " + some("A"),
            "A<> f[tok] || n == 3",
            "sup: n, sum (k : id_t) f[k]",
            "inf{f[tok]}: n",
            "E<> " + first + ".C && " + second + ".B",
            "E<> tok == 1 && f[2]",
            "E[] " + first + ".A",
            "E<> " + first + ".B && f[0] != f[2]"};
  }

 private:
  bool chance(int percent) { return static_cast<int>(random_() % 100) < percent; }
  std::string pick(const std::vector<std::string>& from) { return from[random_() % from.size()]; }
  static std::string repeated(const std::string& word, int times) {
    std::string result = word;
    for (int k = 1; k < times; ++k) result += ", " + word;
    return result;
  }

  std::vector<std::string> guards() const {
    std::vector<std::string> result{"true",
                                    "true",
                                    "f[id]",
                                    "!f[id]",
                                    "f[right(id)]",
                                    "!f[(id + 1) % N]",
                                    "!f[left(id)]",
                                    "tok == id",
                                    "tok != id",
                                    "tok == left(id)",
                                    "f[tok]",
                                    "mine == id",
                                    "mine == tok",
                                    "old[id] == right(id)",
                                    "old[tok] != tok",
                                    "n < 2",
                                    "f[mine] && !f[id]"};
    if (broken_) {
      result.push_back("tok == 0");
      result.push_back("f[1]");
      result.push_back("id != 2");
      result.push_back("tok <= id");
    }
    if (blocks_) {
      result.push_back("id % 2 == 0");
      result.push_back("tok % 2 == 1");
    }
    return result;
  }

  std::vector<std::string> updates() const {
    std::vector<std::string> result{"f[id] = !f[id]",
                                    "f[id] = true",
                                    "f[id] = false",
                                    "f[right(id)] = true",
                                    "f[(id + N - 1) % N] = false",
                                    "tok = id",
                                    "tok = (id + 1) % N",
                                    "tok = left(id)",
                                    "tok = mine",
                                    "mine = tok",
                                    "mine = id",
                                    "mine = right(mine)",
                                    "old[id] = tok",
                                    "old[id] = old[right(id)]",
                                    "old[tok] = mine",
                                    "n = n < 3 ? n + 1 : 0",
                                    "n = 0",
                                    "f[tok] = !f[tok]"};
    if (broken_) {
      result.push_back("tok = 0");
      result.push_back("f[0] = true");
      result.push_back("mine = id < 1 ? 0 : id - 1");
      result.push_back("old[id] = 2");
    }
    if (blocks_) result.push_back("n = id % 2");
    return result;
  }

  std::string process() {
    const std::vector<std::string> locations{"A", "B", "C"};
    const std::vector<std::string> syncs{
        "", "", "", "", "c[id]!", "c[right(id)]?", "c[left(id)]?", "d[tok]!", "d[id]?", "c[mine]!", "b!", "b?"};
    std::string text = "process P(const id_t id) { id_t mine; ";
    text += timed_ ? "clock x; state A, B { x <= 2 }, C;" : "state A, B, C;";
    text += std::string(chance(20) ? " commit C;" : "") + " init A; trans\n";
    const int edges = 3 + static_cast<int>(random_() % 3);
    for (int e = 0; e < edges; ++e) {
      const std::string sync = pick(syncs);
      std::string guard = pick(guards()), assigned;
      if (chance(25)) guard += " && " + pick(guards());
      if (timed_ && chance(30) && sync[0] != 'd') guard += sync == "b?" ? "" : chance(50) ? " && x >= 1" : " && x <= 1";
      for (int k = static_cast<int>(random_() % 3); k > 0; --k)
        assigned += (assigned.empty() ? "" : ", ") + pick(updates());
      if (timed_ && chance(50)) assigned += (assigned.empty() ? "x = 0" : ", x = 0");
      text += (e == 0 ? "" : ",\n") + (e < 3 ? locations[static_cast<std::size_t>(e)] : pick(locations)) + " -> " +
              pick(locations) + " { guard " + guard + "; " + (sync.empty() ? "" : "sync " + sync + "; ") +
              (assigned.empty() ? "" : "assign " + assigned + "; ") + "}";
    }
    // Variables nobody writes are constants, and 0 is somebody.
    return text + ",\nB -> A { guard tok == id; assign tok = right(id), mine = id; }; }\n";
  }

  std::mt19937 random_;
  bool timed_, broken_, blocks_ = false, listed_ = false;
  int count_;
};

}  // namespace orbita::test

// Random models whose ids are plain integers: the idioms in which symmetry is found, and small changes that break it.
//
// A queue with its length, cleared or not, a variable beside a flag, one with a sentinel, ids inside of processes,
// arrays indexed by ids with an offset, broadcasts; a template over a range or as listed instances, copies without an
// id, instances that differ in what their reference parameters stand for. Values stay in range but for a few that do
// not.
#pragma once

#include <random>
#include <string>
#include <vector>

namespace orbita::test {

class IdModel {
 public:
  // `timed`: with a clock in every process. `changed`: one literal, guard or initial value names an element.
  IdModel(std::uint32_t seed, bool timed, bool changed) : random_(seed), timed_(timed), changed_(changed) {
    count_ = 2 + static_cast<int>(random_() % 2);
    first_ = chance(30) ? 1 : 0;
    listed_ = chance(40);
    references_ = chance(30);
    copies_ = chance(30);
    bits_ = seed >= first_with_bits && seed % 4 == 0;
  }
  // From this seed on every fourth model also keeps ids as bits of a number.
  static constexpr std::uint32_t first_with_bits = 100'000;

  std::string text() {
    const std::string n = std::to_string(count_), range = range_text();
    std::string result = "int" + range + " q[2] = {" + std::to_string(first_) + ", " + std::to_string(first_) +
                         "}; int[0,2] len; int" + range + " who" +
                         (changed_ && chance(20) ? " = " + std::to_string(first_ + 1) : "") + "; bool set; int[" +
                         std::to_string(first_ - 1) + "," + std::to_string(first_ + count_ - 1) + "] last = " + none() +
                         "; bool flag[" + n + "]; chan c[" + std::to_string(count_ + first_) + "]; broadcast chan b;\n";
    if (references_) {
      for (int k = 0; k < count_; ++k) result += "bool own" + std::to_string(k) + ";\n";
    }
    if (bits_) result += "int[0,31] bits;\n";
    result += "void put(int" + range + " e) { if (len < 2) { q[len] = e; len = len + 1; } }\n";
    result += "void get() { if (len > 0) { len = len - 1; q[0] = q[1];" +
              std::string(chance(50) ? " q[len] = " + std::to_string(first_) + ";" : "") + " } }\n";
    result += process("P", "const int" + range + " id" + (references_ ? ", bool &own" : ""), true);
    result += process("G", "", false);
    std::string system;
    if (listed_ || references_) {
      for (int k = 0; k < count_; ++k) {
        const std::string id = std::to_string(first_ + k), name = "P_" + id;
        result += name + " = P(" + id + (references_ ? ", own" + std::to_string(k) : "") + ");\n";
        system += name + ", ";
      }
    } else {
      system = "P, ";
    }
    if (copies_) {
      result +=
          "process N() { state A, B; init A; trans A -> B { sync b?; }, B -> A { guard set; assign len = 0; }; }\n"
          "N1 = N(); N2 = N();\n";
      system += "N1, N2, ";
    }
    return result + "system " + system + "G;\n";
  }

  std::vector<std::string> queries() {
    const std::string one = std::to_string(first_), p0 = process_name(0), p1 = process_name(1);
    return {"A[] true",
            "A[] not deadlock",
            "E<> len == 2 && q[0] != q[1]",
            "E<> set && who == " + one + " && last == " + none(),
            "A[] len > 0 || q[1] == " + one,
            "E<> " + p0 + ".B && " + p1 + ".C",
            "E<> " + p1 + ".B && " + p0 + ".C",
            "E<> " + p0 + ".C && flag[0]",
            "A[] " + p1 + ".A imply " + p1 + ".mine != " + one,
            "A<> " + p0 + ".C",
            "E[] not " + p1 + ".B",
            p0 + ".B --> " + p0 + ".A",
            p1 + ".B --> " + p1 + ".A",
            "A<> len == 2 || deadlock",
            "sup: len, last",
            "E<> forall (k : int[0," + std::to_string(count_ - 1) + "]) flag[k]"};
  }

 private:
  bool chance(int percent) { return static_cast<int>(random_() % 100) < percent; }
  std::string pick(const std::vector<std::string>& from) { return from[random_() % from.size()]; }
  std::string range_text() const {
    return "[" + std::to_string(first_) + "," + std::to_string(first_ + count_ - 1) + "]";
  }
  std::string none() const { return std::to_string(first_ - 1); }
  std::string process_name(int k) const {
    const std::string id = std::to_string(first_ + k);
    return listed_ || references_ ? "P_" + id : "P(" + id + ")";
  }

  std::vector<std::string> guards(const std::string& id, bool has_id) {
    std::vector<std::string> result{"true",
                                    "true",
                                    "set",
                                    "!set",
                                    "on",
                                    "!on",
                                    "len == 1",
                                    "mine != other",
                                    "last == " + none(),
                                    "last == " + id,
                                    "who == " + id,
                                    "mine == " + id,
                                    "len > 0 && q[0] == " + id,
                                    "set && who == mine",
                                    "len == 2 || q[1] == mine"};
    if (has_id) {
      result.push_back("!flag[id - " + std::to_string(first_) + "]");
      result.push_back("flag[id - " + std::to_string(first_) + "]");
      if (references_) result.push_back("!own");
    }
    if (changed_) result.push_back("who == " + std::to_string(first_));
    if (bits_) {
      const std::string all = "((1 << " + std::to_string(count_) + ") - 1) << " + std::to_string(first_);
      for (const std::string& more : {"(bits >> " + id + " & 1) == 1", "(bits & 1 << " + id + ") == 0",
                                      "bits == " + all, std::string("bits == 0"), std::string("bits >> mine & 1")})
        result.push_back(more);
    }
    return result;
  }

  std::vector<std::string> updates(const std::string& id, bool has_id) {
    const std::string one = std::to_string(first_);
    std::vector<std::string> result{"who = " + id,
                                    "mine = " + id,
                                    "other = mine",
                                    "mine = other",
                                    "who = mine",
                                    "mine = who",
                                    "set = !set",
                                    "set = true",
                                    "set = false",
                                    "on = !on",
                                    "on = true",
                                    "put(" + id + ")",
                                    "put(mine)",
                                    "get()",
                                    "len = 0",
                                    "last = " + id,
                                    "last = " + none(),
                                    "last = who",
                                    "other = q[0]",
                                    "q[0] = q[1]",
                                    "mine = set ? who : " + id};
    if (has_id) {
      result.push_back("flag[id - " + one + "] = !flag[id - " + one + "]");
      if (references_) result.push_back("own = !own");
    }
    if (bits_) {
      for (const std::string& more : {"bits |= 1 << " + id, "bits &= 31 ^ 1 << " + id, "bits ^= 1 << " + id,
                                      std::string("bits = 0"), std::string("bits |= 1 << mine")})
        result.push_back(more);
    }
    if (changed_ || chance(15)) {
      for (const std::string name : {"who", "mine", "other"}) result.push_back(name + " = " + one);
    }
    return result;
  }

  std::string process(const std::string& name, const std::string& parameters, bool has_id) {
    const std::string id = has_id ? "id" : "who";
    const std::vector<std::string> locations{"A", "B", "C"};
    const std::vector<std::string> syncs{"",        "",   "",  "c[" + id + "]!", "c[" + id + "]?", "c[mine]!",
                                         "c[who]?", "b!", "b?"};
    const std::string range = range_text();
    std::string text = "process " + name + "(" + parameters + ") { int" + range + " mine, other; bool on;";
    text += timed_ ? " clock x; state A, B { x <= 3 }, C;" : " state A, B, C;";
    text += std::string(chance(20) ? " commit C;" : "") + " init A; trans\n";
    const int edges = 3 + static_cast<int>(random_() % 3);
    for (int e = 0; e < edges; ++e) {
      const std::string sync = pick(syncs);
      std::string guard = pick(guards(id, has_id)), assigned;
      if (timed_ && chance(30)) guard += sync == "b?" ? "" : chance(50) ? " && x >= 2" : " && x <= 1";
      for (int k = static_cast<int>(random_() % 4); k > 0; --k)
        assigned += (assigned.empty() ? "" : ", ") + pick(updates(id, has_id));
      if (timed_ && chance(50)) assigned += (assigned.empty() ? "x = 0" : ", x = 0");
      text += (e == 0 ? "" : ",\n") + (e < 3 ? locations[static_cast<std::size_t>(e)] : pick(locations)) + " -> " +
              pick(locations) + " { guard " + guard + "; " + (sync.empty() ? "" : "sync " + sync + "; ") +
              (assigned.empty() ? "" : "assign " + assigned + "; ") + "}";
    }
    return text + "; }\n";
  }

  std::mt19937 random_;
  bool timed_, changed_;
  int count_ = 2, first_ = 0;
  bool listed_ = false, references_ = false, copies_ = false, bits_ = false;
};

}  // namespace orbita::test

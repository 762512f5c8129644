// All code the check accepts must be equivariant: running a random body on a permuted state gives the permuted result.
// The interpreter decides, on random states, independently of the check.
#include <map>
#include <random>

#include "parser/interpreter/interpreter.h"
#include "tests/symmetry/violations_fixture.h"

using namespace orbita;
using namespace orbita::test;

namespace {

using Random = std::mt19937;

// Random code over the variables of `declarations`, biased towards accepted code.
class Writer {
 public:
  Writer(unsigned seed, std::string own) : random_(seed), own_(std::move(own)) {}

  std::string statements(int count, int depth) {
    std::string text;
    for (int k = 0; k < count; ++k) text += statement(depth) + " ";
    return text;
  }
  // The body of a search loop.
  std::string search() {
    std::string text = pick(3) ? "" : "int a = " + number() + "; a++; ";
    const std::string value = pick(2) ? number() : std::to_string(pick(2));
    for (int k = pick(2); k >= 0; --k) {
      if (pick(8) == 0) text += statement(1) + " ";
      text += "if (" + condition() + ") return " + (pick(4) ? value : number()) + "; ";
    }
    return text;
  }
  std::string update() {  // of a receiver
    std::string text = assignment();
    for (int k = pick(2); k > 0; --k) text += ", " + assignment();
    return text;
  }

 private:
  int pick(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  bool often() { return pick(4) != 0; }

  std::string element() {
    if (often()) return own_;
    switch (pick(6)) {
      case 0: return "k";
      case 1: return "win";
      case 2: return "q[" + std::to_string(pick(2)) + "]";
      case 3: return "r[" + own_ + "].e";
      case 4: return inner_.empty() ? own_ : inner_;
      default: return "(b ? k : " + own_ + ")";
    }
  }
  std::string cell() {
    switch (pick(5)) {
      case 0: return "x[" + element() + "]";
      case 1: return "y[" + element() + "]";
      case 2: return "m[" + element() + "][" + element() + "]";
      case 3: return "r[" + element() + "].a";
      default: return "c[" + std::to_string(pick(2)) + "]";
    }
  }
  std::string variable() { return pick(2) ? cell() : pick(2) ? "n" : "v"; }
  std::string number() {
    switch (pick(9)) {
      case 0: return std::to_string(pick(3));
      case 1: return "n";
      case 2: return "w";
      case 3:
      case 4: return cell();
      case 5: return "(" + number() + " + " + number() + ")";
      case 6: return "(" + number() + (pick(2) ? " <? " : " >? ") + number() + ")";
      case 7: return "get(" + element() + ")";
      default: return "(" + condition() + " ? " + number() + " : " + number() + ")";
    }
  }
  std::string condition() {
    switch (pick(7)) {
      case 0: return "f[" + element() + "]";
      case 1: return "b";
      case 2: return element() + " == " + element();
      case 3: return "(" + number() + " > " + number() + ")";
      case 4: return "(" + condition() + (pick(2) ? " && " : " || ") + condition() + ")";
      case 5: return "(exists (j2 : S) f[j2] && j2 != " + element() + ")";
      default: return "!f[" + own_ + "]";
    }
  }
  std::string assignment() {
    const std::string target = variable();
    switch (pick(16)) {
      case 0:
      case 1: return target + " += " + number();
      case 2: return target + "++";
      case 3: return target + " = " + std::to_string(pick(3));
      case 4: return target + " = " + number();
      case 5: return target + " = " + target + (pick(2) ? " <? " : " >? ") + number();
      case 6: return target + " = " + number() + " > " + target + " ? " + number() + " : " + target;
      case 7: return "b = b " + std::string(pick(2) ? "|| " : "&& ") + condition();
      case 8: return "b = " + condition();
      case 9: return "f[" + element() + "] = " + condition();
      case 10: return (pick(3) ? "r[" + own_ + "].e" : pick(2) ? "win" : "q[0]") + " = " + element();
      case 11: return target + (pick(3) == 0 ? " |= " : pick(2) ? " ^= " : " &= ") + number();
      case 12: return target + " = (" + target + " + 1) % 3";
      case 13: return "put(" + variable() + ", " + number() + ")";
      case 14: return "mark(" + element() + ")";
      default: return "swap(" + variable() + ", " + variable() + ")";
    }
  }
  std::string statement(int depth) {
    const int kind = depth > 0 ? pick(10) : pick(5);
    if (kind < 5) return assignment() + ";";
    if (kind == 5) {
      const std::string target = variable(), bound = number();
      return "if (" + bound + (pick(2) ? " > " : " < ") + target + ") " + target + " = " + bound + ";";
    }
    if (kind == 6) return "{ int a = " + number() + "; a = 2*a + 1; " + cell() + " = a; }";
    if (kind == 7 && inner_.empty()) {
      inner_ = "j";
      const std::string body = statements(1 + pick(2), depth - 1);
      inner_.clear();
      return "for (j : S) { " + body + "}";
    }
    if (kind == 8)
      return "if (" + condition() + ") { " + statements(1, depth - 1) + "} else { " + statements(1, depth - 1) + "}";
    return "if (" + condition() + ") " + statement(depth - 1);
  }

  Random random_;
  std::string own_;
  std::string inner_;
};

const std::string declarations =
    "typedef scalar[3] S; int n; int v; int w; bool b; S k; S win; S q[2]; bool f[S]; int x[S]; int y[S]; "
    "int c[2];\n"
    "int m[S][S]; struct { int a; S e; } r[S]; broadcast chan go;\n"
    "void put(int &cell, int value) { cell = value; }\n"
    "void swap(int &one, int &other) { int a = one; one = other; other = a; }\n"
    "void mark(S e) { x[e] = x[e] + 1; if (f[e]) n++; }\n"
    "int get(S e) { return x[e] + y[e]; }\n";

// Values of all variables: of the global scope and of each process.
class State final : public Environment {
 public:
  explicit State(const Model& model) {
    for (const GlobalObject& object : model.globals) add(object.symbol, nullptr, object.type);
  }
  void add(const Symbol* symbol, const Process* process, const ConcreteType* type) {
    objects_[{symbol, process}] = {type, std::vector<std::int32_t>(type->cells)};
  }
  void randomise(Random& random) {
    for (auto& [key, object] : objects_) {
      for_each_leaf(*object.type, [&](std::uint32_t offset, const ConcreteType& leaf, const std::string&) {
        if (key.first->is_const || leaf.kind == TypeKind::channel) return;
        const std::int32_t most = leaf.kind == TypeKind::scalar ? leaf.high : leaf.kind == TypeKind::boolean ? 1 : 2;
        object.cells[offset] = static_cast<std::int32_t>(random() % static_cast<unsigned>(most + 1));
      });
    }
  }
  State permuted(const std::vector<std::int32_t>& g, const Model& model) const {
    State result(model);
    for (const auto& [key, object] : objects_) {
      const Process* process = key.second;
      if (process)
        process = &model.processes[static_cast<std::size_t>(g[static_cast<std::size_t>(process->indices[0])])];
      Object& image = result.objects_[{key.first, process}];
      image = {object.type, object.cells};
      permute(*object.type, object.cells.data(), image.cells.data(), g);
    }
    return result;
  }
  Place place(const Symbol& symbol, const Process* process) override {
    auto found = objects_.find({&symbol, process});
    if (found == objects_.end()) found = objects_.find({&symbol, nullptr});
    return found == objects_.end() ? Place{} : Place{found->second.type, found->second.cells.data()};
  }
  bool equals(const State& other) const {
    for (const auto& [key, object] : objects_) {
      if (other.objects_.at(key).cells != object.cells) return false;
    }
    return true;
  }

 private:
  struct Object {
    const ConcreteType* type = nullptr;
    std::vector<std::int32_t> cells;
  };
  static void permute(const ConcreteType& type, const std::int32_t* from, std::int32_t* to,
                      const std::vector<std::int32_t>& g) {
    if (type.kind == TypeKind::array) {
      for (std::uint32_t i = 0; i < type.count; ++i) {
        const auto image = type.index_set ? static_cast<std::uint32_t>(g[i]) : i;
        permute(*type.element, from + i * type.element->cells, to + image * type.element->cells, g);
      }
    } else if (type.kind == TypeKind::structure) {
      for (const auto& field : type.fields) permute(*field.type, from + field.offset, to + field.offset, g);
    } else {
      *to = type.kind == TypeKind::scalar ? g[static_cast<std::size_t>(*from)] : *from;
    }
  }
  std::map<std::pair<const Symbol*, const Process*>, Object> objects_;
};

struct Tally {
  int accepted = 0, flagged = 0, flagged_and_broken = 0, compared = 0;
};

// run(state) executes the code in place; true unless it ended in a run-time error.
template <class Run>
bool is_equivariant(const Model& model, const State& empty, unsigned seed, Tally& tally, Run&& run) {
  Random random(seed);
  for (int round = 0; round < 6; ++round) {
    State state = empty;
    state.randomise(random);
    std::vector<std::int32_t> g{0, 1, 2};
    std::shuffle(g.begin(), g.end(), random);
    State other = state.permuted(g, model);
    if (!run(state) || !run(other)) continue;
    ++tally.compared;
    if (!state.permuted(g, model).equals(other)) return false;
  }
  return true;
}

bool attempt(Model& model, State& state, const Process* process, const Expr& update) {
  try {
    Interpreter(model, state, process, 100'000).execute(update);
    return true;
  } catch (const EvaluationError&) {
    return false;
  }
}

void judge(bool blocked, bool equivariant, Tally& tally, const std::string& text) {
  if (blocked) {
    ++tally.flagged;
    tally.flagged_and_broken += !equivariant;
  } else {
    ++tally.accepted;
    INFO(text);
    CHECK(equivariant);
  }
}

void random_loops(unsigned first, unsigned count) {
  Tally tally;
  for (unsigned seed = first; seed < first + count; ++seed) {
    CAPTURE(seed);
    Writer writer(seed, "i");
    const std::string loop =
        seed % 4 == 3 ? "int look() { for (i : S) { " + writer.search() + "} return w; } void run() { v = look(); }"
                      : "void run() { for (i : S) { " + writer.statements(1 + static_cast<int>(seed % 3), 2) + "} }";
    const std::string text =
        declarations + loop +
        "\nprocess P(const S id) { state s; init s; trans s -> s { assign run(); }; }\nsystem P;\n";
    const auto model = load(text);
    const bool blocked = !detect(*model).blocked().empty();
    const Expr& update = *model->processes[0].templ->edges[0].update;
    const bool equivariant = is_equivariant(*model, State(*model), seed, tally,
                                            [&](State& state) { return attempt(*model, state, nullptr, update); });
    judge(blocked, equivariant, tally, text);
  }
  WARN("loops: accepted " << tally.accepted << ", flagged " << tally.flagged << ", of these seen to differ "
                          << tally.flagged_and_broken << ", states compared " << tally.compared);
  CHECK(tally.accepted > static_cast<int>(count / 20));
}

// All processes of a set take the same edge, in process order: as receivers of a broadcast do.
void random_receivers(unsigned first, unsigned count) {
  Tally tally;
  for (unsigned seed = first; seed < first + count; ++seed) {
    CAPTURE(seed);
    Writer writer(seed, "id");
    const std::string text =
        declarations + "process P(const S id) { state s; init s; trans s -> s { sync go?; assign " + writer.update() +
        "; }; }\nprocess Q() { state s; init s; trans s -> s { sync go!; }; }\nsystem P, Q;\n";
    const auto model = load(text);
    const bool blocked = !detect(*model).blocked().empty();
    const Expr& update = *model->processes[0].templ->edges[0].update;
    const bool equivariant = is_equivariant(*model, State(*model), seed, tally, [&](State& state) {
      for (std::size_t p = 0; p < 3; ++p) {
        if (!attempt(*model, state, &model->processes[p], update)) return false;
      }
      return true;
    });
    judge(blocked, equivariant, tally, text);
  }
  WARN("receivers: accepted " << tally.accepted << ", flagged " << tally.flagged << ", of these seen to differ "
                              << tally.flagged_and_broken << ", states compared " << tally.compared);
  CHECK(tally.accepted > static_cast<int>(count / 20));
}

}  // namespace

TEST_CASE("accepted random loops are equivariant") { random_loops(0, 2000); }
TEST_CASE("accepted random receivers are equivariant") { random_receivers(0, 2000); }
TEST_CASE("many accepted random loops are equivariant", "[slow]") { random_loops(100'000, 60'000); }
TEST_CASE("many accepted random receivers are equivariant", "[slow]") { random_receivers(100'000, 60'000); }

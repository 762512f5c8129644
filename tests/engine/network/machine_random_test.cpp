// Random expressions, functions and updates: the machine and the tree-walking interpreter must agree on values, clock
// actions, and on position and reason of errors.
#include <catch2/catch.hpp>
#include <random>
#include <sstream>

#include "tests/engine/compile_support.h"
#include "tests/sample.h"

using namespace orbita;
using namespace orbita::test;

namespace {

const char* const random_declarations = R"(
const int K = 4;
const int T[4] = { 3, -1, 7, 2 };
const int TT[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
typedef int[0,2] idx;
typedef struct { int[0,7] u; bool v; int w[2]; } S;
typedef scalar[3] E;
int a, b = 5;
int[0,9] c = 1;
int[-3,3] d;
bool p, q = true;
int arr[3];
int[0,4] small[5];
int m[2][3];
bool flags[idx];
S s1, s2;
S sa[2];
E e1, e2;
int[0,5] by[E];
meta int scratch;
clock x, y;
clock cs[3];
int twice(int v) { return v * 2; }
int[0,3] clip(int v) { return v; }
void bump(int &v, int by_) { v += by_; }
void bumpSmall(int[0,4] &v) { v++; }
int total(int v[3]) { int r; for (i : idx) { r += v[i]; v[i] = 0; } return r; }
int totalRef(int &v[3]) { int r = 0; for (i : idx) r = r + v[i]; return r; }
void fill(int &v[3], int n) { int i; for (i = 0; i < 3; i++) v[i] = n + i; }
S make(int n) { S r; r.u = n; r.v = n > 2; r.w[0] = n; return r; }
S swap(S v) { S r = { v.w[0], !v.v, { v.u, v.w[0] } }; return r; }
int collatz(int n) { int k = 0; while (n > 1 && k < 50) { if (n % 2 == 0) n = n / 2; else n = 3 * n + 1; k++; } return k; }
int first(int[0,9] lim) { int i = 0; do { if (arr[i % 3] > lim) return i; i++; } while (i < 5); return -1; }
void restart(clock &t, int n) { t = n; }
bool touch() { a++; return a > 3; }
const double DK = 0.75;
double half(double v) { return v / 2; }
double drift(int v, double &r) { double k = v * DK; r += k; r *= 0.5; return k - r; }
double course(int v, const double &w) { double r = w; if (v > 2) return v; return drift(v, r) + r; }
double counted(int v) { double r; b++; for (i : idx) { r = r + arr[i] / 4.0; if (r > v) return r; } return -r; }
)";

class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  std::string model() {
    std::ostringstream out;
    out << random_declarations;
    for (int i = 0; i < 3; ++i) out << function(i);
    out << "process P(const int[0,1] id, int[0,3] mut) {\nint l = 2;\nint[0,6] la[3];\nclock z;\nconst int R[2] = { "
           "id, 5 - id };\n"
        << "int local(int n) { int k = n + id; la[id] = 3; return k + l; }\n"
        << "state A;\ninit A;\ntrans\n";
    for (int i = 0; i < 12; ++i) {
      in_process_ = true;
      out << (i ? ",\n" : "") << "A -> A { guard " << expression(4, false) << " != " << pick(3);
      reals_ = true;  // guards have none
      out << "; assign " << update() << "; }";
      reals_ = false;
      in_process_ = false;
    }
    out << ";\n}\nsystem P;\n";
    return out.str();
  }

 private:
  int pick(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }
  bool chance(int percent) { return pick(100) < percent; }

  std::string literal() {
    switch (pick(12)) {
      case 0: return "2147483647";
      case 1: return "(-2147483648)";
      case 2: return std::to_string(pick(100000));
      case 3: return "K";
      default: return std::to_string(pick(6) - 1 < 0 ? 0 : pick(6));
    }
  }

  std::string index(int depth) {
    return chance(60) ? std::to_string(pick(3)) : expression(depth - 1, false) + (chance(70) ? " % 3" : "");
  }

  // An int variable; with `writable` one that may be assigned to.
  std::string variable(int depth, bool writable) {
    if (!bound_.empty() && !writable && chance(40))
      return bound_[static_cast<std::size_t>(pick(static_cast<int>(bound_.size())))];
    if (!params_.empty() && chance(50))
      return params_[static_cast<std::size_t>(pick(static_cast<int>(params_.size())))];
    if (in_process_ && chance(25)) {
      switch (pick(writable ? 3 : 5)) {
        case 0: return "l";
        case 1: return "mut";
        case 2: return "la[" + index(depth) + "]";
        case 3: return "id";
        default: return "R[" + index(depth) + "]";
      }
    }
    switch (pick(writable ? 14 : 18)) {
      case 0: return "a";
      case 1: return "b";
      case 2: return "c";
      case 3: return "d";
      case 4: return "arr[" + index(depth) + "]";
      case 5: return "small[" + index(depth) + "]";
      case 6: return "m[" + index(depth) + "][" + index(depth) + "]";
      case 7: return "s1.u";
      case 8: return "s2.w[" + index(depth) + "]";
      case 9: return "sa[" + index(depth) + "].w[" + index(depth) + "]";
      case 10: return "sa[" + index(depth) + "].u";
      case 11: return "by[e1]";
      case 12: return "scratch";
      case 13: return "arr[1]";
      case 14: return "T[" + index(depth) + "]";
      case 15: return "TT[" + index(depth) + "][" + index(depth) + "]";
      case 16: return "p";
      default: return "flags[" + index(depth) + "]";
    }
  }

  std::string quantifier(int depth) {
    static int counter = 0;
    const std::string name = "i" + std::to_string(counter++);
    const char* const kinds[] = {"forall", "exists", "sum"};
    const char* const ranges[] = {"idx", "int[0,1]", "int[-1,2]", "int[0,40]"};
    const std::string head = std::string("(") + kinds[pick(3)] + " (" + name + " : " + ranges[pick(4)] + ") ";
    bound_.push_back(name);
    const std::string body = expression(depth - 1, false);
    bound_.pop_back();
    return head + body + ")";
  }

  std::string call(int depth, bool effects) {
    switch (pick(effects ? 11 : 8)) {
      case 0: return "twice(" + expression(depth - 1, false) + ")";
      case 1: return "clip(" + expression(depth - 1, false) + ")";
      case 2: return chance(50) ? "total(arr)" : "total(m[" + index(depth) + "])";
      case 3: return "totalRef(m[" + index(depth) + "])";
      case 4: return "collatz(" + expression(depth - 1, false) + ")";
      case 5: return "first(" + expression(depth - 1, false) + ")";
      case 6: return "make(" + expression(depth - 1, false) + ").w[" + index(depth) + "]";
      case 7: return "swap(sa[" + index(depth) + "]).u";
      case 8: return "touch()";
      case 9: return in_process_ ? "local(" + expression(depth - 1, true) + ")" : "touch()";
      default: return "make(" + expression(depth - 1, true) + ").u";
    }
  }

  // A double, or an integer converted to one.
  std::string real(int depth, bool effects) {
    if (depth <= 0 || chance(15)) {
      const char* const some[] = {"0.5", "3.25", "1e9", "0.1", "DK", "M_PI"};
      if (!real_locals_.empty() && chance(40)) return real_locals_.back();
      return chance(60) ? some[pick(6)] : variable(0, false);
    }
    const auto sub = [&] { return real(depth - 1, effects); };
    switch (pick(effects ? 11 : 9)) {
      case 0: return "(" + sub() + " + " + sub() + ")";
      case 1: return "(" + sub() + " - " + sub() + ")";
      case 2: return "(" + sub() + " * " + sub() + ")";
      case 3: return "(" + sub() + " / " + sub() + ")";
      case 4: return "(" + sub() + (chance(50) ? " <? " : " >? ") + sub() + ")";
      case 5: return "(" + expression(depth - 1, effects) + " ? " + sub() + " : " + sub() + ")";
      case 6: {
        const char* const functions[] = {"sqrt", "sin", "fabs", "floor", "round", "exp", "half", "-"};
        return std::string(functions[pick(8)]) + "(" + sub() + ")";
      }
      case 7: return "pow(" + sub() + ", " + sub() + ")";
      case 8: return "course(" + expression(depth - 1, effects) + ", " + sub() + ")";
      case 9: return "counted(" + expression(depth - 1, effects) + ")";
      default:
        if (real_locals_.empty()) return "half(" + sub() + ")";
        return chance(50) ? "(" + real_locals_.back() + (chance(50) ? " += " : " = ") + sub() + ")"
                          : "drift(" + expression(depth - 1, effects) + ", " + real_locals_.back() + ")";
    }
  }

  std::string expression(int depth, bool effects) {
    if (depth <= 0 || chance(20)) return chance(35) ? literal() : variable(0, false);
    if (reals_ && chance(15)) {
      const char* const ops[] = {"<", "<=", "==", "!=", ">=", ">"};
      if (chance(60)) return "fint(" + real(depth, effects) + ")";
      if (chance(20)) return "isnan(" + real(depth, effects) + ")";
      return "(" + real(depth - 1, effects) + " " + ops[pick(6)] + " " + real(depth - 1, effects) + ")";
    }
    const auto sub = [&] { return expression(depth - 1, effects); };
    switch (pick(effects ? 17 : 14)) {
      case 0: return "(" + sub() + " + " + sub() + ")";
      case 1: return "(" + sub() + " - " + sub() + ")";
      case 2: return "(" + sub() + " * " + sub() + ")";
      case 3: {
        const char* const ops[] = {"/", "%", "<<", ">>", "&", "|", "^", "<?", ">?", "**"};
        return "(" + sub() + " " + ops[pick(10)] + " " + sub() + ")";
      }
      case 4:
      case 5: {
        const char* const ops[] = {"<", "<=", "==", "!=", ">=", ">"};
        return "(" + sub() + " " + ops[pick(6)] + " " + sub() + ")";
      }
      case 6: {
        const char* const ops[] = {"&&", "||", "imply", "xor"};
        return "(" + sub() + " " + ops[pick(4)] + " " + sub() + ")";
      }
      case 7: return "(" + sub() + " ? " + sub() + " : " + sub() + ")";
      case 8: return "(-" + sub() + ")";
      case 9: return "(!" + sub() + ")";
      case 10: return quantifier(depth);
      case 11: return call(depth, effects);
      case 12: return chance(50) ? "abs(" + sub() + ")" : "(s1 == sa[" + index(depth) + "])";
      case 13: return variable(depth, false);
      case 14: return "(" + variable(depth, true) + (chance(50) ? "++)" : "--)");
      case 15: return "(++" + variable(depth, true) + ")";
      default: return "(" + assignment(depth) + ")";
    }
  }

  std::string assignment(int depth) {
    const char* const ops[] = {"=", "=", "=", "+=", "-=", "*=", "%=", "|=", "<<="};
    return variable(depth, true) + " " + ops[pick(9)] + " " + expression(depth - 1, true);
  }

  std::string item() {
    switch (pick(16)) {
      case 0: return "s1 = sa[" + index(2) + "]";
      case 1: return "sa[" + index(2) + "] = make(" + expression(2, false) + ")";
      case 2: return "s2 = swap(s1)";
      case 3:
        return "bump(" + std::string(chance(50) ? "a" : "arr[" + index(2) + "]") + ", " + expression(2, true) + ")";
      case 4: return "bumpSmall(small[" + index(2) + "])";
      case 5:
        return "fill(" + std::string(chance(50) ? "arr" : "m[" + index(2) + "]") + ", " + expression(2, false) + ")";
      case 6: return "cs[" + index(2) + "] = " + expression(2, false);
      case 7: return "x = y + " + expression(1, false);
      case 8: return "restart(cs[" + index(2) + "], " + expression(2, false) + ")";
      case 9: return "arr = m[" + index(2) + "]";
      case 10: return "e2 = e1";
      case 11: return chance(50) ? "x = 0" : "cs[" + index(1) + "] = x - 1";
      case 12: return variable(2, true) + "++";
      default: return assignment(3);
    }
  }

  std::string update() {
    std::string text = item();
    for (int i = pick(3); i > 0; --i) text += ", " + item();
    return text;
  }

  std::string statement(int depth) {
    if (depth > 0 && chance(15)) {
      static int counter = 0;
      const std::string name = "z" + std::to_string(counter++);
      std::string text = "{ double " + name + (chance(70) ? " = " + real(2, false) : "") + "; ";
      real_locals_.push_back(name);
      const char* const ops[] = {" = ", " += ", " -= ", " *= ", " /= "};
      text += name + ops[pick(5)] + real(2, true) + "; " + statement(depth - 1) + "v = fint(" + name + "); } ";
      real_locals_.pop_back();
      return text;
    }
    switch (pick(depth > 0 ? 8 : 3)) {
      case 0: return assignment(2) + "; ";
      case 1: return variable(2, true) + "++; ";
      case 2: return "bump(v, " + expression(2, true) + "); ";
      case 3:
        return "if (" + expression(2, true) + ") { " + statement(depth - 1) + "} else { " + statement(depth - 1) + "} ";
      case 4: {
        bound_.push_back("j");
        const std::string body = statement(depth - 1);
        bound_.pop_back();
        return "for (j : " + std::string(chance(50) ? "idx" : "int[0,30]") + ") { " + body + "} ";
      }
      case 5: return "if (" + expression(2, false) + ") return " + expression(2, false) + "; ";
      case 6:
        return "{ int k = " + expression(2, false) + "; int h[3] = { k, 1, v }; h[" + index(1) +
               "] += k; v = total(h) - h[0]; } ";
      default: return "while (v > 3 && v < 1000) { v = v - 2; " + statement(depth - 1) + "v--; } ";
    }
  }

  std::string function(int number) {
    params_ = {"v", "w"};
    reals_ = true;
    std::string text = "int f" + std::to_string(number) + "(int v, int[0,20] w) { ";
    for (int i = 1 + pick(4); i > 0; --i) text += statement(2);
    text += "return " + expression(2, false) + "; }\n";
    params_.clear();
    reals_ = false;
    // Reached through a wrapper so that the random part is called with the caller's values.
    return text + "void g" + std::to_string(number) + "(int &r) { r = f" + std::to_string(number) + "(r, c); }\n";
  }

  std::mt19937 random_;
  std::vector<std::string> bound_, params_, real_locals_;
  bool in_process_ = false;
  bool reals_ = false;
};

std::vector<std::int32_t> random_values(const Network& network, std::mt19937& random) {
  std::vector<std::int32_t> values = network.initial_values();
  for (const SlotId s : network.slots.ids()) {
    const Slot& slot = network.slots[s];
    std::int32_t low = slot.low, high = slot.high;
    if (high - low > 100 && random() % 4 != 0) low = -5, high = 10;
    values[network.slot_value(s)] = std::uniform_int_distribution<std::int32_t>(low, high)(random);
  }
  return values;
}

// The words of an error message without numbers: "value # is outside [#,#]".
std::string kind_of(const std::string& message) {
  std::string result;
  for (const char c : message) {
    const bool number = (c >= '0' && c <= '9') || c == '-';
    if (!number) result += c;
    else if (result.empty() || result.back() != '#') result += '#';
  }
  return result.substr(0, result.find(':'));
}

struct Outcome {
  std::string error;
  Span where;
  std::int32_t value = 0;
  std::vector<std::int32_t> values;
  std::vector<ClockAction> actions;
};

Outcome by_machine(const Compiled& c, const NetEdge& edge, bool update, std::vector<std::int32_t> values) {
  Outcome result;
  Machine machine(*c, 20'000);
  if (update) machine.execute(edge.update, values, result.actions);
  else result.value = machine.evaluate(edge.guard.data, values);
  if (machine.failure()) {
    result.error = kind_of(describe(c->programs, machine.failure()));
    result.where = c->programs.error_sites[machine.failure().site].span;
  }
  result.values = std::move(values);
  return result;
}

Outcome by_interpreter(Compiled& c, const NetEdge& edge, bool update, std::vector<std::int32_t> values) {
  Outcome result;
  RowEnvironment environment(*c.model, *c, values);
  Interpreter interpreter(*c.model, environment, &c.model->processes[edge.process.value], 200'000);
  try {
    if (update) interpreter.execute(*edge.tree->update);
    else result.value = interpreter.holds(*edge.tree->guard);
  } catch (const EvaluationError& error) {
    result.error = kind_of(error.what());
    result.where = error.where();
    result.value = 0;
  }
  result.values = std::move(values);
  result.actions = environment.actions;
  return result;
}

}  // namespace

TEST_CASE("the machine agrees with the interpreter, errors included") {
  unsigned models = 0, runs = 0, errors = 0;
  for (unsigned seed = 1; seed <= sampled(150); ++seed) {
    const std::string text = Generator(seed).model();
    std::unique_ptr<Compiled> compiled;
    try {
      compiled = std::make_unique<Compiled>(text);
    } catch (const ModelError& error) {
      // A few texts are refused, for instance for a constant out of range.
      if (seed <= 3) WARN("seed " << seed << ": " << error.diagnostics().front().message);
      continue;
    }
    ++models;
    std::mt19937 random(seed * 7919);
    for (const NetEdge& edge : (*compiled)->edges) {
      for (int round = 0; round < 8; ++round) {
        const auto values = random_values(**compiled, random);
        for (const bool update : {false, true}) {
          if ((update ? edge.update : edge.guard.data) == no_code) continue;
          const Outcome expected = by_interpreter(*compiled, edge, update, values);
          if (expected.error.starts_with("evaluation takes")) continue;
          const Outcome actual = by_machine(*compiled, edge, update, values);
          ++runs;
          errors += !expected.error.empty();
          if (expected.error == actual.error && expected.where == actual.where && expected.value == actual.value &&
              expected.values == actual.values && expected.actions == actual.actions) {
            continue;
          }
          const Expr& tree = update ? *edge.tree->update : *edge.tree->guard;
          CAPTURE(seed, round, update, compiled->document->sources.text(tree.span));
          CAPTURE(disassemble(**compiled, update ? edge.update : edge.guard.data));
          CHECK(expected.error == actual.error);
          CHECK(compiled->document->sources.text(expected.where) == compiled->document->sources.text(actual.where));
          CHECK(expected.value == actual.value);
          CHECK(expected.values == actual.values);
          CHECK(expected.actions == actual.actions);
          FAIL("machine and interpreter disagree");
        }
      }
    }
  }
  CAPTURE(models, runs, errors);
  CHECK(models > sampled(100));
  CHECK(runs > sampled(10'000));
  CHECK(errors > sampled(1'000));
  CHECK(runs - errors > sampled(5'000));
}

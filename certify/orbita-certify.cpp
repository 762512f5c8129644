// orbita-certify FLAT CERTIFICATE: checks that a certificate proves its query of a flat model.
//
// It shares nothing with Orbita: one file, the standard library, its own arithmetic on zones. docs/flat-model.md says
// what a flat model means, docs/certificates.md what is claimed, the format, and why the rules suffice; comments use
// its rule numbers. It never searches: every node is expanded once, and each step must lead to the node that the
// certificate names. In doubt it rejects.
//
//   s CERTIFIED query            exit code 0
//   s REJECTED line N: reason    exit code 1
//   s UNREADABLE reason          exit code 2: not a certificate of this flat model
//   s UNSUPPORTED reason         exit code 3: beyond this checker
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

using std::int32_t, std::int64_t, std::size_t, std::string, std::string_view, std::to_string, std::uint32_t,
    std::vector;

struct Outcome {  // thrown, too
  int code;
  string text;
};
struct Failure {  // a check failed: the certificate is rejected, at the line being checked
  string why;
};
[[noreturn]] void unreadable(const string& why) { throw Outcome{2, "s UNREADABLE " + why}; }
[[noreturn]] void unsupported(const string& why) { throw Outcome{3, "s UNSUPPORTED " + why}; }
[[noreturn]] void fail(const string& why) { throw Failure{why}; }
void need(bool holds, const char* why) {
  if (!holds) fail(why);
}
template <class List>
int count_of(const List& list) {
  return static_cast<int>(list.size());
}

// ------------------------------------------------------------------- SHA-256

string sha256(string_view bytes) {
  // The first 32 bits after the point of the square and cube roots of the first primes.
  uint32_t h[8], k[64];
  const auto fraction = [](double root) { return static_cast<uint32_t>((root - std::floor(root)) * 4294967296.0); };
  for (int prime = 2, i = 0; i < 64; ++prime) {
    bool is_prime = true;
    for (int d = 2; d * d <= prime; ++d) is_prime &= prime % d != 0;
    if (is_prime && i < 8) h[i] = fraction(std::sqrt(prime));
    if (is_prime) k[i++] = fraction(std::cbrt(prime));
  }
  string text(bytes);
  text += '\x80';
  while (text.size() % 64 != 56) text += '\0';
  for (int i = 7; i >= 0; --i) text += static_cast<char>(bytes.size() * 8 >> (8 * i));
  const auto turn = [](uint32_t x, int n) { return x >> n | x << (32 - n); };
  for (size_t at = 0; at < text.size(); at += 64) {
    uint32_t w[64] = {}, v[8];
    for (size_t i = 0; i < 64; ++i) w[i / 4] = w[i / 4] << 8 | static_cast<unsigned char>(text[at + i]);
    for (int i = 16; i < 64; ++i) {
      w[i] = w[i - 16] + (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7] +
             (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10);
    }
    std::copy(h, h + 8, v);
    for (int i = 0; i < 64; ++i) {
      const uint32_t a = v[0], e = v[4];
      const uint32_t t = v[7] + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & v[5]) ^ (~e & v[6])) + k[i] + w[i];
      std::copy_backward(v, v + 7, v + 8);
      v[4] += t;
      v[0] = t + (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & v[2]) ^ (a & v[3]) ^ (v[2] & v[3]));
    }
    for (int j = 0; j < 8; ++j) h[j] += v[j];
  }
  string result;
  for (int i = 0; i < 64; ++i) result += "0123456789abcdef"[h[i / 8] >> (28 - 4 * (i % 8)) & 15];
  return result;
}

// ---------------------------------------------------------------------- JSON

struct Json {
  enum Kind : std::uint8_t { nothing, number, text, list, object } kind = nothing;
  int64_t value = 0;  // of a number; true is 1
  string word{};
  vector<Json> items{};    // of lists and objects
  vector<string> names{};  // of an object's items

  const Json& operator[](string_view name) const {  // nothing, if there is no such member
    static const Json none;
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? none : items[found - names.begin()];
  }
  const Json& operator[](size_t i) const {
    if (kind != list || i >= items.size()) unreadable("a list is too short");
    return items[i];
  }
  int num(int64_t low = INT32_MIN, int64_t high = INT32_MAX) const {
    if (kind != number || value < low || value > high) unreadable("a number is missing or out of range");
    return static_cast<int>(value);
  }
  const vector<Json>& all(bool may_be_missing = false) const {
    if (kind != list && !(may_be_missing && kind == nothing)) unreadable("a list is expected");
    return items;
  }
};

class JsonReader {
 public:
  explicit JsonReader(string_view bytes) : text_(bytes) {}
  Json document() {
    Json result = value(0);
    if (peek() != '\0') unreadable("there is something after the JSON document");
    return result;
  }

 private:
  char peek() {  // 0: the end
    at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
    return at_ == text_.size() ? '\0' : text_[at_];
  }
  bool takes(string_view name) {
    if (text_.substr(at_, name.size()) != name) return false;
    at_ += name.size();
    return true;
  }
  void expect(string_view sign) {
    peek();
    if (!takes(sign)) unreadable("JSON: '" + string(sign) + "' is expected at byte " + to_string(at_));
  }
  string quoted() {
    string result;
    expect("\"");
    for (; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] == '\\') result += text_[at_++];  // escapes stay as they are: texts are only compared and shown
      if (at_ < text_.size()) result += text_[at_];
    }
    expect("\"");
    return result;
  }
  Json value(int depth) {
    if (depth > 400) unreadable("JSON: too deep");
    Json result;
    const char first = peek();
    if (first == '{' || first == '[') {
      result.kind = first == '{' ? Json::object : Json::list;
      for (++at_; peek() != (first == '{' ? '}' : ']');) {
        if (!result.items.empty()) expect(",");
        if (first == '{') {
          string name = quoted();
          if (std::count(result.names.begin(), result.names.end(), name) > 0)
            unreadable("JSON: the member \"" + name + "\" appears twice");
          if (name.find('\\') != string::npos) unreadable("JSON: an escape in a name");
          result.names.push_back(std::move(name));
          expect(":");
        }
        result.items.push_back(value(depth + 1));
      }
      ++at_;
    } else if (first == '"') {
      result.kind = Json::text;
      result.word = quoted();
    } else if (takes("true") || takes("false")) {
      result.kind = Json::number;
      result.value = first == 't';
    } else if (!takes("null")) {
      result.kind = Json::number;
      const bool negative = takes("-");
      const size_t begin = at_;
      for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9' && at_ - begin < 16; ++at_)
        result.value = result.value * 10 + (text_[at_] - '0');
      if (at_ == begin) unreadable("JSON: a value is expected at byte " + to_string(at_));
      if (negative) result.value = -result.value;
    }
    return result;
  }

  string_view text_;
  size_t at_ = 0;
};

// --------------------------------------------------------------------- zones

constexpr int32_t infinity = 1 << 30, le_zero = 1;  // raw bounds: 2c + 1 is "<= c", 2c is "< c"

int32_t add(int32_t a, int32_t b) { return a == infinity || b == infinity ? infinity : a + b - ((a | b) & 1); }

struct Constraint {  // x - y within raw
  int x, y;
  int32_t raw;
};
using Constraints = vector<Constraint>;
using Origins = vector<std::pair<int, int>>;  // of each clock: the clock whose value it holds (0: none), plus a number

// x_i - x_j within (i, j). Closed: no entry can be made smaller. Every entry is the length of a path over at most three
// copies of the clocks (before updates, after them, after a delay), so with constants up to 2^26 / clocks no sum of two
// entries reaches infinity.
struct Zone {
  int n = 0;
  bool empty = false;
  vector<int32_t> m;

  explicit Zone(int clocks = 0) : n(clocks), m(static_cast<size_t>(clocks) * clocks, infinity) {
    for (int i = 0; i < n; ++i) at(i, i) = at(0, i) = le_zero;
  }
  int32_t& at(int i, int j) { return m[static_cast<size_t>(i) * n + j]; }
  int32_t operator()(int i, int j) const { return m[static_cast<size_t>(i) * n + j]; }

  // Paths from i that go on from k, after a first step within `by`.
  void shorten(int i, int k, int32_t by) {
    int32_t* to = &at(i, 0);
    const int32_t* from = &at(k, 0);
    for (int j = 0; j < n; ++j) {
      const int32_t sum = by + from[j] - ((by | from[j]) & 1), bound = from[j] == infinity ? infinity : sum;
      to[j] = std::min(to[j], bound);
    }
  }
  bool within(const Constraint& c) const { return empty || (*this)(c.x, c.y) <= c.raw; }
  void cut(const Constraint& c) {
    if (within(c)) return;
    empty = add(at(c.y, c.x), c.raw) < le_zero;
    for (int i = 0; i < n && !empty; ++i) {
      if (i != c.y && at(i, c.x) != infinity) shorten(i, c.y, add(at(i, c.x), c.raw));
    }
  }
  void cut(const Constraints& all) {
    for (const Constraint& c : all) cut(c);
  }
  // Any delay that an invariant allows which the zone is in: differences of clocks and lower bounds stay.
  void delay(const Constraints& invariant) {
    for (int i = 1; i < n; ++i) at(i, 0) = infinity;
    for (const Constraint& c : invariant) {
      for (int i = 1; i < n && c.x != 0 && c.y == 0; ++i) at(i, 0) = std::min(at(i, 0), add(at(i, c.x), c.raw));
    }
  }
  void down() {
    for (int j = 1; j < n; ++j) {
      at(0, j) = le_zero;
      for (int i = 1; i < n; ++i) at(0, j) = std::min(at(0, j), at(i, j));
    }
  }
  Zone updated(const Origins& origins) const {
    Zone result(n);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        const int32_t entry = (*this)(origins[i].first, origins[j].first);
        result.at(i, j) = entry == infinity ? entry : entry + 2 * (origins[i].second - origins[j].second);
      }
    }
    return result;
  }
};

// --------------------------------------------------------------- expressions

// clang-format off
enum Op : std::uint8_t {
  op_el, op_v, op_at, op_loc, op_error, op_deadlock, op_clk, op_choice, op_not, op_and, op_or,
  op_add, op_mul, op_bitand, op_bitor, op_bitxor, op_min, op_max, op_eq, op_ne,  // from + on, order cannot matter
  op_lt, op_le, op_gt, op_ge, op_sub, op_div, op_mod, op_power, op_shl, op_shr,  // from / on, they can fail
  op_set, op_reset, op_copy, op_if, op_evaluate, op_list, ops
};
struct {
  const char* name;
  int operands;  // -1: any number
} constexpr operators[] = {
  {"el", 0}, {"v", 0}, {"at", -1}, {"loc", 0}, {"error", 0}, {"deadlock", 0}, {"clk", 4}, {"?:", 3}, {"!", 1},
  {"&&", -1}, {"||", -1}, {"+", -1}, {"*", 2}, {"&", 2}, {"|", 2}, {"^", 2}, {"min", 2}, {"max", 2},
  {"==", 2}, {"!=", 2}, {"<", 2}, {"<=", 2}, {">", 2}, {">=", 2}, {"-", 2}, {"/", 2}, {"%", 2}, {"**", 2},
  {"<<", 2}, {">>", 2}, {"set", 2}, {"reset", 2}, {"copy", 2}, {"if", 3}, {"evaluate", 1}, {"", -1}};
// clang-format on

// A number a (also an element, or what a place is), slot a, array a, process a at location b, or operands. Of clocks:
// condition, x, y, bound; a is the comparison. A conjunction and statements are lists.
struct Expr {
  Op op = op_el;
  bool timed = false;  // a clock or deadlock is inside
  int a = 0, b = 0;
  vector<Expr> args{};

  Expr() = default;
  explicit Expr(const Json& json) {
    if (json.kind == Json::number) a = json.num();
    if (json.kind == Json::number) return;
    const auto operator_of = [](const Json& name) {
      for (int i = 0; i < ops; ++i) {
        if (name.kind == Json::text && name.word == operators[i].name) return static_cast<Op>(i);
      }
      return op_list;
    };
    op = json.all(true).empty() ? op_list : operator_of(json.items[0]);
    if (op == op_el) a = json[2].num();
    if (op == op_v || op == op_at || op == op_loc) a = json[1].num(0);
    if (op == op_loc) b = json[2].num(0);
    if (op == op_clk) a = operator_of(json[4]);
    for (size_t i = op == op_list ? 0
                    : op == op_at ? 2
                                  : 1;
         operators[op].operands != 0 && i < json.items.size(); ++i) {
      if (op != op_clk || i != 4) args.emplace_back(json.items[i]);
    }
    if (operators[op].operands >= 0 && count_of(args) != operators[op].operands)
      unreadable("a wrong number of operands");
    timed = op == op_clk || op == op_deadlock;
    for (const Expr& arg : args) timed |= arg.timed;
  }
  const Expr& operator[](size_t i) const { return args[i]; }
};

// ---------------------------------------------------------------- flat model

struct Value {  // what a value may be; a "*" is all of its slot's range
  int low, high;
  bool is_known() const { return low == high; }
  int truth() const { return low == 0 && high == 0 ? 0 : low <= 0 && high >= 0 ? 2 : 1; }  // 2: not known
  bool operator==(const Value& other) const { return low == other.low && high == other.high; }
};
constexpr Value false_or_true{0, 1}, any_number{INT32_MIN, INT32_MAX};
Value exactly(int64_t value) {
  need(value >= INT32_MIN && value <= INT32_MAX, "a number does not fit 32 bits");
  return {static_cast<int>(value), static_cast<int>(value)};
}
Value low_bits(int64_t value) { return exactly(static_cast<int32_t>(static_cast<uint32_t>(value))); }
using Row = vector<Value>;  // locations of the processes, then values of the slots

struct Array {
  char sort;                               // of its cells: 's' slots, 'x' clocks, 'c' channels, 'k' constants
  vector<std::pair<int, int>> dimensions;  // first index, number of indices
  vector<int> cells;
};
struct Location {
  bool urgent, committed;
  Expr invariant;
  vector<int> edges;
};
struct Edge {
  int process, source, target;
  bool sends, receives;
  Expr channel, guard, update;
};

Value arithmetic(Op op, int64_t a, int64_t b) {
  need(b != 0 || (op != op_div && op != op_mod), "division by zero");
  need(b >= 0 || (op != op_shl && op != op_shr && op != op_power), "a negative shift or exponent");
  Value power = exactly(1);
  switch (op) {
    case op_sub: return low_bits(a - b);
    case op_mul: return low_bits(a * b);
    case op_div: return exactly(a / b);
    case op_mod: return exactly(a % b);
    case op_shl: return b > 31 ? exactly(0) : low_bits(static_cast<int64_t>(static_cast<std::uint64_t>(a) << b));
    case op_shr: return exactly(a >> std::min<int64_t>(b, 31));
    case op_power:
      if (a >= -1 && a <= 1) b = b == 0 ? 0 : 2 - b % 2;
      for (; b > 0; --b) power = exactly(power.low * a);
      return power;
    case op_bitand: return exactly(a & b);
    case op_bitor: return exactly(a | b);
    case op_bitxor: return exactly(a ^ b);
    case op_min: return exactly(std::min(a, b));
    case op_max: return exactly(std::max(a, b));
    case op_lt: return exactly(a < b);
    case op_le: return exactly(a <= b);
    case op_gt: return exactly(a > b);
    case op_ge: return exactly(a >= b);
    case op_eq: return exactly(a == b);
    case op_ne: return exactly(a != b);
    default: unreadable("a clock or a statement among data");
  }
}

struct Model {
  vector<Value> ranges;  // of slots
  vector<int> clocks;    // initial values; clock 0 is always 0
  struct Channel {
    bool urgent, broadcast;
  };
  vector<Channel> channels;
  vector<Array> arrays;
  vector<vector<Location>> locations;  // by process
  vector<Edge> edges;
  Row initial;
  Expr before, after;
  int limit;  // of constants that clocks are compared with

  explicit Model(const Json& flat) {
    if (flat["format"].word != "orbita-flat" || flat["version"].value != 1)
      unreadable("the first file is not a flat model of version 1");
    limit = (1 << 26) / (count_of(flat["clocks"].all()) + 2);
    clocks.push_back(0);
    for (const Json& clock : flat["clocks"].items) clocks.push_back(clock["initial"].num(0, limit));
    for (const Json& channel : flat["channels"].all())
      channels.push_back({channel["urgent"].value != 0, channel["broadcast"].value != 0});
    for (const Json& process : flat["processes"].all()) {
      locations.emplace_back();
      for (const Json& at : process["locations"].all())
        locations.back().push_back({at["urgent"].value != 0, at["committed"].value != 0, list(at["invariant"]), {}});
      initial.push_back(exactly(process["initial"].num(0, count_of(locations.back()) - 1)));
    }
    for (const Json& slot : flat["slots"].all()) {
      ranges.push_back({slot["low"].num(), slot["high"].num(slot["low"].value)});
      initial.push_back(exactly(slot["initial"].num(ranges.back().low, ranges.back().high)));
    }
    for (const Json& array : flat["arrays"].all()) read_array(array);
    for (const Json& edge : flat["edges"].all()) read_edge(edge);
    before = list(flat["before"]);
    after = list(flat["after"]);
  }
  void read_array(const Json& json) {
    Array array{json["sort"].word.c_str()[0], {}, {}};
    int64_t size = 1;
    for (const Json& d : json["dimensions"].all()) {
      array.dimensions.emplace_back(d[0].num(-(1 << 30), 1 << 30), d[1].num(1, 1 << 20));
      if ((size *= array.dimensions.back().second) > 1 << 24) unsupported("an array of more than 2^24 cells");
    }
    for (const Json& json_cell : json["cells"].all()) {
      const Expr cell(json_cell);
      if (cell.op != op_el || (array.sort != 'k' && (cell.a < 0 || cell.a >= count(array.sort)))) unreadable("a cell");
      array.cells.push_back(cell.a);
    }
    if (count_of(array.cells) != size) unreadable("an array has a wrong number of cells");
    arrays.push_back(std::move(array));
  }
  static Expr list(const Json& json) {
    Expr result(json);
    if (result.op != op_list) unreadable("a list is expected");
    return result;
  }
  void read_edge(const Json& json) {
    const int process = json["process"].num(0, processes() - 1), last = count_of(locations[process]) - 1;
    const bool sends = json["send"].kind != Json::nothing, receives = json["receive"].kind != Json::nothing;
    if (sends && receives) unreadable("an edge sends and receives");
    edges.push_back({process, json["source"].num(0, last), json["target"].num(0, last), sends, receives,
                     Expr(json[sends ? "send" : "receive"]), list(json["guard"]), list(json["update"])});
    const Edge& edge = edges.back();
    locations[process][edge.source].edges.push_back(count_of(edges) - 1);
    if (!edge.guard.timed || (!sends && !receives)) return;
    for (const int c : cells(edge.channel, 'c')) {
      if (channels[c].urgent) unsupported("a clock guard on an urgent channel");
      if (channels[c].broadcast && receives) unsupported("clock guards that decide who hears a broadcast");
    }
  }

  int clock_count() const { return count_of(clocks); }
  int processes() const { return count_of(locations); }
  int count(char sort) const {
    if (sort != 's' && sort != 'x' && sort != 'c' && sort != 'p') unreadable("an unknown sort of cells");
    return sort == 's'   ? count_of(ranges)
           : sort == 'x' ? clock_count()
           : sort == 'c' ? count_of(channels)
                         : processes();
  }
  const Location& location(const Row& row, int process) const { return locations[process][row[process].low]; }
  const Array& array(const Expr& at) const {
    const Array& result = arrays.at(at.a);
    if (at.args.size() != result.dimensions.size()) unreadable("a wrong number of indices");
    return result;
  }
  // The slots ('s'), clocks ('x'), channels ('c') or constants ('k') that a place may denote.
  vector<int> cells(const Expr& place, char sort) const {
    if (place.op == op_error) return {};
    if (place.op == op_el && sort != 'k' && place.a >= 0 && place.a < count(sort)) return {place.a};
    if (place.op != op_at || array(place).sort != sort) unreadable("a place is expected");
    return array(place).cells;
  }
  int cell(const Expr& place, const Row& row, char sort) const {
    need(place.op != op_error, "an index is outside of its array");
    if (place.op != op_at) return cells(place, sort)[0];
    const Array& all = array(place);
    if (all.sort != sort) unreadable("a place is expected");
    int64_t at = 0;
    for (size_t i = 0; i < all.dimensions.size(); ++i) {
      const auto& [first, size] = all.dimensions[i];
      const int64_t index = int64_t{known(place[i], row)} - first;
      need(index >= 0 && index < size, "an index is outside of its array");
      at = at * size + index;
    }
    return all.cells[at];
  }
  int known(const Expr& e, const Row& row) const {
    const Value result = value(e, row);
    need(result.is_known(), "a value that is left open is needed");
    return result.low;
  }
  bool holds(const Expr& e, const Row& row) const {
    const int truth = value(e, row).truth();
    need(truth != 2, "a value that is left open is needed");
    return truth == 1;
  }
  Value value(const Expr& e, const Row& row) const {
    switch (e.op) {
      case op_el: return exactly(e.a);
      case op_v: return row.at(processes() + e.a);
      case op_at:
        if (array(e).sort == 'k') return exactly(cell(e, row, 'k'));
        return row[processes() + cell(e, row, 's')];
      case op_loc: return exactly(count_of(locations.at(e.a)) > e.b && row[e.a].low == e.b);
      case op_error: fail("an index is outside of its array");
      case op_not: {
        const int truth = value(e[0], row).truth();
        return truth == 2 ? false_or_true : exactly(1 - truth);
      }
      case op_and:
      case op_or: {
        bool open = false;
        for (const Expr& arg : e.args) {
          const int truth = value(arg, row).truth();
          if (truth == (e.op == op_or ? 1 : 0)) return exactly(truth);
          open |= truth == 2;
        }
        return open ? false_or_true : exactly(e.op == op_and);
      }
      case op_choice: {
        const int truth = value(e[0], row).truth();
        if (truth != 2) return value(e[2 - truth], row);
        const Value yes = value(e[1], row), no = value(e[2], row);
        return {std::min(yes.low, no.low), std::max(yes.high, no.high)};
      }
      case op_add: {
        int64_t sum = 0;
        bool open = false;
        for (const Expr& arg : e.args) {
          const Value a = value(arg, row);
          sum += a.low;
          open |= !a.is_known();
        }
        return open ? any_number : low_bits(sum);
      }
      default:
        if (operators[e.op].operands != 2 || e.op >= op_set) unreadable("a clock or a statement among data");
    }
    const Value a = value(e[0], row), b = value(e[1], row);
    if (a.is_known() && b.is_known()) return arithmetic(e.op, a.low, b.low);
    need(e.op < op_div || e.op > op_shr, "a value that is left open is needed");
    return e.op >= op_eq && e.op <= op_ge ? false_or_true : any_number;
  }
  // ["clk", condition, x, y, comparison, bound] as constraints that hold together.
  Constraints constraints(const Expr& clk, const Row& row) const {
    int x = cell(clk[1], row, 'x'), y = cell(clk[2], row, 'x');
    const int bound = known(clk[3], row);
    if (bound > limit || bound < -limit) unsupported("a clock is compared with a number this large");
    if (x == y) x = y = 0;
    if (clk.a == op_lt) return {{x, y, 2 * bound}};
    if (clk.a == op_le) return {{x, y, 2 * bound + 1}};
    if (clk.a == op_gt) return {{y, x, -2 * bound}};
    if (clk.a == op_ge) return {{y, x, 1 - 2 * bound}};
    if (clk.a != op_eq) unreadable("a wrong comparison of clocks");
    return {{x, y, 2 * bound + 1}, {y, x, 1 - 2 * bound}};
  }
  // Adds the clock constraints of a conjunction. False: a conjunct on data does not hold.
  bool collect(const Expr& conjuncts, const Row& row, Constraints& to) const {
    for (const Expr& e : conjuncts.args) {
      if (e.op != op_clk) {
        if (!holds(e, row)) return false;
      } else if (holds(e[0], row)) {
        for (const Constraint& c : constraints(e, row)) to.push_back(c);
      }
    }
    return true;
  }
  bool invariant(const Row& row, Constraints& to) const {
    bool result = true;  // all are looked at: any may fail
    for (int p = 0; p < processes(); ++p) result &= collect(location(row, p).invariant, row, to);
    return result;
  }
  void execute(const Expr& statements, Row& row, Origins& origins) const {
    if (statements.op != op_list) unreadable("statements are a list");
    for (const Expr& s : statements.args) {
      if (s.op == op_if) {
        execute(s[holds(s[0], row) ? 1 : 2], row, origins);
      } else if (s.op == op_evaluate) {
        value(s[0], row);
      } else if (s.op == op_set) {
        const int slot = cell(s[0], row, 's');
        const Value to = value(s[1], row);
        need(to.low >= ranges[slot].low && to.high <= ranges[slot].high, "a value is out of range");
        row[processes() + slot] = to.is_known() ? to : ranges[slot];
      } else {
        if (s.op != op_reset && s.op != op_copy) unreadable("a statement");
        const int x = cell(s[0], row, 'x'), to = s.op == op_reset ? known(s[1], row) : 0;
        need(x != 0 && to >= 0 && to <= limit, "a clock is set to a wrong value");
        origins[x] = s.op == op_reset ? std::pair(0, to) : origins[cell(s[1], row, 'x')];
      }
    }
  }

  // ------------------------------------------------------------ transitions

  struct Offer {  // an edge whose guard on data holds
    int edge, channel;
    Constraints guard;
  };
  vector<vector<Offer>> offers(const Row& row) const {  // by process
    vector<vector<Offer>> result(processes());
    for (int p = 0; p < processes(); ++p) {
      for (const int number : location(row, p).edges) {
        const Edge& edge = edges[number];
        Offer offer{number, -1, {}};
        if (!collect(edge.guard, row, offer.guard)) continue;
        if (edge.sends || edge.receives) offer.channel = cell(edge.channel, row, 'c');
        result[p].push_back(std::move(offer));
      }
    }
    return result;
  }
  struct Move {
    vector<int> edges{};  // sender first, then receivers in process order
    Constraints guard{};
    bool operator<(const Move& other) const { return edges < other.edges; }
    void join(const Offer& offer) {
      edges.push_back(offer.edge);
      guard.insert(guard.end(), offer.guard.begin(), offer.guard.end());
    }
  };
  // All transitions that the data allow, in the order of their edges. `urgent` becomes true where one stops time.
  vector<Move> moves(const Row& row, bool& urgent) const {
    const vector<vector<Offer>> all = offers(row);
    vector<Move> result;
    for (const vector<Offer>& own : all) {
      for (const Offer& first : own) {
        if (edges[first.edge].receives) continue;
        const bool sends = edges[first.edge].sends, broadcast = sends && channels[first.channel].broadcast;
        vector<Move> partial(1), pairs;
        partial[0].join(first);
        for (int q = 0; sends && q < processes(); ++q) {
          vector<Move> extended;
          for (const Offer& second : all[q]) {
            if (&all[q] == &own || !edges[second.edge].receives || second.channel != first.channel) continue;
            for (const Move& move : partial) extended.emplace_back(move).join(second);
          }
          if (extended.size() > 100'000) unsupported("a broadcast heard in this many ways");
          if (!broadcast) pairs.insert(pairs.end(), extended.begin(), extended.end());
          else if (!extended.empty()) partial = std::move(extended);
        }
        const vector<Move>& found = !sends || broadcast ? partial : pairs;
        urgent |= sends && channels[first.channel].urgent && !found.empty();
        result.insert(result.end(), found.begin(), found.end());
      }
    }
    const auto is_committed = [&](int e) { return locations[edges[e].process][edges[e].source].committed; };
    bool committed = false;
    for (int p = 0; p < processes(); ++p) committed |= location(row, p).committed;
    const auto is_blocked = [&](const Move& move) {
      return committed && std::none_of(move.edges.begin(), move.edges.end(), is_committed);
    };
    result.erase(std::remove_if(result.begin(), result.end(), is_blocked), result.end());
    std::sort(result.begin(), result.end());
    return result;
  }
  // Urgent and committed locations and enabled urgent synchronisations stop time.
  bool may_delay(const Row& row) const {
    for (int p = 0; p < processes(); ++p) {
      if (location(row, p).urgent || location(row, p).committed) return false;
    }
    bool urgent = std::any_of(channels.begin(), channels.end(), [](const Channel& c) { return c.urgent; });
    if (!urgent) return true;
    urgent = false;
    moves(row, urgent);
    return !urgent;
  }
  Origins take(const Move& move, Row& row) const {
    Origins origins;
    for (int x = 0; x < clock_count(); ++x) origins.emplace_back(x, 0);
    execute(before, row, origins);
    for (const int e : move.edges) execute(edges[e].update, row, origins);
    execute(after, row, origins);
    for (const int e : move.edges) row[edges[e].process] = exactly(edges[e].target);
    return origins;
  }
};

// ------------------------------------------------------------------ symmetry

using Permutation = vector<vector<int>>;  // by set: where its elements go; an empty list: they stay

struct Holder {  // how a value stands for an element e of a set: as first + e; other values stay what they are
  int set = -1, first = 0;
  bool operator==(const Holder& other) const { return set == other.set && first == other.first; }
};
constexpr Holder number_sort{}, constant_sort{-2};  // of numbers; of constants, which may be anything

struct Sets {      // what the certificate says about interchangeable elements; nothing of it is believed before rule 5
  struct Family {  // cells that differ in elements only
    char sort;
    vector<int> sets, cells;  // the cells row by row; -1: there is none
  };
  vector<vector<int>> classes;  // by set and element: only elements of one class change places
  vector<Family> families;
  vector<Holder> holders;  // by slot
};

class Image {  // where a permutation takes cells and values
 public:
  Image(const Model& model, const Sets& sets, Permutation g) : map(std::move(g)), sets_(sets) {
    for (const char sort : sorts) {
      for (int i = 0; i < model.count(sort); ++i) list(sort).push_back(i);
    }
    for (const Sets::Family& family : sets.families) {
      for (size_t i = 0; !map.empty() && i < family.cells.size(); ++i) {
        size_t rest = i, moved = 0, stride = 1;
        for (size_t d = family.sets.size(); d-- > 0;) {
          const size_t size = sets.classes[family.sets[d]].size();
          moved += stride * element(family.sets[d], static_cast<int>(rest % size));
          stride *= size;
          rest /= size;
        }
        need((family.cells[i] < 0) == (family.cells[moved] < 0), "a cell that does not exist");
        if (family.cells[i] >= 0) list(family.sort)[family.cells[i]] = family.cells[moved];
      }
    }
  }
  int element(int set, int e) const { return map.empty() || map[set].empty() ? e : map[set][e]; }
  int64_t value(const Holder& holder, int64_t v) const {
    const bool holds = holder.set >= 0 && v >= holder.first && v - holder.first < count_of(sets_.classes[holder.set]);
    return holds ? holder.first + element(holder.set, static_cast<int>(v - holder.first)) : v;
  }
  Value value(const Holder& holder, const Value& v) const {
    return v.is_known() ? exactly(value(holder, int64_t{v.low})) : v;
  }
  const vector<int>& cells(char sort) const { return to_[sorts.find(sort)]; }

  Permutation map;
  static constexpr string_view sorts = "psxc";  // processes, slots, clocks, channels

 private:
  vector<int>& list(char sort) { return to_[sorts.find(sort)]; }
  const Sets& sets_;
  std::array<vector<int>, 4> to_;
};

// Parts of the model as texts, renamed: equal texts mean parts that do the same. Where order cannot matter it is left
// out. Elements may only be compared, assigned and used as indices: all else fails.
class Texts {
 public:
  Texts(const Model& model, const Sets& sets, const Image& image) : model_(model), sets_(sets), image_(image) {}

  struct Touched {  // cells that statements write and read
    std::set<std::pair<char, int>> writes{}, reads{};
    bool conflicts(const Touched& other) const {
      const auto meet = [](const auto& a, const auto& b) {
        return std::any_of(a.begin(), a.end(), [&](const auto& cell) { return b.count(cell) > 0; });
      };
      return meet(writes, other.writes) || meet(writes, other.reads) || meet(reads, other.writes);
    }
  };
  void touch(const Expr& e, Touched& to) const {
    const auto add = [&](const Expr& place, char sort, auto& cells) {
      for (const int cell : model_.cells(place, sort)) cells.emplace(sort, cell);
    };
    if (e.op == op_set || e.op == op_reset || e.op == op_copy) add(e[0], e.op == op_set ? 's' : 'x', to.writes);
    if (e.op == op_copy) add(e[1], 'x', to.reads);
    if (e.op == op_v) to.reads.emplace('s', e.a);
    if (e.op == op_at && array(e).sort == 's') add(e, 's', to.reads);
    for (const Expr& arg : e.args) touch(arg, to);
  }

  string text(const Expr& e, const Holder& want = number_sort) const {
    const Holder own = sort_of(e);
    need(own == constant_sort || own == want, "an element that is used as a number");
    if (e.op == op_el) return to_string(image_.value(want, int64_t{e.a}));
    if (e.op == op_v) return "s" + to_string(image_.cells('s').at(e.a));
    if (e.op == op_at) return place(e, own == constant_sort ? 'k' : 's', want);
    if (e.op == op_loc) return "(loc " + to_string(image_.cells('p').at(e.a)) + " " + to_string(e.b) + ")";
    if (e.op == op_list) return statements(e);
    Holder inner;
    if (e.op == op_eq || e.op == op_ne) inner = common(e[0], e[1]);
    if (e.op == op_set) inner = holder(e[0]);
    if (e.op == op_evaluate) inner = common(e[0], e[0]);
    vector<string> texts;
    for (size_t i = 0; i < e.args.size(); ++i) {
      const bool clock = (e.op == op_clk && (i == 1 || i == 2)) || (e.op == op_reset && i == 0) || e.op == op_copy;
      if (clock || (e.op == op_set && i == 0)) texts.push_back(place(e[i], clock ? 'x' : 's'));
      else texts.push_back(text(e[i], e.op == op_choice && i > 0 ? want : inner));
    }
    const bool commutes = e.op >= op_add && e.op <= op_ne;
    if (commutes || ((e.op == op_and || e.op == op_or) && !may_fail(e))) std::sort(texts.begin(), texts.end());
    return joined(operators[e.op].name + string(e.op == op_clk ? operators[e.a].name : ""), texts);
  }
  string conjuncts(const Expr& all) const {
    vector<string> texts;
    for (const Expr& e : all.args) texts.push_back(text(e));
    if (!may_fail(all)) std::sort(texts.begin(), texts.end());
    return joined("and", texts);
  }
  // Neighbours of which none writes what another reads or writes may change places.
  string statements(const Expr& all) const {
    vector<string> texts;
    size_t free = 0;  // where such neighbours begin
    Touched so_far;
    for (const Expr& s : all.args) {
      Touched own;
      touch(s, own);
      if (own.conflicts(so_far)) {
        std::sort(texts.begin() + free, texts.end());
        free = texts.size();
        so_far = {};
      }
      touch(s, so_far);
      texts.push_back(text(s));
    }
    std::sort(texts.begin() + free, texts.end());
    return joined("do", texts);
  }
  string edge(const Edge& e) const {
    const string channel = !e.sends && !e.receives ? "" : (e.sends ? "!" : "?") + place(e.channel, 'c');
    return joined(channel, {to_string(image_.cells('p')[e.process]), to_string(e.source), to_string(e.target),
                            conjuncts(e.guard), statements(e.update)});
  }

 private:
  static string joined(string_view name, const vector<string>& parts) {
    string result = "(" + string(name);
    for (const string& part : parts) result += " " + part;
    return result + ")";
  }
  bool may_fail(const Expr& e) const {
    if (e.op == op_error || (e.op >= op_div && e.op <= op_shr)) return true;
    for (size_t i = 0; e.op == op_at && i < e.args.size(); ++i) {
      const auto& [first, size] = array(e).dimensions[i];
      if (e[i].op != op_v && (e[i].op != op_at || array(e[i]).sort != 's')) return true;
      for (const int slot : e[i].op == op_v ? vector<int>{e[i].a} : array(e[i]).cells) {
        if (model_.ranges.at(slot).low < first || model_.ranges[slot].high - int64_t{first} >= size) return true;
      }
    }
    return std::any_of(e.args.begin(), e.args.end(), [&](const Expr& arg) { return may_fail(arg); });
  }
  const Array& array(const Expr& e) const { return model_.array(e); }
  // What values stand for: elements of a set, numbers, or anything.
  Holder sort_of(const Expr& e) const {
    if (e.op == op_el || (e.op == op_at && array(e).sort == 'k')) return constant_sort;
    if (e.op == op_v) return sets_.holders.at(e.a);
    if (e.op == op_at) return holder(e);
    return e.op == op_choice ? common(e[1], e[2]) : number_sort;
  }
  Holder common(const Expr& a, const Expr& b) const {
    const Holder x = sort_of(a), y = sort_of(b);
    need(x == y || x == constant_sort || y == constant_sort, "an element that is used with something else");
    const Holder& sort = x == constant_sort ? y : x;
    return sort == constant_sort ? number_sort : sort;
  }
  Holder holder(const Expr& place) const {
    const vector<int> cells = model_.cells(place, 's');
    for (const int cell : cells)
      need(sets_.holders[cell] == sets_.holders[cells[0]], "an array that holds elements in some cells");
    return cells.empty() ? number_sort : sets_.holders[cells[0]];
  }
  string place(const Expr& e, char sort, const Holder& want = number_sort) const {
    if (e.op == op_error) return "error";
    const vector<int> cells = model_.cells(e, sort);
    if (e.op != op_at) return sort + to_string(image_.cells(sort)[cells[0]]);
    vector<Holder> types;
    vector<string> texts;
    for (size_t d = 0; d < array(e).dimensions.size(); ++d) {
      types.push_back(common(e[d], e[d]));
      const auto& [first, size] = array(e).dimensions[d];
      texts.insert(texts.end(), {to_string(first), to_string(size), text(e[d], types[d])});
    }
    const size_t begin = texts.size();
    texts.resize(begin + cells.size());
    for (size_t i = 0; i + begin < texts.size(); ++i) {
      size_t rest = i, moved = 0, stride = 1;
      for (size_t d = types.size(); d-- > 0;) {
        const auto [first, size] = array(e).dimensions[d];
        const int64_t at = image_.value(types[d], first + static_cast<int64_t>(rest % size)) - first;
        need(at >= 0 && at < size, "an array that does not have all elements");
        moved += stride * at;
        stride *= size;
        rest /= size;
      }
      texts[begin + moved] =
          to_string(sort == 'k' ? image_.value(want, int64_t{cells[i]}) : image_.cells(sort)[cells[i]]);
    }
    return joined("at " + string(1, sort), texts);
  }

  const Model& model_;
  const Sets& sets_;
  const Image& image_;
};

// -------------------------------------------------------------- certificate

struct Line {         // what is left of one
  size_t number = 0;  // 0: there is none
  string_view rest{};

  bool takes(char c) {
    if (rest.empty() || rest[0] != c) return false;
    rest.remove_prefix(1);
    return true;
  }
  void expect(char c) {
    if (!takes(c)) fail(string("'") + c + "' is expected");
  }
  void end() const { need(rest.empty(), "there is something after the end of the line"); }
  int integer(int64_t low, int64_t high) {
    const bool negative = takes('-');
    int64_t value = 0;
    size_t digits = 0;
    for (; digits < rest.size() && digits < 12 && rest[digits] >= '0' && rest[digits] <= '9'; ++digits)
      value = value * 10 + (rest[digits] - '0');
    if (negative) value = -value;
    need(digits > 0 && value >= low && value <= high, "a number is missing or out of range");
    rest.remove_prefix(digits);
    return static_cast<int>(value);
  }
  int next(int64_t low, int64_t high) {
    expect(' ');
    return integer(low, high);
  }
};
struct Node {
  Row row{};
  int zone = 0;
  Line node{}, twins{}, covers{}, pending{};
};
struct Cover {
  int node = -1;
  Permutation map{};
};
constexpr int unlimited = 1'000'000'000;  // a clock that is not abstracted
struct Bounds {
  vector<int> lower, upper;
  Bounds(int clocks, int all) : lower(clocks, all), upper(clocks, all) { lower[0] = upper[0] = 0; }
  bool count(const Constraint& c, bool both_ways = false) const {
    if (c.x == c.y) return true;
    if (c.x != 0 && c.y != 0) return std::min({lower[c.x], upper[c.x], lower[c.y], upper[c.y]}) == unlimited;
    const int x = std::max(c.x, c.y), constant = c.y == 0 ? c.raw >> 1 : -(c.raw >> 1);
    return ((c.y != 0 && !both_ways) || upper[x] >= constant) && ((c.y == 0 && !both_ways) || lower[x] >= constant);
  }
};

struct Certificate {
  string query{}, query_kind{};
  Expr predicate{}, consequence{};
  int64_t covers = 0;
  bool liveness = false, leads_to = false, abstracts = true, ended = false;
  int pending = 0;  // the number of nodes that are ranked, by their numbers
  Sets sets;
  std::map<std::pair<int, int>, vector<std::array<int, 3>>> bounds;  // by process and location: clock, L, U
  vector<Zone> zones;
  vector<Node> nodes;
  Line line{}, initial{};  // `line`: being looked at

  Certificate(const Model& model, const Json& flat, const Json& header) : model_(model) {
    sets.holders.resize(model.ranges.size());
    if (header["format"].word != "orbita-certificate" || header["version"].value != 1)
      unreadable("the second file is not a certificate of version 1");
    query = header["query"].word;
    for (const Json& known : flat["queries"].all()) {
      if (!query_kind.empty() || known["text"].word != query) continue;
      query_kind = known["kind"].word;
      predicate = Expr(known["predicate"]);
      if (query_kind == "-->") consequence = Expr(known["consequence"]);
    }
    if (query_kind.empty()) unreadable("the flat model has no such query");
    leads_to = query_kind == "-->";
    liveness = leads_to || query_kind == "A<>" || query_kind == "E[]";
    if (!liveness && query_kind != "A[]" && query_kind != "E<>") unsupported("a query of kind " + query_kind);
    if (liveness && (predicate.timed || consequence.timed)) unsupported("clocks in a query of this kind");
    if (liveness) pending = header["pending"].num(0);
    line.number = 1;
  }
  void read(const Json& header, string_view lines) {
    need(header["kind"].word == (liveness ? "liveness" : "safety"), "this is not the query's kind");
    lines.remove_prefix(std::min(lines.find('\n'), lines.size() - 1) + 1);
    for (size_t end = lines.find('\n'); end != string_view::npos; end = lines.find('\n')) {
      line = {line.number + 1, lines.substr(0, end)};
      lines.remove_prefix(end + 1);
      need(!ended, "there is something after the end");
      read_line();
    }
    if (!ended || !lines.empty()) unreadable("line " + to_string(line.number + 1) + ": the file is cut");
    need(initial.number != 0, "the initial state is missing");
    need(header["nodes"].value == count_of(nodes) && header["covers"].value == covers, "the header has other counts");
    need(pending <= count_of(nodes), "there are not so many nodes");
  }
  // NODE/RUNS/RUNS…: the node, and for each set runs from:shift that say where its elements go.
  Cover read_cover(Line& s, int first, int end) const {
    Cover cover{s.integer(0, INT32_MAX), {}};
    need(cover.node >= first && cover.node < end, "a node that may not cover this");
    for (size_t set = 0; s.takes('/'); ++set) {
      need(set < sets.classes.size(), "there are more permutations than sets");
      cover.map.resize(sets.classes.size());
      if (s.rest.empty() || s.rest[0] == '/' || s.rest[0] == ' ') continue;
      const vector<int>& classes = sets.classes[set];
      const int count = count_of(classes);
      vector<int>& map = cover.map[set];
      int shift = 0;
      do {
        const int from = s.integer(map.size(), count - 1);
        while (count_of(map) < from) map.push_back(count_of(map) + shift);
        s.expect(':');
        shift = s.integer(-count, count);
        map.push_back(from + shift);
      } while (s.takes(','));
      while (count_of(map) < count) map.push_back(count_of(map) + shift);
      vector<bool> seen(count, false);
      for (int e = 0; e < count; ++e) {
        need(map[e] >= 0 && map[e] < count && !seen[map[e]], "this is no permutation");
        need(classes[map[e]] == classes[e], "elements of different classes change places");
        seen[map[e]] = true;
      }
    }
    return cover;
  }

 private:
  void read_line() {
    const char kind = line.rest.empty() ? '?' : line.rest[0];
    Line s{line.number, line.rest.substr(std::min<size_t>(1, line.rest.size()))};
    if (kind == 't' || kind == 'c' || kind == 'p' || kind == 'i') {  // read when the node is checked
      Node* node = kind == 'i' ? nullptr : &nodes[s.next(0, count_of(nodes) - 1)];
      Line& kept = kind == 'i' ? initial : kind == 't' ? node->twins : kind == 'c' ? node->covers : node->pending;
      need(kept.number == 0, "there are two such lines");
      kept = s;
      if (kind == 'c') covers += std::count(s.rest.begin(), s.rest.end(), '=');
      return;
    }
    if (kind == 's') read_set(s);
    else if (kind == 'f') read_family(s);
    else if (kind == 'v') read_holders(s);
    else if (kind == 'g' || kind == 'l') read_bounds(kind, s);
    else if (kind == 'z') read_zone(s);
    else if (kind == 'n') read_node(s);
    else if (kind == 'e') read_end(s);
    else fail("an unknown kind of line");
    s.end();
  }
  void read_set(Line& s) {
    sets.classes.emplace_back(s.next(1, 1 << 14), 0);
    for (int& one : sets.classes.back()) one = s.rest.empty() ? 0 : s.next(0, 1 << 14);
  }
  void read_holders(Line& s) {
    const int set = s.next(0, count_of(sets.classes) - 1), first = s.next(-(1 << 30), 1 << 30);
    while (!s.rest.empty()) {
      Holder& holder = sets.holders[s.next(0, count_of(sets.holders) - 1)];
      need(holder == number_sort, "a slot that holds elements twice");
      holder = {set, first};
    }
  }
  void read_family(Line& s) {
    s.expect(' ');
    Sets::Family family{s.rest.empty() ? '?' : s.rest[0], {}, {}};
    need(Image::sorts.find(family.sort) != string_view::npos, "an unknown sort");
    s.rest.remove_prefix(1);
    s.expect(' ');
    int64_t size = 1;
    do {
      family.sets.push_back(s.integer(0, count_of(sets.classes) - 1));
      need((size *= count_of(sets.classes[family.sets.back()])) <= 1 << 20, "a family this large");
    } while (s.takes(','));
    for (; size > 0; --size) {
      const int cell = s.next(-1, model_.count(family.sort) - 1);
      need(family.sort != 'x' || cell != 0, "the reference clock is no cell");
      need(cell < 0 || placed_.emplace(family.sort, cell).second, "a cell is in two places");
      family.cells.push_back(cell);
    }
    sets.families.push_back(std::move(family));
  }
  void read_bounds(char kind, Line& s) {
    std::pair<int, int> at{-1, -1};
    if (kind == 'l') {
      at.first = s.next(0, model_.processes() - 1);
      at.second = s.next(0, count_of(model_.locations[at.first]) - 1);
    } else if (s.rest == " *") {
      abstracts = false;
      s.rest = {};
    }
    while (!s.rest.empty()) {
      const int x = s.next(1, model_.clock_count() - 1), lower = s.next(-1, unlimited);
      bounds[at].push_back({x, lower, s.next(-1, unlimited)});
    }
  }
  void read_zone(Line& s) {
    need(s.next(0, INT32_MAX) == count_of(zones), "zones are numbered 0, 1, …");
    Zone zone(model_.clock_count());
    while (!s.rest.empty()) {
      const int x = s.next(0, zone.n - 1), y = s.next(0, zone.n - 1);
      need(x != y, "a clock is compared with itself");
      zone.cut({x, y, s.next(-2 * model_.limit, 2 * model_.limit + 1)});
    }
    need(!zone.empty, "the zone is empty");
    zones.push_back(std::move(zone));
  }
  void read_node(Line& s) {
    need(s.next(0, INT32_MAX) == count_of(nodes), "nodes are numbered 0, 1, …");
    Node node;
    node.node = line;
    for (const auto& locations : model_.locations) node.row.push_back(exactly(s.next(0, count_of(locations) - 1)));
    s.expect('|');
    for (const Value& range : model_.ranges) {
      if (&range != &model_.ranges.front()) s.expect(' ');
      node.row.push_back(s.takes('*') ? range : exactly(s.integer(range.low, range.high)));
    }
    s.expect('|');
    node.zone = s.integer(0, count_of(zones) - 1);
    nodes.push_back(std::move(node));
  }
  void read_end(Line& s) {
    const int all = s.next(0, INT32_MAX);
    need(all == count_of(nodes) && s.next(0, INT32_MAX) == covers, "the file has other numbers of records");
    ended = true;
  }

  const Model& model_;
  std::set<std::pair<char, int>> placed_;
};

// --------------------------------------------------------------- the checker

class Checker {
 public:
  Checker(const Model& model, Certificate& certificate)
      : model_(model), it_(certificate), moved_by_(model.edges.size()) {}

  void run() {
    it_.line = it_.initial;
    check_symmetry();
    check_initial();
    for (int number = 0; number < count_of(it_.nodes); ++number) check_node(number);
  }

 private:
  struct Step {  // what a transition makes of a zone
    Row row;
    Constraints invariant, before;  // the latter: what each constraint of the invariant asks of the clocks before
    Origins origins;
  };
  struct State {
    Row row;
    Zone zone;
    Bounds bounds;
    bool may_delay;
    Constraints invariant{};
    vector<Model::Move> moves{};
  };

  // -------------------------------------------------- rules 2 and 3: one step

  // Constraints that count cut the zone, all others must hold anyway. False: nothing is left.
  static bool narrow(Zone& zone, const Constraints& constraints, const Bounds& bounds) {
    int missing = 0;
    for (const Constraint& c : constraints) {
      if (bounds.count(c)) zone.cut(c);
      else if (!zone.within(c)) missing = std::max(c.x, c.y);
    }
    if (missing != 0 && !zone.empty) fail("the bounds of clock " + to_string(missing) + " are too small");
    return !zone.empty;
  }
  // Where a transition leads. False: the data do not allow it.
  bool take(const Row& row, const Model::Move& move, Step& step) const {
    step.row = row;
    step.origins = model_.take(move, step.row);
    if (!model_.invariant(step.row, step.invariant)) return false;
    for (const Constraint& c : step.invariant) {
      const auto& [x, above] = step.origins[c.x];
      const auto& [y, below] = step.origins[c.y];
      step.before.push_back({x == y ? 0 : x, x == y ? 0 : y, c.raw - 2 * (above - below)});
    }
    return true;
  }
  void check_move(int number, const State& at, const Model::Move& move, const Cover* cover) const {
    Step step;
    Zone zone = at.zone;
    if (!narrow(zone, move.guard, at.bounds) || !take(at.row, move, step)) return;
    if ((number < it_.pending && !goes_on(step.row)) || !narrow(zone, step.before, at.bounds)) return;
    if (cover == nullptr) fail("no cover for the transition of edge " + to_string(move.edges[0]));
    zone = zone.updated(step.origins);
    if (model_.may_delay(step.row)) delay(zone, step, at.bounds);
    check_cover(step, zone, *cover, at.bounds);
  }
  // What does not count must hold after any delay, too: it would end the delays of the zone, but not those of all that
  // the zone simulates.
  static void delay(Zone& zone, const Step& step, const Bounds& bounds) {
    Constraints counting;
    for (size_t i = 0; i < step.before.size(); ++i) {
      if (bounds.count(step.before[i])) counting.push_back(step.invariant[i]);
    }
    zone.delay(counting);
    for (const Constraint& c : step.invariant) need(zone.within(c), "the bounds are too small for an invariant");
  }

  // ------------------------------------------------ rules 1 and 2: the covers

  Bounds bounds_of(const Row& row) const {
    Bounds result(model_.clock_count(), it_.abstracts ? -1 : unlimited);
    for (int p = -1; p < model_.processes(); ++p) {
      const auto found = it_.bounds.find({p, p < 0 ? -1 : row[p].low});
      if (found == it_.bounds.end()) continue;
      for (const auto& [x, lower, upper] : found->second) {
        result.lower[x] = std::max(result.lower[x], lower);
        result.upper[x] = std::max(result.upper[x], upper);
      }
    }
    return result;
  }
  // The small zone, whose clock to[x] is meant where the big one has clock x, is within aLU of the big one.
  static bool simulated(const Zone& small, const vector<int>& to, const Zone& big, const Bounds& bounds) {
    for (int y = 0; y < big.n; ++y) {
      for (int x = 0; x < big.n; ++x) {
        const int32_t entry = small(to[y], to[x]), low = small(0, to[x]);
        const int upper = bounds.upper[x], lower = bounds.lower[y];
        if (big(y, x) >= entry || upper < 0 || lower < 0) continue;
        if (upper != unlimited && low < 1 - 2 * int64_t{upper}) continue;
        if (lower == unlimited || 2 * (int64_t{big(y, x) >> 1} - lower) < low) return false;
      }
    }
    return true;
  }
  // What the image makes of a row is the other row; values left open match all, or only each other.
  string difference(const Row& row, const Image& image, const Row& other, bool exactly) const {
    for (int p = 0; p < model_.processes(); ++p) {
      if (!(other[image.cells('p')[p]] == row[p])) return "another location of process " + to_string(p);
    }
    for (int s = 0; s < count_of(model_.ranges); ++s) {
      const Value& value = row[model_.processes() + s];
      if ((exactly || value.is_known()) &&
          !(other[model_.processes() + image.cells('s')[s]] == image.value(it_.sets.holders[s], value)))
        return "another value of slot " + to_string(s);
    }
    return "";
  }
  // The zone that a step leads to is covered.
  void check_cover(const Step& step, const Zone& zone, const Cover& cover, const Bounds& bounds) const {
    const Node& node = it_.nodes[cover.node];
    const Image image(model_, it_.sets, cover.map);
    const string other = difference(node.row, image, step.row, false), name = "node " + to_string(cover.node);
    if (!other.empty()) fail(name + " has " + other);
    const Bounds own = bounds_of(node.row);
    const vector<int>& to = image.cells('x');
    for (int x = 1; x < zone.n; ++x) {
      const int origin = step.origins[to[x]].first;
      if (origin != 0 && (own.lower[x] > bounds.lower[origin] || own.upper[x] > bounds.upper[origin]))
        fail(name + " has larger bounds");
    }
    if (!simulated(zone, to, it_.zones[node.zone], own)) fail(name + " does not cover the zone");
  }
  void check_initial() {
    it_.line = it_.initial;
    Line s = it_.initial;
    s.expect(' ');
    const bool ranked = it_.liveness && !it_.leads_to;
    Step step{model_.initial, {}, {}, {}};
    for (const int value : model_.clocks) step.origins.emplace_back(0, value);
    const bool counts = !ranked || goes_on(step.row);
    const Cover cover = it_.read_cover(s, ranked ? 0 : it_.pending, ranked && counts ? it_.pending : INT32_MAX);
    s.end();
    if (!counts || !model_.invariant(step.row, step.invariant)) return;
    need(cover.node < count_of(it_.nodes), "there is no such node");
    Zone zone = Zone(model_.clock_count()).updated(step.origins);
    zone.cut(step.invariant);
    if (zone.empty) return;
    if (model_.may_delay(step.row)) zone.delay(step.invariant);
    check_cover(step, zone, cover, bounds_of(step.row));
  }
  void check_node(int number) {
    const Node& node = it_.nodes[number];
    const bool ranked = number < it_.pending;
    it_.line = node.node;
    State at{node.row, it_.zones[node.zone], bounds_of(node.row), model_.may_delay(node.row)};
    bool urgent = false;
    at.moves = model_.moves(at.row, urgent);
    const bool possible = model_.invariant(at.row, at.invariant) && narrow(at.zone, at.invariant, at.bounds);
    const auto look_at = [&](const Line& line) {
      if (line.number != 0) it_.line = line;
      return line;
    };
    Line s = look_at(node.twins);
    const vector<bool> twins = check_twins(s, node, at.bounds);
    s = look_at(node.pending);
    if (s.takes(' ')) {
      const Cover cover = it_.read_cover(s, 0, it_.pending);
      if (possible) check_cover(nothing_happens(at), at.zone, cover, at.bounds);
    } else if (possible && it_.leads_to && !ranked && goes_on(at.row)) {
      need(model_.value(it_.predicate, at.row).truth() == 0, "no ranked node covers this one");
    }
    s.end();
    s = look_at(node.covers);
    std::map<vector<int>, Cover> covers;
    while (!s.rest.empty()) {
      Model::Move move{{s.next(0, count_of(model_.edges) - 1)}, {}};
      while (s.takes('+')) move.edges.push_back(s.integer(0, count_of(model_.edges) - 1));
      s.expect('=');
      const Cover cover = it_.read_cover(s, ranked ? 0 : it_.pending, ranked ? number : count_of(it_.nodes));
      need(std::binary_search(at.moves.begin(), at.moves.end(), move), "a cover for a transition that does not exist");
      need(covers.emplace(move.edges, cover).second, "a transition has two covers");
    }
    for (const Model::Move& move : at.moves) {
      const auto cover = covers.find(move.edges);
      if (!possible || (cover == covers.end() && has_smaller_twin(twins, move))) continue;
      check_move(number, at, move, cover == covers.end() ? nullptr : &cover->second);
    }
    it_.line = node.node;
    if (possible && !it_.liveness) check_query(at);
    if (possible && ranked && goes_on(at.row)) check_end(at);
  }
  Step nothing_happens(const State& at) const {
    Step step{at.row, at.invariant, {}, {}};
    for (int x = 0; x < model_.clock_count(); ++x) step.origins.emplace_back(x, 0);
    return step;
  }

  // ------------------------------------------------- rules 4, 6, 7: the query

  // Rule 7: what must end may go on.
  bool goes_on(const Row& row) const {
    const bool wanted = it_.query_kind == "E[]";
    return model_.value((it_.leads_to ? it_.consequence : it_.predicate), row).truth() != (wanted ? 0 : 1);
  }
  struct Term {  // of a predicate: all constraints hold, and there may have to be a deadlock
    Constraints constraints{};
    bool deadlock = false;
  };
  // The predicate is as wanted at most where one of the terms is.
  vector<Term> terms(const Expr& e, bool wanted, const Row& row) const {
    if (!e.timed) return vector<Term>(model_.value(e, row).truth() == (wanted ? 0 : 1) ? 0 : 1);
    if (e.op == op_not) return terms(e[0], !wanted, row);
    if (e.op == op_deadlock) return {{{}, wanted}};
    vector<Term> result;
    if (e.op == op_clk) {
      if (e[0].op != op_el || e[0].a != 1) unreadable("a condition in a query");
      if (wanted) return {{model_.constraints(e, row)}};
      for (const Constraint& c : model_.constraints(e, row)) result.push_back({{{c.y, c.x, 1 - c.raw}}});
      return result;
    }
    if (e.op != op_and && e.op != op_or) unreadable("a wrong predicate");
    const bool all = (e.op == op_and) == wanted;
    if (all) result.emplace_back();
    for (size_t i = 0; i < e.args.size() && !(all && result.empty()); ++i) {
      const vector<Term> inner = terms(e[i], wanted, row), before = all ? std::move(result) : vector<Term>();
      if (all) result.clear();
      else result.insert(result.end(), inner.begin(), inner.end());
      for (const Term& a : before) {
        for (const Term& b : inner) {
          result.push_back({a.constraints, a.deadlock || b.deadlock});
          Constraints& to = result.back().constraints;
          to.insert(to.end(), b.constraints.begin(), b.constraints.end());
        }
      }
      if (result.size() > 100'000) unsupported("a query of this many parts");
    }
    return result;
  }
  void check_query(const State& at) const {
    for (const Term& term : terms(it_.predicate, it_.query_kind == "E<>", at.row)) {
      Zone bad = at.zone;
      for (const Constraint& c : term.constraints) {
        if (at.bounds.count(c)) bad.cut(c);
      }
      if (bad.empty) continue;
      need(term.deadlock, "a state that must not be reachable");
      check_deadlock(at, bad);
    }
  }
  // Rule 7: no run ends in a ranked node, neither by waiting for ever nor in a deadlock.
  void check_end(const State& at) const {
    Zone all(model_.clock_count());
    all.cut(at.invariant);
    bool bounded = !at.may_delay || all.empty;
    for (int x = 1; x < all.n; ++x) bounded |= all(x, 0) != infinity;
    need(bounded, "time may pass for ever");
    check_deadlock(at, at.zone);
  }
  // Rule 6: for all valuations that the invariant allows, or else for those of the zone.
  void check_deadlock(const State& at, const Zone& zone) const {
    const auto counts = [&](const Constraint& c) { return at.bounds.count(c, true); };
    Zone all(model_.clock_count());
    all.cut(at.invariant);
    vector<Zone> ways, counted_ways;  // from where some transition is possible
    for (const Model::Move& move : at.moves) try {
        Step step;
        if (!take(at.row, move, step)) continue;
        Constraints needed = move.guard;
        needed.insert(needed.end(), step.before.begin(), step.before.end());
        Zone from = all;
        from.cut(needed);
        if (at.may_delay) from.down();
        from.cut(at.invariant);
        if (from.empty) continue;
        if (std::all_of(needed.begin(), needed.end(), counts)) counted_ways.push_back(from);
        ways.push_back(std::move(from));
      } catch (const Failure&) {  // not to be counted on
      }
    if (covers(ways, ends_of(at, all))) return;
    need(std::all_of(at.invariant.begin(), at.invariant.end(), counts) && covers(counted_ways, ends_of(at, zone)),
         "there may be a deadlock");
  }
  // Where all upper bounds of the invariant can be reached, every valuation gets to one of them.
  vector<Zone> ends_of(const State& at, Zone zone) const {
    vector<Zone> result;
    bool reached = at.may_delay && !zone.empty;
    if (reached) zone.delay(at.invariant);
    for (const Constraint& c : at.invariant) {
      if (c.y != 0 || c.x == 0) continue;
      reached &= c.raw % 2 != 0;
      Zone end = zone;
      end.cut(Constraint{0, c.x, 2 - c.raw});
      if (!end.empty) result.push_back(std::move(end));
    }
    return reached && !result.empty() ? result : vector<Zone>{zone};
  }
  static bool covers(const vector<Zone>& ways, vector<Zone> parts) {
    const auto is_within_one = [&](const Zone& part) {
      return part.empty || std::any_of(ways.begin(), ways.end(), [&](const Zone& way) {
               return std::equal(part.m.begin(), part.m.end(), way.m.begin(), std::less_equal<>());
             });
    };
    parts.erase(std::remove_if(parts.begin(), parts.end(), is_within_one), parts.end());
    for (const Zone& way : ways) remove(parts, way);
    return parts.empty();
  }
  static void remove(vector<Zone>& parts, const Zone& from) {
    vector<Zone> rest;
    for (Zone& part : parts) {
      for (int i = 0; i < from.n * from.n && !part.empty; ++i) {
        const Constraint border{i / from.n, i % from.n, from.m[i]};
        if (part.within(border)) continue;
        if (std::abs(border.raw) > (1 << 29) / from.n) unsupported("a deadlock test with clock bounds this large");
        Zone piece = part;
        piece.cut({border.y, border.x, 1 - border.raw});
        if (!piece.empty) rest.push_back(std::move(piece));
        part.cut(border);
      }
    }
    if (rest.size() > 10'000) unsupported("a deadlock test with this many zones");
    parts = std::move(rest);
  }

  // --------------------------------------------------------- rule 5: symmetry

  struct Exchange {  // of an element and the next one of its class
    int set, element;
    Image image;
    vector<int> edges{};  // where they go
  };
  // Receivers of a broadcast run in process order: where they may be exchanged, their updates must not meet.
  void check_broadcasts(const Texts& texts) const {
    std::map<int, vector<std::pair<int, Texts::Touched>>> receivers;  // by channel: process and cells
    std::set<int> moving;
    for (const Exchange& exchange : exchanges_) {
      for (int p = 0; p < model_.processes(); ++p) {
        if (exchange.image.cells('p')[p] != p) moving.insert(p);
      }
    }
    for (const Edge& edge : model_.edges) {
      Texts::Touched own;
      if (edge.receives) texts.touch(edge.update, own);
      for (const int channel : edge.receives ? model_.cells(edge.channel, 'c') : vector<int>()) {
        if (!model_.channels[channel].broadcast) continue;
        for (const auto& [process, other] : receivers[channel]) {
          const bool may_swap =
              process != edge.process && (moving.count(process) > 0 || moving.count(edge.process) > 0);
          need(!may_swap || !own.conflicts(other), "receivers of a broadcast touch the same cells");
        }
        receivers[channel].emplace_back(edge.process, own);
      }
    }
  }
  // What the image makes of processes, slots, channels, hooks and the query, each where it puts it.
  vector<string> parts(const Texts& texts, const Image& image) const {
    vector<string> of_processes(model_.processes()), of_slots(model_.count('s')), all;
    for (int p = 0; p < model_.processes(); ++p) {
      for (const Location& at : model_.locations[p])
        of_processes[image.cells('p')[p]] += to_string(at.urgent * 2 + at.committed) + texts.conjuncts(at.invariant);
    }
    for (int s = 0; s < model_.count('s'); ++s) {
      const Holder& holder = it_.sets.holders[s];
      const auto& [low, high] = model_.ranges[s];
      for (int v = holder.first; holder.set >= 0 && v - holder.first < count_of(it_.sets.classes[holder.set]); ++v) {
        const int64_t to = image.value(holder, int64_t{v});
        need((v >= low && v <= high) == (to >= low && to <= high), "the range of a slot");
      }
      of_slots[image.cells('s')[s]] =
          to_string(low) + " " + to_string(high) + " " + to_string(holder.set) + " " + to_string(holder.first);
    }
    all.resize(model_.count('c'));
    for (int c = 0; c < model_.count('c'); ++c)
      all[image.cells('c')[c]] = to_string(model_.channels[c].urgent * 2 + model_.channels[c].broadcast);
    all.insert(all.end(), of_processes.begin(), of_processes.end());
    all.insert(all.end(), of_slots.begin(), of_slots.end());
    all.push_back(texts.statements(model_.before));
    all.push_back(texts.statements(model_.after));
    all.push_back(texts.text(it_.predicate));
    if (it_.leads_to) all.push_back(texts.text(it_.consequence));
    return all;
  }
  // Exchanging two neighbouring elements of a class maps the flat model and the query onto themselves.
  void check_symmetry() {
    if (it_.sets.classes.empty()) return;
    const Image identity(model_, it_.sets, {});
    const Texts plain(model_, it_.sets, identity);
    std::map<string, std::pair<int, int>> edges;  // by text: the first, and how many
    for (int e = 0; e < count_of(model_.edges); ++e)
      ++edges.try_emplace(plain.edge(model_.edges[e]), e, 0).first->second.second;
    const vector<string> same = parts(plain, identity);
    for (int set = 0; set < count_of(it_.sets.classes); ++set) {
      const vector<int>& classes = it_.sets.classes[set];
      for (int e = 0; e < count_of(classes); ++e) {
        const auto next = std::find(classes.begin() + e + 1, classes.end(), classes[e]);
        if (next == classes.end()) continue;
        Permutation g(it_.sets.classes.size());
        for (int i = 0; i < count_of(classes); ++i) g[set].push_back(i);
        std::iter_swap(g[set].begin() + e, g[set].begin() + (next - classes.begin()));
        try {
          exchanges_.push_back({set, e, Image(model_, it_.sets, g)});
          check_exchange(exchanges_.back(), edges, same);
        } catch (const Failure& failure) {
          fail("exchanging " + to_string(e) + " and " + to_string(next - classes.begin()) + " of set " +
               to_string(set) + " changes " + failure.why);
        }
      }
    }
    check_broadcasts(plain);
  }
  void check_exchange(Exchange& exchange, std::map<string, std::pair<int, int>> edges, const vector<string>& same) {
    const Texts texts(model_, it_.sets, exchange.image);
    const vector<string> renamed = parts(texts, exchange.image);
    for (size_t i = 0; i < same.size(); ++i) {
      if (renamed[i] != same[i])
        fail(i + 1 + it_.leads_to < same.size() ? "a process, slot, channel or hook" : "the query");
    }
    for (int e = 0; e < count_of(model_.edges); ++e) {
      const auto found = edges.find(texts.edge(model_.edges[e]));
      if (found == edges.end() || --found->second.second < 0) fail("edge " + to_string(e));
      exchange.edges.push_back(found->second.first);
      if (found->second.first != e) moved_by_[e].push_back(count_of(exchanges_) - 1);
    }
  }
  // Exchanging two twins changes neither row nor bounds, and the zone only to a smaller one. By exchange.
  vector<bool> check_twins(Line& s, const Node& node, const Bounds& bounds) const {
    vector<bool> twins(exchanges_.size(), false);
    while (!s.rest.empty()) {
      const int set = s.next(0, count_of(it_.sets.classes) - 1), end = count_of(it_.sets.classes[set]);
      s.expect(':');
      const int first = s.integer(0, end - 1);
      s.expect('-');
      int left = s.integer(first, end - 1) - first + 1;
      const int last = first + left;
      for (size_t i = 0; i < exchanges_.size(); ++i) {
        const Exchange& exchange = exchanges_[i];
        if (exchange.set != set || exchange.element < first || exchange.element >= last) continue;
        const Zone& zone = it_.zones[node.zone];
        const vector<int>& to = exchange.image.cells('x');
        bool same = difference(node.row, exchange.image, node.row, true).empty();
        for (int x = 1; x < zone.n; ++x)
          same &= bounds.lower[to[x]] == bounds.lower[x] && bounds.upper[to[x]] == bounds.upper[x];
        need(same && simulated(zone, to, zone, bounds), "elements that are no twins");
        twins[i] = true;
        --left;
      }
      need(left == 0, "a twin that has no neighbour");
    }
    return twins;
  }
  // Exchanging twins gives a transition with smaller edges, which is looked at as well.
  bool has_smaller_twin(const vector<bool>& twins, const Model::Move& move) const {
    for (const int edge : move.edges) {
      for (const int number : moved_by_[edge]) {
        if (!twins[number]) continue;
        Model::Move image;
        for (const int e : move.edges) image.edges.push_back(exchanges_[number].edges[e]);
        std::sort(image.edges.begin() + 1, image.edges.end(),
                  [&](int a, int b) { return model_.edges[a].process < model_.edges[b].process; });
        if (image < move) return true;
      }
    }
    return false;
  }

  const Model& model_;
  Certificate& it_;
  vector<Exchange> exchanges_;
  vector<vector<int>> moved_by_;  // by edge: exchanges
};

Outcome check(const string& flat_text, const string& certificate_text) {
  try {
    const Json flat = JsonReader(flat_text).document();
    const Json header = JsonReader(string_view(certificate_text).substr(0, certificate_text.find('\n'))).document();
    if (header["flat_sha256"].word != sha256(flat_text)) unreadable("the certificate is about another flat model");
    const Model model(flat);
    Certificate certificate(model, flat, header);
    try {
      certificate.read(header, certificate_text);
      Checker(model, certificate).run();
      return {0, "s CERTIFIED " + certificate.query};
    } catch (const Failure& failure) {
      return {1, "s REJECTED line " + to_string(certificate.line.number) + ": " + failure.why};
    }
  } catch (const Outcome& outcome) {
    return outcome;
  } catch (const std::exception& error) {
    return {2, string("s UNREADABLE ") + error.what()};
  }
}

string read_file(const string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(path == "-" ? std::cin : file), std::istreambuf_iterator<char>()};
}

}  // namespace

int main(int count, char** arguments) {
  Outcome outcome{2, "s UNREADABLE usage: orbita-certify FLAT CERTIFICATE (- is standard input)"};
  if (count == 3) outcome = check(read_file(arguments[1]), read_file(arguments[2]));
  std::cout << outcome.text << std::endl;
  return outcome.code;
}

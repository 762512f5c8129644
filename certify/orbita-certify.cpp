// orbita-certify FLAT CERTIFICATE: checks that a certificate proves its query of a flat model.
//
// It shares nothing with Orbita: one file, the standard library, its own arithmetic on zones. What is claimed, the
// format, and why the rules suffice is in docs/certificates.md, whose rule numbers the comments use. It never searches:
// every node is expanded once, and each step must lead to the node that the certificate names. In doubt it rejects.
//
//   s CERTIFIED query            exit code 0
//   s REJECTED line N: reason    exit code 1
//   s UNREADABLE reason          exit code 2: not a certificate of this flat model
//   s UNSUPPORTED reason         exit code 3: beyond this checker
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
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

// ------------------------------------------------------------------- SHA-256

string sha256(string_view bytes) {
  static const uint32_t k[64] = {
      0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
      0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
      0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
      0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
      0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
      0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
      0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
      0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
  uint32_t h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
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
    std::memcpy(v, h, sizeof v);
    for (int i = 0; i < 64; ++i) {
      const uint32_t t1 =
          v[7] + (turn(v[4], 6) ^ turn(v[4], 11) ^ turn(v[4], 25)) + ((v[4] & v[5]) ^ (~v[4] & v[6])) + k[i] + w[i];
      const uint32_t t2 =
          (turn(v[0], 2) ^ turn(v[0], 13) ^ turn(v[0], 22)) + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
      for (int j = 7; j > 0; --j) v[j] = v[j - 1];
      v[4] += t1;
      v[0] = t1 + t2;
    }
    for (int j = 0; j < 8; ++j) h[j] += v[j];
  }
  string result;
  for (int i = 0; i < 64; ++i) result += "0123456789abcdef"[h[i / 8] >> (28 - 4 * (i % 8)) & 15];
  return result;
}

// ------------------------------------------------------- JSON, and expressions

// An expression is used as it is read: a number, or a list that begins with the name of its operator.
// clang-format off
enum Op : std::uint8_t {
  op_none, op_el, op_v, op_at, op_loc, op_error, op_deadlock, op_clk, op_choice,
  op_not, op_and, op_or, op_add, op_mul, op_eq, op_ne, op_bitand, op_bitor, op_bitxor, op_min, op_max,
  op_lt, op_le, op_gt, op_ge, op_sub, op_div, op_mod, op_power, op_shl, op_shr,
  op_set, op_reset, op_copy, op_if, op_evaluate
};
constexpr string_view op_names[] = {
  "", "el", "v", "at", "loc", "error", "deadlock", "clk", "?:",
  "!", "&&", "||", "+", "*", "==", "!=", "&", "|", "^", "min", "max",
  "<", "<=", ">", ">=", "-", "/", "%", "**", "<<", ">>",
  "set", "reset", "copy", "if", "evaluate"};
// clang-format on

struct Json {
  enum Kind : std::uint8_t { nothing, number, text, list, object } kind = nothing;
  Op op = op_none;        // of a list
  bool timed = false;     // of a list: a clock or deadlock is inside
  bool fallible = false;  // of a list: evaluating it may end in an error
  int64_t value = 0;      // of a number, true or false; of ["loc", process, location] both, which queries read often
  string word{};
  vector<Json> items{};    // of lists and objects
  vector<string> names{};  // of an object's items

  const Json* find(string_view name) const {
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? nullptr : &items[found - names.begin()];
  }
  const Json& at(string_view name) const {
    return find(name) ? *find(name) : (unreadable("the member \"" + string(name) + "\" is missing"), *this);
  }
  const Json& operator[](size_t i) const {
    return kind == list && i < items.size() ? items[i] : (unreadable("a list is too short"), *this);
  }
  int num(int64_t low, int64_t high) const {  // within 32 bits
    if (kind != number || value < low || value > high) unreadable("a number is missing or out of range");
    return static_cast<int>(value);
  }
  const vector<Json>& all() const { return kind == list ? items : (unreadable("a list is expected"), items); }
  bool flag(string_view name) const { return find(name) != nullptr && find(name)->value != 0; }
};
const Json nothing_at_all{Json::list};

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
      if (text_[at_] == '\\' && ++at_ == text_.size()) break;
      result += text_[at_];  // escapes keep their letter: texts are only compared and shown
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
          if (result.find(name) != nullptr) unreadable("JSON: the member \"" + name + "\" appears twice");
          result.names.push_back(std::move(name));
          expect(":");
        }
        result.items.push_back(value(depth + 1));
      }
      ++at_;
      const auto* end = std::end(op_names);
      const auto* found = result.items.empty() ? end : std::find(std::begin(op_names), end, result.items[0].word);
      if (first == '[' && found != end) result.op = static_cast<Op>(found - std::begin(op_names));
      result.timed = result.op == op_clk || result.op == op_deadlock;
      result.fallible = result.op == op_at || result.op == op_error || (result.op >= op_div && result.op <= op_shr);
      if (result.op == op_loc) result.value = int64_t{result[1].num(0, INT32_MAX)} << 32 | result[2].num(0, INT32_MAX);
      for (const Json& item : result.items) {
        result.timed |= item.timed;
        result.fallible |= item.fallible;
      }
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
constexpr int64_t largest_raw = 1 << 29;            // of finite ones: sums of two stay within 32 bits

int32_t add(int32_t a, int32_t b) { return a == infinity || b == infinity ? infinity : a + b - ((a | b) & 1); }

struct Constraint {  // x - y within raw
  int x, y;
  int32_t raw;
};
using Constraints = vector<Constraint>;

struct Zone {  // x_i - x_j within (i, j): closed
  int n = 0;
  vector<int32_t> m;
  bool empty = false;
  int64_t reach = 1;  // no finite entry is larger, or smaller than its negative

  explicit Zone(int clocks = 0) : n(clocks), m(static_cast<size_t>(clocks) * clocks, infinity) {
    for (int i = 0; i < n; ++i) at(i, i) = at(0, i) = le_zero;
  }
  int32_t& at(int i, int j) { return m[static_cast<size_t>(i) * n + j]; }
  int32_t operator()(int i, int j) const { return m[static_cast<size_t>(i) * n + j]; }

  // Raises what entries may reach, so that no sum overflows.
  void extend(int64_t by) {
    if (2 * reach + by > largest_raw) {
      reach = 1;
      for (const int32_t entry : m) reach = entry == infinity ? reach : std::max<int64_t>(reach, std::abs(entry));
    }
    reach = 2 * reach + by;
    if (reach > largest_raw) unsupported("clock bounds this large");
  }
  // Paths from i that go on from k, after a first step within `by`.
  void shorten(int i, int k, int32_t by) {
    int32_t* to = &at(i, 0);
    const int32_t* from = &at(k, 0);
    for (int j = 0; j < n; ++j) {
      const int32_t sum = by + from[j] - ((by | from[j]) & 1), bound = from[j] == infinity ? infinity : sum;
      to[j] = std::min(to[j], bound);
    }
  }
  // Of any constraints whose sums over all clocks stay below largest_raw.
  void close() {
    for (int k = 0; k < n && !empty; ++k) {
      for (int i = 0; i < n; ++i) {
        if (i != k && at(i, k) != infinity) shorten(i, k, at(i, k));
      }
      for (int i = 0; i < n; ++i) empty |= at(i, i) < le_zero;
    }
    reach = largest_raw;
  }
  bool within(const Constraint& c) const { return empty || (*this)(c.x, c.y) <= c.raw; }
  void constrain(const Constraint& c) {
    if (within(c)) return;
    empty = add(at(c.y, c.x), c.raw) < le_zero;
    if (empty) return;
    extend(std::abs(c.raw));
    for (int i = 0; i < n; ++i) {
      if (i != c.y && at(i, c.x) != infinity) shorten(i, c.y, add(at(i, c.x), c.raw));
    }
  }
  // Upper bounds of clocks (infinity: none), all at once: shortest paths use at most one of them.
  void cap(const vector<int32_t>& upper) {
    int32_t most = 0;
    for (const int32_t bound : upper) most = bound == infinity ? most : std::max(most, std::abs(bound));
    extend(most);
    for (int i = 0; i < n && !empty; ++i) {
      int32_t least = at(i, 0);
      for (int x = 1; x < n; ++x) least = std::min(least, add(at(i, x), upper[x]));
      empty = add(least, at(0, i)) < le_zero;
      if (least < at(i, 0)) shorten(i, 0, least);
    }
  }
  void up() {
    for (int i = 1; i < n; ++i) at(i, 0) = infinity;
  }
  void down() {
    for (int j = 1; j < n; ++j) {
      at(0, j) = le_zero;
      for (int i = 1; i < n; ++i) at(0, j) = std::min(at(0, j), at(i, j));
    }
  }
  void assign(int x, int y, int32_t c) {  // x := y + c; y is another clock, or 0
    extend(2 * c + 1);
    for (int j = 0; j < n; ++j) {
      if (j == x) continue;
      at(x, j) = add(2 * c + 1, at(y, j));
      at(j, x) = add(at(j, y), 1 - 2 * c);
    }
  }
};

// ---------------------------------------------------------------- flat model

constexpr int64_t star = INT64_MIN;  // a value that is not known: any of the slot's range
using Row = vector<int64_t>;         // locations of the processes, then values of the slots

struct Slot {
  int low, high, initial;
};
struct Channel {
  bool urgent, broadcast;
};
struct Array {
  char sort;                               // of its cells: 's' slots, 'x' clocks, 'c' channels, 'k' constants
  vector<std::pair<int, int>> dimensions;  // first index, number of indices
  vector<int> cells;
};
struct Location {
  bool urgent, committed;
  const Json* invariant;
  vector<int> edges;
};
struct Edge {
  int process, source, target;
  int direction;  // 0 internal, 1 send, 2 receive
  const Json *channel, *guard, *update;
};

int64_t fit(int64_t value) { return value > INT32_MIN && value <= INT32_MAX ? value : (fail("overflow"), 0); }
int64_t wrap(int64_t value) { return static_cast<int32_t>(static_cast<uint32_t>(value)); }

int64_t arithmetic(Op op, int64_t a, int64_t b) {  // of 32 bits: + - * wrap around
  need(b != 0 || (op != op_div && op != op_mod), "division by zero");
  need(b >= 0 || (op != op_shl && op != op_shr && op != op_power), "a negative shift or exponent");
  int64_t power = 1;
  switch (op) {
    case op_sub: return wrap(a - b);
    case op_mul: return wrap(a * b);
    case op_div: return fit(a / b);
    case op_mod: return a % b;
    case op_shl: return b > 31 ? 0 : wrap(static_cast<int64_t>(static_cast<std::uint64_t>(a) << b));
    case op_shr: return a >> std::min<int64_t>(b, 31);
    case op_power:
      if (a >= -1 && a <= 1) return b == 0 ? 1 : b % 2 == 0 ? a * a : a;
      for (; b > 0; --b) power = fit(power * a);
      return power;
    case op_bitand: return a & b;
    case op_bitor: return a | b;
    case op_bitxor: return a ^ b;
    case op_min: return std::min(a, b);
    case op_max: return std::max(a, b);
    case op_lt: return a < b;
    case op_le: return a <= b;
    case op_gt: return a > b;
    case op_ge: return a >= b;
    case op_eq: return a == b;
    case op_ne: return a != b;
    default: unreadable("a clock or a statement among data");
  }
}

struct Model {
  vector<Slot> slots;
  vector<int> clocks;  // initial values; clock 0 is always 0
  vector<Channel> channels;
  vector<Array> arrays;
  vector<int> initial;                 // by process
  vector<vector<Location>> locations;  // by process
  vector<Edge> edges;
  const Json *before, *after;
  int limit;  // of constants that clocks are compared with: sums over all clocks stay far below largest_raw

  explicit Model(const Json& flat) {
    if (flat.at("format").word != "orbita-flat" || flat.at("version").num(0, 1000) != 1)
      unreadable("the first file is not a flat model of version 1");
    const auto list = [](const Json& json, const char* name) {
      return json.find(name) ? (json.at(name).all(), &json.at(name)) : &nothing_at_all;
    };
    for (const Json& json : flat.at("slots").all()) {
      const int low = json.at("low").num(-INT32_MAX, INT32_MAX), high = json.at("high").num(low, INT32_MAX);
      slots.push_back({low, high, json.at("initial").num(low, high)});
    }
    clocks.push_back(0);
    for (const Json& json : flat.at("clocks").all()) clocks.push_back(json.at("initial").num(0, 1 << 16));
    limit = (1 << 26) / (clock_count() + 1);
    for (const Json& json : flat.at("channels").all())
      channels.push_back({json.flag("urgent"), json.flag("broadcast")});
    for (const Json& json : flat.at("arrays").all()) {
      Array array{json.at("sort").word.c_str()[0], {}, {}};
      int64_t size = 1;
      for (const Json& d : json.at("dimensions").all()) {
        array.dimensions.emplace_back(d[0].num(-(1 << 30), 1 << 30), d[1].num(1, 1 << 20));
        if ((size *= array.dimensions.back().second) > 1 << 24) unsupported("an array of more than 2^24 cells");
      }
      for (const Json& cell : json.at("cells").all()) {
        const Json& number = cell.op == op_el ? cell[2] : cell;
        const bool constant = array.sort == 'k';
        array.cells.push_back(constant ? number.num(-INT32_MAX, INT32_MAX) : number.num(0, count(array.sort) - 1));
      }
      if (ssize(array.cells) != size) unreadable("an array has a wrong number of cells");
      arrays.push_back(std::move(array));
    }
    for (const Json& json : flat.at("processes").all()) {
      locations.emplace_back();
      for (const Json& at : json.at("locations").all())
        locations.back().push_back({at.flag("urgent"), at.flag("committed"), list(at, "invariant"), {}});
      initial.push_back(json.at("initial").num(0, ssize(locations.back()) - 1));
    }
    for (const Json& json : flat.at("edges").all()) {
      const int process = json.at("process").num(0, ssize(initial) - 1);
      const int last = static_cast<int>(locations[process].size()) - 1, source = json.at("source").num(0, last);
      const Json *send = json.find("send"), *receive = json.find("receive");
      if (send && receive) unreadable("an edge sends and receives");
      locations[process][source].edges.push_back(static_cast<int>(edges.size()));
      edges.push_back({process, source, json.at("target").num(0, last),
                       send      ? 1
                       : receive ? 2
                                 : 0,
                       send ? send : receive, list(json, "guard"), list(json, "update")});
    }
    before = list(flat, "before");
    after = list(flat, "after");
  }

  int clock_count() const { return static_cast<int>(clocks.size()); }
  int processes() const { return static_cast<int>(initial.size()); }
  int count(char sort) const {
    const size_t sizes[] = {slots.size(), clocks.size(), channels.size(), initial.size()};
    return static_cast<int>(sizes[std::min<size_t>(string_view("sxc").find(sort), 3)]);
  }
  const Array& array(const Json& at) const {
    const Array& result = arrays[at[1].num(0, ssize(arrays) - 1)];
    if (at.items.size() != result.dimensions.size() + 2) unreadable("a wrong number of indices");
    return result;
  }
  int64_t known(const Json& e, const Row& row) const {
    const int64_t result = value(e, row);
    return result == star ? (fail("a value that is left open is needed"), 0) : result;
  }
  // The number of the slot ('s'), clock ('x') or channel ('c') that a place denotes, or a constant ('k').
  int cell(const Json& e, const Row& row, char sort) const {
    if (e.kind == Json::number && sort != 'k') return e.num(0, count(sort) - 1);
    if (e.op == op_error) fail("an index is outside of its array");
    if (e.op != op_at || array(e).sort != sort) unreadable("a place is expected");
    int64_t at = 0;
    for (size_t i = 0; i < array(e).dimensions.size(); ++i) {
      const auto& [first, size] = array(e).dimensions[i];
      const int64_t index = known(e[i + 2], row) - first;
      need(index >= 0 && index < size, "an index is outside of its array");
      at = at * size + index;
    }
    return array(e).cells[at];
  }
  int64_t value(const Json& e, const Row& row) const {
    if (e.kind == Json::number) return e.num(-INT32_MAX, INT32_MAX);
    switch (e.op) {
      case op_el: return e[2].num(0, INT32_MAX);
      case op_v: return row[processes() + cell(e[1], row, 's')];
      case op_at: return array(e).sort == 'k' ? cell(e, row, 'k') : row[processes() + cell(e, row, 's')];
      case op_loc: {
        if (e.value >> 32 >= processes()) unreadable("a process that does not exist");
        return row[e.value >> 32] == static_cast<uint32_t>(e.value);
      }
      case op_error: fail("an index is outside of its array");
      case op_not: {
        const int64_t a = value(e[1], row);
        return a == star ? star : a == 0;
      }
      case op_and:
      case op_or: {
        bool open = false;
        for (size_t i = 1; i < e.items.size(); ++i) {
          const int64_t a = value(e.items[i], row);
          open |= a == star;
          if (a != star && (a != 0) == (e.op == op_or)) return e.op == op_or;
        }
        return open ? star : e.op == op_and;
      }
      case op_choice: {
        const int64_t c = value(e[1], row);
        if (c != star) return value(e[c != 0 ? 2 : 3], row);
        const int64_t yes = value(e[2], row), no = value(e[3], row);
        return yes == no ? yes : star;
      }
      case op_add: {
        int64_t sum = 0;
        for (size_t i = 1; i < e.items.size(); ++i) {
          const int64_t a = value(e[i], row);
          if (a == star) return star;
          sum += a;
        }
        return wrap(sum);
      }
      default: break;
    }
    const int64_t a = value(e[1], row), b = value(e[2], row);
    return a == star || b == star ? star : arithmetic(e.op, a, b);
  }
  // Whatever value the expression has, it is one of the slot's.
  bool fits(const Json& e, const Slot& slot) const {
    if ((e.op >= op_not && e.op <= op_or) || e.op == op_eq || e.op == op_ne || (e.op >= op_lt && e.op <= op_ge))
      return slot.low <= 0 && slot.high >= 1;
    if (e.kind == Json::number) return e.value >= slot.low && e.value <= slot.high;
    const bool one = e.op == op_v && e[1].kind == Json::number;
    if (!one && (e.op != op_at || array(e).sort != 's')) return false;
    const vector<int> cells = one ? vector<int>{cell(e[1], {}, 's')} : array(e).cells;
    return std::all_of(cells.begin(), cells.end(),
                       [&](int s) { return slots[s].low >= slot.low && slots[s].high <= slot.high; });
  }
  // ["clk", condition, x, y, comparison, bound] as constraints that hold together; negated: of which one holds.
  Constraints constraints(const Json& clk, const Row& row, bool negated) const {
    const int x = cell(clk[2], row, 'x'), y = cell(clk[3], row, 'x');
    const int64_t bound = known(clk[5], row);
    if (bound > limit || bound < -limit) unsupported("a clock is compared with a number this large");
    const int32_t c = static_cast<int32_t>(bound);
    const Constraint at_most{x, y, 2 * c + 1}, below{x, y, 2 * c}, at_least{y, x, -2 * c + 1}, above{y, x, -2 * c};
    const string& comparison = clk[4].word;
    if (comparison == "<") return {negated ? at_least : below};
    if (comparison == "<=") return {negated ? above : at_most};
    if (comparison == ">") return {negated ? at_most : above};
    if (comparison == ">=") return {negated ? below : at_least};
    if (comparison != "==") unreadable("a wrong comparison of clocks");
    return negated ? Constraints{below, above} : Constraints{at_most, at_least};
  }
};

// ------------------------------------------------------------------ symmetry

using Permutation = vector<vector<int>>;  // by set: where its elements go; an empty list: they stay

struct Holder {  // how a value stands for an element e of a set: as first + e; other values stay what they are
  int set = -1, first = 0;
  friend bool operator==(const Holder& a, const Holder& b) { return a.set == b.set && a.first == b.first; }
};
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
    for (const char sort : string_view("psxc")) {
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
    const bool holds = holder.set >= 0 && v >= holder.first && v - holder.first < ssize(sets_.classes[holder.set]);
    return holds ? holder.first + element(holder.set, static_cast<int>(v - holder.first)) : v;
  }
  const vector<int>& cells(char sort) const { return to_[string_view("psxc").find(sort)]; }

  Permutation map;

 private:
  vector<int>& list(char sort) { return to_[string_view("psxc").find(sort)]; }
  const Sets& sets_;
  std::array<vector<int>, 4> to_;  // processes 'p', slots 's', clocks 'x', channels 'c'
};

// Numbers for renamed parts of the model: equal numbers mean parts that do the same. Operands whose order cannot matter
// are sorted. Elements may only be compared, assigned and used as indices: all else fails.
class Terms {
 public:
  using Key = vector<int64_t>;
  Terms(const Model& model, const Sets& sets) : model_(model), sets_(sets) {}

  const Image* image = nullptr;
  int64_t intern(const Key& key) { return numbers_.emplace(key, numbers_.size()).first->second; }

  int64_t term(const Json& e, const Holder& want = {}) {
    if (e.kind == Json::text) return intern({-1, static_cast<int64_t>(e.word.size()), e.word.empty() ? 0 : e.word[0]});
    if (e.kind == Json::number) return intern({op_el, image->value(want, e.value)});
    if (e.op == op_el) return intern({op_el, image->value(want, e[2].value)});
    if (e.op == op_none) return list(e);
    if (e.op == op_v || e.op == op_at) {
      const Json& from = e.op == op_v ? e[1] : e;
      need(is_constant(e) || holder(from) == want, "elements that are mixed with numbers");
      return intern({op_v, place(from, is_constant(e) ? 'k' : 's', want)});
    }
    need(want.set < 0 || e.op == op_choice || e.op == op_error, "arithmetic with elements");
    Holder inner = want;
    if (e.op == op_eq || e.op == op_ne) inner = type(is_constant(e[1]) ? e[2] : e[1]);
    if (e.op == op_set) inner = holder(e[1]);
    if (e.op == op_evaluate) inner = type(e[1]);
    Key key;
    for (size_t i = 1; i < e.items.size(); ++i) {
      const bool clock = (e.op == op_clk && (i == 2 || i == 3)) || (e.op == op_reset && i == 1) || e.op == op_copy;
      if (e.op == op_loc) key.push_back(i == 1 ? image->cells('p').at(e[1].value) : e[2].value);
      else if (clock || (e.op == op_set && i == 1)) key.push_back(place(e[i], clock ? 'x' : 's', {}));
      else key.push_back(term(e[i], e.op == op_choice && i == 1 ? Holder() : inner));
    }
    if (e.op >= op_and && e.op <= op_max && !may_fail(e)) std::sort(key.begin(), key.end());
    key.insert(key.begin(), e.op);
    return intern(key);
  }
  int64_t edge(const Edge& e) {
    return intern({-2, image->cells('p')[e.process], e.source, e.target, e.direction, term(*e.guard), term(*e.update),
                   e.direction == 0 ? -1 : place(*e.channel, 'c', {})});
  }

  struct Touched {  // cells that statements read and write: sort and number
    std::set<std::pair<char, int>> reads, writes;
    bool conflicts(const Touched& other) const {
      const auto meet = [](const auto& a, const auto& b) {
        return std::any_of(a.begin(), a.end(), [&](const auto& cell) { return b.count(cell) > 0; });
      };
      return meet(writes, other.writes) || meet(writes, other.reads) || meet(reads, other.writes);
    }
  };
  void touch(const Json& e, Touched& to, char written = 0) const {
    auto& into = written != 0 ? to.writes : to.reads;
    if (e.kind == Json::number && written != 0) into.emplace(written, static_cast<int>(e.value));
    if (e.op == op_loc) into.emplace('p', static_cast<int>(e[1].value));
    if (e.op == op_v && e[1].kind == Json::number) into.emplace('s', static_cast<int>(e[1].value));
    if (e.op == op_at) {
      for (const int cell : model_.array(e).cells) into.emplace(model_.array(e).sort, cell);
    }
    if (e.op == op_copy && e[2].kind == Json::number) into.emplace('x', static_cast<int>(e[2].value));
    for (size_t i = 0; i < e.items.size(); ++i)
      touch(e.items[i], to, i != 1 ? 0 : e.op == op_set ? 's' : e.op == op_reset || e.op == op_copy ? 'x' : 0);
  }

 private:
  bool may_fail(const Json& e) const {
    if (!e.fallible) return false;
    bool result = e.op == op_error || (e.op >= op_div && e.op <= op_shr);
    for (size_t d = 0; e.op == op_at && d < model_.array(e).dimensions.size(); ++d) {
      const auto& [first, size] = model_.array(e).dimensions[d];
      result |= !model_.fits(e[d + 2], {first, first + size - 1, 0});
    }
    return result || std::any_of(e.items.begin(), e.items.end(), [&](const Json& item) { return may_fail(item); });
  }
  bool is_constant(const Json& e) const {
    if (e.op == op_choice) return is_constant(e[2]) && is_constant(e[3]);
    return e.kind == Json::number || e.op == op_el || (e.op == op_at && model_.array(e).sort == 'k');
  }
  Holder type(const Json& e) const {
    if (e.op == op_choice) return type(is_constant(e[2]) ? e[3] : e[2]);
    return e.op == op_v ? holder(e[1]) : e.op == op_at ? holder(e) : Holder();
  }
  Holder holder(const Json& place) const {
    if (place.kind == Json::number) return sets_.holders.at(place.value);
    if (place.op != op_at || model_.array(place).sort != 's') return {};
    const vector<int>& cells = model_.array(place).cells;
    for (const int cell : cells) need(sets_.holders[cell] == sets_.holders[cells[0]], "an array of mixed types");
    return sets_.holders[cells[0]];
  }
  int64_t place(const Json& e, char sort, const Holder& want) {
    if (e.kind == Json::number) return intern({-3, sort, image->cells(sort).at(e.value)});
    if (e.op == op_error) return intern({op_error});
    const Array& array = model_.array(e);
    Key key{-4, array.sort};
    vector<Holder> types;
    for (size_t d = 0; d < array.dimensions.size(); ++d) {
      types.push_back(type(e[d + 2]));
      key.insert(key.end(), {array.dimensions[d].first, array.dimensions[d].second, term(e[d + 2], types[d])});
    }
    const size_t begin = key.size();
    key.resize(begin + array.cells.size());
    for (size_t i = 0; i < array.cells.size(); ++i) {
      size_t rest = i, moved = 0, stride = 1;
      for (size_t d = types.size(); d-- > 0;) {
        const auto [first, size] = array.dimensions[d];
        const int64_t at = image->value(types[d], first + static_cast<int64_t>(rest % size)) - first;
        need(at >= 0 && at < size, "an array that does not have all elements");
        moved += stride * at;
        stride *= size;
        rest /= size;
      }
      key[begin + moved] =
          array.sort == 'k' ? image->value(want, array.cells[i]) : image->cells(array.sort)[array.cells[i]];
    }
    return intern(key);
  }
  // A conjunction, or statements. What cannot fail, or touches nothing that the other writes, may change places: of
  // those that can be next, the one with the least number is.
  int64_t list(const Json& e) {
    const size_t count = e.items.size();
    const bool keeps = may_fail(e);
    vector<Touched> touched(count);
    Key terms(count), key{-5};
    for (size_t i = 0; i < count; ++i) {
      terms[i] = term(e.items[i]);
      if (e.items[i].op >= op_set) touch(e.items[i], touched[i]);
    }
    for (vector<bool> done(count, false); key.size() <= count;) {
      size_t best = count;
      for (size_t i = 0; i < count; ++i) {
        bool free = !done[i] && (best == count || terms[i] < terms[best]);
        for (size_t j = 0; j < i && free; ++j)
          free = done[j] || (e.items[i].op >= op_set ? !touched[i].conflicts(touched[j]) : !keeps);
        if (free) best = i;
      }
      done[best] = true;
      key.push_back(terms[best]);
    }
    return intern(key);
  }

  const Model& model_;
  const Sets& sets_;
  std::map<Key, int64_t> numbers_;
};

// -------------------------------------------------------------- certificate

struct Scanner {  // of one line
  string_view rest;
  bool takes(char c) {
    if (rest.empty() || rest[0] != c) return false;
    rest.remove_prefix(1);
    return true;
  }
  void expect(char c) {
    if (!takes(c)) fail(string("'") + c + "' is expected");
  }
  void end() const { need(rest.empty(), "there is something after the end of the line"); }
  int number(int64_t low, int64_t high) {
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
    return number(low, high);
  }
};

struct Line {
  size_t number = 0;  // 0: there is none
  string_view text{};
};
struct Node {
  Row row{};
  int zone = 0;
  Line node{}, twins{}, covers{}, pending{};
};
struct Cover {
  int node = -1;
  Permutation map{};
  bool used = false;
};
constexpr int unlimited = 1'000'000'000;  // a clock that is not abstracted
struct Bounds {
  vector<int> lower, upper;
  Bounds(int clocks, int all) : lower(clocks, all), upper(clocks, all) {}
  // A valuation that satisfies the constraint is simulated only by ones that do.
  bool count(const Constraint& c) const {
    if (c.x == c.y) return true;
    if (c.x == 0) return lower[c.y] >= -(c.raw >> 1);
    if (c.y == 0) return upper[c.x] >= c.raw >> 1;
    return std::min({lower[c.x], upper[c.x], lower[c.y], upper[c.y]}) == unlimited;
  }
};
struct Certificate {
  string query;
  const Json *goal = nullptr, *trigger = &nothing_at_all;  // of p --> q: q, and p
  bool negated = false;                                    // what must not be is "not goal"
  bool liveness = false, leads_to = false, abstracts = true, ended = false;
  int pending = 0;  // the number of nodes that are ranked, by their numbers
  Sets sets;
  std::map<std::pair<int, int>, vector<std::array<int, 3>>> bounds;  // by process and location: clock, L, U
  vector<Constraints> zones;
  vector<Node> nodes;
  Line line, initial;  // `line`: being looked at
  int64_t expected_nodes = 0, expected_covers = 0;

  explicit Certificate(const Model& model) : model_(model) { sets.holders.resize(model.slots.size()); }

  void read(const Json& flat, string_view text) {
    while (!text.empty()) {
      const size_t end = text.find('\n');
      if (end == string_view::npos) break;
      line = {line.number + 1, text.substr(0, end)};
      text.remove_prefix(end + 1);
      if (line.number == 1) read_header(flat, JsonReader(line.text).document());
      else read_line();
    }
    if (!ended || !text.empty()) unreadable("line " + to_string(line.number + 1) + ": the file is cut");
    need(initial.number != 0, "the initial state is missing");
  }
  // NODE/RUNS/RUNS…: the node, and for each set runs from:shift that say where its elements go.
  Cover read_cover(Scanner& s) const {
    Cover cover;
    cover.node = s.number(0, ssize(nodes) - 1);
    for (size_t set = 0; s.takes('/'); ++set) {
      need(set < sets.classes.size(), "there are more permutations than sets");
      cover.map.resize(sets.classes.size());
      if (s.rest.empty() || s.rest[0] == '/' || s.rest[0] == ' ') continue;
      const int count = static_cast<int>(sets.classes[set].size());
      vector<int>& map = cover.map[set];
      int shift = 0;
      do {
        const int from = s.number(ssize(map), count - 1);
        for (int e = static_cast<int>(map.size()); e < from; ++e) map.push_back(e + shift);
        s.expect(':');
        shift = s.number(-count, count);
      } while (s.takes(','));
      for (int e = static_cast<int>(map.size()); e < count; ++e) map.push_back(e + shift);
      vector<bool> seen(count, false);
      for (int e = 0; e < count; ++e) {
        need(map[e] >= 0 && map[e] < count && !seen[map[e]], "this is no permutation");
        need(sets.classes[set][map[e]] == sets.classes[set][e], "elements of different classes change places");
        seen[map[e]] = true;
      }
    }
    return cover;
  }

 private:
  void read_header(const Json& flat, const Json& header) {
    if (header.at("format").word != "orbita-certificate" || header.at("version").num(0, 1000) != 1)
      unreadable("the second file is not a certificate of version 1");
    query = header.at("query").word;
    liveness = header.at("kind").word == "liveness";
    for (const Json& known : flat.at("queries").all()) {
      if (known.at("text").word != query) continue;
      const string& kind = known.at("kind").word;
      const bool safety = kind == "A[]" || kind == "E<>";
      leads_to = kind == "-->";
      if (header.at("kind").word != (safety ? "safety" : "liveness") ||
          (!safety && !leads_to && kind != "A<>" && kind != "E[]"))
        unsupported("a query of kind " + kind + " and a certificate of kind " + header.at("kind").word);
      goal = &known.at(leads_to ? "consequence" : "predicate");
      if (leads_to) trigger = &known.at("predicate");
      negated = kind != "E<>" && kind != "E[]";
    }
    if (goal == nullptr) unreadable("the flat model has no such query");
    if (liveness && (goal->timed || trigger->timed)) unsupported("clocks in a query of this kind");
    expected_nodes = header.at("nodes").num(0, INT32_MAX);
    expected_covers = header.at("covers").num(0, INT32_MAX);
    if (liveness) pending = header.at("pending").num(0, expected_nodes);
  }
  void read_line() {
    Scanner s{line.text.substr(std::min<size_t>(1, line.text.size()))};
    need(!ended, "there is something after the end");
    const char kind = line.text.empty() ? '?' : line.text[0];
    if (kind == 't' || kind == 'c' || kind == 'p') {
      Node& node = nodes[s.next(0, ssize(nodes) - 1)];
      Line& kept = kind == 't' ? node.twins : kind == 'c' ? node.covers : node.pending;
      need(kept.number == 0, "the node has two such lines");
      kept = {line.number, s.rest};
      return;
    }
    if (kind == 's' || kind == 'f' || kind == 'v') {
      need(nodes.empty() && initial.number == 0, "sets come first");
      read_set(kind, s);
    } else if (kind == 'g' || kind == 'l') {
      read_bounds(kind, s);
    } else if (kind == 'z') {
      need(s.next(0, INT32_MAX) == ssize(zones), "zones are numbered 0, 1, …");
      for (zones.emplace_back(); !s.rest.empty();) {
        const int x = s.next(0, model_.clock_count() - 1), y = s.next(0, model_.clock_count() - 1);
        zones.back().push_back({x, y, s.next(-2 * model_.limit, 2 * model_.limit)});
      }
    } else if (kind == 'n') {
      read_node(s);
    } else if (kind == 'i') {
      need(initial.number == 0, "there are two initial states");
      s.expect(' ');
      initial = {line.number, s.rest};
      return;
    } else {
      need(kind == 'e', "an unknown kind of line");
      const int64_t all = s.next(0, INT32_MAX);
      need(all == ssize(nodes) && all == expected_nodes, "the number of nodes is wrong");
      need(s.next(0, INT32_MAX) == expected_covers, "the number of covers is wrong");
      ended = true;
    }
    s.end();
  }
  // A set ("s count class…"), a family of cells ("f sort set,… cell…"), slots that hold elements ("v set first slot…").
  void read_set(char kind, Scanner& s) {
    if (kind == 's') {
      sets.classes.emplace_back(s.next(1, 1 << 14), 0);
      for (int& one : sets.classes.back()) one = s.rest.empty() ? 0 : s.next(0, 1 << 14);
    } else if (kind == 'v') {
      const int set = s.next(0, ssize(sets.classes) - 1), first = s.next(-INT32_MAX, 1 << 30);
      while (!s.rest.empty()) {
        Holder& holder = sets.holders[s.next(0, ssize(sets.holders) - 1)];
        need(holder.set < 0, "a slot that holds elements of two sets");
        holder = {set, first};
      }
    } else {
      s.expect(' ');
      Sets::Family family{s.rest.empty() ? '?' : s.rest[0], {}, {}};
      need(string_view("psxc").find(family.sort) <= 3, "an unknown sort");
      s.rest.remove_prefix(1);
      s.expect(' ');
      int64_t size = 1;
      do {
        family.sets.push_back(s.number(0, ssize(sets.classes) - 1));
        need((size *= ssize(sets.classes[family.sets.back()])) <= 1 << 20, "a family this large");
      } while (s.takes(','));
      for (; size > 0; --size) {
        family.cells.push_back(s.next(-1, model_.count(family.sort) - 1));
        need(family.sort != 'x' || family.cells.back() != 0, "the reference clock is no cell");
      }
      sets.families.push_back(std::move(family));
    }
  }
  void read_bounds(char kind, Scanner& s) {
    std::pair<int, int> at{-1, -1};
    if (kind == 'l') {
      at.first = s.next(0, model_.processes() - 1);
      at.second = s.next(0, ssize(model_.locations[at.first]) - 1);
    } else if (s.rest == " *") {
      abstracts = false;
      s.rest = {};
    }
    while (!s.rest.empty()) {
      const int x = s.next(1, model_.clock_count() - 1), lower = s.next(-1, unlimited);
      bounds[at].push_back({x, lower, s.next(-1, unlimited)});
    }
  }
  void read_node(Scanner& s) {
    need(s.next(0, INT32_MAX) == ssize(nodes), "nodes are numbered 0, 1, …");
    Node node;
    node.node = line;
    for (const auto& locations : model_.locations) node.row.push_back(s.next(0, ssize(locations) - 1));
    s.expect('|');
    for (const Slot& slot : model_.slots) {
      if (&slot != &model_.slots.front()) s.expect(' ');
      node.row.push_back(s.takes('*') ? star : s.number(slot.low, slot.high));
    }
    s.expect('|');
    node.zone = s.number(0, ssize(zones) - 1);
    nodes.push_back(std::move(node));
  }

  const Model& model_;
};

// --------------------------------------------------------------- the checker

using Origins = vector<std::pair<int, int>>;  // of each clock: the clock whose value it holds (0: none), and a constant
struct Move {
  vector<int> edges{};  // sender first, then receivers in process order
  Constraints guard{};
  friend bool operator<(const Move& a, const Move& b) { return a.edges < b.edges; }
};
struct State {
  Row row;
  Zone zone;
  Bounds bounds;  // what simulates a valuation agrees with it up to these
};

class Checker {
 public:
  Checker(const Model& model, Certificate& certificate)
      : model_(model), it_(certificate), terms_(model, certificate.sets), moved_by_(model.edges.size()) {}

  void run() {
    it_.line = it_.initial;
    check_symmetry();
    check_initial();
    for (int number = 0; number < ssize(it_.nodes); ++number) check_node(number);
    it_.line = {1};
    need(covers_ == it_.expected_covers, "the number of covers is wrong");
  }

 private:
  // -------------------------------------------------- rules 2 and 3: one step

  // Constraints that count cut the zone, all others must hold anyway. False: nothing is left.
  static bool narrow(Zone& zone, const Constraints& constraints, const Bounds& bounds) {
    vector<int32_t> upper(zone.n, infinity);
    for (const Constraint& c : constraints) {
      if (zone.within(c) || !bounds.count(c)) continue;
      if (c.y == 0 && c.x != 0) upper[c.x] = std::min(upper[c.x], c.raw);
      else zone.constrain(c);
    }
    if (std::any_of(upper.begin(), upper.end(), [](int32_t bound) { return bound != infinity; })) zone.cap(upper);
    for (const Constraint& c : constraints) {
      if (!zone.within(c)) fail("the bounds of clock " + to_string(std::max(c.x, c.y)) + " are too small");
    }
    return !zone.empty;
  }
  // The clock constraints of a conjunction, whose data part is evaluated. False: it holds for no valuation.
  bool collect(const Json& conjuncts, const State& at, Constraints& to) const {
    for (const Json& e : conjuncts.items) {
      try {
        if (e.op != op_clk && model_.known(e, at.row) == 0) return false;
        if (e.op != op_clk || model_.known(e[1], at.row) == 0) continue;
        for (const Constraint& c : model_.constraints(e, at.row, false)) to.push_back(c);
      } catch (const Failure&) {
        Zone left = at.zone;
        if (narrow(left, to, at.bounds)) throw;
        return false;  // what comes before it is false
      }
    }
    return true;
  }
  bool invariant(const State& at, Constraints& to) const {
    for (int p = 0; p < model_.processes(); ++p) {
      if (!collect(*model_.locations[p][at.row[p]].invariant, at, to)) return false;
    }
    return true;
  }
  // Urgent and committed locations and enabled urgent synchronisations stop time.
  bool may_delay(const Row& row) const {
    std::set<std::pair<int, int>> senders, receivers;  // of urgent channels: channel, process
    const bool urgent = std::any_of(model_.channels.begin(), model_.channels.end(), [](auto& c) { return c.urgent; });
    for (int p = 0; p < model_.processes(); ++p) {
      const Location& at = model_.locations[p][row[p]];
      if (at.urgent || at.committed) return false;
      for (const int number : urgent ? at.edges : vector<int>()) {
        const Edge& edge = model_.edges[number];
        const auto holds = [&](const Json& e) { return e.op == op_clk || model_.known(e, row) != 0; };
        if (edge.direction == 0 || !std::all_of(edge.guard->items.begin(), edge.guard->items.end(), holds)) continue;
        const int channel = model_.cell(*edge.channel, row, 'c');
        if (!model_.channels[channel].urgent) continue;
        if (edge.guard->timed) unsupported("clock guards on urgent channels");
        if (edge.direction == 1 && model_.channels[channel].broadcast) return false;
        (edge.direction == 1 ? senders : receivers).emplace(channel, p);
      }
    }
    for (const auto& [channel, p] : senders) {
      for (const auto& [other, q] : receivers) {
        if (channel == other && p != q) return false;
      }
    }
    return true;
  }
  // All transitions that the data allow, in the order of their edges.
  vector<Move> moves_of(const State& at) const {
    struct Offer {
      int edge, channel;
      Constraints guard;
    };
    vector<vector<Offer>> offers(model_.processes());
    bool committed = false;
    for (int p = 0; p < model_.processes(); ++p) {
      const Location& location = model_.locations[p][at.row[p]];
      committed |= location.committed;
      for (const int number : location.edges) {
        const Edge& edge = model_.edges[number];
        Offer offer{number, -1, {}};
        if (!collect(*edge.guard, at, offer.guard)) continue;
        if (edge.direction != 0) offer.channel = model_.cell(*edge.channel, at.row, 'c');
        if (edge.direction == 2 && model_.channels[offer.channel].broadcast && !offer.guard.empty())
          unsupported("clock guards that decide who hears a broadcast");
        offers[p].push_back(std::move(offer));
      }
    }
    vector<Move> moves;
    const auto join = [](Move& move, const Offer& offer) {
      move.edges.push_back(offer.edge);
      move.guard.insert(move.guard.end(), offer.guard.begin(), offer.guard.end());
    };
    const auto is_blocked = [&](const Move& move) {
      return committed && std::none_of(move.edges.begin(), move.edges.end(), [&](int e) {
               return model_.locations[model_.edges[e].process][model_.edges[e].source].committed;
             });
    };
    for (int p = 0; p < model_.processes(); ++p) {
      for (const Offer& first : offers[p]) {
        const int direction = model_.edges[first.edge].direction;
        if (direction == 2) continue;
        const bool broadcast = direction == 1 && model_.channels[first.channel].broadcast;
        vector<Move> partial(1);
        join(partial[0], first);
        for (int q = 0; direction == 1 && q < model_.processes(); ++q) {
          vector<Move> extended;
          for (const Offer& second : offers[q]) {
            if (q == p || model_.edges[second.edge].direction != 2 || second.channel != first.channel) continue;
            for (const Move& move : partial) join(extended.emplace_back(move), second);
          }
          if (extended.size() > 100'000) unsupported("a broadcast heard in this many ways");
          if (!broadcast) moves.insert(moves.end(), extended.begin(), extended.end());
          else if (!extended.empty()) partial = std::move(extended);
        }
        if (direction == 0 || broadcast) moves.insert(moves.end(), partial.begin(), partial.end());
      }
    }
    moves.erase(std::remove_if(moves.begin(), moves.end(), is_blocked), moves.end());
    std::sort(moves.begin(), moves.end());
    return moves;
  }
  void execute(const Json& statements, Row& row, Zone& zone, Origins& origin) const {
    for (const Json& s : statements.all()) {
      if (s.op == op_if) {
        execute(s[model_.known(s[1], row) != 0 ? 2 : 3], row, zone, origin);
      } else if (s.op == op_evaluate) {
        model_.value(s[1], row);
      } else if (s.op == op_set) {
        const int slot = model_.cell(s[1], row, 's');
        const auto& [low, high, initial] = model_.slots[slot];
        const int64_t value = model_.value(s[2], row);
        need(value == star ? model_.fits(s[2], model_.slots[slot]) : value >= low && value <= high, "out of range");
        row[model_.processes() + slot] = value;
      } else if (s.op == op_reset || s.op == op_copy) {
        const int x = model_.cell(s[1], row, 'x'), y = s.op == op_copy ? model_.cell(s[2], row, 'x') : 0;
        const int64_t value = s.op == op_copy ? 0 : model_.known(s[2], row);
        need(x != 0 && value >= 0 && value <= model_.limit, "a clock is set to a wrong value");
        origin[x] = y == 0 ? std::pair(0, static_cast<int>(value)) : origin[y];
        if (x != y) zone.assign(x, y, static_cast<int32_t>(value));
      } else {
        unsupported("a statement");
      }
    }
  }
  Origins execute(const Move& move, Row& row, Zone& zone) const {
    Origins origin;
    for (int x = 0; x < model_.clock_count(); ++x) origin.emplace_back(x, 0);
    execute(*model_.before, row, zone, origin);
    for (const int number : move.edges) {
      execute(*model_.edges[number].update, row, zone, origin);
      row[model_.edges[number].process] = model_.edges[number].target;
    }
    execute(*model_.after, row, zone, origin);
    return origin;
  }
  // The state that a transition leads to. False: no valuation can take it.
  bool take(const Move& move, State& at) const {
    if (!narrow(at.zone, move.guard, at.bounds)) return false;
    const Origins origin = execute(move, at.row, at.zone);
    const Bounds before = at.bounds;
    for (int x = 1; x < model_.clock_count(); ++x) {
      at.bounds.lower[x] = origin[x].first == 0 ? unlimited : before.lower[origin[x].first];
      at.bounds.upper[x] = origin[x].first == 0 ? unlimited : before.upper[origin[x].first];
    }
    return enter(at);
  }
  // The invariant, before and after time has passed.
  bool enter(State& at) const {
    Constraints constraints;
    if (!invariant(at, constraints) || !narrow(at.zone, constraints, at.bounds)) return false;
    if (!may_delay(at.row)) return true;
    at.zone.up();
    return narrow(at.zone, constraints, at.bounds);
  }

  // ------------------------------------------------ rules 1 and 2: the covers

  Bounds bounds_of(const Row& row) const {
    Bounds result(model_.clock_count(), it_.abstracts ? -1 : unlimited);
    for (int p = -1; p < model_.processes(); ++p) {
      const auto found = it_.bounds.find({p, p < 0 ? -1 : static_cast<int>(row[p])});
      if (found == it_.bounds.end()) continue;
      for (const auto& [x, lower, upper] : found->second) {
        result.lower[x] = std::max(result.lower[x], lower);
        result.upper[x] = std::max(result.upper[x], upper);
      }
    }
    return result;
  }
  const Zone& zone_of(const Node& node) {
    zones_.resize(it_.zones.size());
    Zone& zone = zones_[node.zone];
    if (zone.n == 0) {
      zone = Zone(model_.clock_count());
      for (const Constraint& c : it_.zones[node.zone]) zone.at(c.x, c.y) = std::min(zone.at(c.x, c.y), c.raw);
      zone.close();
    }
    need(!zone.empty, "a node whose zone is empty");
    return zone;
  }
  // Entry (sy, sx) of the small zone, where entry (y, x) of the big one is meant, shows that some valuation of the
  // small zone is simulated by none of the big one: the test for "not within aLU(big)".
  static bool outside(const Zone& small, int sx, int sy, const Zone& big, int x, int y, const Bounds& bounds) {
    const int32_t entry = small(sy, sx), low = small(0, sx);
    if (big(y, x) >= entry || x == y) return false;
    const int upper = x == 0 ? 0 : bounds.upper[x], lower = y == 0 ? 0 : bounds.lower[y];
    if (upper < 0 || lower < 0) return false;
    if (upper != unlimited && low < 1 - 2 * int64_t{upper}) return false;
    return lower == unlimited || 2 * (int64_t{big(y, x) >> 1} - lower) < low;
  }
  // What the image makes of a row is the other row; values left open match all, or only each other.
  string difference(const Row& row, const Image& image, const Row& other, bool exactly) const {
    for (int p = 0; p < model_.processes(); ++p) {
      if (other[image.cells('p')[p]] != row[p]) return "another location of process " + to_string(p);
    }
    for (int s = 0; s < ssize(model_.slots); ++s) {
      const int64_t value = row[model_.processes() + s], there = other[model_.processes() + image.cells('s')[s]];
      if (value == star ? exactly && there != star : there != image.value(it_.sets.holders[s], value))
        return "another value of slot " + to_string(s);
    }
    return "";
  }
  void check_cover(const State& at, const Cover& cover) {
    const Node& node = it_.nodes[cover.node];
    const Image image(model_, it_.sets, cover.map);
    const string other = difference(node.row, image, at.row, false), name = "node " + to_string(cover.node);
    if (!other.empty()) fail(name + " has " + other);
    const Bounds own = bounds_of(node.row);
    const Zone& big = zone_of(node);
    const vector<int>& to = image.cells('x');
    for (int x = 1; x < big.n; ++x)
      need(own.lower[x] <= at.bounds.lower[to[x]] && own.upper[x] <= at.bounds.upper[to[x]],
           "the covering node has larger bounds");
    for (int y = 0; y < big.n; ++y) {
      for (int x = 0; x < big.n; ++x) {
        if (outside(at.zone, to[x], to[y], big, x, y, own)) fail(name + " does not cover the zone");
      }
    }
  }
  void check_initial() {
    State at{{}, Zone(model_.clock_count()), Bounds(model_.clock_count(), unlimited)};
    at.row.assign(model_.initial.begin(), model_.initial.end());
    for (const Slot& slot : model_.slots) at.row.push_back(slot.initial);
    for (int x = 1; x < model_.clock_count(); ++x) at.zone.constrain({x, 0, le_zero});
    for (int x = 1; x < model_.clock_count(); ++x) at.zone.assign(x, 0, model_.clocks[x]);
    if (!enter(at) || (it_.liveness && !it_.leads_to && !is_pending(at.row))) return;  // nothing to show
    Scanner s{it_.initial.text};
    const Cover cover = it_.read_cover(s);
    s.end();
    need(!it_.leads_to || cover.node >= it_.pending, "the initial state is not pending");
    check_cover(at, cover);
  }
  void check_node(int number) {
    const Node& node = it_.nodes[number];
    const bool ranked = number < it_.pending;
    it_.line = node.node;
    State at{node.row, zone_of(node), bounds_of(node.row)};
    Constraints constraints;
    const bool possible = invariant(at, constraints) && narrow(at.zone, constraints, at.bounds);
    const vector<Move> moves = possible ? moves_of(at) : vector<Move>();
    if (possible && !it_.liveness) check_query({{it_.goal, it_.negated}}, at, false, moves);
    if (possible && ranked) check_ends(at, moves);
    const auto look_at = [&](const Line& line) {
      if (line.number != 0) it_.line = line;
      return Scanner{line.text};
    };
    Scanner s = look_at(node.twins);
    const vector<bool> twins = check_twins(s, node, at.bounds);
    s = look_at(node.pending);
    if (possible && it_.leads_to && !ranked && is_pending(at.row) && model_.known(*it_.trigger, at.row) != 0) {
      s.expect(' ');
      const Cover cover = it_.read_cover(s);
      need(cover.node < it_.pending, "a node that is not ranked");
      check_cover(at, cover);
    }
    s.end();
    s = look_at(node.covers);
    std::map<vector<int>, Cover> covers;
    for (; !s.rest.empty(); ++covers_) {
      vector<int> edges{s.next(0, ssize(model_.edges) - 1)};
      while (s.takes('+')) edges.push_back(s.number(0, ssize(model_.edges) - 1));
      s.expect('=');
      need(covers.emplace(edges, it_.read_cover(s)).second, "a transition has two covers");
    }
    for (const Move& move : moves) {
      const auto cover = covers.find(move.edges);
      if (cover == covers.end() && has_twin(twins, moves, move)) continue;
      State target = at;
      if (!take(move, target) || (ranked && !is_pending(target.row))) continue;
      if (cover == covers.end()) fail("no cover for the transition of edge " + to_string(move.edges[0]));
      need(!ranked || cover->second.node < number, "the rank of the covering node is not smaller");
      need(ranked || cover->second.node >= it_.pending, "a covering node that is ranked");
      check_cover(target, cover->second);
      cover->second.used = true;
    }
    for (const auto& [edges, cover] : covers) need(cover.used, "a cover for a transition that does not exist");
  }

  // ------------------------------------------------- rules 4, 6, 7: the query

  bool is_pending(const Row& row) const { return (model_.known(*it_.goal, row) != 0) != it_.negated; }

  // Rule 4: no valuation of the zone satisfies all of what is left to look at, each negated or not.
  void check_query(vector<std::pair<const Json*, bool>> left, State at, bool deadlock,
                   const vector<Move>& moves) const {
    if (left.empty()) {
      need(deadlock, "a state that must not be reachable");
      return need(!may_deadlock(at, moves), "there may be a deadlock");
    }
    const auto [e, negated] = left.back();
    left.pop_back();
    const auto go_on = [&](const State& with, bool dead) { check_query(left, with, dead, moves); };
    if (!e->timed) {
      if ((model_.known(*e, at.row) != 0) != negated) go_on(at, deadlock);
    } else if (e->op == op_not) {
      left.emplace_back(&(*e)[1], !negated);
      go_on(at, deadlock);
    } else if (e->op == op_deadlock) {
      go_on(at, deadlock || !negated);  // negated: perhaps
    } else if (e->op == op_clk) {
      if (model_.known((*e)[1], at.row) == 0) return negated ? void() : go_on(at, deadlock);
      const Constraints all = model_.constraints(*e, at.row, negated);
      for (size_t i = 0; i < (negated ? all.size() : 1); ++i) {
        State part = at;
        if (narrow(part.zone, negated ? Constraints{all[i]} : all, at.bounds)) go_on(part, deadlock);
      }
    } else if ((e->op == op_and) != negated) {
      for (size_t i = e->items.size(); i-- > 1;) left.emplace_back(&(*e)[i], negated);
      go_on(at, deadlock);
    } else {
      if (e->op != op_and && e->op != op_or) unreadable("a wrong predicate");
      for (size_t i = 1; i < e->items.size(); ++i) {
        left.emplace_back(&(*e)[i], negated);
        go_on(at, deadlock);
        left.pop_back();
      }
    }
  }
  // Rule 7: no run ends in a ranked node, neither by waiting for ever nor in a deadlock.
  void check_ends(const State& at, const vector<Move>& moves) const {
    if (!is_pending(at.row)) return;
    State later = at;
    later.zone.up();
    Constraints constraints;
    bool bounded = !may_delay(at.row) || !invariant(later, constraints) || !narrow(later.zone, constraints, at.bounds);
    for (int x = 1; x < model_.clock_count(); ++x) bounded |= later.zone(x, 0) != infinity;
    need(bounded, "time may pass for ever");
    need(!may_deadlock(at, moves), "there may be a deadlock");
  }
  // Rule 6: for all valuations that the invariant allows, or else for those of the node.
  bool may_deadlock(const State& at, const vector<Move>& moves) const {
    const State all{at.row, Zone(model_.clock_count()), Bounds(model_.clock_count(), unlimited)};
    return may_deadlock(all, all, moves) && may_deadlock(at, all, moves);
  }
  // Some valuation of the zone cannot take any transition, now or later, or the bounds do not tell.
  bool may_deadlock(const State& at, const State& all, const vector<Move>& moves) const {
    const auto counts = [&](const Constraint& c) {
      return c.x == c.y || (at.bounds.count(c) && at.bounds.count({c.y, c.x, 1 - c.raw}));
    };
    Constraints inside;
    vector<Zone> left = {at.zone};
    if (!invariant(all, inside) || !narrow(left[0], inside, all.bounds)) return false;
    if (!std::all_of(inside.begin(), inside.end(), counts)) return true;
    const bool delay = may_delay(at.row);
    for (const Move& move : moves) {
      Constraints needed;
      State target = all;
      try {
        const Origins origin = execute(move, target.row, target.zone);
        target.zone = all.zone;
        if (!invariant(target, needed)) continue;
        for (Constraint& c : needed)
          c = {origin[c.x].first, origin[c.y].first, c.raw + 2 * (origin[c.y].second - origin[c.x].second)};
      } catch (const Failure&) {
        continue;
      }
      needed.insert(needed.end(), move.guard.begin(), move.guard.end());
      if (!std::all_of(needed.begin(), needed.end(), counts)) return true;
      Zone from = all.zone;
      for (const Constraint& c : needed) from.constrain(c);
      for (const Constraint& c : inside) from.constrain(c);
      if (from.empty) continue;
      if (delay) from.down();
      left = without(left, from);
      if (left.size() > 10'000) unsupported("a deadlock test with this many zones");
    }
    return !left.empty();
  }
  static vector<Zone> without(vector<Zone>& parts, const Zone& from) {
    vector<Zone> rest;
    for (Zone& part : parts) {
      for (int i = 0; i < from.n * from.n && !part.empty; ++i) {
        const Constraint border{i / from.n, i % from.n, from.m[i]};
        if (border.x == border.y || part.within(border)) continue;
        Zone piece = part;
        piece.constrain({border.y, border.x, 1 - border.raw});
        if (!piece.empty) rest.push_back(std::move(piece));
        part.constrain(border);
      }
    }
    return rest;
  }

  // --------------------------------------------------------- rule 5: symmetry

  struct Exchange {  // of an element and the next one of its class
    int set, element;
    Image image;
    vector<int> edges;  // where they go
  };

  // Receivers of a broadcast run in process order: where they may be exchanged, their updates must not meet.
  void check_broadcasts() const {
    std::map<int, vector<std::pair<int, Terms::Touched>>> receivers;  // by channel: process, cells
    for (const Edge& edge : model_.edges) {
      if (edge.direction != 2 || edge.channel->op == op_error) continue;
      Terms::Touched touched;
      terms_.touch(*edge.update, touched);
      touched.writes.emplace('p', edge.process);
      const bool one = edge.channel->kind == Json::number;
      for (const int channel :
           one ? vector<int>{model_.cell(*edge.channel, {}, 'c')} : model_.array(*edge.channel).cells) {
        if (!model_.channels.at(channel).broadcast) continue;
        for (const auto& [process, other] : receivers[channel]) {
          need(process == edge.process || !touched.conflicts(other),
               "receivers of a broadcast that write the same cells");
        }
        receivers[channel].emplace_back(edge.process, touched);
      }
    }
  }
  // What the image makes of processes, slots, channels, hooks and the query, each where it puts it.
  vector<int64_t> parts() {
    const Image& image = *terms_.image;
    vector<int64_t> result(model_.count('p') + model_.count('s') + model_.count('c'), -1);
    for (int p = 0; p < model_.processes(); ++p) {
      Terms::Key key{-6};
      for (const Location& at : model_.locations[p])
        key.insert(key.end(), {at.urgent, at.committed, terms_.term(*at.invariant)});
      result[image.cells('p')[p]] = terms_.intern(key);
    }
    for (int s = 0; s < model_.count('s'); ++s) {
      const auto& [low, high, initial] = model_.slots[s];
      const Holder& holder = it_.sets.holders[s];
      const int64_t last = holder.set < 0 ? low : holder.first + ssize(it_.sets.classes[holder.set]) - 1;
      need(holder.set < 0 || (low <= holder.first && high >= last), "a slot that cannot hold all elements");
      result[model_.count('p') + image.cells('s')[s]] = terms_.intern({-7, low, high, holder.set, holder.first});
    }
    for (int c = 0; c < model_.count('c'); ++c) {
      const auto& [urgent, broadcast] = model_.channels[c];
      result[model_.count('p') + model_.count('s') + image.cells('c')[c]] = terms_.intern({-8, urgent, broadcast});
    }
    for (const Json* part : {model_.before, model_.after, it_.goal, it_.trigger}) result.push_back(terms_.term(*part));
    return result;
  }
  // Exchanging two neighbouring elements of a class maps the flat model and the query onto themselves.
  void check_symmetry() {
    if (it_.sets.classes.empty()) return;
    std::set<std::pair<char, int>> placed;
    for (const Sets::Family& family : it_.sets.families) {
      for (const int cell : family.cells)
        need(cell < 0 || placed.emplace(family.sort, cell).second, "a cell is in two places");
    }
    check_broadcasts();
    const Image identity(model_, it_.sets, {});
    terms_.image = &identity;
    std::map<int64_t, vector<int>> edges;  // by term
    for (int e = 0; e < ssize(model_.edges); ++e) edges[terms_.edge(model_.edges[e])].push_back(e);
    const vector<int64_t> same = parts();
    for (int set = 0; set < ssize(it_.sets.classes); ++set) {
      const vector<int>& classes = it_.sets.classes[set];
      for (int e = 0; e < ssize(classes); ++e) {
        const auto next = std::find(classes.begin() + e + 1, classes.end(), classes[e]);
        if (next == classes.end()) continue;
        Permutation g(it_.sets.classes.size());
        for (int i = 0; i < ssize(classes); ++i) g[set].push_back(i);
        std::iter_swap(g[set].begin() + e, g[set].begin() + (next - classes.begin()));
        try {
          check_exchange({set, e, Image(model_, it_.sets, g), {}}, edges, same);
        } catch (const Failure& failure) {
          fail("exchanging " + to_string(e) + " and " + to_string(next - classes.begin()) + " of set " +
               to_string(set) + " changes " + failure.why);
        }
      }
    }
  }
  void check_exchange(Exchange exchange, const std::map<int64_t, vector<int>>& edges, const vector<int64_t>& same) {
    terms_.image = &exchange.image;
    const vector<int64_t> renamed = parts();
    for (size_t i = 0; i < same.size(); ++i) {
      if (renamed[i] == same[i]) continue;
      fail(i < model_.initial.size() ? "process " + to_string(i)
           : i + 2 < same.size()     ? "a cell or hook"
                                     : "the query");
    }
    std::map<int64_t, size_t> taken;
    for (int e = 0; e < ssize(model_.edges); ++e) {
      const int64_t term = terms_.edge(model_.edges[e]);
      const auto found = edges.find(term);
      if (found == edges.end() || taken[term] == found->second.size()) fail("edge " + to_string(e));
      exchange.edges.push_back(found->second[taken[term]++]);
      if (exchange.edges.back() != e) moved_by_[e].push_back(static_cast<int>(exchanges_.size()));
    }
    exchanges_.push_back(std::move(exchange));
  }
  // Exchanging two twins changes neither row nor bounds, and the zone only to a smaller one. By exchange.
  vector<bool> check_twins(Scanner& s, const Node& node, const Bounds& bounds) {
    vector<bool> twins(exchanges_.size(), false);
    while (!s.rest.empty()) {
      const int set = s.next(0, ssize(it_.sets.classes) - 1), last_element = ssize(it_.sets.classes[set]) - 1;
      s.expect(':');
      const int first = s.number(0, last_element);
      s.expect('-');
      const int last = s.number(first, last_element);
      for (size_t i = 0; i < exchanges_.size(); ++i) {
        const Exchange& exchange = exchanges_[i];
        if (exchange.set != set || exchange.element < first || exchange.element > last) continue;
        const Zone& zone = zone_of(node);
        const vector<int>& to = exchange.image.cells('x');
        bool same = difference(node.row, exchange.image, node.row, true).empty();
        for (int x = 1; x < zone.n && same; ++x) {
          if (to[x] == x) continue;
          same = bounds.lower[to[x]] == bounds.lower[x] && bounds.upper[to[x]] == bounds.upper[x];
          for (int y = 0; y < zone.n && same; ++y)
            same = !outside(zone, to[x], to[y], zone, x, y, bounds) && !outside(zone, to[y], to[x], zone, y, x, bounds);
        }
        need(same, "elements that are no twins");
        twins[i] = true;
      }
    }
    return twins;
  }
  // Exchanging twins gives a transition with smaller edges, which has been looked at before.
  bool has_twin(const vector<bool>& twins, const vector<Move>& moves, const Move& move) const {
    for (const int edge : move.edges) {
      for (const int number : moved_by_[edge]) {
        if (!twins[number]) continue;
        Move image;
        for (const int e : move.edges) image.edges.push_back(exchanges_[number].edges[e]);
        std::sort(image.edges.begin() + 1, image.edges.end(),
                  [&](int a, int b) { return model_.edges[a].process < model_.edges[b].process; });
        if (image < move && std::binary_search(moves.begin(), moves.end(), image)) return true;
      }
    }
    return false;
  }

  const Model& model_;
  Certificate& it_;
  Terms terms_;
  vector<Zone> zones_;  // closed, of those that were needed
  vector<Exchange> exchanges_;
  vector<vector<int>> moved_by_;  // by edge: exchanges
  int64_t covers_ = 0;
};

Outcome check(const string& flat_text, const string& certificate_text) {
  try {
    const Json flat = JsonReader(flat_text).document();
    const Json header = JsonReader(string_view(certificate_text).substr(0, certificate_text.find('\n'))).document();
    if (header.at("flat_sha256").word != sha256(flat_text)) unreadable("the certificate is about another flat model");
    const Model model(flat);
    Certificate certificate(model);
    try {
      certificate.read(flat, certificate_text);
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

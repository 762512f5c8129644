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

using std::int32_t, std::int64_t, std::size_t, std::string, std::string_view, std::uint32_t, std::vector;

struct Outcome {  // thrown: how it ends
  int code;
  string text;
};
[[noreturn]] void unreadable(const string& why) { throw Outcome{2, "s UNREADABLE " + why}; }
[[noreturn]] void unsupported(const string& why) { throw Outcome{3, "s UNSUPPORTED " + why}; }
[[noreturn]] void reject(size_t line, const string& why) {
  throw Outcome{1, "s REJECTED line " + std::to_string(line) + ": " + why};
}
struct Failure {  // thrown while something is evaluated or read; the caller knows the line
  string why;
};

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
  const auto turn = [](uint32_t x, int n) { return x >> n | x << (32 - n); };
  const auto block = [&](const char* at) {
    uint32_t w[64];
    for (int i = 0; i < 16; ++i) {
      w[i] = 0;
      for (int j = 0; j < 4; ++j) w[i] = w[i] << 8 | static_cast<unsigned char>(at[4 * i + j]);
    }
    for (int i = 16; i < 64; ++i) {
      w[i] = w[i - 16] + (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7] +
             (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10);
    }
    uint32_t v[8];
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
  };
  size_t done = 0;
  for (; done + 64 <= bytes.size(); done += 64) block(bytes.data() + done);
  string tail(bytes.substr(done));
  tail += '\x80';
  while (tail.size() % 64 != 56) tail += '\0';
  for (int i = 7; i >= 0; --i) tail += static_cast<char>(bytes.size() * 8 >> (8 * i));
  for (size_t i = 0; i < tail.size(); i += 64) block(tail.data() + i);
  string text;
  for (const uint32_t word : h) {
    for (int i = 28; i >= 0; i -= 4) text += "0123456789abcdef"[word >> i & 15];
  }
  return text;
}

// ---------------------------------------------------------------------- JSON

// Expressions are used as they are read: a number, or a list that begins with the name of an operator.
enum Op : std::uint8_t {
  op_none,
  op_el,
  op_v,
  op_at,
  op_loc,
  op_error,
  op_deadlock,
  op_clk,
  op_not,
  op_and,
  op_or,
  op_if,
  op_add,
  op_sub,
  op_mul,
  op_div,
  op_mod,
  op_power,
  op_shl,
  op_shr,
  op_bitand,
  op_bitor,
  op_bitxor,
  op_min,
  op_max,
  op_lt,
  op_le,
  op_gt,
  op_ge,
  op_eq,
  op_ne,
  op_set,
  op_reset,
  op_copy,
  op_branch,
  op_evaluate
};
constexpr string_view op_names[] = {"",   "el", "v",  "at", "loc", "error", "deadlock", "clk", "!",
                                    "&&", "||", "?:", "+",  "-",   "*",     "/",        "%",   "**",
                                    "<<", ">>", "&",  "|",  "^",   "min",   "max",      "<",   "<=",
                                    ">",  ">=", "==", "!=", "set", "reset", "copy",     "if",  "evaluate"};

struct Json {
  enum Kind : std::uint8_t { nothing, number, text, list, object } kind = nothing;
  Op op = op_none;                       // of a list
  bool timed = false, fallible = false;  // of a list: a clock or deadlock inside; evaluating it may fail
  int64_t value = 0;                     // also of true and false
  string word;
  vector<Json> items;    // of lists and objects
  vector<string> names;  // of an object's items

  const Json* find(string_view name) const {
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? nullptr : &items[found - names.begin()];
  }
  const Json& at(string_view name) const {
    if (const Json* found = find(name)) return *found;
    unreadable("the member \"" + string(name) + "\" is missing");
  }
  const Json& operator[](size_t i) const {
    if (kind != list || i >= items.size()) unreadable("a list is too short");
    return items[i];
  }
  int num(int64_t low, int64_t high) const {  // high <= INT32_MAX
    if (kind != number || value < low || value > high) unreadable("a number is missing or out of range");
    return static_cast<int>(value);
  }
  const string& str() const { return kind == text ? word : (unreadable("a text is expected"), word); }
  const vector<Json>& list_of() const { return kind == list ? items : (unreadable("a list is expected"), items); }
  bool flag(string_view name) const { return find(name) != nullptr && find(name)->value != 0; }
};
const Json no_json;

class JsonReader {
 public:
  explicit JsonReader(string_view bytes) : text_(bytes) {}
  Json document() {
    Json result = value(0);
    blanks();
    if (at_ != text_.size()) unreadable("there is something after the JSON document");
    return result;
  }

 private:
  void blanks() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }
  char peek() {
    blanks();
    if (at_ == text_.size()) unreadable("the JSON document ends too early");
    return text_[at_];
  }
  void expect(char c) {
    if (peek() != c) unreadable(string("JSON: '") + c + "' expected at byte " + std::to_string(at_));
    ++at_;
  }
  bool takes(string_view name) {
    if (text_.substr(at_, name.size()) != name) return false;
    at_ += name.size();
    return true;
  }
  string quoted() {
    expect('"');
    string result;
    for (; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] == '\\' && ++at_ == text_.size()) break;
      result += text_[at_];  // escapes keep their letter: texts are only compared and shown
    }
    if (at_ == text_.size()) unreadable("JSON: a text does not end");
    ++at_;
    return result;
  }
  void finish_list(Json& list) {
    const bool named = !list.items.empty() && list.items[0].kind == Json::text;
    const auto* found =
        named ? std::find(std::begin(op_names), std::end(op_names), list.items[0].word) : std::end(op_names);
    if (found != std::end(op_names)) list.op = static_cast<Op>(found - std::begin(op_names));
    list.timed = list.op == op_clk || list.op == op_deadlock;
    list.fallible = list.op == op_at || list.op == op_error || (list.op >= op_div && list.op <= op_shr);
    for (const Json& item : list.items) {
      list.timed |= item.timed;
      list.fallible |= item.fallible;
    }
  }
  Json value(int depth) {
    if (depth > 400) unreadable("JSON: too deep");
    Json result;
    const char c = peek();
    if (c == '{' || c == '[') {
      const char end = c == '{' ? '}' : ']';
      result.kind = c == '{' ? Json::object : Json::list;
      ++at_;
      while (peek() != end) {
        if (!result.items.empty()) expect(',');
        if (c == '{') {
          string name = (peek(), quoted());
          if (result.find(name) != nullptr) unreadable("JSON: the member \"" + name + "\" appears twice");
          result.names.push_back(std::move(name));
          expect(':');
        }
        result.items.push_back(value(depth + 1));
      }
      ++at_;
      finish_list(result);
    } else if (c == '"') {
      result.kind = Json::text;
      result.word = quoted();
    } else if (takes("true") || takes("false")) {
      result.kind = Json::number;
      result.value = c == 't';
    } else if (!takes("null")) {
      result.kind = Json::number;
      const bool negative = takes("-");
      size_t digits = 0;
      for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_, ++digits) {
        result.value = result.value * 10 + (text_[at_] - '0');
        if (digits > 15) unreadable("JSON: a number is too long");
      }
      if (digits == 0) unreadable("JSON: a value is expected at byte " + std::to_string(at_));
      if (negative) result.value = -result.value;
    }
    return result;
  }

  string_view text_;
  size_t at_ = 0;
};

// --------------------------------------------------------------------- zones

constexpr int32_t infinity = 1 << 30;  // raw bounds: 2c + 1 is "<= c", 2c is "< c"
constexpr int32_t le_zero = 1;

int32_t add(int32_t a, int32_t b) {
  if (a == infinity || b == infinity) return infinity;
  const int64_t sum = (int64_t{a >> 1} + (b >> 1)) * 2 + (a & b & 1);
  if (sum >= infinity || sum <= -infinity) unsupported("clock bounds beyond 2^29");
  return static_cast<int32_t>(sum);
}

struct Zone {  // x_i - x_j within (i, j); closed unless said otherwise
  int n = 0;
  vector<int32_t> m;
  bool empty = false;

  explicit Zone(int clocks = 0) : n(clocks), m(static_cast<size_t>(clocks) * clocks, infinity) {
    for (int i = 0; i < n; ++i) (*this)(i, i) = (*this)(0, i) = le_zero;
  }
  int32_t& operator()(int i, int j) { return m[static_cast<size_t>(i) * n + j]; }
  int32_t operator()(int i, int j) const { return m[static_cast<size_t>(i) * n + j]; }

  void close() {
    for (int k = 0; k < n; ++k) {
      for (int i = 0; i < n; ++i) {
        const int32_t ik = (*this)(i, k);
        if (ik == infinity || i == k) continue;
        for (int j = 0; j < n; ++j) {
          if ((*this)(k, j) == infinity) continue;
          (*this)(i, j) = std::min((*this)(i, j), add(ik, (*this)(k, j)));
        }
      }
    }
    for (int i = 0; i < n; ++i) empty |= (*this)(i, i) < le_zero;
  }
  bool within(int i, int j, int32_t b) const { return empty || (*this)(i, j) <= b; }
  void constrain(int i, int j, int32_t b) {
    if (within(i, j, b)) return;
    if (i == j || add((*this)(j, i), b) < le_zero) {
      empty = true;
      return;
    }
    (*this)(i, j) = b;
    for (int p = 0; p < n; ++p) {
      if ((*this)(p, i) == infinity) continue;
      const int32_t pi = add((*this)(p, i), b);
      for (int q = 0; q < n; ++q) {
        if ((*this)(j, q) != infinity) (*this)(p, q) = std::min((*this)(p, q), add(pi, (*this)(j, q)));
      }
    }
  }
  void up() {
    for (int i = 1; i < n; ++i) (*this)(i, 0) = infinity;
  }
  void down() {
    for (int j = 1; j < n; ++j) {
      int32_t least = le_zero;
      for (int i = 1; i < n; ++i) least = std::min(least, (*this)(i, j));
      (*this)(0, j) = least;
    }
  }
  void reset(int x, int32_t c) {
    for (int j = 0; j < n; ++j) {
      if (j == x) continue;
      (*this)(x, j) = add(2 * c + 1, (*this)(0, j));
      (*this)(j, x) = add((*this)(j, 0), 1 - 2 * c);
    }
  }
  void copy(int x, int y) {
    if (x == y) return;
    for (int j = 0; j < n; ++j) {
      if (j == x) continue;
      (*this)(x, j) = (*this)(y, j);
      (*this)(j, x) = (*this)(j, y);
    }
    (*this)(x, y) = (*this)(y, x) = le_zero;
  }
  void free(int x) {
    for (int j = 0; j < n; ++j) {
      if (j == x) continue;
      (*this)(x, j) = infinity;
      (*this)(j, x) = (*this)(j, 0);
    }
    (*this)(0, x) = le_zero;
  }
};

struct Constraint {  // x - y within raw
  int x, y;
  int32_t raw;
};

// ---------------------------------------------------------------- flat model

constexpr int32_t star = INT32_MIN;  // any value of the slot's range
using Row = vector<int32_t>;         // locations of the processes, then values of the slots

struct Position {  // where permutations move a cell or a process
  int family = -1;
  vector<std::pair<int, int>> indices{};  // set, element
};
struct Slot {
  int low, high, initial, set;  // set: -1 for plain numbers
  Position position;
};
struct Clock {
  int initial = 0;
  Position position;
};
struct Channel {
  bool urgent, broadcast;
  Position position;
};
struct Dimension {
  int low, count, set;
};
struct Array {
  char sort;  // of its cells: 's' slots, 'x' clocks, 'c' channels, 'k' constants
  vector<Dimension> dimensions;
  vector<int> cells, sets;  // sets: of constants and slots
};
struct Location {
  bool urgent, committed;
  const Json* invariant;
};
struct Process {
  int initial;
  Position position;
  vector<Location> locations;
  vector<vector<int>> edges;  // by location
};
struct Edge {
  int process, source, target;
  const Json *guard, *update, *channel;
  int direction;  // 0 internal, 1 send, 2 receive
};

struct Model {
  explicit Model(const Json& flat);
  Position position(const Json& cell) const;

  vector<int> set_count;
  vector<Slot> slots;
  vector<Clock> clocks;  // clocks[0] is always 0
  vector<Channel> channels;
  vector<Array> arrays;
  vector<Process> processes;
  vector<Edge> edges;
  const Json *before = &no_json, *after = &no_json;
  int limit;  // of constants that clocks are compared with: sums over all clocks stay below 2^29

  int clock_count() const { return static_cast<int>(clocks.size()); }
};

Position Model::position(const Json& cell) const {
  Position result{cell.at("family").num(0, 1 << 30)};
  if (const Json* indices = cell.find("indices")) {
    for (const Json& index : indices->list_of()) {
      const int set = index[0].num(0, ssize(set_count) - 1);
      result.indices.emplace_back(set, index[1].num(0, set_count[set] - 1));
    }
  }
  return result;
}

Model::Model(const Json& flat) {
  if (flat.at("format").str() != "orbita-flat" || flat.at("version").num(0, 1000) != 1)
    unreadable("the first file is not a flat model of version 1");
  const auto member = [](const Json& json, const char* name) { return json.find(name) ? json.find(name) : &no_json; };
  for (const Json& set : flat.at("sets").list_of()) set_count.push_back(set.at("count").num(1, 1 << 20));
  for (const Json& json : flat.at("slots").list_of()) {
    const int low = json.at("low").num(-INT32_MAX, INT32_MAX), high = json.at("high").num(low, INT32_MAX);
    const int set = json.find("set") ? json.at("set").num(0, ssize(set_count) - 1) : -1;
    if (set >= 0 && (low != 0 || high != set_count[set] - 1)) unreadable("a slot does not fit its set");
    slots.push_back({low, high, json.at("initial").num(low, high), set, position(json)});
  }
  clocks.push_back({});
  for (const Json& json : flat.at("clocks").list_of())
    clocks.push_back({json.at("initial").num(0, 1 << 16), position(json)});
  limit = (1 << 27) / (clock_count() + 1);
  for (const Json& json : flat.at("channels").list_of())
    channels.push_back({json.flag("urgent"), json.flag("broadcast"), position(json)});
  for (const Json& json : flat.at("arrays").list_of()) {
    Array array{json.at("sort").str().c_str()[0], {}, {}, {}};
    int64_t size = 1;
    for (const Json& d : json.at("dimensions").list_of()) {
      array.dimensions.push_back(
          {d[0].num(-(1 << 30), 1 << 30), d[1].num(1, 1 << 20), d[2].num(-1, ssize(set_count) - 1)});
      const Dimension& last = array.dimensions.back();
      if (last.set >= 0 && (last.low != 0 || last.count != set_count[last.set])) unreadable("a wrong dimension");
      if ((size *= last.count) > 1 << 24) unsupported("an array of more than 2^24 cells");
    }
    const int64_t most = array.sort == 's'   ? ssize(slots) - 1
                         : array.sort == 'x' ? ssize(clocks) - 1
                         : array.sort == 'c' ? ssize(channels) - 1
                                             : INT32_MAX;
    for (const Json& cell : json.at("cells").list_of()) {
      const bool element = array.sort == 'k' && cell.op == op_el;
      const int set = element ? cell[1].num(0, ssize(set_count) - 1) : -1;
      array.cells.push_back(element ? cell[2].num(0, set_count[set] - 1)
                                    : cell.num(array.sort == 'k' ? -INT32_MAX : 0, most));
      array.sets.push_back(array.sort == 's' ? slots[array.cells.back()].set : set);
    }
    if (ssize(array.cells) != size) unreadable("an array has a wrong number of cells");
    arrays.push_back(std::move(array));
  }
  for (const Json& json : flat.at("processes").list_of()) {
    const vector<Json>& locations = json.at("locations").list_of();
    processes.push_back({json.at("initial").num(0, ssize(locations) - 1), position(json), {}, {}});
    processes.back().edges.resize(locations.size());
    for (const Json& at : locations)
      processes.back().locations.push_back({at.flag("urgent"), at.flag("committed"), member(at, "invariant")});
  }
  for (const Json& json : flat.at("edges").list_of()) {
    const int process = json.at("process").num(0, ssize(processes) - 1);
    const int last = static_cast<int>(processes[process].locations.size()) - 1;
    const Json *send = json.find("send"), *receive = json.find("receive");
    if (send && receive) unreadable("an edge sends and receives");
    edges.push_back({process, json.at("source").num(0, last), json.at("target").num(0, last), member(json, "guard"),
                     member(json, "update"), send ? send : receive,
                     send      ? 1
                     : receive ? 2
                               : 0});
    processes[process].edges[edges.back().source].push_back(static_cast<int>(edges.size()) - 1);
  }
  before = member(flat, "before");
  after = member(flat, "after");
}

// --------------------------------------------------------------- evaluation

int32_t evaluate(const Model& model, const Json& e, const Row& row);

int32_t known(const Model& model, const Json& e, const Row& row) {
  const int32_t value = evaluate(model, e, row);
  if (value == star) throw Failure{"a value that is left open is needed"};
  return value;
}

// The number of the slot ('s'), clock ('x') or channel ('c') that a place denotes, or a constant ('k').
int cell_of(const Model& model, const Json& e, const Row& row, char sort) {
  const int64_t most = sort == 's' ? ssize(model.slots) : sort == 'x' ? ssize(model.clocks) : ssize(model.channels);
  if (e.kind == Json::number && sort != 'k') return e.num(0, most - 1);
  if (e.op == op_error) throw Failure{"an index is outside of its array"};
  if (e.op != op_at) unreadable("a place is expected");
  const Array& array = model.arrays[e[1].num(0, ssize(model.arrays) - 1)];
  if (array.sort != sort || e.items.size() != array.dimensions.size() + 2) unreadable("a wrong array");
  int64_t at = 0;
  for (size_t i = 0; i < array.dimensions.size(); ++i) {
    const Dimension& d = array.dimensions[i];
    const int64_t index = int64_t{known(model, e[i + 2], row)} - d.low;
    if (index < 0 || index >= d.count) throw Failure{"an index is outside of its array"};
    at = at * d.count + index;
  }
  return array.cells[at];
}

int32_t fit(int64_t value) {
  if (value <= INT32_MIN || value > INT32_MAX) throw Failure{"arithmetic overflow"};
  return static_cast<int32_t>(value);
}
int32_t wrap(int64_t value) { return fit(static_cast<int32_t>(static_cast<uint32_t>(value))); }

int32_t arithmetic(Op op, int64_t a, int64_t b) {  // of 32 bits: + - * wrap around
  if ((op == op_div || op == op_mod) && b == 0) throw Failure{"division by zero"};
  if ((op == op_shl || op == op_shr || op == op_power) && b < 0) throw Failure{"a negative shift or exponent"};
  switch (op) {
    case op_sub: return wrap(a - b);
    case op_mul: return wrap(a * b);
    case op_div: return fit(a / b);
    case op_mod: return fit(a % b);
    case op_shl: return b > 31 ? 0 : wrap(static_cast<int64_t>(static_cast<std::uint64_t>(a) << b));
    case op_shr: return fit(a >> std::min<int64_t>(b, 31));
    case op_power: {
      if (a >= -1 && a <= 1) return fit(b == 0 ? 1 : b % 2 == 0 ? a * a : a);
      int64_t result = 1;
      for (; b > 0; --b) result = fit(result * a);
      return fit(result);
    }
    case op_bitand: return fit(a & b);
    case op_bitor: return fit(a | b);
    case op_bitxor: return fit(a ^ b);
    case op_min: return fit(std::min(a, b));
    case op_max: return fit(std::max(a, b));
    case op_lt: return a < b;
    case op_le: return a <= b;
    case op_gt: return a > b;
    case op_ge: return a >= b;
    case op_eq: return a == b;
    case op_ne: return a != b;
    default: unreadable("an expression is expected");
  }
}

int32_t evaluate(const Model& model, const Json& e, const Row& row) {  // star: the value is not known
  if (e.kind == Json::number) return e.num(-INT32_MAX, INT32_MAX);
  switch (e.op) {
    case op_el: return e[2].num(0, INT32_MAX);
    case op_v: return row[model.processes.size() + e[1].num(0, ssize(model.slots) - 1)];
    case op_loc: return row[e[1].num(0, ssize(model.processes) - 1)] == e[2].num(0, INT32_MAX);
    case op_at: {
      const bool constant = model.arrays[e[1].num(0, ssize(model.arrays) - 1)].sort == 'k';
      const int cell = cell_of(model, e, row, constant ? 'k' : 's');
      return constant ? cell : row[model.processes.size() + cell];
    }
    case op_error: throw Failure{"an index is outside of its array"};
    case op_not: {
      const int32_t a = evaluate(model, e[1], row);
      return a == star ? star : a == 0;
    }
    case op_and:
    case op_or: {
      bool open = false;
      for (size_t i = 1; i < e.items.size(); ++i) {
        const int32_t a = evaluate(model, e[i], row);
        open |= a == star;
        if (a != star && (a != 0) == (e.op == op_or)) return a != 0;
      }
      return open ? star : e.op == op_and;
    }
    case op_if: {
      const int32_t c = evaluate(model, e[1], row);
      if (c != star) return evaluate(model, e[c != 0 ? 2 : 3], row);
      const int32_t yes = evaluate(model, e[2], row), no = evaluate(model, e[3], row);
      return yes == no ? yes : star;
    }
    case op_add: {
      int64_t sum = 0;
      for (size_t i = 1; i < e.items.size(); ++i) {
        const int32_t a = evaluate(model, e[i], row);
        if (a == star) return star;
        sum += a;
      }
      return wrap(sum);
    }
    default: break;
  }
  const int32_t a = evaluate(model, e[1], row), b = evaluate(model, e[2], row);
  return a == star || b == star ? star : arithmetic(e.op, a, b);
}

// Values that an expression may have.
std::pair<int, int> range_of(const Model& model, const Json& e) {
  if (e.op == op_not || e.op == op_and || e.op == op_or || (e.op >= op_lt && e.op <= op_ne)) return {0, 1};
  std::pair<int, int> result{INT32_MAX, -INT32_MAX};
  vector<int> cells;
  if (e.op == op_v) cells = {e[1].num(0, ssize(model.slots) - 1)};
  if (e.op == op_at && model.arrays[e[1].num(0, ssize(model.arrays) - 1)].sort == 's')
    cells = model.arrays[e[1].value].cells;
  for (const int s : cells)
    result = {std::min(result.first, model.slots[s].low), std::max(result.second, model.slots[s].high)};
  return cells.empty() ? std::pair{-INT32_MAX, INT32_MAX} : result;
}

// ["clk", condition, x, y, comparison, bound] as constraints that hold together; negated: of which one holds.
vector<Constraint> constraints_of(const Model& model, const Json& e, const Row& row, bool negated) {
  const int x = cell_of(model, e[2], row, 'x'), y = cell_of(model, e[3], row, 'x');
  const int32_t c = known(model, e[5], row);
  if (c > model.limit || c < -model.limit) unsupported("a clock is compared with a number this large");
  const Constraint at_most{x, y, 2 * c + 1}, below{x, y, 2 * c}, at_least{y, x, -2 * c + 1}, above{y, x, -2 * c};
  const string& comparison = e[4].str();
  if (comparison == "<") return {negated ? at_least : below};
  if (comparison == "<=") return {negated ? above : at_most};
  if (comparison == ">") return {negated ? at_most : above};
  if (comparison == ">=") return {negated ? below : at_least};
  if (comparison != "==") unreadable("a wrong comparison of clocks");
  return negated ? vector<Constraint>{below, above} : vector<Constraint>{at_most, at_least};
}
// ---------------------------------------------------------------- symmetry

using Permutation = vector<vector<int>>;  // by set: where its elements go; an empty vector: they stay

// Where a permutation takes processes ('p'), slots, clocks and channels.
class Action {
 public:
  explicit Action(const Model& model) : model_(model) {
    const auto add = [&](char sort, const auto& cells) {
      for (const auto& cell : cells) {
        const vector<int> key = key_of(cell.position, {});
        if (!numbers_[sort].emplace(key, static_cast<int>(&cell - cells.data())).second)
          unreadable("two cells have the same family and indices");
      }
    };
    add('p', model.processes);
    add('s', model.slots);
    add('x', model.clocks);
    add('c', model.channels);
  }
  int operator()(char sort, int cell, const Position& position, const Permutation& g) const {
    if (g.empty() || position.indices.empty()) return cell;
    const auto& known = numbers_.at(sort);
    const auto found = known.find(key_of(position, g));
    if (found == known.end()) throw Failure{"a permutation leads to a cell that does not exist"};
    return found->second;
  }
  int process(int p, const Permutation& g) const { return (*this)('p', p, model_.processes[p].position, g); }
  int slot(int s, const Permutation& g) const { return (*this)('s', s, model_.slots[s].position, g); }
  int clock(int x, const Permutation& g) const { return (*this)('x', x, model_.clocks[x].position, g); }
  int channel(int c, const Permutation& g) const { return (*this)('c', c, model_.channels[c].position, g); }
  static int element(int set, int e, const Permutation& g) {
    return set < 0 || g.empty() || g[set].empty() ? e : g[set].at(e);
  }

 private:
  static vector<int> key_of(const Position& position, const Permutation& g) {
    vector<int> key = {position.family};
    for (const auto& [set, e] : position.indices) {
      key.push_back(set);
      key.push_back(element(set, e, g));
    }
    return key;
  }
  const Model& model_;
  std::map<char, std::map<vector<int>, int>> numbers_;
};

// Texts of renamed parts of the model: equal texts mean equal parts. Operands whose order cannot matter are sorted.
class Renamer {
 public:
  Renamer(const Model& model, const Action& action, Permutation g) : model_(model), action_(action), g_(std::move(g)) {}

  string place(const Json& e, char sort) const {
    if (e.kind != Json::number) return expression(e);
    const int cell = cell_of(model_, e, {}, sort);
    return string(1, sort) + std::to_string(image(sort, cell));
  }
  string expression(const Json& e) const {
    if (e.kind == Json::number) return std::to_string(e.value);
    string text = "(" + string(op_names[e.op]) + (e.op == op_none ? "?" : "");
    if (e.op == op_el)
      return text + std::to_string(e[1].value) + ":" +
             std::to_string(action_.element(e[1].num(0, ssize(model_.set_count) - 1), e[2].num(0, INT32_MAX), g_)) +
             ")";
    if (e.op == op_v) return text + place(e[1], 's') + ")";
    if (e.op == op_loc)
      return text + std::to_string(image('p', e[1].num(0, ssize(model_.processes) - 1))) + "," +
             std::to_string(e[2].value) + ")";
    if (e.op == op_clk)
      return text + expression(e[1]) + place(e[2], 'x') + " " + place(e[3], 'x') + e[4].str() + expression(e[5]) + ")";
    if (e.op == op_at) text += array(model_.arrays[e[1].num(0, ssize(model_.arrays) - 1)]);
    vector<string> parts;
    for (size_t i = e.op == op_at ? 2 : 1; i < e.items.size(); ++i) parts.push_back(expression(e[i]));
    const bool commutes = e.op == op_and || e.op == op_or || e.op == op_add || e.op == op_mul || e.op == op_eq ||
                          e.op == op_ne || (e.op >= op_bitand && e.op <= op_max);
    if (commutes) sort_safe(parts, &e.items[1]);
    for (const string& part : parts) text += " " + part;
    return text + ")";
  }
  string condition(const Json& conjuncts) const {
    vector<string> parts;
    for (const Json& item : conjuncts.items) parts.push_back(expression(item));
    sort_safe(parts, conjuncts.items.data());
    string text = "[";
    for (const string& part : parts) text += part + ";";
    return text + "]";
  }
  // What may fail keeps its place: operands before it decide whether it is evaluated.
  void sort_safe(vector<string>& parts, const Json* operands) const {
    for (size_t begin = 0, end = 0; begin < parts.size(); begin = end + 1) {
      for (end = begin; end < parts.size() && !may_fail(operands[end]); ++end) {
      }
      std::sort(parts.begin() + begin, parts.begin() + end);
    }
  }
  bool may_fail(const Json& e) const {
    if (!e.fallible) return false;
    bool fails = e.op == op_error || (e.op >= op_div && e.op <= op_shr);
    if (e.op == op_at) {  // an element is always within a dimension of its set
      for (const Dimension& d : model_.arrays[e[1].num(0, ssize(model_.arrays) - 1)].dimensions) fails |= d.set < 0;
    }
    return fails || std::any_of(e.items.begin(), e.items.end(), [&](const Json& item) { return may_fail(item); });
  }
  // Statements that do not touch each other's cells may change places: of those that can be next, the least text is.
  string update(const Json& list) const {
    vector<string> texts;
    vector<Touched> touched(list.items.size());
    for (size_t i = 0; i < list.items.size(); ++i) {
      texts.push_back(statement(list.items[i]));
      touch(model_, list.items[i], touched[i]);
    }
    string text = "{";
    vector<bool> done(texts.size(), false);
    for (size_t round = 0; round < texts.size(); ++round) {
      size_t best = texts.size();
      for (size_t i = 0; i < texts.size(); ++i) {
        if (done[i] || (best < texts.size() && texts[i] >= texts[best])) continue;
        bool free = true;
        for (size_t j = 0; j < i && free; ++j) free = done[j] || !touched[i].conflicts(touched[j]);
        if (free) best = i;
      }
      done[best] = true;
      text += texts[best] + ";";
    }
    return text + "}";
  }
  string edge(const Edge& e) const {
    return std::to_string(image('p', e.process)) + " " + std::to_string(e.source) + ">" + std::to_string(e.target) +
           condition(*e.guard) + std::to_string(e.direction) + (e.channel ? place(*e.channel, 'c') : "") +
           update(*e.update);
  }

  struct Touched {  // cells: 's' and slot, 'x' and clock
    std::set<std::pair<char, int>> reads, writes;
    bool conflicts(const Touched& other) const {
      const auto meet = [](const auto& a, const auto& b) {
        return std::any_of(a.begin(), a.end(), [&](const auto& cell) { return b.count(cell) > 0; });
      };
      return meet(writes, other.writes) || meet(writes, other.reads) || meet(reads, other.writes);
    }
  };
  static void touch_place(const Model& model, const Json& e, char sort, Touched& t,
                          std::set<std::pair<char, int>>& into) {
    if (e.kind == Json::number) into.emplace(sort, e.num(0, INT32_MAX));
    if (e.op != op_at) return;
    for (const int cell : model.arrays[e[1].num(0, ssize(model.arrays) - 1)].cells) into.emplace(sort, cell);
    for (size_t i = 2; i < e.items.size(); ++i) touch_value(model, e[i], t);
  }
  static void touch_value(const Model& model, const Json& e, Touched& t) {
    if (e.op == op_v) return touch_place(model, e[1], 's', t, t.reads);
    if (e.op == op_at)
      return touch_place(model, e, model.arrays[e[1].num(0, ssize(model.arrays) - 1)].sort, t, t.reads);
    for (const Json& item : e.items) touch_value(model, item, t);
  }
  static void touch(const Model& model, const Json& s, Touched& t) {
    if (s.op == op_branch) {
      touch_value(model, s[1], t);
      for (const int part : {2, 3})
        for (const Json& inner : s[part].list_of()) touch(model, inner, t);
      return;
    }
    if (s.op != op_evaluate) touch_place(model, s[1], s.op == op_set ? 's' : 'x', t, t.writes);
    if (s.op == op_copy) touch_place(model, s[2], 'x', t, t.reads);
    else touch_value(model, s[s.op == op_evaluate ? 1 : 2], t);
  }

 private:
  int image(char sort, int cell) const {
    return sort == 'p'   ? action_.process(cell, g_)
           : sort == 's' ? action_.slot(cell, g_)
           : sort == 'x' ? action_.clock(cell, g_)
                         : action_.channel(cell, g_);
  }
  string statement(const Json& s) const {
    if (s.op == op_branch) return "(if" + expression(s[1]) + update(s[2]) + update(s[3]) + ")";
    if (s.op == op_evaluate) return "(evaluate" + expression(s[1]) + ")";
    const char sort = s.op == op_set ? 's' : 'x';
    return "(" + string(op_names[s.op]) + place(s[1], sort) + " " +
           (s.op == op_copy ? place(s[2], 'x') : expression(s[2])) + ")";
  }
  string array(const Array& a) const {
    vector<int> cells(a.cells.size());
    for (size_t i = 0; i < a.cells.size(); ++i) {
      size_t rest = i, to = 0, stride = 1;
      for (size_t d = a.dimensions.size(); d-- > 0;) {
        const int count = a.dimensions[d].count, index = static_cast<int>(rest % count);
        to += stride * action_.element(a.dimensions[d].set, index, g_);
        stride *= count;
        rest /= count;
      }
      cells[to] = a.sort == 'k' ? action_.element(a.sets[i], a.cells[i], g_) : image(a.sort, a.cells[i]);
    }
    string text(1, a.sort);
    for (const Dimension& d : a.dimensions) text += "[" + std::to_string(d.low) + "+" + std::to_string(d.count) + "]";
    for (const int cell : cells) text += "," + std::to_string(cell);
    return text;
  }
  const Model& model_;
  const Action& action_;
  const Permutation g_;
};

// -------------------------------------------------------------- certificate

struct Scanner {  // of one line
  string_view rest;
  bool takes(char c) {
    if (rest.empty() || rest[0] != c) return false;
    rest.remove_prefix(1);
    return true;
  }
  int number(int64_t low, int64_t high) {
    const bool negative = takes('-');
    int64_t value = 0;
    size_t digits = 0;
    for (; digits < rest.size() && digits < 12 && rest[digits] >= '0' && rest[digits] <= '9'; ++digits)
      value = value * 10 + (rest[digits] - '0');
    if (negative) value = -value;
    if (digits == 0 || value < low || value > high) throw Failure{"a number is missing or out of range"};
    rest.remove_prefix(digits);
    return static_cast<int>(value);
  }
  void expect(char c) {
    if (!takes(c)) throw Failure{string("'") + c + "' is expected"};
  }
};

struct Line {
  size_t number = 0;  // 0: there is none
  string_view text;
};
struct Node {
  Row row;
  int zone = 0;
  Line node, twins, covers;
};
struct Cover {
  int node = -1;
  Permutation map;
  bool used = false;
};
constexpr int unlimited = 1'000'000'000;  // a clock that is not abstracted
struct Bounds {
  vector<int> lower, upper;
};
using Origins = vector<std::pair<int, int>>;  // of each clock: the clock whose value it holds (0: none), and a constant
struct Move {
  vector<int> edges;  // sender first, then receivers in process order
  vector<Constraint> guard;
};

class Checker {
 public:
  Checker(const Model& model, const Json& flat, string_view certificate) : model_(model), action_(model) {
    read(flat, certificate);
  }
  string run();

 private:
  void read(const Json& flat, string_view text);
  void read_header(const Json& flat, const Json& header);
  void read_line(const Line& line);
  Node& node_of(Scanner& s, bool next = false);
  Cover read_cover(Scanner& s);

  Bounds bounds_of(const Row& row) const;
  const Zone& zone_of(const Node& node);
  bool narrow(Zone& zone, const vector<Constraint>& constraints, const Bounds& bounds, size_t line) const;
  bool collect(const Json& conjuncts, const Row& row, const Zone& zone, const Bounds& bounds, size_t line,
               vector<Constraint>& into) const;
  bool invariant(const Row& row, const Zone& zone, const Bounds& bounds, size_t line, vector<Constraint>& into) const;
  bool may_delay(const Row& row) const;
  vector<Move> moves_of(const Row& row, const Zone& zone, const Bounds& bounds, size_t line) const;
  void execute(const Json& statements, Row& row, Zone& zone, Origins& origins) const;
  Origins execute(const Move& move, Row& row, Zone& zone) const;
  bool take(const Move& move, Row& row, Zone& zone, Bounds& bounds, size_t line) const;
  bool enter(const Row& row, Zone& zone, const Bounds& bounds, size_t line) const;
  void check_initial();
  void check_node(Node& node);
  void check_cover(const Row& row, const Zone& zone, const Bounds& bounds, const Cover& cover, size_t line);
  bool outside(const Zone& small, int sx, int sy, const Zone& big, int x, int y, const Bounds& bounds) const;
  vector<const vector<int>*> check_twins(const Node& node, const Zone& zone, const Bounds& bounds);
  void check_bad(const Node& node, const Zone& zone, const Bounds& bounds, const vector<Move>& moves) const;
  bool may_deadlock(const Row& row, const Zone& zone, const Bounds* bounds, const vector<Move>& moves) const;
  using Cases = vector<vector<Constraint>>;  // of which one holds; a constraint with x < 0 stands for deadlock
  Cases cases_of(const Json& e, const Row& row, bool negated) const;

  void need_symmetry(int set);
  int type_of(const Json& e, int set) const;
  void check_types(const Json& list, int set) const;
  void check_broadcasts() const;
  Permutation exchange(int set, int e) const;

  const Model& model_;
  const Action action_;
  const Json* predicate_ = nullptr;
  string query_;
  bool negated_ = false, abstracts_ = true, ended_ = false;
  Bounds everywhere_;
  std::map<std::pair<int, int>, vector<std::array<int, 3>>> at_location_;
  vector<vector<Constraint>> zones_;
  vector<Zone> closed_;
  vector<Node> nodes_;
  Line initial_;
  int64_t expected_nodes_ = 0, expected_covers_ = 0, covers_ = 0;
  vector<bool> symmetric_;                                  // sets whose elements were shown to be interchangeable
  std::map<std::pair<int, int>, vector<int>> edge_images_;  // of the exchange of (set, e) and (set, e + 1)
};

void Checker::read_header(const Json& flat, const Json& header) {
  if (header.at("format").str() != "orbita-certificate" || header.at("version").num(0, 1000) != 1)
    unreadable("the second file is not a certificate of version 1");
  if (header.at("kind").str() != "safety") unsupported("certificates of kind \"" + header.at("kind").str() + "\"");
  query_ = header.at("query").str();
  for (const Json& query : flat.at("queries").list_of()) {
    if (query.at("text").str() != query_) continue;
    const string& kind = query.at("kind").str();
    if (kind != "A[]" && kind != "E<>") unsupported("queries of kind " + kind);
    predicate_ = &query.at("predicate");
    negated_ = kind == "A[]";  // what must not be reachable is the negation
  }
  if (predicate_ == nullptr) unreadable("the flat model has no such query");
  expected_nodes_ = header.at("nodes").num(0, INT32_MAX);
  expected_covers_ = header.at("covers").num(0, INT32_MAX);
}

void Checker::read(const Json& flat, string_view text) {
  everywhere_ = {vector<int>(model_.clocks.size(), -1), vector<int>(model_.clocks.size(), -1)};
  symmetric_.assign(model_.set_count.size(), false);
  Line line;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    if (end == string_view::npos) unreadable("line " + std::to_string(line.number + 1) + ": the file is cut");
    line = {line.number + 1, text.substr(0, end)};
    text.remove_prefix(end + 1);
    if (line.number == 1) {
      read_header(flat, JsonReader(line.text).document());
      continue;
    }
    try {
      read_line(line);
    } catch (const Failure& failure) {
      reject(line.number, failure.why);
    }
  }
  if (!ended_) unreadable("line " + std::to_string(line.number + 1) + ": the file is cut");
  if (initial_.number == 0) reject(line.number, "the initial state is missing");
}

Node& Checker::node_of(Scanner& s, bool next) {
  const int number = s.number(0, ssize(nodes_));
  if ((number == ssize(nodes_)) != next) throw Failure{next ? "nodes are numbered 0, 1, …" : "there is no such node"};
  if (next) nodes_.emplace_back();
  return nodes_[number];
}

void Checker::read_line(const Line& line) {
  Scanner s{line.text};
  if (ended_) throw Failure{"there is something after the end"};
  const char kind = s.rest.empty() ? '?' : s.rest[0];
  s.rest.remove_prefix(std::min<size_t>(1, s.rest.size()));
  const int clocks = model_.clock_count();
  if (kind == 'g' || kind == 'l') {  // bounds
    std::pair<int, int> at{-1, -1};
    if (kind == 'l') {
      s.expect(' ');
      at.first = s.number(0, ssize(model_.processes) - 1);
      s.expect(' ');
      at.second = s.number(0, ssize(model_.processes[at.first].locations) - 1);
    } else if (s.rest == " *") {
      abstracts_ = false;
      return;
    }
    while (s.takes(' ')) {
      std::array<int, 3> b{};
      b[0] = s.number(1, clocks - 1);
      s.expect(' ');
      b[1] = s.number(-1, unlimited);
      s.expect(' ');
      b[2] = s.number(-1, unlimited);
      at_location_[at].push_back(b);
    }
  } else if (kind == 'z') {
    s.expect(' ');
    if (s.number(0, INT32_MAX) != ssize(zones_)) throw Failure{"zones are numbered 0, 1, …"};
    zones_.emplace_back();
    while (s.takes(' ')) {
      Constraint c{};
      c.x = s.number(0, clocks - 1);
      s.expect(' ');
      c.y = s.number(0, clocks - 1);
      s.expect(' ');
      c.raw = s.number(-2 * model_.limit, 2 * model_.limit);
      zones_.back().push_back(c);
    }
  } else if (kind == 'n') {
    s.expect(' ');
    Node& node = node_of(s, true);
    node.node = line;
    for (const Process& process : model_.processes) {
      s.expect(' ');
      node.row.push_back(s.number(0, ssize(process.locations) - 1));
    }
    s.expect('|');
    for (const Slot& slot : model_.slots) {
      if (&slot != &model_.slots.front()) s.expect(' ');
      node.row.push_back(s.takes('*') ? star : s.number(slot.low, slot.high));
    }
    s.expect('|');
    node.zone = s.number(0, ssize(zones_) - 1);
  } else if (kind == 't' || kind == 'c') {
    s.expect(' ');
    Node& node = node_of(s);
    Line& kept = kind == 't' ? node.twins : node.covers;
    if (kept.number != 0) throw Failure{"the node has two such lines"};
    kept = {line.number, s.rest};
    return;
  } else if (kind == 'i') {
    if (initial_.number != 0) throw Failure{"there are two initial states"};
    s.expect(' ');
    initial_ = {line.number, s.rest};
    return;
  } else if (kind == 'e') {
    s.expect(' ');
    if (s.number(0, INT32_MAX) != ssize(nodes_) || expected_nodes_ != ssize(nodes_))
      throw Failure{"the number of nodes is wrong"};
    s.expect(' ');
    if (s.number(0, INT32_MAX) != expected_covers_) throw Failure{"the number of covers is wrong"};
    ended_ = true;
  } else {
    throw Failure{"an unknown kind of line"};
  }
  if (!s.rest.empty()) throw Failure{"there is something after the end of the line"};
}

// NODE/RUNS/RUNS…: the node, and for each set runs from:shift that say where its elements go.
Cover Checker::read_cover(Scanner& s) {
  Cover cover;
  cover.node = s.number(0, ssize(nodes_) - 1);
  for (size_t set = 0; s.takes('/'); ++set) {
    if (set >= model_.set_count.size()) throw Failure{"there are more permutations than sets"};
    cover.map.resize(model_.set_count.size());
    if (s.rest.empty() || s.rest[0] == '/' || s.rest[0] == ' ') continue;
    const int count = model_.set_count[set];
    vector<int>& map = cover.map[set];
    vector<bool> seen(count, false);
    int shift = 0;
    do {
      const int from = s.number(ssize(map), count - 1);
      for (int e = static_cast<int>(map.size()); e < from; ++e) map.push_back(e + shift);
      s.expect(':');
      shift = s.number(-count, count);
    } while (s.takes(','));
    for (int e = static_cast<int>(map.size()); e < count; ++e) map.push_back(e + shift);
    for (const int e : map) {
      if (e < 0 || e >= count || seen[e]) throw Failure{"this is no permutation"};
      seen[e] = true;
    }
    need_symmetry(static_cast<int>(set));
  }
  return cover;
}

Bounds Checker::bounds_of(const Row& row) const {
  Bounds result = everywhere_;
  if (!abstracts_) {
    result.lower.assign(result.lower.size(), unlimited);
    result.upper = result.lower;
    return result;
  }
  const auto raise = [&](std::pair<int, int> at) {
    const auto found = at_location_.find(at);
    if (found == at_location_.end()) return;
    for (const auto& [x, lower, upper] : found->second) {
      result.lower[x] = std::max(result.lower[x], lower);
      result.upper[x] = std::max(result.upper[x], upper);
    }
  };
  raise({-1, -1});
  for (int p = 0; p < ssize(model_.processes); ++p) raise({p, row[p]});
  return result;
}

const Zone& Checker::zone_of(const Node& node) {
  closed_.resize(zones_.size());
  Zone& zone = closed_[node.zone];
  if (zone.n == 0) {
    zone = Zone(model_.clock_count());
    for (const Constraint& c : zones_[node.zone]) zone(c.x, c.y) = std::min(zone(c.x, c.y), c.raw);
    zone.close();
    if (zone.empty) reject(node.node.number, "the zone is empty");
  }
  return zone;
}

// A valuation that satisfies the constraint is simulated only by ones that do.
bool covers(const Bounds& bounds, const Constraint& c) {
  if (c.x == 0 || c.y == c.x) return c.y == c.x || bounds.lower[c.y] >= -(c.raw >> 1);
  if (c.y == 0) return bounds.upper[c.x] >= c.raw >> 1;
  return std::min({bounds.lower[c.x], bounds.upper[c.x], bounds.lower[c.y], bounds.upper[c.y]}) == unlimited;
}

// Rule 3: constraints within the bounds cut the zone, all others must hold anyway. False: nothing is left.
bool Checker::narrow(Zone& zone, const vector<Constraint>& constraints, const Bounds& bounds, size_t line) const {
  for (const Constraint& c : constraints) {
    if (!zone.empty && covers(bounds, c)) zone.constrain(c.x, c.y, c.raw);
  }
  for (const Constraint& c : constraints) {
    if (!zone.within(c.x, c.y, c.raw))
      reject(line, "the bounds of clock " + std::to_string(std::max(c.x, c.y)) + " are too small");
  }
  return !zone.empty;
}

// The clock constraints of a conjunction, whose data part is evaluated. False: it holds for no valuation.
bool Checker::collect(const Json& conjuncts, const Row& row, const Zone& zone, const Bounds& bounds, size_t line,
                      vector<Constraint>& into) const {
  for (const Json& e : conjuncts.items) {
    try {
      if (e.op != op_clk) {
        if (known(model_, e, row) == 0) return false;
      } else if (known(model_, e[1], row) != 0) {
        for (const Constraint& c : constraints_of(model_, e, row, false)) into.push_back(c);
      }
    } catch (const Failure& failure) {
      Zone left = zone;
      if (narrow(left, into, bounds, line)) reject(line, failure.why);
      return false;  // what comes before it is false
    }
  }
  return true;
}

bool Checker::invariant(const Row& row, const Zone& zone, const Bounds& bounds, size_t line,
                        vector<Constraint>& into) const {
  for (int p = 0; p < ssize(model_.processes); ++p) {
    if (!collect(*model_.processes[p].locations[row[p]].invariant, row, zone, bounds, line, into)) return false;
  }
  return true;
}

// All transitions that the data allow.
vector<Move> Checker::moves_of(const Row& row, const Zone& zone, const Bounds& bounds, size_t line) const {
  struct Offer {
    int edge, channel;
    vector<Constraint> guard;
  };
  const int count = static_cast<int>(model_.processes.size());
  vector<vector<Offer>> offers(count);
  bool committed = false;
  const auto is_committed = [&](int p) { return model_.processes[p].locations[row[p]].committed; };
  for (int p = 0; p < count; ++p) {
    committed |= is_committed(p);
    for (const int number : model_.processes[p].edges[row[p]]) {
      const Edge& edge = model_.edges[number];
      Offer offer{number, -1, {}};
      if (!collect(*edge.guard, row, zone, bounds, line, offer.guard)) continue;
      if (edge.channel) offer.channel = cell_of(model_, *edge.channel, row, 'c');
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
  const auto keep = [&](const Move& move) {
    const bool leaves =
        std::any_of(move.edges.begin(), move.edges.end(), [&](int e) { return is_committed(model_.edges[e].process); });
    if (!committed || leaves) moves.push_back(move);
  };
  for (int p = 0; p < count; ++p) {
    for (const Offer& first : offers[p]) {
      const int direction = model_.edges[first.edge].direction;
      vector<Move> partial(direction == 2 ? 0 : 1);
      if (direction != 2) join(partial[0], first);
      const bool broadcast = direction == 1 && model_.channels[first.channel].broadcast;
      for (int q = 0; direction == 1 && q < count; ++q) {
        vector<Move> extended;
        for (const Offer& second : offers[q]) {
          if (q == p || model_.edges[second.edge].direction != 2 || second.channel != first.channel) continue;
          for (const Move& move : partial) {
            extended.push_back(move);
            join(extended.back(), second);
          }
        }
        if (!broadcast) std::for_each(extended.begin(), extended.end(), keep);
        else if (!extended.empty()) partial = std::move(extended);
      }
      if (direction == 0 || broadcast) std::for_each(partial.begin(), partial.end(), keep);
    }
  }
  return moves;
}

// Urgent and committed locations and enabled urgent synchronisations stop time.
bool Checker::may_delay(const Row& row) const {
  std::map<int, vector<int>> senders, receivers;  // by urgent channel: processes
  for (int p = 0; p < ssize(model_.processes); ++p) {
    const Location& at = model_.processes[p].locations[row[p]];
    if (at.urgent || at.committed) return false;
    for (const int number : model_.processes[p].edges[row[p]]) {
      const Edge& edge = model_.edges[number];
      const auto urgent = [](const Channel& channel) { return channel.urgent; };
      if (!edge.channel || std::none_of(model_.channels.begin(), model_.channels.end(), urgent)) continue;
      bool enabled = true;
      for (const Json& e : edge.guard->items) {
        if (e.op != op_clk) enabled = enabled && known(model_, e, row) != 0;
      }
      const int channel = enabled ? cell_of(model_, *edge.channel, row, 'c') : -1;
      if (channel < 0 || !model_.channels[channel].urgent) continue;
      if (edge.guard->timed) unsupported("clock guards on urgent channels");
      if (edge.direction == 1 && model_.channels[channel].broadcast) return false;
      (edge.direction == 1 ? senders : receivers)[channel].push_back(p);
    }
  }
  for (const auto& [channel, from] : senders) {
    for (const int p : from) {
      for (const int q : receivers[channel]) {
        if (p != q) return false;
      }
    }
  }
  return true;
}

void Checker::execute(const Json& statements, Row& row, Zone& zone, Origins& origin) const {
  for (const Json& s : statements.items) {
    if (s.op == op_branch) {
      execute(s[known(model_, s[1], row) != 0 ? 2 : 3], row, zone, origin);
    } else if (s.op == op_evaluate) {
      evaluate(model_, s[1], row);
    } else if (s.op == op_set) {
      const int slot = cell_of(model_, s[1], row, 's');
      const int32_t value = evaluate(model_, s[2], row);
      const auto [low, high] = value == star ? range_of(model_, s[2]) : std::pair<int, int>(value, value);
      if (low < model_.slots[slot].low || high > model_.slots[slot].high) throw Failure{"a value is out of range"};
      row[model_.processes.size() + slot] = value;
    } else if (s.op == op_reset || s.op == op_copy) {
      const int clock = cell_of(model_, s[1], row, 'x');
      if (clock == 0) unreadable("the reference clock is written");
      if (s.op == op_copy) {
        const int from = cell_of(model_, s[2], row, 'x');
        origin[clock] = origin[from];
        zone.copy(clock, from);
        continue;
      }
      const int32_t value = known(model_, s[2], row);
      if (value < 0 || value > model_.limit) throw Failure{"a clock is set to a wrong value"};
      origin[clock] = {0, value};
      zone.reset(clock, value);
    } else {
      unsupported("a statement");
    }
  }
}

Origins Checker::execute(const Move& move, Row& row, Zone& zone) const {
  Origins origin(model_.clocks.size());
  for (int x = 0; x < model_.clock_count(); ++x) origin[x] = {x, 0};
  execute(*model_.before, row, zone, origin);
  for (const int number : move.edges) {
    const Edge& edge = model_.edges[number];
    execute(*edge.update, row, zone, origin);
    row[edge.process] = edge.target;
  }
  execute(*model_.after, row, zone, origin);
  return origin;
}

// Rule 2: the target of a transition from a zone. False: no valuation can take it. Bounds become those that valuations
// of the target are known to agree up to.
bool Checker::take(const Move& move, Row& row, Zone& zone, Bounds& bounds, size_t line) const {
  if (!narrow(zone, move.guard, bounds, line)) return false;
  const Origins origin = execute(move, row, zone);
  const Bounds before = bounds;
  for (int x = 1; x < model_.clock_count(); ++x) {
    bounds.lower[x] = origin[x].first == 0 ? unlimited : before.lower[origin[x].first];
    bounds.upper[x] = origin[x].first == 0 ? unlimited : before.upper[origin[x].first];
  }
  return enter(row, zone, bounds, line);
}

// The invariant, before and after time has passed.
bool Checker::enter(const Row& row, Zone& zone, const Bounds& bounds, size_t line) const {
  vector<Constraint> constraints;
  if (!invariant(row, zone, bounds, line, constraints) || !narrow(zone, constraints, bounds, line)) return false;
  if (!may_delay(row)) return true;
  zone.up();
  return narrow(zone, constraints, bounds, line);
}

// Entry (sy, sx) of the small zone, where entry (y, x) of the big one is meant, shows that some valuation of the small
// zone is simulated by none of the big one: the test for "not within aLU(big)".
bool Checker::outside(const Zone& small, int sx, int sy, const Zone& big, int x, int y, const Bounds& bounds) const {
  const int32_t entry = small(sy, sx), low = small(0, sx);
  if (x == y || big(y, x) >= entry) return false;
  const int upper = x == 0 ? 0 : bounds.upper[x], lower = y == 0 ? 0 : bounds.lower[y];
  if (upper < 0 || lower < 0) return false;
  if (upper != unlimited && low < 1 - 2 * int64_t{upper}) return false;
  return lower == unlimited || 2 * (int64_t{big(y, x) >> 1} - lower) < low;
}

void Checker::check_cover(const Row& row, const Zone& zone, const Bounds& bounds, const Cover& cover, size_t line) {
  const Node& node = nodes_[cover.node];
  const string name = "node " + std::to_string(cover.node);
  for (int p = 0; p < ssize(model_.processes); ++p) {
    if (row[action_.process(p, cover.map)] != node.row[p])
      reject(line, name + " has another location of process " + std::to_string(p));
  }
  for (int s = 0; s < ssize(model_.slots); ++s) {
    const int32_t value = node.row[model_.processes.size() + s];
    if (value == star) continue;
    const int32_t image = action_.element(model_.slots[s].set, value, cover.map);
    if (row[model_.processes.size() + action_.slot(s, cover.map)] != image)
      reject(line, name + " has another value of slot " + std::to_string(s));
  }
  const Bounds own = bounds_of(node.row);
  const Zone& big = zone_of(node);
  vector<int> to(model_.clocks.size());
  for (int x = 0; x < model_.clock_count(); ++x) {
    to[x] = action_.clock(x, cover.map);
    if (x > 0 && (own.lower[x] > bounds.lower[to[x]] || own.upper[x] > bounds.upper[to[x]]))
      reject(line, name + " has larger bounds of clock " + std::to_string(x));
  }
  for (int y = 0; y < zone.n; ++y) {
    for (int x = 0; x < zone.n; ++x) {
      if (outside(zone, to[x], to[y], big, x, y, own)) reject(line, name + " does not cover the zone");
    }
  }
}

void Checker::check_initial() {
  Row row;
  for (const Process& process : model_.processes) row.push_back(process.initial);
  for (const Slot& slot : model_.slots) row.push_back(slot.initial);
  Zone zone(model_.clock_count());
  Bounds bounds{vector<int>(model_.clocks.size(), unlimited), vector<int>(model_.clocks.size(), unlimited)};
  zone.up();
  for (int x = 1; x < zone.n; ++x) zone.constrain(x, 0, le_zero);
  for (int x = 1; x < zone.n; ++x) zone.reset(x, model_.clocks[x].initial);
  if (!enter(row, zone, bounds, initial_.number)) return;  // no run at all
  Scanner s{initial_.text};
  const Cover cover = read_cover(s);
  if (!s.rest.empty()) throw Failure{"there is something after the end of the line"};
  check_cover(row, zone, bounds, cover, initial_.number);
}

// Rule 5: exchanging two neighbouring twins changes neither row nor bounds, and the zone only to a smaller one.
vector<const vector<int>*> Checker::check_twins(const Node& node, const Zone& zone, const Bounds& bounds) {
  vector<const vector<int>*> images;
  Scanner s{node.twins.text};
  while (s.takes(' ')) {
    const int set = s.number(0, ssize(model_.set_count) - 1);
    s.expect(':');
    const int first = s.number(0, model_.set_count[set] - 2);
    s.expect('-');
    const int last = s.number(first + 1, model_.set_count[set] - 1);
    need_symmetry(set);
    for (int e = first; e < last; ++e) {
      const Permutation g = exchange(set, e);
      const auto differs = [&] {
        throw Failure{"elements " + std::to_string(e) + " and " + std::to_string(e + 1) + " are no twins"};
      };
      for (int p = 0; p < ssize(model_.processes); ++p) {
        if (node.row[action_.process(p, g)] != node.row[p]) differs();
      }
      for (int i = 0; i < ssize(model_.slots); ++i) {
        const int32_t value = node.row[model_.processes.size() + i];
        const int32_t image = value == star ? star : action_.element(model_.slots[i].set, value, g);
        if (node.row[model_.processes.size() + action_.slot(i, g)] != image) differs();
      }
      vector<int> to(model_.clocks.size()), moved;
      for (int x = 0; x < zone.n; ++x) {
        to[x] = action_.clock(x, g);
        if (to[x] != x) moved.push_back(x);
        if (bounds.lower[to[x]] != bounds.lower[x] || bounds.upper[to[x]] != bounds.upper[x]) differs();
      }
      for (const int x : moved) {
        for (int y = 0; y < zone.n; ++y) {
          if (outside(zone, to[x], to[y], zone, x, y, bounds) || outside(zone, to[y], to[x], zone, y, x, bounds))
            differs();
        }
      }
      images.push_back(&edge_images_.at({set, e}));
    }
  }
  if (!s.rest.empty()) throw Failure{"there is something after the end of the line"};
  return images;
}

void Checker::check_node(Node& node) {
  const size_t line = node.node.number;
  Zone zone = zone_of(node);
  const Bounds bounds = bounds_of(node.row);
  vector<Constraint> constraints;
  if (!invariant(node.row, zone, bounds, line, constraints) || !narrow(zone, constraints, bounds, line))
    zone.empty = true;
  vector<Move> moves;
  if (!zone.empty) moves = moves_of(node.row, zone, bounds, line);
  if (!zone.empty) check_bad(node, zone, bounds, moves);
  std::sort(moves.begin(), moves.end(), [](const Move& a, const Move& b) { return a.edges < b.edges; });
  size_t at = node.twins.number;
  try {
    const vector<const vector<int>*> twins = check_twins(node, zone_of(node), bounds);
    at = node.covers.number;
    std::map<vector<int>, Cover> covers;
    Scanner s{node.covers.text};
    while (s.takes(' ')) {
      vector<int> edges;
      do edges.push_back(s.number(0, ssize(model_.edges) - 1));
      while (s.takes('+'));
      s.expect('=');
      if (!covers.emplace(edges, read_cover(s)).second) throw Failure{"a transition has two covers"};
      ++covers_;
    }
    if (!s.rest.empty()) throw Failure{"there is something after the end of the line"};
    std::set<vector<int>> done;  // covered, impossible, or like one that is
    for (const Move& move : moves) {
      const auto cover = covers.find(move.edges);
      const auto is_done = [&](const vector<int>* image) {
        vector<int> edges = move.edges;
        for (int& e : edges) e = (*image)[e];
        std::sort(edges.begin() + 1, edges.end(),
                  [&](int a, int b) { return model_.edges[a].process < model_.edges[b].process; });
        return edges < move.edges && done.count(edges) > 0;
      };
      if (cover == covers.end() && std::any_of(twins.begin(), twins.end(), is_done)) {
        done.insert(move.edges);
        continue;
      }
      at = cover == covers.end() ? line : node.covers.number;
      Row row = node.row;
      Zone target = zone;
      Bounds reached = bounds;
      const bool possible = take(move, row, target, reached, at);
      if (possible && cover == covers.end())
        throw Failure{"no cover for the transition of edge " + std::to_string(move.edges[0])};
      if (possible) check_cover(row, target, reached, cover->second, at);
      if (possible) cover->second.used = true;
      done.insert(move.edges);
    }
    at = node.covers.number;
    for (const auto& [edges, cover] : covers) {
      if (!cover.used)
        throw Failure{"a cover for a transition of edge " + std::to_string(edges[0]) + " that does not exist"};
    }
  } catch (const Failure& failure) {
    reject(at, failure.why);
  }
}

Checker::Cases Checker::cases_of(const Json& e, const Row& row, bool negated) const {
  if (!e.timed) return (known(model_, e, row) != 0) != negated ? Cases{{}} : Cases{};
  if (e.op == op_not) return cases_of(e[1], row, !negated);
  if (e.op == op_deadlock) return negated ? Cases{{}} : Cases{{{-1, -1, 0}}};  // negated: perhaps
  if (e.op == op_clk) {
    if (known(model_, e[1], row) == 0) return negated ? Cases{} : Cases{{}};
    const vector<Constraint> all = constraints_of(model_, e, row, negated);
    if (!negated) return {all};
    Cases cases;
    for (const Constraint& c : all) cases.push_back({c});
    return cases;
  }
  if (e.op != op_and && e.op != op_or) unreadable("a wrong predicate");
  Cases result;
  if ((e.op == op_and) != negated) result.emplace_back();
  for (size_t i = 1; i < e.items.size(); ++i) {
    const Cases part = cases_of(e[i], row, negated);
    if ((e.op == op_and) == negated) {
      result.insert(result.end(), part.begin(), part.end());
      continue;
    }
    Cases product;
    for (const auto& a : result) {
      for (const auto& b : part) {
        product.push_back(a);
        product.back().insert(product.back().end(), b.begin(), b.end());
      }
    }
    result = std::move(product);
    if (result.size() > 100'000) unsupported("a query with this many cases");
  }
  return result;
}

// Rule 4: no valuation of the node satisfies what must not be reachable.
void Checker::check_bad(const Node& node, const Zone& zone, const Bounds& bounds, const vector<Move>& moves) const {
  Cases cases;
  try {
    cases = cases_of(*predicate_, node.row, negated_);
  } catch (const Failure& failure) {
    reject(node.node.number, "the query: " + failure.why);
  }
  for (vector<Constraint>& one : cases) {
    const size_t all = one.size();
    one.erase(std::remove_if(one.begin(), one.end(), [](const Constraint& c) { return c.x < 0; }), one.end());
    Zone bad = zone;
    if (!narrow(bad, one, bounds, node.node.number)) continue;
    if (one.size() == all) reject(node.node.number, "a state that must not be reachable");
    if (!may_deadlock(node.row, Zone(zone.n), nullptr, moves)) continue;
    if (may_deadlock(node.row, bad, &bounds, moves)) reject(node.node.number, "there may be a deadlock");
  }
}

// Rule 6: some valuation of the zone that satisfies the invariant cannot take any transition, now or later. With
// bounds: they must be such that valuations that agree up to them can do the same.
bool Checker::may_deadlock(const Row& row, const Zone& zone, const Bounds* bounds, const vector<Move>& moves) const {
  const Bounds free{vector<int>(model_.clocks.size(), unlimited), vector<int>(model_.clocks.size(), unlimited)};
  const auto counts = [&](const Constraint& c) {
    return bounds == nullptr || c.x == c.y || (covers(*bounds, c) && covers(*bounds, {c.y, c.x, 1 - c.raw}));
  };
  vector<Constraint> inside;
  Zone all = zone;
  if (!invariant(row, zone, free, 0, inside)) return false;
  if (!narrow(all, inside, free, 0)) return false;
  if (!std::all_of(inside.begin(), inside.end(), counts)) return true;
  vector<Zone> left = {all};
  const bool delay = may_delay(row);
  for (const Move& move : moves) {
    vector<Constraint> needed;
    Row target = row;
    Zone unused(model_.clock_count());
    try {
      const Origins origin = execute(move, target, unused);
      if (!invariant(target, unused, free, 0, needed)) continue;
      for (Constraint& c : needed) {
        c.raw += 2 * (origin[c.y].second - origin[c.x].second);
        c.x = origin[c.x].first;
        c.y = origin[c.y].first;
      }
    } catch (const Failure&) {
      continue;
    }
    needed.insert(needed.end(), move.guard.begin(), move.guard.end());
    if (!std::all_of(needed.begin(), needed.end(), counts)) return true;
    Zone from(model_.clock_count());
    for (const auto* list : {&needed, &inside})
      for (const Constraint& c : *list) from.constrain(c.x, c.y, c.raw);
    if (from.empty) continue;
    if (delay) from.down();
    vector<Zone> rest;
    for (Zone& part : left) {  // part without from
      for (int x = 0; x < from.n && !part.empty; ++x) {
        for (int y = 0; y < from.n && !part.empty; ++y) {
          if (x == y || part.within(x, y, from(x, y))) continue;
          Zone piece = part;
          piece.constrain(y, x, 1 - from(x, y));
          if (!piece.empty) rest.push_back(std::move(piece));
          part.constrain(x, y, from(x, y));
        }
      }
    }
    left = std::move(rest);
    if (left.size() > 10'000) unsupported("a deadlock test with this many zones");
  }
  return !left.empty();
}

// The set that the value of an expression is an element of, if it is this one; else -1. Only ==, != and indices may
// look at elements.
int Checker::type_of(const Json& e, int set) const {
  if (e.kind == Json::number || e.op == op_none) return -1;
  const auto slot_type = [&](int number) { return number == set ? set : -1; };
  if (e.op == op_el) return slot_type(e[1].num(0, ssize(model_.set_count) - 1));
  if (e.op == op_v) return slot_type(model_.slots[e[1].num(0, ssize(model_.slots) - 1)].set);
  if (e.op == op_at) {
    const Array& array = model_.arrays[e[1].num(0, ssize(model_.arrays) - 1)];
    for (size_t i = 0; i < array.dimensions.size(); ++i) {
      if (type_of(e[i + 2], set) != slot_type(array.dimensions[i].set)) throw Failure{"an index of a wrong type"};
    }
    const bool holds = array.sort == 's' || array.sort == 'k';
    for (const int cell : array.sets) {
      if (holds && slot_type(cell) != slot_type(array.sets[0])) throw Failure{"an array of mixed types"};
    }
    return holds && !array.sets.empty() ? slot_type(array.sets[0]) : -1;
  }
  const size_t branch = e.op == op_if ? 2 : 1;
  const bool compares = e.op == op_eq || e.op == op_ne || e.op == op_if;
  int result = -1;
  for (size_t i = 1; i < e.items.size(); ++i) {
    if (e.items[i].kind == Json::text || (e.op == op_loc)) continue;
    const int type = type_of(e[i], set);
    if (i == branch) result = type;
    if (type >= 0 && (!compares || i < branch)) throw Failure{"arithmetic with elements"};
    if (compares && i > branch && type != result) throw Failure{"a comparison of different types"};
  }
  return e.op == op_if ? result : -1;
}

void Checker::check_types(const Json& list, int set) const {
  for (const Json& s : list.items) {
    if (s.op == op_branch) {
      if (type_of(s[1], set) >= 0) throw Failure{"arithmetic with elements"};
      check_types(s[2], set);
      check_types(s[3], set);
    } else if (s.op == op_set) {
      const int place =
          s[1].kind == Json::number ? model_.slots[s[1].num(0, ssize(model_.slots) - 1)].set : type_of(s[1], set);
      if (type_of(s[2], set) != (place == set ? set : -1)) throw Failure{"an assignment of a wrong type"};
    } else {
      for (size_t i = 1; i < std::max<size_t>(s.items.size(), 1); ++i) {
        if (type_of(s.items[i], set) >= 0) throw Failure{"arithmetic with elements"};
      }
    }
  }
}

// Receivers of a broadcast run in process order: where they may be exchanged, their updates must not meet.
void Checker::check_broadcasts() const {
  std::map<int, vector<std::pair<int, Renamer::Touched>>> receivers;  // by channel: process, cells
  for (const Edge& edge : model_.edges) {
    if (edge.direction != 2) continue;
    Renamer::Touched touched;
    for (const Json& s : edge.update->items) Renamer::touch(model_, s, touched);
    vector<int> channels;
    if (edge.channel->op == op_at) channels = model_.arrays[(*edge.channel)[1].num(0, ssize(model_.arrays) - 1)].cells;
    else if (edge.channel->kind == Json::number) channels = {edge.channel->num(0, ssize(model_.channels) - 1)};
    for (const int channel : channels) {
      if (!model_.channels[channel].broadcast) continue;
      for (const auto& [process, other] : receivers[channel]) {
        if (process != edge.process && touched.conflicts(other))
          throw Failure{"receivers of a broadcast write the same cells"};
      }
      receivers[channel].emplace_back(edge.process, touched);
    }
  }
}

Permutation Checker::exchange(int set, int e) const {
  Permutation g(model_.set_count.size());
  for (int i = 0; i < model_.set_count[set]; ++i) g[set].push_back(i);
  std::swap(g[set][e], g[set][e + 1]);
  return g;
}

// Rule 5: exchanging two neighbouring elements maps the flat model and the query onto themselves. Throws a Failure.
void Checker::need_symmetry(int set) {
  if (symmetric_[set]) return;
  check_broadcasts();
  for (const Edge& edge : model_.edges) {
    for (const Json& e : edge.guard->items) {
      if (type_of(e, set) >= 0) throw Failure{"arithmetic with elements"};
    }
    check_types(*edge.update, set);
    if (edge.channel) type_of(*edge.channel, set);
  }
  for (const Process& process : model_.processes) {
    for (const Location& location : process.locations) {
      for (const Json& e : location.invariant->items) type_of(e, set);
    }
  }
  check_types(*model_.before, set);
  check_types(*model_.after, set);
  type_of(*predicate_, set);
  const Renamer same(model_, action_, {});
  std::map<string, vector<int>> edges;
  for (const Edge& edge : model_.edges) edges[same.edge(edge)].push_back(static_cast<int>(&edge - model_.edges.data()));
  for (int e = 0; e + 1 < model_.set_count[set]; ++e) {
    const Permutation g = exchange(set, e);
    const Renamer renamed(model_, action_, g);
    const string who = "exchanging " + std::to_string(e) + " and " + std::to_string(e + 1) + " of set " +
                       std::to_string(set) + " changes ";
    const auto need = [&](bool holds, const string& what) {
      if (!holds) throw Failure{who + what};
    };
    for (int p = 0; p < ssize(model_.processes); ++p) {
      const auto &mine = model_.processes[p].locations, &other = model_.processes[action_.process(p, g)].locations;
      need(mine.size() == other.size(), "process " + std::to_string(p));
      for (size_t l = 0; l < mine.size(); ++l) {
        need(mine[l].urgent == other[l].urgent && mine[l].committed == other[l].committed &&
                 renamed.condition(*mine[l].invariant) == same.condition(*other[l].invariant),
             "a location of process " + std::to_string(p));
      }
    }
    for (int s = 0; s < ssize(model_.slots); ++s) {
      const Slot &mine = model_.slots[s], &other = model_.slots[action_.slot(s, g)];
      need(mine.low == other.low && mine.high == other.high && mine.set == other.set, "slot " + std::to_string(s));
    }
    for (int x = 0; x < model_.clock_count(); ++x) action_.clock(x, g);
    for (int c = 0; c < ssize(model_.channels); ++c) {
      const Channel &mine = model_.channels[c], &other = model_.channels[action_.channel(c, g)];
      need(mine.urgent == other.urgent && mine.broadcast == other.broadcast, "channel " + std::to_string(c));
    }
    need(renamed.update(*model_.before) == same.update(*model_.before) &&
             renamed.update(*model_.after) == same.update(*model_.after),
         "the updates around every transition");
    need(renamed.expression(*predicate_) == same.expression(*predicate_), "the query");
    vector<int>& images = edge_images_[{set, e}];
    std::map<string, size_t> taken;
    for (const Edge& edge : model_.edges) {
      const string text = renamed.edge(edge);
      const auto found = edges.find(text);
      need(found != edges.end() && taken[text] < found->second.size(),
           "edge " + std::to_string(&edge - model_.edges.data()));
      images.push_back(found->second[taken[text]++]);
    }
  }
  symmetric_[set] = true;
}

string Checker::run() {
  try {
    check_initial();
  } catch (const Failure& failure) {
    reject(initial_.number, failure.why);
  }
  for (Node& node : nodes_) {
    try {
      check_node(node);
    } catch (const Failure& failure) {
      reject(node.node.number, failure.why);
    }
  }
  if (covers_ != expected_covers_) reject(1, "the number of covers is wrong");
  return "s CERTIFIED " + query_;
}

string read_file(const string& path) {
  std::ifstream file(path, std::ios::binary);
  std::istream& in = path == "-" ? std::cin : file;
  string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (!in.good() && !in.eof()) unreadable("cannot read " + path);
  return bytes;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    if (count != 3) unreadable("usage: orbita-certify FLAT CERTIFICATE (- is standard input)");
    const string flat_text = read_file(arguments[1]), certificate = read_file(arguments[2]);
    const Json flat = JsonReader(flat_text).document();
    const Json header = JsonReader(string_view(certificate).substr(0, certificate.find('\n'))).document();
    if (header.at("flat_sha256").str() != sha256(flat_text)) unreadable("the certificate is about another flat model");
    const Model model(flat);
    std::cout << Checker(model, flat, certificate).run() << std::endl;
    return 0;
  } catch (const Outcome& outcome) {
    std::cout << outcome.text << std::endl;
    return outcome.code;
  } catch (const std::exception& error) {
    std::cout << "s UNREADABLE " << error.what() << std::endl;
    return 2;
  }
}

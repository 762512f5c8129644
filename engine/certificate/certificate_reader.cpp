#include "engine/certificate/certificate_reader.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace orbita {

namespace {

// The numbers of one line.
class LineReader {
 public:
  LineReader(std::string_view text, std::size_t line) : rest_(text), line_(line) {}

  bool at_end() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }
  [[noreturn]] void fail(const std::string& why) const {
    throw CertificateFault(1, "line " + std::to_string(line_) + ": " + why);
  }
  bool takes(char sign) {
    if (rest_.empty() || rest_[0] != sign) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void expect(char sign) {
    if (!takes(sign)) fail(std::string("'") + sign + "' is expected");
  }
  template <class Number>
  Number number(Number low, Number high) {
    Number value{};
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc() || value < low || value > high) fail("a number is missing or out of range");
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }
  template <class Number>
  Number next(Number low, Number high) {
    expect(' ');
    return number(low, high);
  }
  std::uint32_t index(std::size_t count) {
    if (count == 0) fail("a number is out of range");
    return next<std::uint32_t>(0, static_cast<std::uint32_t>(count - 1));
  }
  std::string word() {  // up to the next space
    const std::string_view taken = rest_.substr(0, rest_.find(' '));
    rest_.remove_prefix(taken.size());
    return std::string(taken);
  }

 private:
  std::string_view rest_;
  std::size_t line_;
};

class RecordReader {
 public:
  RecordReader(const FlatJson& flat) : flat_(flat) {}

  CertificateRecords read(std::string_view text) {
    for (std::size_t line = 1; !text.empty(); ++line) {
      const std::size_t end = text.find('\n');
      if (end == std::string_view::npos) break;
      LineReader in(text.substr(0, end), line);
      if (line == 1) read_header(in);
      else read_record(in, line);
      text.remove_prefix(end + 1);
    }
    if (!ended_ || !text.empty()) throw CertificateFault(2, "the file is cut");
    if (!has_initial_) throw CertificateFault(1, "the initial state is missing");
    return std::move(records_);
  }

 private:
  std::size_t count(const char* table) const { return flat_[table].size(); }

  void read_header(const LineReader& in) {
    records_.header = nlohmann::json::parse(in.rest(), nullptr, false);
    const bool known = records_.header.is_object() && records_.header.value("format", "") == "orbita-certificate" &&
                       records_.header.value("version", 0) == 1;
    if (!known) throw CertificateFault(2, "this is not a certificate of version 1");
  }

  void read_record(LineReader& in, std::size_t line) {
    if (ended_) in.fail("there is something after the end");
    const char kind = in.at_end() ? '?' : in.rest()[0];
    in.takes(kind);
    switch (kind) {
      case 's': return read_set(in);
      case 'f': return read_family(in);
      case 'v': return read_holders(in);
      case 'g':
      case 'l': return read_limits(kind, in);
      case 'z': return read_zone(in);
      case 'n': return read_node(in, line);
      case 't': records_.has_twins = true; return;
      case 'p': records_.has_pending = true; return;
      case 'c': return read_covers(in);
      case 'i':
        if (has_initial_) in.fail("there are two initial states");
        has_initial_ = true;
        in.expect(' ');
        records_.initial = cover(in);
        return;
      case 'e':
        if (in.next<std::size_t>(0, SIZE_MAX) != records_.nodes.size()) in.fail("the number of nodes is wrong");
        if (in.next<std::size_t>(0, SIZE_MAX) != covers_) in.fail("the number of covers is wrong");
        ended_ = true;
        return;
      default: in.fail("an unknown kind of line");
    }
  }

  void read_set(LineReader& in) {
    std::vector<std::uint32_t> classes(in.next<std::uint32_t>(1, 1u << 14), 0);
    for (std::uint32_t& one : classes) one = in.at_end() ? 0 : in.next<std::uint32_t>(0, 1u << 14);
    records_.sets.push_back(std::move(classes));
  }

  void read_family(LineReader& in) {
    CertificateRecords::Family family;
    in.expect(' ');
    family.sort = in.at_end() ? '?' : in.rest()[0];
    in.takes(family.sort);
    std::size_t size = 1;
    for (char separator = ' '; in.takes(separator); separator = ',') {
      family.sets.push_back(in.number<std::uint32_t>(0, 1u << 14));
      if (family.sets.back() >= records_.sets.size()) in.fail("there is no such set");
      size *= records_.sets[family.sets.back()].size();
      if (size > std::size_t{1} << 20) in.fail("a family this large");
    }
    for (; size > 0; --size) family.cells.push_back(in.next<std::int32_t>(-1, 1 << 24));
    records_.families.push_back(std::move(family));
  }

  void read_holders(LineReader& in) {
    const std::uint32_t set = in.index(records_.sets.size());
    const auto first = in.next<std::int32_t>(INT32_MIN + 1, 1 << 30);
    while (!in.at_end()) records_.holders.push_back({set, in.index(count("slots")), first});
  }

  void read_limits(char kind, LineReader& in) {
    std::pair<int, int> at{-1, -1};
    if (kind == 'l') {
      at.first = static_cast<int>(in.index(count("processes")));
      at.second = static_cast<int>(in.index(flat_["processes"][at.first]["locations"].size()));
    } else if (in.rest() == " *") {
      records_.includes_zones = true;
      return;
    }
    while (!in.at_end()) {
      CertificateRecords::ClockLimits limits{in.index(count("clocks") + 1), -1, -1};
      limits.lower = in.next<std::int32_t>(-1, INT32_MAX);
      limits.upper = in.next<std::int32_t>(-1, INT32_MAX);
      records_.limits[at].push_back(limits);
    }
  }

  void read_zone(LineReader& in) {
    if (in.next<std::size_t>(0, SIZE_MAX) != records_.zones.size()) in.fail("zones are numbered 0, 1, …");
    std::vector<Constraint> zone;
    while (!in.at_end()) {
      const std::uint32_t x = in.index(count("clocks") + 1), y = in.index(count("clocks") + 1);
      zone.push_back({ClockIndex{x}, ClockIndex{y}, Bound{in.next<raw_t>(-raw_limit / 2, raw_limit / 2)}});
    }
    records_.zones.push_back(std::move(zone));
  }

  void read_node(LineReader& in, std::size_t line) {
    if (in.next<std::size_t>(0, SIZE_MAX) != records_.nodes.size()) in.fail("nodes are numbered 0, 1, …");
    CertificateRecords::Node node;
    node.line = line;
    for (const FlatJson& process : flat_["processes"]) {
      node.row.push_back(static_cast<std::int32_t>(in.index(process["locations"].size())));
    }
    in.expect('|');
    bool first = true;
    for (const FlatJson& slot : flat_["slots"]) {
      if (!first) in.expect(' ');
      first = false;
      node.row.push_back(in.takes('*') ? open_value
                                       : in.number(slot["low"].get<std::int32_t>(), slot["high"].get<std::int32_t>()));
    }
    in.expect('|');
    node.zone = in.number<std::uint32_t>(0, UINT32_MAX);
    if (node.zone >= records_.zones.size()) in.fail("there is no such zone");
    records_.nodes.push_back(std::move(node));
  }

  CertificateRecords::Cover cover(LineReader& in) const {
    CertificateRecords::Cover result;
    result.node = in.number<std::uint32_t>(0, UINT32_MAX);
    result.permutations = in.word();
    return result;
  }

  void read_covers(LineReader& in) {
    CertificateRecords::Node& node = records_.nodes[in.index(records_.nodes.size())];
    for (; !in.at_end(); ++covers_) {
      std::vector<std::uint32_t> edges{in.index(count("edges"))};
      while (in.takes('+')) edges.push_back(in.number<std::uint32_t>(0, static_cast<std::uint32_t>(count("edges"))));
      in.expect('=');
      if (!node.covers.emplace(edges, cover(in)).second) in.fail("a transition has two covers");
    }
  }

  const FlatJson& flat_;
  CertificateRecords records_;
  std::size_t covers_ = 0;
  bool ended_ = false, has_initial_ = false;
};

}  // namespace

CertificateRecords read_certificate(const std::string& text, const FlatJson& flat) {
  return RecordReader(flat).read(text);
}

}  // namespace orbita

#include "engine/certificate/munta_model.h"

#include <algorithm>
#include <functional>

#include "dbm/clock_bounds.h"

namespace orbita {

namespace {

constexpr std::size_t most_values = 4096;  // that an expression is written out for

[[noreturn]] void not_in_munta(const std::string& construct) {
  throw std::invalid_argument("Munta's language does not have " + construct);
}

std::string clean(const std::string& name) {
  std::string result;
  for (const char c : name) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    result += letter ? c : '_';
  }
  return result;
}

std::string name_of(char sort, std::size_t number, const FlatJson& described) {
  return sort + std::to_string(number) + "_" + clean(described["name"].get<std::string>());
}

std::string joined(const std::vector<std::string>& parts, const char* between) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : between) + part;
  return text;
}

const std::string yes = "true", no = "false";  // not part of the language: they are folded

// Conjunction (or disjunction) of texts, of which `yes` and `no` are constants.
std::string connect(const std::vector<std::string>& parts, bool conjunction) {
  const std::string &neutral = conjunction ? yes : no, &absorbing = conjunction ? no : yes;
  std::vector<std::string> kept;
  for (const std::string& part : parts) {
    if (part == absorbing) return absorbing;
    if (part != neutral) kept.push_back(part);
  }
  if (kept.empty()) return neutral;
  return kept.size() == 1 ? kept[0] : "(" + joined(kept, conjunction ? " && " : " || ") + ")";
}

const FlatJson& member(const FlatJson& json, const char* name) {
  static const FlatJson none = FlatJson::array();
  return json.contains(name) ? json[name] : none;
}

bool is_clock_test(const FlatJson& e) { return e.is_array() && !e.empty() && e[0] == "clk"; }
bool is_constant(const FlatJson& e) { return !e.is_array() || (!e.empty() && e[0] == "el"); }
bool is_slot(const FlatJson& e) { return e.is_array() && e.size() == 2 && e[0] == "v" && e[1].is_number(); }

// Calls visit for every choice of values of these slots.
void for_each_choice(const FlatNetwork& network, const std::set<std::uint32_t>& slots,
                     const std::function<void(const ValueRow&)>& visit) {
  std::size_t count = 1;
  for (const std::uint32_t s : slots) {
    count *= static_cast<std::size_t>(std::int64_t{network.slots()[s].high} - network.slots()[s].low + 1);
    if (count > most_values) not_in_munta("an expression that depends on so many values");
  }
  ValueRow row = network.initial();
  const std::function<void(std::set<std::uint32_t>::const_iterator)> choose = [&](auto at) {
    if (at == slots.end()) return visit(row);
    for (std::int32_t v = network.slots()[*at].low; v <= network.slots()[*at].high; ++v) {
      row[network.processes() + *at] = v;
      choose(std::next(at));
    }
  };
  choose(slots.begin());
}

}  // namespace

MuntaModel::MuntaModel(const FlatNetwork& network, const std::string& query)
    : network_(network), flat_(network.document()), edge_texts_(network.processes()) {
  if (!member(flat_, "before").empty() || !member(flat_, "after").empty()) not_in_munta("updates around transitions");
  for (const FlatJson& clock : flat_["clocks"]) {
    if (clock["initial"] != 0) not_in_munta("clocks that do not start at 0");
  }
  for (const FlatJson& channel : flat_["channels"]) {
    if (channel.contains("urgent")) not_in_munta("urgent channels");
  }
  add_invariants();
  for (std::uint32_t e = 0; e < flat_["edges"].size(); ++e) add_edge(e, flat_["edges"][e]);
  const auto known = std::ranges::find_if(flat_["queries"],
                                          [&](const FlatJson& one) { return one["text"].get<std::string>() == query; });
  if (known == flat_["queries"].end())
    throw std::invalid_argument("the flat model does not have the certificate's query");
  write(formula(*known));
}

// ["clk", condition, x, y, op, bound] where the data are known.
std::vector<Constraint> MuntaModel::atoms(const FlatJson& clk, const ValueRow& row) {
  if (network_.value(clk.at(1), row) == 0) return {};
  const ClockIndex x{network_.cell(clk.at(2), row)}, y{network_.cell(clk.at(3), row)};
  const std::int64_t bound = network_.value(clk.at(5), row);
  if (x.value != 0 && y.value != 0) not_in_munta("guards that compare two clocks");
  if (std::abs(bound) > largest_clock_bound) not_in_munta("constants this large");
  const auto c = static_cast<std::int32_t>(bound);
  largest_ = std::max(largest_, std::abs(c));
  const std::string op = clk.at(4);
  if (op == "<") return {{x, y, Bound::strict(c)}};
  if (op == "<=") return {{x, y, Bound::weak(c)}};
  if (op == ">") return {{y, x, Bound::strict(-c)}};
  if (op == ">=") return {{y, x, Bound::weak(-c)}};
  return {{x, y, Bound::weak(c)}, {y, x, Bound::weak(-c)}};
}

void MuntaModel::add_invariants() {
  const ValueRow row = network_.initial();
  for (const FlatJson& process : flat_["processes"]) {
    invariants_.emplace_back();
    for (const FlatJson& location : process["locations"]) {
      std::vector<Constraint> all;
      for (const FlatJson& conjunct : member(location, "invariant")) {
        FlatNetwork::Access access;
        network_.collect(conjunct, access);
        if (!is_clock_test(conjunct) || !access.reads.empty()) not_in_munta("data in invariants");
        for (const Constraint& c : atoms(conjunct, row)) all.push_back(c);
      }
      invariants_.back().push_back(std::move(all));
    }
  }
}

// Comparisons of one variable with a constant, and what is made of them.
bool MuntaModel::is_simple(const FlatJson& e) const {
  if (is_constant(e) || is_slot(e)) return true;
  const std::string op = e.at(0);
  if (op == "loc") return true;
  if (op == "!" || op == "&&" || op == "||") {
    return std::all_of(e.begin() + 1, e.end(), [&](const FlatJson& part) { return is_simple(part); });
  }
  const bool compares = op == "==" || op == "!=" || op == "<" || op == "<=" || op == ">" || op == ">=";
  return compares && ((is_slot(e.at(1)) && is_constant(e.at(2))) || (is_constant(e.at(1)) && is_slot(e.at(2))));
}

void MuntaModel::add_edge(std::uint32_t number, const FlatJson& edge) {
  FlatNetwork::Access needed, update;
  for (const FlatJson& conjunct : member(edge, "guard")) {
    if (is_clock_test(conjunct) || !is_simple(conjunct)) network_.collect(conjunct, needed);
  }
  for (const char* way : {"send", "receive"}) network_.collect(member(edge, way), needed);
  bool simple = true;
  for (const FlatJson& statement : member(edge, "update")) {
    network_.collect(statement, update);
    const std::string op = statement.at(0);
    if (op == "copy") not_in_munta("clocks that are copied");
    if (op == "reset") simple &= statement.at(1).is_number() && is_constant(statement.at(2));
    else
      simple &=
          op == "set" && statement.at(1).is_number() && (is_constant(statement.at(2)) || is_slot(statement.at(2)));
  }
  if (needed.locations || update.locations) not_in_munta("locations in guards and updates");
  if (!simple) {
    refuse_late_reads(edge, update.reads);
    needed.reads.insert(update.reads.begin(), update.reads.end());
  }
  for_each_choice(network_, needed.reads,
                  [&](const ValueRow& row) { add_variant(number, edge, needed, row, !simple); });
}

// A receiver's update that is written out for the values before the transition must not read what the sender, or
// another receiver, writes in the same transition.
void MuntaModel::refuse_late_reads(const FlatJson& edge, const std::set<std::uint32_t>& reads) const {
  if (!edge.contains("receive")) return;
  for (const FlatJson& other : flat_["edges"]) {
    if (other["process"] == edge["process"] || !(other.contains("send") || other.contains("receive"))) continue;
    const FlatJson &own = edge["receive"], &theirs = other[other.contains("send") ? "send" : "receive"];
    if (own.is_number() && theirs.is_number() && own != theirs) continue;
    FlatNetwork::Access access;
    network_.collect(member(other, "update"), access);
    for (const std::uint32_t s : access.writes) {
      if (reads.contains(s)) not_in_munta("such an expression about what the sender writes");
    }
  }
}

void MuntaModel::add_variant(std::uint32_t number, const FlatJson& edge, const FlatNetwork::Access& needed,
                             const ValueRow& row, bool known_update) {
  MuntaEdge variant{number, {}, {}, -1};
  std::string update;
  try {
    FlatJson rest = FlatJson::array();
    for (const FlatJson& conjunct : member(edge, "guard")) {
      if (is_clock_test(conjunct)) {
        for (const Constraint& c : atoms(conjunct, row)) variant.clocks.push_back(c);
      } else if (is_simple(conjunct)) {
        rest.push_back(conjunct);
      } else if (network_.value(conjunct, row) == 0) {
        return;
      }
    }
    for (const char* way : {"send", "receive"}) {
      if (edge.contains(way)) variant.channel = static_cast<int>(network_.cell(edge[way], row));
    }
    for (const std::uint32_t s : needed.reads) variant.values.emplace_back(s, row[network_.processes() + s]);
    update = update_text(member(edge, "update"), row, known_update);
    std::string guard = guard_text(variant, rest);
    if (guard == no) return;
    const bool receives = edge.contains("receive");
    std::string label;
    if (variant.channel >= 0) {
      const FlatJson& channel = flat_["channels"][static_cast<std::size_t>(variant.channel)];
      const bool broadcast = channel.contains("broadcast");
      if (broadcast && receives && !variant.clocks.empty()) not_in_munta("clock guards of broadcast receivers");
      label = name_of('c', static_cast<std::size_t>(variant.channel), channel) + (receives == broadcast ? "?" : "!");
    }
    edge_texts_[edge["process"].get<std::size_t>()].push_back(
        R"({"source":)" + edge["source"].dump() + R"(,"target":)" + edge["target"].dump() + R"(,"guard":")" +
        (guard == yes ? "" : guard) + R"(","label":")" + label + R"(","update":")" + update + "\"}");
    edges_.push_back(std::move(variant));
  } catch (const FlatError&) {
    // A run-time error: there is no such transition in Munta.
  }
}

std::string MuntaModel::update_text(const FlatJson& statements, ValueRow row, bool known) const {
  std::vector<std::string> parts;
  const auto shifted = [&](std::uint32_t slot, std::int64_t value) {
    used_.insert(slot);
    const FlatNetwork::Slot& at = network_.slots()[slot];
    if (value < at.low || value > at.high) throw FlatError("out of range");
    return name_of('v', slot, flat_["slots"][slot]) + " := " + std::to_string(value - at.initial);
  };
  const std::function<void(const FlatJson&)> add = [&](const FlatJson& list) {
    for (const FlatJson& statement : list) {
      const std::string op = statement.at(0);
      if (op == "if") {
        add(statement.at(network_.value(statement.at(1), row) != 0 ? 2 : 3));
      } else if (op == "evaluate") {
        network_.value(statement.at(1), row);
      } else if (op == "reset") {
        const std::uint32_t x = network_.cell(statement.at(1), row);
        if (network_.value(statement.at(2), row) != 0) not_in_munta("clocks set to other values than 0");
        parts.push_back(name_of('x', x, flat_["clocks"][x - 1]) + " := 0");
      } else if (op == "set") {
        const std::uint32_t slot = network_.cell(statement.at(1), row);
        if (known || is_constant(statement.at(2))) {
          const std::int64_t value = network_.value(statement.at(2), row);
          parts.push_back(shifted(slot, value));
          row[network_.processes() + slot] = static_cast<std::int32_t>(value);
        } else {
          const auto from = statement.at(2).at(1).get<std::uint32_t>();
          used_.insert({slot, from});
          const std::int64_t shift = std::int64_t{network_.slots()[from].initial} - network_.slots()[slot].initial;
          parts.push_back(name_of('v', slot, flat_["slots"][slot]) + " := " + name_of('v', from, flat_["slots"][from]) +
                          (shift == 0 ? "" : (shift < 0 ? " - " : " + ") + std::to_string(std::abs(shift))));
        }
      } else {
        not_in_munta("the statement " + op);
      }
    }
  };
  add(statements);
  return joined(parts, ", ");
}

std::string MuntaModel::guard_text(const MuntaEdge& edge, const FlatJson& guard) const {
  std::vector<std::string> parts;
  for (const auto& [slot, value] : edge.values) parts.push_back(value_test(slot, "==", value));
  for (const FlatJson& conjunct : guard) parts.push_back(data_text(conjunct, false, false));
  if (std::ranges::find(parts, no) != parts.end()) return no;
  std::erase(parts, yes);
  if (!edge.clocks.empty()) parts.insert(parts.begin(), clock_text(edge.clocks));
  return parts.empty() ? yes : joined(parts, " && ");
}

std::string MuntaModel::clock_text(const std::vector<Constraint>& constraints) const {
  std::vector<std::string> parts;
  for (const Constraint& c : constraints) {
    const bool upper = c.y == reference_clock;
    const std::uint32_t x = upper ? c.x.value : c.y.value;
    if (x == 0) not_in_munta("comparisons of constants");
    const std::int32_t value = upper ? c.bound.value() : -c.bound.value();
    parts.push_back(name_of('x', x, flat_["clocks"][x - 1]) + (upper ? " <" : " >") + (c.bound.is_weak() ? "= " : " ") +
                    std::to_string(value));
  }
  return joined(parts, " && ");
}

// Of a variable and a constant, with what the range decides folded.
std::string MuntaModel::value_test(std::uint32_t slot, const std::string& op, std::int64_t constant) const {
  const FlatNetwork::Slot& at = network_.slots()[slot];
  if (op == "!=") {
    return connect({value_test(slot, "<", constant), value_test(slot, ">", constant)}, false);
  }
  if (op == "<=") return value_test(slot, "<", constant + 1);
  if (op == ">=") return value_test(slot, ">", constant - 1);
  if (op == "<" && (constant > at.high || constant <= at.low)) return constant > at.high ? yes : no;
  if (op == ">" && (constant < at.low || constant >= at.high)) return constant < at.low ? yes : no;
  if (op == "==" && (constant < at.low || constant > at.high)) return no;
  if (op == "==" && at.low == at.high) return yes;
  used_.insert(slot);
  return name_of('v', slot, flat_["slots"][slot]) + (op == "==" ? " = " : " " + op + " ") +
         std::to_string(constant - at.initial);
}

std::string MuntaModel::data_text(const FlatJson& e, bool negated, bool in_query) const {
  if (is_constant(e)) return (network_.value(e, {}) != 0) != negated ? yes : no;
  if (is_slot(e)) return value_test(e.at(1).get<std::uint32_t>(), negated ? "==" : "!=", 0);
  const std::string op = e.at(0);
  if (op == "!") return data_text(e.at(1), !negated, in_query);
  if (op == "&&" || op == "||") {
    std::vector<std::string> parts;
    for (std::size_t i = 1; i < e.size(); ++i) parts.push_back(data_text(e.at(i), negated, in_query));
    return connect(parts, (op == "&&") != negated);
  }
  if (op == "loc") {
    if (!in_query) not_in_munta("locations in guards");
    const auto process = e.at(1).get<std::size_t>();
    const std::string at =
        name_of('p', process, flat_["processes"][process]) + "." + location(process, e.at(2).get<std::size_t>());
    return negated ? "!(" + at + ")" : at;
  }
  if (op == "clk" || op == "deadlock") not_in_munta("clocks in queries, or deadlock beside anything else");
  if (!is_simple(e)) return expanded(e, negated);
  static const std::map<std::string, std::string> opposite{{"==", "!="}, {"!=", "=="}, {"<", ">="},
                                                           {">=", "<"},  {">", "<="},  {"<=", ">"}};
  static const std::map<std::string, std::string> mirrored{{"==", "=="}, {"!=", "!="}, {"<", ">"},
                                                           {">", "<"},   {"<=", ">="}, {">=", "<="}};
  const bool first = is_slot(e.at(1));
  const std::string& way = first ? op : mirrored.at(op);
  return value_test(e.at(first ? 1 : 2).at(1).get<std::uint32_t>(), negated ? opposite.at(way) : way,
                    network_.value(e.at(first ? 2 : 1), {}));
}

// A disjunction over the values for which the expression holds.
std::string MuntaModel::expanded(const FlatJson& e, bool negated) const {
  FlatNetwork::Access access;
  network_.collect(e, access);
  if (access.locations) not_in_munta("expressions that mix locations with arithmetic");
  std::vector<std::string> cases;
  for_each_choice(network_, access.reads, [&](const ValueRow& row) {
    try {
      if ((network_.value(e, row) != 0) == negated) return;
    } catch (const FlatError&) {
      return;
    }
    std::vector<std::string> all;
    for (const std::uint32_t s : access.reads) all.push_back(value_test(s, "==", row[network_.processes() + s]));
    cases.push_back(connect(all, true));
  });
  return connect(cases, false);
}

std::string MuntaModel::formula(const FlatJson& query) {
  const std::string kind = query["kind"];
  if (kind != "A[]" && kind != "E<>") not_in_munta("queries about runs");
  const FlatJson& predicate = query["predicate"];
  const FlatJson dead = FlatJson::array({"deadlock"}), live = FlatJson::array({"!", dead});
  const bool bad_if_false = kind == "A[]";
  deadlock_ = predicate == (bad_if_false ? live : dead);
  const std::string here = name_of('p', 0, flat_["processes"][0]) + "." + location(0, 0);
  if (deadlock_) return here;  // -dc ignores it
  const std::string bad = data_text(predicate, bad_if_false, true);
  if (bad == yes) not_in_munta("a query that every state violates");
  return bad == no ? "(" + here + " && !(" + here + "))" : bad;
}

std::string MuntaModel::location(std::size_t process, std::size_t number) const {
  return name_of('l', number, flat_["processes"][process]["locations"][number]);
}

std::string MuntaModel::automaton(std::size_t p) const {
  const FlatJson& process = flat_["processes"][p];
  std::vector<std::string> nodes, committed, urgent, edges = edge_texts_[p];
  std::string forbidden;
  for (std::size_t x = 1; x <= network_.clocks(); ++x) {
    forbidden += name_of('x', x, flat_["clocks"][x - 1]) + " <= " + std::to_string(largest_) + " && ";
  }
  if (network_.clocks() == 0) forbidden = "idle >= 0 && ";
  for (std::size_t l = 0; l < process["locations"].size(); ++l) {
    const FlatJson& at = process["locations"][l];
    const std::string number = std::to_string(l);
    if (at.contains("committed")) committed.push_back(number);
    if (at.contains("committed") || at.contains("urgent")) urgent.push_back(number);
    nodes.push_back(R"({"id":)" + number + R"(,"name":")" + location(p, l) + R"(","invariant":")" +
                    clock_text(invariants_[p][l]) + "\"}");
    edges.push_back(R"({"source":)" + number + R"(,"target":)" + number + R"(,"guard":")" + forbidden +
                    R"(never = 1","label":"","update":""})");
  }
  return R"({"name":")" + name_of('p', p, process) + R"(","initial":)" + process["initial"].dump() +
         R"(,"committed":[)" + joined(committed, ",") + R"(],"urgent":[)" + joined(urgent, ",") + "],\n\"nodes\":[" +
         joined(nodes, ",\n") + "],\n\"edges\":[" + joined(edges, ",\n") + "]}";
}

void MuntaModel::write(const std::string& bad) {
  slots_.assign(used_.begin(), used_.end());
  std::vector<std::string> automata, clocks, vars, broadcast, numbers;
  std::vector<std::string> var_numbers, clock_numbers{R"("0":0)"}, process_numbers, location_numbers;
  for (std::size_t p = 0; p < network_.processes(); ++p) {
    const std::string name = name_of('p', p, flat_["processes"][p]);
    automata.push_back(automaton(p));
    process_numbers.push_back("\"" + name + "\":" + std::to_string(p));
    numbers.clear();
    for (std::size_t l = 0; l < flat_["processes"][p]["locations"].size(); ++l) {
      numbers.push_back("\"" + std::to_string(l) + "\":" + std::to_string(l));
    }
    location_numbers.push_back("\"" + name + "\":{" + joined(numbers, ",") + "}");
  }
  for (std::size_t x = 1; x <= network_.clocks(); ++x) {
    clocks.push_back(name_of('x', x, flat_["clocks"][x - 1]));
    clock_numbers.push_back("\"" + clocks.back() + "\":" + std::to_string(x));
  }
  if (clocks.empty()) {  // Munta wants one
    clocks.emplace_back("idle");
    clock_numbers.emplace_back(R"("idle":1)");
  }
  for (const std::uint32_t s : slots_) {
    const FlatNetwork::Slot& at = network_.slots()[s];
    const std::string name = name_of('v', s, flat_["slots"][s]);
    var_numbers.push_back("\"" + name + "\":" + std::to_string(vars.size()));
    vars.push_back(name + "[" + std::to_string(std::int64_t{at.low} - at.initial) + ":" +
                   std::to_string(std::int64_t{at.high} - at.initial) + "]");
  }
  var_numbers.push_back("\"never\":" + std::to_string(vars.size()));
  vars.emplace_back("never[0:1]");
  for (std::size_t c = 0; c < flat_["channels"].size(); ++c) {
    if (flat_["channels"][c].contains("broadcast")) {
      broadcast.push_back("\"" + name_of('c', c, flat_["channels"][c]) + "\"");
    }
  }
  model_ = "{\"automata\":[\n" + joined(automata, ",\n") + "],\n\"clocks\":\"" + joined(clocks, ", ") +
           "\",\n\"vars\":\"" + joined(vars, ", ") + "\",\n\"broadcast\":[" + joined(broadcast, ",") +
           "],\n\"formula\":\"E<> " + bad + "\"}\n";
  renaming_ = "{\"vars\":{" + joined(var_numbers, ",") + "},\"clocks\":{" + joined(clock_numbers, ",") +
              "},\"processes\":{" + joined(process_numbers, ",") + "},\"locations\":{" + joined(location_numbers, ",") +
              "}}\n";
}

}  // namespace orbita

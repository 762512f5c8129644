#include "engine/certificate/certificate_writer.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>

#include "engine/certificate/certificate_sets.h"
#include "engine/certificate/cover_finder.h"
#include "engine/certificate/flat_action.h"
#include "engine/semantics/move_filter.h"
#include "parser/work_limits.h"

namespace orbita {

namespace {

constexpr std::int32_t unknown = INT32_MIN;             // a dead value: "*"
constexpr std::int32_t infinite_bound = 1'000'000'000;  // no abstraction of the clock

class CertificateWriter final : public MoveFilter {
 public:
  explicit CertificateWriter(const CertificateSource& source);
  Certificate write();

  // As a filter: transitions that a twin's stand for are not listed.
  void prepare(std::span<const std::int32_t>, const Shape&, const ConstMatrix*) override {}
  const IdVector<ProcessId, ProcessId>& substitutes() const override { return no_substitutes_; }
  Verdict judge(const Transition& transition) override;
  bool applies(ConstMatrix, const Shape&, std::uint32_t) const override { return false; }

 private:
  const IdVector<ProcessId, ProcessId> no_substitutes_;
  void collect_nodes();
  void write_bounds();
  void write_tests(char kind, const std::string& where, std::span<const ClockTest> tests);
  FlatRow flat_row(std::span<const std::int32_t> row);
  std::uint32_t zone_number(ZoneId zone, const Shape& shape);
  void find_twins(const FlatRow& row, const Shape& shape, ConstMatrix zone);
  bool is_twin(const Exchange& exchange, const Shape& shape, ConstMatrix zone) const;
  void write_twins(std::uint32_t node);
  void write_node(std::uint32_t node);
  void write_pending(std::uint32_t node);
  void write_covers(std::uint32_t node, ConstMatrix zone);
  void write_initial();
  void append_cover(const CoverFinder::Cover& cover);
  void append(std::int64_t number) { text_ += std::to_string(number); }
  FlatMove move_of(const Transition& transition);

  const CertificateSource& source_;
  ZoneGraph& graph_;
  const Network& network_;
  const FlatModel& flat_;
  const StateLayout& layout_;
  const FlatNumbers to_flat_;
  const CertificateSets sets_;
  CoverFinder finder_;
  bool simulation_;
  std::vector<Exchange> exchanges_;
  std::vector<const Exchange*> twins_;  // of the node being written
  absl::flat_hash_map<std::pair<ZoneId, const std::uint32_t*>, std::uint32_t> zone_numbers_;  // by zone and its clocks
  IdVector<EdgeId, std::uint32_t> plain_edges_;  // flat edges of those without selects, as far as they are known
  FlatRow initial_row_;
  std::vector<std::int32_t> row_;
  std::string text_;
  std::uint32_t pending_ = 0;  // nodes that are ranked
  std::uint64_t covers_ = 0;
};

CertificateWriter::CertificateWriter(const CertificateSource& source)
    : source_(source),
      graph_(source.graph),
      network_(graph_.network()),
      flat_(source.flat),
      layout_(graph_.symmetry().layout),
      to_flat_(source.flat, network_),
      sets_(source.flat, network_, to_flat_, graph_.symmetry(), source.placement),
      finder_(graph_, source.coverage),
      simulation_(source.coverage.kind() == Subsumption::simulation),
      plain_edges_(network_.edges.size(), no_flat_cell),
      row_(graph_.row_size()) {
  initial_row_.resize(network_.processes.size());
  for (const FlatJson& slot : flat_.document["slots"]) initial_row_.push_back(slot["initial"].get<std::int32_t>());
  exchanges_ = sets_.exchanges();
}

FlatMove CertificateWriter::move_of(const Transition& transition) {
  FlatMove move;
  for (const Participant& participant : transition.participants) {
    std::uint32_t& known = plain_edges_[participant.edge];
    if (participant.selects.empty() && known != no_flat_cell) {
      move.push_back(known);
      continue;
    }
    const NetEdge& edge = network_.edges[participant.edge];
    FlatEdgeKey key{edge.process.value, edge.tree, edge.branch, participant.selects};
    const auto found = flat_.edge_number.find(key);
    if (found == flat_.edge_number.end()) throw CertificateError("an edge of the network is not in the flat model");
    move.push_back(found->second);
    if (participant.selects.empty()) known = found->second;
  }
  return move;
}

MoveFilter::Verdict CertificateWriter::judge(const Transition& transition) {
  if (twins_.empty()) return {};
  const FlatMove move = move_of(transition);
  const bool substituted =
      std::ranges::any_of(twins_, [&](const Exchange* twin) { return makes_smaller(*twin, flat_, move); });
  return {substituted, none};
}

// Values that normalising sets to one value whatever they are.
FlatRow CertificateWriter::flat_row(std::span<const std::int32_t> row) {
  const auto processes = static_cast<std::uint32_t>(network_.processes.size());
  FlatRow result = initial_row_;
  std::copy_n(row.begin(), processes, result.begin());
  std::vector<std::int32_t> changed(row.begin(), row.end()), normal;
  for (const SlotId s : network_.slots.ids()) {
    const Slot& slot = network_.slots[s];
    const std::uint32_t at = network_.slot_value(s);
    const std::int32_t value = row[at];
    if (to_flat_.slot[s] == no_flat_cell) continue;
    bool dead = value < slot.low || value > slot.high;  // "nothing"
    if (!dead && graph_.options().reduce_variables && slot.low < slot.high) {
      changed[at] = value == slot.low ? slot.high : slot.low;
      normal = changed;
      graph_.states().normalise()(normal);
      dead = std::ranges::equal(row, normal);
      changed[at] = value;
    }
    result[processes + to_flat_.slot[s]] = dead ? unknown : value;
  }
  return result;
}

void CertificateWriter::collect_nodes() {
  if (source_.ranked != nullptr) {
    for (const SymbolicState& state : source_.ranked->states) finder_.add(state);
    pending_ = static_cast<std::uint32_t>(finder_.nodes().size());
  }
  if (source_.explorer == nullptr) return;
  source_.explorer->for_each_state([&](StateSpace& space, const SymbolicState& state, const Hit&) {
    poll_limits();
    if (&space == &graph_) return finder_.add(state);
    space.values(state.discrete, row_);
    finder_.add(graph_.adopt(row_, space.zones().zone(state.zone).view()));
  });
}

// Bounds count for the states in which a process is at a location ("l"), or for all ("g").
void CertificateWriter::write_tests(char kind, const std::string& where, std::span<const ClockTest> tests) {
  const BoundsMode mode = graph_.options().bounds;
  std::string line;
  for (const ClockTest& test : tests) {
    std::int32_t lower = test.lower, upper = test.upper;
    if (mode == BoundsMode::maximum) lower = upper = std::max(lower, upper);
    const auto finite = [](std::int32_t bound) {
      return bound < 0 ? -1 : bound > largest_clock_bound ? infinite_bound : bound;
    };
    if (lower < 0 && upper < 0) continue;
    line += ' ' + std::to_string(to_flat_.clock[test.clock]) + ' ' + std::to_string(finite(lower)) + ' ' +
            std::to_string(finite(upper));
  }
  if (!line.empty()) text_ += std::string(1, kind) + where + line + '\n';
}

void CertificateWriter::write_bounds() {
  const bool abstracts = simulation_ && graph_.options().bounds != BoundsMode::exact;
  if (!abstracts) {
    text_ += "g *\n";  // every clock counts: plain inclusion
    return;
  }
  write_tests('g', "", source_.bounds.everywhere());
  for (const ProcessId p : network_.processes.ids()) {
    for (const LocationId l : network_.processes[p].locations.ids()) {
      write_tests('l', ' ' + std::to_string(p.value) + ' ' + std::to_string(l.value), source_.bounds.at(p, l));
    }
  }
}

std::uint32_t CertificateWriter::zone_number(ZoneId zone, const Shape& shape) {
  const auto [found, added] = zone_numbers_.try_emplace({zone, shape.clocks.numbers().data()},
                                                        static_cast<std::uint32_t>(zone_numbers_.size()));
  if (!added) return found->second;
  text_ += 'z';
  text_ += ' ';
  append(found->second);
  const auto clock = [&](ClockIndex x) { return to_flat_.clock[shape.clock(x)]; };
  const Zone copy = graph_.zones().zone(zone);
  for (const Constraint& c : minimal_constraints(copy.view())) {
    for (const std::int64_t part : {std::int64_t{clock(c.x)}, std::int64_t{clock(c.y)}, std::int64_t{c.bound.raw}}) {
      text_ += ' ';
      append(part);
    }
  }
  text_ += '\n';
  return found->second;
}

// The zone with the clocks exchanged lies within aLU of the zone (in the zone itself, where zones are included). Only
// entries of exchanged clocks differ.
bool CertificateWriter::is_twin(const Exchange& exchange, const Shape& shape, ConstMatrix zone) const {
  std::vector<std::uint32_t> to(zone.dimension), moved;
  for (std::uint32_t k = 0; k < zone.dimension; ++k) to[k] = k;
  const auto position = [&](std::uint32_t flat_clock) -> std::uint32_t {
    for (std::uint32_t k = 0; k < shape.clocks.size(); ++k) {
      if (to_flat_.clock[shape.clocks[k]] == flat_clock) return k + 1;
    }
    return 0;
  };
  for (const auto& [a, b] : exchange.clocks) {
    const std::uint32_t x = position(a), y = position(b);
    if ((x == 0) != (y == 0)) return false;
    if (x == 0) continue;
    std::swap(to[x], to[y]);
    moved.push_back(x);
    moved.push_back(y);
  }
  const auto outside = [&](std::uint32_t x, std::uint32_t y) {  // does entry (y, x) show a valuation that is missing?
    const raw_t small = zone.row(to[y])[to[x]], big = zone.row(y)[x];
    if (big >= small) return false;
    if (!simulation_) return true;
    const std::int32_t upper = x == 0 ? 0 : shape.upper[x], lower = y == 0 ? 0 : shape.lower[y];
    if (upper < 0 || lower < 0) return false;
    const raw_t low = zone.row(0)[to[x]];
    if (upper <= largest_clock_bound && low < Bound::weak(-upper).raw) return false;
    return lower > largest_clock_bound || (Bound{big} + Bound::strict(-lower)).raw < low;
  };
  for (const std::uint32_t m : moved) {
    for (std::uint32_t k = 0; k < zone.dimension; ++k) {
      if (k != m && (outside(m, k) || outside(k, m))) return false;
    }
  }
  // The bounds of the two must agree, too.
  return std::ranges::all_of(moved, [&](std::uint32_t m) {
    return shape.lower[m] == shape.lower[to[m]] && shape.upper[m] == shape.upper[to[m]];
  });
}

void CertificateWriter::find_twins(const FlatRow& row, const Shape& shape, ConstMatrix zone) {
  twins_.clear();
  for (const Exchange& exchange : exchanges_) {
    if (fixes(exchange, row, unknown) && is_twin(exchange, shape, zone)) twins_.push_back(&exchange);
  }
}

void CertificateWriter::write_twins(std::uint32_t node) {
  if (twins_.empty()) return;
  text_ += "t ";
  append(node);
  for (std::size_t i = 0; i < twins_.size(); ++i) {
    const Exchange& first = *twins_[i];
    while (i + 1 < twins_.size() && twins_[i + 1]->set == first.set && twins_[i + 1]->first == twins_[i]->first + 1)
      ++i;
    text_ +=
        ' ' + std::to_string(first.set) + ':' + std::to_string(first.first) + '-' + std::to_string(twins_[i]->first);
  }
  text_ += '\n';
}

// NODE or NODE/RUNS/RUNS…: for each set, where its elements go, as from:shift for each run.
void CertificateWriter::append_cover(const CoverFinder::Cover& cover) {
  append(cover.node);
  const std::size_t end = text_.size();
  std::size_t needed = end;
  for (const SetId set : sets_.sets()) {
    std::int32_t shift = 0;
    char separator = '/';
    text_ += separator;
    for (std::int32_t e = 0; e < layout_.set(set).count; ++e) {
      const std::int32_t here = cover.element_map(set, e) - e;
      if (here == shift) continue;
      shift = here;
      if (separator == ',') text_ += separator;
      separator = ',';
      append(e);
      text_ += ':';
      append(here);
      needed = text_.size();
    }
    if (separator == ',') needed = text_.size();
  }
  text_.resize(needed);  // sets at the end whose elements stay are left out
}

void CertificateWriter::write_node(std::uint32_t node) {
  const CoverFinder::Node& state = finder_.nodes()[node];
  const Shape shape = graph_.shape(state.discrete);
  graph_.values(state.discrete, row_);
  const FlatRow row = flat_row(row_);
  const std::uint32_t zone_id = zone_number(state.zone, shape);
  text_ += 'n';
  text_ += ' ';
  append(node);
  for (std::size_t i = 0; i < row.size(); ++i) {
    text_ += i == network_.processes.size() ? '|' : ' ';
    if (row[i] == unknown) text_ += '*';
    else append(row[i]);
  }
  text_ += row.size() == network_.processes.size() ? "||" : "|";
  append(zone_id);
  text_ += '\n';

  const Zone zone = graph_.zones().zone(state.zone);
  find_twins(row, shape, zone.view());
  write_twins(node);
  if (node >= pending_) write_pending(node);
  write_covers(node, zone.view());
}

// Where p of p --> q holds and q does not, the state is pending, too.
void CertificateWriter::write_pending(std::uint32_t node) {
  const CoverFinder::Node& state = finder_.nodes()[node];
  if (source_.ranked == nullptr || !source_.ranked->triggers(state.discrete) ||
      !source_.ranked->is_pending(state.discrete))
    return;
  const auto cover = finder_.find(row_, graph_.shape(state.discrete), graph_.zones().zone(state.zone), {0, pending_});
  if (!cover) throw CertificateError("no ranked state covers state " + std::to_string(node));
  text_ += "p ";
  append(node);
  text_ += ' ';
  append_cover(*cover);
  text_ += '\n';
}

void CertificateWriter::write_covers(std::uint32_t node, ConstMatrix view) {
  const bool is_ranked = node < pending_;
  const CoverFinder::Range among{is_ranked ? 0 : pending_, is_ranked ? node : UINT32_MAX};
  const std::size_t line = text_.size();
  text_ += "c ";
  append(node);
  bool any = false;
  Zone scratch, target;
  const SuccessorLister::Listing listing = graph_.list_unreduced(row_, view, this);
  for (const Draft& draft : listing.drafts) {
    if (draft.failure) throw CertificateError("a stored state leads to a run-time error");
    if (!apply(draft.op, view, scratch, target)) continue;
    if (is_ranked && !source_.ranked->is_pending(graph_.intern(draft.row))) continue;
    const auto cover = finder_.find(draft.row, graph_.states().shape(draft.shape), target, among);
    if (!cover) throw CertificateError("no stored state covers a target of state " + std::to_string(node));
    text_ += ' ';
    const FlatMove move = move_of(listing.transitions[draft.transition]);
    for (std::size_t i = 0; i < move.size(); ++i) {
      if (i > 0) text_ += '+';
      append(move[i]);
    }
    text_ += '=';
    append_cover(*cover);
    ++covers_;
    any = true;
  }
  if (any) text_ += '\n';
  else text_.resize(line);
}

void CertificateWriter::write_initial() {
  const std::optional<SymbolicState> initial = graph_.unreduced().initial(true);
  if (!initial) throw CertificateError("there is no initial state");
  graph_.values(initial->discrete, row_);
  const bool is_ranked = source_.explorer == nullptr;
  if (is_ranked && !source_.ranked->is_pending(initial->discrete)) {
    text_ += "i 0\n";  // nothing to show
    return;
  }
  const CoverFinder::Range among{is_ranked ? 0 : pending_, is_ranked ? pending_ : UINT32_MAX};
  const auto cover = finder_.find(row_, graph_.shape(initial->discrete), graph_.zones().zone(initial->zone), among);
  if (!cover) throw CertificateError("no stored state covers the initial state");
  text_ += "i ";
  append_cover(*cover);
  text_ += '\n';
}

Certificate CertificateWriter::write() {
  collect_nodes();
  text_ += sets_.text();
  write_bounds();
  write_initial();
  const auto nodes = static_cast<std::uint32_t>(finder_.nodes().size());
  for (std::uint32_t node = 0; node < nodes; ++node) {
    poll_limits();
    write_node(node);
  }
  text_ += "e " + std::to_string(nodes) + ' ' + std::to_string(covers_) + '\n';
  const bool is_declared = std::ranges::none_of(sets_.sets(), [&](SetId set) { return network_.set(set).detected; });
  return {std::move(text_), nodes, covers_, source_.ranked != nullptr, pending_, is_declared};
}

}  // namespace

std::string certificate_obstacle(const CertificateSource& source) {
  const Network& network = source.graph.network();
  if (network.has_diagonals && source.coverage.kind() == Subsumption::simulation)
    return "guards compare two clocks; --extrapolation none can be certified";
  for (const NetEdge& edge : network.edges) {
    const bool hears = edge.direction == SyncDirection::receive && network.channels[edge.channel].broadcast;
    if (hears && !edge.guard.atoms.empty()) return "clock guards decide who hears a broadcast";
  }
  return "";
}

Certificate write_certificate(const CertificateSource& source) { return CertificateWriter(source).write(); }

}  // namespace orbita

#include "engine/certificate/unfolding.h"

#include <algorithm>
#include <deque>
#include <string>

#include "dbm/extrapolation.h"
#include "parser/work_limits.h"

namespace orbita {

namespace {

// What exchanging two neighbouring elements of a class does to rows and zones.
class Swap {
 public:
  Swap(const CertificateRecords& records, const FlatNetwork& network, std::uint32_t set, std::uint32_t a,
       std::uint32_t b)
      : records_(records), network_(network), set_(set), a_(a), b_(b) {
    for (std::uint32_t i = 0; i < network.processes() + network.slots().size(); ++i) place_.push_back(i);
    for (std::uint32_t x = 0; x <= network.clocks(); ++x) clock_.push_back(ClockIndex{x});
    for (const CertificateRecords::Family& family : records.families) move(family);
  }

  ValueRow operator()(const ValueRow& row) const {
    ValueRow values = row, result = row;
    for (const CertificateRecords::Holder& holder : records_.holders) {
      if (holder.set != set_) continue;
      std::int32_t& value = values[network_.processes() + holder.slot];
      if (value == open_value) continue;
      if (value - holder.first == static_cast<std::int32_t>(a_)) value = holder.first + static_cast<std::int32_t>(b_);
      else if (value - holder.first == static_cast<std::int32_t>(b_))
        value = holder.first + static_cast<std::int32_t>(a_);
    }
    for (std::size_t i = 0; i < row.size(); ++i) result[place_[i]] = values[i];
    return result;
  }
  Zone operator()(Zone zone) const {
    for (std::uint32_t x = 1; x < clock_.size(); ++x) {
      if (clock_[x].value > x) zone.swap_clocks(ClockIndex{x}, clock_[x]);
    }
    return zone;
  }

 private:
  void move(const CertificateRecords::Family& family) {
    for (std::size_t i = 0; i < family.cells.size(); ++i) {
      std::size_t rest = i, moved = 0, stride = 1;
      for (std::size_t d = family.sets.size(); d-- > 0;) {
        const std::size_t size = records_.sets[family.sets[d]].size();
        std::size_t element = rest % size;
        if (family.sets[d] == set_ && (element == a_ || element == b_)) element = a_ + b_ - element;
        moved += stride * element;
        stride *= size;
        rest /= size;
      }
      const std::int32_t from = family.cells[i], to = family.cells[moved];
      if (from < 0 || to < 0) continue;
      if (family.sort == 'x') clock_.at(static_cast<std::size_t>(from)) = ClockIndex{static_cast<std::uint32_t>(to)};
      if (family.sort == 'p') place_.at(static_cast<std::size_t>(from)) = static_cast<std::uint32_t>(to);
      if (family.sort == 's') {
        place_.at(network_.processes() + static_cast<std::size_t>(from)) =
            static_cast<std::uint32_t>(network_.processes()) + static_cast<std::uint32_t>(to);
      }
    }
  }

  const CertificateRecords& records_;
  const FlatNetwork& network_;
  std::uint32_t set_, a_, b_;
  std::vector<std::uint32_t> place_;
  std::vector<ClockIndex> clock_;
};

std::vector<Swap> swaps_of(const CertificateRecords& records, const FlatNetwork& network) {
  std::vector<Swap> swaps;
  for (std::uint32_t set = 0; set < records.sets.size(); ++set) {
    const std::vector<std::uint32_t>& classes = records.sets[set];
    for (std::uint32_t e = 0; e < classes.size(); ++e) {
      const auto next = std::find(classes.begin() + e + 1, classes.end(), classes[e]);
      if (next != classes.end()) {
        swaps.emplace_back(records, network, set, e, static_cast<std::uint32_t>(next - classes.begin()));
      }
    }
  }
  return swaps;
}

// The zone as inclusion needs it: where the certificate compares by simulation, LU+ with the bounds of its states.
Zone zone_of(const CertificateRecords& records, const FlatNetwork& network, const CertificateRecords::Node& node) {
  Zone zone = Zone::universal(static_cast<std::uint32_t>(network.clocks() + 1));
  if (!zone.constrain(records.zones[node.zone])) {
    throw CertificateFault(1, "line " + std::to_string(node.line) + ": a node whose zone is empty");
  }
  if (records.includes_zones) return zone;
  std::vector<std::int32_t> lower(network.clocks() + 1, no_bound), upper = lower;
  const auto raise = [&](std::pair<int, int> at) {
    const auto found = records.limits.find(at);
    if (found == records.limits.end()) return;
    for (const CertificateRecords::ClockLimits& limits : found->second) {
      const auto known = [](std::int32_t c) { return c < 0 ? no_bound : c > largest_clock_bound ? unlimited : c; };
      lower[limits.clock] = std::max(lower[limits.clock], known(limits.lower));
      upper[limits.clock] = std::max(upper[limits.clock], known(limits.upper));
    }
  };
  raise({-1, -1});
  for (std::size_t p = 0; p < network.processes(); ++p) raise({static_cast<int>(p), node.row[p]});
  extrapolate_lu_plus(zone.matrix(), ClockBounds(lower, upper));
  return zone;
}

}  // namespace

bool add_zone(std::vector<Zone>& zones, Zone zone) {
  if (std::ranges::find(zones, zone) != zones.end()) return false;
  zones.push_back(std::move(zone));
  return true;
}

StateZones unfold(const CertificateRecords& records, const FlatNetwork& network, const std::vector<bool>& kept,
                  std::size_t limit) {
  const std::vector<Swap> swaps = swaps_of(records, network);
  StateZones states;
  std::deque<std::pair<ValueRow, Zone>> waiting;
  std::size_t count = 0;
  const auto add = [&](ValueRow row, const Zone& zone) {
    for (std::size_t s = 0; s < kept.size(); ++s) {
      if (!kept[s]) row[network.processes() + s] = network.slots()[s].initial;
    }
    if (!add_zone(states[row], zone)) return;
    if (++count > limit)
      throw std::invalid_argument("the certificate stands for more than " + std::to_string(limit) +
                                  " zones: --unfold allows more");
    waiting.emplace_back(std::move(row), zone);
  };
  for (const CertificateRecords::Node& node : records.nodes) {
    const Zone zone = zone_of(records, network, node);
    std::vector<ValueRow> rows{node.row};
    for (std::size_t s = 0; s < kept.size(); ++s) {
      const std::size_t at = network.processes() + s;
      if (!kept[s] || node.row[at] != open_value) continue;
      std::vector<ValueRow> filled;
      for (ValueRow& row : rows) {
        for (std::int32_t v = network.slots()[s].low; v <= network.slots()[s].high; ++v) {
          row[at] = v;
          filled.push_back(row);
          if (filled.size() > limit) throw std::invalid_argument("so many open values; verify with --reduce none");
        }
      }
      rows = std::move(filled);
    }
    for (ValueRow& row : rows) add(std::move(row), zone);
  }
  while (!waiting.empty()) {
    poll_limits();
    const auto [row, zone] = std::move(waiting.front());
    waiting.pop_front();
    for (const Swap& swap : swaps) add(swap(row), swap(zone));
  }
  return states;
}

}  // namespace orbita

#include "engine/certificate/munta_export.h"

#include <algorithm>
#include <deque>
#include <functional>

#include "dbm/extrapolation.h"
#include "engine/certificate/munta_model.h"
#include "engine/certificate/unfolding.h"
#include "parser/work_limits.h"

namespace orbita {

namespace {

class MuntaCloser {
 public:
  MuntaCloser(const FlatNetwork& network, const MuntaModel& model, StateZones states, std::size_t limit)
      : network_(network), flat_(network.document()), model_(model), states_(std::move(states)), limit_(limit) {
    for (const std::uint32_t s : model.slots()) kept_.push_back(s);
    const auto dimension = static_cast<std::uint32_t>(network.clocks() + 1);
    largest_.assign(dimension, model.largest_constant());
    for (const auto& [row, zones] : states_) {
      for (const Zone& zone : zones) waiting_.emplace_back(row, zone);
    }
    count_ = waiting_.size();
    reach(network.initial(), Zone::zero(dimension));
  }

  void close() {
    while (!waiting_.empty()) {
      poll_limits();
      const auto [row, zone] = std::move(waiting_.front());
      waiting_.pop_front();
      expand(row, zone);
    }
  }

  std::size_t added() const { return added_; }

  std::string text() const {
    std::string bytes;
    put(bytes, 42);
    put(bytes, static_cast<std::int64_t>(network_.processes()));
    put(bytes, static_cast<std::int64_t>(std::max<std::size_t>(network_.clocks(), 1) + 1));
    put(bytes, static_cast<std::int64_t>(kept_.size() + 1));
    put(bytes, static_cast<std::int64_t>(states_.size()));
    for (const auto& [row, zones] : states_) {
      for (std::size_t p = 0; p < network_.processes(); ++p) put(bytes, row[p]);
      for (const std::uint32_t s : kept_) put(bytes, row[network_.processes() + s] - network_.slots()[s].initial);
      put(bytes, 0);  // "never"
      put(bytes, static_cast<std::int64_t>(zones.size()));
      for (const Zone& zone : zones) put_zone(bytes, network_.clocks() > 0 ? zone : Zone::universal(2));
    }
    return bytes;
  }

 private:
  static void put(std::string& bytes, std::int64_t number) {  // big-endian
    for (int shift = 56; shift >= 0; shift -= 8)
      bytes += static_cast<char>(static_cast<std::uint64_t>(number) >> shift);
  }
  static void put_zone(std::string& bytes, const Zone& zone) {
    for (std::uint32_t i = 0; i < zone.dimension(); ++i) {
      for (std::uint32_t j = 0; j < zone.dimension(); ++j) {
        const Bound bound = zone(ClockIndex{i}, ClockIndex{j});
        put(bytes, bound.is_infinite() ? INT64_MAX : bound.raw);
      }
    }
  }

  bool may_delay(const ValueRow& row) const {
    for (std::size_t p = 0; p < network_.processes(); ++p) {
      const FlatJson& at = flat_["processes"][p]["locations"][static_cast<std::size_t>(row[p])];
      if (at.contains("urgent") || at.contains("committed")) return false;
    }
    return true;
  }
  bool constrain_by_invariants(const ValueRow& row, Zone& zone) const {
    for (std::size_t p = 0; p < network_.processes(); ++p) {
      if (!zone.constrain(model_.invariants(p)[static_cast<std::size_t>(row[p])])) return false;
    }
    return true;
  }
  bool delay(const ValueRow& row, Zone& zone) const {
    if (may_delay(row)) zone.delay();
    return constrain_by_invariants(row, zone);
  }

  // A zone that must be included in a stored one.
  void reach(ValueRow row, Zone zone) {
    if (!constrain_by_invariants(row, zone)) return;
    for (std::size_t s = 0; s < network_.slots().size(); ++s) {
      const bool kept = std::ranges::binary_search(kept_, static_cast<std::uint32_t>(s));
      if (!kept) row[network_.processes() + s] = network_.slots()[s].initial;
    }
    std::vector<Zone>& stored = states_[row];
    if (std::ranges::any_of(stored, [&](const Zone& other) { return other.includes(zone); })) return;
    if (!delay(row, zone)) return;
    extrapolate_m_plus(zone.matrix(), largest_);
    if (count_ + ++added_ > limit_) {
      throw std::invalid_argument("Munta's certificate would have more than " + std::to_string(limit_) +
                                  " zones: --unfold allows more");
    }
    stored.push_back(zone);
    waiting_.emplace_back(std::move(row), std::move(zone));
  }

  struct Offer {
    const MuntaEdge* edge = nullptr;
    std::size_t process = 0;
    char way = ' ';  // '!', '?'
  };
  std::vector<std::vector<Offer>> offers(const ValueRow& row) const {
    std::vector<std::vector<Offer>> result(network_.processes());
    for (const MuntaEdge& edge : model_.edges()) {
      const FlatJson& flat = flat_["edges"][edge.flat];
      const auto process = flat["process"].get<std::size_t>();
      if (flat["source"].get<std::int32_t>() != row[process]) continue;
      const bool chosen = std::ranges::all_of(
          edge.values, [&](const auto& one) { return row[network_.processes() + one.first] == one.second; });
      if (!chosen || !data_allow(flat, row)) continue;
      result[process].push_back({&edge, process, flat.contains("send") ? '!' : flat.contains("receive") ? '?' : ' '});
    }
    return result;
  }
  bool data_allow(const FlatJson& edge, const ValueRow& row) const {
    if (!edge.contains("guard")) return true;
    try {
      return std::ranges::all_of(edge["guard"], [&](const FlatJson& conjunct) {
        return (conjunct.is_array() && conjunct[0] == "clk") || network_.value(conjunct, row) != 0;
      });
    } catch (const FlatError&) {
      return false;
    }
  }

  void expand(const ValueRow& row, Zone zone) {
    if (!delay(row, zone)) return;
    const std::vector<std::vector<Offer>> all = offers(row);
    bool committed = false;
    for (std::size_t p = 0; p < all.size(); ++p) committed |= is_committed(row, p);
    const auto step = [&](const std::vector<Offer>& move) {
      const bool allowed =
          !committed || std::ranges::any_of(move, [&](const Offer& o) { return is_committed(row, o.process); });
      if (allowed) take(row, zone, move);
    };
    for (const auto& process : all) {
      for (const Offer& first : process) {
        if (first.way == ' ') step({first});
        if (first.way == '!') synchronise(all, first, step);
      }
    }
  }
  bool is_committed(const ValueRow& row, std::size_t p) const {
    return flat_["processes"][p]["locations"][static_cast<std::size_t>(row[p])].contains("committed");
  }
  void synchronise(const std::vector<std::vector<Offer>>& all, const Offer& sender,
                   const std::function<void(const std::vector<Offer>&)>& step) const {
    const auto hears = [&](const Offer& o) {
      return o.way == '?' && o.edge->channel == sender.edge->channel && o.process != sender.process;
    };
    const bool broadcast = flat_["channels"][static_cast<std::size_t>(sender.edge->channel)].contains("broadcast");
    std::vector<std::vector<Offer>> moves{{sender}};
    for (const auto& process : all) {
      std::vector<std::vector<Offer>> longer;
      for (const Offer& offer : process) {
        if (!hears(offer)) continue;
        if (!broadcast) step({sender, offer});
        for (std::vector<Offer> move : moves) {
          move.push_back(offer);
          longer.push_back(std::move(move));
        }
      }
      if (broadcast && !longer.empty()) moves = std::move(longer);
    }
    if (!broadcast) return;
    for (const std::vector<Offer>& move : moves) step(move);
  }

  void take(ValueRow row, Zone zone, const std::vector<Offer>& move) {
    for (const Offer& offer : move) {
      if (!zone.constrain(offer.edge->clocks)) return;
    }
    try {
      for (const Offer& offer : move) {
        const FlatJson& edge = flat_["edges"][offer.edge->flat];
        if (edge.contains("update")) execute(edge["update"], row, zone);
        row[offer.process] = edge["target"].get<std::int32_t>();
      }
    } catch (const FlatError&) {
      return;  // Munta has no such transition
    }
    reach(std::move(row), std::move(zone));
  }
  void execute(const FlatJson& statements, ValueRow& row, Zone& zone) const {
    for (const FlatJson& statement : statements) {
      const std::string op = statement[0];
      if (op == "if") {
        execute(statement[network_.value(statement[1], row) != 0 ? 2 : 3], row, zone);
      } else if (op == "reset") {
        zone.reset(ClockIndex{network_.cell(statement[1], row)});
      } else if (op == "set") {
        const std::uint32_t slot = network_.cell(statement[1], row);
        const std::int64_t value = network_.value(statement[2], row);
        if (value < network_.slots()[slot].low || value > network_.slots()[slot].high) throw FlatError("out of range");
        row[network_.processes() + slot] = static_cast<std::int32_t>(value);
      }
    }
  }

  const FlatNetwork& network_;
  const FlatJson& flat_;
  const MuntaModel& model_;
  StateZones states_;
  std::size_t limit_, count_ = 0, added_ = 0;
  std::vector<std::uint32_t> kept_;
  std::vector<std::int32_t> largest_;
  std::deque<std::pair<ValueRow, Zone>> waiting_;
};

}  // namespace

MuntaExport export_for_munta(const FlatJson& flat, const CertificateRecords& records, std::size_t limit) {
  if (records.header.value("kind", "") != "safety") {
    throw std::invalid_argument("Munta's language does not have queries about runs");
  }
  const FlatNetwork network(flat);
  const MuntaModel model(network, records.header.value("query", ""));
  std::vector<bool> kept(network.slots().size(), false);
  for (const std::uint32_t s : model.slots()) kept[s] = true;
  // Zones for simulation may be larger than what is reached, and then have deadlocks: they are worked out anew.
  const bool usable = !model.is_about_deadlock() || records.includes_zones;
  StateZones states = usable ? unfold(records, network, kept, limit) : StateZones();
  MuntaExport result{model.model(), model.renaming(), "", model.is_about_deadlock(), 0, 0};
  for (const auto& [row, zones] : states) result.unfolded += zones.size();
  MuntaCloser closer(network, model, std::move(states), limit);
  closer.close();
  result.added = closer.added();
  result.certificate = closer.text();
  return result;
}

}  // namespace orbita

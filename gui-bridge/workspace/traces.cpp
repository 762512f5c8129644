#include "gui-bridge/workspace/traces.h"

#include <unordered_map>

#include "dbm/render.h"
#include "engine/trace/named_run.h"

namespace orbita::bridge {

namespace {

using Numbers = std::unordered_map<std::string, std::size_t>;

template <class Items, class NameOf>
Numbers numbers_of(const Items& items, NameOf name_of) {
  Numbers numbers;
  for (const auto& item : items) numbers.emplace(std::string(name_of(item)), numbers.size());
  return numbers;
}

class TableMaker {
 public:
  explicit TableMaker(TraceEntry& entry) : trace_(entry.trace), model_(entry.model->model()) {
    StateTree& tree = entry.model->tree();
    processes_ = numbers_of(model_.processes, [](const Process& p) { return p.name; });
    variables_ = numbers_of(tree.variables(), [](const TreeVariable& v) { return v.name; });
    clocks_ = numbers_of(tree.clocks(), [](const std::string& name) { return name; });
    for (const Process& process : model_.processes) {
      if (locations_.count(process.templ) == 0)
        locations_[process.templ] = numbers_of(process.templ->locations, [](const Location& l) { return l.name; });
    }
  }

  TraceTable make() {
    TraceTable table;
    TraceTable::Row row;
    row.locations.resize(processes_.size());
    row.values.resize(variables_.size());
    row.clocks.resize(clocks_.size());
    fill(trace_.initial, row);
    table.rows.push_back(row);
    for (const TraceStep& step : trace_.steps) {
      check_limits();
      row.time += step.delay;
      fill(step.state, row);
      table.rows.push_back(row);
    }
    return table;
  }

 private:
  void fill(const TraceState& state, TraceTable::Row& row) const {
    for (const auto& [process, location] : state.locations) {
      const auto p = processes_.find(process);
      if (p == processes_.end()) continue;
      const Numbers& known = locations_.at(model_.processes[p->second].templ);
      if (const auto l = known.find(location); l != known.end())
        row.locations[p->second] = static_cast<std::int32_t>(l->second);
    }
    for (const auto& [name, value] : state.variables) {
      if (const auto v = variables_.find(name); v != variables_.end()) row.values[v->second] = value;
    }
    for (const auto& [name, value] : state.clocks) {
      if (const auto x = clocks_.find(name); x != clocks_.end()) row.clocks[x->second] = to_fraction(value);
    }
  }

  const Trace& trace_;
  const Model& model_;
  Numbers processes_, variables_, clocks_;
  std::unordered_map<const Template*, Numbers> locations_;
};

// The clock of the total time is ours, not the model's: it is the last one.
std::string without_time(const Zone& zone, const std::vector<std::string>& names) {
  std::vector<ClockIndex> kept;
  for (std::uint32_t x = 1; x + 1 < zone.dimension(); ++x) kept.push_back(ClockIndex{x});
  return to_string(zone.projected(kept).view(), names);
}

}  // namespace

const ReplayResult& replayed(TraceEntry& entry) {
  if (!entry.replayed) entry.replayed = replay(entry.model->model(), entry.trace);
  return *entry.replayed;
}

const TraceTable& table_of(TraceEntry& entry) {
  if (!entry.table) entry.table = std::make_unique<TraceTable>(TableMaker(entry).make());
  return *entry.table;
}

const std::vector<std::string>& zones_of(TraceEntry& entry) {
  if (entry.zones) return *entry.zones;
  std::vector<std::string> texts;
  NamedRuns runs(entry.model->model());
  const std::vector<std::string>& names = entry.model->tree().zone_clocks();
  if (const std::optional<SymbolicRun> run = runs.follow(entry.trace)) {
    // Steps that are only a delay have no zone of their own.
    const std::vector<Zone> zones = runs.zones(*run, false);
    std::size_t at = 0;
    texts.push_back(without_time(zones.front(), names));
    for (const TraceStep& step : entry.trace.steps) {
      check_limits();
      if (!step.edges.empty() && at + 1 < zones.size()) texts.push_back(without_time(zones[++at], names));
      else texts.push_back(texts.back());
    }
  }
  entry.zones = std::move(texts);
  return *entry.zones;
}

}  // namespace orbita::bridge

// A trace that a session knows, and what can be asked about it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/replay/replay.h"
#include "engine/trace/trace.h"
#include "gui-bridge/workspace/workspace.h"

namespace orbita::bridge {

// The states of a trace by numbers instead of names.
struct TraceTable {
  struct Row {
    std::vector<std::int32_t> locations;              // by process
    std::vector<std::optional<std::int32_t>> values;  // by variable; nullopt: the trace does not say
    std::vector<std::string> clocks;                  // by clock; "": likewise
    Rational time;
  };
  std::vector<Row> rows;  // the initial state, then one for each step
};

struct TraceEntry {
  std::string id;
  std::shared_ptr<ModelVersion> model;
  Trace trace;
  // Each made when it is first asked for, in the session's thread.
  std::optional<ReplayResult> replayed;
  std::unique_ptr<TraceTable> table;
  std::optional<std::vector<std::string>> zones;  // of each state
};

const ReplayResult& replayed(TraceEntry& entry);
const TraceTable& table_of(TraceEntry& entry);
// The zones that the run leads through, as constraints; empty where they cannot be told.
const std::vector<std::string>& zones_of(TraceEntry& entry);

}  // namespace orbita::bridge

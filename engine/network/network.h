// The flat network: what exploration works on.
//
// compile() (compile.h) turns a checked model into processes, integer slots,
// clocks, channels and edges, with all expressions as bytecode (program.h).
// A network is immutable; exploration, analysis and symmetry only read it.
//
// A discrete state is a row of int32 values: first the location of every
// process (index inside the process), then every slot:
//
//   values[0 .. processes.size())                      locations
//   values[processes.size() .. value_count())          slots
//
// Clock 0 is the reference clock; clocks[i] describes clock i.
#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/base/ids.h"
#include "engine/network/program.h"
#include "parser/model.h"
#include "symmetry/detect/id_set.h"

namespace orbita {

inline constexpr None none;  // a value of every kind of index

// Where a cell of an object moves when elements of scalarsets are permuted. The cell belongs to
// an object ("family") whose scalar indices are listed outermost first: for `int m[S][3][T]` the
// cell m[s][k][t] has indices {(S,s), (T,t)} and plain position k. For locals of processes the
// scalar arguments of the process come first. Two cells of one family with the same indices and
// the same position are the same cell.
struct ScalarIndex {
  SetId set = none;  // Network::sets
  std::int32_t element = 0;
};

struct Slot {
  std::string name;  // "id", "P(0).k", "Gate.list[1]"
  std::int32_t low = 0, high = 0;
  std::int32_t initial = 0;
  SetId value_set = none;  // holds elements of this set
  ElementCode code{};      // … in this way; values that are no elements stay what they are
  SetId bits_of = none;    // or holds sets of such elements, as bits: bit first_bit + e is that of e
  std::int32_t first_bit = 0;
  ProcessId process = none;                // owner, or none for global slots
  std::uint32_t family = 0, position = 0;  // see ScalarIndex; family numbers are shared by slots and clocks
  std::vector<ScalarIndex> indices;
  const Symbol* symbol = nullptr;
  std::uint32_t cell = 0;  // cell offset inside the symbol's object
};

struct Clock {
  std::string name;  // "x", "P(0).x"
  std::int32_t initial = 0;
  ProcessId process = none;
  std::uint32_t family = 0, position = 0;
  std::vector<ScalarIndex> indices;
  const Symbol* symbol = nullptr;
  std::uint32_t cell = 0;
};

struct Channel {
  std::string name;  // "go", "appr[2]"
  bool urgent = false, broadcast = false;
  std::int32_t priority = 0;  // level of `chan priority`, default level if not listed
};

// A clock known at compile time, or computed (an element of a clock array): then `code`
// leaves the clock's number on the stack.
struct ClockTerm {
  NetClockId clock = reference_net_clock;
  CodeRef code = no_code;
};

// x - y <= bound (or <), taken into account only when `condition` holds.
// `x >= c` is stored as 0 - x <= -c, `x == c` as two atoms.
// With computed terms x and y may turn out to be the same clock: then the atom says 0 <= bound.
// An atom whose terms are both the reference clock is `0 < 0`: false whenever its condition holds.
// It stands for a data test that is written to the right of a clock test and can fail to evaluate
// (`x < 3 && 6 / n == 2`): its error must not appear where the clock test is already false.
struct ClockAtom {
  CodeRef condition = no_code;  // no_code: always
  ClockTerm x, y;
  bool strict = false;
  CodeRef bound = no_code;  // no_code: `constant`
  std::int32_t constant = 0;
  // What the bound may be, from declared ranges: for the static clock bounds.
  std::int32_t bound_low = 0, bound_high = 0;
  // Which clocks the terms may denote (one entry when static).
  std::vector<NetClockId> x_candidates, y_candidates;
  Span span;
};

// A conjunction: data part (program leaving 0/1) and clock atoms. Evaluate the data part first, then
// the atoms in order; stop as soon as the data part is false or no valuation is left, because what
// follows may rely on what came before (`i < N && x <= t[i]`).
struct Condition {
  CodeRef data = no_code;  // no_code: true
  std::vector<ClockAtom> atoms;
  std::vector<SlotId> reads;  // slots the data part, conditions and bounds may read (sorted)
};

// rate: x' == e for one clock; e leaves 0 or 1.
struct RateAtom {
  NetClockId clock = reference_net_clock;
  CodeRef rate = no_code;
  Span span;
};

struct NetLocation {
  std::string name;
  bool urgent = false, committed = false;
  Condition invariant;
  std::vector<RateAtom> rates;
  std::vector<EdgeId> edges;  // outgoing, in document order
  const Location* tree = nullptr;
};

// How an update may write clocks, for the static analyses: clock := constant or clock := other + shift.
struct ClockWrite {
  std::vector<NetClockId> targets;  // candidates; exactly one and `certain`: a definite write
  bool certain = false;             // happens on every execution of the update
  bool from_clock = false;
  std::vector<NetClockId> sources;  // from_clock: candidates
  std::int32_t low = 0, high = 0;   // the value (or the shift) lies in this interval
};

// A select over few values is expanded: one edge per value, with low == high.
struct SelectRange {
  std::int32_t low = 0, high = -1;
  SetId set = none;         // scalar select
  std::uint32_t frame = 0;  // frame cell the value is bound to
};

// One edge of one process. An edge into a branchpoint appears once per branch, with
// the labels of both: guards and selects joined, the synchronisation of either, updates in order.
struct NetEdge {
  ProcessId process;
  LocationId source, target;         // of this process
  std::vector<SelectRange> selects;  // one transition per combination
  Condition guard;
  SyncDirection direction = SyncDirection::none;
  ChannelId channel;                // first channel; the real one is channel_at(value of `channel_index`)
  CodeRef channel_index = no_code;  // no_code: exactly `channel`; evaluated with selects bound
  std::uint32_t channel_count = 1;  // how many channels may be meant
  ChannelId channel_at(std::int32_t index) const { return {channel.value + static_cast<std::uint32_t>(index)}; }
  IdRange<ChannelId> channels() const {  // all that may be meant
    return channel == none ? IdRange<ChannelId>(0) : IdRange(channel, ChannelId{channel.value + channel_count});
  }
  CodeRef update = no_code;
  std::vector<ClockWrite> clock_writes;    // in order
  std::vector<SlotId> reads;               // slots guard, sync index and update may read (sorted)
  std::vector<SlotId> reads_before_write;  // those the update (or guard/sync) may read before certainly writing them
  std::vector<SlotId> certain_writes;      // slots the update writes on every execution
  std::vector<SlotId> writes;              // slots it may write
  const Edge* tree = nullptr;              // the document's edge …
  const Edge* branch = nullptr;            // … and the branch, when it goes through a branchpoint
  std::uint32_t family = 0;                // same template edge (and branch) in every process: same number
};

// Some select variable is an element of a scalarset.
bool selects_elements(const NetEdge& edge);

struct NetProcess {
  std::string name;
  const Process* origin = nullptr;
  std::uint32_t template_id = 0;  // same template and same instantiation chain: same number
  LocationId initial;
  std::int32_t priority = 0;
  IdVector<LocationId, NetLocation> locations;
  // Scalar arguments chosen by expanding the process set: how the process itself moves.
  std::uint32_t family = 0, position = 0;
  std::vector<ScalarIndex> indices;
};

// One id set as it is in this network (template-local sets: one per process, `process` says whose).
struct NetScalarSet {
  std::string name;
  std::int32_t count = 0;
  IdSetIndex origin;
  ProcessId process = none;
  ElementCode code{};                  // how slots hold its elements
  std::vector<std::int32_t> pinned;    // elements that are never exchanged
  std::vector<std::uint32_t> cells{};  // only elements of the same cell are; empty: all but pinned ones
  bool detected = false;               // its elements are plain numbers (engine/detect/)
  bool as_bits = false;                // … and sets of them are numbers, too: values or indices of channels
};

// By set of a network: the cell of every element; empty: not told apart here.
using SetCells = std::vector<std::vector<std::uint32_t>>;

// Where the cells of an object (or of what a reference parameter stands for) are: slots and clocks
// are numbered in cell order, with `first_cell` the cell of the object the first one belongs to.
struct ObjectPlace {
  SlotId slot;
  std::uint32_t slot_count = 0;
  NetClockId clock;
  std::uint32_t clock_count = 0;
  std::uint32_t first_cell = 0;
};

// The location a process is in, in a row of values.
inline LocationId location_of(std::span<const std::int32_t> values, ProcessId process) {
  return LocationId{static_cast<std::uint32_t>(values[process.value])};
}

struct CompilerState;  // compile/compiler_state.h

struct Network {
  const Model* model = nullptr;
  IdVector<ProcessId, NetProcess> processes;
  IdVector<SlotId, Slot> slots;
  IdVector<NetClockId, Clock> clocks;  // clocks[0] is the reference clock, named "0"
  IdVector<ChannelId, Channel> channels;
  IdVector<EdgeId, NetEdge> edges;
  std::vector<NetScalarSet> sets;
  const NetScalarSet& set(SetId id) const { return sets[id.value]; }
  std::uint32_t family_count = 0;
  Programs programs;               // of edges, locations and hooks, with the functions they call
  std::uint32_t select_frame = 0;  // frame cells reserved for select variables
  CodeRef before_update = no_code, after_update = no_code;
  std::vector<ClockWrite> hook_clock_writes;
  std::vector<SlotId> hook_reads, hook_writes;

  bool has_channel_priority = false, has_process_priority = false;
  std::int32_t default_priority = 0;  // channel priority of internal steps
  bool has_stopwatches = false;
  bool has_diagonals = false;       // some guard or invariant compares two clocks
  bool resets_to_zero_only = true;  // clocks are only reset to 0 or copied: zones keep the diagonal property

  std::uint32_t value_count() const { return static_cast<std::uint32_t>(processes.size() + slots.size()); }
  // All but the reference clock.
  IdRange<NetClockId> proper_clocks() const { return {NetClockId{1}, clocks.end_id()}; }
  // Positions in a row of values.
  std::uint32_t location_value(ProcessId process) const { return process.value; }
  std::uint32_t slot_value(SlotId slot) const { return static_cast<std::uint32_t>(processes.size()) + slot.value; }
  // … and back: the slot whose value is there, which is not the location of a process.
  SlotId slot_at(std::uint32_t value) const {
    assert(value >= processes.size() && value < value_count());
    return SlotId{value - static_cast<std::uint32_t>(processes.size())};
  }
  std::vector<std::int32_t> initial_values() const;
  // … and what is there.
  const NetLocation& location(std::span<const std::int32_t> values, ProcessId process) const {
    return processes[process].locations[location_of(values, process)];
  }

  // The slot or clock of one cell of a symbol's object, per process for locals and parameters
  // (process == none for globals). `none` if that cell is not of the sort, or is a constant.
  SlotId find_slot(const Symbol& symbol, ProcessId process, std::uint32_t cell) const;
  NetClockId find_clock(const Symbol& symbol, ProcessId process, std::uint32_t cell) const;

  std::unordered_map<std::uint64_t, ObjectPlace> places;  // by place_key
  static std::uint64_t place_key(const Symbol& symbol, ProcessId process);
  std::shared_ptr<const CompilerState> compiler;  // what QueryCompiler starts from
};

// For whoever makes a network, before anything explores it: one more clock, the last one, never reset.
void add_time_clock(Network& network);

}  // namespace orbita

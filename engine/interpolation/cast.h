// Who plays which part: the processes of a network, their parameters and variables, and which of them may trade places.
//
// Two processes may trade places when they run the same text: same template, same things behind reference parameters,
// same priority, variables of the same ranges, clocks of the same number. Constant parameters may differ: labels
// (terms.h) keep them as symbols. Whatever the text of a template says about its own process then also holds, with the
// names exchanged, for the other one: that is the first half of the gate W0 (docs/interpolation.md). The second half
// is the property's (gate.h).
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "engine/network/network.h"
#include "parser/model.h"

namespace orbita::interpolation {

using Row = std::span<const std::int32_t>;
// The process that takes the place of each process; empty: everybody stays.
using Exchange = std::vector<std::uint32_t>;

inline std::uint32_t image(const Exchange& exchange, std::uint32_t process) {
  return exchange.empty() ? process : exchange[process];
}

// A variable or mutable parameter: global, or of one process.
struct Variable {
  const Symbol* symbol = nullptr;
  std::uint32_t process = none;
  std::vector<std::uint32_t> values;    // by cell: position in the row; none for cells that are no data
  std::vector<std::int32_t> low, high;  // by cell
  std::int32_t lowest = 0, highest = 0;
  bool is_data = true;  // every cell is
};

class Cast {
 public:
  explicit Cast(const Network& network);  // which must outlive it

  const Network& network() const { return network_; }
  const Model& model() const { return *network_.model; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(role_.size()); }

  // Processes of one role may trade places.
  std::uint32_t role(std::uint32_t process) const { return role_[process]; }
  std::span<const std::uint32_t> members(std::uint32_t role) const { return members_[role]; }
  std::size_t role_count() const { return members_.size(); }

  // Constant parameters of one cell, by position; others are 0.
  std::int32_t parameter(std::uint32_t process, std::uint32_t position) const { return parameters_[process][position]; }
  std::size_t parameter_count(std::uint32_t process) const { return parameters_[process].size(); }
  bool is_constant_parameter(std::uint32_t process, std::uint32_t position) const;
  std::pair<std::int32_t, std::int32_t> parameter_range(std::uint32_t process, std::uint32_t position) const {
    return parameter_ranges_[role_[process]][position];
  }
  // All members of the role have different values of it.
  bool tells_apart(std::uint32_t role, std::uint32_t position) const;

  // Numbers variables from 0 on; none: it has no data.
  std::uint32_t variable(const Symbol& symbol, std::uint32_t process);
  const Variable& operator[](std::uint32_t variable) const { return variables_[variable]; }
  std::uint32_t renamed(std::uint32_t variable, const Exchange& exchange);
  // The variable a slot belongs to, and which cell of it that is.
  std::pair<std::uint32_t, std::uint32_t> cell_of(SlotId slot);

  // The clock that takes the place of each clock.
  IdVector<NetClockId, NetClockId> renamed_clocks(const Exchange& exchange) const;
  std::span<const NetClockId> clocks_of(std::uint32_t process) const { return clocks_[process]; }
  std::uint32_t clock_position(NetClockId clock) const { return clock_position_[clock]; }  // in clocks_of

 private:
  bool same_text(std::uint32_t p, std::uint32_t q) const;

  const Network& network_;
  std::vector<std::uint32_t> role_;
  std::vector<std::vector<std::uint32_t>> members_;
  std::vector<std::vector<std::int32_t>> parameters_;
  std::vector<std::vector<SlotId>> slots_;       // by process
  std::vector<std::vector<NetClockId>> clocks_;  // by process
  IdVector<NetClockId, std::uint32_t> clock_position_;
  std::map<std::pair<const Symbol*, std::uint32_t>, std::uint32_t> numbers_;
  std::vector<Variable> variables_;
  std::vector<std::vector<std::uint32_t>>
      images_;  // by variable and process that takes the owner's place; none: not yet
  // By role and position.
  std::vector<std::vector<std::pair<std::int32_t, std::int32_t>>> parameter_ranges_;
};

}  // namespace orbita::interpolation

// Concrete states for replay: the layout of a model's variables, clocks and channels, and one valuation of them.
//
// Nothing here is shared with the compiled network: cells are laid out afresh from
// the checked model, expressions are evaluated by parser/interpreter/interpreter.h, and clocks
// have exact rational values.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/base/rational.h"
#include "parser/interpreter/interpreter.h"
#include "parser/model.h"

namespace orbita {

inline constexpr std::uint32_t no_process = 0xffffffffu;

// A leaf of some variable. Cells of clocks and channels hold the clock's or channel's index and never change; data
// cells hold the value.
struct LayoutCell {
  const Symbol* symbol = nullptr;
  std::uint32_t process = no_process;  // owner of a local variable
  std::uint32_t offset = 0;            // cell inside the symbol's object
  const ConcreteType* type = nullptr;
  std::int32_t initial = 0;
  bool is_data = false;
  std::string name;  // "list[2]", "P(0).k"
};

struct LayoutClock {
  const Symbol* symbol = nullptr;
  std::uint32_t process = no_process;
  std::uint32_t offset = 0;
  std::int32_t initial = 0;
  bool hybrid = false;  // its rate is ignored
  std::string name;
};

struct LayoutChannel {
  bool urgent = false, broadcast = false;
  std::int32_t level = 0;  // of `chan priority`
  std::string name;
};

// The objects of a model that are not constant: globals, then the locals and mutable
// parameters of the processes in order.
class Layout {
 public:
  explicit Layout(const Model& model);

  const std::vector<LayoutCell>& cells() const { return cells_; }
  const std::vector<LayoutClock>& clocks() const { return clocks_; }
  const std::vector<LayoutChannel>& channels() const { return channels_; }
  // First cell of a variable's object, and its type; nullptr if it has none.
  struct Object {
    std::uint32_t first = 0;
    const ConcreteType* type = nullptr;
  };
  const Object* find(const Symbol& symbol, std::uint32_t process) const;
  // By name, as written in queries. nullopt: no such data cell or clock.
  std::optional<std::uint32_t> find_cell(const std::string& name) const;
  std::optional<std::uint32_t> find_clock(const std::string& name) const;

 private:
  void add(const Model& model, const Symbol& symbol, std::uint32_t process, const ConcreteType& type,
           const std::vector<std::int32_t>& initial);

  std::vector<LayoutCell> cells_;
  std::vector<LayoutClock> clocks_;
  std::vector<LayoutChannel> channels_;
  std::unordered_map<std::uint64_t, Object> objects_;  // process and symbol
  std::unordered_map<std::string, std::uint32_t> cell_names_, clock_names_;
};

struct ConcreteState {
  std::vector<std::uint32_t> locations;  // per process, index in Template::locations
  std::vector<std::int32_t> cells;       // Layout::cells
  std::vector<Rational> clocks;          // Layout::clocks
  // Growth of each clock during the delay under consideration: its rate (0 or 1) in the location vector; 0 for a clock
  // just set to a constant while a transition is being tried.
  std::vector<std::int8_t> rates;

  bool same_discrete(const ConcreteState& other) const { return locations == other.locations && cells == other.cells; }
};

// Clock comparisons made while a stretch of a run was replayed. The run depends on nothing else: from another valuation
// with the same outcomes, the same transitions are possible.
struct ClockUse {
  explicit ClockUse(std::size_t clocks) : read(clocks, false), written(clocks, false), constant(clocks, -1) {}
  std::vector<bool> read;  // compared (or copied) before it was written
  std::vector<bool> written;
  std::vector<std::int64_t> constant;   // largest constant it was compared with; -1: none
  std::int64_t diagonal_constant = -1;  // largest constant a difference of two clocks was compared with; -1: none
  bool copies = false;                  // x := y
  bool shifts = false;                  // x := y + c, c != 0
  bool stopped = false;                 // time passed while some clock was stopped
};

// The interpreter's access to one state, given by `attach`; updates may change the state.
//
// Lookahead: comparisons of clocks are linear in the delay, so their outcome on the open stretch right after this
// moment is known exactly (`just_after`), and `horizon` is the time for which every comparison made since then keeps
// its outcome.
class StateEnvironment final : public Environment {
 public:
  StateEnvironment(const Model& model, const Layout& layout) : model_(model), layout_(layout) {}

  void attach(ConcreteState& state) { state_ = &state; }
  ConcreteState* attached() { return state_; }

  void set_just_after(bool on) { just_after_ = on; }
  bool just_after() const { return just_after_; }
  void clear_horizon() { horizon_.reset(); }
  const std::optional<Rational>& horizon() const { return horizon_; }
  void set_use(ClockUse* use) { use_ = use; }
  // Comparisons of clocks that something else decides: is left - right + shift <comparison> 0? Clocks may then have
  // values that only the oracle understands, as long as sums with constants mean sums. Empty: values are what they are.
  using ClockOracle =
      std::function<bool(const Rational& left, const Rational& right, std::int64_t shift, ExprKind comparison)>;
  void set_oracle(ClockOracle oracle) { oracle_ = std::move(oracle); }
  // Answers `deadlock` in queries.
  template <class Answer>
  void set_deadlock(Answer answer) {
    deadlock_ = std::move(answer);
  }

  Place place(const Symbol& symbol, const Process* process) override;
  bool in_location(std::uint32_t process, std::uint32_t location, Span where) override;
  std::int32_t current_location(std::uint32_t process, Span where) override;
  void assign_clock(std::int32_t* cell, std::int32_t value, Span where) override;
  void copy_clock(std::int32_t* target, std::int32_t* source, std::int32_t shift, Span where) override;
  bool compare_clocks(const std::int32_t* cell, const std::int32_t* other, std::int64_t shift, ExprKind comparison,
                      Span where) override;
  bool deadlocked(Span where) override;

 private:
  int sign_of(const Rational& value, int rate);
  void note_comparison(const std::int32_t* cell, const std::int32_t* other, std::int64_t shift);

  const Model& model_;
  const Layout& layout_;
  ConcreteState* state_ = nullptr;
  bool just_after_ = false;
  std::optional<Rational> horizon_;
  ClockUse* use_ = nullptr;
  ClockOracle oracle_;
  std::function<bool()> deadlock_;
};

// Same outcome of all comparisons in `use`, now and after any delays and resets: the classic regions for the clocks
// that matter. Both valuations belong to the same discrete state. Regions are not defined for stopped clocks, so
// stopwatches require equal values (up to the constants).
bool region_equivalent(const std::vector<Rational>& a, const std::vector<Rational>& b, const ClockUse& use);

}  // namespace orbita

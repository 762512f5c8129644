#include "engine/replay/state.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>

#include "parser/interpreter/elaborate.h"

namespace orbita {

namespace {

std::uint64_t key(const Symbol& symbol, std::uint32_t process) { return (std::uint64_t{process} << 32) | symbol.id; }

bool is_data(TypeKind kind) {
  return kind == TypeKind::integer || kind == TypeKind::boolean || kind == TypeKind::scalar;
}

std::int32_t priority_level(const Model& model, const Symbol& symbol, std::uint32_t process, std::uint32_t offset) {
  const ChannelPriority& priority = model.channel_priority;
  if (process == no_process) {
    const auto found = priority.levels.find({&symbol, offset});
    if (found != priority.levels.end()) return found->second;
  }
  return priority.default_level;
}

}  // namespace

Layout::Layout(const Model& model) {
  for (const GlobalObject& object : model.globals) {
    if (!object.symbol->is_const) add(model, *object.symbol, no_process, *object.type, object.value);
  }
  for (std::uint32_t p = 0; p < model.processes.size(); ++p) {
    const Process& process = model.processes[p];
    for (const Argument& argument : process.arguments) {
      if (argument.is_reference || argument.parameter->is_const) continue;
      add(model, *argument.parameter, p, *argument.type, argument.value);
    }
    for (const LocalObject& object : elaborate_locals(model, process)) {
      if (!object.symbol->is_const) add(model, *object.symbol, p, *object.type, object.value);
    }
  }
}

void Layout::add(const Model& model, const Symbol& symbol, std::uint32_t process, const ConcreteType& type,
                 const std::vector<std::int32_t>& initial) {
  const auto first = static_cast<std::uint32_t>(cells_.size());
  const bool added = objects_.emplace(key(symbol, process), Object{first, &type}).second;
  if (!added) return;
  const std::string prefix = process == no_process ? "" : model.processes[process].name + ".";
  for_each_leaf(type, [&](std::uint32_t offset, const ConcreteType& leaf, const std::string& path) {
    LayoutCell cell{
        &symbol, process, offset, &leaf, initial[offset], is_data(leaf.kind), prefix + std::string(symbol.name) + path};
    if (leaf.kind == TypeKind::clock) {
      cell.initial = static_cast<std::int32_t>(clocks_.size());
      clock_names_.emplace(cell.name, cell.initial);
      clocks_.push_back({&symbol, process, offset, initial[offset], leaf.hybrid, cell.name});
    } else if (leaf.kind == TypeKind::channel) {
      cell.initial = static_cast<std::int32_t>(channels_.size());
      channels_.push_back({leaf.urgent, leaf.broadcast, priority_level(model, symbol, process, offset), cell.name});
    } else if (cell.is_data) {
      cell_names_.emplace(cell.name, static_cast<std::uint32_t>(cells_.size()));
    }
    cells_.push_back(cell);
    for (std::uint32_t more = 1; more < leaf.cells; ++more) cells_.push_back(cell);  // doubles: never read
  });
}

const Layout::Object* Layout::find(const Symbol& symbol, std::uint32_t process) const {
  const auto found = objects_.find(key(symbol, process));
  return found == objects_.end() ? nullptr : &found->second;
}

std::optional<std::uint32_t> Layout::find_cell(const std::string& name) const {
  const auto found = cell_names_.find(name);
  return found == cell_names_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::uint32_t> Layout::find_clock(const std::string& name) const {
  const auto found = clock_names_.find(name);
  return found == clock_names_.end() ? std::nullopt : std::optional(found->second);
}

Place StateEnvironment::place(const Symbol& symbol, const Process* process) {
  const std::uint32_t owner = process ? static_cast<std::uint32_t>(process - model_.processes.data()) : no_process;
  const Layout::Object* object = layout_.find(symbol, owner);
  if (!object) return {};
  return {object->type, state_->cells.data() + object->first};
}

bool StateEnvironment::in_location(std::uint32_t process, std::uint32_t location, Span) {
  return state_->locations[process] == location;
}

std::int32_t StateEnvironment::current_location(std::uint32_t process, Span) {
  return static_cast<std::int32_t>(state_->locations[process]);
}

void StateEnvironment::assign_clock(std::int32_t* cell, std::int32_t value, Span) {
  const std::int32_t clock = *cell;
  state_->clocks[clock] = Rational(value);
  state_->rates[clock] = 0;
  if (use_) use_->written[clock] = true;
}

void StateEnvironment::copy_clock(std::int32_t* target, std::int32_t* source, std::int32_t shift, Span where) {
  const std::int32_t to = *target, from = *source;
  const Rational value = state_->clocks[from] + Rational(shift);
  const std::int8_t rate = state_->rates[from];
  if (use_) {
    if (!use_->written[from]) use_->read[from] = true;
    use_->written[to] = true;
    use_->copies = true;
    if (shift != 0) use_->shifts = true;
  }
  if (oracle_ ? oracle_(value, 0, 0, ExprKind::less) : sign_of(value, rate) < 0) {
    throw EvaluationError(where, "negative value " + to_text(value) + " for clock '" + layout_.clocks()[to].name + "'");
  }
  state_->clocks[to] = value;
  state_->rates[to] = rate;
}

// The sign of value + rate * delay, now or just after now.
int StateEnvironment::sign_of(const Rational& value, int rate) {
  const int sign = value.sign();
  if (!just_after_ || rate == 0) return sign;
  if (sign == 0) return rate;
  if (sign != rate) {  // it moves towards zero and reaches it
    const Rational meets = sign < 0 ? -value : value;
    if (!horizon_ || meets < *horizon_) horizon_ = meets;
  }
  return sign;
}

void StateEnvironment::note_comparison(const std::int32_t* cell, const std::int32_t* other, std::int64_t shift) {
  for (const std::int32_t* side : {cell, other}) {
    if (side && !use_->written[*side]) use_->read[*side] = true;
  }
  if (cell && other) {
    use_->diagonal_constant = std::max(use_->diagonal_constant, std::abs(shift));
  } else if (cell || other) {
    const std::int32_t clock = cell ? *cell : *other;
    use_->constant[clock] = std::max(use_->constant[clock], cell ? -shift : shift);
  }
}

bool StateEnvironment::compare_clocks(const std::int32_t* cell, const std::int32_t* other, std::int64_t shift,
                                      ExprKind comparison, Span where) {
  if (use_) note_comparison(cell, other, shift);
  if (oracle_) {
    const Rational zero;
    return oracle_(cell ? state_->clocks[*cell] : zero, other ? state_->clocks[*other] : zero, shift, comparison);
  }
  Rational value(shift);
  int rate = 0;
  if (cell) {
    value += state_->clocks[*cell];
    rate += state_->rates[*cell];
  }
  if (other) {
    value -= state_->clocks[*other];
    rate -= state_->rates[*other];
  }
  const int sign = sign_of(value, rate);
  switch (comparison) {
    case ExprKind::less: return sign < 0;
    case ExprKind::less_equal: return sign <= 0;
    case ExprKind::greater_equal: return sign >= 0;
    case ExprKind::greater: return sign > 0;
    case ExprKind::equal: return sign == 0;
    case ExprKind::not_equal: return sign != 0;
    default: throw EvaluationError(where, "not a comparison of clocks");
  }
}

bool StateEnvironment::deadlocked(Span where) {
  if (!deadlock_ || oracle_) throw EvaluationError(where, "deadlock cannot be evaluated here");
  return deadlock_();
}

}  // namespace orbita

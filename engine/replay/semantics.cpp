// States, invariants, rates, names. Delays are in delay.cpp, possible transitions in moves.cpp, taking one in take.cpp.
#include "engine/replay/semantics.h"

#include <algorithm>
#include <cassert>

#include "engine/replay/scope.h"
#include "parser/print/printer.h"

namespace orbita {

namespace {

std::string assignments(const std::vector<std::string>& values) {
  std::string text;
  for (const std::string& value : values) text += (text.empty() ? " (" : ", ") + value;
  return text.empty() ? text : text + ")";
}

bool is_rate(const Expr& expr) {
  return expr.kind == ExprKind::equal && (expr.args[0]->kind == ExprKind::rate || expr.args[1]->kind == ExprKind::rate);
}

}  // namespace

Semantics::Semantics(const Model& model) : model_(model), layout_(model), environment_(model, layout_) {
  for (std::size_t i = 0; i <= model.processes.size(); ++i) scopes_.push_back(std::make_unique<Scope>());
  for (const LayoutChannel& channel : layout_.channels()) has_urgent_channels_ |= channel.urgent;
  for (const Process& process : model.processes) {
    process_numbers_.emplace(process.name, static_cast<std::uint32_t>(process_numbers_.size()));
    auto& edges = outgoing_[process.templ];
    if (!edges.empty()) continue;
    edges.resize(process.templ->locations.size() + process.templ->branchpoints.size());
    for (std::uint32_t e = 0; e < process.templ->edges.size(); ++e) edges[process.templ->edges[e].source].push_back(e);
  }
}

Semantics::~Semantics() = default;

Interpreter& Semantics::interpreter(std::uint32_t process) {
  if (process == no_process) return scopes_.back()->get(model_, environment_, nullptr);
  return scopes_[process]->get(model_, environment_, &model_.processes[process]);
}

Interpreter& Semantics::global_scope(ConcreteState& state) {
  environment_.attach(state);
  return interpreter(no_process);
}

ConcreteState Semantics::initial() {
  ConcreteState state;
  for (const Process& process : model_.processes) state.locations.push_back(process.templ->init);
  for (const LayoutCell& cell : layout_.cells()) state.cells.push_back(cell.initial);
  for (const LayoutClock& clock : layout_.clocks()) state.clocks.emplace_back(clock.initial);
  state.rates.assign(layout_.clocks().size(), 1);
  set_rates(state);
  return state;
}

const Location& Semantics::location(const ConcreteState& state, std::uint32_t process) const {
  return model_.processes[process].templ->locations[state.locations[process]];
}

std::optional<std::uint32_t> Semantics::find_process(const std::string& name) const {
  const auto found = process_numbers_.find(name);
  return found == process_numbers_.end() ? std::nullopt : std::optional(found->second);
}

Reason Semantics::violated_invariant(ConcreteState& state) {
  environment_.attach(state);
  for (std::uint32_t p = 0; p < model_.processes.size(); ++p) {
    const Location& here = location(state, p);
    if (!here.invariant || interpreter(p).holds(*here.invariant)) continue;
    return "the invariant '" + std::string(model_.sources().text(here.invariant->span)) + "' of " +
           model_.processes[p].name + "." + std::string(here.name) + " is violated" + values_in(p, *here.invariant);
  }
  return {};
}

bool Semantics::holds(ConcreteState& state, const Expr& predicate) {
  environment_.attach(state);
  environment_.set_deadlock([this, &state] { return deadlocked(state); });
  // A separate interpreter: `deadlock` needs the others during this evaluation.
  Interpreter query(model_, environment_, nullptr, Scope::steps_per_use);
  return query.holds(predicate);
}

void Semantics::set_rates(ConcreteState& state) {
  environment_.attach(state);
  std::vector<std::int8_t> given(layout_.clocks().size(), -1);
  if (model_.has_rates) {
    for (std::uint32_t p = 0; p < model_.processes.size(); ++p) {
      const Location& here = location(state, p);
      if (here.invariant) collect_rates(interpreter(p), *here.invariant, given);
    }
  }
  for (std::size_t x = 0; x < given.size(); ++x) state.rates[x] = given[x] == 0 ? 0 : 1;
}

void Semantics::collect_rates(Interpreter& scope, const Expr& invariant, std::vector<std::int8_t>& given) {
  if (invariant.kind == ExprKind::logical_and) {
    collect_rates(scope, *invariant.args[0], given);
    collect_rates(scope, *invariant.args[1], given);
  } else if (invariant.kind == ExprKind::forall) {
    const ConcreteType& range = *scope.concrete(*invariant.binder->symbol->type);
    for (std::int64_t value = range.low; value <= range.high; ++value) {
      scope.bind(*invariant.binder->symbol, static_cast<std::int32_t>(value));
      collect_rates(scope, *invariant.args[0], given);
      scope.unbind(*invariant.binder->symbol);
    }
  } else if (is_rate(invariant)) {
    const bool left = invariant.args[0]->kind == ExprKind::rate;
    const std::int32_t clock = *scope.place(*invariant.args[left ? 0 : 1]->args[0]).cells;
    if (layout_.clocks()[clock].hybrid) return;
    const std::int32_t rate = scope.evaluate(*invariant.args[left ? 1 : 0]);
    const std::string& name = layout_.clocks()[clock].name;
    if (rate != 0 && rate != 1) {
      throw EvaluationError(invariant.span,
                            "rate " + std::to_string(rate) + " for clock '" + name + "' is neither 0 nor 1");
    }
    if (given[clock] >= 0 && given[clock] != rate) {
      throw EvaluationError(invariant.span, "conflicting rates for clock '" + name + "'");
    }
    given[clock] = static_cast<std::int8_t>(rate);
  }
}

// " (x = 3, n = 2)": the variables and clocks an expression mentions directly, for messages.
std::string Semantics::values_in(std::uint32_t process, const Expr& expr) {
  std::vector<std::string> values;
  std::vector<const Expr*> open{&expr};
  Interpreter& scope = interpreter(process);
  while (!open.empty()) {
    const Expr& node = *open.back();
    open.pop_back();
    const bool place = node.kind == ExprKind::name || node.kind == ExprKind::index || node.kind == ExprKind::member;
    const bool clock = node.type && node.type->is(TypeKind::clock);
    const bool number = node.type && (node.type->is_integral() || node.type->is(TypeKind::scalar));
    const bool constant = node.symbol && node.symbol->is_const;
    if (place && (clock || number) && !constant) {
      try {
        const std::int32_t cell = *scope.place(node).cells;
        const std::string value = clock ? to_text(environment_.attached()->clocks[cell]) : std::to_string(cell);
        const std::string text = std::string(model_.sources().text(node.span)) + " = " + value;
        if (std::find(values.begin(), values.end(), text) == values.end()) values.push_back(text);
      } catch (const EvaluationError&) {
        // bound variables, process members: not shown
      }
      continue;
    }
    for (auto arg = node.args.rbegin(); arg != node.args.rend(); ++arg) open.push_back(*arg);
  }
  return assignments(values);
}

std::string Semantics::describe(const EdgeChoice& choice) const {
  const TraceEdge edge = trace_edge(choice);
  return edge.process + ": " + edge.label;
}

std::string Semantics::describe(const Move& move) const {
  std::string text;
  for (const EdgeChoice& choice : move.edges) text += (text.empty() ? "" : " | ") + describe(choice);
  return text;
}

TraceEdge Semantics::trace_edge(const EdgeChoice& choice) const {
  const Expr* sync = sync_of(choice).sync;
  return trace_edge(choice, sync ? print(*sync) : "");
}

TraceEdge Semantics::trace_edge(ConcreteState& state, const EdgeChoice& choice) {
  const std::uint32_t channel = channel_of(state, choice);
  return trace_edge(choice, channel == no_channel ? "" : layout_.channels()[channel].name);
}

TraceEdge Semantics::trace_edge(const EdgeChoice& choice, std::string channel) const {
  const Process& process = model_.processes[choice.process];
  const Edge& edge = edge_of(choice);
  const Edge* branch = branch_of(choice);
  const auto& locations = process.templ->locations;
  std::string label = std::string(locations[edge.source].name) + " -> " +
                      std::string(locations[branch ? branch->target : edge.target].name);
  std::size_t at = 0;
  for (const Edge* part : {&edge, branch}) {
    if (!part) continue;
    for (const Binder& binder : part->selects) {
      label += ", " + std::string(binder.name) + " = " + std::to_string(choice.selects[at++]);
    }
    if (part->guard) label += ", " + print(*part->guard);
    if (part->sync) label += ", " + channel + (part->direction == SyncDirection::send ? "!" : "?");
    if (part->update) label += ", " + print(*part->update);
  }
  return {process.name, choice.edge, choice.branch, choice.selects, label, std::move(channel)};
}

ClockReading Semantics::compared(const ConcreteState& state, const std::function<void()>& evaluate) {
  ClockUse use(layout_.clocks().size());
  ClockUse* const before = use_;
  set_use(&use);
  try {
    evaluate();
  } catch (...) {
    set_use(before);
    throw;
  }
  set_use(before);
  ClockReading result;
  for (std::size_t x = 0; x < use.read.size(); ++x) {
    if (use.read[x]) result.emplace_back(layout_.clocks()[x].name, state.clocks[x]);
  }
  return result;
}

ClockReading Semantics::tested(ConcreteState& state, const Expr& predicate) {
  return compared(state, [&] { holds(state, predicate); });
}

ClockReading Semantics::tested(ConcreteState& state, const Move& move) {
  return compared(state, [&] {
    for (const EdgeChoice& choice : move.edges) {
      guard_holds(state, choice);
      const Location& left = location(state, choice.process);
      if (left.invariant) interpreter(choice.process).holds(*left.invariant);
    }
  });
}

Reason Semantics::translate(const std::vector<TraceEdge>& edges, Move& move) const {
  move = {};
  for (const TraceEdge& edge : edges) {
    const auto process = find_process(edge.process);
    if (!process) return "there is no process '" + edge.process + "'";
    move.edges.push_back({*process, edge.edge, edge.branch, edge.selects});
  }
  return {};
}

TraceState Semantics::trace_state(const ConcreteState& state) const {
  TraceState result;
  for (std::uint32_t p = 0; p < model_.processes.size(); ++p) {
    result.locations.emplace_back(model_.processes[p].name, location(state, p).name);
  }
  for (std::size_t c = 0; c < state.cells.size(); ++c) {
    const LayoutCell& cell = layout_.cells()[c];
    if (cell.is_data) result.variables.emplace_back(cell.name, state.cells[c]);
  }
  for (std::size_t x = 0; x < state.clocks.size(); ++x) {
    result.clocks.emplace_back(layout_.clocks()[x].name, state.clocks[x]);
  }
  return result;
}

}  // namespace orbita

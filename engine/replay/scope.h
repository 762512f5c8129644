// Private parts of engine/replay/semantics.h.
#pragma once

#include <memory>
#include <vector>

#include "engine/replay/semantics.h"

namespace orbita {

// One evaluation may take 10 million steps. An interpreter counts steps over its whole lifetime and caches evaluated
// types, so it is kept for a while and then replaced.
struct Semantics::Scope {
  static constexpr std::uint32_t uses_per_interpreter = 20;
  static constexpr std::uint64_t steps_per_use = 10'000'000;

  Interpreter& get(const Model& model, Environment& environment, const Process* process) {
    if (!interpreter || uses++ >= uses_per_interpreter) {
      interpreter = std::make_unique<Interpreter>(model, environment, process, uses_per_interpreter * steps_per_use);
      uses = 1;
    }
    return *interpreter;
  }

  std::unique_ptr<Interpreter> interpreter;
  std::uint32_t uses = 0;
};

// An enabled edge and the channel it synchronises on.
struct Semantics::Offer {
  EdgeChoice choice;
  SyncDirection direction = SyncDirection::none;
  std::uint32_t channel = no_channel;
};

// Binds the select variables of an edge (and its branch) to their values during its lifetime.
class BoundSelects {
 public:
  BoundSelects(Interpreter& interpreter, const Edge& edge, const Edge* branch, const std::vector<std::int32_t>& values)
      : interpreter_(interpreter) {
    bind(edge, values);
    if (branch) bind(*branch, values);
  }
  ~BoundSelects() {
    for (auto symbol = bound_.rbegin(); symbol != bound_.rend(); ++symbol) interpreter_.unbind(**symbol);
  }
  BoundSelects(const BoundSelects&) = delete;
  BoundSelects& operator=(const BoundSelects&) = delete;

 private:
  void bind(const Edge& edge, const std::vector<std::int32_t>& values) {
    for (const Binder& binder : edge.selects) {
      interpreter_.bind(*binder.symbol, values[bound_.size()]);
      bound_.push_back(binder.symbol);
    }
  }
  Interpreter& interpreter_;
  std::vector<const Symbol*> bound_;
};

// Comparisons refer to the time just after the present moment during its lifetime.
class LookingAhead {
 public:
  LookingAhead(StateEnvironment& environment, bool ahead)
      : environment_(environment), before_(environment.just_after()) {
    environment_.set_just_after(ahead);
  }
  ~LookingAhead() { environment_.set_just_after(before_); }
  LookingAhead(const LookingAhead&) = delete;
  LookingAhead& operator=(const LookingAhead&) = delete;

 private:
  StateEnvironment& environment_;
  bool before_;
};

}  // namespace orbita

#include "engine/trace/simulator.h"

#include "dbm/render.h"

namespace orbita {

Simulator::Simulator(const Model& model) : tree_(std::make_unique<StateTree>(model)), path_{StateTree::root()} {}

const std::vector<SimulatorMove>& Simulator::moves() const { return tree_->moves(path_.back()); }
bool Simulator::knows_delays() const { return tree_->knows_delays(); }
std::optional<DelayRange> Simulator::delays(std::size_t move) const { return tree_->delays(path_.back(), move); }

bool Simulator::take(std::size_t move, std::optional<Rational> delay) {
  const std::optional<TreeState> next = tree_->take(path_.back(), move, delay);
  if (next) path_.push_back(*next);
  return next.has_value();
}

std::optional<std::size_t> Simulator::find(const std::vector<TraceEdge>& edges, const Rational& delay) const {
  return tree_->find(path_.back(), edges, delay);
}

std::size_t Simulator::depth() const { return path_.size() - 1; }

bool Simulator::back_to(std::size_t wanted) {
  if (wanted > depth()) return false;
  path_.resize(wanted + 1);
  return true;
}

const SimulatorMove& Simulator::taken(std::size_t number) const { return tree_->taken(path_.at(number)); }

TraceState Simulator::state() const {
  TraceState here = state(depth());
  here.zone = constraints();
  return here;
}

TraceState Simulator::state(std::size_t depth) const { return tree_->named(path_.at(depth)); }

std::string Simulator::constraints() const { return to_string(tree_->zone(path_.back()).view(), tree_->zone_clocks()); }

std::string Simulator::matrix() const {
  return matrix_to_string(tree_->zone(path_.back()).view(), tree_->zone_clocks());
}

std::string Simulator::evaluate(Model& model, const std::string& expression) {
  return tree_->evaluate(path_.back(), model, expression);
}

std::optional<Trace> Simulator::trace() const { return tree_->trace(path_.back()); }

}  // namespace orbita

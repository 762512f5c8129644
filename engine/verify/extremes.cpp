#include "engine/verify/extremes.h"

#include <algorithm>

#include "parser/print/printer.h"

namespace orbita {

void Extremes::Extreme::raise(std::int64_t candidate, bool is_strict) {
  if (!reached || candidate > value || (candidate == value && strict && !is_strict)) {
    value = candidate;
    strict = is_strict;
  }
  reached = true;
}

void Extremes::Beyond::hide(std::int64_t value, std::int64_t clock) {
  if (hides && least_hidden <= value) return;
  hides = true;
  least_hidden = value;
  lowest = clock;
}

void Extremes::restart() {
  const std::size_t count = query_.expressions.size();
  upper_.assign(count, {});
  lower_.assign(count, {});
  beyond_.assign(count, {});
  for (std::size_t i = 0; i < count; ++i) upper_[i].infinite = known_infinite_[i];
}

void Extremes::add(std::size_t i, std::int64_t data) {
  upper_[i].raise(data, false);
  lower_[i].raise(-data, false);
}

void Extremes::add(std::size_t i, std::int64_t data, Bound high, Bound low, NodeId node) {
  lower_[i].raise(low.value() - data, !low.is_weak());
  if (-low.value() > observed_) beyond_[i].hide(observed_ + data, -low.value());
  if (high.is_infinite()) {
    upper_[i].reached = upper_[i].infinite = true;
    return;
  }
  upper_[i].raise(high.value() + data, !high.is_weak());
  if (beyond_[i].highest_at != none && beyond_[i].highest >= high.value()) return;
  beyond_[i].highest = high.value();
  beyond_[i].highest_at = node;
}

std::int64_t Extremes::beyond_observed() const {
  std::int64_t largest = observed_;
  for (std::size_t i = 0; i < upper_.size(); ++i) {
    if (query_.kind != QueryKind::inf && !upper_[i].infinite) largest = std::max(largest, beyond_[i].highest);
    const bool hidden = beyond_[i].hides && beyond_[i].least_hidden < -lower_[i].value;
    if (query_.kind != QueryKind::sup && hidden) largest = std::max(largest, beyond_[i].lowest);
  }
  return largest;
}

void Extremes::report(QueryResult& result) const {
  for (std::size_t i = 0; i < upper_.size(); ++i) {
    const std::string text = print(*query_.expressions[i]);
    const auto add = [&](const Extreme& extreme, bool negate, const std::string& name) {
      result.values.push_back({name, extreme.reached, extreme.infinite, extreme.strict && !extreme.infinite,
                               negate ? -extreme.value : extreme.value});
    };
    if (query_.kind == QueryKind::sup) add(upper_[i], false, text);
    if (query_.kind == QueryKind::inf) add(lower_[i], true, text);
    if (query_.kind == QueryKind::bounds) {
      add(lower_[i], true, "inf " + text);
      add(upper_[i], false, "sup " + text);
    }
  }
}

}  // namespace orbita

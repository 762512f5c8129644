#include "engine/interpolation/matching.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "parser/work_limits.h"

namespace orbita::interpolation {

Matching::Matching(const Terms& terms, std::vector<std::uint32_t> part, std::uint64_t budget)
    : terms_(terms), part_(std::move(part)), budget_(budget) {
  domain_.resize(part_.size());
  narrowed_.resize(part_.size());
}

std::size_t Matching::Plan::memory() const {
  std::size_t bytes =
      (about_none.size() + about_several.size() + order.size() + by_place.size()) * 4 + about_one.size() * 8;
  for (const std::vector<AtomId>& atoms : checks) bytes += sizeof(atoms) + atoms.size() * 4;
  return bytes;
}

std::vector<std::uint32_t> Matching::by_place(Row row) const {
  std::vector<std::uint32_t> processes(part_.size());
  std::iota(processes.begin(), processes.end(), 0u);
  std::ranges::stable_sort(processes, {}, [&](std::uint32_t p) { return place_of(p, row[p]); });
  return processes;
}

Matching::Plan Matching::plan(std::span<const AtomId> label, Row from) const {
  Plan plan;
  plan.by_place = by_place(from);
  for (const AtomId atom : label) {
    const auto about = terms_.processes(atom);
    if (about.empty()) plan.about_none.push_back(atom);
    else if (about.size() == 1) plan.about_one.emplace_back(about.front(), atom);
    else plan.about_several.push_back(atom);
  }
  std::vector<bool> placed(part_.size(), false);
  std::vector<AtomId> open = plan.about_several;
  while (!open.empty()) {
    // The atom with the fewest processes still to be placed comes next.
    const auto missing = [&](AtomId atom) {
      return std::ranges::count_if(terms_.processes(atom), [&](std::uint32_t p) { return !placed[p]; });
    };
    const auto next = std::ranges::min_element(open, {}, missing);
    for (const std::uint32_t p : terms_.processes(*next)) {
      if (placed[p]) continue;
      placed[p] = true;
      plan.order.push_back(p);
      plan.checks.emplace_back();
    }
    std::erase_if(open, [&](AtomId atom) {
      if (missing(atom) != 0) return false;
      plan.checks.back().push_back(atom);
      return true;
    });
  }
  return plan;
}

void Matching::aim_at(Row to) {
  to_ = to;
  ++aim_;
  targets_ = by_place(to);
  together_.clear();
  for (std::size_t first = 0, last = 0; first < targets_.size(); first = last) {
    const auto place = [&](std::size_t i) { return place_of(targets_[i], to[targets_[i]]); };
    while (last < targets_.size() && place(last) == place(first)) ++last;
    together_.resize(last, std::span(targets_).subspan(first, last - first));
  }
}

// Whether an atom about this process alone holds with the other one in its place.
bool Matching::holds_with(AtomId atom, std::uint32_t process, std::uint32_t place) {
  if (answers_.size() <= atom.value) answers_.resize(atom.value + 1);
  std::vector<std::uint32_t>& answers = answers_[atom.value];
  if (answers.empty()) {
    answers.resize(part_.size());
    answer_bytes_ += sizeof(answers) + sizeof(std::uint32_t) * part_.size();
  }
  if (answers[place] / 2 != aim_) {
    exchange_[process] = place;
    answers[place] = 2 * aim_ + terms_.holds(atom, to_, exchange_);
    exchange_[process] = process;
  }
  return answers[place] % 2 == 1;
}

// The places of each process. False when a process has none, or an atom about no process fails.
bool Matching::make_domains(const Plan& plan) {
  for (const AtomId atom : plan.about_none) {
    if (!terms_.holds(atom, to_, {})) return false;
  }
  const auto count = static_cast<std::uint32_t>(part_.size());
  for (std::uint32_t i = 0; i < count; ++i) {
    assert(part_[plan.by_place[i]] == part_[targets_[i]] && "as many processes of each part in each location");
    domain_[plan.by_place[i]] = together_[i];
  }
  exchange_.resize(count);
  std::iota(exchange_.begin(), exchange_.end(), 0u);
  for (const auto& [p, atom] : plan.about_one) {
    if (domain_[p].data() != narrowed_[p].data()) narrowed_[p].assign(domain_[p].begin(), domain_[p].end());
    std::erase_if(narrowed_[p], [&, of = p, about = atom](std::uint32_t q) { return !holds_with(about, of, q); });
    if (narrowed_[p].empty()) return false;
    domain_[p] = narrowed_[p];
  }
  return true;
}

bool Matching::may_stay(std::uint32_t process) const { return std::ranges::binary_search(domain_[process], process); }

bool Matching::take(std::uint32_t process, std::uint32_t place) {
  if (seen_[place]) return false;
  const std::uint32_t holder = taken_by_[place];
  if (holder != none && assigned_[holder]) return false;
  seen_[place] = true;
  if (holder != none && !augment(holder)) return false;
  taken_by_[place] = process;
  exchange_[process] = place;
  return true;
}

bool Matching::augment(std::uint32_t process) {
  if (may_stay(process) && take(process, process)) return true;
  return std::ranges::any_of(domain_[process], [&](std::uint32_t q) { return take(process, q); });
}

// Gives every process a place; those that are assigned keep theirs.
bool Matching::complete() {
  const auto count = static_cast<std::uint32_t>(part_.size());
  taken_by_.assign(count, none);
  for (std::uint32_t p = 0; p < count; ++p) {
    if (assigned_[p]) taken_by_[exchange_[p]] = p;
  }
  // Most can stay where they are.
  rest_.clear();
  for (std::uint32_t p = 0; p < count; ++p) {
    if (assigned_[p]) continue;
    if (taken_by_[p] == none && may_stay(p)) taken_by_[exchange_[p] = p] = p;
    else rest_.push_back(p);
  }
  return std::ranges::all_of(rest_, [&](std::uint32_t p) {
    seen_.assign(count, false);
    return augment(p);
  });
}

void Matching::order_processes(const Plan& plan, bool all) {
  order_ = plan.order;
  if (!all) return;
  for (std::uint32_t p = 0; p < part_.size(); ++p) {
    if (domain_[p].size() > 1 && std::ranges::find(plan.order, p) == plan.order.end()) order_.push_back(p);
  }
}

// Itself first, then the others in their order.
bool Matching::assign(std::size_t next, const Plan& plan, const Accept& accept) {
  if (next == order_.size()) {
    const Exchange before = exchange_;
    if (complete() && accept(exchange_)) return true;
    exchange_ = before;
    return false;
  }
  const std::uint32_t p = order_[next];
  if (may_stay(p) && try_place(next, p, plan, accept)) return true;
  for (const std::uint32_t q : domain_[p]) {
    if (left_ == 0) return false;
    if (q != p && try_place(next, q, plan, accept)) return true;
  }
  exchange_[p] = p;
  return false;
}

bool Matching::try_place(std::size_t next, std::uint32_t place, const Plan& plan, const Accept& accept) {
  for (std::size_t i = 0; i < next; ++i) {
    if (exchange_[order_[i]] == place) return false;
  }
  if (left_ == 0) return false;
  --left_;
  ++steps_;
  poll_limits();
  const std::uint32_t p = order_[next];
  exchange_[p] = place;
  assigned_[p] = true;
  const bool holds = next >= plan.checks.size() || std::ranges::all_of(plan.checks[next], [&](AtomId atom) {
                       return terms_.holds(atom, to_, exchange_);
                     });
  if (holds && assign(next + 1, plan, accept)) return true;
  assigned_[p] = false;
  return false;
}

bool Matching::find(const Plan& plan, bool choosy, const Accept& accept, Exchange& result) {
  if (!make_domains(plan)) return false;
  assigned_.assign(part_.size(), false);
  if (!complete()) return false;
  const bool holds =
      std::ranges::all_of(plan.about_several, [&](AtomId atom) { return terms_.holds(atom, to_, exchange_); });
  if (holds && accept(exchange_)) {
    result = exchange_;
    return true;
  }
  if (plan.about_several.empty() && !choosy) return false;
  std::iota(exchange_.begin(), exchange_.end(), 0u);
  order_processes(plan, choosy);
  left_ = budget_;
  if (!assign(0, plan, accept)) {
    budget_hits_ += left_ == 0;
    return false;
  }
  result = exchange_;
  return true;
}

}  // namespace orbita::interpolation

#include "engine/interpolation/matching.h"

#include <algorithm>
#include <numeric>

namespace orbita::interpolation {

Matching::Matching(const Terms& terms, std::vector<std::uint32_t> part, std::uint64_t budget)
    : terms_(terms), part_(std::move(part)), budget_(budget) {
  domain_.resize(part_.size());
}

// The places of each process, itself first. False when a process has none, or an atom about no process fails.
bool Matching::make_domains(std::span<const AtomId> label, Row from, Row to) {
  const auto count = static_cast<std::uint32_t>(part_.size());
  for (const AtomId atom : label) {
    if (terms_.processes(atom).empty() && !terms_.holds(atom, to, {})) return false;
  }
  for (std::uint32_t p = 0; p < count; ++p) {
    domain_[p].clear();
    const auto add = [&](std::uint32_t q) {
      if (part_[q] == part_[p] && to[q] == from[p]) domain_[p].push_back(q);
    };
    add(p);
    for (std::uint32_t q = 0; q < count; ++q) {
      if (q != p) add(q);
    }
  }
  exchange_.resize(count);
  std::iota(exchange_.begin(), exchange_.end(), 0u);
  for (const AtomId atom : label) {
    if (terms_.processes(atom).size() != 1) continue;
    const std::uint32_t p = terms_.processes(atom).front();
    std::erase_if(domain_[p], [&](std::uint32_t q) {
      exchange_[p] = q;
      return !terms_.holds(atom, to, exchange_);
    });
    exchange_[p] = p;
  }
  return std::ranges::none_of(domain_, [](const auto& domain) { return domain.empty(); });
}

bool Matching::augment(std::uint32_t process, std::vector<bool>& seen, const std::vector<bool>& fixed) {
  for (const std::uint32_t q : domain_[process]) {
    if (seen[q]) continue;
    const std::uint32_t holder = taken_by_[q];
    if (holder != none && fixed[holder]) continue;
    seen[q] = true;
    if (holder != none && !augment(holder, seen, fixed)) continue;
    taken_by_[q] = process;
    exchange_[process] = q;
    return true;
  }
  return false;
}

// Gives every process a place; those that are fixed keep theirs.
bool Matching::complete(const std::vector<bool>& fixed) {
  const auto count = static_cast<std::uint32_t>(part_.size());
  taken_by_.assign(count, none);
  for (std::uint32_t p = 0; p < count; ++p) {
    if (fixed[p]) taken_by_[exchange_[p]] = p;
  }
  // Most can stay where they are.
  std::vector<std::uint32_t> rest;
  for (std::uint32_t p = 0; p < count; ++p) {
    if (fixed[p]) continue;
    if (domain_[p].front() == p && taken_by_[p] == none) taken_by_[exchange_[p] = p] = p;
    else rest.push_back(p);
  }
  std::vector<bool> seen;
  return std::ranges::all_of(rest, [&](std::uint32_t p) {
    seen.assign(count, false);
    return augment(p, seen, fixed);
  });
}

// Processes that complete most atoms first.
void Matching::order_processes(std::span<const AtomId> several, bool all) {
  order_.clear();
  checks_.clear();
  std::vector<bool> placed(part_.size(), false);
  std::vector<AtomId> open(several.begin(), several.end());
  while (!open.empty()) {
    // The atom with the fewest processes still to be placed comes next.
    const auto missing = [&](AtomId atom) {
      return std::ranges::count_if(terms_.processes(atom), [&](std::uint32_t p) { return !placed[p]; });
    };
    const auto next = std::ranges::min_element(open, {}, missing);
    for (const std::uint32_t p : terms_.processes(*next)) {
      if (placed[p]) continue;
      placed[p] = true;
      order_.push_back(p);
      checks_.emplace_back();
    }
    std::erase_if(open, [&](AtomId atom) {
      if (missing(atom) != 0) return false;
      checks_.back().push_back(atom);
      return true;
    });
  }
  if (!all) return;
  for (std::uint32_t p = 0; p < part_.size(); ++p) {
    if (placed[p] || domain_[p].size() == 1) continue;
    order_.push_back(p);
    checks_.emplace_back();
  }
}

bool Matching::assign(std::size_t next, Row to, const Accept& accept) {
  if (next == order_.size()) {
    const Exchange before = exchange_;
    if (complete(assigned_) && accept(exchange_)) return true;
    exchange_ = before;
    return false;
  }
  const std::uint32_t p = order_[next];
  for (const std::uint32_t q : domain_[p]) {
    const auto is_taken = [&](std::size_t earlier) { return exchange_[order_[earlier]] == q; };
    bool taken = false;
    for (std::size_t i = 0; i < next && !taken; ++i) taken = is_taken(i);
    if (taken) continue;
    ++steps_;
    if (left_ == 0) {
      ++budget_hits_;
      return false;
    }
    --left_;
    exchange_[p] = q;
    assigned_[p] = true;
    const bool holds =
        std::ranges::all_of(checks_[next], [&](AtomId atom) { return terms_.holds(atom, to, exchange_); });
    if (holds && assign(next + 1, to, accept)) return true;
    assigned_[p] = false;
    if (left_ == 0) return false;
  }
  exchange_[p] = p;
  return false;
}

bool Matching::find(std::span<const AtomId> label, Row from, Row to, bool choosy, const Accept& accept,
                    Exchange& result) {
  if (!make_domains(label, from, to)) return false;
  assigned_.assign(part_.size(), false);
  if (!complete(assigned_)) return false;
  std::vector<AtomId> several;
  for (const AtomId atom : label) {
    if (terms_.processes(atom).size() > 1) several.push_back(atom);
  }
  const bool holds = std::ranges::all_of(several, [&](AtomId atom) { return terms_.holds(atom, to, exchange_); });
  if (holds && accept(exchange_)) {
    result = exchange_;
    return true;
  }
  if (several.empty() && !choosy) return false;
  std::iota(exchange_.begin(), exchange_.end(), 0u);
  order_processes(several, choosy);
  left_ = budget_;
  if (!assign(0, to, accept)) return false;
  result = exchange_;
  return true;
}

}  // namespace orbita::interpolation

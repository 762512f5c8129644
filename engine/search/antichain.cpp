#include "engine/search/antichain.h"

#include <algorithm>
#include <type_traits>

namespace orbita {

namespace {

// Calls hit(i) for each value that fits, the last first, until one says yes. A block of them is asked at once,
// in masks as wide as a value, which compilers turn into vector instructions.
template <class Value, class Fits, class Hit>
bool any_fit(const std::vector<Value>& values, Fits fits, Hit hit) {
  using Mask = std::conditional_t<sizeof(Value) == 8, std::uint64_t, std::uint32_t>;
  constexpr std::size_t block = 16;
  std::size_t end = values.size();
  for (; end % block != 0; --end) {
    if (fits(values[end - 1]) && hit(end - 1)) return true;
  }
  for (; end > 0; end -= block) {
    const Value* from = values.data() + (end - block);
    Mask any = 0;
    for (std::size_t k = 0; k < block; ++k) any |= fits(from[k]) ? ~Mask{0} : Mask{0};
    for (std::size_t k = block; any != 0 && k-- > 0;) {
      if (fits(from[k]) && hit(end - block + k)) return true;
    }
  }
  return false;
}

// Of the zone the probe was prepared for.
SampledZone sampled(CoverProbe& probe, bool wide) {
  SampledZone zone;
  if (!wide) {
    const std::size_t size = packed_size(probe.dimension());
    zone.entries.assign(probe.packed_zone(), probe.packed_zone() + size);
    zone.least.assign(probe.packed_probe(), probe.packed_probe() + size);
    return zone;
  }
  for (std::uint32_t x = 0; x < probe.dimension(); ++x) {
    const raw_t* entries = probe.wide_zone()->row(x);
    const raw_t* least = probe.wide_probe()->row(x);
    zone.entries.insert(zone.entries.end(), entries, entries + probe.dimension());
    zone.least.insert(zone.least.end(), least, least + probe.dimension());
  }
  return zone;
}

}  // namespace

bool Antichain::contains(ZoneId zone) const {
  return any_fit(
      zones_, [&](ZoneId z) { return z == zone; }, [](std::size_t) { return true; });
}

bool Antichain::covers(CoverProbe& probe) const {
  const Summary least = least_of(probe);
  return any_fit(
      entries_, [&](Summary entries) { return least.is_below(entries); },
      [&](std::size_t i) { return probe.is_covered_by(zones_[i]); });
}

NodeId Antichain::find_covering(CoverProbe& probe, const std::function<bool(NodeId node)>& is_wanted) const {
  const Summary least = least_of(probe);
  NodeId found = none;
  any_fit(
      entries_, [&](Summary entries) { return least.is_below(entries); },
      [&](std::size_t i) {
        if (!is_wanted(nodes_[i]) || !probe.is_covered_by(zones_[i])) return false;
        found = nodes_[i];
        return true;
      });
  return found;
}

void Antichain::drop_covered(CoverProbe& probe, const std::function<void(NodeId node)>& dropped) {
  const Summary most = entries_of(probe);
  std::vector<std::size_t> gone;  // mostly none
  any_fit(
      probes_, [&](Summary probe_of) { return probe_of.is_below(most); },
      [&](std::size_t i) {
        if (probe.covers(zones_[i])) gone.push_back(i);
        return false;
      });
  if (gone.empty()) return;
  std::size_t kept = gone.back();
  for (std::size_t i = kept; i < size(); ++i) {
    if (!gone.empty() && gone.back() == i) {
      gone.pop_back();
      dropped(nodes_[i]);
    } else {
      keep(kept++, i);
    }
  }
  nodes_.resize(kept);
  zones_.resize(kept);
  entries_.resize(kept);
  probes_.resize(kept);
}

void Antichain::keep(std::size_t to, std::size_t from) {
  nodes_[to] = nodes_[from];
  zones_[to] = zones_[from];
  entries_[to] = entries_[from];
  probes_[to] = probes_[from];
}

void Antichain::add(CoverProbe& probe, NodeId node) {
  nodes_.push_back(node);
  zones_.push_back(probe.zone());
  entries_.push_back(entries_of(probe));
  probes_.push_back(least_of(probe));
  if (size() >= next_choice_ && probe.compares_entries()) choose_entries(probe);
}

// The probe is used for every member, and ends as it was given.
void Antichain::choose_entries(CoverProbe& probe) {
  next_choice_ = static_cast<std::uint32_t>(2 * size());
  const ZoneId given = probe.zone();
  const Shape shape = probe.shape();
  const std::size_t sample_size = std::min(size(), SummaryPlan::largest_sample);
  const auto member = [&](std::size_t k) { return zones_[k * size() / sample_size]; };
  wide_ = false;
  for (std::size_t k = 0; k < sample_size && !wide_; ++k) {
    probe.prepare(member(k), shape);
    wide_ = probe.packed_zone() == nullptr;
  }
  std::vector<SampledZone> sample;
  for (std::size_t k = 0; k < sample_size; ++k) {
    probe.prepare(member(k), shape);
    sample.push_back(sampled(probe, wide_));
  }
  plan_ = SummaryPlan(probe.dimension(), wide_ ? raw_infinity : packed_infinity, sample);
  for (std::size_t i = 0; i < size(); ++i) {
    probe.prepare(zones_[i], shape);
    entries_[i] = entries_of(probe);
    probes_[i] = least_of(probe);
  }
  probe.prepare(given, shape);
}

// Where the stored form does not say everything, summaries tell nothing apart.
Summary Antichain::entries_of(const CoverProbe& probe) const {
  if (wide_) return plan_.of(*probe.wide_zone());
  const packed_t* entries = probe.packed_zone();
  return entries == nullptr ? Summary::highest() : plan_.of(entries, probe.dimension());
}

Summary Antichain::least_of(CoverProbe& probe) const {
  if (wide_) return plan_.of(*probe.wide_probe());
  const packed_t* least = probe.packed_probe();
  return least == nullptr ? Summary::lowest() : plan_.of(least, probe.dimension());
}

}  // namespace orbita

#include "engine/antichain.h"

#include <algorithm>
#include <cstdlib>
#include <type_traits>

namespace orbita {

namespace {

constexpr std::uint32_t compared_pairs = 8;
constexpr std::int32_t middle = 64, top = 127;

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

// Differences of neighbouring clocks say in which order they were reset. Calls use(x, y) for eight of them.
template <class Use>
void for_compared_pairs(std::uint32_t dimension, Use use) {
  const std::uint32_t clocks = dimension - 1;
  for (std::uint32_t k = 0; k < compared_pairs && clocks > 0; ++k) {
    // Each turn around the clocks looks at pairs that are further apart; the last partner of all is the reference clock.
    const std::uint32_t x = 1 + k % clocks;
    use(x, (x + 1 + k / clocks) % dimension);
  }
}

std::uint64_t with_entry(std::uint64_t bytes, std::int32_t entry, std::uint32_t shift) {
  return bytes << 8 | static_cast<std::uint64_t>(std::clamp((entry >> shift) + middle, 0, top));
}

std::uint32_t shift_for(std::int32_t widest) {
  std::uint32_t shift = 0;
  while ((widest >> shift) >= middle) ++shift;
  return shift;
}

}  // namespace

Summary Summary::of(const packed_t* entries, std::uint32_t dimension, std::uint32_t shift) {
  std::uint64_t bytes = 0;
  for_compared_pairs(dimension, [&](std::uint32_t x, std::uint32_t y) {
    bytes = with_entry(bytes, entries[x * dimension + y], shift);
  });
  return Summary{bytes};
}

Summary Summary::of(ConstMatrix entries, std::uint32_t shift) {
  std::uint64_t bytes = 0;
  for_compared_pairs(entries.dimension, [&](std::uint32_t x, std::uint32_t y) {
    bytes = with_entry(bytes, entries.row(x)[y], shift);
  });
  return Summary{bytes};
}

std::uint32_t summary_shift(const packed_t* zone, std::uint32_t dimension) {
  std::int32_t widest = 0;
  for (std::size_t i = 0; i < packed_size(dimension); ++i) {
    if (zone[i] != packed_infinity) widest = std::max(widest, std::abs(std::int32_t{zone[i]}));
  }
  return shift_for(widest);
}

std::uint32_t summary_shift(ConstMatrix zone) {
  std::int32_t widest = 0;
  for (std::uint32_t x = 0; x < zone.dimension; ++x) {
    for (std::uint32_t y = 0; y < zone.dimension; ++y) {
      const raw_t raw = zone.row(x)[y];
      if (raw != raw_infinity) widest = std::max(widest, std::abs(raw));
    }
  }
  return shift_for(widest);
}

bool Antichain::contains(std::uint32_t zone) const {
  return any_fit(zones_, [&](std::uint32_t z) { return z == zone; }, [](std::size_t) { return true; });
}

bool Antichain::covers(CoverProbe& probe) const {
  const Summary least = least_of(probe);
  return any_fit(entries_, [&](Summary entries) { return least.is_below(entries); },
                 [&](std::size_t i) { return probe.is_covered_by(zones_[i]); });
}

std::uint32_t Antichain::find_covering(CoverProbe& probe, const std::function<bool(std::uint32_t node)>& is_wanted) const {
  const Summary least = least_of(probe);
  std::uint32_t found = none;
  any_fit(entries_, [&](Summary entries) { return least.is_below(entries); }, [&](std::size_t i) {
    if (!is_wanted(nodes_[i]) || !probe.is_covered_by(zones_[i])) return false;
    found = nodes_[i];
    return true;
  });
  return found;
}

void Antichain::drop_covered(CoverProbe& probe, const std::function<void(std::uint32_t node)>& dropped) {
  const Summary most = entries_of(probe);
  std::vector<std::size_t> gone;  // mostly none
  any_fit(probes_, [&](Summary probe_of) { return probe_of.is_below(most); }, [&](std::size_t i) {
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

void Antichain::add(CoverProbe& probe, std::uint32_t node) {
  if (zones_.empty()) {
    const packed_t* entries = probe.packed_zone();
    wide_ = entries == nullptr && probe.wide_zone().has_value();
    if (wide_) shift_ = summary_shift(*probe.wide_zone());
    else if (entries != nullptr) shift_ = summary_shift(entries, probe.dimension());
  }
  nodes_.push_back(node);
  zones_.push_back(probe.zone());
  entries_.push_back(entries_of(probe));
  probes_.push_back(least_of(probe));
}

// Where the stored form does not say everything, summaries tell nothing apart.
Summary Antichain::entries_of(const CoverProbe& probe) const {
  if (wide_) return Summary::of(*probe.wide_zone(), shift_);
  const packed_t* entries = probe.packed_zone();
  return entries == nullptr ? Summary::highest() : Summary::of(entries, probe.dimension(), shift_);
}

Summary Antichain::least_of(CoverProbe& probe) const {
  if (wide_) return Summary::of(*probe.wide_probe(), shift_);
  const packed_t* least = probe.packed_probe();
  return least == nullptr ? Summary::lowest() : Summary::of(least, probe.dimension(), shift_);
}

}  // namespace orbita

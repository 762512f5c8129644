#include "symmetry/orbits/cyclic_group.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <tuple>
#include <utility>

namespace orbita {

namespace {

[[maybe_unused]] bool is_permutation(const std::vector<std::uint32_t>& to) {
  std::vector<bool> met(to.size(), false);
  for (const std::uint32_t image : to) {
    if (image >= met.size() || met[image]) return false;
    met[image] = true;
  }
  return true;
}

std::int32_t renamed(const CyclicGroup::Contents& contents, std::int32_t value) {
  const std::int64_t k = std::int64_t{value} - contents.low;
  const bool is_meant = k >= 0 && k < static_cast<std::int64_t>(contents.images.size());
  return is_meant ? contents.images[static_cast<std::size_t>(k)] : value;
}

}  // namespace

CyclicGroup::CyclicGroup(const std::string& on, Turn turn) : turn_(std::move(turn)) {
  assert(is_permutation(turn_.values) && is_permutation(turn_.clocks));
  const std::size_t entries = turn_.values.size() + turn_.clocks.size();
  const std::size_t limit = std::min<std::size_t>(most_members, most_entries / std::max<std::size_t>(entries, 1));
  count_members(static_cast<std::uint32_t>(limit));
  name_ = "C_" + std::to_string(order_) + " on " + on;
  if (order_ > 0) list_sources();
}

// The least common multiple of the lengths of all cycles: of positions, and of positions with what they hold.
void CyclicGroup::count_members(std::uint32_t limit) {
  std::uint64_t order = 1;
  const auto add = [&](std::uint64_t length) { order = std::min<std::uint64_t>(std::lcm(order, length), limit + 1); };
  for (const auto* to : {&turn_.values, &turn_.clocks}) {
    std::vector<bool> met(to->size(), false);
    for (std::uint32_t p = 0; p < to->size(); ++p) {
      std::uint64_t length = 0;
      for (std::uint32_t q = p; !met[q]; q = (*to)[q], ++length) met[q] = true;
      if (length > 0) add(length);
    }
  }
  std::vector<const Contents*> contents_of(turn_.values.size(), nullptr);
  for (const Contents& c : turn_.contents) contents_of[c.value] = &c;
  for (const Contents& c : turn_.contents) {
    for (std::size_t k = 0; k < c.images.size() && order <= limit; ++k) {
      std::uint32_t position = c.value;
      std::int32_t held = c.low + static_cast<std::int32_t>(k);
      const std::int32_t first = held;
      std::uint64_t length = 0;
      do {
        if (contents_of[position] != nullptr) held = renamed(*contents_of[position], held);
        position = turn_.values[position];
        ++length;
      } while (length <= limit && (position != c.value || held != first));
      add(length);
    }
  }
  order_ = order > limit ? 0 : static_cast<std::uint32_t>(order);
}

void CyclicGroup::list_sources() {
  const auto size = static_cast<std::uint32_t>(turn_.values.size());
  std::vector<const Contents*> contents_of(size, nullptr);
  for (const Contents& c : turn_.contents) contents_of[c.value] = &c;
  for (std::uint32_t v = 0; v < size; ++v) {
    if (turn_.values[v] != v || contents_of[v] != nullptr) moved_.push_back(v);
  }
  // By position: where it has gone, and in which renaming of its contents, after so many turns.
  std::vector<std::uint32_t> value(size), clock(turn_.clocks.size());
  std::iota(value.begin(), value.end(), 0u);
  std::iota(clock.begin(), clock.end(), 0u);
  std::vector<std::int32_t> renaming(size, -1);
  for (std::uint32_t power = 0; power < order_; ++power) {
    value_images_.insert(value_images_.end(), value.begin(), value.end());
    clock_images_.insert(clock_images_.end(), clock.begin(), clock.end());
    std::vector<Source> of(size);
    for (std::uint32_t v = 0; v < size; ++v) of[value[v]] = {v, renaming[v]};
    for (const std::uint32_t v : moved_) sources_.push_back(of[v]);
    for (std::uint32_t v = 0; v < size; ++v) {
      if (const Contents* c = contents_of[value[v]]; c != nullptr) {
        // Contents have one form in a whole cycle of positions.
        Renaming next{c->low, {}};
        for (std::size_t k = 0; k < c->images.size(); ++k) {
          std::int32_t held = c->low + static_cast<std::int32_t>(k);
          if (renaming[v] >= 0) {
            const Renaming& before = renamings_[static_cast<std::size_t>(renaming[v])];
            assert(before.low == c->low && before.images.size() == c->images.size());
            held = before.images[k];
          }
          next.images.push_back(renamed(*c, held));
        }
        renaming[v] = static_cast<std::int32_t>(renamings_.size());
        const auto same = std::find_if(renamings_.begin(), renamings_.end(),
                                       [&](const Renaming& r) { return r.low == next.low && r.images == next.images; });
        if (same != renamings_.end()) renaming[v] = static_cast<std::int32_t>(same - renamings_.begin());
        else renamings_.push_back(std::move(next));
      }
      value[v] = turn_.values[value[v]];
    }
    for (std::uint32_t& x : clock) x = turn_.clocks[x];
  }
}

std::uint32_t CyclicGroup::value(std::uint32_t power, std::uint32_t position) const {
  const std::size_t size = turn_.values.size();
  return position < size ? value_images_[power * size + position] : position;
}

std::uint32_t CyclicGroup::clock(std::uint32_t power, std::uint32_t number) const {
  const std::size_t size = turn_.clocks.size();
  return number < size ? clock_images_[power * size + number] : number;
}

std::vector<std::uint32_t> CyclicGroup::changed_contents() const {
  std::vector<std::uint32_t> result;
  for (const Contents& c : turn_.contents) result.push_back(c.value);
  return result;
}

// ---------------------------------------------------------------- least images

std::int32_t CyclicGroup::at(const Source& source, std::span<const std::int32_t> values) const {
  const std::int32_t held = values[source.from];
  if (source.contents < 0) return held;
  const Renaming& renaming = renamings_[static_cast<std::size_t>(source.contents)];
  const std::int64_t k = std::int64_t{held} - renaming.low;
  const bool is_meant = k >= 0 && k < static_cast<std::int64_t>(renaming.images.size());
  return is_meant ? renaming.images[static_cast<std::size_t>(k)] : held;
}

// Members with the same image are a coset of those that leave it alone, so they are equally far from each other.
CyclicGroup::Least CyclicGroup::make_least(std::span<std::int32_t> values) const {
  Least least{0, order_};
  for (std::uint32_t power = 1; power < order_; ++power) {
    const std::span<const Source> best = sources(least.power), image = sources(power);
    std::size_t i = 0;
    std::int32_t a = 0, b = 0;
    while (i < moved_.size() && (a = at(image[i], values)) == (b = at(best[i], values))) ++i;
    if (i == moved_.size()) {
      if (least.step == order_) least.step = power - least.power;
    } else if (a < b) {
      least = {power, order_};
    }
  }
  assert(order_ % least.step == 0);
  if (least.power == 0) return least;
  std::vector<std::int32_t> image(moved_.size());
  const std::span<const Source> from = sources(least.power);
  for (std::size_t i = 0; i < moved_.size(); ++i) image[i] = at(from[i], values);
  for (std::size_t i = 0; i < moved_.size(); ++i) values[moved_[i]] = image[i];
  return least;
}

bool CyclicGroup::move_active(std::uint32_t power, std::vector<std::uint32_t>& active,
                              std::vector<ClockIndex>& to) const {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> moved;  // image, place in the zone
  for (std::uint32_t k = 0; k < active.size(); ++k) moved.emplace_back(clock(power, active[k]), k);
  std::sort(moved.begin(), moved.end());
  to.assign(active.size() + 1, reference_clock);
  bool changed = false;
  for (std::uint32_t place = 0; place < moved.size(); ++place) {
    const auto [image, k] = moved[place];
    active[place] = image;
    to[k + 1] = ClockIndex{place + 1};
    changed |= k != place;
  }
  return changed;
}

void CyclicGroup::zone_sources(std::uint32_t power, std::span<const std::uint32_t> active,
                               std::vector<std::uint32_t>& from) const {
  from.assign(active.size() + 1, 0);
  for (std::uint32_t k = 0; k < active.size(); ++k) {
    const auto place = std::lower_bound(active.begin(), active.end(), clock(power, active[k]));
    assert(place != active.end() && *place == clock(power, active[k]) && "active clocks must not depend on names");
    from[static_cast<std::size_t>(place - active.begin()) + 1] = k + 1;
  }
}

bool CyclicGroup::make_least(std::uint32_t step, std::span<const std::uint32_t> active, Zone& zone) const {
  if (active.empty()) return false;
  const ConstMatrix m = zone.view();
  std::vector<std::uint32_t> best, from;
  zone_sources(0, active, best);
  bool changed = false;
  const auto is_less = [&] {
    for (std::uint32_t x = 0; x < m.dimension; ++x) {
      for (std::uint32_t y = 0; y < m.dimension; ++y) {
        const raw_t a = m.row(from[x])[from[y]], b = m.row(best[x])[best[y]];
        if (a != b) return a < b;
      }
    }
    return false;
  };
  for (std::uint32_t power = step; power < order_; power += step) {
    zone_sources(power, active, from);
    if (!is_less()) continue;
    best.swap(from);
    changed = true;
  }
  if (!changed) return false;
  std::vector<ClockIndex> to(best.size());
  for (std::uint32_t place = 0; place < best.size(); ++place) to[best[place]] = ClockIndex{place};
  zone = zone.permuted(to);
  return true;
}

// The order of the group, by that of the members that leave the state alone.
double CyclicGroup::orbit_size(std::span<const std::int32_t> values, std::span<const std::uint32_t> active,
                               const Zone& zone) const {
  std::uint32_t same = 0;
  const std::span<const Source> here = sources(0);
  const ConstMatrix m = zone.view();
  std::vector<std::uint32_t> from;
  for (std::uint32_t power = 0; power < order_; ++power) {
    const std::span<const Source> image = sources(power);
    bool fixed = true;
    for (std::size_t i = 0; i < moved_.size() && fixed; ++i) fixed = at(image[i], values) == at(here[i], values);
    if (!fixed) continue;
    zone_sources(power, active, from);
    for (std::uint32_t x = 0; x < m.dimension && fixed; ++x) {
      for (std::uint32_t y = 0; y < m.dimension && fixed; ++y) fixed = m.row(from[x])[from[y]] == m.row(x)[y];
    }
    same += fixed;
  }
  return static_cast<double>(order_ / same);
}

// --------------------------------------------------------------- by definition

void CyclicGroup::apply(std::uint32_t power, std::span<std::int32_t> values) const {
  for (; power > 0; --power) {
    std::vector<std::int32_t> old(values.begin(), values.end());
    for (const Contents& c : turn_.contents) old[c.value] = renamed(c, old[c.value]);
    for (std::uint32_t v = 0; v < turn_.values.size(); ++v) values[turn_.values[v]] = old[v];
  }
}

void CyclicGroup::apply(std::uint32_t power, std::vector<std::uint32_t>& active, Zone& zone) const {
  for (; power > 0; --power) {
    std::vector<std::uint32_t> moved;
    for (const std::uint32_t x : active) moved.push_back(x < turn_.clocks.size() ? turn_.clocks[x] : x);
    active = moved;
    std::sort(active.begin(), active.end());
    std::vector<ClockIndex> to{reference_clock};
    for (const std::uint32_t x : moved) {
      const auto place = std::lower_bound(active.begin(), active.end(), x) - active.begin();
      to.push_back(ClockIndex{static_cast<std::uint32_t>(place + 1)});
    }
    zone = zone.permuted(to);
  }
}

}  // namespace orbita

// A cyclic group of renamings, given by one that generates it: the rotations of a ring.
//
// Neighbours in a ring cannot be exchanged with each other, but the whole ring can be turned. Such a group is no
// product of permutations of sets (layout.h), and it has few members: the representative of a state is the least of its
// images, one for each member. That is exact, whatever the zones are like: values are compared first, then, among the
// members that leave the values alone, whole matrices.
//
//   const CyclicGroup group("Node", turn);
//   const CyclicGroup::Least least = group.make_least(values);  // values are now the least image's
//   if (group.move_active(least.power, active, clocks_to)) zone = zone.permuted(clocks_to);
//   group.make_least(least.step, active, zone);                 // among the images with these values
//
// Immutable: may be shared by threads.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "dbm/dbm.h"

namespace orbita {

class CyclicGroup {
 public:
  // What one value holds that is renamed: low + k becomes images[k], other values stay.
  struct Contents {
    std::uint32_t value = 0;
    std::int32_t low = 0;
    std::vector<std::int32_t> images;
  };
  // The generator: where every value and every clock goes.
  struct Turn {
    std::vector<std::uint32_t> values, clocks;
    std::vector<Contents> contents;
  };

  // Images are tried one after the other, so a group must not be larger than this, nor its tables.
  static constexpr std::uint32_t most_members = 1000;
  static constexpr std::size_t most_entries = std::size_t{1} << 22;

  // `on`: what is turned, for people.
  CyclicGroup(const std::string& on, Turn turn);

  // The number of members; 0: there are too many, and the group must not be used.
  std::uint32_t order() const { return order_; }
  const std::string& name() const { return name_; }  // "C_5 on Node"
  // Where the power of the generator takes a position; those beyond the generator's stay.
  std::uint32_t value(std::uint32_t power, std::uint32_t position) const;
  std::uint32_t clock(std::uint32_t power, std::uint32_t number) const;
  std::vector<std::uint32_t> changed_contents() const;  // the values whose contents are renamed

  // Members `power` + k * `step` give the least image, and the multiples of `step` leave it alone.
  struct Least {
    std::uint32_t power = 0, step = 0;
    friend bool operator==(const Least&, const Least&) = default;
  };
  Least make_least(std::span<std::int32_t> values) const;
  // Renames active clocks (ascending before and after), and says where the clocks of their zone go: to[k] for zone
  // clock k. False if they all stay.
  bool move_active(std::uint32_t power, std::vector<std::uint32_t>& active, std::vector<ClockIndex>& to) const;
  // The least of the images of the zone under the multiples of `step`, which take active clocks to active ones. Says
  // whether that is another zone.
  bool make_least(std::uint32_t step, std::span<const std::uint32_t> active, Zone& zone) const;
  double orbit_size(std::span<const std::int32_t> values, std::span<const std::uint32_t> active,
                    const Zone& zone) const;

  // By the definition, turn by turn: for tests and checks.
  void apply(std::uint32_t power, std::span<std::int32_t> values) const;
  void apply(std::uint32_t power, std::vector<std::uint32_t>& active, Zone& zone) const;

 private:
  // A position of an image: where its value comes from.
  struct Source {
    std::uint32_t from = 0;
    std::int32_t contents = -1;  // in renamings_; -1: as it is
  };
  struct Renaming {
    std::int32_t low = 0;
    std::vector<std::int32_t> images;
  };
  void count_members(std::uint32_t limit);
  void list_sources();
  std::int32_t at(const Source& source, std::span<const std::int32_t> values) const;
  std::span<const Source> sources(std::uint32_t power) const {
    return std::span(sources_).subspan(std::size_t{power} * moved_.size(), moved_.size());
  }
  // Where each zone clock of an image comes from.
  void zone_sources(std::uint32_t power, std::span<const std::uint32_t> active, std::vector<std::uint32_t>& from) const;

  std::string name_;
  Turn turn_;
  std::uint32_t order_ = 0;
  std::vector<std::uint32_t> moved_;  // values that move or hold what is renamed, ascending
  std::vector<Source> sources_;       // by power: of the positions in moved_
  std::vector<Renaming> renamings_;
  std::vector<std::uint32_t> value_images_, clock_images_;  // by power
};

}  // namespace orbita

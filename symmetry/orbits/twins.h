// Twins: elements whose exchange leaves a state as it is (docs/theory/symmetry.md, "Twins"). What one twin can do, the
// other can do with a symmetric result, so a search need follow only one of them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "dbm/dbm.h"
#include "symmetry/orbits/layout.h"

namespace orbita {

class TwinFinder {
 public:
  explicit TwinFinder(const StateLayout& layout);  // the layout must outlive it
  ~TwinFinder();
  TwinFinder(TwinFinder&&) noexcept;
  TwinFinder& operator=(TwinFinder&&) noexcept;

  void find(std::span<const std::int32_t> values, std::span<const std::uint32_t> active, const Zone& zone);

  // What follows describes the last state given to find().
  bool any() const;  // some element has a twin
  // The first of the element's twins: the element itself if it has none before it.
  std::int32_t first_twin(SetId set, std::int32_t element) const;

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace orbita

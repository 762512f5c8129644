#include "dbm/vector_kernels.h"

#include "dbm/internal/step_constants.h"
#include "hwy/highway.h"

namespace orbita::dbm {

const StepConstants step_constants;
const SoftDiagonal soft_diagonal;

void choose_arithmetic(VectorKernels& kernels);  // vector_arithmetic.cpp
void choose_widening(VectorKernels& kernels);    // vector_widen.cpp
void choose_comparison(VectorKernels& kernels);  // vector_compare.cpp

namespace {

VectorKernels chosen() {
  VectorKernels kernels{};
  choose_arithmetic(kernels);
  choose_widening(kernels);
  choose_comparison(kernels);
  return kernels;
}

}  // namespace

namespace internal {
constinit std::atomic<const VectorKernels*> active{nullptr};

const VectorKernels& choose() {
  static const VectorKernels best = chosen();
  active.store(&best, std::memory_order_release);
  return best;
}
}  // namespace internal

const std::vector<VectorKernels>& all_vector_kernels() {
  static const std::vector<VectorKernels> all = [] {
    std::vector<VectorKernels> result;
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
      hwy::SetSupportedTargetsForTest(target);
      hwy::GetChosenTarget().Update(hwy::SupportedTargets());
      result.push_back(chosen());
    }
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    return result;
  }();
  return all;
}

}  // namespace orbita::dbm

// The three functions of libhwy that its headers call (hwy/targets.h): which instruction sets the processor has, and
// which one is used. Only for the static program: see static.cmake.
#include <atomic>
#include <cstdint>

#include "hwy/targets.h"

namespace hwy {

namespace {

std::atomic<std::int64_t> mocked{0};  // 0: what the processor has

// As Highway defines its targets. The builtin also asks whether the system keeps the wide registers.
std::int64_t detected() {
  std::int64_t targets = HWY_STATIC_TARGET;
  const bool sse4 = __builtin_cpu_supports("sse4.1") && __builtin_cpu_supports("sse4.2") &&
                    __builtin_cpu_supports("aes") && __builtin_cpu_supports("pclmul");
  if (sse4) targets |= HWY_SSE4;
  const bool avx2 = sse4 && __builtin_cpu_supports("avx") && __builtin_cpu_supports("avx2") &&
                    __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c") && __builtin_cpu_supports("bmi") &&
                    __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("lzcnt");
  if (avx2) targets |= HWY_AVX2;
  const bool avx3 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                    __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
                    __builtin_cpu_supports("avx512cd");
  if (avx3) targets |= HWY_AVX3;
  const bool dl = avx3 && __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512vbmi") &&
                  __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512vpopcntdq") &&
                  __builtin_cpu_supports("avx512bitalg") && __builtin_cpu_supports("vpclmulqdq") &&
                  __builtin_cpu_supports("vaes") && __builtin_cpu_supports("gfni");
  if (dl) targets |= HWY_AVX3_DL;
  return targets;
}

}  // namespace

std::int64_t SupportedTargets() {
  const std::int64_t mock = mocked.load();
  return mock != 0 ? mock : detected();
}

void SetSupportedTargetsForTest(std::int64_t targets) {
  mocked.store(targets);
  GetChosenTarget().DeInit();
}

ChosenTarget& GetChosenTarget() {
  static ChosenTarget chosen;
  return chosen;
}

}  // namespace hwy

#include "parser/real.h"

#include <algorithm>
#include <cmath>

namespace orbita {
namespace {

#define ORBITA_REAL1(name)                                                                \
  {                                                                                       \
#name, 1, false, [](const double* x) { return static_cast<double>(std::name(x[0])); } \
  }
#define ORBITA_REAL2(name)                                                                      \
  {                                                                                             \
#name, 2, false, [](const double* x) { return static_cast<double>(std::name(x[0], x[1])); } \
  }
#define ORBITA_TEST1(name)                                                      \
  {                                                                             \
#name, 1, true, [](const double* x) { return std::name(x[0]) ? 1.0 : 0.0; } \
  }

// Left out: log (its base differs between UPPAAL and C), ldexp, ilogb, lgamma, fpclassify.
constexpr RealFunction functions[] = {
    ORBITA_REAL1(fabs),
    ORBITA_REAL2(fmod),
    ORBITA_REAL2(fmax),
    ORBITA_REAL2(fmin),
    ORBITA_REAL2(fdim),
    {"fma", 3, false, [](const double* x) { return std::fma(x[0], x[1], x[2]); }},
    ORBITA_REAL1(exp),
    ORBITA_REAL1(exp2),
    ORBITA_REAL1(expm1),
    {"ln", 1, false, [](const double* x) { return std::log(x[0]); }},
    ORBITA_REAL1(log10),
    ORBITA_REAL1(log2),
    ORBITA_REAL1(log1p),
    ORBITA_REAL2(pow),
    ORBITA_REAL1(sqrt),
    ORBITA_REAL1(cbrt),
    ORBITA_REAL2(hypot),
    ORBITA_REAL1(sin),
    ORBITA_REAL1(cos),
    ORBITA_REAL1(tan),
    ORBITA_REAL1(asin),
    ORBITA_REAL1(acos),
    ORBITA_REAL1(atan),
    ORBITA_REAL2(atan2),
    ORBITA_REAL1(sinh),
    ORBITA_REAL1(cosh),
    ORBITA_REAL1(tanh),
    ORBITA_REAL1(asinh),
    ORBITA_REAL1(acosh),
    ORBITA_REAL1(atanh),
    ORBITA_REAL1(erf),
    ORBITA_REAL1(erfc),
    ORBITA_REAL1(tgamma),
    ORBITA_REAL1(ceil),
    ORBITA_REAL1(floor),
    ORBITA_REAL1(trunc),
    ORBITA_REAL1(round),
    ORBITA_REAL1(logb),
    ORBITA_REAL2(nextafter),
    ORBITA_REAL2(copysign),
    ORBITA_TEST1(isfinite),
    ORBITA_TEST1(isinf),
    ORBITA_TEST1(isnan),
    ORBITA_TEST1(isnormal),
    ORBITA_TEST1(signbit),
    {"isunordered", 2, true, [](const double* x) { return std::isunordered(x[0], x[1]) ? 1.0 : 0.0; }},
};

#undef ORBITA_REAL1
#undef ORBITA_REAL2
#undef ORBITA_TEST1

}  // namespace

std::span<const RealFunction> real_functions() { return functions; }

const RealFunction* find_real_function(std::string_view name) {
  const auto found = std::find_if(std::begin(functions), std::end(functions),
                                  [name](const RealFunction& function) { return function.name == name; });
  return found == std::end(functions) ? nullptr : &*found;
}

}  // namespace orbita

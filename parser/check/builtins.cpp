#include "parser/check/builtins.h"

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>

namespace orbita {
namespace {

constexpr PredeclaredConstant constants[] = {
    // clang-format off
    {"INT8_MIN", -128}, {"INT8_MAX", 127}, {"UINT8_MAX", 255}, {"INT16_MIN", -32768}, {"INT16_MAX", 32767},
    {"UINT16_MAX", 65535}, {"INT32_MIN", INT32_MIN}, {"INT32_MAX", INT32_MAX},
    {"FLT_MIN", 0, true, FLT_MIN}, {"FLT_MAX", 0, true, FLT_MAX}, {"DBL_MIN", 0, true, DBL_MIN}, {"DBL_MAX", 0, true, DBL_MAX},
    {"M_PI", 0, true, M_PI}, {"M_PI_2", 0, true, M_PI_2}, {"M_PI_4", 0, true, M_PI_4}, {"M_E", 0, true, M_E},
    {"M_LOG2E", 0, true, M_LOG2E}, {"M_LOG10E", 0, true, M_LOG10E}, {"M_LN2", 0, true, M_LN2}, {"M_LN10", 0, true, M_LN10},
    {"M_1_PI", 0, true, M_1_PI}, {"M_2_PI", 0, true, M_2_PI}, {"M_2_SQRTPI", 0, true, M_2_SQRTPI},
    {"M_SQRT2", 0, true, M_SQRT2}, {"M_SQRT1_2", 0, true, M_SQRT1_2},
    // clang-format on
};

constexpr PredeclaredType types[] = {
    {"int8_t", -128, 127},
    {"uint8_t", 0, 255},
    {"int16_t", -32768, 32767},
    {"uint16_t", 0, 65535},
    {"int32_t", INT32_MIN, INT32_MAX},
};

constexpr BuiltinResult whole = BuiltinResult::integer;
constexpr BuiltinResult real = BuiltinResult::floating;

constexpr Builtin functions[] = {
    // clang-format off
    {"abs", 1, whole}, {"fabs"}, {"fmod", 2}, {"fma", 3}, {"fmax", 2}, {"fmin", 2}, {"fdim", 2},
    {"exp"}, {"exp2"}, {"expm1"}, {"ln"}, {"log"}, {"log10"}, {"log2"}, {"log1p"},
    {"pow", 2}, {"sqrt"}, {"cbrt"}, {"hypot", 2},
    {"sin"}, {"cos"}, {"tan"}, {"asin"}, {"acos"}, {"atan"}, {"atan2", 2},
    {"sinh"}, {"cosh"}, {"tanh"}, {"asinh"}, {"acosh"}, {"atanh"},
    {"erf"}, {"erfc"}, {"tgamma"}, {"lgamma"}, {"ceil"}, {"floor"}, {"trunc"}, {"round"},
    {"fint", 1, whole}, {"ldexp", 2}, {"ilogb", 1, whole}, {"logb"}, {"nextafter", 2}, {"copysign", 2},
    {"fpclassify", 1, whole}, {"isfinite", 1, whole}, {"isinf", 1, whole}, {"isnan", 1, whole},
    {"isnormal", 1, whole}, {"signbit", 1, whole}, {"isunordered", 2, whole},
    {"random", 1, real, true}, {"random_arcsine", 2, real, true}, {"random_beta", 2, real, true},
    {"random_gamma", 2, real, true}, {"random_normal", 2, real, true}, {"random_poisson", 1, real, true},
    {"random_tri", 3, real, true}, {"random_weibull", 2, real, true},
    // clang-format on
};

}  // namespace

std::span<const PredeclaredConstant> predeclared_constants() { return constants; }
std::span<const PredeclaredType> predeclared_types() { return types; }
std::span<const Builtin> builtins() { return functions; }

const Builtin* find_builtin(std::string_view name) {
  const auto found = std::find_if(std::begin(functions), std::end(functions),
                                  [name](const Builtin& builtin) { return builtin.name == name; });
  return found == std::end(functions) ? nullptr : &*found;
}

}  // namespace orbita

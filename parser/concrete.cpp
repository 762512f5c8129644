#include "parser/concrete.h"

namespace orbita {

std::int32_t default_value(const ConcreteType& leaf) {
  if (leaf.kind != TypeKind::integer) return 0;
  return leaf.low <= 0 && 0 <= leaf.high ? 0 : leaf.low;
}

}  // namespace orbita

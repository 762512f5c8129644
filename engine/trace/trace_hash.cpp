#include <xxhash.h>

#include <array>
#include <cstdio>

#include "engine/trace/trace.h"
#include "parser/model.h"
#include "parser/print/printer.h"

namespace orbita {

std::string hash_of(const Model& model) {
  std::string text = print_xta(*model.document);
  for (const GlobalObject& object : model.globals) {
    if (!object.symbol->is_const) continue;
    text += '\n';
    text += object.symbol->name;
    for (const std::int32_t cell : object.value) text += ' ' + std::to_string(cell);
  }
  std::array<char, 17> hex{};
  std::snprintf(hex.data(), hex.size(), "%016llx",
                static_cast<unsigned long long>(XXH3_64bits(text.data(), text.size())));
  return hex.data();
}

}  // namespace orbita

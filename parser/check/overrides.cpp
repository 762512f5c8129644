// `--set NAME=VALUE`: constants given on the command line.
#include <charconv>

#include "parser/check/checker.h"

namespace orbita {
namespace {

std::optional<std::int32_t> parse_value(std::string_view text) {
  if (text == "true") return 1;
  if (text == "false") return 0;
  std::int32_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string_view root_of(std::string_view name) { return name.substr(0, name.find_first_of("[.")); }

}  // namespace

void Checker::apply_overrides(const Symbol& symbol, GlobalObject& object) {
  for (const auto& setting : options_.overrides) {
    const auto& name = setting.first;  // no structured binding: clang 14 cannot capture one in a lambda
    const auto& text = setting.second;
    if (root_of(name) != symbol.name) continue;
    override_used_[name] = true;
    if (!symbol.is_const) {
      error("bad-override", {}, "--set " + name + ": '" + std::string(symbol.name) + "' is not a constant");
      continue;
    }
    const auto value = parse_value(text);
    if (!value) {
      error("bad-override", {}, "--set " + name + ": '" + text + "' is not an integer, true or false");
      continue;
    }
    const std::string wanted = name.substr(symbol.name.size());
    bool found = false;
    for_each_leaf(*object.type, [&](std::uint32_t offset, const ConcreteType& leaf, const std::string& path) {
      if (path != wanted || (leaf.kind != TypeKind::integer && leaf.kind != TypeKind::boolean)) return;
      found = true;
      if (*value < leaf.low || *value > leaf.high) {
        error("bad-override", {},
              "--set " + name + ": value " + text + " is outside [" + std::to_string(leaf.low) + "," +
                  std::to_string(leaf.high) + "]");
      } else {
        object.value[offset] = *value;
      }
    });
    if (!found) {
      error("bad-override", {},
            "--set " + name + ": '" + std::string(symbol.name) + "' is of type " + describe(*symbol.type) +
                " and has no such integer");
    }
  }
}

void Checker::report_unused_overrides() {
  std::vector<std::string_view> known;
  for (const GlobalObject& object : model_.globals) {
    if (object.symbol->is_const && object.symbol->scope != Scope::predeclared) known.push_back(object.symbol->name);
  }
  for (const auto& [name, used] : override_used_) {
    if (used) continue;
    error("bad-override", {}, "--set " + name + ": the model has no constant '" + std::string(root_of(name)) + "'",
          spelling_hint(root_of(name), known));
  }
}

}  // namespace orbita

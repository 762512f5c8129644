#include "parser/check/scopes.h"

namespace orbita {

void Scopes::enter_template(const Template* templ) {
  auto& table = names_.templates[templ];
  if (!table) table = std::make_unique<NameTable>();
  template_ = table.get();
}

void Scopes::leave_block() {
  stack_.resize(marks_.back());
  marks_.pop_back();
}

Symbol* Scopes::declare(Symbol* symbol) {
  if (!marks_.empty()) {
    for (std::size_t i = stack_.size(); i > marks_.back(); --i) {
      if (stack_[i - 1]->name == symbol->name) return stack_[i - 1];
    }
    stack_.push_back(symbol);
    return nullptr;
  }
  NameTable& table = template_ ? *template_ : names_.global;
  const auto [entry, added] = table.try_emplace(symbol->name, symbol);
  return added ? nullptr : entry->second;
}

Symbol* Scopes::find(std::string_view name) const {
  for (std::size_t i = stack_.size(); i > 0; --i) {
    if (stack_[i - 1]->name == name) return stack_[i - 1];
  }
  if (template_) {
    if (const auto found = template_->find(name); found != template_->end()) return found->second;
  }
  if (const auto found = names_.global.find(name); found != names_.global.end()) return found->second;
  const auto found = names_.predeclared.find(name);
  return found == names_.predeclared.end() ? nullptr : found->second;
}

std::vector<const Symbol*> Scopes::visible() const {
  std::vector<const Symbol*> symbols(stack_.begin(), stack_.end());
  if (template_) {
    for (const auto& entry : *template_) symbols.push_back(entry.second);
  }
  for (const auto& entry : names_.global) symbols.push_back(entry.second);
  return symbols;
}

}  // namespace orbita

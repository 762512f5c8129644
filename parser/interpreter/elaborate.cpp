#include "parser/interpreter/elaborate.h"

#include <mutex>
#include <unordered_map>

#include "parser/interpreter/interpreter.h"
#include "parser/interpreter/make_concrete.h"

namespace orbita {

// Per process, filled on demand: the constants of its template that depend on parameters, and the interpreter that
// caches the parametric types it has evaluated. The constants of a scope never change once it is there; everything else
// is used under the lock. Evaluating a type asks for constants, so the lock is taken again inside.
struct ElaborationCache {
  struct Scope {
    std::unordered_map<const Symbol*, LocalObject> constants;
    ConstantEnvironment environment;
    std::unique_ptr<Interpreter> interpreter;
  };
  std::recursive_mutex mutex;
  std::vector<std::unique_ptr<Scope>> processes;
};

namespace {

constexpr std::uint64_t steps_per_process = 50'000'000;

[[noreturn]] void fail(const EvaluationError& error) {
  Diagnostics diagnostics;
  diagnostics.error("bad-value", error.where(), error.what());
  throw ModelError(diagnostics.sorted());
}

// The constants of a process known so far, while its locals are evaluated in order.
class LocalsEnvironment final : public Environment {
 public:
  Place place(const Symbol& symbol, const Process*) override {
    const auto found = constants_.find(&symbol);
    if (found == constants_.end()) return {};
    return {found->second.type, found->second.value.data()};
  }
  void add(const LocalObject& object) { constants_.emplace(object.symbol, object); }
  std::unordered_map<const Symbol*, LocalObject> take() { return std::move(constants_); }

 private:
  std::unordered_map<const Symbol*, LocalObject> constants_;
};

// Calls `visit` for every local, which copies the parts it keeps. Throws EvaluationError.
template <class Visit>
void for_each_local(const Model& model, const Process& process, LocalsEnvironment& environment, bool only_constants,
                    Visit&& visit) {
  Interpreter interpreter(model, environment, &process, steps_per_process);
  const auto locals = model.locals.find(process.templ);
  if (locals == model.locals.end()) return;
  for (const Symbol* symbol : locals->second) {
    if (only_constants && !(symbol->is_const && symbol->parametric)) continue;
    LocalObject object{symbol, nullptr, {}};
    if (const auto shared = model.template_constants.find(symbol); shared != model.template_constants.end()) {
      object.type = shared->second.type;
      object.value = shared->second.value;
    } else {
      object.type = interpreter.concrete(*symbol->type);
      require_values(*object.type, *symbol);
      object.value = interpreter.initial_value(*object.type, lasting_value(*symbol));
    }
    if (symbol->is_const) environment.add(object);
    visit(std::move(object));
  }
}

// Under the lock.
ElaborationCache::Scope& scope_of(const Model& model, const Process& process) {
  auto& scopes = model.elaboration->processes;
  const auto number = static_cast<std::size_t>(&process - model.processes.data());
  if (scopes.size() <= number) scopes.resize(model.processes.size());
  if (!scopes[number]) {
    auto scope = std::make_unique<ElaborationCache::Scope>();
    LocalsEnvironment environment;
    for_each_local(model, process, environment, true, [](LocalObject) {});
    scope->constants = environment.take();
    scope->interpreter = std::make_unique<Interpreter>(model, scope->environment, &process, steps_per_process);
    scopes[number] = std::move(scope);
  }
  return *scopes[number];
}

}  // namespace

std::shared_ptr<ElaborationCache> make_elaboration_cache() { return std::make_shared<ElaborationCache>(); }

std::vector<LocalObject> elaborate_locals(const Model& model, const Process& process) {
  std::vector<LocalObject> objects;
  LocalsEnvironment environment;
  try {
    for_each_local(model, process, environment, false,
                   [&](LocalObject object) { objects.push_back(std::move(object)); });
  } catch (const EvaluationError& error) {
    fail(error);
  }
  return objects;
}

const LocalObject* process_constant(const Model& model, const Symbol& symbol, const Process& process) {
  const std::lock_guard lock(model.elaboration->mutex);
  const auto& constants = scope_of(model, process).constants;
  const auto found = constants.find(&symbol);
  return found == constants.end() ? nullptr : &found->second;
}

const ConcreteType* elaborate_type(const Model& model, const Type& type, const Process* process) {
  try {
    if (!type.parametric) return make_concrete(model, type);
    if (type.dynamic) {
      throw EvaluationError(type.high ? type.high->span : Span{}, "a range that depends on another bound variable");
    }
    if (!process) return make_concrete(model, type);
    const std::lock_guard lock(model.elaboration->mutex);
    return scope_of(model, *process).interpreter->concrete(type);
  } catch (const EvaluationError& error) {
    fail(error);
  }
}

}  // namespace orbita

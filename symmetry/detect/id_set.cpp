#include "symmetry/detect/id_set.h"

#include <cassert>

#include "parser/concrete.h"

namespace orbita {

IdSets::IdSets(const Model& model) {
  for (const ScalarSet* set : model.scalar_sets) {
    assert(set->id == sets_.size());
    IdSet ids;
    ids.index = IdSetIndex{set->id};
    ids.name = set->name;
    ids.count = set->count;
    ids.origin = set;
    ids.code = scalar_code(set->count);
    sets_.push_back(std::move(ids));
  }
}

const IdSet& IdSets::operator[](IdSetIndex index) const {
  assert(index.value < sets_.size());
  return sets_[index.value];
}

const IdSet& IdSets::operator[](const ScalarSet& set) const {
  const IdSet& ids = (*this)[IdSetIndex{set.id}];
  assert(ids.origin == &set);
  return ids;
}

const IdSet* IdSets::set_of(const Type& type) const {
  return type.is(TypeKind::scalar) && type.set != nullptr ? &(*this)[*type.set] : nullptr;
}

const IdSet* IdSets::set_of(const ConcreteType& type) const {
  return type.kind == TypeKind::scalar && type.set != nullptr ? &(*this)[*type.set] : nullptr;
}

const IdSet* IdSets::index_set_of(const ConcreteType& type) const {
  return type.kind == TypeKind::array && type.index_set != nullptr ? &(*this)[*type.index_set] : nullptr;
}

}  // namespace orbita

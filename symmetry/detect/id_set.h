// Id sets: the sets of interchangeable ids of a model, whoever found them.
//
// A scalarset the user declared is one id set. Ids that are plain integers in the model can become
// others: they have no type of their own, hence `code` and `pinned`. Everything past detection
// (compile, plan_symmetry, reports) names a set by its IdSetIndex and asks nothing about its origin.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dbm/index.h"
#include "parser/model.h"
#include "symmetry/element_code.h"

namespace orbita {

using IdSetIndex = Index<struct IdSetTag>;  // position in IdSets

struct IdSet {
  IdSetIndex index;
  std::string name;                   // as messages call it
  std::int32_t count = -1;            // -1: declared in a template, and its processes differ in it
  const ScalarSet* origin = nullptr;  // the declared scalarset; nullptr for a set of integers
  ElementCode code{};                 // how variables hold elements; see code_for()
  std::vector<std::int32_t> pinned;   // elements that are never exchanged

  bool is_local() const { return origin != nullptr && origin->owner != nullptr; }  // one copy per process
  // The code where the set has `count` elements: only scalarsets may differ between processes.
  ElementCode code_for(std::int32_t elements) const { return count < 0 ? scalar_code(elements) : code; }
};

// The id sets of a model. Scalarsets come first, in the order of Model::scalar_sets.
// A query that is checked later may declare another scalarset: take the sets again then.
class IdSets {
 public:
  IdSets() = default;
  explicit IdSets(const Model& model);

  std::size_t size() const { return sets_.size(); }
  bool empty() const { return sets_.empty(); }
  auto begin() const { return sets_.begin(); }
  auto end() const { return sets_.end(); }
  const IdSet& operator[](IdSetIndex index) const;
  const IdSet& operator[](const ScalarSet& set) const;

  // The set whose elements a variable of this type holds; nullptr if it holds something else.
  const IdSet* set_of(const Type& type) const;
  const IdSet* set_of(const ConcreteType& type) const;
  // The set an array of this type is indexed by; nullptr if by numbers, or if it is no array.
  const IdSet* index_set_of(const ConcreteType& type) const;

 private:
  std::vector<IdSet> sets_;
};

}  // namespace orbita

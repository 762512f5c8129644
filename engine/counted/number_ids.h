// Integers that are nothing but ids, so that they can be counted like the elements of a scalarset.
//
//   const int N = 500;  typedef int[1,N] pid_t;  int[0,N] id;  process P(const pid_t pid) { … }
//
// A template is replicated over a range of integers that ends with a constant, and the constant is used for nothing but
// ranges and dimensions. Every place that holds an id is only compared with others, or with numbers below all ids,
// assigned to others, set to such a number, and used as an index of arrays over the ids. Then the model with fewer ids
// is what the model does as long as nobody looks at the other ids: the same labels, for the same values. So counting
// computes its steps in models with other values of the constant, as it does with other sizes of a scalarset
// (docs/theory/symmetry.md, "Counted zones"). The check is on the text; that receivers of broadcasts commute is
// proved by engine/detect/ for one small number of ids.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/counted/counting_problem.h"
#include "engine/network/network.h"
#include "parser/model.h"

namespace orbita {

struct NumberIds {
  const Symbol* size = nullptr;     // the constant
  std::int64_t beyond = 0;          // the last id is its value plus this
  std::int32_t low = 0, count = 0;  // ids are low .. low + count - 1
  std::string name;                 // of the first template that is replicated over them
  std::set<const Symbol*> holders;  // variables that hold ids, or have parts that do
  std::uint32_t depth = 0;          // of nested quantifiers over ids in the model: that many others matter at once
  std::vector<CountingProblem> problems;  // what else is done with ids, in source order; empty: nothing

  // The value of the constant with which there are so many ids.
  std::string value_for(std::int32_t elements) const { return std::to_string(low + elements - 1 - beyond); }
  bool contains(const Type& type) const;  // a range of ids, perhaps with numbers below
};

// nullopt: no template is replicated over such a range, or the model has scalarsets.
std::optional<NumberIds> find_number_ids(const Model& model, const std::vector<const Query*>& queries);

// Says of every process, slot and clock of a network of the model whose it is; the set becomes the network's only one.
// Why it cannot be counted, or "".
std::string mark_number_ids(Network& network, const NumberIds& ids);

// Whether detection proves that all ids of a network of the model may be exchanged. Changes the network.
bool are_exchangeable(Network& network);

}  // namespace orbita

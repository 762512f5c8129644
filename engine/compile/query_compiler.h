// Programs of queries, beside the network they are about.
//
//   QueryCompiler compiler(*network);
//   const Predicate p = compiler.predicate(*query.predicate);
//
// The network is not touched: the programs of all queries of one compiler are in one Programs that
// begins with the network's (functions are shared) and grows with each query. Predicates keep it alive.
#pragma once

#include <memory>

#include "engine/network/predicate.h"
#include "parser/model.h"

namespace orbita {

class QueryCompiler {
 public:
  explicit QueryCompiler(const Network& network);  // which must outlive it
  ~QueryCompiler();

  // A query's state predicate. Quantifiers whose body mentions clocks are unrolled. Both throw ModelError
  // for what cannot be decided symbolically; the compiler can still be used.
  Predicate predicate(const Expr& expr);
  // An integer expression (sup/inf of data), or a clock term: see Measure.
  Measure measure(const Expr& expr);

  // Tells the place of everything that fails in one of these programs, or in one of the network's.
  std::shared_ptr<const Programs> programs() const { return programs_; }

 private:
  std::shared_ptr<Programs> programs_;
  std::unique_ptr<CompilerState> state_;
};

}  // namespace orbita

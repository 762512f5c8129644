// Checked model -> flat network. Linear in the number of instances.
#pragma once

#include <memory>

#include "engine/network/network.h"
#include "engine/network/predicate.h"
#include "parser/model.h"
#include "symmetry/detect/id_set.h"

namespace orbita {

struct CompileOptions {
  const IdSets* ids = nullptr;  // ids that symmetry may exchange; nullptr: the scalarsets of the model
};

// Throws ModelError for constructs that cannot be explored symbolically.
std::unique_ptr<Network> compile(const Model& model, const CompileOptions& options = {});

// A query's state predicate. Quantifiers whose body mentions clocks are unrolled.
Predicate compile_predicate(Network& network, const Model& model, const Expr& expr);
// An integer expression (sup/inf of data), or a clock term: see Measure.
Measure compile_measure(Network& network, const Model& model, const Expr& expr);

}  // namespace orbita

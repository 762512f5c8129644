// Checked model -> flat network. Linear in the number of instances.
#pragma once

#include <memory>

#include "engine/network/network.h"
#include "parser/model.h"
#include "symmetry/detect/id_set.h"

namespace orbita {

struct CompileOptions {
  const IdSets* ids = nullptr;  // ids that symmetry may exchange; nullptr: the scalarsets of the model
  bool time_clock = false;      // one more clock, the last one: `#time`, which is never reset
};

// Throws ModelError for constructs that cannot be explored symbolically. The network never changes
// afterwards; programs of queries are made by a QueryCompiler (query_compiler.h).
std::unique_ptr<Network> compile(const Model& model, const CompileOptions& options = {});

}  // namespace orbita

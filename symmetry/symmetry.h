#pragma once

// symmetry/: which ids of a model may be exchanged, and which of many symmetric states to keep.
//
// Exchanging two interchangeable ids everywhere in a state gives a state that can do the same
// things, so a search need keep only one state of every orbit: its representative. Two libraries
// that know nothing of each other:
//
//   detect/   of a checked model: its id sets, and those whose ids the model tells apart
//   orbits/   of a state layout: permutations, representatives, sizes of orbits, twins
//
//   const SymmetryModel symmetry = detect(model);
//   const StateLayout layout = …;  // where ids occur in a state; the engine lays out its network
//   const auto canonicaliser = make_canonicaliser(layout, {.strategy = Strategy::refine});
//   canonicaliser->canonicalise(values, active, zone);  // now the representative
//
// Nothing leads back from a representative: traces are found again on states that were not renamed
// (engine/trace/lift.h). The example is tests/symmetry/example_test.cpp.

#include "symmetry/detect/detect.h"
#include "symmetry/orbits/canonical.h"
#include "symmetry/orbits/cell_orbits.h"
#include "symmetry/orbits/layout.h"
#include "symmetry/orbits/permutation.h"
#include "symmetry/orbits/sort.h"
#include "symmetry/orbits/twins.h"

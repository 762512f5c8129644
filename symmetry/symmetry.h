#pragma once

// symmetry/: which elements of a model may be exchanged, and which of many symmetric states to keep.
//
// A scalarset is a set of interchangeable ids. Exchanging two of them everywhere in a state gives a
// state that can do the same things, so a search need keep only one state of every orbit: its
// representative. layout.h says where ids occur in a state, canonical.h finds representatives.
//
//   StateLayout layout = ...;                       // filled in by the engine
//   auto canonicaliser = make_canonicaliser(layout, {.strategy = Strategy::refine});
//   CanonicalResult r = canonicaliser->canonicalise(values, active, zone);   // now the representative
//   apply(layout, r.applied.inverse(), values);     // and back: the user's own names
//
// Whether a model may be permuted at all is violations.h's business.

#include "symmetry/detect/violations.h"
#include "symmetry/orbits/canonical.h"
#include "symmetry/orbits/cell_orbits.h"
#include "symmetry/orbits/layout.h"
#include "symmetry/orbits/permutation.h"
#include "symmetry/orbits/sort.h"
#include "symmetry/orbits/twins.h"

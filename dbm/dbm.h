#pragma once

// dbm/: sets of clock valuations, exactly and fast. It knows nothing of automata.
//
// A difference bound matrix (DBM) over clocks x1..xn and the reference clock x0 = 0 holds in entry
// (i, j) an upper bound on xi - xj: "< c", "<= c" or infinity. It describes a zone: the clock
// valuations that satisfy all its bounds. Time, resets, guards and invariants of timed automata map
// zones to zones (or to unions of them: Federation).
//
// The invariant, everywhere: a matrix is canonical. No entry can be tightened through a third clock,
// the diagonal is "<= 0", no clock is negative, and the zone is not empty. Equal zones therefore have
// equal matrices, and inclusion is comparing entries. Functions that can empty a zone return false.
//
//   const ClockIndex x{1}, y{2};
//   Zone zone = Zone::zero(3);                             // two clocks and the reference clock
//   zone.delay();                                          // x == y, any value
//   if (!zone.constrain({at_least(x, 2), at_most(x, 5)}))  // a guard: 2 <= x <= 5
//     return false;                                        // no valuation satisfies it
//   zone.reset(y);                                         // y := 0
//   zone.delay();
//   to_string(zone, names);                                // "x-y<=5, x-y>=2"
//
// Layers: bound.h, matrix.h (views), kernels.h (all arithmetic, on memory of the caller, no
// allocation), zone.h (the owning value), and the rest on top of these.

#include "dbm/bound.h"
#include "dbm/clock_bounds.h"
#include "dbm/clock_order.h"
#include "dbm/compact.h"
#include "dbm/extrapolation.h"
#include "dbm/federation.h"
#include "dbm/index.h"
#include "dbm/kernels.h"
#include "dbm/matrix.h"
#include "dbm/minimal_graph.h"
#include "dbm/point.h"
#include "dbm/render.h"
#include "dbm/subsumption.h"
#include "dbm/zone.h"

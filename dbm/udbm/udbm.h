#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dbm/matrix.h"

// The part of UDBM's C interface in use, on matrices without padding. Its header cannot be included next to ours (both
// are called dbm/dbm.h); udbm.cpp includes it and so checks these declarations. UDBM is GPLv3: a program that links it
// is distributed under GPLv3 or not at all.

extern "C" {
void dbm_init(std::int32_t* dbm, std::uint32_t dim);
bool dbm_close(std::int32_t* dbm, std::uint32_t dim);
bool dbm_close1(std::int32_t* dbm, std::uint32_t dim, std::uint32_t k);
bool dbm_constrain1(std::int32_t* dbm, std::uint32_t dim, std::uint32_t i, std::uint32_t j, std::int32_t c);
bool dbm_intersection(std::int32_t* dbm1, const std::int32_t* dbm2, std::uint32_t dim);
bool dbm_haveIntersection(const std::int32_t* dbm1, const std::int32_t* dbm2, std::uint32_t dim);
void dbm_convexUnion(std::int32_t* dbm1, const std::int32_t* dbm2, std::uint32_t dim);
void dbm_up(std::int32_t* dbm, std::uint32_t dim);
void dbm_downFrom(std::int32_t* dbm, std::uint32_t dim, std::uint32_t j0);
void dbm_updateValue(std::int32_t* dbm, std::uint32_t dim, std::uint32_t index, std::int32_t value);
void dbm_updateClock(std::int32_t* dbm, std::uint32_t dim, std::uint32_t i, std::uint32_t j);
void dbm_updateIncrement(std::int32_t* dbm, std::uint32_t dim, std::uint32_t i, std::int32_t value);
void dbm_freeClock(std::int32_t* dbm, std::uint32_t dim, std::uint32_t index);
void dbm_swapClocks(std::int32_t* dbm, std::uint32_t dim, std::uint32_t x, std::uint32_t y);
bool dbm_isSubsetEq(const std::int32_t* dbm1, const std::int32_t* dbm2, std::uint32_t dim);
bool dbm_isPointIncluded(const std::int32_t* pt, const std::int32_t* dbm, std::uint32_t dim);
void dbm_extrapolateMaxBounds(std::int32_t* dbm, std::uint32_t dim, const std::int32_t* max);
void dbm_diagonalExtrapolateMaxBounds(std::int32_t* dbm, std::uint32_t dim, const std::int32_t* max);
void dbm_extrapolateLUBounds(std::int32_t* dbm, std::uint32_t dim, const std::int32_t* lower,
                             const std::int32_t* upper);
void dbm_diagonalExtrapolateLUBounds(std::int32_t* dbm, std::uint32_t dim, const std::int32_t* lower,
                                     const std::int32_t* upper);
}

namespace orbita::udbm {

dbm::Relation relation(const raw_t* a, const raw_t* b, std::uint32_t dimension);  // dbm_relation

// Our clock bounds as UDBM writes them: 0 for the reference clock, its own number for "none". It has none for
// "unlimited", but no bound of a zone exceeds largest_finite.
inline constexpr std::int32_t largest_finite = raw_limit / 2;
void to_bounds(const std::int32_t* bounds, std::uint32_t dimension, std::vector<std::int32_t>& result);

}  // namespace orbita::udbm

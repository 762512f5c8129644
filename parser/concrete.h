// Types and values with all numbers known, for one process.
//
// Every object (variable, parameter, constant) of a concrete type is a row of *cells*, one int32 each: a leaf (int,
// bool, scalar, string, clock, channel) is one cell, a double two (real.h), a struct its fields in order, an array its
// elements in index order. The interpreter, the compiled network and the symmetry code use the same layout, so a cell
// offset means the same in all of them.
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "parser/type.h"
#include "parser/work_limits.h"

namespace orbita {

struct ConcreteType {
  TypeKind kind = TypeKind::integer;
  // integer; boolean has 0..1; scalar 0..count-1. An empty range is [low, low - 1]; only types of
  // selects, quantifiers, loops and free parameters can be empty.
  std::int32_t low = 0, high = 0;
  bool hybrid = false;                     // clock
  bool urgent = false, broadcast = false;  // channel
  const ScalarSet* set = nullptr;          // scalar
  // array
  const ConcreteType* element = nullptr;
  std::int32_t first_index = 0;          // of int-indexed arrays; 0 for scalar-indexed ones
  std::uint32_t count = 0;               // number of elements
  const ScalarSet* index_set = nullptr;  // indexed by this scalarset, or nullptr
  // structure
  struct Field {
    std::string_view name;
    const ConcreteType* type = nullptr;
    std::uint32_t offset = 0;  // first cell
  };
  std::vector<Field> fields;
  std::uint32_t cells = 1;  // number of cells of an object of this type

  bool is_leaf() const { return kind != TypeKind::array && kind != TypeKind::structure; }
};

// Owns concrete types; pointers stay valid as long as the pool. Several threads may add.
class ConcreteTypes {
 public:
  const ConcreteType* add(ConcreteType type) {
    const std::lock_guard lock(mutex_);
    return &types_.emplace_back(std::move(type));
  }

 private:
  std::mutex mutex_;
  std::deque<ConcreteType> types_;
};

// The initial value of a leaf without initialiser: 0 if in range, else the lower bound.
std::int32_t default_value(const ConcreteType& leaf);

// Calls visit(offset, leaf type, path) for every leaf cell in order; path is like "[2].count".
template <class Visit>
void for_each_leaf(const ConcreteType& type, Visit&& visit, std::uint32_t offset = 0, const std::string& path = "");

// Largest object size accepted: more cells than this are an error in the model, not a crash.
inline constexpr std::uint64_t max_cells = 16'000'000;

template <class Visit>
void for_each_leaf(const ConcreteType& type, Visit&& visit, std::uint32_t offset, const std::string& path) {
  if (type.kind == TypeKind::array) {
    for (std::uint32_t i = 0; i < type.count; ++i) {
      for_each_leaf(*type.element, visit, offset + i * type.element->cells,
                    path + "[" + std::to_string(type.first_index + static_cast<std::int32_t>(i)) + "]");
    }
  } else if (type.kind == TypeKind::structure) {
    for (const auto& field : type.fields) {
      for_each_leaf(*field.type, visit, offset + field.offset, path + "." + std::string(field.name));
    }
  } else {
    poll_limits();
    visit(offset, type, path);
  }
}

}  // namespace orbita

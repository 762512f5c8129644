// Which places of a model hold the same ids.
//
// A place is a variable, parameter, field, array element or array dimension; places that are compared with, assigned
// to, passed to or indexed by each other are of one class, possibly with an offset: with `a[i - 1]` the dimension of
// `a` holds i - 1. Literals and named constants are in no class: `turn = 0` says nothing about who 0 is. The result of
// `1 << i` is a place of its own that holds a set over the class of i.
//
// This is a guess from the text, and only that: what follows from it is proved on the network or dropped
// (engine/detect/gate.h).
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "dbm/index.h"
#include "parser/model.h"

namespace orbita {

using PlaceId = Index<struct PlaceTag>;

// The places of an object, in the form of its type.
struct PlaceShape {
  TypeKind kind = TypeKind::integer;
  PlaceId value;                         // leaves: what it holds
  PlaceId index;                         // arrays: the dimension
  std::vector<const PlaceShape*> parts;  // arrays: one, the element; structures: the fields
};

class IdFlow {
 public:
  explicit IdFlow(const Model& model);

  // A place holds coordinate + offset, where the coordinate is that of its class.
  struct Held {
    PlaceId root;  // of the class
    std::int64_t offset = 0;
  };
  const PlaceShape* shape_of(const Symbol& symbol) const;
  Held find(PlaceId place) const;
  // Does the place hold sets over a class, and of which?
  std::optional<Held> set_over(PlaceId place) const;

 private:
  struct Value {
    const PlaceShape* shape = nullptr;
    std::int64_t offset = 0;
    std::optional<std::int64_t> constant;
  };
  struct Place {
    std::uint32_t parent = 0;
    std::int64_t offset = 0;                               // value = value of parent + offset
    std::optional<std::pair<PlaceId, std::int64_t>> bits;  // roots: holds sets over this class
  };

  const PlaceShape* make_shape(const Type& type);
  const PlaceShape* shape(const Symbol& symbol);
  PlaceId new_place();
  void unite(PlaceId a, PlaceId b, std::int64_t difference);  // value of a = value of b + difference
  void join(PlaceId a, PlaceId b, std::int64_t difference);
  void unite(const Value& a, const Value& b);
  void unite(const PlaceShape* a, const PlaceShape* b, std::int64_t difference);
  std::optional<std::int64_t> constant_of(const Symbol& symbol) const;

  Value value(const Expr* expr);
  Value call(const Expr& expr);
  Value arithmetic(const Expr& expr);
  Value shifted(const Value& left, const Value& right);
  void initialise(const PlaceShape* target, const Expr* expr);
  void declarations(std::span<Decl* const> decls);
  void statement(const Stmt* stmt);
  void function(const Function& function);
  void process(const Process& process);

  const Model& model_;
  std::deque<PlaceShape> shapes_;
  mutable std::vector<Place> places_;
  struct Shift {
    PlaceId a, b;
    std::int64_t difference = 0;
  };
  std::vector<Shift> shifts_;  // come last: `next == id + 1` must not keep `next` and `id` from being the same
  std::unordered_map<const Symbol*, const PlaceShape*> shape_of_;
  std::unordered_map<const Symbol*, const PlaceShape*> result_of_;  // of functions
  std::unordered_map<const Symbol*, bool> walked_;                  // functions
  const PlaceShape* result_ = nullptr;                              // of the function being walked
};

}  // namespace orbita

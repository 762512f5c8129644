// Vectors whose subscript is an index of one kind (dbm/index.h): `network.processes[p]` takes a ProcessId and nothing
// else.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <utility>
#include <vector>

#include "dbm/index.h"

namespace orbita {

// The indices from `first` up to, not including, `last`, for loops: `for (const ProcessId p :
// network.processes.ids())`.
template <class Id>
class IdRange {
 public:
  class Iterator {
   public:
    using value_type = Id;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;
    using reference = Id;
    using pointer = void;
    constexpr Iterator() = default;
    constexpr explicit Iterator(std::uint32_t value) : value_(value) {}
    constexpr Id operator*() const { return Id{value_}; }
    constexpr Iterator& operator++() {
      ++value_;
      return *this;
    }
    constexpr Iterator operator++(int) {
      const Iterator before = *this;
      ++value_;
      return before;
    }
    friend constexpr bool operator==(Iterator, Iterator) = default;

   private:
    std::uint32_t value_ = 0;
  };

  constexpr explicit IdRange(std::size_t count) : last_(static_cast<std::uint32_t>(count)) {}
  constexpr IdRange(Id first, Id last) : first_(first.value), last_(last.value) { assert(first <= last); }
  constexpr Iterator begin() const { return Iterator{first_}; }
  constexpr Iterator end() const { return Iterator{last_}; }
  constexpr std::size_t size() const { return last_ - first_; }

 private:
  std::uint32_t first_ = 0, last_ = 0;
};

// A vector with one element for each index 0, 1, 2, …; it grows and is walked through as std::vector.
template <class Id, class T>
class IdVector : private std::vector<T> {
  using Base = std::vector<T>;

 public:
  using typename Base::const_iterator;
  using typename Base::const_reference;
  using typename Base::iterator;
  using typename Base::reference;
  using typename Base::value_type;

  IdVector() = default;
  explicit IdVector(std::size_t count, const T& value = T()) : Base(count, value) {}
  IdVector(std::initializer_list<T> elements) : Base(elements) {}

  using Base::assign;
  using Base::back;
  using Base::begin;
  using Base::capacity;
  using Base::clear;
  using Base::emplace_back;
  using Base::empty;
  using Base::end;
  using Base::front;
  using Base::pop_back;
  using Base::push_back;
  using Base::reserve;
  using Base::resize;
  using Base::size;

  reference operator[](Id id) { return Base::operator[](id.value); }
  const_reference operator[](Id id) const { return Base::operator[](id.value); }
  reference at(Id id) { return Base::at(id.value); }
  const_reference at(Id id) const { return Base::at(id.value); }

  IdRange<Id> ids() const { return IdRange<Id>(size()); }
  Id end_id() const { return Id{static_cast<std::uint32_t>(size())}; }  // one past the last: what push_back will fill
  bool contains(Id id) const { return id.value < size(); }
  Id id_of(const T& element) const {
    return Id{static_cast<std::uint32_t>(&element - Base::data())};
  }  // of one in here

  friend bool operator==(const IdVector& a, const IdVector& b) {
    return static_cast<const Base&>(a) == static_cast<const Base&>(b);
  }
};

}  // namespace orbita

// Labels in normal form, renamed by an exchange, as words that can be compared.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/detect/exchange.h"
#include "engine/detect/normal_form.h"

namespace orbita::detection {

// What keeps an edge from being the image of another: for hints (hints.cpp).
enum class Cause : std::uint8_t { other, channel, guard, literal, update, clocks };

struct Difference {
  std::string text;  // ": list[0] becomes 0 where its image needs 1"
  SlotId slot;       // where
  Cause cause = Cause::other;
};

class Renamer {
 public:
  Renamer(NormalNetwork& normal, const Exchange& exchange);

  using Code = std::vector<std::uint64_t>;
  // As words: renamed, and as they are.
  Code code(const NormalCondition& condition);
  Code code(const NormalUpdate& update);
  Code code(const NormalEdge& edge);
  Code code(const std::vector<std::pair<NetClockId, DiagramId>>& rates);
  Code plain_code(const NormalCondition& condition) const;
  Code plain_code(const NormalUpdate& update) const;
  Code plain_code(const NormalEdge& edge) const;
  Code plain_code(const std::vector<std::pair<NetClockId, DiagramId>>& rates) const;

  DiagramId plain(DiagramId a);  // a diagram whose leaves are numbers that mean nothing else
  DiagramId clock_number(DiagramId a);
  DiagramId channel_number(DiagramId a);

  NormalEdge image(const NormalEdge& edge);
  std::size_t differences(const NormalEdge& edge, const NormalEdge& other);
  Difference describe_difference(const NormalEdge& edge, const NormalEdge& other);

  // What some positions hold before the updates.
  using Start = std::map<std::uint32_t, DiagramId>;
  // Do the updates of the two edges have nothing to do with each other, so that their order does not matter?
  bool are_independent(const NormalEdge& a, const NormalEdge& b);
  // Do they have the same effect in either order, wherever they start?
  bool commute(const NormalEdge& a, const NormalEdge& b, const std::vector<Start>& starts);

 private:
  bool clocks_agree(const NormalUpdate& a, const NormalUpdate& b);
  NormalUpdate in_sequence(const NormalEdge& first, const NormalEdge& second, const Start& start);
  DiagramId contents_of(std::uint32_t position, DiagramId held);
  NormalCondition image(const NormalCondition& condition);
  NormalUpdate image(const NormalUpdate& update);
  std::string text_of(DiagramId a) const;

  NormalNetwork& normal_;
  Diagrams& d_;
  const Exchange& g_;
  Diagrams::Memo plain_, clocks_, channels_;
  std::map<Exchange::ContentsKey, Diagrams::Memo> contents_;  // by contents_key()
};

}  // namespace orbita::detection

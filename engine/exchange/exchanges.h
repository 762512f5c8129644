// What the exchange of two ids does to the parts of a network, and to the terms of its programs.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "engine/exchange/id_classes.h"
#include "engine/exchange/symbolic_run.h"
#include "engine/exchange/terms.h"
#include "engine/network/network.h"

namespace orbita::exchange {

// Where cells of one kind go under exchanges.
class CellMoves {
 public:
  CellMoves(const std::vector<Cell>& cells, const StateLayout& layout);

  using Moves = std::unordered_map<std::uint32_t, std::uint32_t>;  // cells that do not stay
  // nullopt: the image of some cell does not exist.
  std::optional<Moves> moves(SetId set, std::int32_t i, std::int32_t j) const;

 private:
  using Key = std::vector<std::uint32_t>;
  static Key key_of(const Cell& cell);

  const std::vector<Cell>& cells_;
  std::map<Key, std::uint32_t> at_;
  std::vector<std::vector<std::vector<std::uint32_t>>> with_;  // [set][element]: cells that have it as an index
};

struct Exchange {
  SetId set;
  std::int32_t i = 0, j = 0;
  CellMoves::Moves values, clocks, channels;
  Terms::Renaming renaming;

  static std::uint32_t image(const CellMoves::Moves& moves, std::uint32_t cell) {
    const auto it = moves.find(cell);
    return it == moves.end() ? cell : it->second;
  }
  NetClockId image(NetClockId clock) const { return {image(clocks, clock.value)}; }
  ChannelId image(ChannelId channel) const { return {image(channels, channel.value)}; }
};

class Exchanges {
 public:
  // All arguments must outlive the object.
  Exchanges(const Network& network, const IdClasses& ids, Terms& terms, SymbolicRun& programs);

  // nullptr: some cell has no image, so the two are never exchanged.
  Exchange* find(SetId set, std::int32_t i, std::int32_t j);

  TermId renamed(Exchange& exchange, TermId term) { return terms_.renamed(term, exchange.renaming); }
  // The same for a term that gives the number of a clock or channel, one of the candidates.
  template <class Id>
  TermId renamed_number(Exchange& exchange, TermId term, std::span<const Id> candidates) {
    const auto image = [&](Id number) { return terms_.constant(exchange.image(number).value); };
    if (const auto number = terms_.constant_of(term)) return image({static_cast<std::uint32_t>(*number)});
    std::vector<std::pair<std::int64_t, TermId>> branches;
    for (const Id candidate : candidates) branches.emplace_back(candidate.value, image(candidate));
    return terms_.cases(renamed(exchange, term), std::move(branches));
  }

 private:
  std::unique_ptr<Exchange> make(SetId set, std::int32_t i, std::int32_t j);

  const Network& network_;
  const IdClasses& ids_;
  Terms& terms_;
  SymbolicRun& programs_;
  CellMoves values_, clocks_, channels_;
  std::map<std::tuple<SetId, std::int32_t, std::int32_t>, std::unique_ptr<Exchange>> made_;
};

}  // namespace orbita::exchange

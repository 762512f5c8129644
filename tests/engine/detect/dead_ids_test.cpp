// Dead ids against the slow definition: a row and its normal form are bisimilar, by refining a partition of all rows.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "engine/compile/compile.h"
#include "engine/detect/dead_ids.h"
#include "engine/semantics/expand.h"
#include "tests/engine/detect/id_models.h"
#include "tests/engine/verify_support.h"
#include "tests/sample.h"

using namespace orbita;
using namespace orbita::detection;
using namespace orbita::test;

namespace dead_ids {

using Row = std::vector<std::int32_t>;
constexpr std::size_t most_rows = 3000;

// All rows that the initial one and the normal forms of its successors lead to; successors with the edges taken.
struct Graph {
  std::map<Row, std::uint32_t> number;
  std::vector<Row> rows;
  std::vector<std::set<std::pair<std::vector<std::uint32_t>, std::uint32_t>>> steps;
  bool complete = true;

  std::uint32_t add(const Row& row) {
    const auto [found, added] = number.try_emplace(row, static_cast<std::uint32_t>(rows.size()));
    if (added) rows.push_back(row);
    return found->second;
  }

  Graph(const Network& network, const DeadIds& dead) {
    Expander expander(network);
    add(network.initial_values());
    for (std::uint32_t k = 0; k < rows.size(); ++k) {
      if (rows.size() > most_rows) complete = false;
      if (!complete) return;
      Row normal = rows[k];
      dead.normalise(normal);
      add(normal);
      steps.emplace_back();
      const Row row = rows[k];
      for (const Transition& transition : expander.expand(row)) {
        std::vector<std::uint32_t> edges;
        for (const Participant& participant : transition.participants) edges.push_back(participant.edge.value);
        edges.push_back(transition.failure ? 1 : 0);
        steps[k].emplace(std::move(edges), transition.failure ? k : add(transition.target));
      }
    }
  }

  // The coarsest partition that respects everything but candidates, and steps.
  std::vector<std::uint32_t> classes(const Network& network, const std::map<SlotId, std::int32_t>& candidates) {
    std::vector<std::uint32_t> result;
    std::map<Row, std::uint32_t> labels;
    for (Row row : rows) {
      for (const auto& [slot, unused] : candidates) row[network.slot_value(slot)] = 0;
      result.push_back(labels.try_emplace(row, static_cast<std::uint32_t>(labels.size())).first->second);
    }
    for (std::size_t count = labels.size();;) {
      using Signature = std::pair<std::uint32_t, std::set<std::pair<std::vector<std::uint32_t>, std::uint32_t>>>;
      std::map<Signature, std::uint32_t> signatures;
      std::vector<std::uint32_t> next;
      for (std::uint32_t k = 0; k < rows.size(); ++k) {
        Signature signature{result[k], {}};
        for (const auto& [edges, target] : steps[k]) signature.second.emplace(edges, result[target]);
        next.push_back(
            signatures.try_emplace(std::move(signature), static_cast<std::uint32_t>(signatures.size())).first->second);
      }
      result = std::move(next);
      if (signatures.size() == count) return result;
      count = signatures.size();
    }
  }
};

struct Tally {
  int complete = 0, forgetful = 0;
  std::size_t rows = 0, forgotten = 0;
};

void check_model(std::uint32_t seed, Tally& tally) {
  const std::string text = IdModel(seed, false, seed % 2 == 0).text();
  INFO("seed " << seed << "\n" << text);
  const std::unique_ptr<Model> model = model_from(text);
  const std::unique_ptr<Network> network = compile(*model);
  std::uint64_t steps = Diagrams::most_steps;
  std::vector<Interval> domains = value_domains(*network, steps);
  std::map<SlotId, std::int32_t> candidates;
  for (const SlotId s : network->slots.ids()) {
    const std::string& name = network->slots[s].name;
    const bool holds_ids = name.starts_with("q[") || name == "who" || name == "last" || name.ends_with(".mine") ||
                           name.ends_with(".other");
    if (!holds_ids || domains[network->slot_value(s)].high != network->slots[s].high) continue;
    candidates.emplace(s, network->slots[s].high + 1);
    ++domains[network->slot_value(s)].high;
  }
  NormalNetwork normal(*network, domains, Diagrams::most_steps);
  const DeadIds dead(normal, candidates);
  Graph graph(*network, dead);
  if (!graph.complete) return;
  ++tally.complete;
  tally.rows += graph.rows.size();
  const std::vector<std::uint32_t> classes = graph.classes(*network, candidates);
  bool forgets = false;
  for (std::uint32_t k = 0; k < graph.rows.size(); ++k) {
    Row row = graph.rows[k];
    dead.normalise(row);
    if (row == graph.rows[k]) continue;
    forgets = true;
    ++tally.forgotten;
    if (classes[graph.number.at(row)] != classes[k]) {
      CAPTURE(graph.rows[k], row);
      FAIL("a row and its normal form are not bisimilar");
    }
  }
  tally.forgetful += forgets;
}

}  // namespace dead_ids

TEST_CASE("forgetting dead ids gives a bisimilar state") {
  dead_ids::Tally tally;
  const auto models = static_cast<std::uint32_t>(sampled(60));
  for (std::uint32_t seed = 1; seed <= models; ++seed) dead_ids::check_model(seed, tally);
  CHECK(3 * tally.complete > static_cast<int>(models));
  CHECK(2 * tally.forgetful > tally.complete);
}

// ORBITA_SEED and ORBITA_MODELS choose other models.
TEST_CASE("forgetting dead ids gives a bisimilar state, for thousands of models", "[slow]") {
  const auto first = static_cast<std::uint32_t>(number_from("ORBITA_SEED", 1000));
  const auto models = static_cast<std::uint32_t>(number_from("ORBITA_MODELS", 2000));
  dead_ids::Tally tally;
  for (std::uint32_t k = 0; k < models; ++k) dead_ids::check_model(first + k, tally);
  WARN("seeds from " << first << ": " << tally.complete << " of " << models << " graphs complete, " << tally.forgetful
                     << " with dead ids, " << tally.forgotten << " of " << tally.rows << " rows changed");
}

// A flat model and one of its queries as input of Munta: model (.muntax), renaming, and the numbers of both.
//
// Differences that the translation repairs: variables start at 0 there, so they are shifted; the receiver of a
// handshake is the first to update there, so senders become receivers; committed locations let time pass there, so they
// are made urgent, too; Munta's own bounds of clocks need not satisfy its own precondition, so every location gets a
// loop that data forbid. A construct that Munta does not have is an std::invalid_argument that names it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "dbm/zone.h"
#include "engine/certificate/flat_network.h"

namespace orbita {

// One edge for one choice of the values that its guard, channel and updates need.
struct MuntaEdge {
  std::uint32_t flat = 0;
  std::vector<std::pair<std::uint32_t, std::int32_t>> values;  // of slots
  std::vector<Constraint> clocks;
  int channel = -1;
};

class MuntaModel {
 public:
  MuntaModel(const FlatNetwork& network, const std::string& query);

  const std::string& model() const { return model_; }
  const std::string& renaming() const { return renaming_; }
  bool is_about_deadlock() const { return deadlock_; }
  const std::vector<std::uint32_t>& slots() const { return slots_; }  // that are Munta's variables
  const std::vector<std::vector<Constraint>>& invariants(std::size_t process) const { return invariants_[process]; }
  const std::vector<MuntaEdge>& edges() const { return edges_; }
  std::int32_t largest_constant() const { return largest_; }

 private:
  std::vector<Constraint> atoms(const FlatJson& clk, const ValueRow& row);
  void add_invariants();
  void add_edge(std::uint32_t number, const FlatJson& edge);
  void add_variant(std::uint32_t number, const FlatJson& edge, const FlatNetwork::Access& needed, const ValueRow& row,
                   bool known_update);
  void refuse_late_reads(const FlatJson& edge, const std::set<std::uint32_t>& reads) const;
  std::string update_text(const FlatJson& statements, ValueRow row, bool known) const;
  std::string guard_text(const MuntaEdge& edge, const FlatJson& guard) const;
  std::string clock_text(const std::vector<Constraint>& constraints) const;
  std::string value_test(std::uint32_t slot, const std::string& op, std::int64_t constant) const;
  std::string data_text(const FlatJson& e, bool negated, bool in_query) const;
  std::string expanded(const FlatJson& e, bool negated) const;
  bool is_simple(const FlatJson& e) const;
  std::string formula(const FlatJson& query);
  std::string location(std::size_t process, std::size_t number) const;
  std::string automaton(std::size_t process) const;
  void write(const std::string& formula);

  const FlatNetwork& network_;
  const FlatJson& flat_;
  std::vector<std::vector<std::vector<Constraint>>> invariants_;
  std::vector<MuntaEdge> edges_;
  std::vector<std::vector<std::string>> edge_texts_;  // by process
  mutable std::set<std::uint32_t> used_;
  std::vector<std::uint32_t> slots_;
  std::int32_t largest_ = 1;
  bool deadlock_ = false;
  std::string model_, renaming_;
};

}  // namespace orbita

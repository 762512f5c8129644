// The variables, clocks and channels of a network, and the objects of the model they belong to.
//
// compile() fills it together with the network; afterwards programs of queries look objects up in it.
// Every slot and clock gets the family, position and scalar indices by which symmetry moves it.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/network/network.h"
#include "parser/interpreter/elaborate.h"
#include "parser/model.h"
#include "symmetry/detect/id_set.h"

namespace orbita {

// Cells of an object are of one of these sorts, each numbered on its own.
enum class Sort : std::uint8_t { data, clock, channel };

// A variable, constant, parameter, clock or channel (or an array or struct of them) as it is in the
// network. A reference parameter is the object it stands for, or a part of it.
struct NetObject {
  const Symbol* symbol = nullptr;
  const ConcreteType* type = nullptr;
  const std::int32_t* cells = nullptr;  // constants: the values, in cell order
  // First of each sort: index in the row of values, clock number, channel number.
  std::uint32_t base[3] = {none, none, none};
};

class ObjectTable {
 public:
  ObjectTable(const Model& model, IdSets ids, Network& network);

  void add_globals();
  void add_processes();  // with their locals
  // The network's number of an id set, as it is in this process if it is local to a template.
  SetId net_set(const IdSet& set, ProcessId process, std::int32_t count);

  const IdSets& ids() const { return ids_; }
  const NetObject* find(const Symbol& symbol, ProcessId process) const;
  // How many cells of this sort an object of the type has; hybrid clocks and doubles count nowhere.
  std::uint32_t cells_of(const ConcreteType& type, Sort sort) const;

 private:
  struct CellCounts {
    std::uint32_t count[3] = {0, 0, 0};
  };
  struct Position;  // where cells of an object are, for naming and symmetry
  CellCounts counts(const ConcreteType& type) const;
  CellCounts remember_counts(const ConcreteType& type);  // of a type and those inside it
  std::uint32_t plain_cells(const ConcreteType& type);
  NetObject add_object(const Symbol& symbol, const ConcreteType& type, const std::vector<std::int32_t>& value,
                       ProcessId process, std::uint32_t family);
  void add_cells(const ConcreteType& type, Position& position);
  void add_leaf(const ConcreteType& type, const Position& position);
  void add_process(ProcessId number);
  void place_process(ProcessId number);
  void add_arguments(ProcessId number);
  void add_locals(ProcessId number);
  NetObject reference_object(const Argument& argument);
  NetObject part_of(const NetObject& object, std::uint32_t cell, const ConcreteType& type);
  void count_before(const ConcreteType& type, std::uint32_t cell, std::uint32_t (&before)[3]);
  const Process& tree_of(ProcessId process) const { return model_.processes[process.value]; }
  void set_local(ProcessId process, const NetObject& object);
  void note_place(const NetObject& object, ProcessId process, std::uint32_t first_cell);
  std::uint32_t family_of(const void* key, ProcessId process);

  const Model& model_;
  IdSets ids_;
  Network& network_;
  std::unordered_map<const ConcreteType*, CellCounts> counts_;  // of the types of objects
  std::unordered_map<const ConcreteType*, std::uint32_t> plain_cells_;
  std::vector<std::uint32_t> global_of_;  // Symbol::id -> position in globals_, or none
  std::vector<NetObject> globals_;
  std::vector<std::uint32_t> local_of_;  // Symbol::id -> position among the process' objects, or none
  std::unordered_map<const Template*, std::uint32_t> local_count_;
  IdVector<ProcessId, std::vector<NetObject>> locals_;
  std::deque<std::vector<std::int32_t>> values_;  // of constants that differ between processes
  std::map<std::pair<const void*, const void*>, std::uint32_t> families_;
  std::map<std::pair<IdSetIndex, ProcessId>, SetId> sets_;
  std::map<const void*, std::uint32_t> template_ids_;
};

}  // namespace orbita

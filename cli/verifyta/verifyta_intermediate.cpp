#include "cli/verifyta/verifyta_intermediate.h"

#include <vector>

#include "parser/print/printer.h"

namespace orbita::cli {

namespace {

class Intermediate {
 public:
  Intermediate(const Model& model, const NamedRuns& runs, bool with_time)
      : model_(model), runs_(runs), network_(runs.network()), with_time_(with_time) {}

  std::string text() {
    layout();
    locations_and_edges();
    return layout_ + "\ninstructions\n#address: opcode\n\n" + processes_ + '\n' + locations_ + '\n' + edges_ + '\n' +
           "expressions\n#address:reads:writes:text\n" + expressions_ + '\n';
  }

 private:
  void cell(const std::string& line) { layout_ += std::to_string(cells_++) + ':' + line + '\n'; }

  void layout() {
    layout_ =
        "layout\n#index:const:value\n#index:clock:nr:name\n#index:var:min:max:init:nr:name\n"
        "#index:meta:min:max:init:nr:name\n#index:location:flags:name\n";
    std::uint32_t number = 0;
    cell("clock:" + std::to_string(number++) + ":t(0)");
    if (with_time_) cell("clock:" + std::to_string(number++) + ":#time");
    for (const NetClockId x : runs_.model_clocks())
      cell("clock:" + std::to_string(number++) + ':' + network_.clocks[x].name);
    number = 0;
    for (const Slot& slot : network_.slots) {
      cell((slot.symbol->is_meta ? "meta:" : "var:") + std::to_string(slot.low) + ':' + std::to_string(slot.high) +
           ':' + std::to_string(slot.initial) + ':' + std::to_string(number++) + ':' + slot.name);
    }
  }

  // Branchpoints are committed locations here, behind the real ones, so that these keep their numbers.
  void locations_and_edges() {
    processes_ = "processes\n#index:initial:name\n";
    locations_ = "locations\n#index:process:invariant\n";
    edges_ = "edges\n#process:source:target:guard:sync:update\n";
    for (std::size_t p = 0; p < model_.processes.size(); ++p) {
      const Template& templ = *model_.processes[p].templ;
      const std::string process = std::to_string(p);
      const std::uint32_t first = cells_;
      for (const Location& location : templ.locations) {
        locations_ += std::to_string(cells_) + ':' + process + ':' + expression(location.invariant, "1") + '\n';
        cell(std::string("location:") +
             (location.committed ? "committed"
              : location.urgent  ? "urgent"
                                 : "") +
             ':' + std::string(location.name));
      }
      for (const Branchpoint& point : templ.branchpoints) {
        locations_ += std::to_string(cells_) + ':' + process + ':' + expression(nullptr, "1") + '\n';
        cell("location:committed:" + std::string(point.name));
      }
      processes_ += process + ':' + std::to_string(first + templ.init) + ':' + model_.processes[p].name + '\n';
      for (const Edge& edge : templ.edges) {
        edges_ += process + ':' + std::to_string(first + edge.source) + ':' + std::to_string(first + edge.target) +
                  ':' + expression(edge.guard, "1") + ':' +
                  expression(edge.sync, "0", edge.direction == SyncDirection::send ? "!" : "?") + ':' +
                  expression(edge.update, "1") + '\n';
      }
    }
  }

  std::string expression(const Expr* expr, std::string_view absent, std::string_view suffix = "") {
    const std::string address = std::to_string(addresses_++);
    expressions_ +=
        address + ":::" + (expr == nullptr ? std::string(absent) : print(*expr) + std::string(suffix)) + '\n';
    return address;
  }

  const Model& model_;
  const NamedRuns& runs_;
  const Network& network_;
  bool with_time_;
  std::uint32_t cells_ = 0, addresses_ = 0;
  std::string layout_, processes_, locations_, edges_, expressions_;
};

}  // namespace

std::string intermediate_format(const Model& model, const NamedRuns& runs, bool with_time) {
  return Intermediate(model, runs, with_time).text();
}

}  // namespace orbita::cli

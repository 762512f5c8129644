#include "report/charts/edge_text.h"

#include <algorithm>
#include <stdexcept>

#include "parser/print/printer.h"

namespace orbita {

namespace {

std::string node_name(const Template& templ, std::uint32_t node) {
  return std::string(node < templ.locations.size() ? templ.locations[node].name
                                                   : templ.branchpoints[node - templ.locations.size()].name);
}

void add(std::string& text, std::string_view absent, const Expr* expr, std::string_view separator,
         std::string_view suffix = "") {
  if (expr == nullptr) return;
  const std::string printed = print(*expr) + std::string(suffix);
  text = text == absent ? printed : text + std::string(separator) + printed;
}

}  // namespace

EdgeText edge_text(const Template& templ, std::uint32_t edge, std::uint32_t branch) {
  EdgeText text;
  text.source = node_name(templ, templ.edges[edge].source);
  text.target = node_name(templ, templ.edges[branch == no_branch ? edge : branch].target);
  for (const std::uint32_t part : {edge, branch}) {
    if (part == no_branch) continue;
    const Edge& e = templ.edges[part];
    add(text.guard, "1", e.guard, " && ");
    add(text.sync, "tau", e.sync, " ", e.direction == SyncDirection::send ? "!" : "?");
    add(text.update, "1", e.update, ", ");
  }
  return text;
}

EdgeText edge_text(const Model& model, const TraceEdge& edge) {
  const auto found = std::find_if(model.processes.begin(), model.processes.end(),
                                  [&](const Process& p) { return p.name == edge.process; });
  if (found == model.processes.end()) throw std::invalid_argument("the trace has an unknown process " + edge.process);
  const std::size_t count = found->templ->edges.size();
  if (edge.edge >= count || (edge.branch != no_branch && edge.branch >= count)) {
    throw std::invalid_argument("the trace has an unknown edge of process " + edge.process);
  }
  return edge_text(*found->templ, edge.edge, edge.branch);
}

std::string channel_text(const Model& model, const std::vector<TraceEdge>& edges) {
  if (edges.empty()) return "";
  if (!edges[0].channel.empty()) return edges[0].channel;
  std::string sync = edge_text(model, edges[0]).sync;
  if (sync == "tau") return "";
  sync.pop_back();
  return sync;
}

std::string xml_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '&': out += "&amp;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default:
        if (static_cast<unsigned char>(c) < 32 && c != '\t' && c != '\n') out += "\xEF\xBF\xBD";
        else out += c;
    }
  }
  return out;
}

}  // namespace orbita

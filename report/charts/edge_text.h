// The labels of a trace's edges, as the model has them.
#pragma once

#include <string>
#include <string_view>

#include "engine/trace/trace.h"
#include "parser/model.h"

namespace orbita {

// Parts that are not there are what verifyta prints for them: guard and update "1", synchronisation "tau".
struct EdgeText {
  std::string source, target, guard = "1", sync = "tau", update = "1";
};

// Through a branchpoint: the labels of both edges together.
EdgeText edge_text(const Template& templ, std::uint32_t edge, std::uint32_t branch = no_branch);
// Throws std::invalid_argument for a process the model does not have.
EdgeText edge_text(const Model& model, const TraceEdge& edge);
// The channel of a transition without "!", as the trace has it or else as the sender writes it; "" for an internal one.
std::string channel_text(const Model& model, const std::vector<TraceEdge>& edges);

// < > & and quotes as entities, characters XML does not allow as U+FFFD.
std::string xml_escaped(std::string_view text);

}  // namespace orbita

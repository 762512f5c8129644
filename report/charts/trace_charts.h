// A trace as a picture: a message sequence chart (who talks to whom, in order) or a Gantt chart (who is
// where over time, or what the model's gantt declaration says), as SVG to look at and as Mermaid text to paste into
// documents.
#pragma once

#include <string>
#include <vector>

#include "engine/trace/trace.h"
#include "parser/model.h"
#include "report/charts/chart_layout.h"

namespace orbita {

enum class ChartKind { sequence, gantt };

// By the extension of the file: .svg or .mmd. Throws std::invalid_argument for any other.
std::string chart(Model& model, const Trace& trace, ChartKind kind, const std::string& path);

// Throws like chart() for a name it will not take.
void check_chart_name(const std::string& path);

std::string sequence_svg(const Model& model, const Trace& trace);
std::string sequence_mermaid(const Model& model, const Trace& trace);
std::string gantt_svg(const Trace& trace, std::vector<Lane> lanes);
std::string gantt_mermaid(const Trace& trace, const std::vector<Lane>& lanes);

}  // namespace orbita

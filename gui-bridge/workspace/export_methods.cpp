// export/: pictures.
#include "gui-bridge/model/template_svg.h"
#include "gui-bridge/workspace/methods.h"
#include "gui-bridge/workspace/traces.h"
#include "report/charts/trace_charts.h"

namespace orbita::bridge {

namespace {

Json export_template(Workspace& workspace, const Params& params) {
  const std::string name = params.text("template");
  const Json drawn = find_method("model/render").run(workspace, params);
  if (drawn["templates"].empty()) throw RpcError(ErrorCode::not_found, "no template '" + name + "'");
  return {{"svg", template_svg(drawn["templates"][0])}};
}

Json export_chart(Workspace& workspace, const Params& params) {
  const std::shared_ptr<TraceEntry> entry = workspace.traces.find(params.text("trace"));
  const bool gantt = params.word("kind", {"sequence", "gantt"}) == "gantt";
  const bool svg = !params.has("format") || params.word("format", {"svg", "mermaid"}) == "svg";
  return {{"text", chart(entry->model->model(), entry->trace, gantt ? ChartKind::gantt : ChartKind::sequence,
                         svg ? "chart.svg" : "chart.mmd")}};
}

}  // namespace

std::vector<Method> export_methods() { return {{"export/template", export_template}, {"export/chart", export_chart}}; }

}  // namespace orbita::bridge

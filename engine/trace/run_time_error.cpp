#include "engine/trace/run_time_error.h"

namespace orbita {

namespace {

bool is_inside(Span part, Span whole) {
  return part.block == whole.block && part.begin >= whole.begin && part.end <= whole.end;
}

bool is_inside(Span part, const Expr* whole) { return whole != nullptr && is_inside(part, whole->span); }

std::string_view node_name(const Template& templ, std::uint32_t node) {
  const std::size_t locations = templ.locations.size();
  return node < locations ? templ.locations[node].name : templ.branchpoints[node - locations].name;
}

// The function or hook whose text contains the position.
std::string declaration_part(std::span<Decl* const> decls, Span where) {
  for (const Decl* decl : decls) {
    if (decl->kind == DeclKind::function && decl->function->body != nullptr &&
        is_inside(where, decl->function->body->span)) {
      return "function '" + std::string(decl->function->name) + "'";
    }
    if (is_inside(where, decl->update)) return decl->kind == DeclKind::before_update ? "before_update" : "after_update";
  }
  return "";
}

std::string edge_part(const Template& templ, const Edge& edge, Span where) {
  const char* label = is_inside(where, edge.guard)    ? "guard"
                      : is_inside(where, edge.sync)   ? "synchronisation"
                      : is_inside(where, edge.update) ? "update"
                                                      : nullptr;
  if (label == nullptr) return "";
  return std::string("the ") + label + " of edge " + std::string(node_name(templ, edge.source)) + " -> " +
         std::string(node_name(templ, edge.target));
}

std::string template_part(const Template& templ, Span where) {
  std::string part = declaration_part(templ.decls, where);
  for (const Location& location : templ.locations) {
    if (is_inside(where, location.invariant)) part = "the invariant of location " + std::string(location.name);
  }
  for (const Edge& edge : templ.edges) {
    if (part.empty()) part = edge_part(templ, edge, where);
  }
  return part.empty() ? "" : part + " of template " + std::string(templ.name);
}

std::string part_of_model(const Model& model, const Query& query, Span where) {
  if (is_inside(where, query.span)) return "the query";
  std::string part = declaration_part(model.document->declarations, where);
  for (const Template* templ : model.document->templates) {
    if (part.empty()) part = template_part(*templ, where);
  }
  return part;
}

}  // namespace

std::string RunTimeError::place() const {
  return file.empty() ? "" : file + ':' + std::to_string(line) + ':' + std::to_string(column);
}

RunTimeError locate_error(const Model& model, const Query& query, Span where) {
  RunTimeError error;
  error.where = where;
  if (where == Span{}) return error;
  const Position at = model.sources().locate(where);
  error.file = model.sources()[where.block].file;
  error.line = at.line;
  error.column = at.column;
  error.part = part_of_model(model, query, where);
  return error;
}

}  // namespace orbita

// model/: open, look at, change and save models.
#include <filesystem>

#include "gui-bridge/model/query_file.h"
#include "gui-bridge/model/render.h"
#include "gui-bridge/workspace/methods.h"
#include "parser/parser.h"

namespace orbita::bridge {

namespace {

constexpr std::size_t most_models = 200;

Json files(Workspace& workspace, const Params&) {
  const ServedFolder::Listing listing = workspace.folder.list();
  Json list = Json::array();
  for (const ServedFile& file : listing.files) {
    list.push_back({{"path", file.path}, {"kind", file.kind}, {"bytes", file.bytes}, {"modified", file.modified}});
  }
  return {{"folder", workspace.folder.name()}, {"files", std::move(list)}, {"truncated", listing.truncated}};
}

std::map<std::string, std::string> constants_in(const Params& params) {
  std::map<std::string, std::string> set;
  const Params given = params.object("set");
  for (const auto& [name, value] : given.json().items()) {
    if (value.is_number_integer()) set[name] = value.dump();
    else if (value.is_string()) set[name] = value.get<std::string>();
    else given.fail(name.c_str(), "a value as text or number");
  }
  return set;
}

bool is_dirty(const OpenModel& model) { return !model.file || model.text.text() != model.saved; }

Json state_json(const OpenModel& model) {
  return {{"model", model.current->id},        {"file", model.file ? Json(*model.file) : Json(nullptr)},
          {"format", model.text.format()},     {"version", model.version},
          {"dirty", is_dirty(model)},          {"set", model.set},
          {"can_undo", model.text.can_undo()}, {"can_redo", model.text.can_redo()}};
}

Json open(Workspace& workspace, const Params& params) {
  if (workspace.models.size() >= most_models) throw RpcError(ErrorCode::limit, "too many models are open");
  const std::optional<std::string> file = params.maybe_text("file");
  FileStamp stamp;
  std::string bytes = file ? workspace.folder.read(*file, &stamp) : params.text("text");
  OpenModel model(file ? *file : params.text("name"), std::move(bytes));
  model.file = file;
  model.stamp = stamp;
  if (file) model.saved = model.text.text();
  model.set = constants_in(params);
  const std::string id = "m" + std::to_string(++workspace.model_count);
  model.current = std::make_shared<ModelVersion>(id, 0, model.name, model.text.text(), model.set);
  return state_json(workspace.models.emplace(id, std::move(model)).first->second);
}

Json close(Workspace& workspace, const Params& params) {
  workspace.model(params);
  workspace.models.erase(params.text("model"));
  return nullptr;
}

Json check_model(Workspace& workspace, const Params& params) {
  OpenModel& model = workspace.model(params);
  Json result{{"version", model.version}};
  result.update(workspace.version(model)->diagnostics());
  return result;
}

Json render_model(Workspace& workspace, const Params& params) {
  OpenModel& model = workspace.model(params);
  const std::optional<std::string> only = params.maybe_text("template");
  Json result{{"version", model.version}, {"format", model.text.format()}};
  if (model.text.is_xml()) {
    result.update(render(XmlText(model.text.text()), only));
    return result;
  }
  Loaded& loaded = workspace.version(model)->loaded();
  if (loaded.document == nullptr)
    throw model_error(*loaded.diagnostics.sources(), loaded.diagnostics.sorted(), "the text has errors");
  result.update(render(*loaded.document, only));
  return result;
}

// Of the .q file beside the model.
Json queries(Workspace& workspace, const Params& params) {
  const OpenModel& model = workspace.model(params);
  Json result{{"file", nullptr}, {"queries", Json::array()}};
  if (!model.file) return result;
  const std::string name = std::filesystem::path(*model.file).replace_extension(".q").generic_string();
  if (!workspace.folder.exists(name)) return result;
  result["file"] = name;
  result["queries"] = queries_of_file(name, workspace.folder.read(name));
  return result;
}

Json source(Workspace& workspace, const Params& params) {
  OpenModel& model = workspace.model(params);
  return {{"version", model.version}, {"text", model.text.source(params.text("xpath", ""))}};
}

Json names(Workspace& workspace, const Params& params) {
  OpenModel& model = workspace.model(params);
  const std::optional<std::string> wanted = params.maybe_text("template");
  if (model.current->loaded().model != nullptr) model.usable = model.current;
  const Model& checked = (model.usable ? model.usable : model.current)->model();
  const auto kind_of_symbol = [](const Symbol& symbol) -> const char* {
    switch (symbol.kind) {
      case SymbolKind::variable: {
        const Type* type = symbol.type;
        while (type != nullptr && type->is(TypeKind::array)) type = type->element;
        if (type != nullptr && type->is(TypeKind::clock)) return "clock";
        if (type != nullptr && type->is(TypeKind::channel)) return "channel";
        return symbol.is_const ? "constant" : "variable";
      }
      case SymbolKind::parameter: return "parameter";
      case SymbolKind::typedef_: return "type";
      case SymbolKind::function: return "function";
      case SymbolKind::template_: return "template";
      case SymbolKind::location: return "location";
      case SymbolKind::process:
      case SymbolKind::instance: return "process";
      default: return nullptr;
    }
  };
  Json list = Json::array();
  for (const Symbol* symbol : checked.symbols) {
    const char* const kind = kind_of_symbol(*symbol);
    const bool inside = symbol->owner != nullptr;
    const bool in_function = symbol->scope == Scope::function || symbol->scope == Scope::block;
    if (kind == nullptr || in_function || symbol->scope == Scope::predeclared || symbol->name.empty()) continue;
    if (symbol->function != nullptr && symbol->kind == SymbolKind::parameter) continue;
    if (inside && (!wanted || symbol->owner->name != *wanted)) continue;
    list.push_back({{"name", symbol->name},
                    {"kind", kind},
                    {"type", symbol->type == nullptr ? "" : describe(*symbol->type)},
                    {"template", inside ? Json(symbol->owner->name) : Json(nullptr)}});
  }
  return {{"names", std::move(list)}};
}

Json set_constants(Workspace& workspace, const Params& params) {
  OpenModel& model = workspace.model(params);
  model.set = constants_in(params);
  ++model.version;
  workspace.changed(model);
  return state_json(model);
}

Json edit(Workspace& workspace, const Params& params) {
  OpenModel& model = workspace.model(params);
  const auto seen = static_cast<std::uint64_t>(params.number("version", 0, INT64_MAX));
  if (seen != model.version) {
    throw RpcError(ErrorCode::conflict, "the model has version " + std::to_string(model.version) + " by now",
                   {{"version", model.version}});
  }
  const std::vector<std::string> created = model.text.edit(params.objects("operations"));
  ++model.version;
  workspace.changed(model);
  Json result = state_json(model);
  result["created"] = Json::array();
  for (const std::string& xpath : created) result["created"].push_back(xpath.empty() ? Json(nullptr) : Json(xpath));
  return result;
}

Json undo_or_redo(Workspace& workspace, const Params& params, void (ModelText::*step)()) {
  OpenModel& model = workspace.model(params);
  (model.text.*step)();
  ++model.version;
  workspace.changed(model);
  return state_json(model);
}

Json undo(Workspace& workspace, const Params& params) { return undo_or_redo(workspace, params, &ModelText::undo); }
Json redo(Workspace& workspace, const Params& params) { return undo_or_redo(workspace, params, &ModelText::redo); }

Json save(Workspace& workspace, const Params& params) {
  OpenModel& model = workspace.model(params);
  const std::optional<std::string> file = params.has("file") ? params.maybe_text("file") : model.file;
  if (!file) throw RpcError(ErrorCode::impossible, "the model has no file yet: say which");
  const bool own = model.file == file, force = params.flag("force", false);
  if (!force && workspace.folder.exists(*file) && !(own && workspace.folder.stamp(*file) == model.stamp))
    throw RpcError(ErrorCode::conflict, "'" + *file + "' " + (own ? "has changed on disk" : "is there already"));
  const std::string bytes = model.text.bytes();
  model.stamp = workspace.folder.write(*file, bytes);
  model.file = file;
  model.saved = model.text.text();
  Json result = state_json(model);
  result["bytes"] = bytes.size();
  return result;
}

}  // namespace

std::vector<Method> model_methods() {
  return {{"model/files", files},       {"model/open", open},           {"model/close", close},
          {"model/check", check_model}, {"model/render", render_model}, {"model/source", source},
          {"model/queries", queries},   {"model/names", names},         {"model/set", set_constants},
          {"model/edit", edit},         {"model/undo", undo},           {"model/redo", redo},
          {"model/save", save}};
}

}  // namespace orbita::bridge

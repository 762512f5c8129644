#include "session/trace_files.h"

#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>

#include "engine/trace/trace_xtr.h"
#include "parser/file_io.h"

namespace orbita {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 8> extensions{".itf.json", ".json", ".xtr", ".txt",
                                                     ".svg",      ".mmd",  ".gz",  ".zst"};

// The longest of ours that the name ends with, or "".
std::string_view extension_of(const std::string& path) {
  for (const std::string_view extension : extensions) {
    if (path.size() > extension.size() &&
        path.compare(path.size() - extension.size(), extension.size(), extension) == 0) {
      return extension;
    }
  }
  return "";
}

Json rational(const Rational& value) { return value.is_whole() ? Json(value.numerator()) : Json(to_fraction(value)); }

Json itf_state(const TraceState& state, const Rational& time, std::size_t index) {
  Json json{{"#meta", {{"index", index}}}};
  for (const auto& [process, location] : state.locations) json[process] = location;
  for (const auto& [name, value] : state.variables) json[name] = value;
  for (const auto& [name, value] : state.clocks) json[name] = rational(value);
  json["#time"] = rational(time);
  return json;
}

}  // namespace

std::string to_itf(const Trace& trace) {
  Json variables = Json::array();
  for (const auto& item : trace.initial.locations) variables.push_back(item.first);
  for (const auto& item : trace.initial.variables) variables.push_back(item.first);
  for (const auto& item : trace.initial.clocks) variables.push_back(item.first);
  variables.push_back("#time");
  Json states = Json::array({itf_state(trace.initial, Rational(0), 0)});
  Rational time;
  for (const TraceStep& step : trace.steps) {
    time += step.delay;
    states.push_back(itf_state(step.state, time, states.size()));
  }
  Json json{{"#meta",
             {{"format", "ITF"},
              {"formula", trace.formula},
              {"model_hash", trace.model_hash},
              {"end", to_text(trace.end)},
              {"final_delay", rational(trace.final_delay)}}},
            {"vars", variables}};
  if (trace.end == TraceEnd::lasso) json["loop"] = trace.loop_start;  // the state before the first repeated step
  json["states"] = states;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string trace_file_text(const Model& model, const Trace& trace, const std::string& path, TraceShow show) {
  const std::string_view extension = extension_of(path);
  if (extension == ".itf.json") return to_itf(trace);
  if (extension == ".txt") return render(trace, TraceTextOptions{show, true});
  if (extension == ".xtr") {
    NamedRuns runs(model);
    return print_xtr(to_xtr(runs, trace, true));
  }
  return save_trace(trace) + "\n";
}

std::string numbered(const std::string& path, std::size_t number) {
  const std::string_view extension = extension_of(path);
  return path.substr(0, path.size() - extension.size()) + '-' + std::to_string(number) + std::string(extension);
}

Trace load_trace_file(const Model& model, const std::string& path, const Query* query) {
  const FileBytes file = read_file_bytes(path, std::numeric_limits<std::size_t>::max());
  if (!file.problem.empty()) throw std::invalid_argument(path + ": " + file.problem);
  return load_trace_text(model, path, file.bytes, query);
}

Trace load_trace_text(const Model& model, const std::string& name, const std::string& text, const Query* query) {
  if (text.empty()) throw std::invalid_argument(name + ": the file is empty");
  try {
    return extension_of(name) == ".xtr" ? from_xtr(model, parse_xtr(text), query) : load_trace(text);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(name + ": " + error.what());
  }
}

}  // namespace orbita

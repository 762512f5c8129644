// orbita explain: what is in a model, and which symmetry it has.
#include <memory>
#include <ostream>

#include "cli/commands.h"
#include "cli/options/options.h"
#include "report/diagnostics.h"
#include "report/explain.h"
#include "session/load.h"
#include "symmetry/detect/detect.h"

namespace orbita::cli {

namespace {

struct ExplainArguments {
  ModelArguments model;
  std::string format = "text";
};

void print_names(std::ostream& out, const char* title, const Json& list) {
  out << title << ": " << list.size() << '\n';
  constexpr std::size_t most = 200;
  for (std::size_t i = 0; i < list.size() && i < most; ++i) {
    const Json& item = list[i];
    out << "  " << (item.is_string() ? item.get<std::string>() : item["name"].get<std::string>());
    if (item.contains("type")) out << " : " << item["type"].get<std::string>() << " = " << item["initial"];
    if (item.contains("template")) {
      out << " : " << item["template"].get<std::string>() << ", " << item["locations"].size() << " locations, "
          << item["edges"] << " edges";
    }
    if (item.contains("urgent") && item["urgent"].get<bool>()) out << " urgent";
    if (item.contains("broadcast") && item["broadcast"].get<bool>()) out << " broadcast";
    out << '\n';
  }
  if (list.size() > most) out << "  … and " << list.size() - most << " more (--format json lists all)\n";
}

void print_detected(std::ostream& out, const Json& sets) {
  constexpr std::size_t most = 20;
  out << "detected: " << sets.size() << '\n';
  for (const Json& set : sets) {
    out << "  " << set["name"].get<std::string>() << ':';
    for (const Json& cell : set["cells"]) {
      out << " {";
      for (std::size_t e = 0; e < cell.size(); ++e) out << (e == 0 ? "" : ", ") << cell[e].get<std::string>();
      out << '}';
    }
    if (set["rotations"] > 1) out << "; can be turned, in " << set["rotations"] << " ways";
    if (!set["held_by"].empty()) {
      out << "; held by";
      for (const Json& holder : set["held_by"]) out << ' ' << holder.get<std::string>();
    }
    out << '\n';
    if (!set["note"].get<std::string>().empty()) out << "    not used: " << set["note"].get<std::string>() << '\n';
    for (std::size_t k = 0; k < set["apart"].size() && k < most; ++k) {
      const Json& pair = set["apart"][k];
      out << "    " << pair["first"].get<std::string>() << ", " << pair["second"].get<std::string>() << ": "
          << pair["reasons"][0].get<std::string>() << '\n';
    }
    for (const Json& hint : set["hints"]) out << "    hint: " << hint.get<std::string>() << '\n';
  }
}

void print_symmetry(std::ostream& out, const Json& document) {
  out << "scalarsets: " << document["scalarsets"].size() << '\n';
  for (const Json& set : document["scalarsets"]) {
    out << "  " << set["name"].get<std::string>() << ": " << set["size"] << " elements, each with "
        << set["substate"]["processes"] << " processes, " << set["substate"]["variables"] << " variables, "
        << set["substate"]["clocks"] << " clocks; " << (set["reduced"].get<bool>() ? "reduced" : "not reduced")
        << (!set["owner"].get<std::string>().empty()
                ? ": declared in a template, where every process has a set of its own\n"
                : "\n");
    for (const Json& v : set["violations"]) {
      out << "    " << v["file"].get<std::string>() << ':' << v["line"] << ':' << v["column"] << ": "
          << v["message"].get<std::string>() << '\n';
      if (!v["hint"].get<std::string>().empty()) out << "      hint: " << v["hint"].get<std::string>() << '\n';
    }
  }
  print_detected(out, document["detected"]);
  const std::string group = document["symmetry"]["group"];
  out << "symmetry: " << (group.empty() ? "none" : group + ", " + document["symmetry"]["strategy"].get<std::string>())
      << '\n';
  for (const Json& advice : document["advice"]) {
    out << "try --engine " << advice["engine"].get<std::string>()
        << " for E<> and A[]: " << advice["message"].get<std::string>() << " (" << advice["file"].get<std::string>()
        << ':' << advice["line"] << ':' << advice["column"] << ")\n";
  }
}

int explain_model(const ExplainArguments& arguments, Streams& streams) {
  Loaded loaded = load(arguments.model, false);
  const Sources& sources = *loaded.diagnostics.sources();
  try {
    if (loaded.model != nullptr) {
      const Json document = explain_json(*loaded.model, detect(*loaded.model), sources);
      if (arguments.format == "json") {
        streams.out << document.dump(2) << '\n';
      } else {
        print_names(streams.out, "processes", document["processes"]);
        print_names(streams.out, "variables", document["variables"]);
        print_names(streams.out, "clocks", document["clocks"]);
        print_names(streams.out, "channels", document["channels"]);
        print_symmetry(streams.out, document);
      }
      return exit_ok;
    }
  } catch (const ModelError& error) {
    for (const Diagnostic& d : error.diagnostics()) loaded.diagnostics.add(d);
  }
  streams.err << diagnostics_text(sources, loaded.diagnostics.sorted(), use_colour(streams.err_is_terminal));
  return exit_usage;
}

}  // namespace

void add_explain(CLI::App& app, Streams& streams, Action& action) {
  auto arguments = std::make_shared<ExplainArguments>();
  CLI::App* verb =
      app.add_subcommand("explain", "Show processes, variables, clocks, channels, scalarsets and symmetry");
  add_model(*verb, arguments->model);
  add_format(*verb, arguments->format, {"text", "json"});
  verb->callback([=, &streams, &action] { action = [=, &streams] { return explain_model(*arguments, streams); }; });
}

}  // namespace orbita::cli

// orbita explain: what is in a model, and which symmetry it has.
#include <memory>
#include <ostream>

#include "cli/commands.h"
#include "cli/options/options.h"
#include "engine/compile/compile.h"
#include "engine/space/symmetry_plan.h"
#include "report/diagnostics.h"
#include "session/load.h"
#include "symmetry/detect/detect.h"

namespace orbita::cli {

namespace {

struct ExplainArguments {
  ModelArguments model;
  std::string format = "text";
};

std::string type_text(const Slot& slot, const Network& network) {
  if (slot.value_set != none) return network.set(slot.value_set).name;
  return "int[" + std::to_string(slot.low) + "," + std::to_string(slot.high) + "]";
}

Json scalarsets_json(const SymmetryModel& symmetry, const Network& network, const Sources& sources) {
  Json result = Json::array();
  for (const NetScalarSet& set : network.sets) {
    Json problems = Json::array();
    bool reduced = set.process == none;
    for (const SymmetryViolation& v : symmetry.violations()) {
      if (v.set != set.origin) continue;
      reduced = reduced && !blocks_reduction(v);
      problems.push_back(to_json(sources, symmetry.diagnostic(v)));
    }
    std::uint64_t cells = 0, clocks = 0, processes = 0;
    const auto belongs = [&](const std::vector<ScalarIndex>& indices) {
      for (const ScalarIndex& i : indices) {
        if (&network.set(i.set) == &set && i.element == 0) return true;
      }
      return false;
    };
    for (const Slot& slot : network.slots) cells += belongs(slot.indices) ? 1 : 0;
    for (const Clock& clock : network.clocks) clocks += belongs(clock.indices) ? 1 : 0;
    for (const NetProcess& process : network.processes) processes += belongs(process.indices) ? 1 : 0;
    result.push_back({{"name", set.name},
                      {"size", set.count},
                      {"reduced", reduced},
                      {"owner", set.process == none ? "" : network.processes[set.process].name},
                      {"substate", {{"processes", processes}, {"variables", cells}, {"clocks", clocks}}},
                      {"violations", problems}});
  }
  return result;
}

Json explain_json(const SymmetryModel& symmetry, const Network& network, const Sources& sources) {
  Json processes = Json::array(), variables = Json::array(), clocks = Json::array(), channels = Json::array();
  for (const NetProcess& process : network.processes) {
    Json locations = Json::array();
    for (const NetLocation& location : process.locations) locations.push_back(location.name);
    std::size_t edges = 0;
    for (const NetLocation& location : process.locations) edges += location.edges.size();
    processes.push_back({{"name", process.name},
                         {"template", process.origin->templ->name},
                         {"locations", locations},
                         {"edges", edges},
                         {"priority", process.priority}});
  }
  for (const Slot& slot : network.slots) {
    variables.push_back({{"name", slot.name},
                         {"type", type_text(slot, network)},
                         {"initial", slot.initial},
                         {"meta", slot.symbol->is_meta}});
  }
  for (std::size_t x = 1; x < network.clocks.size(); ++x) clocks.push_back(network.clocks[x].name);
  for (const Channel& channel : network.channels) {
    channels.push_back({{"name", channel.name},
                        {"urgent", channel.urgent},
                        {"broadcast", channel.broadcast},
                        {"priority", channel.priority}});
  }
  const SymmetryPlan plan =
      plan_symmetry(network, SymmetryChoice::automatic, symmetry.blocked(), network.resets_to_zero_only, false);
  return {{"processes", processes},
          {"variables", variables},
          {"clocks", clocks},
          {"channels", channels},
          {"scalarsets", scalarsets_json(symmetry, network, sources)},
          {"symmetry", {{"group", plan.group}, {"strategy", plan.strategy}}}};
}

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
  const std::string group = document["symmetry"]["group"];
  out << "symmetry: " << (group.empty() ? "none" : group + ", " + document["symmetry"]["strategy"].get<std::string>())
      << '\n';
}

int explain_model(const ExplainArguments& arguments, Streams& streams) {
  Loaded loaded = load(arguments.model, false);
  const Sources& sources = *loaded.diagnostics.sources();
  try {
    if (loaded.model != nullptr) {
      const std::unique_ptr<Network> network = compile(*loaded.model);
      const Json document = explain_json(detect(*loaded.model), *network, sources);
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

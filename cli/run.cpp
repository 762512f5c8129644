#include <cstdlib>
#include <exception>
#include <filesystem>
#include <ostream>
#include <stdexcept>
#include <string_view>

#include "cli/commands.h"
#include "cli/options/help.h"
#include "cli/options/usage.h"
#include "cli/verifyta/verifyta_command.h"
#include "orbita_version.h"
#include "parser/diagnostic.h"
#include "parser/work_limits.h"

namespace orbita::cli {

bool use_colour(bool is_terminal) {
  const char* no_colour = std::getenv("NO_COLOR");
  return is_terminal && (no_colour == nullptr || *no_colour == '\0');
}

namespace {

void declare_verbs(CLI::App& app, Streams& streams, Action& action) {
  add_verify(app, streams, action);
  add_check(app, streams, action);
  add_explain(app, streams, action);
  add_test(app, streams, action);
  add_replay(app, streams, action);
  add_convert(app, streams, action);
  add_flatten(app, streams, action);
  add_certify(app, streams, action);
  add_sweep(app, streams, action);
  add_simulate(app, streams, action);
  add_serve(app, streams, action);
  app.add_subcommand("verifyta", "Verify with verifyta's options, output and exit codes (orbita verifyta -h)")
      ->prefix_command();
  add_help(app, streams, action);
}

bool asks_for_help(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (word == "--") return false;
    if (word == "-h" || word == "--help") return true;
  }
  return false;
}

// Our own look at the command line comes first: it has the better messages. CLI11 then fills in the values.
int parse_and_act(CLI::App& app, const std::vector<std::string>& arguments, Streams& streams, const Action& action) {
  const OptionTable table = option_table(app);
  if (arguments.empty()) throw UsageError(help_text(table));
  const std::string& first = arguments.front();
  if (first == "--version" || first == "-V" || first == "-v" || first == "version") {
    const bool own_zones = std::string_view(zone_backend) == "own";
    streams.out << "orbita " << version << (own_zones ? "" : " (zones by UDBM; GPLv3)") << '\n';
    return exit_ok;
  }
  const VerbInfo* verb = table.find(first);
  if (verb == nullptr && asks_for_help({first})) {
    streams.out << help_text(table);
    return exit_ok;
  }
  if (verb == nullptr) unknown_verb(table, first);
  if (!verb->own_parser) {
    const std::vector<std::string> rest(arguments.begin() + 1, arguments.end());
    if (asks_for_help(rest)) {
      streams.out << help_text(table, *verb);
      return exit_ok;
    }
    check_arguments(table, *verb, rest);
  }
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ParseError& error) {
    throw UsageError("orbita " + verb->name + ": " + error.what() + "\nSee: orbita help " + verb->name);
  }
  return action();
}

template <class Act>
int guarded(Streams& streams, Act act) {
  try {
    return act();
  } catch (const std::exception&) {
    return report_current_exception(streams);
  }
}

}  // namespace

int report_current_exception(Streams& streams) {
  try {
    throw;
  } catch (const UsageError& error) {
    streams.err << error.what() << '\n';
    return exit_usage;
  } catch (const std::invalid_argument& error) {
    streams.err << "orbita: " << error.what() << '\n';
    return exit_usage;
  } catch (const std::filesystem::filesystem_error& error) {
    streams.err << "orbita: " << error.path1().string() << ": " << error.code().message() << '\n';
    return exit_usage;
  } catch (const LimitReached& limit) {
    streams.err << "orbita: " << limit.what() << '\n';
    return exit_inconclusive;
  } catch (const AllocationRefused& refused) {
    streams.err << "orbita: " << refused.what() << '\n';
    return exit_inconclusive;
  } catch (const std::bad_alloc&) {
    streams.err << "orbita: out of memory; use --memory to end a search earlier with its statistics\n";
    return exit_inconclusive;
  } catch (const std::exception& error) {
    streams.err << "orbita: internal error: " << error.what() << '\n';
    return exit_internal;
  }
}

int run(const std::vector<std::string>& arguments, Streams& streams) {
  // Its options are verifyta's own, not ours: nothing else looks at them.
  if (!arguments.empty() && arguments[0] == "verifyta") {
    return guarded(streams, [&] { return run_verifyta({arguments.begin() + 1, arguments.end()}, streams); });
  }
  CLI::App app;
  app.name("orbita");
  app.set_help_flag("-h,--help", "Print this help");
  app.require_subcommand(1);
  Action action = [] { return static_cast<int>(exit_usage); };
  declare_verbs(app, streams, action);
  return guarded(streams, [&] { return parse_and_act(app, arguments, streams, action); });
}

}  // namespace orbita::cli

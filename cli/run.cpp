#include <cstdlib>
#include <exception>
#include <ostream>
#include <stdexcept>

#include "cli/commands.h"
#include "cli/verifyta_command.h"
#include "orbita_version.h"
#include "parser/diagnostic.h"

namespace orbita::cli {

bool use_colour(bool is_terminal) {
  const char* no_colour = std::getenv("NO_COLOR");
  return is_terminal && (no_colour == nullptr || *no_colour == '\0');
}

namespace {

constexpr const char* exit_codes =
    "Exit codes: 0 everything as expected, 1 some query is not, 2 usage or model error, 3 inconclusive, 4 internal error.";

int parse_and_act(CLI::App& app, std::vector<std::string> arguments, Streams& streams, const Action& action) {
  try {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    app.parse(reversed);
  } catch (const CLI::ParseError& error) {
    const bool asked_for = error.get_exit_code() == 0;  // --help, --version
    app.exit(error, streams.out, streams.err);
    return asked_for ? exit_ok : exit_usage;
  }
  return action();
}

// What nobody below has caught, as a message and an exit code.
template <class Act>
int guarded(Streams& streams, Act act) {
  try {
    return act();
  } catch (const std::invalid_argument& error) {
    streams.err << "orbita: " << error.what() << '\n';
    return exit_usage;
  } catch (const std::bad_alloc&) {
    streams.err << "orbita: out of memory; use --memory to end a search earlier with its statistics\n";
    return exit_inconclusive;
  } catch (const std::exception& error) {
    streams.err << "orbita: internal error: " << error.what() << '\n';
    return exit_internal;
  }
}

}  // namespace

int run(const std::vector<std::string>& arguments, Streams& streams) {
  // Its options are verifyta's own, not ours: nothing else looks at them.
  if (!arguments.empty() && arguments[0] == "verifyta") {
    return guarded(streams, [&] { return run_verifyta({arguments.begin() + 1, arguments.end()}, streams); });
  }
  CLI::App app{"Orbita checks networks of timed automata written for UPPAAL and exploits their symmetry."};
  app.name("orbita");
  app.set_version_flag("--version", "orbita " + std::string(version));
  app.require_subcommand(1);
  app.footer(exit_codes);
  Action action = [] { return static_cast<int>(exit_usage); };
  add_verify(app, streams, action);
  add_check(app, streams, action);
  add_explain(app, streams, action);
  add_convert(app, streams, action);
  add_replay(app, streams, action);
  add_test(app, streams, action);
  app.add_subcommand("verifyta", "Verify with verifyta's options, output and exit codes (orbita verifyta -h)");
  return guarded(streams, [&] { return parse_and_act(app, arguments, streams, action); });
}

}  // namespace orbita::cli

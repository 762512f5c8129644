// The verbs. Each adds itself to the command line and leaves what to do in `action`.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "cli/cli.h"

namespace orbita::cli {

// What the chosen verb does; returns an exit code.
using Action = std::function<int()>;

void add_verify(CLI::App& app, Streams& streams, Action& action);
void add_check(CLI::App& app, Streams& streams, Action& action);
void add_explain(CLI::App& app, Streams& streams, Action& action);
void add_convert(CLI::App& app, Streams& streams, Action& action);
void add_flatten(CLI::App& app, Streams& streams, Action& action);
void add_certify(CLI::App& app, Streams& streams, Action& action);
void add_replay(CLI::App& app, Streams& streams, Action& action);
void add_test(CLI::App& app, Streams& streams, Action& action);
void add_simulate(CLI::App& app, Streams& streams, Action& action);
void add_sweep(CLI::App& app, Streams& streams, Action& action);
void add_serve(CLI::App& app, Streams& streams, Action& action);
void add_help(CLI::App& app, Streams& streams, Action& action);  // help, completion, man

// Inside a catch block: prints the message of the exception and returns its exit code.
int report_current_exception(Streams& streams);

// Colour only on a terminal, and never when NO_COLOR is set.
bool use_colour(bool is_terminal);

}  // namespace orbita::cli

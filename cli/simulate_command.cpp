// orbita simulate: a walk through the symbolic states of a model, by hand or from a script on stdin.
#include <charconv>
#include <istream>
#include <memory>
#include <optional>
#include <ostream>
#include <random>
#include <sstream>
#include <stdexcept>

#include "cli/commands.h"
#include "cli/diagnostics.h"
#include "cli/load.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/usage.h"
#include "engine/replay.h"
#include "engine/simulator.h"
#include "engine/trace_text.h"

namespace orbita::cli {

namespace {

struct SimulateArguments {
  ModelArguments model;
  std::uint64_t seed = 1;
};

constexpr const char* command_help =
    "  list                 the moves that are possible here\n"
    "  N                    take move N of the list (also: step N)\n"
    "  random [COUNT]       take COUNT random moves (default 1)\n"
    "  undo [COUNT]         take back COUNT steps (default 1)\n"
    "  goto N               back to the state after step N; goto 0 is the start\n"
    "  state                locations, variables and clocks\n"
    "  zone                 the clocks, as few constraints as possible\n"
    "  matrix               the clocks, as a matrix of bounds\n"
    "  trace                the steps so far, and a run along them\n"
    "  save FILE            the run as JSON, for orbita replay\n"
    "  help, quit\n";
const std::vector<std::string> command_names{"list", "step", "random", "undo", "goto", "state", "zone",
                                             "matrix", "trace", "save", "help", "quit"};

class Session {
 public:
  Session(Model& model, Diagnostics& diagnostics, std::uint64_t seed, Streams& streams)
      : model_(model), simulator_(model, diagnostics), random_(seed), out_(streams.out),
        colour_(use_colour(streams.out_is_terminal)) {}

  // False when a command of the script made no sense: then the script does not do what it says.
  bool run(std::istream& in, bool interactive) {
    show_state();
    list();
    bool good = true;
    for (std::string line;;) {
      if (interactive) out_ << "> " << std::flush;
      if (!std::getline(in, line)) break;
      const std::string problem = execute(line);
      if (problem == "quit") break;
      if (!problem.empty()) out_ << "? " << problem << '\n';
      good = good && problem.empty();
      out_.flush();
    }
    return good;
  }

 private:
  // The problem, or nothing.
  std::string execute(const std::string& line) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string command, argument, more;
    words >> command >> argument >> more;
    if (command.empty()) return "";
    if (!more.empty()) return "too many words: " + more;
    if (const auto number = number_of(command)) return argument.empty() ? step(*number) : "too many words: " + argument;
    if (command == "step") return with_number(argument, std::nullopt, [&](std::size_t n) { return step(n); });
    if (command == "random") return with_number(argument, 1, [&](std::size_t n) { return walk(n); });
    if (command == "undo") return with_number(argument, 1, [&](std::size_t n) { return undo(n); });
    if (command == "goto") return with_number(argument, std::nullopt, [&](std::size_t n) { return go_to(n); });
    if (command == "save") return save(argument);
    if (!argument.empty()) return command + " takes no argument: " + argument;
    if (command == "list") return list();
    if (command == "state") return show_state();
    if (command == "zone") return print(simulator_.constraints() + "\n");
    if (command == "matrix") return print(simulator_.matrix());
    if (command == "trace") return show_trace();
    if (command == "help") return print(command_help);
    if (command == "quit" || command == "exit" || command == "q") return "quit";
    return "unknown command '" + command + "'; the nearest is '" + nearest(command, command_names) + "'";
  }

  static std::optional<std::size_t> number_of(const std::string& text) {
    std::size_t value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || problem != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
  }

  template <class Act>
  static std::string with_number(const std::string& text, std::optional<std::size_t> otherwise, Act act) {
    const std::optional<std::size_t> number = text.empty() ? otherwise : number_of(text);
    return number ? act(*number) : "expected a number, not '" + text + "'";
  }

  std::string print(const std::string& text) {
    out_ << text;
    return "";
  }

  std::string list() {
    const std::vector<SimulatorMove>& moves = simulator_.moves();
    if (moves.empty()) out_ << "no move is possible: a deadlock\n";
    for (std::size_t i = 0; i < moves.size(); ++i) {
      out_ << "  " << i + 1 << "  " << moves[i].label << (moves[i].error ? "  (a run-time error)" : "") << '\n';
    }
    return "";
  }

  std::string show_state() {
    const TraceState state = simulator_.state();
    out_ << (colour_ ? "\033[1m" : "") << "state " << simulator_.depth() << (colour_ ? "\033[0m" : "") << ':';
    for (const auto& [process, location] : state.locations) out_ << ' ' << process << '.' << location;
    out_ << '\n';
    if (!state.variables.empty()) {
      out_ << " ";
      for (const auto& [name, value] : state.variables) out_ << ' ' << name << '=' << value;
      out_ << '\n';
    }
    if (!state.zone.empty()) out_ << "  " << state.zone << '\n';
    return "";
  }

  std::string step(std::size_t number) {
    const std::size_t count = simulator_.moves().size();
    if (number == 0 || number > count) {
      return "no move " + std::to_string(number) + "; there are " + std::to_string(count);
    }
    if (!simulator_.take(number - 1)) return "move " + std::to_string(number) + " is a run-time error of the model";
    out_ << "took " << simulator_.label(simulator_.depth()) << '\n';
    show_state();
    return list();
  }

  std::string walk(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      std::vector<std::size_t> possible;
      for (std::size_t m = 0; m < simulator_.moves().size(); ++m) {
        if (!simulator_.moves()[m].error) possible.push_back(m);
      }
      if (possible.empty()) break;
      simulator_.take(possible[random_() % possible.size()]);
      out_ << "took " << simulator_.label(simulator_.depth()) << '\n';
    }
    show_state();
    return list();
  }

  std::string undo(std::size_t count) {
    if (count > simulator_.depth()) return "only " + std::to_string(simulator_.depth()) + " steps to take back";
    return go_to(simulator_.depth() - count);
  }

  std::string go_to(std::size_t depth) {
    if (!simulator_.back_to(depth)) return "no step " + std::to_string(depth) + "; there are " + std::to_string(simulator_.depth());
    show_state();
    return list();
  }

  // Nothing is shown or saved that does not replay.
  Trace trace() {
    std::optional<Trace> trace = simulator_.trace();
    if (!trace) throw std::logic_error("no run along the steps taken");
    const ReplayResult replayed = replay(model_, *trace);
    if (!replayed.ok) throw std::logic_error("the trace does not replay: " + replayed.message);
    return *trace;
  }

  std::string show_trace() {
    for (std::size_t i = 1; i <= simulator_.depth(); ++i) out_ << "  step " << i << "  " << simulator_.label(i) << '\n';
    return print(render(trace()));
  }

  std::string save(const std::string& path) {
    if (path.empty()) return "save needs the name of a file";
    try {
      write_file(path, save_trace(trace()));
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return print("saved " + std::to_string(simulator_.depth()) + " steps to " + path + "\n");
  }

  Model& model_;
  Simulator simulator_;
  std::mt19937_64 random_;
  std::ostream& out_;
  bool colour_;
};

int simulate(const SimulateArguments& arguments, Streams& streams) {
  Loaded loaded = load(arguments.model, false);
  const auto report = [&](const std::vector<Diagnostic>& found) {
    print_diagnostics(streams.err, *loaded.diagnostics.sources(), found, use_colour(streams.err_is_terminal));
    return static_cast<int>(exit_usage);
  };
  if (loaded.model == nullptr) return report(loaded.diagnostics.sorted());
  try {
    Session session(*loaded.model, loaded.diagnostics, arguments.seed, streams);
    return session.run(streams.in, streams.in_is_terminal) || streams.in_is_terminal ? exit_ok : exit_usage;
  } catch (const ModelError& error) {
    return report(error.diagnostics());
  }
}

}  // namespace

void add_simulate(CLI::App& app, Streams& streams, Action& action) {
  auto arguments = std::make_shared<SimulateArguments>();
  CLI::App* verb = app.add_subcommand("simulate", "Walk through the symbolic states of a model, by hand or by a script on stdin");
  add_model(*verb, arguments->model);
  add_number<std::uint64_t>(*verb, "--seed", arguments->seed, 0, "Seed of random walks; default 1");
  verb->footer(std::string("Commands, one a line; what follows # is ignored:\n") + command_help +
               "A script with a command that makes no sense is exit code 2.");
  verb->callback([=, &streams, &action] { action = [=, &streams] { return simulate(*arguments, streams); }; });
}

}  // namespace orbita::cli

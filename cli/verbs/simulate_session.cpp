#include "cli/verbs/simulate_session.h"

#include <charconv>
#include <ostream>
#include <set>
#include <sstream>
#include <stdexcept>

#include "cli/commands.h"
#include "cli/options/usage.h"
#include "cli/result_text.h"
#include "cli/terminal/line_reader.h"
#include "cli/terminal/output.h"
#include "engine/replay/replay.h"
#include "report/charts/chart_layout.h"
#include "session/trace_files.h"

namespace orbita::cli {

namespace {

constexpr const char* simulate_help =
    "  list                 the possible moves, and how long one may wait before each\n"
    "  N [after DELAY]      take move N, after waiting DELAY (also: step N)\n"
    "  random [COUNT]       take COUNT random moves (default 1)\n"
    "  next [COUNT]         take COUNT steps of the trace that was opened (default 1)\n"
    "  undo [COUNT]         take back COUNT steps (default 1; also: back)\n"
    "  goto N               to the state after step N; goto 0 is the start\n"
    "  state                all locations, variables and clocks\n"
    "  eval EXPRESSION      its value here: whatever a query may say\n"
    "  zone                 the clocks, as few constraints as possible\n"
    "  matrix               the clocks, as a matrix of bounds\n"
    "  trace                the steps so far, and a run along them\n"
    "  save FILE            the run as JSON, for orbita replay\n"
    "  help, quit\n";
const std::vector<std::string> simulate_commands{"list", "step", "random", "next",  "undo", "back", "goto", "state",
                                                 "eval", "zone", "matrix", "trace", "save", "help", "quit"};

std::optional<std::size_t> number_in(const std::string& text) {
  std::size_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || problem != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

template <class Act>
std::string with_number(const std::string& text, std::optional<std::size_t> otherwise, Act act) {
  const std::optional<std::size_t> number = text.empty() ? otherwise : number_in(text);
  return number ? act(*number) : "expected a number, not '" + text + "'";
}

std::vector<std::string> words_in(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

// A step that is only a delay becomes part of the next one's.
Trace with_actions_only(const Trace& trace) {
  Trace result = trace;
  result.steps.clear();
  Rational waited;
  for (const TraceStep& step : trace.steps) {
    waited += step.delay;
    if (step.edges.empty()) continue;
    result.steps.push_back(step);
    result.steps.back().delay = waited;
    waited = 0;
  }
  result.final_delay += waited;
  return result;
}

}  // namespace

SimulateSession::SimulateSession(Model& model, std::uint64_t seed, Streams& streams)
    : model_(model),
      simulator_(model),
      random_(seed),
      streams_(streams),
      colour_(use_colour(streams.out_is_terminal)),
      width_(streams.out_columns > 0 ? streams.out_columns : 100) {}

const char* SimulateSession::help() { return simulate_help; }

void SimulateSession::open(Trace trace, const std::string& name) {
  opened_ = with_actions_only(trace);
  streams_.out << name << ": " << opened_->steps.size() << (opened_->steps.size() == 1 ? " step" : " steps")
               << "; next and back walk along it\n";
}

bool SimulateSession::run() {
  full_state();
  list();
  LineReader lines(streams_, simulate_commands, names(), "save");
  bool good = true;
  while (const std::optional<std::string> line = lines.next()) {
    const std::string problem = execute(*line);
    if (problem == "quit") break;
    if (!problem.empty()) streams_.out << "? " << problem << '\n';
    good = good && problem.empty();
    streams_.out.flush();
  }
  return good;
}

std::string SimulateSession::execute(const std::string& line) {
  const std::string text = line.substr(0, line.find('#'));
  std::vector<std::string> words = words_in(text);
  if (words.empty()) return "";
  if (words[0] == "eval") return evaluate(text.substr(text.find("eval") + 4));
  if (number_in(words[0])) words.insert(words.begin(), "step");
  const std::string command = words[0], argument = words.size() > 1 ? words[1] : "";
  if (command == "step" && words.size() == 4 && words[2] == "after") {
    return with_number(argument, std::nullopt, [&](std::size_t n) { return step(n, words[3]); });
  }
  if (words.size() > 2) return "too many words: " + words[2];
  if (command == "step") return with_number(argument, std::nullopt, [&](std::size_t n) { return step(n, ""); });
  if (command == "random") return with_number(argument, 1, [&](std::size_t n) { return random_walk(n); });
  if (command == "next") return with_number(argument, 1, [&](std::size_t n) { return next(n); });
  if (command == "undo" || command == "back") return with_number(argument, 1, [&](std::size_t n) { return undo(n); });
  if (command == "goto") return with_number(argument, std::nullopt, [&](std::size_t n) { return go_to(n); });
  if (command == "save") return save(argument);
  if (!argument.empty()) return command + " takes no argument: " + argument;
  if (command == "list") return list();
  if (command == "state") return full_state();
  if (command == "zone") return print(simulator_.constraints() + "\n");
  if (command == "matrix") return print(simulator_.matrix());
  if (command == "trace") return show_trace();
  if (command == "help") return print(simulate_help);
  if (command == "quit" || command == "exit" || command == "q") return "quit";
  return "unknown command '" + command + "'; the nearest is '" + nearest(command, simulate_commands) + "'";
}

std::string SimulateSession::print(const std::string& text) {
  streams_.out << text;
  return "";
}

std::string SimulateSession::list() {
  const std::vector<SimulatorMove>& moves = simulator_.moves();
  if (moves.empty()) return print("no move is possible: a deadlock\n");
  const std::optional<std::size_t> traced = traced_move();
  for (std::size_t i = 0; i < moves.size(); ++i) {
    std::vector<std::string> words = words_in(moves[i].label);
    if (moves[i].error) {
      words.push_back(" (a run-time error)");
    } else if (const std::optional<DelayRange> range = simulator_.delays(i)) {
      words.push_back(" wait " + to_text(*range));
    } else if (simulator_.knows_delays()) {
      words.push_back(" (not after the delays chosen)");
    }
    if (traced == i)
      words.push_back(" (next in the trace, after " + to_text(opened_->steps[simulator_.depth()].delay) + ")");
    const std::string number = std::to_string(i + 1);
    streams_.out << wrapped(words, " ", std::string(number.size() + 4, ' '), width_, "  " + number + "  ");
  }
  return "";
}

std::optional<std::size_t> SimulateSession::traced_move() const {
  if (!on_trace() || simulator_.depth() == opened_->steps.size()) return std::nullopt;
  const TraceStep& step = opened_->steps[simulator_.depth()];
  return simulator_.find(step.edges, step.delay);
}

void SimulateSession::heading(const std::vector<std::string>& locations) {
  const std::string title = "state " + std::to_string(simulator_.depth());
  std::string text = wrapped(locations, " ", "  ", width_, title + ": ");
  if (colour_) text = "\033[1m" + title + "\033[0m" + text.substr(title.size());
  streams_.out << text;
}

std::string SimulateSession::full_state() {
  const TraceState state = simulator_.state();
  std::vector<std::string> places;
  for (const auto& [process, location] : state.locations) places.push_back(process + "." + location);
  heading(places);
  if (!state.variables.empty()) streams_.out << wrapped(value_texts(state.variables), ";  ", "  ", width_);
  if (!state.zone.empty()) streams_.out << wrapped(words_in(state.zone), " ", "  ", width_);
  if (simulator_.depth() == 0 || !simulator_.knows_delays()) return "";
  const Trace trace = current_trace();
  std::vector<std::string> values{"entered at time " + to_text(duration(trace))};
  for (const auto& [name, value] : trace.steps.back().state.clocks) values.push_back(name + " = " + to_text(value));
  streams_.out << wrapped(values, ";  ", "  ", width_);
  return "";
}

void SimulateSession::changes(std::size_t since) {
  const TraceState before = simulator_.state(std::min(since, simulator_.depth())), now = simulator_.state();
  std::vector<std::string> places, values;
  for (std::size_t p = 0; p < now.locations.size(); ++p) {
    if (now.locations[p] != before.locations[p])
      places.push_back(now.locations[p].first + "." + now.locations[p].second);
  }
  for (std::size_t v = 0; v < now.variables.size(); ++v) {
    if (now.variables[v] == before.variables[v]) continue;
    values.push_back(now.variables[v].first + ": " + std::to_string(before.variables[v].second) + " -> " +
                     std::to_string(now.variables[v].second));
  }
  if (places.empty()) places.push_back("no other location");
  heading(places);
  if (!values.empty()) streams_.out << wrapped(values, ";  ", "  ", width_);
}

std::string SimulateSession::step(std::size_t number, const std::string& delay_text) {
  const std::size_t count = simulator_.moves().size(), before = simulator_.depth();
  if (number == 0 || number > count)
    return "no move " + std::to_string(number) + "; there are " + std::to_string(count);
  std::optional<Rational> delay;
  try {
    if (!delay_text.empty()) delay = parse_rational(delay_text);
  } catch (const std::invalid_argument&) {
    return "expected a delay like 3, 2.5 or 7/2, not '" + delay_text + "'";
  }
  if (simulator_.moves()[number - 1].error)
    return "move " + std::to_string(number) + " is a run-time error of the model";
  if (delay && !simulator_.knows_delays()) return "delays cannot be chosen where clocks stand still";
  const bool was_on_trace = on_trace(), traced = traced_move() == number - 1;
  if (!simulator_.take(number - 1, delay)) {
    const std::optional<DelayRange> range = simulator_.delays(number - 1);
    if (!range) return "move " + std::to_string(number) + " is not possible after the delays chosen";
    return "before move " + std::to_string(number) + " one may wait " + to_text(*range) + ", not " + to_text(*delay);
  }
  if (was_on_trace && !traced) left_trace_ = before + 1;
  streams_.out << wrapped(words_in("took " + simulator_.taken(before + 1).label), " ", "  ", width_, "");
  changes(before);
  return list();
}

std::string SimulateSession::random_walk(std::size_t count) {
  const std::size_t before = simulator_.depth();
  const bool was_on_trace = on_trace();
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<std::size_t> possible;
    for (std::size_t m = 0; m < simulator_.moves().size(); ++m) {
      if (!simulator_.moves()[m].error) possible.push_back(m);
    }
    if (possible.empty() || !simulator_.take(possible[random_() % possible.size()])) break;
    streams_.out << wrapped(words_in("took " + simulator_.taken(simulator_.depth()).label), " ", "  ", width_, "");
  }
  if (was_on_trace && simulator_.depth() > before) left_trace_ = before + 1;
  changes(before);
  return list();
}

bool SimulateSession::follow() {
  const Rational delay = opened_->steps[simulator_.depth()].delay;
  const std::optional<std::size_t> move = traced_move();
  return move && simulator_.take(*move, simulator_.knows_delays() ? std::optional(delay) : std::nullopt);
}

std::string SimulateSession::next(std::size_t count) {
  if (!opened_) return "no trace is open: orbita simulate MODEL TRACE opens one";
  if (!on_trace()) {
    return "the walk has left the trace; goto " + std::to_string(left_trace_ - 1) + " returns to it";
  }
  const std::size_t before = simulator_.depth(), length = opened_->steps.size();
  if (before == length) return "the trace ends here";
  for (std::size_t i = 0; i < count && simulator_.depth() < length; ++i) {
    const Rational delay = opened_->steps[simulator_.depth()].delay;
    if (!follow())
      return "step " + std::to_string(simulator_.depth() + 1) + " of the trace is not possible after the delays chosen";
    const std::string label = "took " + simulator_.taken(simulator_.depth()).label + " after " + to_text(delay);
    streams_.out << wrapped(words_in(label), " ", "  ", width_, "");
  }
  changes(before);
  if (simulator_.depth() == length) {
    const std::string end = end_text(*opened_);
    streams_.out << "the trace ends here" << (end.empty() ? "" : ": " + end) << '\n';
  }
  return list();
}

std::string SimulateSession::undo(std::size_t count) {
  if (count > simulator_.depth()) return "only " + std::to_string(simulator_.depth()) + " steps to take back";
  return go_to(simulator_.depth() - count);
}

std::string SimulateSession::go_to(std::size_t depth) {
  const std::size_t here = simulator_.depth();
  if (depth > here && on_trace() && depth <= opened_->steps.size()) return next(depth - here);
  if (depth > here) return "no step " + std::to_string(depth) + "; there are " + std::to_string(here);
  simulator_.back_to(depth);
  if (left_trace_ > depth) left_trace_ = SIZE_MAX;
  full_state();
  return list();
}

std::string SimulateSession::evaluate(const std::string& expression) {
  if (expression.find_first_not_of(" \t") == std::string::npos) return "eval needs an expression";
  try {
    return print(simulator_.evaluate(model_, expression) + "\n");
  } catch (const ModelError& error) {
    for (const Diagnostic& problem : error.diagnostics()) {
      if (problem.severity == Severity::error)
        return problem.message + (problem.hint.empty() ? "" : " (" + problem.hint + ")");
    }
    return "not an expression";
  }
}

// Nothing is shown or saved that does not replay.
Trace SimulateSession::current_trace() {
  std::optional<Trace> trace = simulator_.trace();
  if (!trace) throw std::logic_error("no run along the steps taken");
  const ReplayResult replayed = replay(model_, *trace);
  if (!replayed.ok) throw std::logic_error("the trace does not replay: " + replayed.message);
  complete(model_, *trace);
  return *trace;
}

std::string SimulateSession::show_trace() {
  return print(render(current_trace(), trace_style(TraceShow::changes, width_, true)));
}

std::string SimulateSession::save(const std::string& path) {
  if (path.empty()) return "save needs the name of a file";
  try {
    write_file(path, trace_file_text(model_, current_trace(), path));
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return print("saved " + std::to_string(simulator_.depth()) + " steps to " + path + "\n");
}

std::vector<std::string> SimulateSession::names() const {
  std::set<std::string> names;
  for (const Process& process : model_.processes) {
    names.insert(process.name);
    for (const Location& location : process.templ->locations)
      names.insert(process.name + "." + std::string(location.name));
  }
  const std::optional<Trace> start = simulator_.trace();
  for (const auto& item : simulator_.state().variables) names.insert(item.first);
  if (start) {
    for (const auto& item : start->initial.clocks) names.insert(item.first);
  }
  return {names.begin(), names.end()};
}

}  // namespace orbita::cli

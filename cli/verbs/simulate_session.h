// The commands of orbita simulate.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "cli/cli.h"
#include "engine/trace/simulator.h"

namespace orbita::cli {

class SimulateSession {
 public:
  SimulateSession(Model& model, std::uint64_t seed, Streams& streams);

  // A trace to step through; it has to replay on the model.
  void open(Trace trace, const std::string& name);

  // False when a command of the script made no sense: then the script does not do what it says.
  bool run();

  static const char* help();

 private:
  // Each gives the problem, or nothing.
  using Problem = std::string;
  Problem execute(const std::string& line);
  Problem step(std::size_t number, const std::string& delay);
  Problem random_walk(std::size_t count);
  Problem next(std::size_t count);
  Problem undo(std::size_t count);
  Problem go_to(std::size_t depth);
  Problem evaluate(const std::string& expression);
  Problem show_trace();
  Problem save(const std::string& path);

  Problem print(const std::string& text);
  Problem list();
  Problem full_state();
  void changes(std::size_t since);  // prints the differences from the state after `since` steps
  void heading(const std::vector<std::string>& locations);
  std::optional<std::size_t> traced_move() const;  // the next one of the trace
  bool follow();                                   // takes it
  bool on_trace() const { return opened_ && left_trace_ > simulator_.depth(); }
  Trace current_trace();
  std::vector<std::string> names() const;  // of processes, locations and variables, for completion

  Model& model_;
  Simulator simulator_;
  std::mt19937_64 random_;
  Streams& streams_;
  bool colour_;
  std::size_t width_;
  std::optional<Trace> opened_;        // its steps are actions: delays are added up
  std::size_t left_trace_ = SIZE_MAX;  // the first step taken that is not the trace's
};

}  // namespace orbita::cli

#include "cli/verbs/state_dump.h"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "cli/terminal/output.h"
#include "engine/base/limits.h"
#include "parser/file_io.h"

namespace orbita::cli {

namespace {

using StateJson = nlohmann::ordered_json;

constexpr std::size_t dump_buffer_size = 1 << 16;

StateJson state_json(const StateView& state, DumpContent content) {
  StateJson json = {{"loc", StateJson::object()}, {"var", StateJson::object()}};
  for (const auto& [process, location] : state.locations) json["loc"][std::string(process)] = location;
  for (const auto& [name, value] : state.variables) json["var"][std::string(name)] = value;
  if (content == DumpContent::discrete) {
    json["zones"] = state.zones;
    return json;
  }
  StateJson& zone = json["zone"] = StateJson::array();
  for (const StateView::Difference& d : state.zone) zone.push_back({d.x, d.y, d.strict ? "<" : "<=", d.bound});
  return json;
}

// False when the file cannot be written.
bool write_states(const std::string& path, DumpContent content, const StoredStates& states) {
  OutputFile file(path);
  std::string text;
  const auto add = [&](const StateView& state) {
    text += state_json(state, content).dump();
    text += '\n';
    if (text.size() < dump_buffer_size) return;
    file.write(text);
    text.clear();
  };
  if (content == DumpContent::full) states.for_each(add);
  else states.for_each_discrete(add);
  file.write(text);
  return file.sync_and_close(false) == 0;
}

}  // namespace

StateDump::StateDump(std::string path, DumpContent content)
    : path_(std::move(path)), written_to_(is_regular_target(path_) ? part_of(path_) : path_), content_(content) {}

StateDump::~StateDump() {
  if (written_to_ != path_) std::remove(written_to_.c_str());
}

void StateDump::write(const StoredStates& states) {
  const Stop stop = limit_met_by([&] { failed_ |= !write_states(written_to_, content_, states); });
  if (!stop.empty()) limit_ = {stop.reason, "writing the states"};
}

void StateDump::finish() {
  if (failed_) throw std::invalid_argument("cannot write states to " + path_);
  if (!limit_.empty()) throw LimitReached(limit_);
  if (written_to_ != path_) std::rename(written_to_.c_str(), path_.c_str());
}

}  // namespace orbita::cli

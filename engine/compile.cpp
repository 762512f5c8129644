#include "engine/compile.h"

#include "engine/internal/compile.h"

namespace orbita {

std::unique_ptr<Network> compile(Model& model, [[maybe_unused]] Diagnostics& diagnostics) {
  if (!model.refusals.empty()) throw ModelError(model.refusals);
  auto network = std::make_unique<Network>();
  network->model = &model;
  network->select_frame = network->frame_size = count_selects(model);
  auto state = std::make_shared<CompilerState>(model, *network);
  network->clocks.push_back({"0", 0, none, network->family_count++, 0, {}, nullptr, 0});
  state->add_globals();
  state->add_processes();
  network->has_channel_priority = model.channel_priority.declared;
  network->default_priority = model.channel_priority.default_level;
  network->has_process_priority = model.has_process_priority;
  compile_processes(*state);
  compile_hooks(*state);
  network->compiler = std::move(state);
  return network;
}

}  // namespace orbita

// The JSON of all reports: members keep the order in which they are written.
#pragma once

#include <nlohmann/json.hpp>

namespace orbita {

using Json = nlohmann::ordered_json;

}  // namespace orbita

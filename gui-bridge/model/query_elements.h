// Queries of an XML model: what the file says of them, and operations on them.
#pragma once

#include <optional>
#include <string>

#include "gui-bridge/model/operations.h"

namespace orbita::bridge {

Operation add_query(const XmlText& tree, const Params& p);
Operation change_query(const XmlText& tree, const Params& p);

// "satisfied", "not-satisfied", …; nullopt: nothing is said.
std::optional<std::string> expectation_in(const XmlNode& query);
std::optional<std::string> result_in(const XmlNode& query);

}  // namespace orbita::bridge

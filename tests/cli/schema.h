// Documents against the schemas of docs/schema/.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace orbita::test {

// Problems of a document against docs/schema/NAME (by valijson), each with its position; empty: it is valid.
std::vector<std::string> schema_problems(const std::string& name, const nlohmann::json& document);

// The XML file conforms to docs/schema/junit.xsd.
bool is_valid_junit(const std::string& file);

}  // namespace orbita::test

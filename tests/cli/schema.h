// A small validator for the part of JSON Schema that docs/schema/ uses.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace orbita::test {

// Problems of a document against docs/schema/NAME, each with its place; empty: it is valid. A schema
// that uses a keyword the validator does not know throws, so that nothing is left unchecked.
std::vector<std::string> schema_problems(const std::string& name, const nlohmann::json& document);

// The XML file keeps to docs/schema/junit.xsd.
bool is_valid_junit(const std::string& file);

}  // namespace orbita::test

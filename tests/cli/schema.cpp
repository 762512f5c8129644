#include "tests/cli/schema.h"

#include <libxml/parser.h>
#include <libxml/xmlschemas.h>

#include <map>
#include <memory>
#include <stdexcept>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include "tests/cli/program.h"
#include "tests/places.h"

namespace orbita::test {

namespace {

using nlohmann::json;
using valijson::adapters::NlohmannJsonAdapter;

json read_schema(const std::string& name) {
  return json::parse(read_text(orbita::test::source_dir() + "/docs/schema/" + name));
}

// Read once for each name.
const valijson::Schema& parsed_schema(const std::string& name) {
  static std::map<std::string, std::unique_ptr<valijson::Schema>> schemas;
  std::unique_ptr<valijson::Schema>& schema = schemas[name];
  if (schema) return *schema;
  schema = std::make_unique<valijson::Schema>();
  const json document = read_schema(name);
  valijson::SchemaParser().populateSchema(
      NlohmannJsonAdapter(document), *schema, [](const std::string& other) { return new json(read_schema(other)); },
      [](const json* other) { delete other; });
  return *schema;
}

void ignore_message(void*, const char*, ...) {}

}  // namespace

std::vector<std::string> schema_problems(const std::string& name, const json& document) {
  valijson::ValidationResults results;
  valijson::Validator(valijson::Validator::kStrongTypes)
      .validate(parsed_schema(name), NlohmannJsonAdapter(document), &results);
  std::vector<std::string> problems;
  for (const valijson::ValidationResults::Error& error : results) {
    std::string place;
    for (const std::string& step : error.context) place += step;
    problems.push_back(place + ": " + error.description);
  }
  return problems;
}

bool is_valid_junit(const std::string& file) {
  xmlSetGenericErrorFunc(nullptr, ignore_message);  // its messages are not needed
  xmlSchemaParserCtxtPtr parser =
      xmlSchemaNewParserCtxt((orbita::test::source_dir() + "/docs/schema/junit.xsd").c_str());
  xmlSchemaPtr schema = xmlSchemaParse(parser);
  if (schema == nullptr) throw std::runtime_error("docs/schema/junit.xsd cannot be read");
  xmlSchemaValidCtxtPtr context = xmlSchemaNewValidCtxt(schema);
  xmlDocPtr document = xmlReadFile(file.c_str(), nullptr, XML_PARSE_NONET);
  const bool valid = document != nullptr && xmlSchemaValidateDoc(context, document) == 0;
  xmlFreeDoc(document);
  xmlSchemaFreeValidCtxt(context);
  xmlSchemaFree(schema);
  xmlSchemaFreeParserCtxt(parser);
  return valid;
}

}  // namespace orbita::test

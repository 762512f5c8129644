#include "tests/cli/schema.h"

#include <libxml/parser.h>
#include <libxml/xmlschemas.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <stdexcept>

#include "tests/cli/program.h"

namespace orbita::test {

namespace {

using nlohmann::json;

const json& schema_file(const std::string& name) {
  static std::map<std::string, json> files;
  const auto found = files.find(name);
  if (found != files.end()) return found->second;
  return files[name] = json::parse(read_text(std::string(ORBITA_SOURCE_DIR) + "/docs/schema/" + name));
}

bool has_type(const json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "null") return value.is_null();
  if (type == "integer") return value.is_number_integer();
  if (type == "number") return value.is_number();
  throw std::runtime_error("schema: unknown type " + type);
}

void ignore_message(void*, const char*, ...) {}

class Validator {
 public:
  void check(const std::string& file, const json& schema, const json& value, const std::string& place) {
    static const std::set<std::string> known{"$schema", "$id",   "title", "description", "$defs",   "$ref",  "type",    "properties", "required",
                                             "enum",    "const", "oneOf", "minimum", "items", "pattern", "additionalProperties"};
    for (const auto& item : schema.items()) {
      if (known.count(item.key()) == 0) throw std::runtime_error("schema: unknown keyword " + item.key());
    }
    if (schema.contains("$ref")) return refer(file, schema["$ref"], value, place);
    if (schema.contains("type") && !has_type(value, schema["type"])) return fail(place, "is not of type " + schema["type"].dump());
    if (schema.contains("const") && value != schema["const"]) fail(place, "is not " + schema["const"].dump());
    if (schema.contains("enum") && std::find(schema["enum"].begin(), schema["enum"].end(), value) == schema["enum"].end()) {
      fail(place, "is none of " + schema["enum"].dump());
    }
    if (schema.contains("minimum") && value < schema["minimum"]) fail(place, "is too small");
    if (schema.contains("pattern") &&
        !std::regex_search(value.get<std::string>(), std::regex(schema["pattern"].get<std::string>()))) {
      fail(place, "does not match its pattern");
    }
    if (schema.contains("oneOf")) one_of(file, schema["oneOf"], value, place);
    if (value.is_array() && schema.contains("items")) {
      for (std::size_t i = 0; i < value.size(); ++i) check(file, schema["items"], value[i], place + "[" + std::to_string(i) + "]");
    }
    if (value.is_object()) members(file, schema, value, place);
  }
  std::vector<std::string> problems;

 private:
  void fail(const std::string& place, const std::string& problem) { problems.push_back(place + " " + problem); }

  void members(const std::string& file, const json& schema, const json& value, const std::string& place) {
    for (const json& name : schema.value("required", json::array())) {
      if (!value.contains(name.get<std::string>())) fail(place, "lacks " + name.get<std::string>());
    }
    const json properties = schema.value("properties", json::object());
    const json others = schema.value("additionalProperties", json(true));
    for (const auto& [name, member] : value.items()) {
      if (properties.contains(name)) check(file, properties[name], member, place + "." + name);
      else if (others.is_object()) check(file, others, member, place + "." + name);
      else if (others == false) fail(place, "has an unknown member " + name);
    }
  }

  void one_of(const std::string& file, const json& choices, const json& value, const std::string& place) {
    int valid = 0;
    std::string reasons;
    for (const json& choice : choices) {
      Validator one;
      one.check(file, choice, value, place);
      valid += one.problems.empty() ? 1 : 0;
      for (const std::string& problem : one.problems) reasons += "; " + problem;
    }
    if (valid != 1) fail(place, "fits " + std::to_string(valid) + " alternatives" + reasons);
  }

  // "#/$defs/name", "file.json", "file.json#/$defs/name"
  void refer(const std::string& file, const std::string& reference, const json& value, const std::string& place) {
    const std::size_t hash = reference.find('#');
    const std::string target = hash == 0 ? file : reference.substr(0, hash);
    const json& document = schema_file(target);
    check(target, hash == std::string::npos ? document : document.at(json::json_pointer(reference.substr(hash + 1))), value, place);
  }
};

}  // namespace

std::vector<std::string> schema_problems(const std::string& name, const json& document) {
  Validator validator;
  validator.check(name, schema_file(name), document, "$");
  return validator.problems;
}

bool is_valid_junit(const std::string& file) {
  xmlSetGenericErrorFunc(nullptr, ignore_message);  // what is wrong with it is not asked
  xmlSchemaParserCtxtPtr parser = xmlSchemaNewParserCtxt(ORBITA_SOURCE_DIR "/docs/schema/junit.xsd");
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

#include "cli/verbs/sweep.h"

#include <fmt/format.h>

#include "cli/exit_codes.h"
#include "orbita_version.h"

namespace orbita::cli {

namespace {

// RFC 4180.
std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

}  // namespace

std::string csv_header(const SweepResult& result) {
  std::string line;
  for (const SweptName& swept : result.swept) line += csv_field(swept.name) + ",";
  return line + "query,formula,verdict,reason,stored,explored,seconds,bytes\n";
}

std::string csv_row(const SweepRow& row) {
  std::string line;
  for (const std::string& value : row.values) line += csv_field(value) + ",";
  return line + fmt::format("{},{},{},{},{},{},{:.6f},{}\n", row.query, csv_field(row.formula), row.verdict,
                            csv_field(row.reason), row.stored, row.explored, row.seconds, row.bytes);
}

Json to_json(const std::string& model, const SweepResult& result) {
  Json points = Json::array();
  for (const SweepRow& row : result.rows) {
    Json set = Json::object(), options = Json::object();
    for (std::size_t i = 0; i < row.values.size(); ++i) {
      (result.swept[i].is_option ? options : set)[result.swept[i].name] = row.values[i];
    }
    points.push_back({{"set", set},
                      {"options", options},
                      {"query", row.query},
                      {"formula", row.formula},
                      {"verdict", row.verdict},
                      {"reason", row.reason},
                      {"stored", row.stored},
                      {"explored", row.explored},
                      {"seconds", row.seconds},
                      {"peak_bytes", row.bytes}});
  }
  return {{"orbita", version}, {"model", model}, {"points", points}, {"exit_code", exit_code_of(result.standing)}};
}

}  // namespace orbita::cli

// orbita certify: what a written certificate proves about a model.
#include "engine/certificate/certificate_reader.h"
#include "engine/certificate/replay_check.h"
#include "session/certificate_files.h"
#include "session/packed_files.h"
#include "session/sha256.h"

namespace orbita {

namespace {

CheckerAnswer unreadable(const std::string& why) { return {2, "s UNREADABLE " + why}; }

// The query and the constants as the header has them.
void follow_header(const nlohmann::json& header, ModelArguments& arguments) {
  arguments.queries.clear();
  arguments.formulas = {header.value("query", "")};
  if (!arguments.set.empty() || !header.contains("model")) return;
  const nlohmann::json set = header["model"].value("set", nlohmann::json::object());
  for (const auto& [name, value] : set.items()) {
    if (value.is_string()) arguments.set.push_back(name + "=" + value.get<std::string>());
  }
}

// The flat model beside the certificate is that of the model, byte for byte: readers of JSON may differ about texts
// that mean the same. Only the name of the model's file may be another one now.
bool is_flat_model_of(const std::string& bytes, const ModelArguments& arguments) {
  const FlatJson written = FlatJson::parse(bytes, nullptr, false);
  if (!written.is_object()) return false;
  ModelArguments all = arguments;
  all.formulas.clear();
  const FlatJson queries = written.value("queries", FlatJson::array());
  for (const FlatJson& query : queries) {
    all.formulas.push_back(query.value("text", ""));
  }
  const Loaded loaded = load(all, false);
  if (!loaded.ok()) return false;
  FlatJson own = flatten(loaded, all).document;
  own["model"]["file"] = written.value("model", FlatJson::object()).value("file", "");
  return flat_text(own) == bytes;
}

CheckerAnswer answer_of(const CertificateFault& fault) {
  const char* words[] = {"s REJECTED ", "s UNREADABLE ", "s UNSUPPORTED "};
  return {fault.code, words[fault.code - 1] + std::string(fault.what())};
}

}  // namespace

CheckerAnswer check_on_replay(const Loaded& loaded, FlatModel outline, const std::string& text, const Query& query) {
  try {
    const CertificateRecords records = read_certificate(text, outline.document);
    const nlohmann::json& header = records.header;
    if (header.contains("model")) outline.document["model"]["file"] = header["model"].value("file", "");
    if (header.value("flat_sha256", "") != sha256(flat_text(outline.document))) {
      return unreadable("the certificate is about another model");
    }
    check_on_replay(*loaded.model, outline, records, query);
    return {0, "s CERTIFIED " + std::string(query.text) + " (replay semantics)"};
  } catch (const CertificateFault& fault) {
    return answer_of(fault);
  } catch (const nlohmann::json::exception& error) {
    return unreadable(error.what());
  }
}

CheckerAnswer certify_file(ModelArguments arguments, const std::string& certificate) try {
  const std::string text = unpacked_bytes(certificate);
  const nlohmann::json header = nlohmann::json::parse(text.substr(0, text.find('\n')), nullptr, false);
  if (!header.is_object()) return unreadable("this is not a certificate");
  follow_header(header, arguments);
  const Loaded loaded = load(arguments, false);
  if (!loaded.ok() || loaded.queries.size() != 1) throw ModelError(loaded.diagnostics.sorted());
  try {
    flatten(loaded, arguments);
  } catch (const ModelError&) {
    return check_on_replay(loaded, outline(loaded, arguments), text, *loaded.queries.front());
  }
  const std::string flat = flat_beside(certificate);
  if (!std::filesystem::exists(flat)) return unreadable("the flat model " + flat + " is missing");
  if (!is_flat_model_of(unpacked_bytes(flat), arguments)) {
    return unreadable(flat + " is not the flat model of " + arguments.model);
  }
  return run_checker(flat, certificate);
} catch (const nlohmann::json::exception& error) {
  return unreadable(error.what());
}

MuntaExport export_for_munta(const ModelArguments& arguments, const std::string& certificate, std::size_t limit) {
  const std::string text = unpacked_bytes(certificate), flat_file = flat_beside(certificate);
  const std::string flat_bytes = unpacked_bytes(flat_file);
  if (flat_bytes.empty()) throw std::invalid_argument("there is no flat model " + flat_file);
  ModelArguments own = arguments;
  const nlohmann::json header = nlohmann::json::parse(text.substr(0, text.find('\n')), nullptr, false);
  if (header.is_object()) follow_header(header, own);
  if (!is_flat_model_of(flat_bytes, own) || header.value("flat_sha256", "") != sha256(flat_bytes)) {
    throw std::invalid_argument("model, flat model and certificate do not belong together");
  }
  const FlatJson flat = FlatJson::parse(flat_bytes);
  try {
    return export_for_munta(flat, read_certificate(text, flat), limit);
  } catch (const CertificateFault& fault) {
    throw std::invalid_argument(fault.what());
  }
}

}  // namespace orbita

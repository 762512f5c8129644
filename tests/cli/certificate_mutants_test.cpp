// Changed certificates: what cannot be valid is rejected with its line, about all else both checkers agree, and nothing
// that is said about a model whose query is false is accepted.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "tests/cli/certificates.h"
#include "tests/places.h"

using namespace orbita::test;
using nlohmann::ordered_json;

namespace {

using Lines = std::vector<std::string>;

struct Subject {  // a certificate to change
  std::string name, flat;
  Lines lines;
  ordered_json header, model;
};

std::vector<Subject> subjects(const TemporaryFolder& folder) {
  const std::vector<std::pair<std::string, Lines>> wanted = {{"fischer.xml", {"--reduce", "none"}},
                                                             {"client-server.xml", {"--reduce", "none"}},
                                                             {"fischer-ints.xml", {"--symmetry", "off"}},
                                                             {"readers-writers.xml", {}},
                                                             {"resource-controller.xml", {}},
                                                             {"mcs-lock.xml", {"--symmetry", "off"}},
                                                             {"timeout-broadcast.xml", {"--reduce", "none"}},
                                                             {"csma-cd-b.xml", {}}};
  std::vector<Subject> result;
  for (const auto& [model, mode] : wanted) {
    const std::string name = folder.path("proof-" + model);
    Lines arguments = {"verify", model_path(model), "--certificate", name};
    for (const std::string& word : small_settings(model)) arguments.push_back(word);
    arguments.insert(arguments.end(), mode.begin(), mode.end());
    REQUIRE(run_orbita(arguments).code <= 1);
    for (const std::string& certificate : written(name)) {
      if (std::filesystem::file_size(certificate) > 30'000) continue;
      Subject subject{model, name + ".flat.json", lines_of(certificate), {}, {}};
      subject.header = ordered_json::parse(subject.lines[0]);
      subject.model = ordered_json::parse(read_text(subject.flat));
      result.push_back(std::move(subject));
    }
  }
  return result;
}

class Mutator {
 public:
  Mutator(const Subject& subject, std::mt19937& random) : subject_(subject), random_(random) {}

  // Each kind of change that cannot be valid; empty: the certificate has no place for it.
  static const std::vector<std::string>& kinds() {
    static const std::vector<std::string> all = {"a node is missing",
                                                 "a cover is missing",
                                                 "the covers of a node are missing",
                                                 "another location",
                                                 "another value",
                                                 "no permutation",
                                                 "a value left open that is read",
                                                 "a wrong hash",
                                                 "a cut file",
                                                 "trailing data",
                                                 "a node twice",
                                                 "covers twice",
                                                 "an extra cover",
                                                 "a rank not smaller",
                                                 "no bounds"};
    return all;
  }
  std::string make(const std::string& kind) {
    lines_ = subject_.lines;
    if (kind == "a wrong hash") return wrong_hash();
    if (kind == "a cut file") {
      const std::string text = joined(lines_);
      return text.substr(0, lines_[0].size() + 1 + random_() % (text.size() - lines_[0].size() - 2));
    }
    if (kind == "trailing data")
      return joined(lines_) + subject_.lines[1 + random_() % (subject_.lines.size() - 1)] + "\n";
    if (kind == "a node is missing") return drop(some("n"));
    if (kind == "a node twice") return twice(some("n"));
    if (kind == "covers twice") return twice(some("c"));
    if (kind == "the covers of a node are missing") return drop_covers();
    if (kind == "a cover is missing") return drop_cover();
    if (kind == "an extra cover") return extra_cover();
    if (kind == "no permutation") return no_permutation();
    if (kind == "a rank not smaller") return wrong_rank();
    if (kind == "another location") return other_location();
    if (kind == "another value") return other_value();
    if (kind == "a value left open that is read") return open_value();
    return no_bounds();
  }
  // Any change of one number, or of two lines.
  std::string anything() {
    lines_ = subject_.lines;
    const std::size_t i = 1 + random_() % (lines_.size() - 1);
    std::vector<std::pair<std::size_t, std::size_t>> numbers;
    const std::string& line = lines_[i];
    for (std::size_t at = 0; at < line.size();) {
      std::size_t end = at;
      while (end < line.size() && std::isdigit(static_cast<unsigned char>(line[end]))) ++end;
      if (end > at) numbers.emplace_back(at, end - at);
      at = end + 1;
    }
    const unsigned how = random_() % 8;
    if (how == 0) std::swap(lines_[i], lines_[1 + random_() % (lines_.size() - 1)]);
    else if (how == 1 && line.find('=') != std::string::npos) return drop_cover();
    else if (!numbers.empty()) {
      const auto [at, size] = numbers[random_() % numbers.size()];
      const long value = std::stol(line.substr(at, size));
      const long changes[] = {value + 1, value - 1, value + 2, value - 2,
                              0,         1,         value / 2, static_cast<long>(random_() % 50)};
      lines_[i].replace(at, size, std::to_string(changes[random_() % 8]));
    }
    return joined(lines_);
  }

 private:
  std::size_t some(const std::string& kinds, const std::string& part = "") {  // 0: there is none
    std::vector<std::size_t> found;
    for (std::size_t i = 1; i < lines_.size(); ++i) {
      if (kinds.find(lines_[i][0]) != std::string::npos && lines_[i].find(part) != std::string::npos)
        found.push_back(i);
    }
    return found.empty() ? 0 : found[random_() % found.size()];
  }
  std::string drop(std::size_t i) {
    lines_.erase(lines_.begin() + static_cast<std::ptrdiff_t>(i));
    return joined(lines_);
  }
  std::string twice(std::size_t i) {
    if (i == 0) return "";
    lines_.insert(lines_.begin() + static_cast<std::ptrdiff_t>(i), std::string(lines_[i]));
    return joined(lines_);
  }
  // The counts are put right, so that only the covers are wrong.
  std::string with_covers(long change) {
    ordered_json header = subject_.header;
    header["covers"] = header["covers"].get<long>() + change;
    lines_[0] = header.dump();
    lines_.back() = "e " + header["nodes"].dump() + " " + header["covers"].dump();
    return joined(lines_);
  }
  std::string drop_covers() {
    const std::size_t i = some("c");
    if (i == 0) return "";
    const long covers = std::count(lines_[i].begin(), lines_[i].end(), '=');
    lines_.erase(lines_.begin() + static_cast<std::ptrdiff_t>(i));
    return with_covers(-covers);
  }
  std::string drop_cover() {
    const std::size_t i = some("c");
    if (i == 0) return "";
    lines_[i].resize(lines_[i].rfind(' '));
    return with_covers(-1);
  }
  // Of an edge that does not leave where its process is.
  std::string extra_cover() {
    const std::size_t i = some("c");
    if (i == 0) return "";
    const std::vector<long> row = locations(std::stoul(lines_[i].substr(2)));
    for (int tries = 0; tries < 20; ++tries) {
      const std::size_t edge = random_() % subject_.model["edges"].size();
      const ordered_json& json = subject_.model["edges"][edge];
      if (json["source"].get<long>() == row[json["process"].get<std::size_t>()]) continue;
      lines_[i] += " " + std::to_string(edge) + "=0";
      return with_covers(1);
    }
    return "";
  }
  std::string no_permutation() {
    if (subject_.lines[1][0] != 's') return "";
    const std::size_t i = some("c");
    lines_[i].resize(lines_[i].find('/', lines_[i].rfind(' ')) == std::string::npos
                         ? lines_[i].size()
                         : lines_[i].find('/', lines_[i].rfind(' ')));
    lines_[i] += "/0:1";  // every element to the next one, the last one to none
    return joined(lines_);
  }
  std::string wrong_rank() {
    if (subject_.header["kind"] != "liveness") return "";
    const std::size_t i = some("c");
    const unsigned long node = i == 0 ? 1 : std::stoul(lines_[i].substr(2));
    if (i == 0 || node >= subject_.header["pending"].get<unsigned long>()) return "";
    const std::size_t at = lines_[i].rfind('=') + 1, end = std::min(lines_[i].find('/', at), lines_[i].size());
    lines_[i].replace(at, end - at, std::to_string(node));
    return joined(lines_);
  }
  std::vector<long> locations(unsigned long node) const {
    std::vector<long> row;
    for (const std::string& line : subject_.lines) {
      if (!line.starts_with("n " + std::to_string(node) + " ")) continue;
      std::istringstream in(line.substr(line.find(' ', 2)));
      for (long value = 0; in >> value;) row.push_back(value);
    }
    return row;
  }
  // Of a node that covers something.
  std::size_t covering() {
    const std::size_t i = some("ic");
    const std::size_t at = lines_[i][0] == 'i' ? 2 : lines_[i].find('=') + 1;
    const std::string begin = "n " + std::to_string(std::stoul(lines_[i].substr(at))) + " ";
    const auto found = std::ranges::find_if(lines_, [&](const std::string& line) { return line.starts_with(begin); });
    return static_cast<std::size_t>(found - lines_.begin());
  }
  std::string other_location() {
    const std::size_t i = covering();
    const std::size_t p = random_() % subject_.model["processes"].size();
    const std::size_t count = subject_.model["processes"][p]["locations"].size();
    std::size_t at = lines_[i].find(' ', 2) + 1;
    for (std::size_t k = 0; k < p; ++k) at = lines_[i].find(' ', at) + 1;
    const std::size_t end = lines_[i].find_first_of(" |", at);
    if (count < 2) return "";
    const std::size_t old = std::stoul(lines_[i].substr(at, end - at));
    lines_[i].replace(at, end - at, std::to_string((old + 1 + random_() % (count - 1)) % count));
    return joined(lines_);
  }
  // Where value s of the node is; {0, 0}: it is left open.
  std::pair<std::size_t, std::size_t> value_at(std::size_t line, std::size_t s) const {
    std::size_t at = lines_[line].find('|') + 1;
    for (std::size_t k = 0; k < s; ++k) at = lines_[line].find(' ', at) + 1;
    const std::size_t end = lines_[line].find_first_of(" |", at);
    return lines_[line][at] == '*' ? std::pair<std::size_t, std::size_t>(0, 0) : std::pair(at, end - at);
  }
  std::string other_value() {
    if (subject_.model["slots"].empty()) return "";
    const std::size_t i = covering(), s = random_() % subject_.model["slots"].size();
    const auto [at, size] = value_at(i, s);
    const long low = subject_.model["slots"][s]["low"], high = subject_.model["slots"][s]["high"];
    if (size == 0 || low == high) return "";
    const long old = std::stol(lines_[i].substr(at, size));
    lines_[i].replace(at, size, std::to_string(old == high ? low : old + 1));
    return joined(lines_);
  }
  // The first test of a guard compares the variable with a number.
  std::string open_value() {
    const std::size_t i = some("n");
    const std::vector<long> row = locations(std::stoul(lines_[i].substr(2)));
    for (const ordered_json& edge : subject_.model["edges"]) {
      if (edge["source"].get<long>() != row[edge["process"].get<std::size_t>()] || !edge.contains("guard")) continue;
      const ordered_json& first = edge["guard"][0];
      if (!first.is_array() || first[0] != "==" || !first[1].is_array() || first[1][0] != "v" ||
          !first[1][1].is_number())
        continue;
      const auto [at, size] = value_at(i, first[1][1].get<std::size_t>());
      if (size == 0) continue;
      lines_[i].replace(at, size, "*");
      return joined(lines_);
    }
    return "";
  }
  std::string no_bounds() {
    const std::size_t before = lines_.size();
    std::erase_if(lines_, [](const std::string& line) { return line[0] == 'l' || line[0] == 'g'; });
    return before == lines_.size() || subject_.model["clocks"].empty() ? "" : joined(lines_);
  }
  std::string wrong_hash() {
    std::string hash = subject_.header["flat_sha256"];
    char& digit = hash[random_() % 64];
    digit = digit == '0' ? '1' : '0';
    ordered_json header = subject_.header;
    header["flat_sha256"] = hash;
    lines_[0] = header.dump();
    return joined(lines_);
  }

  const Subject& subject_;
  std::mt19937& random_;
  Lines lines_;
};

// At least `wanted` of each kind of change that cannot be valid, over all certificates.
void reject_invalid(int wanted) {
  const unsigned seed = 24;
  CAPTURE(seed);
  std::mt19937 random(seed);
  const TemporaryFolder folder;
  const std::vector<Subject> all = subjects(folder);
  REQUIRE(all.size() >= 8);
  for (const std::string& kind : Mutator::kinds()) {
    int made = 0;
    for (int tries = 0; tries < 40 * wanted && made < wanted; ++tries) {
      const Subject& subject = all[static_cast<std::size_t>(tries) % all.size()];
      const std::string text = Mutator(subject, random).make(kind);
      if (text.empty()) continue;
      const Checked checked = certify(folder, subject.flat, folder.write("mutant", text));
      CAPTURE(kind, subject.name, checked.line);
      const bool unreadable = kind == "a wrong hash" || kind == "a cut file";
      CHECK((checked.code == 1 || (unreadable && checked.code == 2)));
      if (checked.code == 1) CHECK(checked.line.find("s REJECTED line ") == 0);
      if (checked.code != 1 && checked.code != 2) folder.write("mutant-kept", text);
      ++made;
    }
    CAPTURE(kind, made);
    CHECK(made > 0);
  }
}

// What both checkers say about changed certificates.
void agree(int wanted) {
  if (std::system("python3 -c '' > /dev/null 2>&1") != 0) return;
  const unsigned seed = 2424;
  CAPTURE(seed);
  std::mt19937 random(seed);
  const TemporaryFolder folder;
  const std::vector<Subject> all = subjects(folder);
  int compared = 0, accepted = 0;
  while (compared < wanted) {
    const Subject& subject = all[random() % all.size()];
    std::string command = "python3 '" + orbita::test::source_dir() + "/tests/certify/certify.py'";
    std::vector<Checked> first;
    for (int i = 0; i < 50 && compared + i < wanted; ++i) {
      const std::string file = folder.write("mutant-" + std::to_string(i), Mutator(subject, random).anything());
      first.push_back(certify(folder, subject.flat, file));
      command += " '" + subject.flat + "' '" + file + "'";
    }
    const Checked answers = run_program(command, folder);
    std::istringstream in(answers.line);
    for (std::size_t i = 0; i < first.size(); ++i) {
      std::string line;
      REQUIRE(std::getline(in, line));
      CAPTURE(subject.name, first[i].line, line, compared);
      const auto verdict = [](const std::string& text) { return text.substr(0, text.find(' ', 2)); };
      CHECK(verdict(first[i].line) == verdict(line));
      ++compared;
      accepted += first[i].code == 0;
    }
  }
  CHECK(accepted > 0);
  CHECK(accepted < compared);
}

// The model with one change, in one process or in all that have the same locations and edges; null: none was found.
ordered_json changed_model(ordered_json model, std::mt19937& random) {
  ordered_json& edges = model["edges"];
  ordered_json& processes = model["processes"];
  const auto edges_of = [&](std::size_t process) {
    std::vector<std::size_t> own;
    for (std::size_t e = 0; e < edges.size(); ++e) {
      if (edges[e]["process"] == process) own.push_back(e);
    }
    return own;
  };
  const auto names_of = [&](std::size_t process) {
    Lines names;
    for (const ordered_json& location : processes[process]["locations"]) names.push_back(location["name"]);
    return names;
  };
  const std::size_t chosen = random() % processes.size(), count = edges_of(chosen).size();
  if (count == 0) return nullptr;
  const std::size_t edge = random() % count, location = random() % processes[chosen]["locations"].size();
  const std::uint_fast32_t kind = random() % 5, part = random();
  const bool alone = random() % 2 == 0;
  const ordered_json before = model;
  for (std::size_t p = 0; p < processes.size(); ++p) {
    if (p != chosen && (alone || edges_of(p).size() != count || names_of(p) != names_of(chosen))) continue;
    ordered_json& changed = edges[edges_of(p)[edge]];
    if (kind < 2) {
      const char* list = kind == 0 ? "guard" : "update";
      if (changed.contains(list) && !changed[list].empty()) changed[list].erase(part % changed[list].size());
    }
    if (kind == 2) processes[p]["locations"][location].erase("invariant");
    if (kind == 3) changed["target"] = location;
    if (kind == 4) changed["source"] = location;
  }
  return model == before ? nullptr : model;
}

// Verdicts of all queries of a flat model, by trial of all states where no symmetry can hide one.
std::vector<std::string> verdicts(const std::string& flat) {
  const Run run = run_orbita({"verify", flat, "--symmetry", "off", "--extrapolation", "M", "--trace", "some",
                              "--timeout", "10", "--format", "json"});
  std::vector<std::string> result;
  const ordered_json document = ordered_json::parse(run.out, nullptr, false);
  if (!document.is_object() || !document.contains("queries")) return result;
  for (const ordered_json& query : document["queries"]) result.push_back(query["verdict"]);
  return result;
}

// Old, changed and spliced certificates of models whose query is false.
void reject_false(int models, int attempts) {
  const unsigned seed = 242424;
  CAPTURE(seed);
  std::mt19937 random(seed);
  const TemporaryFolder folder;
  const std::vector<Subject> all = subjects(folder);
  int found = 0;
  for (int tries = 0; found < models && tries < 100 * models; ++tries) {
    const Subject& subject = all[random() % all.size()];
    const ordered_json model = changed_model(subject.model, random);
    if (model.is_null()) continue;
    const std::string text = model.dump(), flat = folder.write("false.flat.json", text);
    const std::vector<std::string> outcome = verdicts(flat);
    std::size_t query = 0;
    while (model["queries"][query]["text"] != subject.header["query"]) ++query;
    const std::string kind = model["queries"][query]["kind"];
    const std::string wrong = kind[0] == 'E' ? "satisfied" : "not-satisfied";
    if (query >= outcome.size() || outcome[query] != wrong) continue;
    ++found;
    for (int i = 0; i < attempts; ++i) {
      std::istringstream in(i == 0 ? joined(subject.lines) : Mutator(subject, random).anything());
      Lines lines;
      for (std::string line; std::getline(in, line);) lines.push_back(line);
      const Lines& other = all[random() % all.size()].lines;
      const std::size_t cut = 1 + random() % std::min(lines.size(), other.size());
      if (i % 4 == 3) std::copy(other.begin() + 1, other.begin() + static_cast<std::ptrdiff_t>(cut), lines.begin() + 1);
      refer_to(lines, text);
      const Checked checked = certify(folder, flat, folder.write("forged", joined(lines)));
      CAPTURE(subject.name, tries, i, checked.line);
      CHECK((checked.code >= 1 && checked.code <= 3));
    }
  }
  CHECK(found == models);
}

}  // namespace

TEST_CASE("changes that cannot be valid are rejected with their line") { reject_invalid(3); }
TEST_CASE("hundreds of changes that cannot be valid are rejected with their line", "[slow]") { reject_invalid(600); }
TEST_CASE("both checkers agree on changed certificates") { agree(40); }
TEST_CASE("both checkers agree on thousands of changed certificates", "[slow]") { agree(5200); }
TEST_CASE("no certificate of a model whose query is false is accepted") { reject_false(4, 8); }
TEST_CASE("no certificate of hundreds of models whose query is false is accepted", "[slow]") { reject_false(210, 50); }

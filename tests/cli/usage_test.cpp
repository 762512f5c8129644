// Wrong command lines, generated from the table of options: each gives exit code 2 and a message that names the option
// and the closest valid one.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <sstream>

#include "tests/cli/program.h"
#include "tests/places.h"
#include "tests/sample.h"

using namespace orbita::test;
using nlohmann::json;

namespace {

const json& table() {
  static const json parsed = json::parse(run_orbita({"completion", "table"}).out);
  return parsed;
}

// A line that must be refused, and the text its message must contain.
struct BadLine {
  std::vector<std::string> words;
  std::vector<std::string> named;
};

std::vector<std::string> positionals(const json& verb) {
  std::vector<std::string> words;
  for (const json& option : verb["options"]) {
    if (option["required"] == true && option["positional"] != "") words.push_back(model_path("fischer.xml"));
  }
  return words;
}

std::vector<std::string> line(const json& verb, std::vector<std::string> more) {
  std::vector<std::string> words{verb["name"]};
  for (const std::string& word : positionals(verb)) words.push_back(word);
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::string misspelt(std::string word, std::size_t from, std::mt19937& random) {
  const std::size_t at = from + random() % (word.size() - from);
  switch (random() % 3) {
    case 0: return word.erase(at, 1);
    case 1: return word.insert(at, 1, static_cast<char>('a' + random() % 26));
    default: word[at] = word[at] == 'z' ? 'y' : 'z'; return word;
  }
}

bool taken(const json& verb, const std::string& name) {
  return std::any_of(verb["options"].begin(), verb["options"].end(),
                     [&](const json& option) { return option["long"] == name || option["short"] == name; });
}

void add_misspelt_options(const json& verb, std::mt19937& random, std::vector<BadLine>& lines) {
  for (const json& option : verb["options"]) {
    const std::string name = option["long"];
    if (name.empty()) continue;
    const std::string wrong = misspelt(name, 3, random);
    if (taken(verb, wrong)) continue;
    std::vector<std::string> words{wrong};
    if (option["value"] != "") words.push_back("1");
    // Another option may be equally close, but some option must be suggested; at one edit it is mostly this one.
    lines.push_back({line(verb, words), {"unknown option " + wrong, "the nearest is -"}});
  }
}

void add_wrong_values(const json& verb, std::mt19937& random, std::vector<BadLine>& lines) {
  const json& options = verb["options"];
  for (const json& option : options) {
    const std::string name = option["long"], value = option["value"];
    if (name.empty()) continue;
    if (value.empty()) {
      lines.push_back({line(verb, {name + "=yes"}), {name, "takes no value"}});
      continue;
    }
    if (option["value_is_optional"] == true) continue;
    lines.push_back({line(verb, {name}), {name, "needs a value", value}});
    const std::string other = options[random() % options.size()]["long"];
    if (!other.empty() && other != "--help") lines.push_back({line(verb, {name, other}), {name, "needs a value"}});
    if (option["choices"].size() > 1) {
      const std::string word = option["choices"][random() % option["choices"].size()];
      lines.push_back({line(verb, {name, word + "x"}), {name + " " + word + "x", "the nearest is " + word}});
      lines.push_back({line(verb, {name, word, name, word}), {name, "given twice"}});
    }
    if (value == "NUMBER" || value == "DURATION" || value == "SIZE") {
      for (const std::string number : {"-1", "many", "3x3", "1e", "99999999999999999999999", ""}) {
        if (number.size() > 20 && value == "DURATION") continue;  // a very long duration is valid
        lines.push_back({line(verb, {name + "=" + number}), {name, "expected"}});
      }
    }
  }
}

std::vector<BadLine> bad_lines(std::mt19937& random) {
  std::vector<BadLine> lines;
  for (const json& verb : table()["verbs"]) {
    if (verb["hidden"] == true) continue;
    const std::string name = verb["name"];
    const std::string wrong = misspelt(name, 0, random) + "q";
    lines.push_back({{wrong}, {"unknown verb '" + wrong + "'", "the nearest is '"}});
    if (name == "verifyta" || name == "help") continue;
    if (!positionals(verb).empty()) lines.push_back({{name}, {"is missing"}});
    add_misspelt_options(verb, random, lines);
    add_wrong_values(verb, random, lines);
  }
  lines.push_back({{"sweep", model_path("fischer.xml"), "a.q", "b.q"}, {"unexpected argument b.q"}});
  lines.push_back({{"--symmetry", "off", "verify"}, {"unknown option --symmetry", "follow it"}});
  lines.push_back({{"verify", model_path("fischer.xml"), "--plot", "x"}, {"--plot", "it belongs to sweep"}});
  lines.push_back({{"verify", model_path("fischer.xml"), "-z"}, {"unknown option -z", "the nearest is -"}});
  const std::string model = model_path("fischer.xml");
  lines.push_back({{"explain", model, "more"}, {"unexpected argument more", "expected: orbita explain MODEL"}});
  lines.push_back({{model}, {"is a model; to verify it: orbita verify " + model}});
  lines.push_back(
      {{"verify", model, "A[] not deadlock"}, {"there is no file 'A[] not deadlock'", "-q 'A[] not deadlock'"}});
  lines.push_back({{"verify", model_path("")}, {"is a folder; orbita test runs"}});
  lines.push_back({{"sweep", model, model}, {"QUERIES " + model, "expected a query file"}});
  lines.push_back({{"sweep", model, "--set", "N"}, {"--set N: expected NAME=VALUES\n"}});
  lines.push_back({{"replay", model, model_path("")}, {"Is a directory"}});
  lines.push_back({{"help", "verfy"}, {"unknown verb 'verfy'", "'verify'"}});
  return lines;
}

}  // namespace

TEST_CASE("more than 200 malformed command lines are refused with a helpful message") {
  const unsigned seed = 20260611;
  std::mt19937 random(seed);
  const std::vector<BadLine> lines = bad_lines(random);
  CAPTURE(seed);
  CHECK(lines.size() >= 200);
  for (const BadLine& bad : sampled(lines)) {
    const Run run = run_orbita(bad.words);
    CAPTURE(bad.words, run.out, run.err);
    CHECK(run.code == 2);
    CHECK(run.out.empty());
    for (const std::string& text : bad.named) {
      CAPTURE(text);
      CHECK(run.err.find(text) != std::string::npos);
    }
  }
}

TEST_CASE("a misspelt option is answered with the option that was meant") {
  for (const auto& [wrong, meant] :
       std::vector<std::pair<std::string, std::string>>{{"--simmetry", "--symmetry"},
                                                        {"--time-out", "--timeout"},
                                                        {"--extrapolate", "--extrapolation"},
                                                        {"--statistic", "--statistics"},
                                                        {"--fromat", "--format"},
                                                        {"--querry", "--query"}}) {
    const Run run = run_orbita({"verify", model_path("fischer.xml"), wrong, "1"});
    CAPTURE(wrong, run.err);
    CHECK(run.code == 2);
    CHECK(run.err.find("the nearest is " + meant + "\n") != std::string::npos);
  }
}

TEST_CASE("verify and verifyta take the same quantities: finite and decimal") {
  const std::string model = orbita::test::source_dir() + "/models/fischer.xml";
  for (const std::string option : {"--timeout", "--memory"}) {
    for (const std::string text : {"inf", "nan", "0x10", "1e3", "-1", "5x"}) {
      CAPTURE(option, text);
      const Run ours = run_orbita({"verify", model, "--set", "N=2", option, text});
      CHECK(ours.code == 2);
      CHECK(ours.err.find(option) != std::string::npos);
      const Run theirs = run_orbita({"verifyta", model, option, text});
      CHECK(theirs.code != 0);
      CHECK((theirs.out + theirs.err).find(option + " " + text + ": expected") != std::string::npos);
    }
  }
}

TEST_CASE("--check-symmetry needs stored states") {
  const std::string model = orbita::test::source_dir() + "/models/fischer.xml";
  for (const std::string approximation : {"hash", "bits"}) {
    const Run run = run_orbita({"verify", model, "--check-symmetry", "--approximation", approximation});
    CHECK(run.code == 2);
    CHECK(run.err.find("--check-symmetry tests stored states") != std::string::npos);
    CHECK(run.out.empty());
  }
}

TEST_CASE("help, man pages and completions list every option") {
  const std::string bash = run_orbita({"completion", "bash"}).out, zsh = run_orbita({"completion", "zsh"}).out,
                    fish = run_orbita({"completion", "fish"}).out;
  TemporaryFolder folder;
  REQUIRE(run_orbita({"man", folder.path("man")}).code == 0);
  const std::string overview = run_orbita({"help"}).out;
  CHECK(overview == run_orbita({"--help"}).out);
  for (const json& verb : table()["verbs"]) {
    if (verb["hidden"] == true) continue;
    const std::string name = verb["name"];
    CAPTURE(name);
    CHECK(overview.find("\n  " + name + " ") != std::string::npos);
    const std::string help = run_orbita({"help", name}).out;
    if (name != "verifyta") CHECK(help == run_orbita({name, "--help"}).out);
    std::string man = read_text(folder.path("man/orbita-" + name + ".1"));
    man.erase(std::remove(man.begin(), man.end(), '\\'), man.end());
    REQUIRE_FALSE(man.empty());
    for (const json& option : verb["options"]) {
      if (option["hidden"] == true) continue;
      for (const std::string word : {option["long"], option["short"], option["positional"]}) {
        if (word.empty()) continue;
        CAPTURE(word);
        CHECK(help.find(word) != std::string::npos);
        CHECK(man.find(word) != std::string::npos);
        if (word[0] != '-') continue;
        CHECK(bash.find(word) != std::string::npos);
        CHECK(zsh.find(word) != std::string::npos);
        const std::string spelt = word[1] == '-' ? " -l " + word.substr(2) : " -s " + word.substr(1);
        CHECK(fish.find(spelt + " ") != std::string::npos);
      }
      for (const std::string choice : option["choices"]) CHECK(bash.find(choice) != std::string::npos);
    }
  }
}

TEST_CASE("help fits into 80 columns") {
  std::vector<std::string> verbs{""};
  for (const json& verb : table()["verbs"]) verbs.push_back(verb["name"]);
  for (const std::string& verb : verbs) {
    std::istringstream help(verb.empty() ? run_orbita({"help"}).out : run_orbita({"help", verb}).out);
    for (std::string text; std::getline(help, text);) {
      const auto columns = std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; });
      CAPTURE(verb, text);
      CHECK(columns <= 80);
    }
  }
}

TEST_CASE("the bash completion is bash, and completes") {
  TemporaryFolder folder;
  const std::string file = folder.write("orbita.bash", run_orbita({"completion", "bash"}).out);
  CHECK(std::system(("bash -n '" + file + "'").c_str()) == 0);
  const auto completed = [&](const std::string& words, int at) {
    const std::string command = "bash -c '. " + file + "; COMP_WORDS=(" + words +
                                "); COMP_CWORD=" + std::to_string(at) + "; _orbita; echo \"${COMPREPLY[@]}\"' >" +
                                folder.path("reply");
    CHECK(std::system(command.c_str()) == 0);
    return read_text(folder.path("reply"));
  };
  CHECK(completed("orbita veri", 1).find("verify") == 0);
  CHECK(completed("orbita verify --symm", 2) == "--symmetry\n");
  CHECK(completed("orbita verify --symmetry cano", 3) == "canonical\n");
}

TEST_CASE("the man pages are roff without complaints") {
  if (std::system("command -v man >/dev/null && command -v groff >/dev/null") != 0) {
    WARN("no man here: not checked");
    return;
  }
  TemporaryFolder folder;
  REQUIRE(run_orbita({"man", folder.path("man")}).code == 0);
  for (const auto& page : std::filesystem::directory_iterator(folder.path("man"))) {
    const std::string command = "LC_ALL=C.UTF-8 MANROFFSEQ= MANWIDTH=80 man --warnings -l '" + page.path().string() +
                                "' >" + folder.path("shown") + " 2>" + folder.path("warnings");
    CHECK(std::system(command.c_str()) == 0);
    CAPTURE(page.path());
    CHECK(read_text(folder.path("warnings")) == "");
    CHECK(read_text(folder.path("shown")).find("SYNOPSIS") != std::string::npos);
  }
}

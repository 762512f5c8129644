// Folders and rooms lean only on those above them, in the order of the tables of docs/ARCHITECTURE.md.
#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "tests/cli/program.h"
#include "tests/places.h"

using namespace orbita::test;

namespace {

// The first column of the table under this heading: `dbm/`, `parser/`, …, without the slash.
std::vector<std::string> first_column(const std::string& heading) {
  std::vector<std::string> names;
  std::stringstream page(read_text(orbita::test::source_dir() + "/docs/ARCHITECTURE.md"));
  bool in_table = false;
  const std::regex row("\\| `([a-z-]+)/` .*");
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("| " + heading + " ")) in_table = true;
    else if (!line.starts_with("|")) in_table = false;
    if (std::smatch found; in_table && std::regex_match(line, found, row)) names.push_back(found[1]);
  }
  return names;
}

// Every include of ours in the sources below `folder` names, after `prefix`, one of `order` that comes no later than
// `own`. Returns how many includes were checked.
std::size_t check_includes(const std::filesystem::path& folder, const std::string& prefix,
                           const std::vector<std::string>& order, const std::string& own) {
  const auto place = [&](const std::string& name) { return std::find(order.begin(), order.end(), name); };
  const std::regex include("#include \"" + prefix + "([a-z-]+)/[^\"]+\"");
  std::size_t checked = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string type = entry.path().extension().string();
    if (type != ".h" && type != ".cpp") continue;
    const std::string text = read_text(entry.path().string());
    for (std::sregex_iterator it(text.begin(), text.end(), include), end; it != end; ++it) {
      if (place((*it)[1]) == order.end()) continue;
      CAPTURE(entry.path().string(), it->str());
      CHECK(place((*it)[1]) <= place(own));
      ++checked;
    }
  }
  return checked;
}

}  // namespace

TEST_CASE("folders include only folders above them") {
  const std::vector<std::string> folders = first_column("Folder");
  REQUIRE(folders.size() == 8);
  std::size_t checked = 0;
  for (const std::string& folder : folders) {
    const std::filesystem::path path = std::filesystem::path(orbita::test::source_dir()) / folder;
    REQUIRE(std::filesystem::is_directory(path));
    checked += check_includes(path, "", folders, folder);
  }
  CHECK(checked > 1000);
}

TEST_CASE("rooms of the engine include only rooms above them") {
  const std::vector<std::string> rooms = first_column("Room");
  const std::filesystem::path engine = std::filesystem::path(orbita::test::source_dir()) / "engine";
  std::size_t checked = 0;
  for (const auto& entry : std::filesystem::directory_iterator(engine)) {
    if (!entry.is_directory()) continue;
    const std::string room = entry.path().filename().string();
    CAPTURE(room);
    REQUIRE(std::find(rooms.begin(), rooms.end(), room) != rooms.end());
    checked += check_includes(entry.path(), "engine/", rooms, room);
  }
  CHECK(checked > 300);
}

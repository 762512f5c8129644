#include "parser/keywords.h"

#include <array>
#include <cstddef>

namespace orbita {

namespace {

struct Entry {
  std::string_view text;
  Word word = Word::none;
  Standing model = Standing::name, old_model = Standing::name, query = Standing::name;
};

constexpr Standing reserved = Standing::reserved, soft = Standing::soft, name = Standing::name;

constexpr Entry entries[] = {
    {"const", Word::const_, reserved, reserved, name},
    {"guard", Word::guard, reserved, reserved, name},
    {"sync", Word::sync, reserved, reserved, name},
    {"assign", Word::assign, reserved, reserved, name},
    {"process", Word::process, reserved, reserved, name},
    {"state", Word::state, reserved, reserved, name},
    {"init", Word::init, reserved, reserved, name},
    {"trans", Word::trans, reserved, reserved, name},
    {"urgent", Word::urgent, reserved, reserved, name},
    {"commit", Word::commit, reserved, reserved, name},
    {"broadcast", Word::broadcast, reserved, reserved, name},
    {"system", Word::system, reserved, reserved, name},
    {"true", Word::true_, reserved, reserved, reserved},
    {"false", Word::false_, reserved, reserved, reserved},
    {"and", Word::and_, reserved, reserved, reserved},
    {"or", Word::or_, reserved, reserved, reserved},
    {"not", Word::not_, reserved, reserved, reserved},
    {"imply", Word::imply, reserved, reserved, reserved},
    {"bool", Word::bool_, reserved, reserved, reserved},
    {"int", Word::int_, reserved, reserved, reserved},
    {"scalar", Word::scalar, reserved, reserved, reserved},
    {"chan", Word::chan, reserved, reserved, name},
    {"clock", Word::clock, reserved, reserved, name},
    {"void", Word::void_, reserved, reserved, name},
    {"for", Word::for_, reserved, name, name},
    {"while", Word::while_, reserved, name, name},
    {"do", Word::do_, reserved, name, name},
    {"if", Word::if_, reserved, name, name},
    {"else", Word::else_, reserved, name, name},
    {"return", Word::return_, reserved, name, name},
    {"typedef", Word::typedef_, reserved, name, name},
    {"struct", Word::struct_, reserved, name, name},
    {"meta", Word::meta, reserved, name, name},
    {"select", Word::select, soft, name, name},
    {"probability", Word::probability, soft, soft, name},
    {"branchpoint", Word::branchpoint, soft, soft, name},
    {"xor", Word::xor_, soft, name, soft},
    {"default", Word::default_, soft, name, name},
    {"import", Word::import_, soft, name, name},
    {"before_update", Word::before_update, soft, name, name},
    {"after_update", Word::after_update, soft, name, name},
    {"progress", Word::progress, soft, name, name},
    {"gantt", Word::gantt, soft, name, name},
    {"assert", Word::assert_, soft, name, name},
    {"IO", Word::io, soft, name, name},
    {"forall", Word::forall, soft, name, soft},
    {"exists", Word::exists, soft, name, soft},
    {"sum", Word::sum, soft, name, soft},
    {"priority", Word::priority, soft, soft, name},
    {"double", Word::double_, soft, soft, name},
    {"string", Word::string_, soft, name, name},
    {"hybrid", Word::hybrid, soft, name, name},
    {"dynamic", Word::dynamic, soft, name, name},
    {"spawn", Word::spawn, soft, name, name},
    {"exit", Word::exit_, soft, name, name},
    {"query", Word::query, soft, name, name},
    {"location", Word::location, soft, name, name},
    {"deadlock", Word::deadlock, name, name, soft},
    {"numOf", Word::num_of, name, name, soft},
    {"foreach", Word::foreach_, name, name, soft},
};

// Open addressing over a table several times the number of words; built at compile time.
constexpr std::size_t table_size = 256;

constexpr std::size_t hash(std::string_view text) {
  const auto at = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(text[i])); };
  return (text.size() * 31 + at(0) * 7 + at(text.size() - 1) * 13 + at(text.size() / 2) * 3) % table_size;
}

constexpr auto make_table() {
  std::array<std::uint8_t, table_size> table{};  // 0: free; otherwise index + 1
  for (std::size_t i = 0; i < std::size(entries); ++i) {
    std::size_t slot = hash(entries[i].text);
    while (table[slot] != 0) slot = (slot + 1) % table_size;
    table[slot] = static_cast<std::uint8_t>(i + 1);
  }
  return table;
}

constexpr auto table = make_table();
constexpr std::size_t longest = 13;  // before_update

const Entry* find(std::string_view text) {
  if (text.empty() || text.size() > longest) return nullptr;
  for (std::size_t slot = hash(text); table[slot] != 0; slot = (slot + 1) % table_size) {
    const Entry& entry = entries[table[slot] - 1];
    if (entry.text == text) return &entry;
  }
  return nullptr;
}

}  // namespace

WordInfo look_up(std::string_view text, TextKind kind) {
  const Entry* entry = find(text);
  if (!entry) return {};
  const Standing standing = kind == TextKind::model       ? entry->model
                            : kind == TextKind::old_model ? entry->old_model
                                                          : entry->query;
  if (standing == Standing::name) return {};
  return {entry->word, standing};
}

}  // namespace orbita

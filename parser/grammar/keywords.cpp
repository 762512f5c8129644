#include "parser/grammar/keywords.h"

#include <array>
#include <cstddef>

namespace orbita {

namespace {

struct Entry {
  std::string_view text;
  Word word = Word::none;
  Standing model = Standing::name, old_model = Standing::name, query = Standing::name;
};

constexpr Standing reserved = Standing::reserved, soft = Standing::soft, plain = Standing::name;

constexpr Entry entries[] = {
    {"const", Word::const_, reserved, reserved, plain},
    {"guard", Word::guard, reserved, reserved, plain},
    {"sync", Word::sync, reserved, reserved, plain},
    {"assign", Word::assign, reserved, reserved, plain},
    {"process", Word::process, reserved, reserved, plain},
    {"state", Word::state, reserved, reserved, plain},
    {"init", Word::init, reserved, reserved, plain},
    {"trans", Word::trans, reserved, reserved, plain},
    {"urgent", Word::urgent, reserved, reserved, plain},
    {"commit", Word::commit, reserved, reserved, plain},
    {"broadcast", Word::broadcast, reserved, reserved, plain},
    {"system", Word::system, reserved, reserved, plain},
    {"true", Word::true_, reserved, reserved, reserved},
    {"false", Word::false_, reserved, reserved, reserved},
    {"and", Word::and_, reserved, reserved, reserved},
    {"or", Word::or_, reserved, reserved, reserved},
    {"not", Word::not_, reserved, reserved, reserved},
    {"imply", Word::imply, reserved, reserved, reserved},
    {"bool", Word::bool_, reserved, reserved, reserved},
    {"int", Word::int_, reserved, reserved, reserved},
    {"scalar", Word::scalar, reserved, reserved, reserved},
    {"chan", Word::chan, reserved, reserved, plain},
    {"clock", Word::clock, reserved, reserved, plain},
    {"void", Word::void_, reserved, reserved, plain},
    {"for", Word::for_, reserved, plain, plain},
    {"while", Word::while_, reserved, plain, plain},
    {"do", Word::do_, reserved, plain, plain},
    {"if", Word::if_, reserved, plain, plain},
    {"else", Word::else_, reserved, plain, plain},
    {"return", Word::return_, reserved, plain, plain},
    {"typedef", Word::typedef_, reserved, plain, plain},
    {"struct", Word::struct_, reserved, plain, plain},
    {"meta", Word::meta, reserved, plain, plain},
    {"select", Word::select, soft, plain, plain},
    {"probability", Word::probability, soft, soft, plain},
    {"branchpoint", Word::branchpoint, soft, soft, plain},
    {"xor", Word::xor_, soft, plain, soft},
    {"default", Word::default_, soft, plain, plain},
    {"import", Word::import_, soft, plain, plain},
    {"before_update", Word::before_update, soft, plain, plain},
    {"after_update", Word::after_update, soft, plain, plain},
    {"progress", Word::progress, soft, plain, plain},
    {"gantt", Word::gantt, soft, plain, plain},
    {"assert", Word::assert_, soft, plain, plain},
    {"IO", Word::io, soft, plain, plain},
    {"forall", Word::forall, soft, plain, soft},
    {"exists", Word::exists, soft, plain, soft},
    {"sum", Word::sum, soft, plain, soft},
    {"priority", Word::priority, soft, soft, plain},
    {"double", Word::double_, soft, soft, plain},
    {"string", Word::string_, soft, plain, plain},
    {"hybrid", Word::hybrid, soft, plain, plain},
    {"dynamic", Word::dynamic, soft, plain, plain},
    {"spawn", Word::spawn, soft, plain, plain},
    {"exit", Word::exit_, soft, plain, plain},
    {"query", Word::query, soft, plain, plain},
    {"location", Word::location, soft, plain, plain},
    {"deadlock", Word::deadlock, plain, plain, soft},
    {"numOf", Word::num_of, plain, plain, soft},
    {"foreach", Word::foreach_, plain, plain, soft},
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

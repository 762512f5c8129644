#include "engine/certificate/flat_network.h"

#include <algorithm>

namespace orbita {

namespace {

std::int64_t wrapped(std::int64_t value) { return static_cast<std::int32_t>(static_cast<std::uint32_t>(value)); }

std::int64_t power_of(std::int64_t a, std::int64_t b) {
  if (b < 0) throw FlatError("a negative exponent");
  if (a >= -1 && a <= 1) return b == 0 ? 1 : b % 2 == 0 ? a * a : a;
  std::int64_t result = 1;
  for (; b > 0; --b) {
    result *= a;
    if (result > INT32_MAX || result < INT32_MIN) throw FlatError("overflow");
  }
  return result;
}

std::int64_t combine(const std::string& op, std::int64_t a, std::int64_t b) {
  if (op == "==") return a == b;
  if (op == "!=") return a != b;
  if (op == "<") return a < b;
  if (op == "<=") return a <= b;
  if (op == ">") return a > b;
  if (op == ">=") return a >= b;
  if (op == "-") return wrapped(a - b);
  if (op == "*") return wrapped(a * b);
  if (op == "min") return std::min(a, b);
  if (op == "max") return std::max(a, b);
  if (op == "&") return a & b;
  if (op == "|") return a | b;
  if (op == "^") return a ^ b;
  if (op == "**") return power_of(a, b);
  if (op == "/" || op == "%") {
    if (b == 0) throw FlatError("division by zero");
    return op == "/" ? wrapped(a / b) : a % b;
  }
  if (op == "<<" || op == ">>") {
    if (b < 0) throw FlatError("a negative shift");
    if (op == ">>") return a >> std::min<std::int64_t>(b, 31);
    return b > 31 ? 0 : wrapped(static_cast<std::int64_t>(static_cast<std::uint64_t>(a) << b));
  }
  throw FlatError("the operator " + op);
}

}  // namespace

FlatNetwork::FlatNetwork(const FlatJson& document)
    : document_(document), processes_(document["processes"].size()), clocks_(document["clocks"].size()) {
  for (const FlatJson& slot : document["slots"]) {
    slots_.push_back(
        {slot["low"].get<std::int32_t>(), slot["high"].get<std::int32_t>(), slot["initial"].get<std::int32_t>()});
  }
}

ValueRow FlatNetwork::initial() const {
  ValueRow row;
  for (const FlatJson& process : document_["processes"]) row.push_back(process["initial"].get<std::int32_t>());
  for (const Slot& slot : slots_) row.push_back(slot.initial);
  return row;
}

// The content of an array's cell: a number of a slot, clock or channel, or a constant.
std::int64_t FlatNetwork::array_cell(const FlatJson& at, const ValueRow& row) const {
  const FlatJson& array = document_["arrays"].at(at.at(1).get<std::size_t>());
  std::size_t position = 0, d = 2;
  for (const FlatJson& dimension : array["dimensions"]) {
    const std::int64_t index = value(at.at(d++), row) - dimension.at(0).get<std::int64_t>();
    const auto size = dimension.at(1).get<std::int64_t>();
    if (index < 0 || index >= size) throw FlatError("an index outside of its array");
    position = position * static_cast<std::size_t>(size) + static_cast<std::size_t>(index);
  }
  const FlatJson& cell = array["cells"].at(position);
  return cell.is_array() ? cell.at(2).get<std::int64_t>() : cell.get<std::int64_t>();
}

std::uint32_t FlatNetwork::cell(const FlatJson& place, const ValueRow& row) const {
  if (place.is_number()) return place.get<std::uint32_t>();
  if (place.at(0) == "at") return static_cast<std::uint32_t>(array_cell(place, row));
  throw FlatError("an index outside of its array");
}

std::int64_t FlatNetwork::value(const FlatJson& e, const ValueRow& row) const {
  if (e.is_number()) return e.get<std::int64_t>();
  if (e.is_boolean()) return e.get<bool>();
  const auto& op = e.at(0).get_ref<const std::string&>();
  if (op == "el") return e.at(2).get<std::int64_t>();
  if (op == "v") return row.at(processes_ + cell(e.at(1), row));
  if (op == "at") {
    const bool constant = document_["arrays"].at(e.at(1).get<std::size_t>())["sort"] == "k";
    return constant ? array_cell(e, row) : row.at(processes_ + cell(e, row));
  }
  if (op == "loc") return row.at(e.at(1).get<std::size_t>()) == e.at(2).get<std::int32_t>();
  if (op == "error") throw FlatError("an index outside of its array");
  if (op == "!") return value(e.at(1), row) == 0;
  if (op == "?:") return value(e.at(value(e.at(1), row) != 0 ? 2 : 3), row);
  if (op == "&&" || op == "||") {
    for (std::size_t i = 1; i < e.size(); ++i) {
      if ((value(e.at(i), row) != 0) == (op == "||")) return op == "||";
    }
    return op == "&&";
  }
  std::int64_t result = value(e.at(1), row);
  if (op == "+") {
    for (std::size_t i = 2; i < e.size(); ++i) result += value(e.at(i), row);
    return wrapped(result);
  }
  return combine(op, result, value(e.at(2), row));
}

void FlatNetwork::collect(const FlatJson& e, Access& access) const {
  if (!e.is_array()) return;
  const std::string op = !e.empty() && e[0].is_string() ? e[0].get<std::string>() : "";
  if (op == "loc") access.locations = true;
  if (op == "el" || op == "loc") return;
  if (op == "v" && e.at(1).is_number()) access.reads.insert(e.at(1).get<std::uint32_t>());
  if (op == "at") {
    const FlatJson& array = document_["arrays"].at(e.at(1).get<std::size_t>());
    for (const FlatJson& cell : array["cells"]) {
      if (array["sort"] == "s") access.reads.insert(cell.get<std::uint32_t>());
    }
  }
  if (op == "set") {
    Access target;
    if (e.at(1).is_number()) target.reads.insert(e.at(1).get<std::uint32_t>());
    collect(e.at(1), target);
    access.writes.insert(target.reads.begin(), target.reads.end());
    if (e.at(1).is_array()) access.reads.insert(target.reads.begin(), target.reads.end());
    return collect(e.at(2), access);
  }
  for (const FlatJson& part : e) collect(part, access);
}

}  // namespace orbita

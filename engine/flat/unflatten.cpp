// A flat model back as text, with a template for every process: what it says is what the model said.
#include <cctype>

#include "engine/flat/flat.h"

namespace orbita {

namespace {

// A name that the language accepts, and that no other cell has.
std::string identifier(const FlatJson& cell, const char* prefix, std::size_t number) {
  std::string name = prefix + std::to_string(number) + "_";
  for (const char c : cell.at("name").get<std::string>()) name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
}

class Unflattener {
 public:
  explicit Unflattener(const FlatJson& flat) : flat_(flat) {
    const auto add = [&](const char* table, const char* prefix, std::vector<std::string>& names) {
      for (const FlatJson& cell : flat.at(table)) names.push_back(identifier(cell, prefix, names.size()));
    };
    add("slots", "s", slots_);
    add("channels", "c", channels_);
    add("processes", "P", processes_);
    clocks_.push_back("0");
    add("clocks", "x", clocks_);
  }

  std::string text() {
    std::string out = "int[0,1] failed_ = 0;\n";
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      const FlatJson& slot = flat_["slots"][i];
      out += "int[" + slot["low"].dump() + "," + slot["high"].dump() + "] " + slots_[i] + " = " +
             slot["initial"].dump() + ";\n";
    }
    for (std::size_t i = 1; i < clocks_.size(); ++i) {
      const std::string initial = flat_["clocks"][i - 1]["initial"].dump();
      out += "clock " + clocks_[i] + (initial == "0" ? "" : " = " + initial) + ";\n";
    }
    for (std::size_t i = 0; i < channels_.size(); ++i) {
      const FlatJson& channel = flat_["channels"][i];
      out += std::string(channel.contains("urgent") ? "urgent " : "") +
             (channel.contains("broadcast") ? "broadcast " : "") + "chan " + channels_[i] + ";\n";
    }
    if (flat_.contains("before")) out += "before_update { " + update(flat_["before"]) + " }\n";
    if (flat_.contains("after")) out += "after_update { " + update(flat_["after"]) + " }\n";
    for (std::size_t p = 0; p < processes_.size(); ++p) out += process(p);
    out += "system ";
    for (std::size_t p = 0; p < processes_.size(); ++p) out += (p == 0 ? "" : ", ") + processes_[p];
    return out + ";\n";
  }

  std::string query(const FlatJson& q) const {
    const std::string p = condition(q["predicate"]), kind = q["kind"].get<std::string>();
    return kind == "-->" ? p + " --> " + condition(q["consequence"]) : kind + " " + p;
  }

 private:
  std::string location(std::size_t process, std::size_t l) const {
    return identifier(flat_["processes"][process]["locations"][l], "L", l);
  }

  // All cells of an array, each with the condition under which the indices mean it.
  std::vector<std::pair<std::string, FlatJson>> choices(const FlatJson& at) const {
    const FlatJson& array = flat_["arrays"][at[1].get<std::size_t>()];
    std::vector<std::pair<std::string, FlatJson>> result;
    for (std::size_t i = 0; i < array["cells"].size(); ++i) {
      std::string when;
      std::size_t rest = i;
      for (std::size_t d = array["dimensions"].size(); d-- > 0;) {
        const auto count = array["dimensions"][d][1].get<std::size_t>();
        const std::int64_t index =
            array["dimensions"][d][0].get<std::int64_t>() + static_cast<std::int64_t>(rest % count);
        when += (when.empty() ? "" : " && ") + value(at[d + 2]) + " == " + number(index);
        rest /= count;
      }
      result.emplace_back("(" + when + ")", array["cells"][i]);
    }
    return result;
  }

  static std::string number(std::int64_t n) { return n < 0 ? "(" + std::to_string(n) + ")" : std::to_string(n); }

  std::string value(const FlatJson& e) const {
    if (e.is_number()) return number(e.get<std::int64_t>());
    const std::string op = e[0].get<std::string>();
    if (op == "el") return e[2].dump();
    if (op == "v") return slots_[e[1].get<std::size_t>()];
    if (op == "loc") return processes_[e[1].get<std::size_t>()] + "." + location(e[1], e[2]);
    if (op == "error") return "(1 / failed_)";
    if (op == "at") {
      const bool constants = flat_["arrays"][e[1].get<std::size_t>()]["sort"] == "k";
      std::string text;
      std::size_t open = 0;
      for (const auto& [when, cell] : choices(e)) {
        text += "(" + when + " ? " + (constants ? value(cell) : slots_[cell.get<std::size_t>()]) + " : ";
        ++open;
      }
      return text + "(1 / failed_)" + std::string(open, ')');
    }
    if (op == "!") return "(!" + value(e[1]) + ")";
    if (op == "?:") return "(" + value(e[1]) + " ? " + value(e[2]) + " : " + value(e[3]) + ")";
    const std::string sign = op == "min" ? "<?" : op == "max" ? ">?" : op;
    if (e.size() == 2) return sign == "+" ? value(e[1]) : "(!!" + value(e[1]) + ")";  // one operand of && or ||
    std::string text = "(" + value(e[1]);
    for (std::size_t i = 2; i < e.size(); ++i) text += " " + sign + " " + value(e[i]);
    return text + ")";
  }

  // Conditions on clocks.
  std::string comparison(const FlatJson& e, const std::string& x, const std::string& y) const {
    const std::string left = y == "0" ? x : x + " - " + y, sign = e[4].get<std::string>();
    if (x != "0") return left + " " + sign + " " + value(e[5]);
    const std::string turned = sign == "<" ? ">" : sign == "<=" ? ">=" : sign == ">" ? "<" : sign == ">=" ? "<=" : sign;
    return y + " " + turned + " " + value(FlatJson::array({"-", 0, e[5]}));
  }
  std::string condition(const FlatJson& e) const {
    const std::string op = e.is_array() ? e[0].get<std::string>() : "";
    if (op == "deadlock") return op;
    if (op == "clk") {
      const auto one = [&](const FlatJson& term) {
        std::vector<std::pair<std::string, FlatJson>> list;
        if (term.is_number()) list.emplace_back("", term);
        else list = choices(term);
        return list;
      };
      std::string text;
      for (const auto& [when_x, x] : one(e[2])) {
        for (const auto& [when_y, y] : one(e[3])) {
          std::string when = e[1] == 1 ? "" : value(e[1]);
          for (const std::string& more : {when_x, when_y}) {
            if (!more.empty()) when += (when.empty() ? "" : " && ") + more;
          }
          const std::string test = comparison(e, clocks_[x.get<std::size_t>()], clocks_[y.get<std::size_t>()]);
          text += (text.empty() ? "" : " && ") + (when.empty() ? test : "((" + when + ") imply " + test + ")");
        }
      }
      return "(" + text + ")";
    }
    if (op == "!") return "(not " + condition(e[1]) + ")";
    if (op != "&&" && op != "||") return value(e);
    std::string text = "(" + condition(e[1]);
    for (std::size_t i = 2; i < e.size(); ++i) text += " " + op + " " + condition(e[i]);
    return text + ")";
  }
  std::string conjunction(const FlatJson& list) const {
    std::string text;
    for (const FlatJson& e : list) text += (text.empty() ? "" : " && ") + condition(e);
    return text;
  }

  // An assignment to a place that may be one of several.
  std::string assignment(const FlatJson& place, const std::vector<std::string>& names,
                         const std::string& value_text) const {
    if (place.is_number()) return names[place.get<std::size_t>()] + " = " + value_text;
    if (place[0] == "error") return "failed_ = 1 / failed_";
    std::string text;
    std::size_t open = 0;
    for (const auto& [when, cell] : choices(place)) {
      text += "(" + when + " ? (" + names[cell.get<std::size_t>()] + " = " + value_text + ") : ";
      ++open;
    }
    return text + "(failed_ = 1 / failed_)" + std::string(open, ')');
  }
  std::string statement(const FlatJson& s) const {
    const std::string op = s[0].get<std::string>();
    if (op == "set") return assignment(s[1], slots_, value(s[2]));
    if (op == "reset") return assignment(s[1], clocks_, value(s[2]));
    if (op == "copy" && s[2].is_number()) return assignment(s[1], clocks_, clocks_[s[2].get<std::size_t>()]);
    if (op == "if") return "(" + value(s[1]) + " ? (" + update(s[2]) + ") : (" + update(s[3]) + "))";
    if (op == "evaluate") return value(s[1]);
    throw ModelError({{Severity::error, "refused", {}, "the statement " + s.dump() + " cannot be read back", ""}});
  }
  std::string update(const FlatJson& list) const {
    std::string text;
    for (const FlatJson& s : list) text += (text.empty() ? "" : ", ") + statement(s);
    return text.empty() ? "failed_ = 0" : text;
  }

  std::string edge(std::size_t p, const FlatJson& e, const std::string& when, const std::string& sync) const {
    std::string guard = when;
    if (e.contains("guard")) guard += (guard.empty() ? "" : " && ") + conjunction(e["guard"]);
    std::string text = location(p, e["source"]) + " -> " + location(p, e["target"]) + " {";
    if (!guard.empty()) text += " guard " + guard + ";";
    if (!sync.empty()) text += " sync " + sync + ";";
    if (e.contains("update")) text += " assign " + update(e["update"]) + ";";
    return text + " }";
  }

  std::string process(std::size_t p) const {
    const FlatJson& process = flat_["processes"][p];
    std::string states, committed, urgent, transitions;
    const auto append = [](std::string& list, const std::string& item) { list += (list.empty() ? "" : ", ") + item; };
    for (std::size_t l = 0; l < process["locations"].size(); ++l) {
      const FlatJson& at = process["locations"][l];
      append(states, location(p, l) + (at.contains("invariant") ? " { " + conjunction(at["invariant"]) + " }" : ""));
      if (at.contains("committed")) append(committed, location(p, l));
      if (at.contains("urgent")) append(urgent, location(p, l));
    }
    for (const FlatJson& e : flat_["edges"]) {
      if (e["process"] != p) continue;
      const char* direction = e.contains("send") ? "send" : "receive";
      if (!e.contains(direction)) {
        append(transitions, edge(p, e, "", ""));
        continue;
      }
      const std::string sign = e.contains("send") ? "!" : "?";
      const FlatJson& channel = e[direction];
      if (channel.is_number()) append(transitions, edge(p, e, "", channels_[channel.get<std::size_t>()] + sign));
      if (!channel.is_array() || channel[0] != "at") continue;
      for (const auto& [when, cell] : choices(channel))
        append(transitions, edge(p, e, when, channels_[cell.get<std::size_t>()] + sign));
    }
    return "process " + processes_[p] + "() {\nstate " + states + ";\n" +
           (committed.empty() ? "" : "commit " + committed + ";\n") +
           (urgent.empty() ? "" : "urgent " + urgent + ";\n") + "init " + location(p, process["initial"]) + ";\n" +
           (transitions.empty() ? "" : "trans " + transitions + ";\n") + "}\n";
  }

  const FlatJson& flat_;
  std::vector<std::string> slots_, channels_, processes_, clocks_;
};

}  // namespace

std::string unflatten(const FlatJson& flat) { return Unflattener(flat).text(); }

std::vector<std::string> flat_queries(const FlatJson& flat) {
  const Unflattener names(flat);
  std::vector<std::string> result;
  for (const FlatJson& query : flat.at("queries")) result.push_back(names.query(query));
  return result;
}

}  // namespace orbita

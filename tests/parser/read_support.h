// Reads models from literals and prints each problem on one line.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "parser/parser.h"

namespace orbita::testing {

struct Reading {
  std::shared_ptr<Document> document;  // nullptr: refused
  Diagnostics diagnostics;

  // "3:7: error[missing-id]: the location has no id", in source order.
  std::vector<std::string> problems() const {
    std::vector<std::string> lines;
    for (const Diagnostic& d : diagnostics.sorted()) {
      const Position at = diagnostics.sources()->locate(d.where);
      const char* severity = d.severity == Severity::error     ? "error"
                             : d.severity == Severity::warning ? "warning"
                                                               : "note";
      lines.push_back(std::to_string(at.line) + ":" + std::to_string(at.column) + ": " + severity + "[" + d.code +
                      "]: " + d.message);
    }
    return lines;
  }
  std::string problem() const { return problems().empty() ? "" : problems().front(); }
  const TextBlock& block_of_first() const { return (*diagnostics.sources())[diagnostics.sorted().front().where.block]; }
};

inline Reading read_text(const std::string& name, std::string text, const ReadOptions& options = {}) {
  Reading reading;
  try {
    reading.document = read_model_text(name, std::move(text), reading.diagnostics, options);
  } catch (const ModelError&) {
  }
  return reading;
}

inline Reading read_xml_text(std::string text) { return read_text("m.xml", std::move(text)); }

// A model around the inside of one template P with locations a (id0) and b (id1) and init a.
inline std::string model_with(const std::string& template_inside, const std::string& after_template = "") {
  return "<nta><declaration>clock x; int i; chan c;</declaration>\n<template><name>P</name>\n"
         "<location id=\"id0\"><name>a</name></location><location id=\"id1\"><name>b</name></location><init "
         "ref=\"id0\"/>\n" +
         template_inside + "\n</template>\n<system>system P;</system>" + after_template + "</nta>\n";
}

}  // namespace orbita::testing

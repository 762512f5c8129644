// The scope of one label, statement or query.
#pragma once

#include "parser/check/checker.h"

namespace orbita {

// Sets the kind of text; its destructor refuses a floating-point value that no construct allowed.
struct Checker::LabelScope {
  LabelScope(Checker& checker, Label label);
  ~LabelScope();
  LabelScope(const LabelScope&) = delete;
  LabelScope& operator=(const LabelScope&) = delete;

 private:
  Checker& checker_;
  Label previous_;
  bool floating_;
};

}  // namespace orbita

// Which models a command line names, each with its query files.
#pragma once

#include <string>
#include <vector>

#include "session/load.h"

namespace orbita::cli {

// The first name is a model; of the others those that end in .xml, .xta or .ta, and "-" (standard input), are models
// too, and the rest are query files. A query file is for the models before it, back to the query file before:
// "a.xml b.xml ab.q c.xml c.q d.xml". `first` holds the first name and what holds for every model.
// With `folders` a folder stands for the models below it; otherwise it is refused.
// Throws std::invalid_argument for a name that is likely to be a mistake.
std::vector<ModelArguments> models_of(const ModelArguments& first, const std::vector<std::string>& files, bool folders);

// The model files below the paths, sorted; a file given by name may have any ending.
// Throws std::invalid_argument for a path that is not there.
std::vector<std::string> model_files(const std::vector<std::string>& paths);

}  // namespace orbita::cli

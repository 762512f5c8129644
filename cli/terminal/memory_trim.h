// The program's own share of the memory it takes.
#pragma once

namespace orbita::cli {

// Gives back memory between the stages of a run: what was freed, and the pages of code and constants read so far, of
// the program and of its libraries. What is needed again comes from the system's cache. Reading and compiling a
// model goes through nearly all of the program, exploring it through little.
void trim_memory();

}  // namespace orbita::cli

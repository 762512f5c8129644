#include "cli/terminal/memory_trim.h"

#include <link.h>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <vector>

namespace orbita::cli {

namespace {

struct Pages {
  std::uintptr_t begin = 0, end = 0;
};

// Only what cannot be written to: its pages are those of the file.
int list_segments(dl_phdr_info* object, std::size_t, void* list) {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  for (std::size_t i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = object->dlpi_phdr[i];
    if (segment.p_type != PT_LOAD || (segment.p_flags & PF_W) != 0) continue;
    const std::uintptr_t begin = object->dlpi_addr + segment.p_vaddr;
    static_cast<std::vector<Pages>*>(list)->push_back({begin / page * page, begin + segment.p_memsz});
  }
  return 0;
}

}  // namespace

void trim_memory() {
  malloc_trim(0);
  std::vector<Pages> all;  // first: reading the list of a library's segments touches its pages
  dl_iterate_phdr(list_segments, &all);
  for (const Pages& pages : all) {
    madvise(reinterpret_cast<void*>(pages.begin), pages.end - pages.begin, MADV_DONTNEED);  // failing does no harm
  }
}

}  // namespace orbita::cli

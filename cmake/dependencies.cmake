# Everything Orbita leans on, each a Debian 12 package, with the reason. The names to install stand in
# packages.txt, the same reasons in the README. Nothing is downloaded by the build, except npm packages of the web page
# where Node.js is installed (gui-bridge/CMakeLists.txt).
if(ORBITA_STATIC)
  include(cmake/static.cmake)         # the same libraries, as archives
endif()
find_package(Threads REQUIRED)
find_package(LibXml2 REQUIRED)        # libxml2-dev: reads XML, and says where each piece stands
find_package(pugixml REQUIRED)        # libpugixml-dev: writes XML: converted and rewritten models
find_package(CLI11 REQUIRED)          # libcli11-dev: the command line
find_package(nlohmann_json REQUIRED)  # nlohmann-json3-dev: JSON output and traces
find_package(fmt REQUIRED)            # libfmt-dev: messages; headers only, because its soname changes with every release
find_package(absl REQUIRED)           # libabsl-dev: hash maps
find_package(Boost 1.74 REQUIRED)     # libboost-dev: HTTP and WebSocket of orbita serve (Asio, Beast); headers only
if(ORBITA_STATIC)
  orbita_complete_libxml2()
else()
  find_package(hwy REQUIRED)          # libhwy-dev: vector kernels with run-time dispatch
endif()
# Abseil's soname changes with every release too: where there are archives they are linked, and the program runs on
# other releases of Debian.
set(ORBITA_ABSL $<INSTALL_INTERFACE:absl::flat_hash_map> $<INSTALL_INTERFACE:absl::node_hash_map>)
foreach(part raw_hash_set hash city low_level_hash throw_delegate raw_logging_internal)
  find_library(ORBITA_ABSL_${part} NAMES libabsl_${part}.a absl_${part} REQUIRED)
  list(APPEND ORBITA_ABSL $<BUILD_INTERFACE:${ORBITA_ABSL_${part}}>)
endforeach()
# Linked into the program where Debian has an archive: of a shared library every run loads some pages, used or not.
find_library(ORBITA_XXHASH NAMES libxxhash.a xxhash REQUIRED)  # libxxhash-dev: hashing of packed states and zones
find_library(ORBITA_NAUTY NAMES libnauty.a nauty REQUIRED)     # libnauty2-dev: graph canonical labelling
# libbdd-dev: binary decision diagrams (BuDDy), for --engine bdd; without it that engine is left out.
find_library(ORBITA_BUDDY NAMES libbdd.a bdd)
if(NOT ORBITA_BUDDY)
  message(STATUS "BuDDy (libbdd-dev) is not there: building without --engine bdd")
endif()
# libedit-dev: line editing, history and completion in `orbita simulate` (BSD licence); the others are what its archive needs.
find_library(ORBITA_EDIT NAMES libedit.a edit REQUIRED)
find_library(ORBITA_BSD NAMES libbsd.a bsd REQUIRED)
find_library(ORBITA_MD NAMES libmd.a md REQUIRED)
find_library(ORBITA_TINFO NAMES tinfo REQUIRED)  # shared: Debian does not want copies of ncurses in programs
if(ORBITA_TESTS)
  find_package(Catch2 2 REQUIRED)     # catch2: the test framework
  find_package(rapidcheck REQUIRED)   # librapidcheck-dev: property tests with shrinking
  find_path(ORBITA_VALIJSON valijson/validator.hpp REQUIRED)  # libvalijson-dev: JSON output against its schemas
endif()
if(ORBITA_BENCH)
  find_package(benchmark REQUIRED)    # libbenchmark-dev: micro-benchmarks; not in packages.txt
endif()

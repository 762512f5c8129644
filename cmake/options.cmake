# How we compile: build types, warnings, sanitizers, and the one way a folder becomes a library.
include(CheckCXXCompilerFlag)

option(ORBITA_TESTS "Build the tests" ON)
option(ORBITA_BENCH "Build the benchmarks (needs libbenchmark-dev)" OFF)
option(ORBITA_FUZZ "Build the libFuzzer targets (needs clang)" OFF)
option(ORBITA_SANITIZE "Build with AddressSanitizer and UndefinedBehaviorSanitizer" OFF)
option(ORBITA_STATIC "Link everything into the program, so that it runs where nothing is installed" OFF)
option(ORBITA_WERROR "Treat warnings as errors" ON)
option(ORBITA_BATCH "Compile several files at once; OFF shows whether each includes what it uses" ON)
set(ORBITA_ZONES own CACHE STRING "Who computes zones: own, or udbm where it is installed (GPLv3, see docs/dbm.md)")
set_property(CACHE ORBITA_ZONES PROPERTY STRINGS own udbm)
if(NOT ORBITA_ZONES MATCHES "^(own|udbm)$")
  message(FATAL_ERROR "ORBITA_ZONES is \"${ORBITA_ZONES}\"; it may be own or udbm")
endif()

# Build types. Checked is what the tests run in: optimised, with every assert of ours and of the
# standard library. Debug is the same with full debug information, for gdb; the sanitizers need lines only.
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")
set(CMAKE_CXX_FLAGS_CHECKED "-O1 -g1 -D_GLIBCXX_ASSERTIONS")
set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g -D_GLIBCXX_ASSERTIONS")

# Every x86-64 machine since about 2009; wider vectors are chosen at run time (highway).
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  check_cxx_compiler_flag(-march=x86-64-v2 ORBITA_HAS_X86_64_V2)
  if(ORBITA_HAS_X86_64_V2)
    add_compile_options(-march=x86-64-v2)
  endif()
endif()

# -Wconversion is on for our own code; -Wsign-conversion is not: the DBM kernels mix
# sizes and signed bounds on purpose and are checked by UBSan instead.
add_compile_options(-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wno-sign-conversion)
if(ORBITA_WERROR)
  add_compile_options(-Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  add_compile_options(-Wno-restrict)  # false alarm on "literal" + std::string, GCC bug 105329
endif()

if(ORBITA_SANITIZE)
  set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1 -D_GLIBCXX_ASSERTIONS")
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Half the time of compiling is these two checks of every access. A null pointer that is used ends the program under
    # AddressSanitizer as well; dbm and engine/space/zones.cpp read numbers from bytes, and turn both on again.
    add_compile_options(-fno-sanitize=null,alignment)
  endif()
  add_link_options(-fsanitize=address,undefined)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-Wno-maybe-uninitialized)  # instrumented code confuses it, as GCC documents
  endif()
endif()
if(ORBITA_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "ORBITA_FUZZ needs clang; use cmake --preset fuzz")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

find_program(ORBITA_CCACHE ccache)
if(ORBITA_CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER ${ORBITA_CCACHE})
  # Without this ccache does not cache files compiled with a precompiled header (the tests).
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${ORBITA_CCACHE})
endif()

# orbita_batch(target size): files of one folder are compiled several at a time. Most of the time of one file is reading
# headers and compiling the same templates as its neighbours: together they take a third. The price: helpers in unnamed
# namespaces need names that differ within a folder.
function(orbita_batch target size)
  get_target_property(sources ${target} SOURCES)
  foreach(source ${sources})
    get_filename_component(folder ${source} DIRECTORY)
    string(MAKE_C_IDENTIFIER "${folder}" folder)
    math(EXPR batch "${count_${folder}}+0")
    math(EXPR count_${folder} "${batch} + 1")
    math(EXPR batch "${batch} / ${size}")
    string(REGEX REPLACE ".*_([^_]*_[^_]*)$" "\\1" short "${folder}")
    set_property(SOURCE ${source} PROPERTY UNITY_GROUP ${short}_${batch})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${ORBITA_BATCH} UNITY_BUILD_MODE GROUP)
endfunction()

# orbita_library(name [dependencies…]): every .cpp of the folder and of its rooms (sub-folders) is one library.
function(orbita_library name)
  file(GLOB sources CONFIGURE_DEPENDS *.cpp */*.cpp)
  list(FILTER sources EXCLUDE REGEX "/udbm/")  # a library of its own
  if(sources)
    add_library(${name} STATIC ${sources})
    target_link_libraries(${name} PUBLIC ${ARGN})
  else()
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE ${ARGN})
  endif()
endfunction()

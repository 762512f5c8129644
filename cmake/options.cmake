option(ORBITA_TESTS "Build the tests" ON)
option(ORBITA_BENCH "Build the benchmarks" OFF)
option(ORBITA_FUZZ "Build the libFuzzer targets (needs clang)" OFF)
option(ORBITA_SANITIZE "Build with AddressSanitizer and UndefinedBehaviorSanitizer" OFF)

# Checked: optimised, but with every assert. It is what the tests run in.
set(CMAKE_CXX_FLAGS_CHECKED "-O1 -g1")
set(CMAKE_C_FLAGS_CHECKED "-O1 -g1")

# -Wconversion is on for our own code; -Wsign-conversion is not: the DBM kernels mix
# sizes and signed bounds on purpose and are checked by UBSan instead.
add_compile_options(-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -Wno-sign-conversion)

if(ORBITA_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()

find_program(ORBITA_CCACHE ccache)
if(ORBITA_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${ORBITA_CCACHE})
endif()

# orbita_library(name [dependencies…]): every .cpp of the folder (and of internal/) is one library.
function(orbita_library name)
  file(GLOB sources CONFIGURE_DEPENDS *.cpp internal/*.cpp)
  if(sources)
    add_library(${name} STATIC ${sources})
    target_link_libraries(${name} PUBLIC ${ARGN})
  else()
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE ${ARGN})
  endif()
endfunction()

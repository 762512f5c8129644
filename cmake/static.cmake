# ORBITA_STATIC: every library as an archive, and the program linked with -static.
set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
add_link_options(-static)

# Debian has no archive of libhwy. What of it is not in headers is a table of what the processor can do.
add_library(static_hwy STATIC cmake/static_hwy.cpp)
add_library(hwy::hwy ALIAS static_hwy)

# What libxml2.a itself needs; call it when LibXml2::LibXml2 is there.
function(orbita_complete_libxml2)
  foreach(part icuuc icudata lzma z)
    find_library(ORBITA_STATIC_${part} ${part} REQUIRED)
    set_property(TARGET LibXml2::LibXml2 APPEND PROPERTY INTERFACE_LINK_LIBRARIES ${ORBITA_STATIC_${part}})
  endforeach()
  set_property(TARGET LibXml2::LibXml2 APPEND PROPERTY INTERFACE_LINK_LIBRARIES m)
endfunction()

# What "cmake --install" puts where, the CMake package and pkg-config file for those who link the
# libraries, and the Debian packages that "cpack -G DEB" makes.
if(ORBITA_STATIC)
  install(TARGETS orbita orbita-certify)  # files to be copied anywhere
  return()
endif()
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# --- the program, its man pages and completions, the example models
install(TARGETS orbita orbita-certify RUNTIME COMPONENT program)
# verifyta is a link to it. The Debian package has it in a place of its own and registers that as an alternative, so that
# it does not fight with UPPAAL's (cmake/debian/).
install(FILES ${CMAKE_BINARY_DIR}/verifyta COMPONENT verifyta TYPE BIN)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/generated/alternative)
file(CREATE_LINK ../../bin/orbita ${CMAKE_BINARY_DIR}/generated/alternative/verifyta SYMBOLIC)
install(FILES ${CMAKE_BINARY_DIR}/generated/alternative/verifyta COMPONENT program DESTINATION lib/orbita)
set(generated ${CMAKE_BINARY_DIR}/documents)
add_custom_command(
  OUTPUT ${generated}/orbita.bash ${generated}/_orbita ${generated}/orbita.fish ${generated}/man/orbita.1.gz
  COMMAND ${CMAKE_COMMAND} -E make_directory ${generated}
  COMMAND orbita completion bash > ${generated}/orbita.bash
  COMMAND orbita completion zsh > ${generated}/_orbita
  COMMAND orbita completion fish > ${generated}/orbita.fish
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${generated}/man
  COMMAND orbita man ${generated}/man
  COMMAND sh -c "gzip -9n ${generated}/man/*"
  COMMAND sh -c "gzip -9nc ${CMAKE_BINARY_DIR}/generated/changelog > ${generated}/changelog.gz"
  DEPENDS orbita
  COMMENT "Man pages and completions from the table of options"
  VERBATIM)
add_custom_target(documents ALL DEPENDS ${generated}/man/orbita.1.gz)
install(FILES ${generated}/orbita.bash RENAME orbita COMPONENT program
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${generated}/_orbita COMPONENT program DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${generated}/orbita.fish COMPONENT program DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(DIRECTORY ${generated}/man/ COMPONENT program DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(DIRECTORY models COMPONENT program DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.xml")
install(FILES README.md CHANGELOG.md CITATION.cff COMPONENT program DESTINATION ${CMAKE_INSTALL_DOCDIR})
# Debian asks for these two in every package.
install(FILES cmake/debian/copyright ${generated}/changelog.gz COMPONENT program DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES cmake/debian/copyright ${generated}/changelog.gz COMPONENT library
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/liborbita-dev)

# --- the libraries: #include "engine/verify.h" works for users as it does for us. These headers are the interface; they
# are installed with what they include, and nothing else is.
set(public_headers parser/parser.h parser/expectation.h symmetry/detect/detect.h engine/engine.h engine/replay/replay.h
    engine/trace/simulator.h engine/trace/trace_json.h engine/trace/trace_text.h)
install(CODE "
  set(source [[${CMAKE_SOURCE_DIR}]])
  set(doors ${public_headers})
  set(destination \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_INCLUDEDIR}/orbita\")
  include([[${CMAKE_SOURCE_DIR}/cmake/install_headers.cmake]])"
  COMPONENT library)
set(libraries dbm parser symmetry engine)
foreach(library ${libraries})
  target_include_directories(${library} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/orbita>)
  target_compile_features(${library} PUBLIC cxx_std_20)
  set_target_properties(${library} PROPERTIES OUTPUT_NAME orbita_${library})
endforeach()
install(FILES ${CMAKE_BINARY_DIR}/generated/orbita_version.h COMPONENT library
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/orbita)
install(TARGETS ${libraries} EXPORT orbita-targets ARCHIVE COMPONENT library)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/orbita)
install(EXPORT orbita-targets NAMESPACE orbita:: COMPONENT library DESTINATION ${package})
configure_package_config_file(cmake/orbita-config.cmake.in ${CMAKE_BINARY_DIR}/generated/orbita-config.cmake
                              INSTALL_DESTINATION ${package})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/generated/orbita-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
file(RELATIVE_PATH ORBITA_PC_TO_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/orbita.pc.in generated/orbita.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/generated/orbita-config.cmake ${CMAKE_BINARY_DIR}/generated/orbita-config-version.cmake
        COMPONENT library DESTINATION ${package})
install(FILES ${CMAKE_BINARY_DIR}/generated/orbita.pc COMPONENT library DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# --- Debian packages: orbita, and liborbita-dev for those who link
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME orbita)
set(CPACK_PACKAGE_VENDOR "The Orbita authors")
set(CPACK_PACKAGE_CONTACT "The Orbita authors <authors@orbita.example>")
configure_file(cmake/debian/changelog.in generated/changelog @ONLY)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "symmetry-aware model checker for networks of timed automata")
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION
    "Orbita verifies models made with UPPAAL, from a shell and from continuous
integration: safety, liveness and deadlock queries, with traces. States that
differ only by a permutation of scalarset elements are explored once.")
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION
    "Static libraries and headers to verify models made with UPPAAL from C++
programs, for CMake and pkg-config.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES TRUE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL program library)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME orbita)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_SOURCE_DIR}/cmake/debian/postinst
    ${CMAKE_CURRENT_SOURCE_DIR}/cmake/debian/prerm)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME liborbita-dev)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS
    "libxml2-dev, libpugixml-dev, nlohmann-json3-dev, libabsl-dev, libhwy-dev, libxxhash-dev, libnauty2-dev")
include(CPack)

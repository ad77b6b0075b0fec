# The module inside an ns-3 tree, as contrib/linux-tcp.

# A development version ("3-dev") is newer than every release.
if(NS3_VER MATCHES "^3\\.([0-9]+)")
  set(LINUX_TCP_NS3_MINOR ${CMAKE_MATCH_1})
else()
  set(LINUX_TCP_NS3_MINOR 999)
endif()
set(linux_tcp_config ${CMAKE_HEADER_OUTPUT_DIRECTORY}/linux-tcp-config.h)
configure_file(
  ${CMAKE_CURRENT_SOURCE_DIR}/cmake/linux-tcp-config.h.in ${linux_tcp_config} @ONLY
)
install(FILES ${linux_tcp_config} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/ns3")

set(linux_tcp_libraries)
foreach(module ${linux_tcp_modules})
  list(APPEND linux_tcp_libraries ${lib${module}})
endforeach()

build_lib(
  LIBNAME linux-tcp
  SOURCE_FILES ${linux_tcp_sources}
  HEADER_FILES ${linux_tcp_headers}
  LIBRARIES_TO_LINK ${linux_tcp_libraries}
  TEST_SOURCES ${linux_tcp_test_suites}
)

# The tree's own way to run tests knows no GoogleTest: the unit tests are an extra program, built
# when the library is there.
if(ENABLE_TESTS AND linux_tcp_unit_tests)
  find_package(GTest QUIET)
  if(GTest_FOUND)
    add_executable(linux-tcp-unit-tests ${linux_tcp_unit_tests})
    target_link_libraries(linux-tcp-unit-tests ${liblinux-tcp} GTest::gtest GTest::gtest_main)
  endif()
endif()

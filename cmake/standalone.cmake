# The module on its own, against an installed ns-3.

set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

option(LINUX_TCP_ASSERTS "NS_ASSERT in the module (the installed ns-3 keeps its own choice)" ON)
option(LINUX_TCP_LOGS "NS_LOG in the module (the installed ns-3 keeps its own choice)" OFF)
option(LINUX_TCP_WERROR "Warnings stop the build" OFF)
option(LINUX_TCP_TESTS "Build the tests" ON)
set(LINUX_TCP_SANITIZE "" CACHE STRING "Sanitizers, for example address,undefined")

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug or RelWithDebInfo" FORCE)
endif()
string(REPLACE "-O3" "-O2" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")

add_compile_options(-Wall -Wextra)
if(LINUX_TCP_WERROR)
  add_compile_options(-Werror)
endif()
if(LINUX_TCP_ASSERTS)
  add_compile_definitions(NS3_ASSERT_ENABLE)
endif()
if(LINUX_TCP_LOGS)
  add_compile_definitions(NS3_LOG_ENABLE)
endif()
if(LINUX_TCP_SANITIZE)
  # Errors end the program. The vptr check would want type information that the installed
  # libraries were not built to give.
  add_compile_options(
    -fsanitize=${LINUX_TCP_SANITIZE} -fno-sanitize=vptr -fno-sanitize-recover=all
    -fno-omit-frame-pointer
  )
  # GCC 12 sees uninitialised values inside <regex> when it instruments it.
  add_compile_options(-Wno-maybe-uninitialized)
  add_link_options(-fsanitize=${LINUX_TCP_SANITIZE})
endif()

# --- the installed ns-3 -------------------------------------------------------------------------

find_path(NS3_INCLUDE_DIR ns3/core-module.h DOC "Folder that holds the installed ns3/ headers")
if(NOT NS3_INCLUDE_DIR)
  message(FATAL_ERROR "The headers of ns-3 were not found (Debian: libns3-dev)")
endif()
foreach(module ${linux_tcp_modules} ${linux_tcp_example_modules})
  find_library(NS3_${module}_LIBRARY ns3-${module})
  mark_as_advanced(NS3_${module}_LIBRARY)
  if(NOT NS3_${module}_LIBRARY)
    message(FATAL_ERROR "The library ns3-${module} was not found (Debian: libns3-dev)")
  endif()
  add_library(ns3::${module} SHARED IMPORTED GLOBAL)
  set_target_properties(
    ns3::${module} PROPERTIES IMPORTED_LOCATION "${NS3_${module}_LIBRARY}"
                              INTERFACE_INCLUDE_DIRECTORIES "${NS3_INCLUDE_DIR}"
  )
endforeach()

# Debian keeps the release in the library's name: libns3-core.so -> libns3-core.so.37.
get_filename_component(core_library "${NS3_core_LIBRARY}" REALPATH)
if(NOT core_library MATCHES "\\.so\\.([0-9]+)$")
  message(FATAL_ERROR "The release of ns-3 cannot be read from the name of ${core_library}")
endif()
set(LINUX_TCP_NS3_MINOR ${CMAKE_MATCH_1})
message(STATUS "Found ns-3.${LINUX_TCP_NS3_MINOR}: ${NS3_core_LIBRARY}")

# --- the library --------------------------------------------------------------------------------

# Headers are reached as ns3/NAME.h, as in a tree: a stub for each in the build folder.
set(header_folder ${CMAKE_CURRENT_BINARY_DIR}/include/ns3)
configure_file(
  ${CMAKE_CURRENT_SOURCE_DIR}/cmake/linux-tcp-config.h.in
  ${header_folder}/linux-tcp-config.h @ONLY
)
set(umbrella "#ifndef LINUX_TCP_MODULE_H\n#define LINUX_TCP_MODULE_H\n\n")
foreach(header ${linux_tcp_headers})
  get_filename_component(name ${header} NAME)
  file(CONFIGURE OUTPUT ${header_folder}/${name}
       CONTENT "#include \"${CMAKE_CURRENT_SOURCE_DIR}/${header}\"\n"
  )
  string(APPEND umbrella "#include \"ns3/${name}\"\n")
endforeach()
string(APPEND umbrella "\n#endif // LINUX_TCP_MODULE_H\n")
file(CONFIGURE OUTPUT ${header_folder}/linux-tcp-module.h CONTENT "${umbrella}")

set(imported)
foreach(module ${linux_tcp_modules})
  list(APPEND imported ns3::${module})
endforeach()
add_library(linux-tcp SHARED ${linux_tcp_sources})
target_include_directories(linux-tcp PUBLIC ${CMAKE_CURRENT_BINARY_DIR}/include)
target_link_libraries(linux-tcp PUBLIC ${imported})
set_target_properties(linux-tcp PROPERTIES OUTPUT_NAME ns3-linux-tcp)

# --- programs and tests -------------------------------------------------------------------------

if(LINUX_TCP_TESTS)
  enable_testing()
endif()

# The programs' CMakeLists.txt speaks the tree's language.
function(build_lib_example)
  cmake_parse_arguments(EXAMPLE "" "NAME" "SOURCE_FILES;HEADER_FILES;LIBRARIES_TO_LINK" ${ARGN})
  add_executable(${EXAMPLE_NAME} ${EXAMPLE_SOURCE_FILES} ${EXAMPLE_HEADER_FILES})
  target_link_libraries(${EXAMPLE_NAME} linux-tcp ${EXAMPLE_LIBRARIES_TO_LINK})
endfunction()

foreach(module ${linux_tcp_modules} ${linux_tcp_example_modules})
  set(lib${module} ns3::${module})
endforeach()
set(liblinux-tcp linux-tcp)
add_subdirectory(examples)

if(LINUX_TCP_TESTS)
  add_subdirectory(test)
endif()

# libzip is loaded by name, when the first archive is opened (src/base/zip.cpp): the name that a program linked with it would
# look for.
pkg_check_modules(LIBZIP REQUIRED IMPORTED_TARGET GLOBAL libzip)
if(EMSCRIPTEN) # Nothing can be loaded there: it is linked (bindings/npm/linked_libraries.cpp).
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/src/base/libzip_name.h CONTENT "#define JUMPSCOPE_LIBZIP \"libzip\"\n")
  add_library(jumpscope_libzip ALIAS PkgConfig::LIBZIP)
  return()
endif()
find_program(JUMPSCOPE_OBJDUMP objdump REQUIRED)
list(GET LIBZIP_LINK_LIBRARIES 0 libzip_file)
execute_process(COMMAND ${JUMPSCOPE_OBJDUMP} -p ${libzip_file} OUTPUT_VARIABLE libzip_headers COMMAND_ERROR_IS_FATAL ANY)
if(NOT libzip_headers MATCHES "SONAME +(libzip\\.so\\.([0-9]+))")
  message(FATAL_ERROR "${libzip_file} has no name to be loaded by; install libzip-dev (Debian)")
endif()
set(libzip_package libzip${CMAKE_MATCH_2}) # Debian's
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/src/base/libzip_name.h
     CONTENT "#define JUMPSCOPE_LIBZIP \"${CMAKE_MATCH_1}\"\n")
add_library(jumpscope_libzip INTERFACE)
target_include_directories(jumpscope_libzip SYSTEM INTERFACE ${LIBZIP_INCLUDE_DIRS})
target_link_libraries(jumpscope_libzip INTERFACE ${CMAKE_DL_LIBS})

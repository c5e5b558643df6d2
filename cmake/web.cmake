# WebAssembly: docs/web.md. What is linked comes from bindings/npm/get-libraries.
if(NOT EMSCRIPTEN)
  return()
endif()
if(NOT EXISTS ${PROJECT_SOURCE_DIR}/build/web-libraries/version)
  message(FATAL_ERROR "the libraries for WebAssembly are not there; run bindings/npm/get-libraries")
endif()

# jumpscope_bytes(VARIABLE FILE): a file's bytes, to stand between the quotes of a C string: there is no .incbin.
function(jumpscope_bytes variable file)
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "(..)" "\\\\x\\1" bytes "${bytes}")
  set(${variable} "${bytes}" PARENT_SCOPE)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
endfunction()

add_compile_options(-msimd128 -fwasm-exceptions "SHELL:-include ${PROJECT_SOURCE_DIR}/bindings/npm/libcxx13.h")
add_link_options(-fwasm-exceptions)

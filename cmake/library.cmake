# The public library: the headers of include/ over src/library. The targets jumpscope::console, trace, physics and compare are
# what others link; behind all of them is one shared library, so that nothing else has to be found or linked.
jumpscope_library(js_library src/library js_session js_engine)
target_include_directories(js_library PUBLIC ${PROJECT_SOURCE_DIR}/include)
if(EMSCRIPTEN) # It has no shared libraries.
  return()
endif()

# Of the symbols only those that the headers mark are shown, none of an archive's.
add_library(jumpscope_shared SHARED $<TARGET_OBJECTS:js_library>)
target_link_libraries(jumpscope_shared PRIVATE js_library)
# (clang++ leaves the sanitizers' functions to the program that loads the library.)
target_link_options(jumpscope_shared PRIVATE LINKER:--exclude-libs,ALL
                                             $<$<NOT:$<BOOL:${JUMPSCOPE_SANITIZE}>>:LINKER:--no-undefined>)
target_include_directories(jumpscope_shared INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                                      $<INSTALL_INTERFACE:include>)
target_compile_features(jumpscope_shared INTERFACE cxx_std_20)
set_target_properties(jumpscope_shared PROPERTIES OUTPUT_NAME jumpscope EXPORT_NAME library LINKER_LANGUAGE CXX
                      VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
                      LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
add_library(jumpscope::library ALIAS jumpscope_shared)

foreach(part console trace physics compare)
  add_library(jumpscope_${part} INTERFACE)
  target_link_libraries(jumpscope_${part} INTERFACE jumpscope_shared)
  set_target_properties(jumpscope_${part} PROPERTIES EXPORT_NAME ${part})
  add_library(jumpscope::${part} ALIAS jumpscope_${part})
endforeach()

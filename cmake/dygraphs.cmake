# Debian's libjs-dygraphs becomes part of the program, so that a report zooms and needs no network. Without the
# package reports have still pictures only.
find_file(DYGRAPHS_SCRIPT dygraph.min.js PATHS /usr/share/javascript/dygraphs NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
find_file(DYGRAPHS_STYLE dygraph.min.css PATHS /usr/share/javascript/dygraphs NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
set(dygraphs_source ${PROJECT_BINARY_DIR}/generated/dygraphs.cpp)
if(DYGRAPHS_SCRIPT AND DYGRAPHS_STYLE)
  if(EMSCRIPTEN)
    jumpscope_bytes(dygraphs_bytes ${DYGRAPHS_SCRIPT})
    jumpscope_bytes(dygraphs_style_bytes ${DYGRAPHS_STYLE})
  endif()
  configure_file(${PROJECT_SOURCE_DIR}/cmake/dygraphs.cpp.in ${dygraphs_source} @ONLY)
  set_source_files_properties(${dygraphs_source} PROPERTIES OBJECT_DEPENDS "${DYGRAPHS_SCRIPT};${DYGRAPHS_STYLE}")
else()
  configure_file(${PROJECT_SOURCE_DIR}/cmake/no_dygraphs.cpp.in ${dygraphs_source} @ONLY)
endif()
# Not with the library's precompiled header, which these few lines do not need.
set_source_files_properties(${dygraphs_source} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
target_sources(js_report PRIVATE ${dygraphs_source})

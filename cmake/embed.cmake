# The bundled cartridge and its movie become part of the program, so that `jumpscope demo` needs no other file.
set(embedded_cartridge ${PROJECT_SOURCE_DIR}/roms_test/jumplab/jumplab.nes)
set(embedded_movie ${PROJECT_SOURCE_DIR}/roms_test/movies/tour.fm2)
set(embedded_source ${PROJECT_BINARY_DIR}/generated/embedded.cpp)
configure_file(${PROJECT_SOURCE_DIR}/cmake/embedded.cpp.in ${embedded_source} @ONLY)
set_source_files_properties(${embedded_source} PROPERTIES OBJECT_DEPENDS "${embedded_cartridge};${embedded_movie}")
foreach(target js_cli jumpscope-demo)
  target_sources(${target} PRIVATE ${embedded_source})
endforeach()

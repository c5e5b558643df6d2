# The bundled cartridge and its movie become part of the program, so that `jumpscope demo` needs no other file.
set(embedded_cartridge ${CMAKE_SOURCE_DIR}/roms_test/jumplab/jumplab.nes)
set(embedded_movie ${CMAKE_SOURCE_DIR}/roms_test/movies/tour.fm2)
set(embedded_source ${CMAKE_BINARY_DIR}/generated/embedded.cpp)
configure_file(${CMAKE_SOURCE_DIR}/cmake/embedded.cpp.in ${embedded_source} @ONLY)
set_source_files_properties(${embedded_source} PROPERTIES OBJECT_DEPENDS "${embedded_cartridge};${embedded_movie}")
if(TARGET js_cli)
  target_sources(js_cli PRIVATE ${embedded_source})
endif()

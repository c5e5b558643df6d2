# The files of `jumpscope engine new`, one array of names and texts in the program.
file(GLOB template_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/cli/templates/*.in)
set(template_list "")
foreach(file ${template_files})
  get_filename_component(name ${file} NAME)
  string(REGEX REPLACE "\\.in$" "" name ${name})
  file(READ ${file} text)
  string(APPEND template_list "    {\"${name}\", R\"template(${text})template\"},\n")
endforeach()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${template_files})
set(template_source ${PROJECT_BINARY_DIR}/generated/templates.cpp)
file(CONFIGURE OUTPUT ${template_source} CONTENT [[#include "src/cli/embedded.h"

namespace jumpscope::cli {

std::span<const EmbeddedText> engineTemplates() {
  static constexpr EmbeddedText list[]{
@template_list@  };
  return list;
}

}  // namespace jumpscope::cli
]] @ONLY)
if(TARGET js_cli)
  target_sources(js_cli PRIVATE ${template_source})
endif()

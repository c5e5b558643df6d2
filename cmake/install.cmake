# What `cmake --install` writes: both programs into one folder, where jumpscope looks for jumpscope-window; man pages;
# shell completions; profiles; schemas; pages of documentation. Nothing holds an absolute path: the whole may be moved.
#
# Every install() names its component, of which cmake/package.cmake makes packages:
#   programs  what this file installs        library  the shared library, without its link for linkers
#   dev       headers, archives, the link    python   the Python module
#             for linkers, CMake package,    libretro the libretro core and its .info file
#             pkg-config
include(GNUInstallDirs)

install(TARGETS jumpscope RUNTIME COMPONENT programs)
if(TARGET jumpscope-window)
  install(TARGETS jumpscope-window RUNTIME COMPONENT programs OPTIONAL)
endif()
install(FILES LICENSE README.md CHANGELOG.md TYPE DOC COMPONENT programs)
install(DIRECTORY docs TYPE DOC COMPONENT programs PATTERN "schema" EXCLUDE)

# The program itself prints its man page and completions.
if(NOT CMAKE_CROSSCOMPILING)
  set(printed ${PROJECT_BINARY_DIR}/generated/printed)
  file(MAKE_DIRECTORY ${printed})
  function(jumpscope_install_printed words name folder rename)
    install(CODE "execute_process(COMMAND \"$<TARGET_FILE:jumpscope>\" ${words} OUTPUT_FILE \"${printed}/${name}\"
                                  COMMAND_ERROR_IS_FATAL ANY)" COMPONENT programs)
    install(FILES ${printed}/${name} DESTINATION ${folder} RENAME ${rename} COMPONENT programs)
  endfunction()
  jumpscope_install_printed("man" jumpscope.1 ${CMAKE_INSTALL_MANDIR}/man1 jumpscope.1)
  jumpscope_install_printed("completions bash" bash ${CMAKE_INSTALL_DATADIR}/bash-completion/completions jumpscope)
  jumpscope_install_printed("completions zsh" zsh ${CMAKE_INSTALL_DATADIR}/zsh/site-functions _jumpscope)
  jumpscope_install_printed("completions fish" fish ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d jumpscope.fish)
endif()

install(DIRECTORY docs/schema DESTINATION ${CMAKE_INSTALL_DATADIR}/jumpscope COMPONENT programs
        FILES_MATCHING PATTERN "*.json")

# Profiles of homebrew games. They name their schema by a path that is another one after installing.
foreach(profile falling full_game grunio)
  set(source ${PROJECT_SOURCE_DIR}/roms_test/homebrew/${profile}.json)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
  file(READ ${source} text)
  string(REPLACE "../../docs/schema/" "../schema/" text "${text}")
  file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/generated/profiles/${profile}.json CONTENT "${text}")
  install(FILES ${PROJECT_BINARY_DIR}/generated/profiles/${profile}.json
          DESTINATION ${CMAKE_INSTALL_DATADIR}/jumpscope/profiles COMPONENT programs)
endforeach()

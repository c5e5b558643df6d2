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
if(JUMPSCOPE_HAS_Z3)
  install(TARGETS jumpscope_z3 LIBRARY DESTINATION lib/jumpscope COMPONENT programs)
endif()
# The programs contain parts of other projects, whose terms `copyright` has.
install(FILES LICENSE README.md README.ja.md CHANGELOG.md cmake/debian/copyright TYPE DOC COMPONENT programs)
install(DIRECTORY docs TYPE DOC COMPONENT programs PATTERN "schema" EXCLUDE)

# The program itself prints its man pages and completions, as soon as it is built. Leaks are none of this step's business.
if(NOT CMAKE_CROSSCOMPILING)
  set(printed ${PROJECT_BINARY_DIR}/generated/printed)
  file(MAKE_DIRECTORY ${printed})
  set(print ${CMAKE_COMMAND} -E env ASAN_OPTIONS=detect_leaks=0 $<TARGET_FILE:jumpscope>)
  add_custom_command(TARGET jumpscope POST_BUILD
                     COMMAND ${CMAKE_COMMAND} -E rm -rf ${printed}/man1 # pages of commands that are no more
                     COMMAND ${print} man -o ${printed}/man1
                     COMMAND ${print} completions bash > ${printed}/bash
                     COMMAND ${print} completions zsh > ${printed}/zsh
                     COMMAND ${print} completions fish > ${printed}/fish
                     VERBATIM)
  set(share ${CMAKE_INSTALL_DATADIR})
  install(DIRECTORY ${printed}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT programs)
  install(FILES ${printed}/bash DESTINATION ${share}/bash-completion/completions RENAME jumpscope COMPONENT programs)
  install(FILES ${printed}/zsh DESTINATION ${share}/zsh/site-functions RENAME _jumpscope COMPONENT programs)
  install(FILES ${printed}/fish DESTINATION ${share}/fish/vendor_completions.d RENAME jumpscope.fish COMPONENT programs)
endif()

# What desktops show: menu entry, icon, description, the files that `play` opens.
if(TARGET jumpscope-window)
  set(desktop ${PROJECT_SOURCE_DIR}/cmake/desktop)
  install(FILES ${desktop}/jumpscope.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT programs)
  install(FILES ${desktop}/jumpscope.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps COMPONENT programs)
  install(FILES ${desktop}/jumpscope.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo COMPONENT programs)
  install(FILES ${desktop}/jumpscope.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages COMPONENT programs)
  file(WRITE ${PROJECT_BINARY_DIR}/generated/jumpscope-window.1 ".so man1/jumpscope-play.1\n")
  install(FILES ${PROJECT_BINARY_DIR}/generated/jumpscope-window.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1
          COMPONENT programs)
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

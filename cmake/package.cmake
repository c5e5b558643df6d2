# What `cpack` writes, of the components that install() rules have made: Debian packages (-G DEB), and a tarball of the
# programs that may be unpacked anywhere (-G TGZ). tools/package builds and writes both. Included last: it looks at all
# components that there are.
set(JUMPSCOPE_HOMEPAGE "" CACHE STRING "For packages: the URL of the repository they are made of")
set(JUMPSCOPE_MAINTAINER "jumpscope authors <maintainers@jumpscope.invalid>" CACHE STRING
    "For packages: who makes them, as NAME <ADDRESS>")

# jumpscope_package(COMPONENT NAME SECTION SYNOPSIS DESCRIPTION): what its Debian package is called and says of itself.
set(packaged_components)
function(jumpscope_package component name section synopsis description)
  string(TOUPPER ${component} key)
  set(CPACK_DEBIAN_${key}_PACKAGE_NAME ${name} PARENT_SCOPE)
  set(CPACK_DEBIAN_${key}_PACKAGE_SECTION ${section} PARENT_SCOPE)
  set(CPACK_DEBIAN_${key}_DESCRIPTION "${synopsis}\n${description}" PARENT_SCOPE)
  set(packaged_components ${packaged_components} ${component} PARENT_SCOPE)
endfunction()
set(about_programs "jumpscope runs NES cartridges and writes exact traces, frame by frame, of the
bytes that make a character jump. It compares them with a movement model, or a
reimplementation with the cartridge, and names the first wrong byte and the
instruction that wrote it. It runs suites of such checks for CI.")
if(TARGET jumpscope-window)
  string(APPEND about_programs "\n.
A window shows the game with its physics drawn over it: watched values, arcs,
predictions and curves, with rewind, movies, breakpoints and RAM search.")
endif()
jumpscope_package(programs jumpscope otherosfs "cycle-accurate NES emulator that traces and checks jumps"
                  "${about_programs}")
jumpscope_package(library libjumpscope0 libs "cycle-accurate NES emulator and jump tracer - library"
"A library that runs NES cartridges, watches the bytes of a game frame by frame
and compares them with movement models. It has a C++ and a C interface.")
jumpscope_package(dev libjumpscope-dev libdevel "cycle-accurate NES emulator and jump tracer - development files"
"Headers, a CMake package and what else is needed to build programs that run NES
cartridges, watch the bytes of a game and compare them with movement models.")
jumpscope_package(python python3-jumpscope python "cycle-accurate NES emulator and jump tracer - Python module"
"A Python module that runs NES cartridges, gives their RAM, pictures and sound
as NumPy arrays, traces the bytes of a game, compares them with movement models
and offers games as environments for reinforcement learning.")
jumpscope_package(libretro libretro-jumpscope otherosfs "cycle-accurate NES emulator - libretro core"
"A core with which libretro frontends, such as RetroArch, run NES cartridges.")

get_cmake_property(CPACK_COMPONENTS_ALL COMPONENTS)
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  if(NOT component IN_LIST packaged_components)
    message(FATAL_ERROR "an install() has the component ${component}; cmake/package.cmake knows ${packaged_components}")
  endif()
endforeach()

set(CPACK_PACKAGE_NAME jumpscope)
set(CPACK_PACKAGE_VENDOR "the jumpscope authors")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_PACKAGE_CONTACT "${JUMPSCOPE_MAINTAINER}")
set(CPACK_PACKAGE_HOMEPAGE_URL "${JUMPSCOPE_HOMEPAGE}")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_VERBATIM_VARIABLES ON)
# Staged files get the modes that Debian's policy asks for, whatever the umask.
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
                                                WORLD_READ WORLD_EXECUTE)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SOURCE jumpscope)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
# cpack writes scripts that call ldconfig, unless scripts are listed, even such that do not exist (it warns). A trigger
# does it for the library; a libretro core needs none.
set(no_scripts ${PROJECT_BINARY_DIR}/none/postinst ${PROJECT_BINARY_DIR}/none/postrm)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_CONTROL_EXTRA ${no_scripts})
set(CPACK_DEBIAN_LIBRETRO_PACKAGE_CONTROL_EXTRA ${no_scripts})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${no_scripts} ${PROJECT_SOURCE_DIR}/cmake/debian/triggers)
# SDL loads libGL by name, `plot` librsvg, and whatever opens an archive libzip: dpkg-shlibdeps does not see them.
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_DEPENDS ${libzip_package})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS ${libzip_package})
set(CPACK_DEBIAN_LIBRETRO_PACKAGE_DEPENDS ${libzip_package})
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_RECOMMENDS librsvg2-2)
if(TARGET jumpscope-window)
  set(CPACK_DEBIAN_PROGRAMS_PACKAGE_DEPENDS "libgl1, ${libzip_package}")
  set(CPACK_DEBIAN_PROGRAMS_PACKAGE_RECOMMENDS "fonts-dejavu-core, libgl1-mesa-dri, librsvg2-2")
endif()
if("library" IN_LIST CPACK_COMPONENTS_ALL)
  set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "libjumpscope0 (= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")
endif()
# A module is built for one version of Python.
if("python" IN_LIST CPACK_COMPONENTS_ALL)
  math(EXPR next_minor "${Python3_VERSION_MINOR} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
      "python3 (>= 3.${Python3_VERSION_MINOR}), python3 (<< 3.${next_minor}), python3-numpy, ${libzip_package}")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS jumpscope) # for jumpscope.program; wheels contain it
  set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/cmake/debian/python/postinst
                                                ${PROJECT_SOURCE_DIR}/cmake/debian/python/prerm)
endif()
set(CPACK_DEBIAN_LIBRETRO_PACKAGE_ENHANCES retroarch)

set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_PACKAGE_FILE_NAME jumpscope-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_ARCHIVE_PROGRAMS_FILE_NAME ${CPACK_PACKAGE_FILE_NAME})

set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/cmake/package_generator.cmake)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/package_stage.cmake)
set(CPACK_JUMPSCOPE_SOURCE ${PROJECT_SOURCE_DIR})
include(CPack)

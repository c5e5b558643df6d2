# What `cpack` writes, of the components that install() rules have made: Debian packages (-G DEB, one for each of the
# components below) and a tarball of the programs that may be unpacked anywhere (-G TGZ). tools/package does all of it.
# Included last: it looks at every component that there is.
set(JUMPSCOPE_HOMEPAGE "" CACHE STRING "For packages: the URL of the repository they are made of")
set(JUMPSCOPE_MAINTAINER "jumpscope authors <maintainers@jumpscope.invalid>" CACHE STRING
    "For packages: who makes them, as NAME <ADDRESS>")

set(known programs library dev python libretro)
get_cmake_property(CPACK_COMPONENTS_ALL COMPONENTS)
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  if(NOT component IN_LIST known)
    message(FATAL_ERROR "an install() has the component ${component}; cmake/package.cmake knows ${known}")
  endif()
endforeach()

set(CPACK_PACKAGE_NAME jumpscope)
set(CPACK_PACKAGE_VENDOR "the jumpscope authors")
set(CPACK_PACKAGE_CONTACT "${JUMPSCOPE_MAINTAINER}")
set(CPACK_PACKAGE_HOMEPAGE_URL "${JUMPSCOPE_HOMEPAGE}")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR DEB TGZ)
include(CPack)

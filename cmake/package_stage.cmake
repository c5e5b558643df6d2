# cpack runs this when the files of all packages lie in CPACK_TEMPORARY_DIRECTORY. For Debian packages, which have one
# folder per component, it adds what Debian's policy asks for: copyright, changelogs, compressed manual pages.

function(compress)
  execute_process(COMMAND gzip -9nf ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(complete_debian_package root package)
  set(doc ${root}/usr/share/doc/${package})
  string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
  file(WRITE ${doc}/changelog.Debian
       "jumpscope (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium\n\n"
       "  * Version ${CPACK_PACKAGE_VERSION}. What is new is in changelog.gz.\n\n"
       " -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")
  configure_file(${CPACK_JUMPSCOPE_SOURCE}/CHANGELOG.md ${doc}/changelog COPYONLY)
  configure_file(${CPACK_JUMPSCOPE_SOURCE}/cmake/debian/copyright ${doc}/copyright COPYONLY)
  file(REMOVE ${doc}/CHANGELOG.md ${doc}/LICENSE)
  file(GLOB pages ${root}/usr/share/man/man*/*)
  compress(${doc}/changelog.Debian ${doc}/changelog ${pages})
endfunction()

if(CPACK_GENERATOR STREQUAL "DEB")
  foreach(component IN LISTS CPACK_COMPONENTS_ALL)
    string(TOUPPER ${component} key)
    complete_debian_package(${CPACK_TEMPORARY_DIRECTORY}/${component} ${CPACK_DEBIAN_${key}_PACKAGE_NAME})
  endforeach()
endif()

# Whatever the umask, and whenever this runs.
execute_process(COMMAND chmod -R u+rwX,go+rX,go-w ${CPACK_TEMPORARY_DIRECTORY} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND find ${CPACK_TEMPORARY_DIRECTORY} -exec touch -h -d @$ENV{SOURCE_DATE_EPOCH} {} +
                COMMAND_ERROR_IS_FATAL ANY)

# cpack reads this for each generator.
if(CPACK_GENERATOR STREQUAL "TGZ")
  # The programs only, under a folder of their own instead of /usr.
  set(CPACK_COMPONENTS_ALL programs)
  set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY ON)
  set(CPACK_PACKAGING_INSTALL_PREFIX "")
else()
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
endif()

# The same sources give the same bytes: every file has the time of the last commit.
if(NOT DEFINED ENV{SOURCE_DATE_EPOCH})
  execute_process(COMMAND git -C ${CPACK_JUMPSCOPE_SOURCE} log -1 --format=%ct OUTPUT_VARIABLE commit_time
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT commit_time)
    file(TIMESTAMP ${CPACK_JUMPSCOPE_SOURCE}/CHANGELOG.md commit_time "%s" UTC)
  endif()
  set(ENV{SOURCE_DATE_EPOCH} ${commit_time})
endif()

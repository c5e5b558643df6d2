# CTest labels follow from what a test requires: REQUIRE_SLOW() in its body, or in its fixture, gives it the label `slow`,
# REQUIRE_SHARED() `shared`, REQUIRE_WINDOW() `window`. REQUIRE_ALONE() gives it `alone`: nothing runs beside it.

# Sets `out` to a list of "labels=Suite.Test", where several labels are joined with "+".
function(jumpscope_labelled_tests out)
  set(result)
  foreach(source ${ARGN})
    file(STRINGS ${source} lines REGEX "^(TEST(_[FP])?\\(|class )|REQUIRE_(SLOW|SHARED|WINDOW|ALONE)\\(")
    set(test)
    foreach(line IN LISTS lines)
      if(line MATCHES "^TEST(_[FP])?\\(([A-Za-z0-9_]+), *([A-Za-z0-9_]+)\\)")
        set(test ${CMAKE_MATCH_2}.${CMAKE_MATCH_3})
      elseif(line MATCHES "^class ([A-Za-z0-9_]+)")
        set(test ${CMAKE_MATCH_1}.*)
      elseif(test AND line MATCHES "REQUIRE_(SLOW|SHARED|WINDOW|ALONE)")
        string(TOLOWER ${CMAKE_MATCH_1} label)
        list(APPEND labels_of_${test} ${label})
        list(APPEND result ${test})
      endif()
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES result)
  set(pairs)
  foreach(test ${result})
    list(REMOVE_DUPLICATES labels_of_${test})
    list(SORT labels_of_${test})
    list(JOIN labels_of_${test} "+" labels)
    list(APPEND pairs "${labels}=${test}")
  endforeach()
  set(${out} "${pairs}" PARENT_SCOPE)
endfunction()

# gtest_discover_tests with labels: once for each set of labels, and once for the tests without any.
function(jumpscope_discover_tests target)
  get_target_property(sources ${target} SOURCES)
  jumpscope_labelled_tests(tests ${sources})
  set(labelled)
  set(groups)
  foreach(pair ${tests})
    string(REGEX MATCH "^(.*)=(.*)$" pair ${pair})
    list(APPEND groups ${CMAKE_MATCH_1})
    string(APPEND filter_${CMAKE_MATCH_1} ":${CMAKE_MATCH_2}")
    string(APPEND labelled ":${CMAKE_MATCH_2}")
  endforeach()
  set(arguments DISCOVERY_MODE PRE_TEST PROPERTIES TIMEOUT 600)
  if(NOT groups)
    gtest_discover_tests(${target} ${arguments})
    return()
  endif()
  gtest_discover_tests(${target} TEST_FILTER "-${labelled}" ${arguments})
  list(REMOVE_DUPLICATES groups)
  set(script)
  foreach(group ${groups})
    gtest_discover_tests(${target} TEST_FILTER "${filter_${group}}" TEST_LIST "${target}:${group}" ${arguments})
    # Several labels in PROPERTIES would fall apart into words on their way through gtest_discover_tests.
    string(REPLACE "+" ";" labels ${group})
    string(APPEND script "foreach(test IN LISTS \"${target}:${group}\")\n"
                         "  set_tests_properties(\"\${test}\" PROPERTIES LABELS \"${labels}\")\n"
                         "  if(\"${group}\" MATCHES \"alone\")\n"
                         "    set_tests_properties(\"\${test}\" PROPERTIES RUN_SERIAL TRUE)\n"
                         "  endif()\n"
                         "endforeach()\n")
  endforeach()
  # ctest reads this file after what gtest_discover_tests has listed.
  set(file ${PROJECT_BINARY_DIR}/generated/labels_${target}.cmake)
  file(GENERATE OUTPUT ${file} CONTENT "${script}")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${file})
endfunction()

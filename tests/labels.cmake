# CTest labels follow from what a test requires: REQUIRE_SLOW() in its body, or in its fixture, gives it the label `slow`,
# REQUIRE_SHARED() `shared`, REQUIRE_WINDOW() `window`. REQUIRE_ALONE() gives it `alone`: nothing runs beside it. Those of the
# list `long_tests` get `long`: tools/test leaves them to tools/test --all.
# The tests of a suite with RUN_TOGETHER(suite), which have no labels, with parameters or without, are one test of CTest.

# Sets `out` to a list of "labels=Suite.Test", where several labels are joined with "+".
function(jumpscope_labelled_tests out)
  set(result)
  foreach(source ${ARGN})
    file(STRINGS ${source} lines REGEX "^(TEST(_[FP])?\\(|class )|REQUIRE_(SLOW|SHARED|WINDOW|ALONE)\\(")
    set(test)
    foreach(line IN LISTS lines)
      if(line MATCHES "^TEST(_[FP])?\\(([A-Za-z0-9_]+), *([A-Za-z0-9_]+)\\)")
        set(name ${CMAKE_MATCH_2}.${CMAKE_MATCH_3})
        set(test ${name})
        if(line MATCHES "^TEST_P")  # each of its parameters
          set(test */${name}/*)
        endif()
        if(name IN_LIST long_tests)
          list(APPEND labels_of_${test} long)
          list(APPEND result ${test})
        endif()
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

# Sets `out` to the suites whose tests run together.
function(jumpscope_suites_together out)
  set(suites)
  foreach(source ${ARGN})
    file(STRINGS ${source} lines REGEX "^RUN_TOGETHER\\(")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^RUN_TOGETHER\\(([A-Za-z0-9_]+)\\).*" "\\1" suite ${line})
      list(APPEND suites ${suite})
    endforeach()
  endforeach()
  set(${out} "${suites}" PARENT_SCOPE)
endfunction()

# A process takes a fifth of a second to start and to look for leaks under the sanitizers. So the tests of a program but
# for those `left_out` are two tests of CTest there.
function(jumpscope_test_shards target left_out)
  foreach(shard 0 1)
    set(name ${target}.${shard})
    add_test(NAME ${name} COMMAND ${target} --gtest_brief=1 "--gtest_filter=-${left_out}")
    set_tests_properties(${name} PROPERTIES TIMEOUT 1800 COST 1000 ENVIRONMENT "GTEST_TOTAL_SHARDS=2;GTEST_SHARD_INDEX=${shard}")
  endforeach()
endfunction()

# gtest_discover_tests with labels: once for each set of labels, and once for the tests without any.
function(jumpscope_discover_tests target)
  get_target_property(sources ${target} SOURCES)
  jumpscope_labelled_tests(tests ${sources})
  set(labelled)
  set(groups)
  jumpscope_suites_together(suites ${sources})
  foreach(suite ${suites})
    add_test(NAME ${suite} COMMAND ${target} --gtest_filter=${suite}.*:*/${suite}.*)
    set_tests_properties(${suite} PROPERTIES TIMEOUT 600)
    string(APPEND labelled ":${suite}.*:*/${suite}.*")
  endforeach()
  foreach(pair ${tests})
    string(REGEX MATCH "^(.*)=(.*)$" pair ${pair})
    list(APPEND groups ${CMAKE_MATCH_1})
    string(APPEND filter_${CMAKE_MATCH_1} ":${CMAKE_MATCH_2}")
    string(APPEND labelled ":${CMAKE_MATCH_2}")
  endforeach()
  set(arguments DISCOVERY_MODE PRE_TEST PROPERTIES TIMEOUT 600)
  if(JUMPSCOPE_SANITIZE)
    jumpscope_test_shards(${target} "${labelled}")
  elseif(labelled)
    gtest_discover_tests(${target} TEST_FILTER "-${labelled}" ${arguments})
  else()
    gtest_discover_tests(${target} ${arguments})
  endif()
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

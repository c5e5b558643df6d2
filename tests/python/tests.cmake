# One test per file of tests/python, run by the Python that the module is built for.
file(GLOB python_tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/python/test_*.py)
foreach(file ${python_tests})
  get_filename_component(name ${file} NAME_WE)
  string(REGEX REPLACE "^test_" "" name ${name})
  set(processes)
  if(name MATCHES "^(speed|threads)$")
    set(processes 4)
  endif()
  add_test(NAME Python.${name} COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/python/run.py ${file} ${processes})
  set_tests_properties(Python.${name} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 600 ENVIRONMENT
    "PYTHONPATH=${PROJECT_BINARY_DIR}/python;JUMPSCOPE_PROGRAM=$<TARGET_FILE:jumpscope>;JUMPSCOPE_BINARY_DIR=${PROJECT_BINARY_DIR}")
endforeach()
# They compare times: nothing else may run beside them.
set_tests_properties(Python.speed Python.threads PROPERTIES RUN_SERIAL TRUE)
set_tests_properties(Python.package PROPERTIES LABELS long)

# Python with numpy, and pybind11, which only the Python module needs. Sets JUMPSCOPE_HAS_PYTHON.
set(JUMPSCOPE_HAS_PYTHON FALSE)
if(NOT JUMPSCOPE_PYTHON)
  return()
endif()
# A Python that was not built with the sanitizers cannot load a module that was.
if(JUMPSCOPE_PYTHON STREQUAL "AUTO" AND (JUMPSCOPE_SANITIZE OR JUMPSCOPE_FUZZ))
  message(STATUS "jumpscope is built without its Python module, which cannot have sanitizers")
  return()
endif()

# The first Python on PATH may be one without numpy or headers, or may not even start: take one that has both.
# Python3_EXECUTABLE overrides.
if(NOT Python3_EXECUTABLE)
  find_program(JUMPSCOPE_PATH_PYTHON python3 NO_CMAKE_FIND_ROOT_PATH)
  mark_as_advanced(JUMPSCOPE_PATH_PYTHON)
  foreach(candidate ${JUMPSCOPE_PATH_PYTHON} /usr/bin/python3)
    execute_process(
      COMMAND ${candidate} -c "import numpy, os, sysconfig
assert os.path.exists(os.path.join(sysconfig.get_paths()['include'], 'Python.h')) and sysconfig.get_config_var('EXT_SUFFIX')"
      RESULT_VARIABLE result OUTPUT_QUIET ERROR_QUIET TIMEOUT 60)
    if(result EQUAL 0)
      set(Python3_EXECUTABLE ${candidate} CACHE FILEPATH "The Python that the module jumpscope is built for")
      break()
    endif()
  endforeach()
endif()

if(JUMPSCOPE_PYTHON STREQUAL "AUTO")
  if(Python3_EXECUTABLE)
    find_package(Python3 QUIET COMPONENTS Interpreter Development.Module)
  endif()
  # Not without a Python: pybind11 would look for one itself, and end the configuration where that one is broken.
  if(Python3_FOUND)
    find_package(pybind11 QUIET CONFIG)
  endif()
  if(Python3_FOUND AND pybind11_FOUND)
    set(JUMPSCOPE_HAS_PYTHON TRUE)
  else()
    message(STATUS "jumpscope is built without its Python module, which needs Python's headers, numpy and pybind11 "
                   "(Debian: python3-dev python3-numpy pybind11-dev)")
  endif()
else()
  find_package(Python3 REQUIRED COMPONENTS Interpreter Development.Module)
  find_package(pybind11 REQUIRED CONFIG)
  set(JUMPSCOPE_HAS_PYTHON TRUE)
endif()
if(JUMPSCOPE_HAS_PYTHON)
  message(STATUS "The Python module is for ${Python3_EXECUTABLE} ${Python3_VERSION}")
endif()

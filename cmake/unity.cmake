# Builds with CMAKE_UNITY_BUILD compile eight files of a library or test program as one, in two thirds of the time: each reads
# the same headers. CI does so for the sanitizers. These are compiled by themselves: names of their own are those of another
# file's, or g++ warns of what it takes for a header. Another file that clashes belongs here, too; a test's in
# tests/CMakeLists.txt.
set_source_files_properties(
  ppu/fast/line12_pulses.cpp ppu/fast/blank_log.cpp ppu/fast/span_renderer.cpp
  src/base/zstd_stream.cpp
  src/cli/cmd_completions.cpp
  src/diff/diff_text.cpp
  src/lab/strafe_field.cpp
  src/lift/lift.cpp src/lift/structure.cpp
  src/movie/fm2_read.cpp
  src/physics/smb_jump_model.cpp
  src/prove/routine/find_routine.cpp
  src/report/plot_timeline.cpp
  src/session/snapshot.cpp src/session/state_file.cpp src/session/wav.cpp
  src/suite/github.cpp src/suite/suite_parse.cpp
  src/trace/wch.cpp src/trace/write_log_file.cpp
  PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
foreach(target js_mappers jumpscope_python test_diff test_lab test_mappers test_physics test_prove test_trace)
  if(TARGET ${target})
    set_target_properties(${target} PROPERTIES UNITY_BUILD OFF)
  endif()
endforeach()

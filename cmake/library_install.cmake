# The public library for others: find_package(jumpscope), pkg-config. Nothing holds an absolute path.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS jumpscope_shared jumpscope_console jumpscope_trace jumpscope_physics jumpscope_compare
        EXPORT jumpscope LIBRARY COMPONENT library NAMELINK_COMPONENT dev)
install(DIRECTORY include/ TYPE INCLUDE COMPONENT dev FILES_MATCHING PATTERN "*.h")

set(folder ${CMAKE_INSTALL_LIBDIR}/cmake/jumpscope)
set(generated ${PROJECT_BINARY_DIR}/generated)
install(EXPORT jumpscope NAMESPACE jumpscope:: FILE jumpscope-targets.cmake DESTINATION ${folder} COMPONENT dev)
configure_package_config_file(cmake/jumpscope-config.cmake.in ${generated}/jumpscope-config.cmake
                              INSTALL_DESTINATION ${folder} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${generated}/jumpscope-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${generated}/jumpscope-config.cmake ${generated}/jumpscope-config-version.cmake
        DESTINATION ${folder} COMPONENT dev)

# From the .pc file's folder to the prefix.
string(REGEX REPLACE "[^/]+" ".." prefix_from_pc ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
configure_file(cmake/jumpscope.pc.in ${generated}/jumpscope.pc @ONLY)
install(FILES ${generated}/jumpscope.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)

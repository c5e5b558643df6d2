// What the shared library shows.
#pragma once

#if defined(__GNUC__)
#define JUMPSCOPE_API __attribute__((visibility("default")))
#else
#define JUMPSCOPE_API
#endif

// Marks functions that run in each dot of the chip: calls cost more than what they do.
#pragma once

#define JUMPSCOPE_EACH_DOT [[gnu::always_inline]] inline

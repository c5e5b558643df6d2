"""python -m jumpscope: the program."""

from .program import main

main()

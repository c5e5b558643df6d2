"""Functions that pickled values name: pickle finds them by module and name, which it cannot do for compiled methods."""

from ._core import Profile, State


def state(file: bytes) -> State:
    return State.load(file)


def profile(json: str) -> Profile:
    return Profile.parse(json)

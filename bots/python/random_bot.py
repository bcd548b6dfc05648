"""Plays a uniformly random legal action."""

from couillon_bot import Observation, serve


def decide(obs: Observation) -> int:
    """Returns the below(n)-th of the n legal actions, lowest number first."""
    return obs.random.choice(obs.legal_actions)


if __name__ == "__main__":
    serve(decide, name="random", version="1", author="couillon")

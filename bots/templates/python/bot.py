"""{{name}}: a minimal bot. bots/python/README.md of couillon lists what an
observation has.
"""

import os
import sys

# Where `couillon bot build` puts the SDK and what it needs.
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "packages"))

from couillon_bot import Action, Observation, Phase, serve

# The value from bot.txtpb, or what the league sets in its place.
WANTED = int(os.environ.get("COUILLON_OPTION_MAKES_TRUMPS_WITH", "2"))


def decide(obs: Observation) -> int:
    """Returns one of obs.legal_actions; decides from `obs` and nothing else."""
    if obs.phase == Phase.PLAY:
        best = obs.winning_card
        if best is None:
            return max(obs.legal_cards, key=obs.worth)
        winners = [card for card in obs.legal_cards if obs.beats(card, best)]
        return min(winners or obs.legal_cards, key=obs.worth)
    if obs.phase == Phase.TRUMP and obs.allows(Action.PASS):
        held = [card for card in obs.own_cards
                if card.suit == obs.upcard.suit]
        if len(held) < WANTED:
            return Action.PASS
    return obs.random.choice(obs.legal_actions)


if __name__ == "__main__":
    serve(decide, name="{{name}}", version="1")

"""Write a bot for the Couillon arena: one function from what a seat may see
to an action, and one call that serves it.

    import couillon_bot

    def decide(obs: couillon_bot.Observation) -> int:
        return obs.random.choice(obs.legal_actions)

    couillon_bot.serve(decide, name="my-bot", version="1")
"""

from couillon_bot.actions import Action, Phase
from couillon_bot.cards import (
    Card,
    Suit,
    cards_of_mask,
    cards_of_text,
    mask_of_cards,
    suit_mask,
)
from couillon_bot.observation import Call, Observation
from couillon_bot.playing import Decide, OnResult
from couillon_bot.rules import Rules
from couillon_bot.serving import ServingPlace, serve, serve_at
from couillon_bot.splitmix import SplitMix64

__all__ = [
    "Action",
    "Call",
    "Card",
    "Decide",
    "OnResult",
    "Observation",
    "Phase",
    "Rules",
    "ServingPlace",
    "SplitMix64",
    "Suit",
    "cards_of_mask",
    "cards_of_text",
    "mask_of_cards",
    "serve",
    "serve_at",
    "suit_mask",
]

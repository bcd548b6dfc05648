"""Wants two trumps, leads its dearest card, takes tricks with its cheapest."""

from couillon_bot import Action, Observation, Phase, Suit, serve


def make_trumps(obs: Observation) -> int:
    def holding(suit: Suit) -> tuple:  # how many cards, then their points
        cards = [card for card in obs.own_cards if card.suit == suit]
        return len(cards), sum(map(obs.worth, cards))

    shown = obs.legal_cards  # min and max take the first of equals
    if obs.allows(Action.PICK_FIRST):
        return Action.PICK_FIRST
    if obs.allows(Action.PASS):
        if holding(obs.upcard.suit)[0] < 2:
            return Action.PASS
        take = Action.TAKE if obs.allows(Action.TAKE) else Action.PASS
        return min(shown, key=obs.worth, default=take)
    suits = [suit for suit in Suit if obs.allows(Action.name_suit(suit))]
    suit = max(suits or [card.suit for card in shown], key=holding)
    if obs.allows(Action.DEFER) and holding(suit)[0] < 2:
        return Action.DEFER
    cards = [card for card in shown if card.suit == suit]
    return min(cards, key=obs.worth, default=Action.name_suit(suit))


def decide(obs: Observation) -> int:
    if obs.phase == Phase.TRUMP:
        return make_trumps(obs)
    if obs.phase != Phase.PLAY:
        return Action.MIT if obs.phase == Phase.MIT else Action.NOTHING
    legal, best = obs.legal_cards, obs.winning_card
    if best is None:
        return max(legal, key=obs.worth)
    winners = [card for card in legal if obs.beats(card, best)]
    return min(winners or legal, key=obs.worth)


if __name__ == "__main__":
    serve(decide, name="greedy", version="1", author="couillon")

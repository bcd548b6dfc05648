"""Order of trumps and winners of tricks: rows of docs/rules.md, part 4."""

import unittest

from support import make_rules, observe

from couillon_bot import Card, Suit, cards_of_text
from couillon_bot.cards import SUITS

# id, ruleset, trump, whether the Mit' is declared, trumps from the highest
TRUMPS = """
T01 mit-malmedy+dame-de-make H y AH QS QC KH QH JH TH 9H
T02 mit-malmedy+dame-de-make H n AH QC KH QH JH TH 9H
T03 mit-malmedy+dame-de-make C y AC QS QC KC JC TC 9C
T04 mit-malmedy+dame-de-make S y AS QS QC KS JS TS 9S
T05 mit-malmedy+dame-de-make S n AS QC KS QS JS TS 9S
T06 mit-malmedy H y AH QS KH QH JH TH 9H
T07 mit-malmedy S y AS QS KS JS TS 9S
T08 mit-malmedy S n AS KS QS JS TS 9S
T09 mit-malmedy+red-queens S n AS QC QH QD KS QS JS TS 9S
T10 mit-malmedy+red-queens S y AS QS QC QH QD KS JS TS 9S
T11 mit-malmedy+red-queens H n AH QC QH QD KH JH TH 9H
T12 mit-malmedy+red-queens C y AC QS QC QH QD KC JC TC 9C
T13 six-32+red-queens D n AD QC QH QD KD JD TD 9D 8D 7D
T14 mit-malmedy+red-queens-make-last H y AH QS QH QD QC KH JH TH 9H
T15 troeven C n AC KC QC JC TC 9C 8C 7C
"""

# id, ruleset, trump, whether the Mit' is declared, trick, winner last
WINNERS = """
W01 basic-gerver H n KD AD 9D TD AD
W02 basic-gerver H n KD AD 9H AS 9H
W03 basic-gerver H n 9D AS AC KC 9D
W04 basic-gerver H n 9H TH AD JH JH
W05 mit-malmedy H y KS QS AS 9H QS
W06 mit-malmedy H n KS QS AS 9H 9H
W07 mit-malmedy H y KH QS AH 9S AH
W08 mit-malmedy H n QS KS 9D TC KS
W09 mit-malmedy S n TS QS KS JS KS
W10 mit-malmedy S y TS QS KS JS QS
W11 mit-malmedy+dame-de-make H n KH QC JH AC QC
W12 mit-malmedy+dame-de-make H y QC QS KH 9H QS
W13 mit-malmedy+dame-de-make C n KC QC JC AC AC
W14 mit-malmedy+dame-de-make S n QS QC 9S TS QC
W15 mit-malmedy+red-queens D n KD QH QD QC QC
W16 mit-malmedy+red-queens D n KD QH QD 9D QH
W17 mit-malmedy+red-queens S n QS QD KS JS QD
W18 mit-malmedy+red-queens-make-last D n KD QC QD 9D QD
W19 denexa H n 8D 7H AD KD 7H
W20 six-24 H n TD JD QD KD 9S AS KD
W21 troeven-3-solo C n 9D 8C 7D 8C
W22 troeven-2-stock H n 7S AS AS
"""


def rows(table: str):
    """The rows of a table: its first four words and the cards after them."""
    for line in table.split("\n"):
        if line:
            row, rules, trump, mit, *cards = line.split()
            yield row, rules, trump, mit == "y", cards_of_text(" ".join(cards))


def trick_of(rules: str, trump: str, mit: bool, cards: str, **fields):
    """An observation with these cards on the table."""
    if mit:
        fields["mit_seat"] = 1
    return observe(rules, trick=cards, trump=trump, legal="AS", **fields)


class TrumpOrderTest(unittest.TestCase):
    def test_rows_t01_to_t15(self) -> None:
        for row, rules, trump, mit, order in rows(TRUMPS):
            with self.subTest(row):
                obs = trick_of(rules, trump, mit, "")
                suit = SUITS.index(trump)
                self.assertEqual(obs.rules.trump_order(suit, mit), order)
                for i, card in enumerate(order):
                    self.assertTrue(obs.is_trump(card))
                    for j, other in enumerate(order):
                        self.assertEqual(obs.beats(card, other), i < j)

    def test_trumps_beat_plain_cards_and_discards_nothing(self) -> None:
        for row, rules, trump, mit, order in rows(TRUMPS):
            obs = trick_of(rules, trump, mit, "")
            plain = [
                Card(card)
                for card in range(32)
                if obs.rules.deck >> card & 1 and card not in order
            ]
            with self.subTest(row):
                for card in plain:
                    self.assertFalse(obs.is_trump(card))
                    self.assertTrue(all(obs.beats(t, card) for t in order))
                    self.assertFalse(any(obs.beats(card, t) for t in order))
                    for other in plain:
                        self.assertEqual(
                            obs.beats(card, other),
                            card.suit == other.suit and card > other,
                        )

    def test_no_trumps_yet(self) -> None:
        obs = observe("basic-gerver", "trump", actions=[32])
        self.assertIsNone(obs.trump)
        self.assertTrue(obs.beats(Card.parse("AS"), Card.parse("KS")))
        self.assertFalse(obs.beats(Card.parse("AS"), Card.parse("9H")))


class WinnerTest(unittest.TestCase):
    def test_rows_w01_to_w22(self) -> None:
        for row, rules, trump, mit, cards in rows(WINNERS):
            *trick, winner = cards
            with self.subTest(row):
                obs = trick_of(rules, trump, mit, " ".join(map(str, trick)))
                self.assertEqual(obs.winning_card, winner)
                self.assertEqual(obs.led_card, trick[0])

    def test_seat_follows_the_direction(self) -> None:
        for rules, seat in (("basic-gerver", 1), ("fr", 3)):
            obs = trick_of(rules, "H", False, "KD AD", trick_leaders=b"\2\0")
            self.assertEqual(obs.winning_seat, seat)

    def test_nothing_wins_an_empty_trick(self) -> None:
        obs = trick_of("basic-gerver", "H", False, "")
        self.assertIsNone(obs.winning_card)
        self.assertIsNone(obs.winning_seat)


class RulesTest(unittest.TestCase):
    def test_deck_and_card_points(self) -> None:
        rules = make_rules("troeven-3-solo")
        self.assertEqual(bin(rules.deck).count("1"), 30)
        self.assertFalse(rules.deck >> Card.parse("7S") & 1)
        worth = [rules.card_points[Suit.HEARTS * 8 + rank] for rank in range(8)]
        self.assertEqual(worth, [0, 0, 0, 0, 1, 2, 3, 4])


if __name__ == "__main__":
    unittest.main()

"""Cards, masks, notation and random numbers."""

import unittest

import support  # noqa: F401  (first: it sets the path)

from couillon_bot import (
    Action,
    Card,
    SplitMix64,
    Suit,
    cards_of_mask,
    cards_of_text,
    mask_of_cards,
    suit_mask,
)
from couillon_bot.actions import actions_of_mask


class CardTest(unittest.TestCase):
    def test_notation_is_rank_then_suit(self) -> None:
        for number, text in ((0, "7C"), (11, "TD"), (21, "QH"), (31, "AS")):
            self.assertEqual(Card.parse(text), number)
            self.assertEqual(str(Card(number)), text)
            self.assertEqual(f"{Card(number)}", text)

    def test_every_card_survives_notation(self) -> None:
        for number in range(32):
            self.assertEqual(Card.parse(str(Card(number))), number)

    def test_other_text_is_refused(self) -> None:
        for text in ("", "A", "SA", "1S", "10D", "as", "ASS"):
            with self.assertRaises(ValueError):
                Card.parse(text)

    def test_suit_and_rank_are_printed_ones(self) -> None:
        self.assertEqual(Card.parse("TD").suit, Suit.DIAMONDS)
        self.assertEqual(Card.parse("TD").rank, 3)
        self.assertEqual(str(Suit.SPADES), "S")


class MaskTest(unittest.TestCase):
    def test_mask_unpacks_in_ascending_order(self) -> None:
        cards = cards_of_text("AS 7C TD 9H")
        found = cards_of_mask(mask_of_cards(cards))
        self.assertEqual(list(found), sorted(cards))
        self.assertTrue(all(isinstance(card, Card) for card in found))

    def test_every_single_bit(self) -> None:
        for number in range(32):
            self.assertEqual(cards_of_mask(1 << number), (number,))
        self.assertEqual(cards_of_mask(0), ())
        self.assertEqual(cards_of_mask(2**32 - 1), tuple(range(32)))

    def test_suit_mask_has_the_suit(self) -> None:
        self.assertEqual(suit_mask(Suit.HEARTS), 0x00FF0000)

    def test_actions_are_cards_then_words(self) -> None:
        mask = 1 << 31 | 1 << Action.PASS | 1 << Action.NOTHING | 1 << 2
        found = actions_of_mask(mask)
        self.assertEqual(found, (2, 31, Action.PASS, Action.NOTHING))
        self.assertEqual([str(a) for a in found], ["9C", "AS", "pass", "no"])

    def test_names_of_suits(self) -> None:
        for suit, number in zip(Suit, (34, 35, 36, 37)):
            self.assertEqual(Action.name_suit(suit), number)
            self.assertEqual(str(Action(number)), f"name:{suit}")
        self.assertEqual(str(Action.PICK_SECOND), "pick:1")


class SplitMix64Test(unittest.TestCase):
    def test_published_vectors(self) -> None:
        draws = SplitMix64(1234567)
        self.assertEqual(
            [draws.next() for _ in range(5)],
            [
                6457827717110365317,
                3203168211198807973,
                9817491932198370423,
                4593380528125082431,
                16408922859458223821,
            ],
        )
        self.assertEqual(SplitMix64(0).next(), 0xE220A8397B1DCDAF)

    def test_seed_wraps_round(self) -> None:
        state = SplitMix64(2**64 - 1)
        state.next()
        self.assertEqual(state.state, 0x9E3779B97F4A7C14)

    def test_below_takes_the_high_half_of_the_product(self) -> None:
        for n in (1, 2, 3, 7, 45):
            draw = SplitMix64(1234567).next()
            self.assertEqual(SplitMix64(1234567).below(n), draw * n // 2**64)
        self.assertEqual(SplitMix64(1234567).choice("abcdefgh"), "c")


if __name__ == "__main__":
    unittest.main()

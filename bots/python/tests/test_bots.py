"""What the observation reads and the bots decide, on decisions by hand."""

import unittest

from support import BOTS, column, mask, observe

import greedy_bot
import random_bot
from couillon_bot import Action, Card, Phase, SplitMix64, Suit

NAMES = [34, 35, 36, 37]


class ObservationTest(unittest.TestCase):
    def test_fields_unpack(self) -> None:
        obs = observe(
            "basic-gerver",
            hand="9C AS",
            legal="AS",
            trick="KS",
            trump="S",
            upcard="TD",
            seat=1,
            decider=1,
            dealer=3,
            random_seed=5,
            maker=0,
            exposed=mask("TD 9S"),
            calls=bytes([32, 33, 31]),
            call_seats=bytes([1, 2, 3]),
            card_points=b"\3\4",
            tricks_won=b"\1\0",
            lines_left=[5, -1],
            pending_carry=2,
            deals_played=9,
        )
        self.assertEqual(obs.phase, Phase.PLAY)
        self.assertEqual((obs.seat, obs.decider, obs.dealer), (1, 1, 3))
        self.assertEqual([str(card) for card in obs.hand], ["9C", "AS"])
        self.assertEqual(obs.own_cards, obs.hand)
        self.assertEqual(obs.legal_cards, (31,))
        self.assertEqual(obs.trick, (Card.parse("KS"),))
        self.assertEqual(obs.trump, Suit.SPADES)
        self.assertEqual(str(obs.upcard), "TD")
        self.assertEqual(obs.maker, 0)
        self.assertIsNone(obs.mit_seat)
        self.assertEqual([str(card) for card in obs.exposed], ["TD", "9S"])
        self.assertEqual(
            [(call.seat, str(call.action)) for call in obs.calls],
            [(1, "pass"), (2, "take"), (3, "AS")],
        )
        self.assertEqual(obs.card_points, (3, 4))
        self.assertEqual(obs.tricks_won, (1, 0))
        self.assertEqual(obs.lines_left, (5, -1))
        self.assertEqual(obs.cows_won, (0, 0))
        self.assertEqual((obs.pending_carry, obs.deals_played), (2, 9))
        self.assertEqual(obs.open_cards, ((), (), (), ()))
        self.assertEqual(obs.winning_seat, 0)
        self.assertIn("legal=play:AS", repr(obs))

    def test_own_cards_of_a_dummy_are_its_open_ones(self) -> None:
        obs = observe(
            "troeven",
            hand="AS",
            legal="KD",
            seat=2,
            decider=0,
            open_cards=[0, 0, mask("KD 9C"), 0],
        )
        self.assertEqual([str(card) for card in obs.own_cards], ["9C", "KD"])

    def test_random_goes_on_within_a_decision(self) -> None:
        obs = observe("basic-gerver", legal="AS", random_seed=1234567)
        same = SplitMix64(1234567)
        self.assertEqual(obs.random.next(), same.next())
        self.assertEqual(obs.random.next(), same.next())

    def test_words_of_actions(self) -> None:
        shown = observe("basic-gerver", "trump", legal="AD", actions=[32])
        self.assertEqual(shown.action_text(15), "take:AD")
        named = observe("basic-gerver", "trump", legal="AD", naming=True)
        self.assertEqual(named.action_text(15), "name:AD")
        self.assertEqual(named.action_text(38), "defer")


class RandomBotTest(unittest.TestCase):
    def test_takes_the_nth_legal_action(self) -> None:
        for seed in range(50):
            obs = observe(
                "basic-gerver",
                "trump",
                legal="9C KD AS",
                actions=[32],
                random_seed=seed * 0x0123456789ABCDEF % 2**64,
            )
            n = SplitMix64(obs.random_seed).below(4)
            self.assertEqual(random_bot.decide(obs), (2, 14, 31, 32)[n])


class GreedyBotTest(unittest.TestCase):
    def decides(self, expected, *args, **fields) -> None:
        obs = observe("basic-gerver", *args, **fields)
        action = greedy_bot.decide(obs)
        if isinstance(expected, str):
            expected = Card.parse(expected)
        self.assertEqual(action, expected, obs.action_text(action))

    def test_takes_an_offer_with_two_cards_of_the_suit(self) -> None:
        offer = dict(actions=[32, 33], upcard="TD")
        self.decides(Action.TAKE, "trump", hand="9D JD AS", **offer)
        self.decides(Action.PASS, "trump", hand="AD AS KS", **offer)
        self.decides(Action.PASS, "trump", hand="AC AS", **offer)

    def test_takes_by_showing_the_cheapest_card(self) -> None:
        offer = dict(actions=[32], upcard="9D")
        hand = "AD TD JD"
        self.decides("TD", "trump", hand=hand, legal=hand, **offer)
        self.decides("9D", "trump", hand="9D TD", legal="9D TD", **offer)
        self.decides(Action.PASS, "trump", hand="AD AS", legal="AD", **offer)
        # Taking is not legal.
        self.decides(Action.PASS, "trump", hand="AD KD", **offer)

    def test_takes_for_a_dummy_on_its_open_cards(self) -> None:
        dummy = dict(seat=2, decider=0, actions=[32, 33], upcard="TD")
        two = [mask("AC KC"), 0, mask("9D JD"), 0]
        self.decides(Action.TAKE, "trump", open_cards=two, **dummy)
        one = [mask("9D JD"), 0, mask("9C JD"), 0]
        self.decides(Action.PASS, "trump", open_cards=one, **dummy)

    def test_names_its_longest_suit(self) -> None:
        naming = dict(naming=True, actions=NAMES)
        self.decides(36, "trump", hand="9H TH AS", **naming)
        # Of equals the one with most card points, then the lowest.
        self.decides(37, "trump", hand="9H QS", **naming)
        self.decides(35, "trump", hand="KD KS", **naming)
        self.decides(34, "trump", **naming)

    def test_names_only_what_it_may(self) -> None:
        self.decides(34, "trump", hand="9C AS KS", naming=True, actions=[34])

    def test_defers_on_a_single_card(self) -> None:
        naming = dict(naming=True, actions=NAMES + [38])
        self.decides(Action.DEFER, "trump", hand="AC KD QS", **naming)
        self.decides(35, "trump", hand="9D TD AS", **naming)

    def test_names_by_showing_the_cheapest_card(self) -> None:
        naming = dict(naming=True, actions=[38])
        hand = "KH QH AS KS"
        self.decides("KS", "trump", hand=hand, legal=hand, **naming)
        hand = "9H TH AS KD"
        self.decides("9H", "trump", hand=hand, legal=hand, **naming)
        hand = "9H TS AC KD"
        self.decides(Action.DEFER, "trump", hand=hand, legal=hand, **naming)
        self.decides("AC", "trump", hand=hand, legal=hand, naming=True)

    def test_names_for_a_dummy(self) -> None:
        dummy = [0, 0, mask("AD KD QS JC"), 0]
        self.decides(
            35,
            "trump",
            naming=True,
            actions=NAMES,
            seat=2,
            decider=0,
            open_cards=dummy,
        )

    def test_picks_the_first_card(self) -> None:
        self.decides(Action.PICK_FIRST, "trump", hand="AS", actions=[39, 40])

    def test_announcements(self) -> None:
        self.decides(Action.MIT, "mit", hand="QS", actions=[41, 44])
        self.decides(Action.NOTHING, "kontra", hand="AS", actions=[42, 44])
        self.decides(Action.NOTHING, "re", hand="AS", actions=[43, 44])

    def test_leads_its_dearest_card(self) -> None:
        self.decides("AC", trump="H", legal="9C AC KH AS")
        self.decides("9C", trump="H", legal="9C TC 9H")

    def test_wins_as_cheaply_as_it_can(self) -> None:
        self.decides("QD", trump="H", trick="JD", legal="9D QD KD AD")
        self.decides("9H", trump="H", trick="JD", legal="9H TH KD")
        self.decides("TH", trump="H", trick="AD 9H", legal="9D TH AH")

    def test_throws_its_cheapest_card(self) -> None:
        self.decides("9D", trump="H", trick="AD", legal="9D TD QD")
        self.decides("JD", trump="H", trick="9D 9H", legal="JD QD")
        self.decides("TC", trump="H", trick="9D", legal="TC KC 9S")

    def test_knows_promoted_cards(self) -> None:
        mit = observe(
            "mit-malmedy",
            trump="H",
            trick="KH",
            mit_seat=0,
            legal="9H QS AH",
        )
        self.assertEqual(str(greedy_bot.decide(mit)), "QS")

    def test_judges_the_trick_only_by_its_own_cards(self) -> None:
        obs = observe("basic-gerver", trump="H", trick="TD", legal="JD AD")
        obs.message.played_cards = column("9H AH KH QH TD")
        self.assertEqual(str(greedy_bot.decide(obs)), "JD")


class LengthTest(unittest.TestCase):
    def test_bots_have_at_most_forty_lines(self) -> None:
        for name in ("random_bot.py", "greedy_bot.py"):
            lines = (BOTS / name).read_text().splitlines()
            self.assertLessEqual(len(lines), 40, name)


if __name__ == "__main__":
    unittest.main()

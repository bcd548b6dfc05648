// The rows of tests/cases/deal.txt, replay.txt and illegal.txt.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/notation.h"
#include "engine/cards/pack.h"
#include "engine/cards/seat.h"
#include "engine/play/deal_result.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/ruleset.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/case_file.h"
#include "tests/support/case_words.h"

namespace couillon::tests {
namespace {

// "0-1,8-9" as the cards of `pack` at those places.
std::vector<Card> CardsAt(const Pack& pack, const std::string& cell) {
  std::vector<Card> cards;
  if (cell == "none") return cards;
  for (const std::string& range :
       std::vector<std::string>(absl::StrSplit(cell, ','))) {
    const std::vector<int> ends = NumbersOf(range);
    for (int place = ends.front(); place <= ends.back(); ++place) {
      cards.push_back(pack.at(static_cast<std::size_t>(place)));
    }
  }
  return cards;
}

// Everybody passes or defers, and whoever cannot takes the first choice.
void DeclineTrumps(Position& position) {
  while (position.phase() == Phase::kTrump) {
    const ActionSet legal = position.LegalActions();
    Action action = legal.Nth(0);
    if (legal.Has(kPass)) action = kPass;
    if (legal.Has(kDefer)) action = kDefer;
    position.Apply(action);
  }
}

// The cards dealt to a seat, in the order received.
std::vector<Card> Received(const Position& position, int seat) {
  const CompiledRules& rules = position.rules();
  std::vector<Card> cards;
  for (int turns = 0; turns < rules.players; ++turns) {
    if (rules.FromEldest(position.dealer(), turns) != seat) continue;
    const auto& places = rules.places.at(static_cast<std::size_t>(turns));
    for (std::size_t i = 0; i < rules.hand_size; ++i) {
      cards.push_back(position.pack().at(places.at(i)));
    }
  }
  return cards;
}

// The cards dealt to nobody, from the top.
std::vector<Card> Aside(const Position& position) {
  CardSet dealt;
  for (int seat = 0; seat < position.rules().players; ++seat) {
    for (const Card card : Received(position, seat)) dealt.Add(card);
  }
  std::vector<Card> cards;
  for (std::size_t i = 0; i < position.rules().pack_size; ++i) {
    if (!dealt.Has(position.pack().at(i))) {
      cards.push_back(position.pack().at(i));
    }
  }
  return cards;
}

TEST(DealCasesTest, CardsGoWhereTheTableSays) {
  const std::vector<CaseRow> rows = ReadCases("deal");
  EXPECT_GE(rows.size(), 23U);
  for (const CaseRow& row : rows) {
    SCOPED_TRACE(row.Name());
    const CompiledRules rules = Rules(row["ruleset"]);
    const Pack pack = PackOfCell("canon", rules.deck);
    Position position(rules, pack, SeatOf(row["dealer"]));
    for (const std::string& word : Words(row["seats"])) {
      EXPECT_EQ(CardsText(Received(position, word.at(1) - '0')),
                CardsText(CardsAt(pack, word.substr(3))))
          << word;
    }
    EXPECT_EQ(CardsText(Aside(position)),
              CardsText(CardsAt(pack, row["talon"])));
    DeclineTrumps(position);
    EXPECT_EQ(CardsText(position.Exposed()),
              CardsText(CardsAt(pack, row["turned"])));
  }
}

// The hands of a layout leave out the cards face down, which the places do not.
TEST(DealCasesTest, HandsAreTheCardsReceived) {
  for (const CaseRow& row : ReadCases("deal")) {
    SCOPED_TRACE(row.Name());
    const CompiledRules rules = Rules(row["ruleset"]);
    const Position position(rules, PackOfCell("canon", rules.deck),
                            SeatOf(row["dealer"]));
    for (int seat = 0; seat < rules.players; ++seat) {
      CardSet received;
      for (const Card card : Received(position, seat)) received.Add(card);
      const CardSet hand = position.StartingHand(static_cast<Seat>(seat));
      EXPECT_EQ(hand & ~received, CardSet());
      const bool laid_out = rules.layout == Layout::kAll || seat == rules.dummy;
      EXPECT_EQ(hand.size(), laid_out ? rules.hand_size / 2 : rules.hand_size);
    }
  }
}

bool Replay(Position& position, const std::vector<Action>& actions) {
  for (const Action action : actions) {
    if (position.done() || !position.LegalActions().Has(action)) {
      ADD_FAILURE() << "refused: "
                    << FormatAction(action, position.phase(),
                                    position.naming());
      return false;
    }
    position.Apply(action);
  }
  return true;
}

std::string SeatText(Seat seat) {
  return seat == kNoSeat ? "-" : std::to_string(seat);
}

std::string LegalText(const Position& position) {
  std::vector<std::string> words;
  for (const Action action : position.LegalActions()) {
    words.push_back(
        position.phase() == Phase::kPlay
            ? FormatCard(action.card())
            : FormatAction(action, position.phase(), position.naming()));
  }
  std::sort(words.begin(), words.end());
  return absl::StrJoin(words, " ");
}

// "legal" as LegalText writes it.
std::string SortedWords(const std::string& cell) {
  std::vector<std::string> words = Words(cell);
  std::sort(words.begin(), words.end());
  return absl::StrJoin(words, " ");
}

template <typename Numbers>
std::string BySide(const Position& position, const Numbers& numbers) {
  return absl::StrJoin(numbers.begin(),
                       numbers.begin() + position.rules().sides, "-");
}

std::string Flag(bool yes) { return yes ? "y" : "n"; }

// Who leads the trick under way, or will lead to it: the holder of the Mit' may
// be asked before anybody has led.
std::string Leader(const Position& position) {
  const Observation seen = position.Observe();
  return SeatText(seen.leaders().empty() ? position.seat()
                                         : seen.leaders().back());
}

// What the deal shows for a word of the column "expect" that its result has.
std::string ShownOfResult(const Position& position, const std::string& key) {
  const DealResult result = position.Result();
  const DealScore score = ScoreDeal(position.rules().ruleset, result, 0);
  if (key == "mit") return Flag(result.mit_side != kNoSide);
  if (key == "kontra") return Flag(result.kontra);
  if (key == "re") return Flag(result.re);
  if (key == "points") return BySide(position, result.card_points);
  if (key == "tricks") return BySide(position, result.tricks);
  if (key == "erase") return BySide(position, score.erase);
  if (key == "add") return BySide(position, score.add);
  return "no such word: " + key;
}

// The same for every word.
std::string Shown(const Position& position, const std::string& key) {
  if (key == "trump") {
    return position.trump() ? std::string{FormatSuit(*position.trump())} : "-";
  }
  if (key == "maker") return SeatText(position.maker());
  if (key == "phase") return std::string(PhaseName(position.phase()));
  if (key == "seat") return SeatText(position.seat());
  if (key == "decider") return SeatText(position.decider());
  if (key == "turn") {
    return position.phase() == Phase::kPlay ? SeatText(position.seat()) : "-";
  }
  if (key == "leader") return Leader(position);
  if (key == "legal") return LegalText(position);
  if (key == "exposed") return CardsText(position.Exposed());
  return ShownOfResult(position, key);
}

TEST(ReplayCasesTest, DealsGoOnAsTheTableSays) {
  const std::vector<CaseRow> rows = ReadCases("replay");
  EXPECT_GE(rows.size(), 60U);
  for (const CaseRow& row : rows) {
    SCOPED_TRACE(row.Name());
    const CompiledRules rules = Rules(row["ruleset"]);
    Position position(rules, PackOfCell(row["pack"], rules.deck),
                      SeatOf(row["dealer"]));
    if (!Replay(position, ActionsOf(row["actions"]))) continue;
    for (const std::string& expected :
         std::vector<std::string>(absl::StrSplit(row["expect"], "; "))) {
      const std::vector<std::string> sides =
          absl::StrSplit(expected, absl::MaxSplits('=', 1));
      ASSERT_EQ(sides.size(), 2U) << expected;
      EXPECT_EQ(Shown(position, sides[0]),
                sides[0] == "legal" ? SortedWords(sides[1]) : sides[1])
          << sides[0];
    }
  }
}

TEST(IllegalCasesTest, ActionsOfTheTableAreNotLegal) {
  const std::vector<CaseRow> rows = ReadCases("illegal");
  EXPECT_GE(rows.size(), 10U);
  for (const CaseRow& row : rows) {
    SCOPED_TRACE(row.Name());
    const CompiledRules rules = Rules(row["ruleset"]);
    Position position(rules, PackOfCell(row["pack"], rules.deck),
                      SeatOf(row["dealer"]));
    if (!Replay(position, ActionsOf(row["actions"]))) continue;
    EXPECT_FALSE(position.LegalActions().Has(ActionsOf(row["then"]).at(0)));
  }
}

}  // namespace
}  // namespace couillon::tests

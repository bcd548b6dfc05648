// The events of a deal, read without rules: they name every action, deal every
// card once, and end with the result that the engine computes.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "arena/front/replay/deals_json.h"
#include "engine/cards/seat.h"
#include "engine/deal/deal_source.h"
#include "engine/play/deal_result.h"
#include "engine/play/position.h"
#include "engine/rules/deal_limits.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/random_deal.h"

namespace couillon::arena {
namespace {

using tests::DealAt;
using tests::RandomDraws;
using tests::Rules;

constexpr std::uint64_t kDeals = 40;

DealScript RandomScript(const CompiledRules& rules, std::uint64_t index) {
  static const DealSource kSource("deal events");
  Position position = DealAt(rules, kSource, index);
  DealScript deal{
      .pack = position.pack(), .dealer = position.dealer(), .actions = {}};
  RandomDraws draws(kSource, index);
  deal.actions = tests::PlayOut(position, draws);
  return deal;
}

// What a reader without rules counts.
struct Counted {
  std::vector<std::string> words;              // of the actions
  std::array<std::size_t, kMaxSeats> dealt{};  // by seat
  std::size_t drawn = 0;
  std::size_t uncovered = 0;
  std::array<int, kMaxSides> tricks{};  // by side
  std::string trumps;                   // "D2"
};

Counted Count(const CompiledRules& rules, const std::string& events) {
  Counted counted;
  const std::vector<std::string> list = absl::StrSplit(events, ' ');
  for (const std::string& event : list) {
    const std::string rest = event.substr(1);
    if (event[0] == '*') counted.drawn += rest.size();
    if (event[0] == '^') counted.uncovered += rest.size();
    if (event[0] == '=') counted.trumps = rest;
    if (!absl::ascii_isdigit(static_cast<unsigned char>(event[0]))) continue;
    const auto seat = static_cast<std::size_t>(event[0] - '0');
    if (rest[0] == '+' || rest[0] == '_') {
      counted.dealt[seat] += std::stoul(rest.substr(1));
      continue;
    }
    EXPECT_EQ(rest[0], '.') << event;
    if (absl::ascii_islower(static_cast<unsigned char>(rest[1]))) {
      counted.words.push_back(rest.substr(1));
      continue;
    }
    const std::size_t end = rest.find('>');
    for (std::size_t at = 1; at < rest.size() && at != end; at += 2) {
      counted.words.push_back(absl::StrCat("play:", rest.substr(at, 2)));
    }
    if (end == std::string::npos) continue;
    const auto winner = static_cast<Seat>(rest[end + 1] - '0');
    ++counted.tricks[rules.SideOf(winner)];
  }
  return counted;
}

class DealEventsTest : public ::testing::TestWithParam<std::string> {
 protected:
  DealEventsTest() : rules_(Rules(GetParam())) {}

  CompiledRules rules_;
};

TEST_P(DealEventsTest, EveryActionIsNamedInOrder) {
  for (std::uint64_t index = 0; index < kDeals; ++index) {
    const DealScript deal = RandomScript(rules_, index);
    const std::vector<std::string> words =
        absl::StrSplit(FormatActions(rules_, deal), ' ');
    EXPECT_EQ(Count(rules_, DealEvents(rules_, deal)).words, words) << index;
  }
}

TEST_P(DealEventsTest, TricksAndTrumpsAreThoseOfTheResult) {
  for (std::uint64_t index = 0; index < kDeals; ++index) {
    const DealScript deal = RandomScript(rules_, index);
    const DealResult result = deal.PositionAfter(rules_).Result();
    const Counted counted = Count(rules_, DealEvents(rules_, deal));
    for (std::size_t side = 0; side < rules_.sides; ++side) {
      EXPECT_EQ(counted.tricks[side], result.tricks[side]) << index;
    }
    EXPECT_EQ(counted.trumps.empty(), result.abandoned) << index;
    if (result.abandoned || result.maker == kNoSeat) continue;
    EXPECT_EQ(counted.trumps.back(), static_cast<char>('0' + result.maker))
        << index;
  }
}

TEST_P(DealEventsTest, EveryCardIsDealtDrawnOrUncoveredOnce) {
  for (std::uint64_t index = 0; index < kDeals; ++index) {
    const DealScript deal = RandomScript(rules_, index);
    if (deal.PositionAfter(rules_).Result().abandoned) continue;
    const Counted counted = Count(rules_, DealEvents(rules_, deal));
    std::size_t covered = 0;
    for (std::size_t seat = 0; seat < rules_.players; ++seat) {
      EXPECT_EQ(counted.dealt[seat], rules_.hand_size) << index;
      for (std::size_t i = 0; i < rules_.hand_size; ++i) {
        const Seat from_eldest =
            rules_.FromEldest(deal.dealer, static_cast<int>(seat));
        covered += rules_.IsLaidOut(from_eldest) && rules_.covered[seat][i];
      }
    }
    EXPECT_EQ(counted.drawn, rules_.stock_size) << index;
    EXPECT_EQ(counted.uncovered, covered) << index;
  }
}

TEST_P(DealEventsTest, CardsAreInTheOrderOfTheNotation) {
  const DealScript deal = RandomScript(rules_, 3);
  std::vector<std::string> sections =
      absl::StrSplit(FormatDeal(rules_, deal), " | ");
  sections.pop_back();  // the actions
  std::string cards;
  for (std::size_t i = 1; i < sections.size(); ++i) {
    const std::vector<std::string> parts = absl::StrSplit(sections[i], ": ");
    cards += absl::StrReplaceAll(parts.at(1), {{" ", ""}});
  }
  EXPECT_EQ(DealCards(rules_, deal), cards);
}

INSTANTIATE_TEST_SUITE_P(AllRulesets, DealEventsTest,
                         ::testing::ValuesIn(wire::RulesetIds()),
                         [](const auto& test) {
                           return tests::TestName(test.param);
                         });

std::string EventsOf(const std::string& text) {
  const absl::StatusOr<std::string> spec = RulesetOfDeal(text);
  const CompiledRules rules = Rules(*spec);
  const absl::StatusOr<DealScript> deal = ParseDeal(rules, text);
  EXPECT_TRUE(deal.ok()) << deal.status();
  return deal.ok() ? DealEvents(rules, *deal) : "";
}

TEST(DealEventsExamplesTest, AnUpcardIsTurnedAndTakenBeforeCardsArePlayed) {
  EXPECT_EQ(
      EventsOf("basic-gerver dealer 3 | seat 0: AS KS TH 9H | seat 1: QS JS "
               "AD KD | seat 2: TS 9S QD JD | seat 3: AH KH QH JH | talon: TD "
               "9D AC KC QC JC TC 9C | pass take play:AS play:JS play:9S "
               "play:JH"),
      "0+4 1+4 2+4 3+4 !TD 0.pass 1.take =D1 0.ASJS9SJH>0");
}

TEST(DealEventsExamplesTest, TheBottomCardMakesTrumpsForNobody) {
  EXPECT_EQ(
      EventsOf("basic-gerver dealer 3 | seat 0: AS KS TH 9H | seat 1: QS JS "
               "AD KD | seat 2: TS 9S QD JD | seat 3: AH KH QH JH | talon: TD "
               "9D AC KC QC JC TC 9C | pass pass pass pass"),
      "0+4 1+4 2+4 3+4 !TD 0.pass 1.pass 2.pass 3.pass !9C =C-");
}

}  // namespace
}  // namespace couillon::arena

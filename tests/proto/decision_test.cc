// Decisions on the wire: what is written is read back the same, and what is
// out of range is refused by name.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "couillon/v1/bot_service.pb.h"
#include "engine/cards/card.h"
#include "engine/deal/deal_source.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"
#include "proto/codec.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/random_deal.h"

namespace couillon::tests {
namespace {

MatchStanding RandomStanding(const CompiledRules& rules, RandomDraws& draws) {
  MatchStanding standing;
  for (std::size_t side = 0; side < rules.sides; ++side) {
    standing.lines_left.at(side) =
        static_cast<std::int16_t>(static_cast<int>(draws.Below(65536)) - 32768);
    standing.cows_won.at(side) =
        static_cast<std::uint8_t>(draws.Below(2) * draws.Below(256));
  }
  standing.pending_carry = static_cast<std::uint16_t>(draws.Below(65536));
  standing.deals_played = static_cast<std::uint16_t>(draws.Below(65536));
  return standing;
}

class DecisionRoundTripTest : public testing::TestWithParam<std::string> {};

TEST_P(DecisionRoundTripTest, ReadingWhatWasWrittenGivesTheSame) {
  const DealSource source("decisions");
  for (const std::string& spec : SpecsOf(GetParam())) {
    const CompiledRules rules = Rules(spec);
    v1::Decision message;  // one for all, as on the hot path
    Observation read;
    for (std::uint64_t index = 0; index < 40; ++index) {
      SCOPED_TRACE(spec + " deal " + std::to_string(index));
      RandomDraws draws(source, index);
      Position position = DealAt(rules, source, index);
      while (!position.done()) {
        Observation seen = position.Observe();
        seen.standing = RandomStanding(rules, draws);
        seen.random_seed = source.DecisionSeed(index, 1, 2, 3);
        wire::WriteDecision(rules, seen, message);
        const absl::Status status = wire::ReadDecision(rules, message, read);
        ASSERT_TRUE(status.ok()) << status;
        ASSERT_TRUE(read == seen);
        position.Apply(draws.Of(position.LegalActions()));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(EveryRuleset, DecisionRoundTripTest,
                         testing::ValuesIn(wire::RulesetIds()),
                         [](const auto& test) { return TestName(test.param); });

// The first decision of a deal; `plies` actions on.
v1::Decision DecisionAfter(const CompiledRules& rules, int plies) {
  const DealSource source("decision");
  RandomDraws draws(source, 0);
  Position position = DealAt(rules, source, 0);
  for (int i = 0; i < plies; ++i) {
    position.Apply(draws.Of(position.LegalActions()));
  }
  v1::Decision message;
  wire::WriteDecision(rules, position.Observe(), message);
  return message;
}

struct Fault {
  std::string field;
  std::function<void(v1::Decision&)> put;
};

// Sets an enum to a number without a name, as the wire can bring it.
void SetEnum(v1::Decision& message, const std::string& field, int number) {
  message.GetReflection()->SetEnumValue(
      &message, message.GetDescriptor()->FindFieldByName(field), number);
}

std::vector<Fault> Faults() {
  return {
      {"phase", [](auto& m) { m.set_phase(v1::PHASE_UNSPECIFIED); }},
      {"phase", [](auto& m) { SetEnum(m, "phase", 6); }},
      {"phase", [](auto& m) { SetEnum(m, "phase", -1); }},
      {"seat", [](auto& m) { m.set_seat(4); }},
      {"decider", [](auto& m) { m.set_decider(256); }},
      {"dealer", [](auto& m) { m.set_dealer(4); }},
      {"legal_actions", [](auto& m) { m.set_legal_actions(0); }},
      {"legal_actions",
       [](auto& m) { m.set_legal_actions(std::uint64_t{1} << 45); }},
      {"trump", [](auto& m) { SetEnum(m, "trump", 5); }},
      {"maker", [](auto& m) { m.set_maker(4); }},
      {"upcard", [](auto& m) { m.set_upcard(32); }},
      {"mit_seat", [](auto& m) { m.set_mit_seat(4); }},
      {"calls",
       [](auto& m) {
         m.set_calls(std::string(1, 45));
         m.set_call_seats(std::string(1, 0));
       }},
      {"calls",
       [](auto& m) {
         m.set_calls(std::string(41, 32));
         m.set_call_seats(std::string(41, 0));
       }},
      {"call_seats", [](auto& m) { m.set_call_seats(std::string(40, 0)); }},
      {"call_seats",
       [](auto& m) {
         m.set_calls(std::string(1, 32));
         m.set_call_seats(std::string(1, 4));
       }},
      {"played_cards", [](auto& m) { m.set_played_cards(std::string(1, 32)); }},
      {"played_cards", [](auto& m) { m.set_played_cards(std::string(33, 0)); }},
      {"trick_leaders",
       [](auto& m) { m.set_trick_leaders(std::string(1, 4)); }},
      {"trick_leaders",
       [](auto& m) { m.set_trick_leaders(std::string(17, 0)); }},
      {"card_points", [](auto& m) { m.set_card_points("abc"); }},
      {"tricks_won", [](auto& m) { m.set_tricks_won("abc"); }},
      {"open_cards", [](auto& m) { m.add_open_cards(1); }},
      {"stock_cards", [](auto& m) { m.set_stock_cards(33); }},
      {"stock_cards", [](auto& m) { m.set_stock_cards(256); }},
      {"lines_left", [](auto& m) { m.clear_lines_left(); }},
      {"lines_left", [](auto& m) { m.add_lines_left(1); }},
      {"lines_left", [](auto& m) { m.set_lines_left(0, 32768); }},
      {"lines_left", [](auto& m) { m.set_lines_left(1, -32769); }},
      {"cows_won", [](auto& m) { m.set_cows_won("abc"); }},
      {"pending_carry", [](auto& m) { m.set_pending_carry(65536); }},
      {"deals_played", [](auto& m) { m.set_deals_played(65536); }},
  };
}

TEST(ReadDecisionTest, FieldsOutOfRangeAreRefusedByName) {
  const CompiledRules rules = Rules("mit-malmedy");
  for (const int plies : {0, 8}) {
    const v1::Decision good = DecisionAfter(rules, plies);
    Observation seen;
    ASSERT_TRUE(wire::ReadDecision(rules, good, seen).ok());
    int number = 0;
    for (const Fault& fault : Faults()) {
      SCOPED_TRACE("fault " + std::to_string(number++) + " in " + fault.field);
      v1::Decision bad = good;
      fault.put(bad);
      const absl::Status status = wire::ReadDecision(rules, bad, seen);
      EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
      const std::string begins = "decision: " + fault.field + " ";
      EXPECT_EQ(std::string(status.message()).substr(0, begins.size()), begins)
          << status;
    }
  }
}

// Noise must never crash the reader or be read as something out of range.
TEST(ReadDecisionTest, DamagedMessagesAreReadOrRefused) {
  const DealSource source("damage");
  const CompiledRules rules = Rules("troeven-3-dummy");
  Observation seen;
  int refused = 0;
  for (std::uint64_t index = 0; index < 3000; ++index) {
    RandomDraws draws(source, index);
    std::string bytes =
        DecisionAfter(rules, static_cast<int>(index % 20)).SerializeAsString();
    for (int i = 0; i < 3; ++i) {
      bytes.at(draws.Below(bytes.size())) = static_cast<char>(draws.Below(256));
    }
    v1::Decision message;
    if (!message.ParseFromString(bytes)) continue;
    if (!wire::ReadDecision(rules, message, seen).ok()) {
      ++refused;
      continue;
    }
    EXPECT_LT(seen.seat, rules.players);
    EXPECT_LE(seen.played().size(), static_cast<std::size_t>(kCards));
    EXPECT_FALSE(seen.legal.empty());
  }
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace couillon::tests

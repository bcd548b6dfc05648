// Decisions written and read without a message: the same bytes as protobuf's,
// the same decisions, and the same opinion of what is wrong.
#include "proto/decision_bytes.h"

#include <gtest/gtest.h>

#include <functional>

#include "couillon/v1/bot_service.pb.h"
#include "engine/deal/deal_source.h"
#include "engine/play/position.h"
#include "proto/codec.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/random_deal.h"

namespace couillon::tests {
namespace {

std::uint32_t Number(RandomDraws& draws, std::size_t below) {
  return static_cast<std::uint32_t>(draws.Below(below));
}

// Calls `use` with every decision of some deals, with numbers of any length.
void ForEachDecision(
    const CompiledRules& rules, std::uint64_t deals,
    const std::function<void(const Observation&, RandomDraws&)>& use) {
  const DealSource source("bytes");
  for (std::uint64_t index = 0; index < deals; ++index) {
    RandomDraws draws(source, index);
    Position position = DealAt(rules, source, index);
    while (!position.done()) {
      Observation seen = position.Observe();
      for (std::size_t side = 0; side < rules.sides; ++side) {
        seen.standing.lines_left.at(side) = static_cast<std::int16_t>(
            static_cast<int>(draws.Below(65536)) - 32768);
        seen.standing.cows_won.at(side) =
            static_cast<std::uint8_t>(draws.Below(2) * draws.Below(256));
      }
      seen.standing.pending_carry =
          static_cast<std::uint16_t>(draws.Below(2) * draws.Below(65536));
      seen.standing.deals_played =
          static_cast<std::uint16_t>(draws.Below(2) * draws.Below(65536));
      seen.random_seed = source.DecisionSeed(index, 1, 2, 3);
      use(seen, draws);
      position.Apply(draws.Of(position.LegalActions()));
    }
  }
}

// The bytes of one decision.
std::string BytesOf(const CompiledRules& rules, const Observation& seen) {
  v1::Decision message;
  wire::WriteDecision(rules, seen, message);
  return message.SerializeAsString();
}

class DecisionBytesTest : public testing::TestWithParam<std::string> {};

TEST_P(DecisionBytesTest, WritesWhatProtobufWrites) {
  for (const std::string& spec : SpecsOf(GetParam())) {
    SCOPED_TRACE(spec);
    const CompiledRules rules = Rules(spec);
    ForEachDecision(
        rules, 20, [&](const Observation& seen, RandomDraws& draws) {
          v1::PlayRequest request;
          std::string bytes;
          for (const std::uint32_t id : {0U, Number(draws, 1U << 31)}) {
            const std::uint32_t handle = Number(draws, 300);
            v1::Decision& message = *request.add_decisions();
            wire::WriteDecision(rules, seen, message);
            message.set_decision_id(id);
            message.set_ruleset_handle(handle);
            wire::AppendDecision(rules, seen, id, handle, bytes);
          }
          ASSERT_EQ(bytes, request.SerializeAsString());
        });
  }
}

TEST_P(DecisionBytesTest, ReadsWhatWasWritten) {
  for (const std::string& spec : SpecsOf(GetParam())) {
    SCOPED_TRACE(spec);
    const CompiledRules rules = Rules(spec);
    wire::DecisionFields fields;  // one for all, as on the hot path
    Observation read;
    ForEachDecision(
        rules, 20, [&](const Observation& seen, RandomDraws& draws) {
          const std::uint32_t id = Number(draws, 1U << 31);
          std::string bytes;
          wire::AppendDecision(rules, seen, id, 7, bytes);
          std::vector<std::string_view> rulesets;
          std::vector<std::string_view> decisions;
          ASSERT_TRUE(wire::SplitRequest(bytes, rulesets, decisions));
          ASSERT_EQ(decisions.size(), 1U);
          ASSERT_TRUE(rulesets.empty());
          ASSERT_TRUE(fields.Parse(decisions[0]));
          EXPECT_EQ(fields.decision_id(), id);
          EXPECT_EQ(fields.ruleset_handle(), 7U);
          const absl::Status status = wire::ReadDecision(rules, fields, read);
          ASSERT_TRUE(status.ok()) << status;
          ASSERT_TRUE(read == seen);
        });
  }
}

// What is taken from bytes is what protobuf would have taken, or nothing.
void ExpectSameOpinion(const CompiledRules& rules, const std::string& bytes,
                       int& taken) {
  wire::DecisionFields fields;
  if (!fields.Parse(bytes)) return;
  ++taken;
  v1::Decision message;
  ASSERT_TRUE(message.ParseFromString(bytes));
  EXPECT_EQ(fields.decision_id(), message.decision_id());
  EXPECT_EQ(fields.ruleset_handle(), message.ruleset_handle());
  Observation plain;
  Observation expected;
  const absl::Status status = wire::ReadDecision(rules, fields, plain);
  ASSERT_EQ(status, wire::ReadDecision(rules, message, expected));
  if (!status.ok()) return;
  ASSERT_TRUE(plain == expected);
}

TEST_P(DecisionBytesTest, AgreesWithProtobufOnSpoiltBytes) {
  const CompiledRules rules = Rules(GetParam());
  int taken = 0;
  ForEachDecision(rules, 10, [&](const Observation& seen, RandomDraws& draws) {
    const std::string bytes = BytesOf(rules, seen);
    for (int round = 0; round < 20; ++round) {
      std::string spoilt = bytes;
      for (std::size_t i = 0; i <= draws.Below(3); ++i) {
        spoilt[draws.Below(spoilt.size())] =
            static_cast<char>(draws.Below(256));
      }
      if (draws.Below(4) == 0) spoilt.resize(draws.Below(spoilt.size()));
      if (draws.Below(4) == 0) spoilt += bytes;  // every field twice
      ExpectSameOpinion(rules, spoilt, taken);
    }
  });
  EXPECT_GT(taken, 100);
}

INSTANTIATE_TEST_SUITE_P(EveryRuleset, DecisionBytesTest,
                         testing::ValuesIn(wire::RulesetIds()),
                         [](const auto& test) { return TestName(test.param); });

TEST(DecisionBytesTest, LeavesToProtobufWhatIsNotPlain) {
  const CompiledRules rules = Rules("basic-gerver");
  const DealSource source("bytes");
  const Observation seen = DealAt(rules, source, 0).Observe();
  const std::string bytes = BytesOf(rules, seen);
  wire::DecisionFields fields;
  EXPECT_TRUE(fields.Parse(bytes));
  const std::string unknown_field("\xf8\x01\x05", 3);  // 31, a number
  const std::string loose_units("\xd8\x01\x04", 3);    // 27, not packed
  for (const std::string& more : {unknown_field, loose_units}) {
    EXPECT_FALSE(fields.Parse(bytes + more));
    v1::Decision message;
    EXPECT_TRUE(message.ParseFromString(bytes + more));
  }
  EXPECT_FALSE(fields.Parse(bytes.substr(0, bytes.size() - 1)));
}

}  // namespace
}  // namespace couillon::tests

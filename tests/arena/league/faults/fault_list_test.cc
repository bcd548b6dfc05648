// What is listed of the faults of a league, and saved of their decisions.
#include "arena/league/faults/fault_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "arena/table/bot_index.h"
#include "arena/table/quantity.h"
#include "arena/table/question_text.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/unit/unit_result.h"
#include "engine/cards/pack.h"
#include "engine/cards/seat.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/planned_league.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing_support::LeagueOf;
using testing_support::ReadFile;
using testing_support::TemporaryFolder;

// A league with three faults: two of "mine" with the same cause, the second
// with a decision, and one of "other".
class FaultListTest : public testing::Test {
 protected:
  void SetUp() override {
    config_ = LeagueOf({"mine", "other"}, {"basic-gerver"});
    config_.mutable_bots(0)->add_command("./my bot");
    config_.add_bot_environment("TZ");
    absl::StatusOr<std::unique_ptr<LeagueStore>> store =
        LeagueStore::Create(folder_.path("league"), config_);
    ASSERT_TRUE(store.ok()) << store.status();
    store_ = *std::move(store);
    UnitResult result{.unit = MakeSchedule(config_).unit(0)};
    result.outcome.scores.resize(result.unit.items);
    result.outcome.points.resize(result.unit.items);
    for (const Quantity quantity : kAllQuantities) {
      result.outcome.leads[quantity] = {
          .pairs = static_cast<std::int64_t>(result.unit.items),
          .denominator = 2};
    }
    result.faults = {MakeFault(0, "crash 1"), MakeFault(0, "crash 2"),
                     MakeFault(1, "lost")};
    const CompiledRules rules = *wire::FindRules("basic-gerver");
    const Position begin(rules, Pack{}, 0);
    result.faults[1].question = SerializedQuestion(rules, begin.Observe());
    const absl::Status saved = store_->Save({&result, 1});
    ASSERT_TRUE(saved.ok()) << saved;
  }
  static Fault MakeFault(int bot, const std::string& detail) {
    return {.verdict = Verdict::kCrash,
            .bot = BotIndex(bot),
            .seat = kNoSeat,
            .detail = detail};
  }
  FaultList List(const FaultsRequest& request) const {
    absl::StatusOr<FaultList> list = ListFaults(*store_, request);
    EXPECT_TRUE(list.ok()) << list.status();
    return list.ok() ? *std::move(list) : FaultList();
  }

  TemporaryFolder folder_;
  v1::LeagueConfig config_;
  std::unique_ptr<LeagueStore> store_;
};

TEST_F(FaultListTest, ACauseIsShownByItsExample) {
  const FaultList list = List({});
  ASSERT_THAT(list.entries, SizeIs(2));
  EXPECT_THAT(list.faults, SizeIs(3));
  EXPECT_EQ(list.entries[0].group->count, 2);
  EXPECT_EQ(list.entries[0].fault, 1U) << "the one with a decision";
  EXPECT_THAT(list.entries[0].decision, HasSubstr("hand"));
  EXPECT_THAT(list.entries[0].file, IsEmpty());
}

TEST_F(FaultListTest, EachFaultOfOneBotIsListedUpToANumber) {
  FaultsRequest request{.bot = "mine", .each = true, .most = 1};
  FaultList list = List(request);
  EXPECT_THAT(list.entries, SizeIs(1));
  EXPECT_EQ(list.found, 2U);
  EXPECT_EQ(list.entries[0].group, std::nullopt);
  request.bot = "oter";
  const absl::Status unknown = ListFaults(*store_, request).status();
  EXPECT_EQ(unknown.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(unknown.message()), HasSubstr("other"));
}

TEST_F(FaultListTest, DecisionsAreSavedUnderTheNumbersOfTheirEntries) {
  const std::string folder = folder_.path("saved");
  const FaultList list = List({.bot = "mine", .each = true, .folder = folder});
  EXPECT_THAT(list.entries[0].file, IsEmpty()) << "it has no decision";
  EXPECT_EQ(list.entries[1].file, DecisionFile(folder, 2, list.faults[1]));
  EXPECT_THAT(ReadFile(list.entries[1].file),
              AllOf(HasSubstr("bot mine, crash"), HasSubstr("crash 2")));
}

TEST_F(FaultListTest, ABotIsAskedAgainAsInTheLeague) {
  EXPECT_THAT(AskAgainWords(config_, config_.bots(0)),
              AllOf(HasSubstr("--allow env:TZ"), HasSubstr(" -- "),
                    HasSubstr("'./my bot'")));
  EXPECT_THAT(AskAgainWords(config_, config_.bots(1)), IsEmpty())
      << "it is bundled";
}

TEST_F(FaultListTest, TheDealOfAFaultIsNamed) {
  const FaultList list = List({});
  EXPECT_EQ(WhereText(config_, list.faults[0]),
            "basic-gerver, mine - other, deal 0 or one soon after");
}

}  // namespace
}  // namespace couillon::arena

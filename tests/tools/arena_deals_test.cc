// The recorded deals of an arena: those of all its rounds, with the bots of
// each, in pages and on the command line.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/front/page/deals_of_page.h"
#include "arena/front/page/recorded_rounds.h"
#include "arena/league/records/league_records.h"
#include "arena/numbers/format/json.h"
#include "arena/table/schedule/schedule.h"
#include "tests/support/program.h"
#include "tests/tools/run_command.h"
#include "tools/commands/shared/command.h"

namespace couillon {
namespace {

using arena::Json;
using arena::RecordedRounds;
using arena::ReplayedUnit;
using testing_support::TemporaryFolder;
using tests::CommandRun;
using tests::RunCommand;

// "A v1" and "B v1" meet in the first round, "B v1" and "A v2" in the second,
// whose bots therefore have other numbers than in the arena.
class ArenaDealsTest : public ::testing::Test {
 protected:
  ArenaDealsTest() {
    Arena({"init", open_, "--ruleset", "fr", "--deals", "4", "--block", "2",
           "--seed", "x", "--record", "deals"});
    Arena({"submit", open_, "A=builtin:random", "B=builtin:heuristic",
           "--allow", "unchecked"});
    Arena({"run", open_, "--quiet"});
    Arena({"submit", open_, "A=builtin:greedy", "--allow", "unchecked"});
    Arena({"run", open_, "--quiet"});
  }

  static void Arena(std::vector<std::string> words) {
    words.insert(words.begin(), "arena");
    const CommandRun run = RunCommand(tools::AddArenaCommand, words);
    ASSERT_EQ(run.exit_code, tools::kExitDone) << run.error;
  }
  static CommandRun Replay(const std::vector<std::string>& options) {
    std::vector<std::string> words = {"replay"};
    words.insert(words.end(), options.begin(), options.end());
    return RunCommand(tools::AddReplayCommand, words);
  }

  TemporaryFolder folder_;
  const std::string open_ = folder_.path("open");
};

TEST_F(ArenaDealsTest, EachUnitHasTheBotsThatPlayedIt) {
  const absl::StatusOr<RecordedRounds> rounds = RecordedRounds::Open(open_);
  ASSERT_TRUE(rounds.ok()) << rounds.status();
  const Json names = rounds->Head()["bots"];
  std::map<std::set<std::string>, int> deals;
  std::set<std::int64_t> numbers;
  const absl::Status read =
      rounds->ForEach([&](const ReplayedUnit& unit) -> absl::StatusOr<bool> {
        EXPECT_TRUE(numbers.insert(unit.unit.number).second);
        for (const arena::ReplayedItem& item : unit.items) {
          for (const arena::ReplayedTable& table : item.tables) {
            std::set<std::string> at;
            for (const arena::BotIndex bot : table.bots) {
              at.insert(names[Index(bot)].get<std::string>());
            }
            ++deals[at];
          }
        }
        return true;
      });
  EXPECT_TRUE(read.ok()) << read;
  const std::map<std::set<std::string>, int> expected = {{{"A v1", "B v1"}, 8},
                                                         {{"A v2", "B v1"}, 8}};
  EXPECT_EQ(deals, expected);
  EXPECT_EQ(rounds->deals(), 16);
}

TEST_F(ArenaDealsTest, APageHasTheDealsOfAllRounds) {
  const absl::StatusOr<RecordedRounds> rounds = RecordedRounds::Open(open_);
  ASSERT_TRUE(rounds.ok()) << rounds.status();
  const absl::StatusOr<Json> deals = DealsOfPage(*rounds, 1 << 20);
  ASSERT_TRUE(deals.ok()) << deals.status();
  EXPECT_EQ((*deals)["recorded"], 16);
  EXPECT_EQ((*deals)["held"], 16);
}

TEST_F(ArenaDealsTest, AUnitIsFoundByItsNumber) {
  const absl::StatusOr<RecordedRounds> rounds = RecordedRounds::Open(open_);
  ASSERT_TRUE(rounds.ok()) << rounds.status();
  std::vector<arena::Unit> heads;
  ASSERT_TRUE(rounds
                  ->ForEachHead([&heads](const arena::Unit& unit) {
                    heads.push_back(unit);
                    return true;
                  })
                  .ok());
  ASSERT_FALSE(heads.empty());
  for (const arena::Unit& head : heads) {
    const absl::StatusOr<ReplayedUnit> unit = rounds->Read(head.number);
    ASSERT_TRUE(unit.ok()) << unit.status();
    EXPECT_EQ(unit->unit.number, head.number);
    EXPECT_EQ(unit->unit.teams, head.teams);
    EXPECT_EQ(unit->items.size(), head.items);
  }
  EXPECT_TRUE(absl::IsNotFound(rounds->Read(-1).status()));
  EXPECT_TRUE(absl::IsNotFound(rounds->Read(1'000'000).status()));
}

TEST_F(ArenaDealsTest, ReplayFindsTheRoundOfADeal) {
  for (const char* other : {"A v1", "A v2"}) {
    const CommandRun run =
        Replay({open_, "--deal", "1", "--bots", other, "B v1"});
    EXPECT_EQ(run.exit_code, tools::kExitDone) << run.error;
    EXPECT_NE(run.out.find(other), std::string::npos) << run.out;
  }
  const CommandRun never =
      Replay({open_, "--deal", "1", "--bots", "A v1", "A v2"});
  EXPECT_EQ(never.exit_code, tools::kExitError);
  EXPECT_NE(never.error.find("no round has played deal or match 1"),
            std::string::npos)
      << never.error;
}

}  // namespace
}  // namespace couillon

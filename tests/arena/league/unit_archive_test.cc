// Units arrive in any order. Disqualification depends on their numbers alone,
// so the stored result has to be the same for every order.
#include "arena/league/unit_archive.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/league/disqualification_rule.h"
#include "arena/schedule/league_schedule.h"
#include "arena/schedule/schedule.h"
#include "arena/store/league_store.h"
#include "arena/table/bot_index.h"
#include "arena/unit/unit_forfeit.h"
#include "arena/unit/unit_result.h"
#include "couillon/v1/league.pb.h"
#include "engine/rules/compiled_rules.h"
#include "proto/ruleset_catalog.h"
#include "proto/ruleset_codec.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

constexpr int kDisqualifyAfter = 2;
constexpr std::uint32_t kItems = 4;  // per unit

v1::LeagueConfig Config(const CompiledRules& rules) {
  v1::LeagueConfig config;
  config.add_bots()->set_name("a");
  config.add_bots()->set_name("b");
  *config.add_rulesets()->mutable_ruleset() = wire::ToMessage(rules.ruleset);
  config.set_mode(v1::LEAGUE_MODE_DEALS);
  config.set_seed("archive");
  config.set_items(10 * std::uint64_t{kItems});
  config.set_block_items(kItems);
  return config;
}

class UnitArchiveTest : public testing::Test {
 protected:
  void SetUp() override {
    auto store = LeagueStore::Create(folder_.path("league"), Config(rules_[0]));
    ASSERT_TRUE(store.ok()) << store.status();
    store_ = *std::move(store);
    schedule_ = std::make_unique<Schedule>(ScheduleOf(store_->config()));
  }

  // Begins a run, as when a league is resumed.
  void Begin() {
    out_ = std::make_unique<DisqualificationRule>(2, kDisqualifyAfter);
    archive_ =
        std::make_unique<UnitArchive>(*store_, *schedule_, rules_, *out_);
    const absl::Status status = archive_->Begin();
    ASSERT_TRUE(status.ok()) << status;
  }

  // Saves a unit that no bot lost as a whole.
  void SavePlayed(std::int64_t number) {
    UnitResult result;
    result.unit = schedule_->unit(number);
    result.outcome.scores = PairScores(kItems, PairScore::OfTwo(1, 1));
    result.outcome.points.resize(kItems);
    Save(std::move(result));
  }
  // Saves a unit that the first bot lost in play.
  void SaveLost(std::int64_t number) {
    UnitResult result = ForfeitedUnit(schedule_->unit(number), rules_[0], false,
                                      false, BotIndex(0));
    result.faults.push_back({.bot = BotIndex(0), .unit = number});
    Save(std::move(result));
  }

  // The units that the first bot lost, in play ('p') or by the rule ('r').
  std::string Lost() {
    std::string lost(static_cast<std::size_t>(schedule_->units()), '.');
    const absl::Status status =
        store_->ForEachUnit([&lost](const StoredUnit& unit) {
          if (unit.outcome.lost_by != BotIndex(0)) return;
          lost[static_cast<std::size_t>(unit.number)] =
              unit.faults > 0 ? 'p' : 'r';
        });
    EXPECT_TRUE(status.ok()) << status;
    return lost;
  }

 private:
  void Save(UnitResult result) {
    std::vector<UnitResult> results;
    results.push_back(std::move(result));
    const absl::Status status = archive_->Save(results);
    ASSERT_TRUE(status.ok()) << status;
  }

  testing_support::TemporaryFolder folder_;
  std::vector<CompiledRules> rules_ = {*wire::FindRules("basic-gerver")};
  std::unique_ptr<LeagueStore> store_;
  std::unique_ptr<Schedule> schedule_;
  std::unique_ptr<DisqualificationRule> out_;
  std::unique_ptr<UnitArchive> archive_;
};

TEST_F(UnitArchiveTest, LaterUnitsStoredBeforeADisqualificationAreFixed) {
  Begin();
  SavePlayed(2);
  SavePlayed(9);
  SaveLost(1);
  SaveLost(6);
  EXPECT_EQ(Lost(), ".p....p..r");
  SaveLost(3);  // 3 is now the last before the rule applies; 6 is lost by it
  EXPECT_EQ(Lost(), ".p.p..r..r");
  SavePlayed(5);
  EXPECT_EQ(Lost(), ".p.p.rr..r");
}

TEST_F(UnitArchiveTest, ALaterRunContinuesFromTheStoredUnits) {
  Begin();
  SavePlayed(9);
  SaveLost(4);
  Begin();
  EXPECT_EQ(Lost(), "....p.....");
  SaveLost(2);
  EXPECT_EQ(Lost(), "..p.p....r");
  Begin();
  SavePlayed(7);
  EXPECT_EQ(Lost(), "..p.p..r.r");
}

}  // namespace
}  // namespace couillon::arena

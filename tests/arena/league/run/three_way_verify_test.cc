// A stored three-way league is verified from its records: the points of all
// three bots, forfeits of any of them, and disqualification.
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/league/run/disqualification_rule.h"
#include "arena/league/run/verify.h"
#include "arena/league/store/league_store.h"
#include "arena/table/bot_index.h"
#include "arena/table/referee/referee.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/schedule/unit_deals.h"
#include "arena/table/team.h"
#include "arena/table/unit/unit_forfeit.h"
#include "arena/table/unit/unit_result.h"
#include "couillon/v1/league.pb.h"
#include "engine/deal/deal_source.h"
#include "engine/rules/compiled_rules.h"
#include "proto/ruleset_codec.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/bundled_links.h"
#include "tests/support/played_units.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

class ThreeWayVerifyTest : public ::testing::Test {
 protected:
  ThreeWayVerifyTest() {
    for (const char* name : {"a", "b", "c", "d"}) {
      config_.add_bots()->set_name(name);
    }
    v1::LeagueRuleset& entry = *config_.add_rulesets();
    entry.set_spec("troeven-3-solo");
    *entry.mutable_ruleset() = wire::ToMessage(rules_.ruleset);
    entry.set_hash(wire::RulesetHash(rules_.ruleset));
    config_.set_format(v1::LEAGUE_FORMAT_THREE_WAY);
    config_.set_mode(v1::LEAGUE_MODE_DEALS);
    config_.set_seed("verify");
    config_.set_seed_commitment(DealSource("verify").commitment());
    config_.set_items(8);
    config_.set_block_items(8);
    config_.set_record_deals(true);
  }

  // All units of the league, played in this thread by one strategy.
  std::vector<UnitResult> Play() {
    const UnitDeals deals(config_);
    const RefereeConfig referee = {
        .rules = {&rules_},
        .deals = &deals,
        .teams = 3,
        .is_match = config_.mode() == v1::LEAGUE_MODE_MATCHES,
        .record_deals = true};
    const std::vector<std::string> bots(
        static_cast<std::size_t>(config_.bots_size()), "random");
    std::vector<UnitResult> units;
    testing_support::PlayUnits(
        referee, testing_support::BundledLinks(bots, referee.rules),
        MakeSchedule(config_), units);
    return units;
  }

  absl::Status Verify(const std::vector<UnitResult>& units) {
    const testing_support::TemporaryFolder folder;
    auto store = LeagueStore::Create(folder.path("league"), config_);
    if (!store.ok()) return store.status();
    absl::Status saved = (*store)->Save(units);
    if (!saved.ok()) return saved;
    return VerifyLeague(**store, nullptr).status();
  }

  const CompiledRules rules_ = tests::Rules("troeven-3-solo");
  v1::LeagueConfig config_;
};

TEST_F(ThreeWayVerifyTest, DealsAndMatchesAreAsStored) {
  EXPECT_EQ(Verify(Play()), absl::OkStatus());
  config_.set_mode(v1::LEAGUE_MODE_MATCHES);
  EXPECT_EQ(Verify(Play()), absl::OkStatus());
}

TEST_F(ThreeWayVerifyTest, ForfeitsOfEachBotAreAsStored) {
  std::vector<UnitResult> units = Play();
  for (const Team team : kAllTeams) {
    const Unit unit = units[1].unit;
    units[1] = ForfeitedUnit(unit, rules_, false, true, unit.teams[team][0]);
    EXPECT_EQ(Verify(units), absl::OkStatus());
  }
}

TEST_F(ThreeWayVerifyTest, OtherPointsOfAnyBotAreFound) {
  for (const Team team : kAllTeams) {
    std::vector<UnitResult> units = Play();
    ++units[2].outcome.three_way_points[5][team][1];
    EXPECT_EQ(Verify(units).message(),
              "unit 2 (troeven-3-solo, a - c - d): the deals do not add up to "
              "the stored sums");
  }
}

TEST_F(ThreeWayVerifyTest, AThirdBotIsDisqualifiedLikeAnother) {
  const Schedule schedule = MakeSchedule(config_);
  DisqualificationRule rule(config_.bots_size(), 1);
  rule.AddForfeit(0, BotIndex(3));
  ASSERT_EQ(schedule.unit(1).TeamOf(BotIndex(3)), Team::kThird);
  EXPECT_EQ(rule.DisqualifiedIn(schedule.unit(1)), BotIndex(3));
}

}  // namespace
}  // namespace couillon::arena

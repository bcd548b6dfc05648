// Units arrive in any order. Disqualification depends on their numbers alone,
// so the stored result has to be the same for every order.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <random>
#include <string>
#include <utility>

#include "arena/league/run/runner.h"
#include "arena/league/store/league_store.h"
#include "arena/table/quantity.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/unit/unit_forfeit.h"
#include "couillon/v1/league.pb.h"
#include "proto/ruleset_catalog.h"
#include "proto/ruleset_codec.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

constexpr int kDisqualifyAfter = 2;
constexpr std::uint32_t kItems = 4;  // per unit
constexpr std::int64_t kUnits = 10;

v1::LeagueConfig Config(const CompiledRules& rules, int bots) {
  v1::LeagueConfig config;
  for (int bot = 0; bot < bots; ++bot) {
    config.add_bots()->set_name(std::string(1, static_cast<char>('a' + bot)));
  }
  *config.add_rulesets()->mutable_ruleset() = wire::ToMessage(rules.ruleset);
  config.set_mode(v1::LEAGUE_MODE_DEALS);
  config.set_seed("archive");
  config.set_items(kUnits * std::uint64_t{kItems});
  config.set_block_items(kItems);
  return config;
}

class UnitArchiveTest : public testing::Test {
 protected:
  void SetUp() override { MakeStore("league", 2); }
  void MakeStore(const std::string& name, int bots) {
    archive_.reset();
    auto store =
        LeagueStore::Create(folder_.path(name), Config(rules_[0], bots));
    ASSERT_TRUE(store.ok()) << store.status();
    store_ = *std::move(store);
    schedule_ = std::make_unique<Schedule>(MakeSchedule(store_->config()));
  }

  // Begins a run, as when a league is resumed.
  void Begin() {
    out_ = std::make_unique<DisqualificationRule>(store_->config().bots_size(),
                                                  kDisqualifyAfter);
    archive_ =
        std::make_unique<UnitArchive>(*store_, *schedule_, rules_, *out_);
    const absl::Status status = archive_->Begin();
    ASSERT_TRUE(status.ok()) << status;
  }

  // A unit that no bot lost as a whole.
  [[nodiscard]] UnitResult Played(std::int64_t number) const {
    UnitResult result;
    result.unit = schedule_->unit(number);
    result.outcome.scores = PairScores(kItems, PairScore::OfTwo(1, 1));
    result.outcome.points.resize(kItems);
    result.outcome.leads[Quantity::kGamePoints].denominator = 2;
    return result;
  }
  // A unit that a bot lost in play.
  [[nodiscard]] UnitResult LostBy(BotIndex bot, std::int64_t number) const {
    UnitResult result =
        ForfeitedUnit(schedule_->unit(number), rules_[0], false, false, bot);
    result.faults.push_back({.bot = bot, .unit = number});
    return result;
  }
  void SavePlayed(std::int64_t number) { Save({Played(number)}); }
  // Saves a unit that the first bot lost in play.
  void SaveLost(std::int64_t number) { Save({LostBy(BotIndex(0), number)}); }
  void Save(std::vector<UnitResult> results) {
    const auto saved = archive_->Save(results);
    ASSERT_TRUE(saved.ok());
  }
  // The results of units that 'a' or 'b' lost in play, or nobody ('.'), as
  // they arrive: by the rule if it is known by then.
  std::vector<UnitResult> Arriving(const std::string& played,
                                   const std::vector<std::int64_t>& numbers) {
    std::vector<UnitResult> results;
    for (const std::int64_t number : numbers) {
      const char by = played[static_cast<std::size_t>(number)];
      const std::optional<BotIndex> disqualified =
          out_->DisqualifiedIn(schedule_->unit(number));
      results.push_back(disqualified
                            ? ForfeitedUnit(schedule_->unit(number), rules_[0],
                                            false, false, *disqualified)
                        : by == '.' ? Played(number)
                                    : LostBy(BotIndex(by - 'a'), number));
    }
    return results;
  }

  // The units that a bot lost, in play ('a', 'b') or by the rule ('A', 'B').
  std::string Lost() {
    std::string lost(static_cast<std::size_t>(schedule_->units()), '.');
    const absl::Status status =
        store_->ForEachUnit([&lost](const StoredUnit& unit) {
          if (!unit.outcome.lost_by) return;
          const char base = unit.faults > 0 ? 'a' : 'A';
          lost[static_cast<std::size_t>(unit.number)] =
              static_cast<char>(base + ToInt(*unit.outcome.lost_by));
        });
    EXPECT_TRUE(status.ok()) << status;
    return lost;
  }

  [[nodiscard]] const std::vector<CompiledRules>& rules() const {
    return rules_;
  }

 private:
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
  EXPECT_EQ(Lost(), ".a....a...");  // units before them are missing
  SaveLost(3);
  SavePlayed(0);
  EXPECT_EQ(Lost(), ".a.a..a...");
  Save({Played(5), Played(4)});
  EXPECT_EQ(Lost(), ".a.aAAA...");
  SavePlayed(7);
  SavePlayed(8);
  EXPECT_EQ(Lost(), ".a.aAAAAAA");
}

TEST_F(UnitArchiveTest, ALaterRunContinuesFromTheStoredUnits) {
  Begin();
  SavePlayed(9);
  SaveLost(4);
  Save({Played(0), Played(1)});
  Begin();
  EXPECT_EQ(Lost(), "....a.....");
  SaveLost(2);
  SavePlayed(3);
  EXPECT_EQ(Lost(), "..a.a.....");
  SavePlayed(7);
  Begin();
  Save({Played(8), Played(5), Played(6)});
  EXPECT_EQ(Lost(), "..a.aAAAAA");
}

// What the units are if they arrive in order: those lost in play count until
// a bot is disqualified, and from then on it loses all that it plays in.
std::string InOrder(const Schedule& schedule, const std::string& played) {
  std::string lost = played;
  std::map<char, int> counts;
  std::string disqualified;  // in this order
  for (std::size_t number = 0; number < lost.size(); ++number) {
    const Unit unit = schedule.unit(static_cast<std::int64_t>(number));
    const auto first = std::ranges::find_if(disqualified, [&unit](char bot) {
      return unit.Has(BotIndex(bot - 'a'));
    });
    if (first != disqualified.end()) {
      lost[number] = static_cast<char>(*first - 'a' + 'A');
    } else if (lost[number] != '.' &&
               ++counts[lost[number]] == kDisqualifyAfter) {
      disqualified += lost[number];
    }
  }
  return lost;
}

// Of two faulty bots, a unit that the rule takes from one does not count for
// the other, so the order of arrival must not decide who is disqualified.
TEST_F(UnitArchiveTest, AnyOrderOfArrivalGivesTheSameUnitsWithTwoFaultyBots) {
  std::mt19937 random(16);
  for (int round = 0; round < 25; ++round) {
    MakeStore(std::to_string(round), 3);
    Begin();
    const Schedule schedule = MakeSchedule(Config(rules()[0], 3));
    std::string played;
    std::vector<std::int64_t> order;
    for (std::int64_t number = 0; number < schedule.units(); ++number) {
      const char by = "aabb."[random() % 5];
      played += schedule.unit(number).Has(BotIndex(by - 'a')) ? by : '.';
      order.push_back(number);
    }
    std::ranges::shuffle(order, random);
    while (!order.empty()) {
      const std::size_t many =
          std::min<std::size_t>(1 + random() % 12, order.size());
      Save(Arriving(played, {order.end() - static_cast<std::ptrdiff_t>(many),
                             order.end()}));
      order.resize(order.size() - many);
      if (random() % 4 == 0) Begin();
    }
    EXPECT_EQ(Lost(), InOrder(schedule, played)) << played;
  }
}

}  // namespace
}  // namespace couillon::arena

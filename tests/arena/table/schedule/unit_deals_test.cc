#include "arena/table/schedule/unit_deals.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "arena/table/schedule/league_schedule.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/card_set.h"
#include "engine/cards/pack.h"
#include "engine/deal/pairing_seed.h"
#include "tests/support/case_words.h"

namespace couillon::arena {
namespace {

constexpr CardSet kDeck(0xfcfcfcfc);

v1::LeagueConfig League(const std::vector<std::string>& bots) {
  v1::LeagueConfig config;
  config.set_seed("s");
  config.set_items(10);
  config.set_block_items(5);
  for (const std::string& name : bots) config.add_bots()->set_name(name);
  for (const char* id : {"fr", "force-fr"}) {
    v1::Ruleset& ruleset = *config.add_rulesets()->mutable_ruleset();
    ruleset.set_id(id);
    ruleset.mutable_table()->set_players(4);
    ruleset.mutable_table()->set_sides(2);
  }
  return config;
}

std::string PackText(const Pack& pack) {
  return tests::CardsText({pack.begin(), pack.begin() + kDeck.size()});
}

// The first pack of every unit.
std::vector<std::string> FirstPacks(const v1::LeagueConfig& config) {
  const Schedule schedule = MakeSchedule(config);
  const UnitDeals deals(config);
  std::vector<std::string> packs;
  for (std::int64_t number = 0; number < schedule.units(); ++number) {
    const Unit unit = schedule.unit(number);
    packs.push_back(PackText(deals.Of(unit).PackOf(kDeck, unit.first_item)));
  }
  return packs;
}

// The same by the names of the bots and the ruleset.
std::map<std::string, std::string> PacksByName(const v1::LeagueConfig& config) {
  const Schedule schedule = MakeSchedule(config);
  const std::vector<std::string> packs = FirstPacks(config);
  std::map<std::string, std::string> by_name;
  for (std::int64_t number = 0; number < schedule.units(); ++number) {
    const Unit unit = schedule.unit(number);
    std::string a = config.bots(ToInt(unit.teams.first[0])).name();
    std::string b = config.bots(ToInt(unit.teams.second[0])).name();
    if (b < a) std::swap(a, b);
    by_name[a + b + std::to_string(unit.ruleset) +
            std::to_string(unit.first_item)] =
        packs[static_cast<std::size_t>(number)];
  }
  return by_name;
}

TEST(UnitDealsTest, NoUnitPlaysTheDealsOfAnother) {
  for (const v1::LeagueFormat format :
       {v1::LEAGUE_FORMAT_ROUND_ROBIN, v1::LEAGUE_FORMAT_INDIVIDUAL,
        v1::LEAGUE_FORMAT_THREE_WAY}) {
    v1::LeagueConfig config = League({"a", "b", "c", "d", "e", "f", "g", "h"});
    config.set_format(format);
    const std::vector<std::string> packs = FirstPacks(config);
    EXPECT_EQ(std::set(packs.begin(), packs.end()).size(), packs.size());
  }
}

TEST(UnitDealsTest, TheyAreThoseOfThePairingSeed) {
  const v1::LeagueConfig config = League({"b", "a"});
  const Unit unit = MakeSchedule(config).unit(1);
  const std::vector<std::string> a = {"a"};
  const std::vector<std::string> b = {"b"};
  const DealSource expected(PairingSeed("s", "force-fr", a, b));
  EXPECT_EQ(PackText(UnitDeals(config).Of(unit).PackOf(kDeck, 3)),
            PackText(expected.PackOf(kDeck, 3)));
}

TEST(UnitDealsTest, ThreeBotsHaveTheSameDealsInAnyOrder) {
  const DealSource expected(ThreeWaySeed("s", "force-fr", {"c", "a", "b"}));
  for (const auto& bots : std::vector<std::vector<std::string>>{
           {"a", "b", "c"}, {"b", "c", "a"}, {"c", "b", "a"}}) {
    v1::LeagueConfig config = League(bots);
    config.set_format(v1::LEAGUE_FORMAT_THREE_WAY);
    const Unit unit = MakeSchedule(config).unit(1);
    EXPECT_EQ(unit.ruleset, 1);
    EXPECT_EQ(PackText(UnitDeals(config).Of(unit).PackOf(kDeck, 3)),
              PackText(expected.PackOf(kDeck, 3)));
  }
}

TEST(UnitDealsTest, OtherBotsAndTheirOrderChangeNoDealOfAPairing) {
  const auto few = PacksByName(League({"a", "b", "c"}));
  const auto many = PacksByName(League({"d", "c", "a", "b"}));
  EXPECT_EQ(few.size(), 12U);
  for (const auto& [name, pack] : few) EXPECT_EQ(many.at(name), pack) << name;
}

TEST(UnitDealsTest, TheSameDealsAreThoseOfTheSeed) {
  v1::LeagueConfig config = League({"a", "b", "c"});
  config.set_same_deals(true);
  const std::vector<std::string> packs = FirstPacks(config);
  EXPECT_EQ(packs.front(), PackText(DealSource("s").PackOf(kDeck, 0)));
  EXPECT_EQ(std::set(packs.begin(), packs.end()).size(), 2U) << "two blocks";
}

}  // namespace
}  // namespace couillon::arena

#include "tests/support/large_league.h"

#include <array>
#include <cstddef>
#include <string>

#include "absl/strings/str_cat.h"
#include "arena/league/store/league_store.h"
#include "arena/numbers/stats/law/splitmix.h"
#include "arena/table/bot_index.h"
#include "arena/table/quantity.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/seating.h"
#include "arena/table/unit/pair_score.h"
#include "engine/cards/check.h"

namespace couillon::testing_support {

v1::LeagueConfig LargeLeague(int bots, std::uint32_t deals) {
  v1::LeagueConfig config;
  for (int i = 0; i < bots; ++i) {
    config.add_bots()->set_name(absl::StrCat("bot", i));
  }
  v1::LeagueRuleset& entry = *config.add_rulesets();
  entry.set_spec("some-rules");
  entry.mutable_ruleset()->mutable_table()->set_sides(2);
  config.set_mode(v1::LEAGUE_MODE_DEALS);
  config.set_items(deals);
  config.set_block_items(deals);
  config.set_same_deals(true);
  return config;
}

arena::RunningSums LargeSums(const v1::LeagueConfig& config,
                             std::int64_t times) {
  stats::SplitMix64 random(20);
  const arena::Schedule schedule = arena::MakeSchedule(config);
  arena::SumsBuilder builder(config, arena::EmptySums(config));
  for (std::int64_t number = 0; number < arena::UnitsOfABlock(config);
       ++number) {
    const arena::Unit unit = schedule.unit(number);
    arena::StoredUnit stored{.number = number};
    // Ten times the random deviation of so many deals.
    const int lead =
        10 * (ToInt(unit.teams.second[0]) - ToInt(unit.teams.first[0]));
    for (std::uint32_t i = 0; i < unit.items; ++i) {
      std::array<int, 2> half_points{};
      arena::PairScore score;
      for (const arena::Seating seating : arena::Seatings(2)) {
        const auto draw = static_cast<int>(random.NextBelow(1000));
        int& half = half_points[static_cast<std::size_t>(seating)];
        half = draw < 450 + lead ? 2 : (draw < 550 + lead ? 1 : 0);
        score.Add(half, seating, /*seatings=*/2);
      }
      stored.outcome.scores.push_back(score);
      stored.outcome.leads[arena::Quantity::kGamePoints].Add(
          2 * (half_points[0] - 1), 2 * (half_points[1] - 1));
      stored.outcome.points.push_back(
          static_cast<std::int16_t>(2 * (half_points[0] + half_points[1] - 2)));
      stored.outcome.leads[arena::Quantity::kCardPoints].Add(
          20 * (half_points[0] - 1), 20 * (half_points[1] - 1));
    }
    stored.outcome.counts.deals = 2 * static_cast<std::int64_t>(unit.items);
    stored.outcome.counts.decisions = 16 * stored.outcome.counts.deals;
    COUILLON_CHECK(builder.Add(stored).ok());
  }
  const arena::RunningSums block = builder.Finish();
  arena::RunningSums sums = block;
  for (std::int64_t i = 1; i < times; ++i) {
    arena::MergeSums(block, sums);
  }
  return sums;
}

}  // namespace couillon::testing_support

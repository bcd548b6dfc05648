#include "arena/measure/selftest/played_pairs.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/numbers/stats/law/splitmix.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/referee/referee.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/schedule/unit_deals.h"
#include "arena/table/unit/unit_result.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/check.h"
#include "engine/play/observation.h"

namespace couillon::arena {

namespace {

std::uint64_t SeedOfErrors(const RandomErrors& errors, const Observation& seen,
                           stats::SplitMix64& seeds) {
  switch (errors.source) {
    case RandomSource::kDecision:
      // Not the stream of the reference bot, which may draw from the same seed.
      return ~seen.random_seed ^ errors.stream;
    case RandomSource::kHand:
      return stats::SplitMix64(seen.hand.mask() ^ errors.stream).Next();
    case RandomSource::kNone:
      return seeds.Next();
  }
  return 0;
}

}  // namespace

DecideFunction Spoilt(DecideFunction reference, const RandomErrors& errors) {
  auto seeds = std::make_shared<stats::SplitMix64>(errors.stream);
  return [reference = std::move(reference), errors, seeds](
             const CompiledRules& rules, const Observation& seen) {
    stats::SplitMix64 random(SeedOfErrors(errors, seen, *seeds));
    if (random.NextBelow(1000) >= errors.per_mille) {
      return reference(rules, seen);
    }
    auto action = seen.legal.begin();
    for (std::uint64_t skip =
             random.NextBelow(static_cast<std::uint64_t>(seen.legal.size()));
         skip > 0; --skip) {
      ++action;
    }
    return *action;
  };
}

v1::LeagueConfig ConfigOf(const PlayedLeague& league) {
  v1::LeagueConfig config;
  for (std::size_t i = 0; i < league.bots.size(); ++i) {
    config.add_bots()->set_name(absl::StrCat("bot", i));
  }
  config.add_rulesets()->mutable_ruleset()->mutable_table()->set_sides(
      static_cast<std::uint32_t>(league.rules->sides));
  config.set_items(league.deals);
  config.set_block_items(league.block);
  config.set_seed(league.seed);
  config.set_same_deals(league.same_deals);
  return config;
}

std::vector<StoredUnit> Play(const PlayedLeague& league) {
  const int bots = static_cast<int>(league.bots.size());
  const UnitDeals deals(ConfigOf(league));
  const Schedule schedule =
      Schedule::RoundRobin(bots, 1, league.deals, league.block);
  const RefereeConfig config{.rules = {league.rules},
                             .deals = &deals,
                             .coupled = league.coupled,
                             .max_faults = 1};
  BotLinks links;
  for (int bot = 0; bot < bots; ++bot) {
    links.links.push_back(std::make_unique<InProcessLink>(
        LinkIndex(bot), league.bots[static_cast<std::size_t>(bot)],
        config.rules));
  }
  std::int64_t next = 0;
  std::vector<StoredUnit> units;
  Referee referee(
      config, std::move(links),
      [&]() -> std::optional<Unit> {
        if (next == schedule.units()) return std::nullopt;
        return schedule.unit(next++);
      },
      [&units](const UnitResult& result) {
        units.push_back(
            {.number = result.unit.number, .outcome = result.outcome});
      });
  referee.Run(std::atomic<bool>(false));
  std::sort(units.begin(), units.end(),
            [](const auto& a, const auto& b) { return a.number < b.number; });
  return units;
}

RunningSums SumsOf(const v1::LeagueConfig& config,
                   const std::vector<StoredUnit>& units) {
  SumsBuilder builder(config, EmptySums(config));
  for (const StoredUnit& unit : units) {
    COUILLON_CHECK(builder.Add(unit).ok());
  }
  return builder.Finish();
}

}  // namespace couillon::arena

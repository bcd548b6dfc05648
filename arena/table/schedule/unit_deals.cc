// One source for the league, or one per pairing (or three bots) and ruleset, by
// their names.

#include "arena/table/schedule/unit_deals.h"

#include <cstddef>

#include "couillon/v1/league.pb.h"
#include "engine/deal/pairing_seed.h"

namespace couillon::arena {

UnitDeals::UnitDeals(std::string_view seed) : seed_(seed), same_(seed) {}

UnitDeals::UnitDeals(const v1::LeagueConfig& config) : seed_(config.seed()) {
  if (config.same_deals()) {
    same_.emplace(seed_);
    return;
  }
  for (const v1::BotEntry& bot : config.bots()) names_.push_back(bot.name());
  for (const v1::LeagueRuleset& entry : config.rulesets()) {
    rulesets_.push_back(entry.ruleset().id());
  }
}

std::vector<std::string> UnitDeals::ListNames(const TeamBots& team) const {
  std::vector<std::string> names;
  names.reserve(team.size());
  for (const BotIndex bot : team) names.push_back(names_[Index(bot)]);
  return names;
}

DealSource UnitDeals::Of(const Unit& unit) const {
  if (same_) return *same_;
  const std::string& ruleset =
      rulesets_[static_cast<std::size_t>(unit.ruleset)];
  if (unit.teams.size() == 3) {
    const Pairing& teams = unit.teams;
    return DealSource(ThreeWaySeed(
        seed_, ruleset,
        ListNames({teams.first[0], teams.second[0], teams.third[0]})));
  }
  return DealSource(PairingSeed(seed_, ruleset, ListNames(unit.teams.first),
                                ListNames(unit.teams.second)));
}

}  // namespace couillon::arena

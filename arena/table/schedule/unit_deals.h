// The deals that each unit of a league plays: those of its pairing (or three
// bots) and ruleset alone, or, in a league of duplicate deals, the same as all
// others.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/table/bot_index.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/team_bots.h"
#include "engine/deal/deal_source.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

// Immutable, so threads may share it.
class UnitDeals {
 public:
  // All units play the deals of `seed`.
  explicit UnitDeals(std::string_view seed);
  // As the configuration says: deals of their own for every pairing and ruleset
  // (engine/deal/pairing_seed.h), or the same ones for all.
  explicit UnitDeals(const v1::LeagueConfig& config);

  // The deals of `unit`; they are numbered from unit.first_item on. Requires:
  // the unit belongs to a schedule of the configuration.
  [[nodiscard]] DealSource Of(const Unit& unit) const;

 private:
  [[nodiscard]] std::vector<std::string> ListNames(const TeamBots& team) const;

  std::string seed_;
  std::optional<DealSource> same_;     // the deals of all units
  std::vector<std::string> names_;     // of the bots
  std::vector<std::string> rulesets_;  // ids
};

}  // namespace couillon::arena

// The recorded deals of a league, or of all rounds of an arena, as one list of
// units: those of the first round first, with numbers that go on from round to
// round, and with the bots of the whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/league/records/league_records.h"
#include "arena/league/store/league_store.h"
#include "arena/numbers/format/json.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/schedule.h"
#include "couillon/v1/league.pb.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

struct ArenaState;

class RecordedRounds {
 public:
  // Reads what was played in `directory`, but no deals yet. FailedPrecondition
  // if no deals are stored there; the other errors are those of the store and
  // of the journal.
  static absl::StatusOr<RecordedRounds> Open(const std::string& directory);

  // The head of a couillon.deals document, without units.
  [[nodiscard]] Json Head() const;
  [[nodiscard]] const CompiledRules& RulesOf(const Unit& unit) const {
    return rules_[static_cast<std::size_t>(unit.ruleset)];
  }
  // The number of stored deals, over all seatings.
  [[nodiscard]] std::int64_t deals() const { return deals_; }

  // Calls `use` with every stored unit in ascending order of number, until it
  // returns false. DataLoss if one cannot be read or replayed.
  absl::Status ForEach(
      const std::function<absl::StatusOr<bool>(const ReplayedUnit&)>& use)
      const;
  // The same without records: `items` of the units are empty.
  absl::Status ForEachHead(const std::function<bool(const Unit&)>& use) const;
  // The record of unit `number`. NotFound if it is not stored.
  [[nodiscard]] absl::StatusOr<ReplayedUnit> Read(std::int64_t number) const;

 private:
  // A league, or a round that was begun.
  struct Round {
    std::string directory;
    std::int64_t first_unit = 0;  // the number of its first unit
    std::vector<UnitRun> stored;  // with numbers of the round
    std::vector<BotIndex> bots;   // of the whole, by index in the round
  };

  explicit RecordedRounds(v1::LeagueConfig config)
      : config_(std::move(config)) {}
  absl::Status AddRound(LeagueStore& store, std::vector<BotIndex> bots);
  absl::Status AddArena(const ArenaState& state, const std::string& directory);
  static void ToWhole(const Round& round, Unit& unit);
  static void ToWhole(const Round& round, ReplayedUnit& unit);

  v1::LeagueConfig config_;  // bots, rulesets and mode of the whole
  std::vector<CompiledRules> rules_;
  std::vector<Round> rounds_;
  std::int64_t units_ = 0;  // of all rounds, played or not
  std::int64_t deals_ = 0;
};

// Returns true if deals are stored in `directory`: of a league or of an arena.
bool HasRecordedDeals(const std::string& directory);

}  // namespace couillon::arena

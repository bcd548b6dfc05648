#include "arena/standing/journal/arena_tournament.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "absl/status/status.h"
#include "arena/league/store/league_store.h"
#include "arena/league/store/stored_unit.h"
#include "arena/report/meeting_sums.h"
#include "arena/report/rating_history.h"
#include "arena/report/tournament_report.h"
#include "arena/standing/journal/open_round.h"
#include "arena/standing/journal/round_results.h"
#include "arena/standing/planner/season.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/schedule.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/check.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

std::set<int> Met(const ArenaState& state) {
  std::set<int> met;
  for (const RoundPlan& plan : state.rounds) {
    ForEachPlayer(plan, [&met](int entrant) { met.insert(entrant); });
  }
  return met;
}

// All rounds as one tournament.
class WholeTournament {
 public:
  explicit WholeTournament(const ArenaState& state)
      : state_(state), config_(state.settings) {
    for (const int entrant : Met(state)) {
      index_[entrant] = config_.bots_size();
      const Entrant& of = state.entrants[static_cast<std::size_t>(entrant)];
      v1::BotEntry& bot = *config_.add_bots();
      bot = of.bot;
      bot.set_name(of.Label());
    }
    std::vector<MeetingSums> meetings;
    std::uint64_t most = 0;
    for (const auto& [teams, items] : state.planned_tables) {
      v1::LeagueTable& table = *config_.add_tables();
      MeetingSums& meeting = meetings.emplace_back();
      for (const int entrant : teams.first) {
        table.add_first(static_cast<std::uint32_t>(index_.at(entrant)));
        meeting.first.push_back(BotIndex(index_.at(entrant)));
      }
      for (const int entrant : teams.second) {
        table.add_second(static_cast<std::uint32_t>(index_.at(entrant)));
        meeting.second.push_back(BotIndex(index_.at(entrant)));
      }
      place_.emplace(teams, place_.size());
      most = std::max(most, items);
    }
    config_.set_items(most);
    rulesets_.assign(static_cast<std::size_t>(config_.rulesets_size()),
                     meetings);
  }

  // Adds what has been played of a round, and its faults and units to `all`.
  absl::Status AddRound(int number, const std::string& directory,
                        GatheredReport& all) {
    const RoundPlan& plan = state_.rounds[static_cast<std::size_t>(number) - 1];
    const Schedule schedule =
        ScheduleOf(RoundConfig(state_, number, directory));
    all.report.units += schedule.units();
    ASSIGN_OR_RETURN(std::unique_ptr<LeagueStore> store,
                     OpenRoundToRead(state_, number, directory));
    if (store == nullptr) return absl::OkStatus();
    std::int64_t units = 0;
    RETURN_IF_ERROR(store->ForEachUnit([&](const StoredUnit& stored) {
      ++units;
      const Unit unit = schedule.unit(stored.number);
      const PlannedTable& table =
          plan.tables[static_cast<std::size_t>(unit.pairing)];
      rulesets_[static_cast<std::size_t>(unit.ruleset)]
               [place_.at({table.first, table.second})]
                   .Add(stored.outcome);
    }));
    all.report.units_done += units;
    if (units == schedule.units()) ++all.rounds_finished;
    return AddForfeits(plan, index_, *store, all.report.faults);
  }

  [[nodiscard]] const v1::LeagueConfig& config() const { return config_; }
  // By ruleset.
  [[nodiscard]] const std::vector<std::vector<MeetingSums>>& rulesets() const {
    return rulesets_;
  }

 private:
  const ArenaState& state_;
  v1::LeagueConfig config_;
  std::map<int, int> index_;               // in the tournament, by entrant
  std::map<TeamPair, std::size_t> place_;  // of a meeting
  std::vector<std::vector<MeetingSums>> rulesets_;
};

void AddPoints(const WholeTournament& whole, std::int64_t round,
               std::vector<RatingHistory>& histories) {
  for (std::size_t i = 0; i < histories.size(); ++i) {
    RatingHistory& history = histories[i];
    const std::vector<std::optional<RatingPoint>> points =
        StrengthPoints(whole.config(), whole.rulesets()[i], history.scale);
    history.rounds.push_back(round);
    for (std::size_t bot = 0; bot < points.size(); ++bot) {
      history.points[bot].push_back(points[bot]);
    }
  }
}

std::vector<RatingHistory> EmptyHistories(const v1::LeagueConfig& config,
                                          stats::ResultScale scale) {
  std::vector<RatingHistory> histories;
  for (const v1::LeagueRuleset& ruleset : config.rulesets()) {
    RatingHistory& history = histories.emplace_back();
    history.ruleset = ruleset.spec();
    history.scale = scale;
    history.points.resize(static_cast<std::size_t>(config.bots_size()));
  }
  return histories;
}

}  // namespace

absl::StatusOr<GatheredReport> GatherTournament(
    const ArenaState& state, const std::string& directory,
    stats::ResultScale scale, const std::vector<std::int64_t>* rated) {
  COUILLON_CHECK(state.format == RoundFormat::kIndividual &&
                 !state.rounds.empty());
  WholeTournament whole(state);
  GatheredReport all;
  all.report.config = whole.config();
  if (rated != nullptr) {
    all.report.history = EmptyHistories(whole.config(), scale);
  }
  for (int number = 1; number <= static_cast<int>(state.rounds.size());
       ++number) {
    RETURN_IF_ERROR(whole.AddRound(number, directory, all));
    if (rated != nullptr &&
        std::binary_search(rated->begin(), rated->end(), number)) {
      AddPoints(whole, number, all.report.history);
    }
  }
  for (std::size_t i = 0; i < whole.rulesets().size(); ++i) {
    all.report.tournaments.push_back(
        TournamentOf(whole.config(), static_cast<int>(i), whole.rulesets()[i],
                     {}, PlayerOrder::kStrength));
  }
  return all;
}

int EntrantsMet(const ArenaState& state) {
  return static_cast<int>(Met(state).size());
}

}  // namespace couillon::arena

#include "arena/report/tournament_report.h"

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "arena/league_schedule.h"
#include "arena/report/league_report.h"
#include "arena/schedule.h"
#include "arena/stats/mean.h"
#include "arena/store/league_store.h"

namespace couillon::arena {
namespace {

// The results of one player, a cluster a round.
struct PlayerResults {
  std::map<int, stats::Cluster> rounds;
  std::int64_t total = 0;
};

PlayerReport ReportPlayer(int bot, const PlayerResults& results) {
  PlayerReport player;
  player.bot = bot;
  player.total = results.total;
  player.rounds = static_cast<int>(results.rounds.size());
  std::vector<stats::Cluster> clusters;
  for (const auto& [round, cluster] : results.rounds) {
    clusters.push_back(cluster);
    player.deals += cluster.hands;
  }
  player.per_deal = stats::EstimateClusteredMean(clusters, kConfidence);
  return player;
}

}  // namespace

// Every player has the score of the sides it sat on.
absl::StatusOr<LeagueReport> ReportTournaments(LeagueStore& store) {
  LeagueReport report;
  report.config = store.config();
  const Schedule schedule = ScheduleOf(report.config);
  report.units = schedule.units();
  const auto bots = static_cast<std::size_t>(report.config.bots_size());
  std::vector<std::vector<PlayerResults>> results(
      static_cast<std::size_t>(report.config.rulesets_size()),
      std::vector<PlayerResults>(bots));
  absl::Status status = store.ForEachUnit([&](const StoredUnit& stored) {
    ++report.units_done;
    const Unit unit = schedule.unit(stored.number);
    auto& players = results[static_cast<std::size_t>(unit.ruleset)];
    for (const auto& [team, net] :
         {std::pair(&unit.teams.first, stored.net[0]),
          std::pair(&unit.teams.second, stored.net[1])}) {
      for (const int bot : *team) {
        PlayerResults& player = players[static_cast<std::size_t>(bot)];
        stats::Cluster& cluster = player.rounds[unit.round];
        player.total -= net;
        cluster.hands += stored.deals;
        cluster.total -= static_cast<double>(net);
      }
    }
  });
  if (!status.ok()) return status;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const v1::LeagueRuleset& entry =
        report.config.rulesets(static_cast<int>(i));
    TournamentTable table{.ruleset = entry.spec(), .hash = entry.hash()};
    for (std::size_t bot = 0; bot < bots; ++bot) {
      table.players.push_back(
          ReportPlayer(static_cast<int>(bot), results[i][bot]));
    }
    std::stable_sort(table.players.begin(), table.players.end(),
                     [](const PlayerReport& a, const PlayerReport& b) {
                       return a.per_deal.mean.value_or(0) <
                              b.per_deal.mean.value_or(0);
                     });
    report.tournaments.push_back(std::move(table));
  }
  return report;
}

}  // namespace couillon::arena

#include "arena/report/tournament_report.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/report/league_report.h"
#include "arena/schedule/league_schedule.h"
#include "arena/schedule/schedule.h"
#include "arena/stats/league/additive.h"
#include "arena/stats/league/design_fit.h"
#include "arena/stats/league/league_rating.h"
#include "arena/stats/league/rank_bands.h"
#include "arena/stats/pairs/mean.h"
#include "arena/stats/pairs/result_scale.h"
#include "arena/store/league_store.h"
#include "arena/store/stored_unit.h"
#include "arena/table/bot_index.h"
#include "arena/table/seating.h"
#include "arena/table/team.h"
#include "arena/unit/unit_result.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

std::vector<int> NumbersOf(const std::vector<BotIndex>& team) {
  std::vector<int> numbers;
  numbers.reserve(team.size());
  for (const BotIndex bot : team) numbers.push_back(ToInt(bot));
  return numbers;
}

// The results of one player, with one cluster per round.
struct PlayerResults {
  std::map<int, stats::Cluster> rounds;
  std::int64_t total = 0;
};

// The results of two players as partners.
struct PartnersResults {
  std::int64_t deals = 0;
  std::int64_t total = 0;
};

// A tournament under one ruleset, unit by unit.
class TournamentResults {
 public:
  TournamentResults(std::size_t bots, std::size_t tables, bool same_deals,
                    bool matches)
      : tables_(static_cast<std::int64_t>(tables)),
        same_deals_(same_deals),
        matches_(matches),
        players_(bots),
        partners_(bots, std::vector<PartnersResults>(bots)) {}

  void Add(const Unit& unit, const StoredUnit& stored);
  // Writes the players, their partners and their strengths.
  void WriteTo(TournamentTable& table);

 private:
  void AddSide(const std::vector<BotIndex>& team, int round, std::int64_t deals,
               std::int64_t net);
  void AddScores(const Unit& unit, const StoredUnit& stored);
  [[nodiscard]] std::int64_t DealOf(const Unit& unit, std::size_t item) const;
  [[nodiscard]] PlayerReport ReportPlayer(BotIndex bot) const;
  void WriteStrengths(TournamentTable& table);

  std::int64_t tables_;  // of a round
  bool same_deals_;      // at all tables of a round
  bool matches_;
  std::vector<PlayerResults> players_;
  std::vector<std::vector<PartnersResults>> partners_;
  std::vector<stats::TeamResult> scores_;  // of every deal at every table
};

// The result of a side counts for each of its players.
void TournamentResults::Add(const Unit& unit, const StoredUnit& stored) {
  AddSide(unit.teams.first, unit.round, stored.outcome.counts.deals,
          stored.outcome.net[Team::kFirst]);
  AddSide(unit.teams.second, unit.round, stored.outcome.counts.deals,
          stored.outcome.net[Team::kSecond]);
  AddScores(unit, stored);
}

void TournamentResults::AddSide(const std::vector<BotIndex>& team, int round,
                                std::int64_t deals, std::int64_t net) {
  for (const BotIndex bot : team) {
    PlayerResults& player = players_[Index(bot)];
    stats::Cluster& cluster = player.rounds[round];
    player.total -= net;
    cluster.size += deals;
    cluster.total -= static_cast<double>(net);
    for (const BotIndex partner : team) {
      if (partner == bot) continue;
      PartnersResults& partners = partners_[Index(bot)][Index(partner)];
      partners.deals += deals;
      partners.total -= net;
    }
  }
}

// A number for the deal of `item` of a unit, which other tables share if they
// play the same deal.
std::int64_t TournamentResults::DealOf(const Unit& unit,
                                       std::size_t item) const {
  const auto number = static_cast<std::int64_t>(unit.first_item + item);
  return number * tables_ + (same_deals_ ? 0 : unit.pairing);
}

void TournamentResults::AddScores(const Unit& unit, const StoredUnit& stored) {
  const auto seatings = static_cast<int>(Seatings(2).size());
  for (std::size_t item = 0; item < stored.outcome.scores.size(); ++item) {
    const double points =
        item < stored.outcome.points.size() ? stored.outcome.points[item] : 0;
    scores_.push_back(
        {.deal = DealOf(unit, item),
         .team = NumbersOf(unit.teams.first),
         .opponents = NumbersOf(unit.teams.second),
         .score = static_cast<double>(
                      stored.outcome.scores[item].HalfPoints(seatings)) /
                  (2 * seatings),
         .points = points / (2 * seatings)});
  }
}

PlayerReport TournamentResults::ReportPlayer(BotIndex bot) const {
  const PlayerResults& results = players_[Index(bot)];
  PlayerReport player;
  player.bot = bot;
  player.total = results.total;
  player.rounds = static_cast<int>(results.rounds.size());
  std::vector<stats::Cluster> clusters;
  for (const auto& [round, cluster] : results.rounds) {
    clusters.push_back(cluster);
    player.deals += cluster.size;
  }
  player.per_deal = stats::EstimateClusteredMean(clusters, kConfidence);
  return player;
}

stats::ContrastEstimate InElo(stats::ContrastEstimate strength) {
  strength.value *= stats::kEloPerLogStrength;
  if (strength.standard_error) {
    *strength.standard_error *= stats::kEloPerLogStrength;
  }
  strength.interval.lo *= stats::kEloPerLogStrength;
  strength.interval.hi *= stats::kEloPerLogStrength;
  return strength;
}

void TournamentResults::WriteStrengths(TournamentTable& table) {
  // RateTeams needs the results of a deal to be adjacent.
  std::stable_sort(scores_.begin(), scores_.end(),
                   [](const stats::TeamResult& a, const stats::TeamResult& b) {
                     return a.deal < b.deal;
                   });
  const stats::AdditiveRatings ratings =
      stats::RateTeams(static_cast<int>(players_.size()), scores_,
                       stats::ResultScale::kScore, kConfidence);
  stats::AdditiveRatings by_points;
  if (!matches_) {
    by_points = stats::RateTeams(static_cast<int>(players_.size()), scores_,
                                 stats::ResultScale::kPoints, kConfidence);
    for (PlayerReport& player : table.players) {
      player.points = by_points.bots[Index(player.bot)];
    }
  }
  const stats::RankBands ranks =
      stats::RankBandsOf(matches_ ? ratings : by_points, kConfidence);
  for (PlayerReport& player : table.players) {
    player.rank = ranks[Index(player.bot)];
  }
  bool all_estimated = true;
  for (PlayerReport& player : table.players) {
    const auto& strength = ratings.bots[Index(player.bot)];
    if (strength) player.elo = InElo(*strength);
    all_estimated = all_estimated && strength.has_value();
  }
  if (all_estimated) return;
  std::set<std::vector<int>> teams;
  for (const stats::TeamResult& result : scores_) {
    teams.insert(result.team);
    teams.insert(result.opponents);
  }
  for (const std::vector<int>& members : teams) {
    const auto strength = stats::TeamStrength(ratings, members, kConfidence);
    if (!strength) continue;
    TeamReport& team = table.teams.emplace_back();
    for (const int member : members) team.members.push_back(BotIndex(member));
    team.elo = InElo(*strength);
  }
}

void TournamentResults::WriteTo(TournamentTable& table) {
  for (std::size_t i = 0; i < players_.size(); ++i) {
    const auto bot = static_cast<BotIndex>(i);
    table.players.push_back(ReportPlayer(bot));
    std::vector<PartnersReport>& line = table.partners.emplace_back();
    for (const PartnersResults& results : partners_[Index(bot)]) {
      PartnersReport& report = line.emplace_back();
      report.deals = results.deals;
      if (results.deals == 0) continue;
      report.per_deal = static_cast<double>(results.total) /
                        static_cast<double>(results.deals);
    }
  }
  std::stable_sort(table.players.begin(), table.players.end(),
                   [](const PlayerReport& a, const PlayerReport& b) {
                     return a.per_deal.mean.value_or(0) <
                            b.per_deal.mean.value_or(0);
                   });
  WriteStrengths(table);
}

}  // namespace

absl::StatusOr<LeagueReport> ReportTournaments(LeagueStore& store) {
  LeagueReport report;
  report.config = store.config();
  const Schedule schedule = ScheduleOf(report.config);
  report.units = schedule.units();
  std::vector<TournamentResults> results(
      static_cast<std::size_t>(report.config.rulesets_size()),
      TournamentResults(static_cast<std::size_t>(report.config.bots_size()),
                        schedule.rounds()[0].size(), report.config.same_deals(),
                        report.config.mode() == v1::LEAGUE_MODE_MATCHES));
  absl::Status status = store.ForEachUnit([&](const StoredUnit& stored) {
    ++report.units_done;
    const Unit unit = schedule.unit(stored.number);
    results[static_cast<std::size_t>(unit.ruleset)].Add(unit, stored);
  });
  if (!status.ok()) return status;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const v1::LeagueRuleset& entry =
        report.config.rulesets(static_cast<int>(i));
    TournamentTable table{.ruleset = entry.spec(), .hash = entry.hash()};
    results[i].WriteTo(table);
    report.tournaments.push_back(std::move(table));
  }
  return report;
}

}  // namespace couillon::arena

// Sums the meetings of teams, fits the strengths of players to them, and sorts
// the players.
#include "arena/report/data/tournament_report.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "absl/status/status.h"
#include "arena/league/store/league_store.h"
#include "arena/league/store/stored_unit.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/report/data/table_ratings.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/seating.h"
#include "arena/table/unit/unit_result.h"
#include "engine/cards/check.h"
#include "engine/cards/status_macros.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/compiler.h"
#include "engine/rules/ruleset.h"
#include "proto/ruleset_codec.h"

namespace couillon::arena {
namespace {

// The results of two players, from the view of the one with the lower number.
struct TogetherSums {
  stats::PairSums score;
  stats::PairSums points;
  int meetings = 0;

  void Add(const stats::PairSums& of_score, const stats::PairSums& of_points) {
    COUILLON_CHECK(score.Merge(of_score) && points.Merge(of_points));
    ++meetings;
  }
};
using ByPlayers = std::map<std::pair<BotIndex, BotIndex>, TogetherSums>;

void AddPartners(const TeamBots& team, const stats::PairSums& score,
                 const stats::PairSums& points, ByPlayers& partners) {
  for (const BotIndex a : team) {
    for (const BotIndex b : team) {
      if (a < b) partners[{a, b}].Add(score, points);
    }
  }
}

void AddOpponents(const MeetingSums& meeting, ByPlayers& opponents) {
  for (const BotIndex a : meeting.first) {
    for (const BotIndex b : meeting.second) {
      if (a < b) {
        opponents[{a, b}].Add(meeting.score, meeting.points);
      } else {
        opponents[{b, a}].Add(stats::SwappedScore(meeting.score),
                              stats::SwappedPoints(meeting.points));
      }
    }
  }
}

// A mean with its interval, if it is known.
stats::MeanEstimate MeanOf(const stats::PairSums& sums, bool has_interval) {
  stats::MeanEstimate mean = stats::EstimateMean(sums, kConfidence);
  if (has_interval) return mean;
  mean.standard_error.reset();
  mean.interval = stats::Interval();
  return mean;
}

constexpr int kSeatings = 2;  // of two teams
constexpr std::int64_t kDenominator = std::int64_t{2} * kSeatings;

// The rules of a ruleset; null of matches, or if they are damaged: without its
// rules a tournament still has its results.
std::optional<CompiledRules> RulesOf(const v1::LeagueConfig& config,
                                     int ruleset) {
  if (ArePlayingMatches(config)) return std::nullopt;
  const absl::StatusOr<Ruleset> written =
      wire::FromMessage(config.rulesets(ruleset).ruleset());
  if (!written.ok()) return std::nullopt;
  absl::StatusOr<CompiledRules> rules = CompileRules(*written);
  if (!rules.ok()) return std::nullopt;
  return *std::move(rules);
}

// The lead of a plain win in game points per deal.
double PlainPoints(const std::optional<CompiledRules>& rules) {
  return rules ? static_cast<double>(PlainLead(*rules)) / kDenominator : 1;
}

PlacesOfTable PlacesOf(const v1::LeagueConfig& config,
                       const std::optional<CompiledRules>& rules,
                       const std::vector<MeetingSums>& meetings) {
  if (!rules) return {};
  PlaceTally tally(*rules, config.bots_size(), config.same_deals());
  for (const MeetingSums& meeting : meetings) {
    tally.Add(meeting.first, meeting.second, meeting.deal_counts);
  }
  return tally.Results(kConfidence);
}

// Sets the scores and leads of partners and opponents and the places of a
// table. Pairs of players that met several times on deals that tables may share
// have no interval. Requires: `table.partners` has its size; the meetings are
// those of the ruleset of the configuration that has these rules.
void AddMeetingFigures(const v1::LeagueConfig& config,
                       const std::optional<CompiledRules>& rules,
                       const std::vector<MeetingSums>& meetings,
                       TournamentTable& table) {
  ByPlayers partners;
  ByPlayers opponents;
  for (const MeetingSums& meeting : meetings) {
    if (!meeting.IsPlayed()) continue;
    AddPartners(meeting.first, meeting.score, meeting.points, partners);
    AddPartners(meeting.second, stats::SwappedScore(meeting.score),
                stats::SwappedPoints(meeting.points), partners);
    AddOpponents(meeting, opponents);
  }
  const auto has_interval = [&config](const TogetherSums& sums) {
    return !config.same_deals() || sums.meetings == 1;
  };
  for (const auto& [players, sums] : partners) {
    const auto [a, b] = players;
    for (PartnersReport* of : {&table.partners[Index(a)][Index(b)],
                               &table.partners[Index(b)][Index(a)]}) {
      of->score = MeanOf(sums.score, has_interval(sums));
      of->lead = MeanOf(sums.points, has_interval(sums));
    }
  }
  for (const auto& [players, sums] : opponents) {
    table.opponents.push_back(
        {.first = players.first,
         .second = players.second,
         .score = MeanOf(sums.score, has_interval(sums)),
         .lead = MeanOf(sums.points, has_interval(sums))});
  }
  table.places = PlacesOf(config, rules, meetings);
}

// Ignored unless they are whole, as they are in every unit of deals.
void AddKinds(const UnitOutcome& outcome, DealCounts& counts) {
  const std::string& kinds = outcome.kind_by_view;
  if (outcome.kinds == 0 || kinds.size() != kSeatings * outcome.scores.size()) {
    return;
  }
  if (counts.kinds() == 0) counts = DealCounts(outcome.kinds, kSeatings);
  if (counts.kinds() != outcome.kinds) return;
  for (std::size_t at = 0; at < kinds.size(); at += kSeatings) {
    counts.Add(std::span(
        reinterpret_cast<const std::uint8_t*>(kinds.data()) + at, kSeatings));
  }
}

// The results of one player, with one cluster per meeting, and with each
// partner.
struct PlayerResults {
  std::vector<stats::Cluster> meetings;
  std::int64_t total = 0;
  std::int64_t forfeits = 0;
  bool is_rated = false;                 // in a meeting at least
  std::vector<std::int64_t> deals_with;  // by partner
  std::vector<std::int64_t> total_with;
};

// The result of a side counts for each of its players.
void AddSide(const MeetingSums& meeting, Team side,
             std::vector<PlayerResults>& players) {
  const TeamBots& team = side == Team::kFirst ? meeting.first : meeting.second;
  const std::int64_t net = meeting.net[side];
  for (const BotIndex bot : team) {
    PlayerResults& player = players[Index(bot)];
    player.total -= net;
    player.forfeits += meeting.forfeits;
    player.is_rated = player.is_rated || meeting.IsRated();
    player.meetings.push_back(
        {.size = meeting.deals, .total = -static_cast<double>(net)});
    for (const BotIndex partner : team) {
      if (partner == bot) continue;
      player.deals_with[Index(partner)] += meeting.deals;
      player.total_with[Index(partner)] -= net;
    }
  }
}

std::vector<PlayerResults> ResultsOfPlayers(
    std::size_t bots, const std::vector<MeetingSums>& meetings) {
  std::vector<PlayerResults> players(
      bots, {.deals_with = std::vector<std::int64_t>(bots),
             .total_with = std::vector<std::int64_t>(bots)});
  for (const MeetingSums& meeting : meetings) {
    if (!meeting.IsPlayed()) continue;
    for (const Team side : kBothTeams) AddSide(meeting, side, players);
  }
  return players;
}

PlayerReport ReportPlayer(BotIndex bot, const PlayerResults& results) {
  PlayerReport player;
  player.bot = bot;
  player.total = results.total;
  player.rounds = static_cast<int>(results.meetings.size());
  player.forfeits = results.forfeits;
  player.no_result = player.rounds > 0 && !results.is_rated;
  for (const stats::Cluster& cluster : results.meetings) {
    player.deals += cluster.size;
  }
  player.per_deal = stats::EstimateClusteredMean(results.meetings, kConfidence);
  return player;
}

std::vector<PartnersReport> ReportPartners(const PlayerResults& results) {
  std::vector<PartnersReport> line(results.deals_with.size());
  for (std::size_t i = 0; i < line.size(); ++i) {
    line[i].deals = results.deals_with[i];
    if (line[i].deals == 0) continue;
    line[i].per_deal = static_cast<double>(results.total_with[i]) /
                       static_cast<double>(line[i].deals);
  }
  return line;
}

// What the ratings are fitted to.
struct RatedResults {
  int bots = 0;
  const std::vector<stats::TeamSums>& sums;
  const std::vector<stats::TeamResult>& results;  // if deals are shared
  double plain_points = 0;

  [[nodiscard]] stats::AdditiveRatings Rate(stats::ResultScale scale) const {
    return results.empty() ? stats::RateTeamSums(bots, sums, scale, kConfidence,
                                                 plain_points)
                           : stats::RateTeams(bots, results, scale, kConfidence,
                                              plain_points);
  }
};

stats::ContrastEstimate InElo(stats::ContrastEstimate strength) {
  strength.value *= stats::kEloPerLogStrength;
  if (strength.standard_error) {
    *strength.standard_error *= stats::kEloPerLogStrength;
  }
  strength.interval.lo *= stats::kEloPerLogStrength;
  strength.interval.hi *= stats::kEloPerLogStrength;
  return strength;
}

// The teams that have an Elo, of which a player has none.
std::vector<TeamReport> ReportTeams(const stats::AdditiveRatings& ratings,
                                    const std::vector<MeetingSums>& meetings) {
  std::set<std::vector<int>> teams;
  for (const MeetingSums& meeting : meetings) {
    if (!meeting.IsRated()) continue;
    teams.insert(NumbersOf(meeting.first));
    teams.insert(NumbersOf(meeting.second));
  }
  std::vector<TeamReport> reports;
  const auto has_elo = [&ratings](int member) {
    return ratings.bots[Index(BotIndex(member))].has_value();
  };
  for (const std::vector<int>& members : teams) {
    if (std::all_of(members.begin(), members.end(), has_elo)) continue;
    const auto strength = stats::TeamStrength(ratings, members, kConfidence);
    if (!strength) continue;
    TeamReport& team = reports.emplace_back();
    for (const int member : members) team.members.push_back(BotIndex(member));
    team.elo = InElo(*strength);
  }
  return reports;
}

// Writes the strengths and ranks of the players, and the strengths of teams.
void WriteStrengths(const RatedResults& rated, bool matches,
                    const std::vector<MeetingSums>& meetings,
                    TournamentTable& table) {
  const stats::AdditiveRatings ratings = rated.Rate(stats::ResultScale::kScore);
  stats::AdditiveRatings by_points;
  if (!matches) {
    by_points = rated.Rate(stats::ResultScale::kPoints);
    for (PlayerReport& player : table.players) {
      player.points = by_points.bots[Index(player.bot)];
    }
  }
  const stats::AdditiveRatings& shown = matches ? ratings : by_points;
  const stats::RankBands ranks = stats::ComputeRankBands(shown, kConfidence);
  for (PlayerReport& player : table.players) {
    table.few_deals =
        table.few_deals || (shown.bots[Index(player.bot)] &&
                            shown.fit.deals_of[Index(player.bot)] <
                                static_cast<double>(stats::kFewDeals));
    player.rank = ranks[Index(player.bot)];
    player.island = shown.islands[Index(player.bot)];
    const auto& strength = ratings.bots[Index(player.bot)];
    if (strength) player.elo = InElo(*strength);
  }
  table.teams = ReportTeams(ratings, meetings);
}

void SortPlayers(TournamentTable& table) {
  std::ranges::stable_sort(table.players, {}, [](const PlayerReport& player) {
    return player.per_deal.mean.value_or(
        std::numeric_limits<double>::infinity());
  });
}

// A deal of a meeting.
struct MeetingResult {
  std::size_t meeting = 0;  // its place
  bool has_forfeit = false;
  stats::TeamResult result;
};

// What the store of a tournament holds under one ruleset.
struct StoredTournament {
  std::vector<MeetingSums> meetings;   // by round and table
  std::vector<MeetingResult> results;  // of deals that tables share

  // The deals of rated meetings, adjacent by deal, as RateTeams needs them.
  [[nodiscard]] std::vector<stats::TeamResult> RatedResults() const {
    std::vector<stats::TeamResult> rated;
    for (const MeetingResult& of : results) {
      if (meetings[of.meeting].is_decisive || !of.has_forfeit) {
        rated.push_back(of.result);
      }
    }
    std::ranges::stable_sort(rated, {}, &stats::TeamResult::deal);
    return rated;
  }
};

std::vector<MeetingSums> MeetingsOf(const Schedule& schedule) {
  std::vector<MeetingSums> meetings;
  for (const std::vector<Pairing>& round : schedule.rounds()) {
    for (const Pairing& table : round) {
      meetings.push_back({.first = table.first, .second = table.second});
    }
  }
  return meetings;
}

// Adds every deal of a unit, under the number of its deal: all tables of a
// round share it. `meeting` is its place.
void AddResults(const Unit& unit, const StoredUnit& stored, std::size_t meeting,
                std::vector<MeetingResult>& results) {
  const auto seatings = static_cast<int>(Seatings(2).size());
  for (std::size_t item = 0; item < stored.outcome.scores.size(); ++item) {
    const double points =
        item < stored.outcome.points.size() ? stored.outcome.points[item] : 0;
    results.push_back(
        {.meeting = meeting,
         .has_forfeit = HasForfeit(stored.outcome.forfeited_items, item),
         .result = {
             .deal = static_cast<std::int64_t>(unit.first_item + item),
             .team = NumbersOf(unit.teams.first),
             .opponents = NumbersOf(unit.teams.second),
             .score = static_cast<double>(
                          stored.outcome.scores[item].HalfPoints(seatings)) /
                      (2 * seatings),
             .points = points / (2 * seatings)}});
  }
}

}  // namespace

void MeetingSums::Add(const UnitOutcome& outcome) {
  deals += outcome.counts.deals;
  for (const Team team : kBothTeams) {
    net[team] += outcome.net[team];
  }
  for (stats::PairSums* sums :
       {&score, &points, &forfeit_free_score, &forfeit_free_points}) {
    sums->denominator = kDenominator;
  }
  forfeits += outcome.counts.forfeits;
  for (std::size_t item = 0; item < outcome.scores.size(); ++item) {
    const int half_points = outcome.scores[item].HalfPoints(kSeatings);
    const int lead = item < outcome.points.size() ? outcome.points[item] : 0;
    score.Add(half_points);
    points.Add(lead);
    if (HasForfeit(outcome.forfeited_items, item)) continue;
    forfeit_free_score.Add(half_points);
    forfeit_free_points.Add(lead);
    is_decisive = is_decisive || 2 * half_points != kDenominator || lead != 0;
  }
  AddKinds(outcome, deal_counts);
}

std::vector<int> NumbersOf(const TeamBots& team) {
  std::vector<int> numbers;
  numbers.reserve(team.size());
  for (const BotIndex bot : team) numbers.push_back(ToInt(bot));
  return numbers;
}

std::vector<stats::TeamSums> TeamSumsOf(
    const std::vector<MeetingSums>& meetings) {
  std::vector<stats::TeamSums> sums;
  for (const MeetingSums& meeting : meetings) {
    if (!meeting.IsRated()) continue;
    const bool all = meeting.is_decisive;
    sums.push_back(
        {.team = NumbersOf(meeting.first),
         .opponents = NumbersOf(meeting.second),
         .score = all ? meeting.score : meeting.forfeit_free_score,
         .points = all ? meeting.points : meeting.forfeit_free_points});
  }
  return sums;
}

TournamentTable TournamentOf(const v1::LeagueConfig& config, int ruleset,
                             const std::vector<MeetingSums>& meetings,
                             const std::vector<stats::TeamResult>& results) {
  const v1::LeagueRuleset& entry = config.rulesets(ruleset);
  TournamentTable table{.ruleset = entry.spec(), .hash = entry.hash()};
  const auto bots = static_cast<std::size_t>(config.bots_size());
  const std::vector<PlayerResults> players = ResultsOfPlayers(bots, meetings);
  for (std::size_t i = 0; i < bots; ++i) {
    table.players.push_back(ReportPlayer(static_cast<BotIndex>(i), players[i]));
    table.partners.push_back(ReportPartners(players[i]));
  }
  const std::optional<CompiledRules> rules = RulesOf(config, ruleset);
  AddMeetingFigures(config, rules, meetings, table);
  const std::vector<stats::TeamSums> sums = TeamSumsOf(meetings);
  WriteStrengths({.bots = config.bots_size(),
                  .sums = sums,
                  .results = results,
                  .plain_points = PlainPoints(rules)},
                 ArePlayingMatches(config), meetings, table);
  SortPlayers(table);
  return table;
}

std::vector<std::optional<RatingPoint>> StrengthPoints(
    const v1::LeagueConfig& config, int ruleset,
    const std::vector<MeetingSums>& meetings, stats::ResultScale scale) {
  const stats::AdditiveRatings ratings =
      stats::RateTeamSums(config.bots_size(), TeamSumsOf(meetings), scale,
                          kConfidence, PlainPoints(RulesOf(config, ruleset)));
  // By island: its bots that share it. One that has met nobody is alone.
  std::map<int, int> shared;
  int played = 0;
  for (const int island : ratings.islands) ++shared[island];
  for (const auto& [island, bots] : shared) played += bots > 1 ? bots : 0;
  std::vector<std::optional<RatingPoint>> points;
  for (std::size_t bot = 0; bot < ratings.bots.size(); ++bot) {
    std::optional<RatingPoint>& point = points.emplace_back();
    const std::optional<stats::ContrastEstimate>& lead = ratings.bots[bot];
    if (!lead || 2 * shared[ratings.islands[bot]] <= played) continue;
    const stats::ContrastEstimate shown =
        scale == stats::ResultScale::kPoints ? *lead : InElo(*lead);
    point = RatingPoint{.value = shown.value, .interval = shown.interval};
  }
  return points;
}

absl::StatusOr<TournamentStandings> ReadTournaments(LeagueStore& store) {
  TournamentStandings standings;
  const v1::LeagueConfig& config = store.config();
  const Schedule schedule = MakeSchedule(config);
  const std::size_t tables = schedule.rounds()[0].size();
  std::vector<StoredTournament> stored_results(
      static_cast<std::size_t>(config.rulesets_size()),
      {.meetings = MeetingsOf(schedule), .results = {}});
  RETURN_IF_ERROR(store.ForEachUnit([&](const StoredUnit& stored) {
    ++standings.units_done;
    const Unit unit = schedule.unit(stored.number);
    StoredTournament& of =
        stored_results[static_cast<std::size_t>(unit.ruleset)];
    const std::size_t meeting =
        (static_cast<std::size_t>(unit.round) * tables) +
        static_cast<std::size_t>(unit.pairing);
    of.meetings[meeting].Add(stored.outcome);
    if (config.same_deals()) AddResults(unit, stored, meeting, of.results);
  }));
  for (std::size_t i = 0; i < stored_results.size(); ++i) {
    const StoredTournament& of = stored_results[i];
    standings.tables.push_back(TournamentOf(config, static_cast<int>(i),
                                            of.meetings, of.RatedResults()));
  }
  return standings;
}

}  // namespace couillon::arena

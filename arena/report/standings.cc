#include "arena/report/standings.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include "arena/numbers/format/json_numbers.h"
#include "arena/numbers/stats/law/index.h"
#include "arena/numbers/stats/league/design_fit.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/report/rank_forms.h"
#include "arena/report/ruleset_spread.h"
#include "arena/report/three_way_table.h"
#include "arena/table/schedule/bot_protection.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/verdict.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

bool HasPoints(const LeagueReport& report) {
  return !ArePlayingMatches(report.config);
}

Json RatingLine(const LeagueReport& report, int bot,
                const std::optional<stats::RankBand>& rank,
                std::optional<double> rating, const stats::Interval& interval) {
  return {{"bot", report.config.bots(bot).name()},
          {"rank", RankJson(rank)},
          {"rating", JsonNumber(rating)},
          {"rating_lo", rating ? JsonNumber(interval.lo) : Json(nullptr)},
          {"rating_hi", rating ? JsonNumber(interval.hi) : Json(nullptr)},
          {"processes", ScopeName(report.config, BotIndex(bot))}};
}

Json LineOf(const LeagueReport& report, BotIndex bot,
            const std::optional<stats::RankBand>& rank,
            const std::optional<stats::ContrastEstimate>& rating) {
  if (!rating) return RatingLine(report, ToInt(bot), rank, {}, {});
  return RatingLine(report, ToInt(bot), rank, rating->value, rating->interval);
}

// The anchor of a table has no interval of its own.
Standing SingleStanding(const RatingTable& table, int bot) {
  const stats::BotRating& rating = table.sheet.rating.bots[stats::Index(bot)];
  const stats::Interval at_zero{rating.value.value_or(0),
                                rating.value.value_or(0)};
  return {.bot = BotIndex(bot),
          .rank = table.sheet.ranks[stats::Index(bot)],
          .rating = rating.value,
          .interval = rating.standard_error ? rating.interval : at_zero,
          .results = table.totals[stats::Index(bot)].results};
}

// Those with a rating under all rulesets, best first, then the others.
std::vector<Standing> SpreadStandings(const LeagueReport& report,
                                      const RulesetSpread& spread) {
  std::vector<Standing> standings;
  std::vector<bool> listed(stats::Index(report.config.bots_size()), false);
  for (const BotSpread& bot : spread.bots) {
    listed[stats::Index(bot.bot)] = true;
    standings.push_back({.bot = BotIndex(bot.bot),
                         .rank = spread.ranks[stats::Index(bot.bot)],
                         .rating = bot.elo,
                         .interval = bot.these_rulesets});
  }
  for (int bot = 0; bot < report.config.bots_size(); ++bot) {
    if (!listed[stats::Index(bot)]) standings.push_back({.bot = BotIndex(bot)});
  }
  for (Standing& standing : standings) {
    for (const RatingTable& table : report.rulesets) {
      AddResults(table.totals[stats::Index(ToInt(standing.bot))].results,
                 standing.results);
    }
  }
  return standings;
}

void SetFaults(const LeagueReport& report, std::vector<Standing>& standings) {
  for (Standing& standing : standings) {
    standing.faults = FaultsOf(report, standing.bot);
  }
}

// Game points of different rulesets are no common unit.
bool HasCommonPoints(const LeagueReport& report) {
  return HasPoints(report) && report.rulesets.size() == 1;
}

Json OfTables(const LeagueReport& report) {
  Json lines = Json::array();
  for (const Standing& standing : StandingsOf(report)) {
    Json line = RatingLine(report, ToInt(standing.bot), standing.rank,
                           standing.rating, standing.interval);
    AddResultsJson(standing.results, HasCommonPoints(report), line);
    line["faults"] = standing.faults;
    lines.push_back(std::move(line));
  }
  return {{"unit", StandingsUnit(report)}, {"bots", lines}};
}

Json OfTournament(const LeagueReport& report, const TournamentTable& table) {
  Json lines = Json::array();
  for (const PlayerReport& player : table.players) {
    Json line = LineOf(report, player.bot, player.rank,
                       HasPoints(report) ? player.points : player.elo);
    line["deals"] = player.deals;
    line["game_points_left"] = player.total;
    line["game_points_left_per_deal"] = JsonNumber(player.per_deal.mean);
    line["faults"] = FaultsOf(report, player.bot);
    lines.push_back(line);
  }
  return {{"unit", HasPoints(report) ? "points_per_deal" : "elo_per_match"},
          {"bots", lines}};
}

Json OfThreeWay(const LeagueReport& report, const ThreeWayTable& table) {
  Json lines = Json::array();
  for (const ThreeWayBot& bot : table.bots) {
    Json line = LineOf(report, bot.bot, bot.rank, bot.lead);
    line["items"] = bot.items;
    line["points"] = JsonNumber(bot.points);
    line["faults"] = FaultsOf(report, bot.bot);
    lines.push_back(line);
  }
  return {{"unit", HasPoints(report) ? "lead_per_deal" : "lead_per_match"},
          {"bots", lines}};
}

}  // namespace

std::int64_t FaultsOf(const LeagueReport& report, BotIndex bot) {
  return std::ranges::count(report.faults, bot, &Fault::bot);
}

std::string StandingsUnit(const LeagueReport& report) {
  if (!HasPoints(report)) return "elo_per_match";
  const RatingTable& first = report.rulesets[0];
  const bool points = first.scale == stats::ResultScale::kPoints;
  if (!report.spread) return points ? "points_per_deal" : "elo_per_deal";
  return points && first.matches ? "elo_per_match" : "elo_per_deal";
}

std::vector<Standing> StandingsOf(const LeagueReport& report) {
  if (!report.spread) return StandingsUnder(report, report.rulesets[0]);
  std::vector<Standing> standings = SpreadStandings(report, *report.spread);
  SetFaults(report, standings);
  return standings;
}

std::vector<Standing> StandingsUnder(const LeagueReport& report,
                                     const RatingTable& table) {
  std::vector<Standing> standings;
  standings.reserve(table.sheet.order.size());
  for (const int bot : table.sheet.order) {
    standings.push_back(SingleStanding(table, bot));
  }
  SetFaults(report, standings);
  return standings;
}

Json StandingsJson(const LeagueReport& report) {
  if (!report.rulesets.empty()) return OfTables(report);
  if (report.tournaments.size() == 1) {
    return OfTournament(report, report.tournaments[0]);
  }
  if (report.three_way.size() == 1) {
    return OfThreeWay(report, report.three_way[0]);
  }
  return nullptr;
}

Json PairingsJson(const LeagueReport& report) {
  // The tables of a large league list the pairings of their own best bots.
  std::map<std::pair<BotIndex, BotIndex>, std::pair<BotResults, std::size_t>>
      listed;  // with the number of tables that have it
  for (const RatingTable& table : report.rulesets) {
    for (const PairingReport& pairing : table.pairings) {
      auto& [results, tables] = listed[{pairing.first, pairing.second}];
      AddPairing(ResultsOf(pairing), true, results);
      ++tables;
    }
  }
  Json json = Json::array();
  for (const PairingReport& pairing : report.rulesets[0].pairings) {
    const auto& [results, tables] = listed[{pairing.first, pairing.second}];
    if (tables < report.rulesets.size()) continue;
    Json line = {{"first", report.config.bots(ToInt(pairing.first)).name()},
                 {"second", report.config.bots(ToInt(pairing.second)).name()}};
    AddResultsJson(results, HasCommonPoints(report), line);
    json.push_back(line);
  }
  return json;
}

}  // namespace couillon::arena

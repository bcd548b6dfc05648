// A line per bot: its rank and rating, then the figures of its list.
#include "arena/report/json/standings_json.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "arena/numbers/format/figure_writers.h"
#include "arena/numbers/format/json_numbers.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/league/design_fit.h"
#include "arena/numbers/stats/league/rank_bands.h"
#include "arena/report/data/standings.h"
#include "arena/report/data/three_way_report.h"
#include "arena/report/data/tournament_report.h"
#include "arena/report/figures/bot_figures.h"
#include "arena/report/json/rating_json.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/bot_protection.h"
#include "arena/table/schedule/league_schedule.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

bool HasPoints(const LeagueReport& report) {
  return !ArePlayingMatches(report.config);
}

// The fields of a bot that all standings begin with.
Json RatingLine(const LeagueReport& report, BotIndex bot,
                const std::optional<stats::RankBand>& rank,
                std::optional<double> rating, const stats::Interval& interval) {
  Json line = {{"bot", report.config.bots(ToInt(bot)).name()},
               {"rank", RankJson(rank)}};
  AddBounds("rating", rating, interval, line);
  line["processes"] = ScopeName(report.config, bot);
  return line;
}

Json LineOf(const LeagueReport& report, BotIndex bot,
            const std::optional<stats::RankBand>& rank,
            const std::optional<stats::ContrastEstimate>& rating) {
  if (!rating) return RatingLine(report, bot, rank, {}, {});
  return RatingLine(report, bot, rank, rating->value, rating->interval);
}

// Game points of different rulesets are no common unit.
bool HasCommonPoints(const LeagueReport& report) {
  return HasPoints(report) && report.rulesets.size() == 1;
}

Json OfTables(const LeagueReport& report) {
  Json lines = Json::array();
  for (const Standing& standing : StandingsOf(report)) {
    Json line = RatingLine(report, standing.bot, standing.rank, standing.rating,
                           standing.interval);
    AddFigures(standing.results, HasCommonPoints(report), line);
    line["faults"] = standing.faults;
    line["no_result"] = standing.no_result;
    lines.push_back(std::move(line));
  }
  return {{"unit", StandingsUnit(report)}, {"bots", lines}};
}

Json OfTournament(const LeagueReport& report, const TournamentTable& table) {
  Json lines = Json::array();
  for (const PlayerReport& player : table.players) {
    Json line = LineOf(report, player.bot, player.rank,
                       HasPoints(report) ? player.points : player.elo);
    AddFigures(player, PlayerScope{.brief = true}, line);
    line["faults"] = FaultsOf(report, player.bot);
    line["no_result"] = player.no_result;
    lines.push_back(line);
  }
  return {{"unit", HasPoints(report) ? "points_per_deal" : "elo_per_match"},
          {"bots", lines}};
}

Json OfThreeWay(const LeagueReport& report, const ThreeWayTable& table) {
  Json lines = Json::array();
  for (const ThreeWayBot& bot : table.bots) {
    Json line = LineOf(report, bot.bot, bot.rank, bot.lead);
    AddFigures(bot, ThreeWayScope{.brief = true}, line);
    line["faults"] = FaultsOf(report, bot.bot);
    line["no_result"] = bot.no_result;
    lines.push_back(line);
  }
  return {{"unit", HasPoints(report) ? "lead_per_deal" : "lead_per_match"},
          {"bots", lines}};
}

}  // namespace

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
    AddFigures(results, HasCommonPoints(report), line);
    json.push_back(line);
  }
  return json;
}

}  // namespace couillon::arena

#include "arena/report/standings.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "arena/report/bot_results.h"
#include "arena/report/format/json.h"
#include "arena/report/format/json_numbers.h"
#include "arena/report/league_report.h"
#include "arena/report/rank_forms.h"
#include "arena/report/ruleset_spread.h"
#include "arena/report/three_way_table.h"
#include "arena/stats/law/interval.h"
#include "arena/stats/league/design_fit.h"
#include "arena/stats/league/league_rating.h"
#include "arena/stats/league/rank_bands.h"
#include "arena/stats/pairs/result_scale.h"
#include "arena/table/bot_index.h"
#include "arena/table/verdict.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

std::size_t Index(int bot) { return static_cast<std::size_t>(bot); }

bool HasPoints(const LeagueReport& report) {
  return report.config.mode() != v1::LEAGUE_MODE_MATCHES;
}

// The faults of a bot that cost a deal or match.
std::int64_t FaultsOf(const LeagueReport& report, int bot) {
  return std::ranges::count(report.faults, BotIndex(bot), &Fault::bot);
}

Json RatingLine(const LeagueReport& report, int bot,
                const std::optional<stats::RankBand>& rank,
                std::optional<double> rating, const stats::Interval& interval) {
  return {{"bot", report.config.bots(bot).name()},
          {"rank", RankJson(rank)},
          {"rating", JsonNumber(rating)},
          {"rating_lo", rating ? JsonNumber(interval.lo) : Json(nullptr)},
          {"rating_hi", rating ? JsonNumber(interval.hi) : Json(nullptr)}};
}

Json LineOf(const LeagueReport& report, BotIndex bot,
            const std::optional<stats::RankBand>& rank,
            const std::optional<stats::ContrastEstimate>& rating) {
  if (!rating) return RatingLine(report, ToInt(bot), rank, {}, {});
  return RatingLine(report, ToInt(bot), rank, rating->value, rating->interval);
}

std::vector<BotResults> ResultsOfBots(const LeagueReport& report) {
  std::vector<BotResults> results(Index(report.config.bots_size()));
  for (const RatingTable& table : report.rulesets) {
    for (const PairingReport& pairing : table.pairings) {
      AddPairing(pairing, true, results[Index(ToInt(pairing.first))]);
      AddPairing(pairing, false, results[Index(ToInt(pairing.second))]);
    }
  }
  return results;
}

// The anchor of a table has no interval of its own.
Json SingleLine(const LeagueReport& report, const RatingTable& table, int bot) {
  const stats::BotRating& rating = table.sheet.rating.bots[Index(bot)];
  const stats::Interval at_zero{rating.value.value_or(0),
                                rating.value.value_or(0)};
  return RatingLine(report, bot, table.sheet.ranks[Index(bot)], rating.value,
                    rating.standard_error ? rating.interval : at_zero);
}

// Those with a rating under all rulesets, best first, then the others.
std::vector<Json> SpreadLines(const LeagueReport& report,
                              const RulesetSpread& spread,
                              std::vector<int>& order) {
  std::vector<Json> lines;
  for (const BotSpread& bot : spread.bots) {
    order.push_back(bot.bot);
    lines.push_back(RatingLine(report, bot.bot, spread.ranks[Index(bot.bot)],
                               bot.elo, bot.these_rulesets));
  }
  for (int bot = 0; bot < report.config.bots_size(); ++bot) {
    if (std::ranges::count(order, bot) > 0) continue;
    order.push_back(bot);
    lines.push_back(RatingLine(report, bot, {}, {}, {}));
  }
  return lines;
}

const char* UnitOf(const LeagueReport& report) {
  if (!HasPoints(report)) return "elo_per_match";
  const RatingTable& first = report.rulesets[0];
  const bool points = first.scale == stats::ResultScale::kPoints;
  if (!report.spread) return points ? "points_per_deal" : "elo_per_deal";
  return points && first.matches ? "elo_per_match" : "elo_per_deal";
}

Json OfTables(const LeagueReport& report) {
  const std::vector<BotResults> results = ResultsOfBots(report);
  std::vector<int> order;
  std::vector<Json> lines;
  if (report.spread) {
    lines = SpreadLines(report, *report.spread, order);
  } else {
    order = report.rulesets[0].sheet.order;
    for (const int bot : order) {
      lines.push_back(SingleLine(report, report.rulesets[0], bot));
    }
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    AddResultsJson(results[Index(order[i])], HasPoints(report), lines[i]);
    lines[i]["faults"] = FaultsOf(report, order[i]);
  }
  return {{"unit", UnitOf(report)}, {"bots", lines}};
}

Json OfTournament(const LeagueReport& report, const TournamentTable& table) {
  Json lines = Json::array();
  for (const PlayerReport& player : table.players) {
    Json line = LineOf(report, player.bot, player.rank,
                       HasPoints(report) ? player.points : player.elo);
    line["deals"] = player.deals;
    line["game_points_left"] = player.total;
    line["game_points_left_per_deal"] = JsonNumber(player.per_deal.mean);
    line["faults"] = FaultsOf(report, ToInt(player.bot));
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
    line["faults"] = FaultsOf(report, ToInt(bot.bot));
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
  Json json = Json::array();
  for (std::size_t k = 0; k < report.rulesets[0].pairings.size(); ++k) {
    const PairingReport& first = report.rulesets[0].pairings[k];
    BotResults results;
    for (const RatingTable& table : report.rulesets) {
      AddPairing(table.pairings[k], true, results);
    }
    Json line = {{"first", report.config.bots(ToInt(first.first)).name()},
                 {"second", report.config.bots(ToInt(first.second)).name()}};
    AddResultsJson(results, HasPoints(report), line);
    json.push_back(line);
  }
  return json;
}

}  // namespace couillon::arena

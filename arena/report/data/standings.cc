#include "arena/report/data/standings.h"

#include <algorithm>
#include <cstddef>
#include <functional>

#include "arena/numbers/stats/law/index.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/report/data/ruleset_spread.h"
#include "arena/table/schedule/bot_protection.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/verdict.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

bool HasPoints(const LeagueReport& report) {
  return !ArePlayingMatches(report.config);
}

Standing SingleStanding(const RatingTable& table, int bot) {
  const stats::BotRating& rating = table.sheet.rating.bots[stats::Index(bot)];
  return {.bot = BotIndex(bot),
          .rank = table.sheet.ranks[stats::Index(bot)],
          .rating = rating.value,
          .interval = rating.interval,
          .results = table.totals[stats::Index(bot)].results,
          .no_result = HasNoResult(table, BotIndex(bot))};
}

// Those with a rating under all rulesets, best first, then the others by score.
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
      AddResults(table.totals[Index(standing.bot)].results, standing.results);
      if (!standing.rating && HasNoResult(table, standing.bot)) {
        standing.no_result = true;
      }
    }
  }
  const auto score = [](const Standing& standing) {
    const auto pairs = static_cast<double>(standing.results.pairs);
    return pairs > 0 ? standing.results.score / pairs : -1;
  };
  std::ranges::stable_sort(
      standings.begin() + static_cast<std::ptrdiff_t>(spread.bots.size()),
      standings.end(), std::ranges::greater(), score);
  return standings;
}

void SetFaults(const LeagueReport& report, std::vector<Standing>& standings) {
  for (Standing& standing : standings) {
    standing.faults = FaultsOf(report, standing.bot);
  }
}

}  // namespace

bool HasNoResult(const RatingTable& table, BotIndex bot) {
  return table.sheet.rating.bots[Index(bot)].status ==
             stats::RatingStatus::kUnplayed &&
         table.totals[Index(bot)].results.pairs > 0;
}

std::vector<BotIndex> BotsWithoutElo(const RatingTable& table) {
  const bool by_match =
      table.scale == stats::ResultScale::kPoints && table.matches.has_value();
  const stats::LeagueRating& rating =
      by_match ? *table.matches : table.by_score;
  std::vector<BotIndex> bots;
  for (std::size_t bot = 0; bot < rating.bots.size(); ++bot) {
    const stats::BotRating& of = rating.bots[bot];
    if (of.status != stats::RatingStatus::kUnplayed && !of.value) {
      bots.push_back(BotIndex(static_cast<int>(bot)));
    }
  }
  return bots;
}

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

}  // namespace couillon::arena

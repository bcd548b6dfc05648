// The lists of figures of a bot in the standings of each format of a league,
// the source of JSON, CSV and text. The rating comes before them: its unit, its
// status and its scale differ from table to table.
#pragma once

#include <optional>
#include <string>

#include "arena/numbers/format/figure_writers.h"
#include "arena/report/data/rating_table.h"
#include "arena/report/data/three_way_report.h"
#include "arena/report/data/tournament_report.h"
#include "arena/report/figures/pairing_figures.h"

namespace couillon::arena {

// Visits the number of pairs, which tables without other results show too.
template <typename Visit>
void VisitPairs(const BotResults& results, Visit& visit) {
  visit.Count("pairs", results.pairs,
              {.title = "pairs", .place = FigurePlace::kPlay});
}

// Visits the results of a bot, or of the first bot of a pairing, over all its
// pairs. Matches, and several rulesets together, have no game points.
template <typename Visit>
void ForEachFigure(const BotResults& results, bool has_points, Visit& visit) {
  const auto pairs = static_cast<double>(results.pairs);
  const bool any = results.pairs > 0;
  const auto mean = [&](double sum) {
    return any ? std::optional(sum / pairs) : std::nullopt;
  };
  VisitPairs(results, visit);
  VisitWinDrawLoss("pair", any ? results.of_pairs : std::nullopt, {"", "", ""},
                   visit);
  VisitWinDrawLoss("table", any ? results.of_tables : std::nullopt,
                   {"W", "D", "L"}, visit);
  visit.Share("score", mean(results.score), {.title = "score"});
  visit.Number("game_points",
               has_points ? mean(results.game_points) : std::nullopt);
  visit.Count("deals", results.deals);
  visit.Count("forfeits", results.forfeits);
}

struct PlayerScope {
  // The few figures of the standings in JSON, which name the deals first.
  bool brief = false;
  // In an arena and its rounds, whose tables have no rounds of all players.
  bool listed = false;
};

// Visits a player of an individual tournament.
template <typename Visit>
void ForEachFigure(const PlayerReport& player, const PlayerScope& scope,
                   Visit& visit) {
  if (scope.brief) visit.Count("deals", player.deals);
  visit.Count("game_points_left", player.total, {.title = "left"});
  if (scope.brief) {
    visit.Number("game_points_left_per_deal", player.per_deal.mean);
    return;
  }
  visit.Count("rounds", player.rounds,
              {.title = scope.listed ? "tables" : "rounds",
               .place = FigurePlace::kPlay});
  visit.Count("deals", player.deals,
              {.title = "deals", .place = FigurePlace::kPlay});
  visit.Detail("island", player.island);
  visit.Mean("game_points_left_per_deal", player.per_deal,
             {.title = "left/deal"});
  visit.Strength("individual_points", "points", player.points,
                 {.place = FigurePlace::kRating});
  visit.Strength("individual_elo", "elo", player.elo,
                 {.place = FigurePlace::kRating});
}

struct ThreeWayScope {
  bool brief = false;  // without the lead, the rating of the standings
  std::string points;  // the titles of two columns
  std::string items;
};

// Visits a bot of a three-way league.
template <typename Visit>
void ForEachFigure(const ThreeWayBot& bot, const ThreeWayScope& scope,
                   Visit& visit) {
  visit.Count("items", bot.items,
              {.title = scope.items, .place = FigurePlace::kPlay});
  if (!scope.brief) visit.Estimate("lead", bot.lead);
  visit.Number("points", bot.points, {.title = scope.points});
}

}  // namespace couillon::arena

// A table of bots, then of seats and roles, and the notes on them.
#include "arena/report/text/solo_text.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "absl/strings/str_format.h"
#include "arena/numbers/format/text_table.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/report/text/rating_sheet_text.h"
#include "arena/report/text/sentences.h"

namespace couillon::arena {
namespace {

Rows EffectRows(const std::string& title,
                const std::vector<SoloEffect>& effects) {
  Rows rows = {{title, "points/deal"}};
  for (const SoloEffect& effect : effects) {
    rows.push_back({effect.name, WithError(effect.game_points, 3)});
  }
  return rows;
}

Rows BotRows(const SoloRating& rating) {
  Rows rows = EffectRows("bot", rating.bots);
  rows[0].insert(rows[0].begin() + 1, "rank");
  rows[0].emplace_back("Elo (rank)");
  for (std::size_t i = 0; i < rating.ranks.size(); ++i) {
    rows[i + 1].insert(rows[i + 1].begin() + 1, RankText(rating.bands[i]));
    rows[i + 1].push_back(FormatRating(rating.ranks[i]));
  }
  return rows;
}

std::vector<Sentence> RankSentences(const SoloRating& rating) {
  const auto has = [&rating](stats::RatingStatus status) {
    return std::ranges::count(rating.ranks, status, &stats::BotRating::status) >
           0;
  };
  return {
      {rating.deals < stats::kFewDeals,
       absl::StrFormat("Few deals: fewer than %d.\n", stats::kFewDeals)},
      {true,
       "rank: the ranks by points/deal that these results leave open, for all "
       "bots together.\n"
       "Elo (rank): Plackett-Luce on the order of game points at each table; "
       "400 Elo are odds of 10 to 1 to be placed before the other. The model "
       "has no seats: it is fair to bots that played each seat equally "
       "often.\n"},
      {has(stats::RatingStatus::kAbove) || has(stats::RatingStatus::kBelow),
       "won all, lost all: placed before (behind) all others at every table, "
       "so no finite Elo exists.\n"},
      {has(stats::RatingStatus::kOrderOnly),
       "order only: a group of bots was placed before all others at every "
       "table, so no finite Elo exists.\n"},
      {rating.rank_islands > 1,
       "Elo (rank) does not compare bots that no chain of tables "
       "connects.\n"}};
}

}  // namespace

std::string SoloRatingText(const SoloRating& rating) {
  std::string text = Columns(BotRows(rating)) + "\n" +
                     Columns(EffectRows("seat", rating.seats));
  if (!rating.roles.empty()) {
    text += "\n" + Columns(EffectRows("role", rating.roles));
  }
  return text +
         absl::StrFormat(
             "\nRelative to the mean of all, ± %g%% clustered by deal, "
             "%s deals; \"-\" cannot be estimated from these tables.\n",
             100 * rating.level, Grouped(rating.deals)) +
         JoinApplicable(RankSentences(rating), "");
}

}  // namespace couillon::arena

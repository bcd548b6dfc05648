// Each scale has differences of a typical size of its own, where its marks are
// tightest.
#include "arena/report/data/every_look.h"

#include <utility>

#include "arena/report/data/league_report.h"
#include "arena/report/data/rating_sheet.h"
#include "arena/report/data/rating_table.h"

namespace couillon::arena {
namespace {

// In Elo per deal or per match.
constexpr double kTypicalElo = 50;
// In leads of a pair that is won plainly.
constexpr double kTypicalLead = 0.25;

stats::RankBands RanksOf(const stats::LeagueRating& rating,
                         const stats::EveryLook& looks) {
  return stats::ComputeRankBands(
      rating, stats::KnownBetter(rating, looks, kTypicalElo));
}

void MarkTable(const stats::EveryLook& looks, RatingTable& table) {
  MarkAtEveryLook(looks, table.sheet);
  table.score_ranks = RanksOf(table.by_score, looks);
  if (table.matches) table.match_ranks = RanksOf(*table.matches, looks);
}

}  // namespace

void MarkAtEveryLook(const stats::EveryLook& looks, RatingSheet& sheet) {
  const double typical = sheet.options.scale == stats::ResultScale::kPoints
                             ? kTypicalLead * sheet.options.virtual_lead
                             : kTypicalElo;
  sheet.critical_value.reset();  // each difference has its own
  SetMarks(stats::KnownBetter(sheet.rating, looks, typical), sheet);
}

void MarkAtEveryLook(stats::EveryLook looks, LeagueReport& report) {
  for (RatingTable& table : report.rulesets) MarkTable(looks, table);
  if (report.overall) MarkTable(looks, *report.overall);
  if (report.spread) {
    RulesetSpread& spread = *report.spread;
    spread.better = stats::KnownBetter(spread.means, looks, kTypicalElo);
    spread.ranks = stats::ComputeRankBands(spread.means, spread.better);
  }
  report.every_look = std::move(looks);
}

}  // namespace couillon::arena

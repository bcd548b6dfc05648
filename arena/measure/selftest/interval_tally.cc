#include "arena/measure/selftest/interval_tally.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

#include "arena/measure/selftest/self_check.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/league/league.h"

namespace couillon::arena {
namespace {

void Count(const stats::Interval& interval, double truth,
           IntervalCount& count) {
  ++count.intervals;
  count.covering += Covers(interval, truth) ? 1 : 0;
  count.total_width += interval.hi - interval.lo;
}

double PerInterval(double total, const IntervalCount& count) {
  return count.intervals == 0 ? std::numeric_limits<double>::quiet_NaN()
                              : total / static_cast<double>(count.intervals);
}

}  // namespace

double IntervalCount::coverage() const {
  return PerInterval(static_cast<double>(covering), *this);
}

double IntervalCount::mean_width() const {
  return PerInterval(total_width, *this);
}

void IntervalTally::Add(const stats::LeagueRating& rating,
                        std::span<const double> true_elo) {
  const bool rated = std::ranges::all_of(rating.bots, [](const auto& bot) {
    return bot.value.has_value() && bot.standard_error.has_value();
  });
  if (!rated) return;
  ++leagues;
  for (std::size_t i = 1; i < rating.bots.size(); ++i) {
    Count(rating.bots[i].interval, true_elo[i], anchor);
    const int bot = static_cast<int>(i);
    const std::optional<stats::RatingDifference> difference =
        stats::DifferenceBetween(rating, bot, bot - 1, kCheckLevel);
    if (!difference) continue;
    Count(difference->interval, true_elo[i] - true_elo[i - 1], neighbours);
  }
}

}  // namespace couillon::arena

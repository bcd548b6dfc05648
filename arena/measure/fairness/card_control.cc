// R squared with its interval from the sums of groups of deals, for mirrored
// pairs and for deals played once.

#include "arena/measure/fairness/card_control.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "arena/measure/fairness/interval_settings.h"
#include "arena/numbers/stats/sample/bootstrap.h"

namespace couillon::arena {
namespace {

constexpr std::size_t kMinGroups = 20;
constexpr std::size_t kMaxGroups = 1000;

// The value of the cards of side 0 in a deal.
std::int32_t ValueOfFirstSide(const CompiledRules& rules,
                              const SolvedDeals& solved, std::size_t deal) {
  const std::int32_t lead = solved.leads[deal];
  return EldestSide(rules, deal) == 0 ? lead : -lead;
}

// The seating in which a deal counts as played once.
std::size_t SeatingOf(const CompiledRules& rules, std::size_t deal) {
  return deal / rules.players % 2;
}

// Results of the mirrored pairs, in halves, beside the value of the cards of
// the first seating.
stats::ControlSums MirroredSums(const CompiledRules& rules,
                                const SolvedDeals& solved,
                                std::span<const SeatingLeads> leads,
                                std::size_t first, std::size_t end) {
  stats::ControlSums sums;
  for (std::size_t deal = first; deal < end; ++deal) {
    sums.Add(leads[deal][0] + leads[deal][1],
             ValueOfFirstSide(rules, solved, deal));
  }
  return sums;
}

// The interval of R^2 from one of the correlation.
stats::Interval Squared(const stats::Interval& correlation) {
  const double lo = correlation.lo * correlation.lo;
  const double hi = correlation.hi * correlation.hi;
  if (correlation.lo <= 0 && correlation.hi >= 0) return {0, std::max(lo, hi)};
  return {std::min(lo, hi), std::max(lo, hi)};
}

struct Explained {
  std::optional<double> r_squared;
  stats::Interval interval;
};

// R^2 of all deals with its interval, from the sums of groups of deals.
Explained Explain(const std::vector<stats::ControlSums>& groups) {
  const auto correlation = [&groups](std::span<const std::size_t> sample) {
    stats::ControlSums sums;
    for (const std::size_t group : sample) sums.Merge(groups[group]);
    return stats::ValueCorrelation(sums).value_or(
        std::numeric_limits<double>::quiet_NaN());
  };
  stats::ControlSums all;
  for (const stats::ControlSums& group : groups) all.Merge(group);
  Explained explained;
  const std::optional<double> whole = stats::ValueCorrelation(all);
  if (!whole) return explained;
  explained.r_squared = *whole * *whole;
  if (groups.size() < kMinGroups) return explained;
  const auto bootstrap = stats::Bootstrap(groups.size(), correlation,
                                          {.resamples = kBootstrapResamples,
                                           .level = kReportLevel,
                                           .seed = kBootstrapSeed});
  if (bootstrap) explained.interval = Squared(bootstrap->bca);
  return explained;
}

}  // namespace

stats::ControlSums UnpairedSums(const CompiledRules& rules,
                                const SolvedDeals& solved,
                                std::span<const SeatingLeads> leads,
                                std::size_t first, std::size_t end) {
  stats::ControlSums sums;
  for (std::size_t deal = first; deal < end; ++deal) {
    const std::size_t seating = SeatingOf(rules, deal);
    const std::int32_t value = ValueOfFirstSide(rules, solved, deal);
    sums.Add(leads[deal][seating], seating == 0 ? value : -value);
  }
  return sums;
}

std::optional<CardControl> ReportCardControl(
    const CompiledRules& rules, const SolvedDeals& solved,
    std::span<const SeatingLeads> leads) {
  const std::size_t deals = std::min(solved.leads.size(), leads.size());
  if (deals == 0) return std::nullopt;
  CardControl report{.deals = static_cast<std::int64_t>(deals)};
  const std::size_t size = (deals + kMaxGroups - 1) / kMaxGroups;
  std::vector<stats::ControlSums> unpaired;
  std::vector<stats::ControlSums> mirrored;
  for (std::size_t first = 0; first < deals; first += size) {
    const std::size_t end = std::min(first + size, deals);
    unpaired.push_back(UnpairedSums(rules, solved, leads, first, end));
    mirrored.push_back(MirroredSums(rules, solved, leads, first, end));
  }
  const Explained of_unpaired = Explain(unpaired);
  report.r_squared = of_unpaired.r_squared;
  report.r_squared_interval = of_unpaired.interval;
  const Explained of_mirrored = Explain(mirrored);
  report.mirrored_r_squared = of_mirrored.r_squared;
  report.mirrored_r_squared_interval = of_mirrored.interval;
  if (report.r_squared) {
    report.gain = stats::ControlGain(*report.r_squared);
  }
  // Whole rounds of dealers in both seatings, so that E v is 0.
  const std::size_t round = std::size_t{2} * rules.players;
  const std::size_t later = deals / 2 / round * round;
  report.beta =
      stats::ControlSlope(UnpairedSums(rules, solved, leads, 0, deals - later));
  const stats::ControlSums evaluated =
      UnpairedSums(rules, solved, leads, deals - later, deals);
  report.unpaired = stats::ControlledMean(evaluated, 0, {}, kReportLevel);
  if (report.beta) {
    report.controlled =
        stats::ControlledMean(evaluated, *report.beta, {}, kReportLevel);
  }
  return report;
}

}  // namespace couillon::arena

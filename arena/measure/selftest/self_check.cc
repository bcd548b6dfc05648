// The runner of the rows, and its findings as text and JSON. A row is a list of
// totals over its runs; a band says which figure of a total must lie where.
#include "arena/measure/selftest/self_check.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_format.h"
#include "arena/numbers/format/json.h"
#include "arena/numbers/format/json_numbers.h"
#include "arena/numbers/format/schema.h"
#include "arena/numbers/format/text_table.h"

namespace couillon::arena {
namespace {

// Four digits are enough to compare a finding with its band.
std::string Shown(double value) { return absl::StrFormat("%.4g", value); }

// Returns the band of a figure of `runs` simulations.
stats::Interval ComputeBand(const CheckBand& band, const CheckRun::Tally& found,
                            std::int64_t runs) {
  switch (band.kind) {
    case CheckBand::Kind::kTotal:
    case CheckBand::Kind::kMean:
      return {band.lo, band.hi};
    case CheckBand::Kind::kShare:
      return ShareBand(band.lo, band.hi, runs);
    case CheckBand::Kind::kWorstShare:
      // The least of 400 shares is about three errors low: allow four.
      return {
          band.lo + 4.0 / 3 * (ShareBand(band.lo, band.hi, runs).lo - band.lo),
          band.hi};
    case CheckBand::Kind::kLength: {
      // The standard deviation of a length is about its mean: allow 2.5 errors.
      const double off = band.hi + 2.5 / std::sqrt(static_cast<double>(runs));
      return {1 - off, 1 + off};
    }
    case CheckBand::Kind::kKnown: {
      const double off = 3 * std::hypot(found.error, band.hi);
      return {band.lo - off, band.lo + off};
    }
  }
  return {};
}

double ComputeFigure(const CheckClaim& claim, const CheckRun::Tally& found) {
  if (claim.band.kind == CheckBand::Kind::kTotal) return found.total;
  const double mean = found.total / found.of / claim.unit;
  return claim.complement ? 1 - mean : mean;
}

// Returns the checks with those of a group side by side, in the order in which
// the groups begin.
std::vector<SelfCheck> SortByGroup(std::vector<SelfCheck> checks) {
  std::vector<std::string> groups;
  groups.reserve(checks.size());
  for (const SelfCheck& check : checks) groups.push_back(check.group);
  std::ranges::stable_sort(checks, {}, [&groups](const SelfCheck& check) {
    return std::ranges::find(groups, check.group) - groups.begin();
  });
  return checks;
}

}  // namespace

stats::Interval ShareBand(double lo, double hi, std::int64_t runs) {
  const auto noise = [runs](double share) {
    return 3 * std::sqrt(share * (1 - share) / static_cast<double>(runs));
  };
  return {std::max(0.0, lo - noise(lo)), std::min(1.0, hi + noise(hi))};
}

std::vector<SelfCheck> RunSeries(const CheckSeries& series,
                                 const SelfTestPlan& plan) {
  const stats::SplitMix64 stream(plan.seed ^ series.stream);
  CheckRun run{.seed = plan.seed, .random = stream};
  std::vector<SelfCheck> checks;
  for (const CheckRow& row : series.rows) {
    if (series.same_draws) run.random = stream;
    run.runs = row.runs.fixed > 0
                   ? row.runs.fixed
                   : std::max<std::int64_t>(
                         1, row.runs.times * plan.runs / row.runs.over);
    run.found.assign(row.claims.size(), {});
    const std::int64_t calls = row.at_once ? 1 : run.runs;
    for (run.index = 0; run.index < calls; ++run.index) row.simulate(run);
    for (std::size_t i = 0; i < row.claims.size(); ++i) {
      const CheckClaim& claim = row.claims[i];
      checks.push_back(
          {.group = claim.group,
           .name = claim.name,
           .runs = run.runs,
           .found = ComputeFigure(claim, run.found[i]),
           .band = ComputeBand(claim.band, run.found[i], run.runs)});
    }
  }
  return SortByGroup(std::move(checks));
}

std::vector<CheckSeries> AllSeries(const SelfTestBots& bots) {
  return {
      SameBotSeries(bots),    KnownBotSeries(bots),   SwapSeries(bots),
      ShardSeries(bots),      IntervalSeries(),       StrongBotSeries(),
      ControlledMeanSeries(), ZeroVarianceSeries(),   LeagueIntervalSeries(),
      DealModeSeries(),       PlusTwoSeries(),        MarkSeries(),
      FewDealsSeries(),       MisfitSeries(),         SequentialSeries(),
      ArrivalSeries(),        AnytimeSeries(),        StoppedSeries(),
      MonitoringSeries(),     AnotherRulesetSeries(), TieSeries(),
      FewPairsSeries(),       SweepSeries(),          SkewedPointsSeries()};
}

std::string SelfCheckText(const std::vector<SelfCheck>& checks) {
  std::vector<std::vector<std::string>> rows = {
      {"check", "runs", "found", "from", "to", ""}};
  std::string group;
  int failed = 0;
  for (const SelfCheck& check : checks) {
    if (check.group != group) {
      group = check.group;
      rows.push_back({group, "", "", "", "", ""});
    }
    failed += check.passed() ? 0 : 1;
    rows.push_back({"  " + check.name, Grouped(check.runs), Shown(check.found),
                    Shown(check.band.lo), Shown(check.band.hi),
                    check.passed() ? "ok" : "FAILED"});
  }
  return Columns(rows) +
         (failed == 0 ? absl::StrFormat("\n%d checks, all as they should be.\n",
                                        checks.size())
                      : absl::StrFormat("\n%d of %d checks FAILED.\n", failed,
                                        checks.size()));
}

std::string SelfCheckJson(const SelfTestPlan& plan,
                          const std::vector<SelfCheck>& checks) {
  Json json = NewDocument(kSelfTestSchema);
  json["runs"] = plan.runs;
  json["seed"] = plan.seed;
  json["passed"] =
      std::all_of(checks.begin(), checks.end(),
                  [](const auto& check) { return check.passed(); });
  json["checks"] = Json::array();
  for (const SelfCheck& check : checks) {
    json["checks"].push_back({{"group", check.group},
                              {"name", check.name},
                              {"runs", check.runs},
                              {"found", JsonNumber(check.found)},
                              {"band", JsonInterval(check.band)},
                              {"passed", check.passed()}});
  }
  return json.dump(2) + "\n";
}

}  // namespace couillon::arena

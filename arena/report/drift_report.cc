#include "arena/report/drift_report.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/report/format/json.h"
#include "arena/report/format/json_numbers.h"
#include "arena/report/format/text_table.h"
#include "arena/report/ordered_pairs.h"
#include "arena/report/pair_results_csv.h"
#include "arena/stats/league/league_rating.h"
#include "arena/stats/pairs/drift_test.h"
#include "arena/stats/sample/multiple_tests.h"

namespace couillon::arena {
namespace {

std::optional<stats::DriftTest> TestPairing(const OrderedPairs& ordered,
                                            double level) {
  std::vector<stats::DriftBlock> blocks;
  blocks.reserve(ordered.pairs.size());
  for (const NumberedPair& pair : ordered.pairs) {
    stats::DriftBlock block{.deal = static_cast<double>(pair.deal),
                            .sums = {.denominator = ordered.denominator}};
    block.sums.Add(pair.numerator);
    blocks.push_back(block);
  }
  return stats::TestDrift(blocks, level);
}

void AdjustPValues(std::vector<PairingDrift>& drifts) {
  std::vector<double> p_values;
  for (const PairingDrift& drift : drifts) {
    if (drift.test) p_values.push_back(drift.test->p_value);
  }
  const std::vector<double> adjusted = stats::HolmAdjusted(p_values);
  std::size_t next = 0;
  for (PairingDrift& drift : drifts) {
    if (drift.test) drift.holm_p_value = adjusted[next++];
  }
}

}  // namespace

std::vector<PairingDrift> DriftOf(const NamedLeague& league,
                                  const std::vector<OrderedPairs>& ordered,
                                  double level) {
  std::vector<PairingDrift> drifts;
  for (std::size_t k = 0; k < ordered.size(); ++k) {
    const stats::Pairing& pairing = league.sums.pairings[k];
    drifts.push_back(
        {.first = league.bots[static_cast<std::size_t>(pairing.first)],
         .second = league.bots[static_cast<std::size_t>(pairing.second)],
         .test = TestPairing(ordered[k], level)});
  }
  AdjustPValues(drifts);
  return drifts;
}

std::string DriftText(const std::vector<PairingDrift>& drifts, double level) {
  Rows rows = {{"trend of the score", "pairs", "per 1000 deals",
                absl::StrFormat("%g%%", 100 * level), "p", "Holm"}};
  for (const PairingDrift& drift : drifts) {
    const std::string name = absl::StrCat(drift.first, " - ", drift.second);
    if (!drift.test) {
      rows.push_back({name, "-", "-", "-", "-", "-"});
      continue;
    }
    const stats::DriftTest& test = *drift.test;
    rows.push_back({name, Grouped(test.pairs), Signed(test.slope_per_1000, 4),
                    absl::StrCat("[", Signed(test.interval.lo, 4), ", ",
                                 Signed(test.interval.hi, 4), "]"),
                    absl::StrFormat("%.4f", test.p_value),
                    absl::StrFormat("%.4f", drift.holm_p_value)});
  }
  return Columns(rows);
}

Json DriftJson(const std::vector<PairingDrift>& drifts) {
  Json json = Json::array();
  for (const PairingDrift& drift : drifts) {
    const auto& test = drift.test;
    const auto number = [&](double value) {
      return test ? JsonNumber(value) : Json(nullptr);
    };
    const stats::DriftTest found = test.value_or(stats::DriftTest{});
    json.push_back({{"first", drift.first},
                    {"second", drift.second},
                    {"pairs", test ? Json(found.pairs) : Json(nullptr)},
                    {"per_1000_deals", number(found.slope_per_1000)},
                    {"lo", number(found.interval.lo)},
                    {"hi", number(found.interval.hi)},
                    {"p_value", number(found.p_value)},
                    {"holm_p_value", number(drift.holm_p_value)}});
  }
  return json;
}

}  // namespace couillon::arena

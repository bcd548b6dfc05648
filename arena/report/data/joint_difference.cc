#include "arena/report/data/joint_difference.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "arena/numbers/stats/law/index.h"
#include "arena/report/data/rating_sheet.h"

namespace couillon::arena {
namespace {

std::set<std::pair<int, int>> Met(const stats::LeagueSums& sums) {
  std::set<std::pair<int, int>> met;
  for (const stats::Pairing& pairing : sums.pairings) {
    if (pairing.score.pairs == 0) continue;
    met.insert(std::minmax(pairing.first, pairing.second));
  }
  return met;
}

}  // namespace

std::vector<JointDifference> ListJointDifferences(const RatingTable& table,
                                                  std::size_t most) {
  const RatingSheet& sheet = table.sheet;
  const std::set<std::pair<int, int>> met = Met(table.sums);
  const auto places = PlacesOf(sheet);
  const std::size_t bots =
      std::min({most, sheet.compared.size(), sheet.order.size()});
  std::vector<JointDifference> differences;
  for (std::size_t i = 0; i < bots; ++i) {
    for (std::size_t j = i + 1; j < bots; ++j) {
      const int a = sheet.order[i];
      const int b = sheet.order[j];
      if (met.contains(std::minmax(a, b))) continue;
      const std::optional<Comparison>& comparison =
          sheet.comparisons[places[stats::Index(a)].value()]
                           [places[stats::Index(b)].value()];
      if (!comparison || !comparison->difference) continue;
      const stats::RatingDifference& difference = *comparison->difference;
      if (!difference.t || !std::isfinite(difference.interval.lo)) continue;
      differences.push_back({BotIndex(a), BotIndex(b), difference});
    }
  }
  std::ranges::stable_sort(differences, [](const auto& x, const auto& y) {
    return x.difference.value > y.difference.value;
  });
  return differences;
}

}  // namespace couillon::arena

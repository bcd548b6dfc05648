#include "arena/report/rank_forms.h"

#include "absl/strings/str_cat.h"

namespace couillon::arena {

std::string RankText(const std::optional<stats::RankBand>& rank) {
  if (!rank) return "-";
  if (rank->best == rank->worst) return absl::StrCat(rank->best);
  return absl::StrCat(rank->best, "-", rank->worst);
}

Json RankJson(const std::optional<stats::RankBand>& rank) {
  if (!rank) return nullptr;
  return {{"best", rank->best}, {"worst", rank->worst}};
}

std::string RankCells(const std::optional<stats::RankBand>& rank) {
  if (!rank) return ",,";
  return absl::StrCat(",", rank->best, ",", rank->worst);
}

}  // namespace couillon::arena

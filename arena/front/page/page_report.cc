// Reports lose matrices, and large ones most figures of a pairing.

#include "arena/front/page/page_report.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace couillon::arena {
namespace {

constexpr std::array<const char*, 3> kMatrices = {
    "covariance", "difference_errors", "degrees_of_freedom"};

// The keys of a pairing in a large report.
constexpr std::array<std::string_view, 16> kShortPairing = {
    "first",        "second",       "pairs",           "pair_wins",
    "pair_draws",   "pair_losses",  "table_wins",      "table_draws",
    "table_losses", "points",       "points_interval", "score",
    "elo",          "elo_interval", "deals",           "forfeits"};

void Shorten(Json& table) {
  for (Json& pairing : table["pairings"]) {
    Json shorter = Json::object();
    for (auto& [key, value] : pairing.items()) {
      if (std::ranges::count(kShortPairing, std::string_view(key)) > 0) {
        shorter[key] = std::move(value);
      }
    }
    pairing = std::move(shorter);
  }
}

std::size_t PairingsIn(const Json& report) {
  std::size_t pairings = 0;
  for (const Json& table : report.at("rulesets")) {
    pairings += table.at("pairings").size();
  }
  return pairings;
}

}  // namespace

Json ForPage(const Json& report) {
  Json page = report;
  const bool large = PairingsIn(page) > kMaxWholePairings;
  for (Json& table : page["rulesets"]) {
    for (const char* matrix : kMatrices) table.erase(matrix);
    if (large) Shorten(table);
  }
  if (page.contains("overall")) {
    for (const char* matrix : kMatrices) page["overall"].erase(matrix);
    if (large) Shorten(page["overall"]);
  }
  return page;
}

}  // namespace couillon::arena

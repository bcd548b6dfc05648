// Ratings, then the comparisons of all bots as matrices.
#include "arena/report/json/rating_json.h"

#include <cmath>
#include <cstddef>
#include <utility>

#include "arena/numbers/format/json.h"
#include "arena/numbers/format/schema.h"
#include "arena/numbers/stats/law/index.h"
#include "arena/numbers/stats/league/tied_strengths.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/result_scale.h"

namespace couillon::arena {
namespace {

const std::string& NameOf(const std::vector<std::string>& names, int bot) {
  return names[static_cast<std::size_t>(bot)];
}

// One field of all comparisons as a matrix.
template <typename Read>
Json MatrixOf(const RatingSheet& sheet, Read read) {
  Json rows = Json::array();
  for (const auto& line : sheet.comparisons) {
    Json row = Json::array();
    for (const std::optional<Comparison>& comparison : line) {
      row.push_back(comparison ? read(*comparison) : Json(nullptr));
    }
    rows.push_back(row);
  }
  return rows;
}

Json Islands(const RatingSheet& sheet, const std::vector<std::string>& names) {
  Json islands = Json::array();
  for (const stats::LeagueIsland& island : sheet.rating.islands) {
    Json groups = Json::array();
    for (const std::vector<int>& component : island.strong_components) {
      Json group = Json::array();
      for (const int bot : component) group.push_back(names[stats::Index(bot)]);
      groups.push_back(group);
    }
    Json members = Json::array();
    for (const int bot : island.bots) {
      members.push_back(names[stats::Index(bot)]);
    }
    islands.push_back({{"bots", members},
                       {"strong_components", groups},
                       {"converged", island.converged},
                       {"iterations", island.iterations}});
  }
  return islands;
}

// Null without anchors and priors that results can contradict.
Json TieFitJson(const RatingSheet& sheet) {
  if (!sheet.tie_fit) return nullptr;
  return {{"statistic", JsonNumber(sheet.tie_fit->statistic)},
          {"df", sheet.tie_fit->df},
          {"error_df", JsonNumber(sheet.tie_fit->error_df)},
          {"p", JsonNumber(sheet.tie_fit->p)},
          {"is_contradicted", TiesAreContradicted(sheet)}};
}

void AddRatingScaleJson(const RatingSheet& sheet,
                        const std::vector<std::string>& names, Json& json) {
  const stats::LeagueOptions& options = sheet.options;
  json["anchor"] =
      options.anchor ? Json(NameOf(names, *options.anchor)) : Json(nullptr);
  json["anchors"] = Json::array();
  if (options.anchor) {
    json["anchors"].push_back({{"bot", NameOf(names, *options.anchor)},
                               {"elo", JsonNumber(options.anchor_value)}});
  }
  for (const stats::Anchor& anchor : options.ties.anchors) {
    json["anchors"].push_back({{"bot", NameOf(names, anchor.bot)},
                               {"elo", JsonNumber(ShownElo(anchor.strength))}});
  }
  json["priors"] = Json::array();
  for (const stats::Prior& prior : options.ties.priors) {
    json["priors"].push_back(
        {{"bot", NameOf(names, prior.bot)},
         {"elo", JsonNumber(ShownElo(prior.mean))},
         {"standard_deviation", JsonNumber(ShownElo(prior.standard_deviation))},
         {"z", JsonNumber(DistanceFromPrior(sheet, prior))}});
  }
  json["anchors_and_priors_fit"] = TieFitJson(sheet);
}

}  // namespace

Json RankJson(const std::optional<stats::RankBand>& rank) {
  if (!rank) return nullptr;
  return {{"best", rank->best}, {"worst", rank->worst}};
}

const char* StatusName(stats::RatingStatus status) {
  switch (status) {
    case stats::RatingStatus::kRated:
      return "rated";
    case stats::RatingStatus::kAbove:
      return "above";
    case stats::RatingStatus::kBelow:
      return "below";
    case stats::RatingStatus::kOrderOnly:
      return "order_only";
    case stats::RatingStatus::kUnplayed:
      break;
  }
  return "unplayed";
}

Json RatingJson(const RatingSheet& sheet,
                const std::vector<std::string>& names) {
  const std::string unit =
      sheet.options.scale == stats::ResultScale::kPoints ? "points" : "elo";
  Json ratings = Json::array();
  for (const int bot : sheet.order) {
    const stats::BotRating& rating = sheet.rating.bots[stats::Index(bot)];
    Json line = {{"bot", names[stats::Index(bot)]},
                 {"rank", RankJson(sheet.ranks[stats::Index(bot)])},
                 {"status", StatusName(rating.status)}};
    AddBounds(unit, rating.value, rating.interval, line);
    line["standard_error"] = JsonNumber(rating.standard_error);
    line["degrees_of_freedom"] = JsonNumber(rating.degrees_of_freedom);
    line[unit + "_bound"] = JsonNumber(rating.bound);
    ratings.push_back(std::move(line));
  }
  return ratings;
}

void AddComparisonJson(const RatingSheet& sheet,
                       const std::vector<std::string>& names, Json& json) {
  Json order = Json::array();
  for (const int bot : sheet.compared) {
    order.push_back(names[stats::Index(bot)]);
  }
  json["matrix_order"] = order;
  Json covariance = Json::array();
  for (const auto& line : sheet.covariance) {
    Json row = Json::array();
    for (const std::optional<double>& value : line) {
      row.push_back(JsonNumber(value));
    }
    covariance.push_back(row);
  }
  json["covariance"] = covariance;
  json["difference_errors"] = MatrixOf(sheet, [](const Comparison& c) {
    return JsonNumber(c.difference ? c.difference->standard_error
                                   : std::nullopt);
  });
  json["los"] = MatrixOf(sheet, [](const Comparison& c) {
    return JsonNumber(c.difference ? c.difference->superiority : std::nullopt);
  });
  json["beats"] =
      MatrixOf(sheet, [](const Comparison& c) { return Json(c.beats); });
  json["degrees_of_freedom"] = MatrixOf(sheet, [](const Comparison& c) {
    return c.difference ? JsonNumber(c.difference->degrees_of_freedom)
                        : Json(nullptr);
  });
  json["few_deals"] = sheet.few_deals;
  json["critical_value"] = JsonNumber(sheet.critical_value);
  json["goodness_of_fit"] = {{"statistic", JsonNumber(sheet.misfit)},
                             {"df", sheet.misfit_df},
                             {"p", JsonNumber(sheet.misfit_p)}};
  json["cyclic_share"] = JsonNumber(sheet.cyclic_share);
  json["pairing_pairs_without_common_deals"] = sheet.rating.unshared_crosses;
  json["nash_mixture"] =
      sheet.circle ? Json(sheet.circle->mixture) : Json(nullptr);
  json["connected_components"] = Islands(sheet, names);
}

std::string RatingSheetJson(const RatingSheet& sheet,
                            const stats::LeagueSums& sums,
                            const std::vector<std::string>& names) {
  Json json = NewDocument(kRatingSchema);
  AddRatingScaleJson(sheet, names, json);
  json["anchor_has_rating"] = AnchorHasRating(sheet);
  json["level"] = sheet.options.level;
  json["deals"] = sums.deals;
  json["ratings"] = RatingJson(sheet, names);
  AddComparisonJson(sheet, names, json);
  json["pairings"] = Json::array();
  for (std::size_t k = 0; k < sums.pairings.size(); ++k) {
    const stats::Pairing& pairing = sums.pairings[k];
    const stats::PairingFit& fit = sheet.rating.pairings[k];
    json["pairings"].push_back(
        {{"first", names[stats::Index(pairing.first)]},
         {"second", names[stats::Index(pairing.second)]},
         {"pairs", pairing.score.pairs},
         {"score", JsonNumber(stats::ComputeMean(pairing.score))},
         {"expected_score", JsonNumber(fit.expected)},
         {"z", JsonNumber(fit.z)}});
  }
  // Names from a file may be any bytes; invalid UTF-8 is replaced.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace couillon::arena

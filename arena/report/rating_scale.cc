#include "arena/report/rating_scale.h"

#include <cmath>
#include <cstddef>

#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/numbers/format/json_numbers.h"
#include "arena/numbers/stats/league/tied_strengths.h"

namespace couillon::arena {
namespace {

const std::string& NameOf(const std::vector<std::string>& names, int bot) {
  return names[static_cast<std::size_t>(bot)];
}

// As it was given: without the rounding errors of the conversion to strengths
// and back.
double Elo(double strength) {
  return std::round(strength * stats::kEloPerLogStrength * 1e6) / 1e6;
}

// "the anchor x at 0", "the anchors x at 0, y at 5".
std::string List(const char* kind, const std::vector<std::string>& items) {
  return absl::StrFormat("the %s%s %s", kind, items.size() > 1 ? "s" : "",
                         absl::StrJoin(items, ", "));
}

}  // namespace

std::string RatingScaleText(const stats::LeagueOptions& options,
                            const std::vector<std::string>& names) {
  if (options.anchor) {
    return absl::StrFormat("%s at %g", NameOf(names, *options.anchor),
                           options.anchor_value);
  }
  std::vector<std::string> anchors;
  anchors.reserve(options.ties.anchors.size());
  for (const stats::Anchor& anchor : options.ties.anchors) {
    anchors.push_back(absl::StrFormat("%s at %g", NameOf(names, anchor.bot),
                                      Elo(anchor.strength)));
  }
  std::vector<std::string> priors;
  priors.reserve(options.ties.priors.size());
  for (const stats::Prior& prior : options.ties.priors) {
    priors.push_back(absl::StrFormat("%s at %g with a standard deviation of %g",
                                     NameOf(names, prior.bot), Elo(prior.mean),
                                     Elo(prior.standard_deviation)));
  }
  std::vector<std::string> parts;
  if (!anchors.empty()) parts.push_back(List("anchor", anchors));
  if (!priors.empty()) parts.push_back(List("prior", priors));
  return parts.empty() ? "the mean of all at 0" : absl::StrJoin(parts, " and ");
}

void AddRatingScaleJson(const stats::LeagueOptions& options,
                        const std::vector<std::string>& names, Json& json) {
  json["anchor"] =
      options.anchor ? Json(NameOf(names, *options.anchor)) : Json(nullptr);
  json["anchors"] = Json::array();
  if (options.anchor) {
    json["anchors"].push_back({{"bot", NameOf(names, *options.anchor)},
                               {"elo", JsonNumber(options.anchor_value)}});
  }
  for (const stats::Anchor& anchor : options.ties.anchors) {
    json["anchors"].push_back({{"bot", NameOf(names, anchor.bot)},
                               {"elo", JsonNumber(Elo(anchor.strength))}});
  }
  json["priors"] = Json::array();
  for (const stats::Prior& prior : options.ties.priors) {
    json["priors"].push_back(
        {{"bot", NameOf(names, prior.bot)},
         {"elo", JsonNumber(Elo(prior.mean))},
         {"standard_deviation", JsonNumber(Elo(prior.standard_deviation))}});
  }
}

}  // namespace couillon::arena

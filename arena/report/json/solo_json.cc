#include "arena/report/json/solo_json.h"

#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "arena/numbers/format/json.h"
#include "arena/numbers/format/json_numbers.h"
#include "arena/numbers/format/schema.h"
#include "arena/numbers/stats/league/design_fit.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/report/json/rating_json.h"

namespace couillon::arena {
namespace {

Json EffectsJson(const char* kind, const std::vector<SoloEffect>& effects) {
  Json json = Json::array();
  for (const SoloEffect& effect : effects) {
    Json line = {{kind, effect.name}};
    const std::optional<stats::ContrastEstimate>& points = effect.game_points;
    line["game_points"] = points ? JsonNumber(points->value) : Json(nullptr);
    line["lo"] = points ? JsonNumber(points->interval.lo) : Json(nullptr);
    line["hi"] = points ? JsonNumber(points->interval.hi) : Json(nullptr);
    line["standard_error"] =
        points ? JsonNumber(points->standard_error) : Json(nullptr);
    json.push_back(line);
  }
  return json;
}

Json BotsJson(const SoloRating& rating) {
  Json json = EffectsJson("bot", rating.bots);
  for (std::size_t i = 0; i < rating.ranks.size(); ++i) {
    const stats::BotRating& rank = rating.ranks[i];
    json[i]["rank"] = RankJson(rating.bands[i]);
    json[i]["rank_status"] = StatusName(rank.status);
    AddBounds("rank_elo", rank.value, rank.interval, json[i]);
    json[i]["rank_standard_error"] = JsonNumber(rank.standard_error);
    json[i]["rank_island"] = rank.island;
  }
  return json;
}

}  // namespace

std::string SoloRatingJson(const SoloRating& rating) {
  Json json = NewDocument(kTableRatingSchema);
  json["deals"] = rating.deals;
  json["level"] = rating.level;
  json["bots"] = BotsJson(rating);
  json["seats"] = EffectsJson("seat", rating.seats);
  json["roles"] = EffectsJson("role", rating.roles);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace couillon::arena

#include "arena/report/json/result_json.h"

#include <optional>
#include <string>

#include "arena/numbers/format/json_numbers.h"
#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

template <typename Value>
Json OrNull(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json TextOrNull(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

Json SeparationJson(SwissSeparation separation) {
  switch (separation) {
    case SwissSeparation::kFirst:
      return nullptr;
    case SwissSeparation::kPoints:
      return "points";
    case SwissSeparation::kBuchholz:
      return "buchholz";
    case SwissSeparation::kShared:
      return "shared";
  }
  COUILLON_CHECK(false);
}

Json SwissJson(const SwissLine& line) {
  return {{"points", line.points},
          {"buchholz", line.buchholz},
          {"wins", line.wins},
          {"draws", line.draws},
          {"losses", line.losses},
          {"byes", line.byes},
          {"decided_by", SeparationJson(line.separation)}};
}

Json KnockoutJson(const KnockoutLine& line) {
  return {{"wins", line.wins},
          {"losses", line.losses},
          {"byes", line.byes},
          {"is_in", !line.stage.has_value()},
          {"stage", OrNull(line.stage)}};
}

Json TotalJson(const TotalLine& line) {
  return {{"game_points_left", line.game_points_left},
          {"game_points_left_per_deal", JsonNumber(line.PerDeal())},
          {"deals", line.deals}};
}

Json PlacesJson(const FormatResult& result) {
  Json places = Json::array();
  for (const ResultPlace& place : result.places) {
    places.push_back(
        {{"bot", place.bot},
         {"place", place.place},
         {"shared_by", place.shared_by},
         {"ruleset", TextOrNull(place.ruleset)},
         {"status", TextOrNull(place.status)},
         {"swiss", place.swiss ? SwissJson(*place.swiss) : Json(nullptr)},
         {"knockout",
          place.knockout ? KnockoutJson(*place.knockout) : Json(nullptr)},
         {"total", place.total ? TotalJson(*place.total) : Json(nullptr)}});
  }
  return places;
}

Json RoundJson(const ResultRound& round) {
  Json pairings = Json::array();
  for (const ResultPairing& pairing : round.pairings) {
    Json second_points = nullptr;
    if (pairing.first_points) second_points = 1 - *pairing.first_points;
    pairings.push_back({{"first", pairing.first},
                        {"second", pairing.second},
                        {"first_points", OrNull(pairing.first_points)},
                        {"second_points", second_points},
                        {"lead", JsonNumber(pairing.lead)},
                        {"items", pairing.items}});
  }
  return {{"round", round.number},
          {"finished", round.finished},
          {"pairings", pairings},
          {"byes", round.byes}};
}

Json StageJson(const ResultRound& stage) {
  Json pairings = Json::array();
  for (const ResultPairing& pairing : stage.pairings) {
    pairings.push_back(
        {{"first", pairing.first},
         {"second", pairing.second},
         {"side", TextOrNull(SideName(pairing.side))},
         {"winner", OrNull(pairing.winner)},
         {"decided_by", TextOrNull(DecisionName(pairing.decision))},
         {"lead", JsonNumber(pairing.lead)},
         {"items", pairing.items}});
  }
  return {{"stage", stage.number},          {"first_round", stage.first_round},
          {"last_round", stage.last_round}, {"finished", stage.finished},
          {"pairings", pairings},           {"byes", stage.byes}};
}

}  // namespace

Json ResultJson(const FormatResult& result) {
  const bool has_stages = result.rule == ResultRule::kBracket;
  Json rounds = Json::array();
  Json stages = Json::array();
  for (const ResultRound& round : result.rounds) {
    if (has_stages) {
      stages.push_back(StageJson(round));
    } else {
      rounds.push_back(RoundJson(round));
    }
  }
  return {{"format", result.format},
          {"rule", RuleName(result.rule)},
          {"finished", result.finished},
          {"rounds_planned", OrNull(result.rounds_planned)},
          {"rounds_finished", OrNull(result.rounds_finished)},
          {"winner", OrNull(result.winner)},
          {"places", PlacesJson(result)},
          {"rounds", rounds},
          {"stages", stages}};
}

}  // namespace couillon::arena

#include "arena/report/data/format_result.h"

#include <algorithm>
#include <cstddef>

#include "arena/table/bot_index.h"
#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

// Those who played under one ruleset, best first.
std::vector<ResultPlace> PlaceTotals(const v1::LeagueConfig& config,
                                     const TournamentTable& table) {
  std::vector<ResultPlace> places;
  for (const PlayerReport& player : table.players) {
    if (player.deals == 0) continue;
    places.push_back({.bot = config.bots(ToInt(player.bot)).name(),
                      .ruleset = table.ruleset,
                      .total = TotalLine{.game_points_left = player.total,
                                         .deals = player.deals}});
  }
  const auto per_deal = [](const ResultPlace& place) {
    return place.total->PerDeal();
  };
  std::ranges::stable_sort(places, {}, per_deal);
  for (ResultPlace& place : places) {
    const auto equal =
        std::ranges::equal_range(places, per_deal(place), {}, per_deal);
    place.place = static_cast<int>(equal.begin() - places.begin()) + 1;
    place.shared_by = static_cast<int>(equal.size());
  }
  return places;
}

}  // namespace

std::string RuleName(ResultRule rule) {
  switch (rule) {
    case ResultRule::kRatings:
      return "ratings";
    case ResultRule::kPoints:
      return "points";
    case ResultRule::kBracket:
      return "bracket";
    case ResultRule::kGamePoints:
      return "game_points";
  }
  COUILLON_CHECK(false);
}

std::string SideName(BracketSide side) {
  switch (side) {
    case BracketSide::kNone:
      return "";
    case BracketSide::kUnbeaten:
      return "unbeaten";
    case BracketSide::kOneLoss:
      return "one_loss";
    case BracketSide::kFinal:
      return "final";
  }
  COUILLON_CHECK(false);
}

std::string DecisionName(BracketDecision decision) {
  switch (decision) {
    case BracketDecision::kOpen:
      return "";
    case BracketDecision::kInterval:
      return "interval";
    case BracketDecision::kTarget:
      return "target";
    case BracketDecision::kSeed:
      return "seed";
    case BracketDecision::kWalkover:
      return "walkover";
  }
  COUILLON_CHECK(false);
}

std::string LeagueFormatName(const v1::LeagueConfig& config) {
  switch (config.format()) {
    case v1::LEAGUE_FORMAT_INDIVIDUAL:
      return "individual";
    case v1::LEAGUE_FORMAT_THREE_WAY:
      return "three_way";
    case v1::LEAGUE_FORMAT_GAUNTLET:
      return "gauntlet";
    case v1::LEAGUE_FORMAT_PAIRINGS:
      return "pairings";
    default:
      return "round_robin";
  }
}

const ResultPlace* FindPlace(const FormatResult& result, const std::string& bot,
                             const std::string& ruleset) {
  const auto found =
      std::ranges::find_if(result.places, [&](const ResultPlace& place) {
        return place.bot == bot &&
               (place.ruleset.empty() || place.ruleset == ruleset);
      });
  return found == result.places.end() ? nullptr : &*found;
}

void SetTotals(const v1::LeagueConfig& config,
               const std::vector<TournamentTable>& tournaments, bool finished,
               FormatResult& result) {
  result.format = "individual";
  result.rule = ResultRule::kGamePoints;
  result.finished = finished;
  for (const TournamentTable& table : tournaments) {
    for (ResultPlace& place : PlaceTotals(config, table)) {
      result.places.push_back(std::move(place));
    }
  }
  const bool has_first = !result.places.empty() && tournaments.size() == 1 &&
                         result.places[0].shared_by == 1;
  if (finished && has_first) result.winner = result.places[0].bot;
}

}  // namespace couillon::arena

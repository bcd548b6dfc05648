// Tables of every format: the figures of their rows come from the lists of
// report/figures.
#include "arena/report/json/tables_json.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/numbers/format/figure_writers.h"
#include "arena/numbers/format/json_numbers.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/league/design_fit.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/league/rank_bands.h"
#include "arena/numbers/stats/pairs/mean.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/report/data/bot_names.h"
#include "arena/report/data/joint_difference.h"
#include "arena/report/data/standings.h"
#include "arena/report/data/three_way_report.h"
#include "arena/report/data/tournament_report.h"
#include "arena/report/figures/bot_figures.h"
#include "arena/report/figures/pairing_figures.h"
#include "arena/report/json/rating_json.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/league_schedule.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

Json PlacesJson(const PlaceResults& places) {
  Json json = Json::array();
  for (const PlaceResult& place : places) {
    json.push_back({{"place", place.place},
                    {"tables", place.tables},
                    {"points",
                     {{"mean", JsonNumber(place.points)},
                      {"interval", JsonInterval(place.interval)},
                      {"standard_error", JsonNumber(place.standard_error)}}}});
  }
  return json;
}

// The estimates without deals affected by forfeits; null without forfeits.
Json ForfeitFree(const PairingReport& pairing) {
  if (!pairing.forfeit_free) return nullptr;
  const PairingReport::ForfeitFree& forfeit_free = *pairing.forfeit_free;
  return {
      {"pairs", forfeit_free.score.pairs},
      {"score", JsonNumber(forfeit_free.elo.score)},
      {"elo", JsonNumber(forfeit_free.elo.elo)},
      {"elo_interval", JsonInterval(forfeit_free.elo.plus_two.elo_interval)},
      {"points", JsonNumber(forfeit_free.points.mean)},
      {"points_interval", JsonInterval(forfeit_free.points.interval)}};
}

Json PairingJson(const LeagueReport& report, const PairingReport& pairing,
                 bool whole) {
  const bool matches = ArePlayingMatches(report.config);
  Json json = {{"first", report.config.bots(ToInt(pairing.first)).name()},
               {"second", report.config.bots(ToInt(pairing.second)).name()}};
  JsonFigures figures(json);
  ForEachFigure(pairing, {.whole = whole, .matches = matches}, figures);
  if (!whole) {
    // The mean over all rulesets.
    const MatchEstimate match = pairing.match.value_or(MatchEstimate{});
    if (!matches) figures.Bounded("match_elo", match.elo, match.elo_interval);
    return json;
  }
  json["without_forfeits"] = ForfeitFree(pairing);
  if (pairing.cells) {
    json["pentanomial"] = pairing.cells->counts;
    json["wl_pairs"] = pairing.cells->wl;
    json["dd_pairs"] = pairing.cells->dd;
  }
  return json;
}

void AddRating(const std::string& name, const stats::BotRating& rating,
               const std::optional<stats::RankBand>& rank, Json& json) {
  AddBounds(name, rating.value, rating.interval, json);
  json[name + "_rank"] = RankJson(rank);
}

// Matches have no game points.
Json LeadJson(const LeagueReport& report, const stats::MeanEstimate& lead) {
  const bool matches = ArePlayingMatches(report.config);
  return matches ? Json(nullptr) : JsonMean(lead);
}

Json PartnersJson(const LeagueReport& report, const TournamentTable& table) {
  Json json = Json::array();
  for (std::size_t a = 0; a < table.partners.size(); ++a) {
    for (std::size_t b = a + 1; b < table.partners.size(); ++b) {
      const PartnersReport& partners = table.partners[a][b];
      if (partners.deals == 0) continue;
      json.push_back(
          {{"players",
            {report.config.bots(static_cast<int>(a)).name(),
             report.config.bots(static_cast<int>(b)).name()}},
           {"deals", partners.deals},
           {"game_points_left_per_deal", JsonNumber(partners.per_deal)},
           {"score", JsonMean(partners.score)},
           {"points", LeadJson(report, partners.lead)}});
    }
  }
  return json;
}

Json OpponentsJson(const LeagueReport& report, const TournamentTable& table) {
  Json json = Json::array();
  for (const OpponentsReport& opponents : table.opponents) {
    json.push_back(
        {{"first", report.config.bots(ToInt(opponents.first)).name()},
         {"second", report.config.bots(ToInt(opponents.second)).name()},
         {"pairs", opponents.score.pairs},
         {"score", JsonMean(opponents.score)},
         {"points", LeadJson(report, opponents.lead)}});
  }
  return json;
}

Json TeamsJson(const LeagueReport& report, const TournamentTable& table) {
  Json json = Json::array();
  for (const TeamReport& team : table.teams) {
    Json members = Json::array();
    for (const BotIndex bot : team.members) {
      members.push_back(report.config.bots(ToInt(bot)).name());
    }
    json.push_back(
        {{"players", members}, {"elo", JsonStrength("elo", team.elo)}});
  }
  return json;
}

constexpr std::array kPlaces = {"eldest", "second", "dealer"};

Json PlacesJson(const std::vector<stats::MeanEstimate>& places) {
  Json json = Json::array();
  for (std::size_t place = 0; place < places.size(); ++place) {
    json.push_back(
        {{"place", kPlaces[place]}, {"points", JsonMean(places[place])}});
  }
  return json;
}

Json ThreeWayTableJson(const LeagueReport& report, const ThreeWayTable& table) {
  Json bots = Json::array();
  for (const ThreeWayBot& bot : table.bots) {
    Json line = {{"bot", report.config.bots(ToInt(bot.bot)).name()},
                 {"rank", RankJson(bot.rank)}};
    AddFigures(bot, ThreeWayScope(), line);
    line["no_result"] = bot.no_result;
    line["places"] = PlacesJson(bot.places);
    bots.push_back(std::move(line));
  }
  Json differences = Json::array();
  for (const ThreeWayDifference& difference : table.differences) {
    differences.push_back(
        {{"first", report.config.bots(ToInt(difference.first)).name()},
         {"second", report.config.bots(ToInt(difference.second)).name()},
         {"lead", JsonEstimate(difference.lead)},
         {"at_shared_tables", JsonMean(difference.at_shared_tables)},
         {"significant", difference.significant}});
  }
  return {{"ruleset", table.ruleset},
          {"hash", table.hash},
          {"items", table.items},
          {"planned_items", table.planned_items},
          {"few_items", table.items < stats::kFewDeals},
          {"deals", table.counts.deals},
          {"decisions", table.counts.decisions},
          {"forfeits", table.counts.forfeits},
          {"bots", bots},
          {"differences", differences},
          {"places", PlacesJson(table.places)}};
}

// Bots that did not meet; `unit` is "points" or "elo".
Json JointJson(const LeagueReport& report, const RatingTable& table,
               const std::string& unit) {
  Json json = Json::array();
  for (const auto& [first, second, difference] :
       ListJointDifferences(table, kMaxJointBots)) {
    Json line = {{"first", report.config.bots(ToInt(first)).name()},
                 {"second", report.config.bots(ToInt(second)).name()}};
    JsonFigures(line).Bounded(unit, difference.value, difference.interval);
    line["los"] = JsonNumber(difference.superiority);
    json.push_back(std::move(line));
  }
  return json;
}

}  // namespace

Json TableJson(const LeagueReport& report, const RatingTable& table) {
  Json json;
  const bool whole = !table.ruleset.empty();
  if (whole) {
    json["ruleset"] = table.ruleset;
    json["hash"] = table.hash;
    json["seatings"] = table.seatings;
    json["places"] = PlacesJson(table.places.all);
  }
  json["items"] = table.items;
  json["davidson_nu"] = JsonNumber(table.tie_rate);
  const std::vector<std::string> names = BotNames(report.config);
  json["scale"] =
      table.scale == stats::ResultScale::kPoints ? "points" : "score";
  json["ratings"] = RatingJson(table.sheet, names);
  const bool matches = ArePlayingMatches(report.config);
  for (std::size_t i = 0; i < table.sheet.order.size(); ++i) {
    const auto bot = static_cast<std::size_t>(table.sheet.order[i]);
    Json& line = json["ratings"][i];
    if (HasNoResult(table, BotIndex(table.sheet.order[i]))) {
      line["status"] = "no_result";
    }
    if (table.matches) {
      AddRating("elo_per_match", table.matches->bots[bot],
                table.match_ranks[bot], line);
    } else if (table.matches_are_too_long) {
      for (const char* key : {"elo_per_match", "elo_per_match_lo",
                              "elo_per_match_hi", "elo_per_match_rank"}) {
        line[key] = nullptr;
      }
    }
    if (whole) {
      AddFigures(table.totals[bot].results, !matches, line["results"]);
    }
    if (!table.places.bots.empty()) {
      line["places"] = PlacesJson(table.places.bots[bot]);
    }
    if (!matches) {
      AddRating("elo_per_deal", table.by_score.bots[bot],
                table.score_ranks[bot], line);
    }
  }
  AddComparisonJson(table.sheet, names, json);
  json["pairings_left_out"] = table.pairings_left_out;
  json["pairings"] = Json::array();
  for (const PairingReport& pairing : table.pairings) {
    json["pairings"].push_back(PairingJson(report, pairing, whole));
  }
  json["joint_fit_differences"] =
      JointJson(report, table,
                table.scale == stats::ResultScale::kPoints ? "points" : "elo");
  return json;
}

Json TournamentsJson(const LeagueReport& report) {
  Json json = Json::array();
  for (const TournamentTable& table : report.tournaments) {
    Json players = Json::array();
    for (const PlayerReport& player : table.players) {
      Json line = {{"bot", report.config.bots(ToInt(player.bot)).name()},
                   {"rank", RankJson(player.rank)}};
      AddFigures(player, PlayerScope(), line);
      line["no_result"] = player.no_result;
      if (!table.places.bots.empty()) {
        line["places"] = PlacesJson(table.places.bots[Index(player.bot)]);
      }
      players.push_back(std::move(line));
    }
    json.push_back({{"ruleset", table.ruleset},
                    {"hash", table.hash},
                    {"players", players},
                    {"places", PlacesJson(table.places.all)},
                    {"partners", PartnersJson(report, table)},
                    {"opponents", OpponentsJson(report, table)},
                    {"teams", TeamsJson(report, table)}});
  }
  return json;
}

Json ThreeWayJson(const LeagueReport& report) {
  Json json = Json::array();
  for (const ThreeWayTable& table : report.three_way) {
    json.push_back(ThreeWayTableJson(report, table));
  }
  return json;
}

}  // namespace couillon::arena

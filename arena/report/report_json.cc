#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/numbers/format/figure_writers.h"
#include "arena/numbers/format/json.h"
#include "arena/numbers/format/json_numbers.h"
#include "arena/numbers/format/schema.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/league/design_fit.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/league/rank_bands.h"
#include "arena/numbers/stats/pairs/mean.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/report/audit_report.h"
#include "arena/report/bot_results.h"
#include "arena/report/convergence.h"
#include "arena/report/entrants.h"
#include "arena/report/head_to_head.h"
#include "arena/report/identities.h"
#include "arena/report/integrity.h"
#include "arena/report/league_report.h"
#include "arena/report/pairing_figures.h"
#include "arena/report/place_results.h"
#include "arena/report/rank_forms.h"
#include "arena/report/rating_history_forms.h"
#include "arena/report/rating_json.h"
#include "arena/report/report_text.h"
#include "arena/report/ruleset_spread.h"
#include "arena/report/standings.h"
#include "arena/report/system_cards.h"
#include "arena/report/three_way_forms.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/verdict.h"
#include "couillon/v1/league.pb.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"

namespace couillon::arena {
namespace {

std::vector<std::string> BotNames(const LeagueReport& report) {
  std::vector<std::string> names;
  for (const v1::BotEntry& bot : report.config.bots()) {
    names.push_back(bot.name());
  }
  return names;
}

const char* OriginName(v1::SeedOrigin origin) {
  if (origin == v1::SEED_ORIGIN_USER) return "user";
  return origin == v1::SEED_ORIGIN_FILE ? "file" : "random";
}

// The bots that have limits of their own; the limits by the names of their
// fields.
Json OwnLimitsJson(const v1::LeagueConfig& config) {
  Json bots = Json::array();
  for (const v1::BotEntry& bot : config.bots()) {
    if (!bot.has_own_limits()) continue;
    const v1::OwnLimits& own = bot.own_limits();
    Json json = {{"bot", bot.name()}};
    std::vector<const google::protobuf::FieldDescriptor*> fields;
    own.GetReflection()->ListFields(own, &fields);
    for (const auto* field : fields) {
      const bool is_long = field->cpp_type() ==
                           google::protobuf::FieldDescriptor::CPPTYPE_UINT64;
      json[field->name()] =
          is_long ? own.GetReflection()->GetUInt64(own, field)
                  : std::uint64_t{own.GetReflection()->GetUInt32(own, field)};
    }
    bots.push_back(std::move(json));
  }
  return bots;
}

const char* FormatName(v1::LeagueFormat format) {
  switch (format) {
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

Json RulesetsJson(const v1::LeagueConfig& config) {
  Json json = Json::array();
  for (const v1::LeagueRuleset& entry : config.rulesets()) {
    json.push_back({{"ruleset", entry.spec()},
                    {"title", entry.ruleset().title()},
                    {"sides", entry.ruleset().table().sides()},
                    {"seats", entry.ruleset().table().players()},
                    {"hash", entry.hash()}});
  }
  return json;
}

Json LeagueJson(const LeagueReport& report) {
  const v1::LeagueConfig& config = report.config;
  const std::optional<std::string> seed = ShownSeed(report);
  return {{"seed", seed ? Json(*seed) : Json(nullptr)},
          {"seed_origin", OriginName(config.seed_origin())},
          {"seed_commitment", config.seed_commitment()},
          {"mode", ItemsWord(config)},
          {"items", config.items()},
          {"block_items", config.block_items()},
          {"format", FormatName(config.format())},
          {"rulesets", RulesetsJson(config)},
          {"coupled", config.coupled()},
          {"integrity", IntegrityJson(config)},
          {"max_faults", config.limits().max_faults()},
          {"own_limits", OwnLimitsJson(config)},
          {"bots", BotNames(report)}};
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
  if (!whole) return json;
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
  json[name] = JsonNumber(rating.value);
  json[name + "_lo"] = JsonNumber(rating.interval.lo);
  json[name + "_hi"] = JsonNumber(rating.interval.hi);
  json[name + "_rank"] = RankJson(rank);
}

Json SpreadJson(const LeagueReport& report, const RulesetSpread& spread) {
  Json bots = Json::array();
  for (const BotSpread& bot : spread.bots) {
    bots.push_back(
        {{"bot", report.config.bots(bot.bot).name()},
         {"rank", RankJson(spread.ranks[static_cast<std::size_t>(bot.bot)])},
         {"elo", JsonNumber(bot.elo)},
         {"interval_these_rulesets", JsonInterval(bot.these_rulesets)},
         {"interval_rulesets_like_these",
          bot.like_these ? JsonInterval(*bot.like_these) : Json(nullptr)},
         {"between_rulesets", JsonNumber(bot.deviation)},
         {"p", JsonNumber(bot.p)}});
  }
  const RatingTable& first = report.rulesets[0];
  const bool by_match =
      ArePlayingMatches(report.config) ||
      (first.scale == stats::ResultScale::kPoints && first.matches.has_value());
  return {{"rulesets", spread.rulesets},
          {"share_deals", spread.share_deals},
          {"unit", by_match ? "elo_per_match" : "elo_per_deal"},
          {"bots", bots},
          {"heterogeneity",
           {{"statistic",
             spread.share_deals ? Json(nullptr) : JsonNumber(spread.statistic)},
            {"df", spread.df},
            {"p", JsonNumber(spread.p)}}}};
}

// The results of a bot under one ruleset.
Json ResultsJson(const RatingTable& table, BotIndex bot, bool matches) {
  Json json;
  AddResultsJson(table.totals[Index(bot)].results, !matches, json);
  return json;
}

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
  const std::vector<std::string> names = BotNames(report);
  json["scale"] =
      table.scale == stats::ResultScale::kPoints ? "points" : "score";
  json["ratings"] = RatingJson(table.sheet, names);
  const bool matches = ArePlayingMatches(report.config);
  for (std::size_t i = 0; i < table.sheet.order.size(); ++i) {
    const auto bot = static_cast<std::size_t>(table.sheet.order[i]);
    Json& line = json["ratings"][i];
    if (table.matches) {
      AddRating("elo_per_match", table.matches->bots[bot],
                table.match_ranks[bot], line);
    }
    if (whole) {
      line["results"] =
          ResultsJson(table, BotIndex(static_cast<int>(bot)), matches);
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
  return json;
}

// A contrast in Elo; null if there is none.
Json EloJson(const std::optional<stats::ContrastEstimate>& elo) {
  if (!elo) return nullptr;
  return {{"elo", JsonNumber(elo->value)},
          {"elo_lo", JsonNumber(elo->interval.lo)},
          {"elo_hi", JsonNumber(elo->interval.hi)},
          {"standard_error", JsonNumber(elo->standard_error)}};
}

// The same in game points per deal.
Json PointsJson(const std::optional<stats::ContrastEstimate>& points) {
  if (!points) return nullptr;
  return {{"points", JsonNumber(points->value)},
          {"points_lo", JsonNumber(points->interval.lo)},
          {"points_hi", JsonNumber(points->interval.hi)},
          {"standard_error", JsonNumber(points->standard_error)}};
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
    json.push_back({{"players", members}, {"elo", EloJson(team.elo)}});
  }
  return json;
}

Json TournamentsJson(const LeagueReport& report) {
  Json json = Json::array();
  for (const TournamentTable& table : report.tournaments) {
    Json players = Json::array();
    for (const PlayerReport& player : table.players) {
      players.push_back(
          {{"bot", report.config.bots(ToInt(player.bot)).name()},
           {"rank", RankJson(player.rank)},
           {"game_points_left", player.total},
           {"rounds", player.rounds},
           {"deals", player.deals},
           {"island", player.island},
           {"game_points_left_per_deal", JsonMean(player.per_deal)},
           {"individual_points", PointsJson(player.points)},
           {"individual_elo", EloJson(player.elo)}});
      if (!table.places.bots.empty()) {
        players.back()["places"] =
            PlacesJson(table.places.bots[Index(player.bot)]);
      }
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

// The path of the test to its bounds.
Json LooksJson(const HeadToHead& test) {
  Json json = Json::array();
  for (const LlrLook& look : test.history.value_or(std::vector<LlrLook>())) {
    json.push_back({{"pairs", look.pairs},
                    {"llr", JsonNumber(look.answer.llr)},
                    {"lower", JsonNumber(look.answer.bounds.lower)},
                    {"upper", JsonNumber(look.answer.bounds.upper)}});
  }
  return json;
}

Json FaultsJson(const LeagueReport& report) {
  std::map<std::pair<BotIndex, Verdict>, int> counts;
  for (const Fault& fault : report.faults) ++counts[{fault.bot, fault.verdict}];
  Json json = Json::array();
  for (const auto& [key, count] : counts) {
    json.push_back({{"bot", report.config.bots(ToInt(key.first)).name()},
                    {"verdict", VerdictName(key.second)},
                    {"count", count}});
  }
  return json;
}

// The package of the protocol is its version: couillon.v1.
Json ProgramJson(const ProgramVersion& program) {
  return {{"version", program.version},
          {"commit", program.commit},
          {"protocol", v1::LeagueConfig::descriptor()->file()->package()}};
}

}  // namespace

Json ReportJson(const LeagueReport& report, const ProgramVersion& program) {
  Json json = NewDocument(kReportSchema);
  if (!program.version.empty()) json["program"] = ProgramJson(program);
  json["league"] = LeagueJson(report);
  AddChangedBots(report.config, json["league"]);
  AddSystemCards(report.config, json["league"]);
  if (report.arena) {
    json["arena"] = EntrantsJson(*report.arena);
    json["history"] = HistoryJson(report);
  }
  json["standings"] = StandingsJson(report);
  json["units_done"] = report.units_done;
  json["units"] = report.units;
  json["rulesets"] = Json::array();
  for (const RatingTable& table : report.rulesets) {
    json["rulesets"].push_back(TableJson(report, table));
  }
  if (!report.tournaments.empty()) {
    json["tournaments"] = TournamentsJson(report);
  }
  if (!report.three_way.empty()) json["three_way"] = ThreeWayJson(report);
  if (report.test) {
    json["sprt"] = SequentialJson(*report.test);
    json["sprt"]["history"] = LooksJson(*report.test);
  }
  if (report.overall) json["overall"] = TableJson(report, *report.overall);
  if (report.overall) json["pairings"] = PairingsJson(report);
  if (report.spread) json["all_rulesets"] = SpreadJson(report, *report.spread);
  if (report.convergence) {
    json["convergence"] = ConvergenceJson(report.config, *report.convergence);
  }
  json["faults"] = FaultsJson(report);
  if (report.audit) json["audit"] = AuditJson(*report.audit);
  return json;
}

std::string RenderJson(const LeagueReport& report,
                       const ProgramVersion& program) {
  return ReportJson(report, program).dump(2) + "\n";
}

}  // namespace couillon::arena

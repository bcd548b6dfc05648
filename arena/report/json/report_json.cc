#include "arena/report/json/report_json.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "arena/numbers/format/json_numbers.h"
#include "arena/numbers/format/schema.h"
#include "arena/numbers/stats/league/rank_bands.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/report/data/bot_names.h"
#include "arena/report/data/certainty.h"
#include "arena/report/data/format_result.h"
#include "arena/report/data/head_to_head.h"
#include "arena/report/data/rating_table.h"
#include "arena/report/data/ruleset_spread.h"
#include "arena/report/json/audit_json.h"
#include "arena/report/json/head_to_head_json.h"
#include "arena/report/json/history_json.h"
#include "arena/report/json/league_json.h"
#include "arena/report/json/rating_json.h"
#include "arena/report/json/result_json.h"
#include "arena/report/json/standings_json.h"
#include "arena/report/json/tables_json.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/verdict.h"
#include "couillon/v1/league.pb.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"

namespace couillon::arena {
namespace {

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
          {"format", LeagueFormatName(config)},
          {"rulesets", RulesetsJson(config)},
          {"coupled", config.coupled()},
          {"integrity", IntegrityJson(config)},
          {"max_faults", config.limits().max_faults()},
          {"own_limits", OwnLimitsJson(config)},
          {"bots", BotNames(config)}};
}

Json SpreadJson(const LeagueReport& report, const RulesetSpread& spread) {
  Json bots = Json::array();
  for (const BotSpread& bot : spread.bots) {
    bots.push_back(
        {{"bot", report.config.bots(bot.bot).name()},
         {"rank", RankJson(spread.ranks[static_cast<std::size_t>(bot.bot)])},
         {"elo", JsonNumber(bot.elo)},
         {"interval_these_rulesets", JsonInterval(bot.these_rulesets)},
         {"interval_another_ruleset", bot.another_ruleset
                                          ? JsonInterval(*bot.another_ruleset)
                                          : Json(nullptr)},
         {"between_rulesets", JsonNumber(bot.deviation)},
         {"p", JsonNumber(bot.p)}});
  }
  const RatingTable& first = report.rulesets[0];
  const bool by_match =
      ArePlayingMatches(report.config) ||
      (first.scale == stats::ResultScale::kPoints && first.matches.has_value());
  return {
      {"rulesets", spread.rulesets},
      {"share_deals", spread.share_deals},
      {"unit", by_match ? "elo_per_match" : "elo_per_deal"},
      {"bots", bots},
      {"heterogeneity",
       {{"statistic", spread.p ? JsonNumber(spread.statistic) : Json(nullptr)},
        {"df", spread.df},
        {"p", JsonNumber(spread.p)}}}};
}

// What ratings are relative to; null: the mean of the field.
void AddZero(const LeagueReport& report, Json& json) {
  const RatingZero& zero = report.zero;
  json["anchor"] = zero.anchor ? Json(report.config.bots(*zero.anchor).name())
                               : Json(nullptr);
  json["anchor_elo"] = zero.anchor ? JsonNumber(zero.elo) : Json(nullptr);
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

// What the marks and ranks of an arena hold for.
const char* MarksName(const LeagueReport& report) {
  if (report.certainty != Certainty::kRatings) return "none";
  return report.every_look ? "every_look" : "one_look";
}

}  // namespace

Json ReportJson(const LeagueReport& report, const ProgramVersion& program) {
  Json json = NewDocument(kReportSchema);
  if (!program.version.empty()) json["program"] = ProgramJson(program);
  json["league"] = LeagueJson(report);
  AddChangedBots(report.config, json["league"]);
  AddSystemCards(report.config, json["league"]);
  if (report.arena) {
    json["arena"] = EntrantsJson(*report.arena, report.result);
    const char* const why = WhyNoIntervals(report.certainty);
    json["arena"]["why_no_intervals"] = why == nullptr ? Json() : Json(why);
    json["arena"]["pairing_intervals"] =
        report.certainty == Certainty::kAnytimePairings ? "anytime"
                                                        : "fixed_sample";
    json["arena"]["marks"] = MarksName(report);
    json["history"] = HistoryJson(report);
  }
  json["result"] = ResultJson(report.result);
  json["standings"] = StandingsJson(report);
  if (!report.rulesets.empty()) AddZero(report, json);
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
    json["sprt"]["history"] =
        LooksJson(report.test->history.value_or(std::vector<LlrLook>()));
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

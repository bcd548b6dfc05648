// The name and version of every JSON document that a command prints, as its key
// "schema". docs/formats.md lists them, with the rule for a new version.
#pragma once

#include "arena/numbers/format/json.h"

namespace couillon::arena {

struct Schema {
  const char* name;
  int version;  // 1 or more
};

inline constexpr Schema kReportSchema = {"couillon.report", 2};
inline constexpr Schema kDealsSchema = {"couillon.deals", 1};
inline constexpr Schema kRunSchema = {"couillon.run", 1};
inline constexpr Schema kPlaySchema = {"couillon.play", 1};
inline constexpr Schema kLeagueStatusSchema = {"couillon.league_status", 1};
inline constexpr Schema kPlanStatusSchema = {"couillon.plan_status", 1};
inline constexpr Schema kArenaStatusSchema = {"couillon.arena_status", 1};
inline constexpr Schema kRatingSchema = {"couillon.rating", 1};
inline constexpr Schema kTableRatingSchema = {"couillon.table_rating", 1};
inline constexpr Schema kHeadToHeadSchema = {"couillon.head_to_head", 1};
inline constexpr Schema kForecastSchema = {"couillon.forecast", 1};
inline constexpr Schema kFairnessSchema = {"couillon.fairness", 1};
inline constexpr Schema kFaultsSchema = {"couillon.faults", 1};
inline constexpr Schema kAuditSchema = {"couillon.audit", 1};
inline constexpr Schema kExploitSchema = {"couillon.exploit", 2};
inline constexpr Schema kSolutionSchema = {"couillon.solution", 1};
inline constexpr Schema kAnalysisSchema = {"couillon.analysis", 1};
inline constexpr Schema kDealAnalysisSchema = {"couillon.deal_analysis", 1};
inline constexpr Schema kLossesSchema = {"couillon.losses", 1};
inline constexpr Schema kBotCheckSchema = {"couillon.bot_check", 1};
inline constexpr Schema kBenchSchema = {"couillon.bench", 1};
inline constexpr Schema kSandboxSchema = {"couillon.sandbox", 1};
inline constexpr Schema kSelfTestSchema = {"couillon.selftest", 1};
inline constexpr Schema kDealModesSchema = {"couillon.deal_modes", 1};
inline constexpr Schema kRulesetSchema = {"couillon.ruleset", 1};
inline constexpr Schema kRulesetsSchema = {"couillon.rulesets", 1};

// Returns an object with the key "schema" alone: the beginning of a document.
Json NewDocument(const Schema& schema);

}  // namespace couillon::arena

#include "arena/league/setup/table_setup.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/status/status.h"
#include "arena/league/setup/limits.h"
#include "arena/league/setup/process_setup.h"
#include "arena/players/roster/remote_arguments.h"
#include "couillon/v1/ruleset.pb.h"
#include "engine/cards/status_macros.h"
#include "engine/rules/compiled_rules.h"
#include "proto/ruleset_catalog.h"
#include "proto/ruleset_codec.h"

namespace couillon::arena {
absl::StatusOr<LeagueSetup> SetUpTable(const TableRequest& request) {
  const v1::Limits& asked = request.limits.limits;
  RETURN_IF_ERROR(CheckLimits(asked, {LimitUse::kAnswer, LimitUse::kProcess}));
  ASSIGN_OR_RETURN(const CompiledRules rules, wire::FindRules(request.ruleset));
  LeagueSetup setup;
  v1::LeagueConfig& config = setup.config;
  v1::LeagueRuleset& entry = *config.add_rulesets();
  entry.set_spec(request.ruleset);
  *entry.mutable_ruleset() = wire::ToMessage(rules.ruleset);
  entry.set_hash(wire::RulesetHash(rules.ruleset));
  bool any_process = false;
  for (const v1::BotEntry& bot : request.bots) {
    v1::BotEntry& added = *config.add_bots();
    added = bot;
    if (request.allow_plaintext) AllowPlaintext(added);
    any_process = any_process || !bot.command().empty();
  }
  absl::Status own_limits = CheckNoOwnTime(config);
  for (const v1::BotEntry& bot : config.bots()) {
    if (own_limits.ok()) own_limits = CheckOwnLimits(bot);
  }
  if (!own_limits.ok()) return own_limits;
  config.set_mode(v1::LEAGUE_MODE_DEALS);
  config.set_format(v1::LEAGUE_FORMAT_ROUND_ROBIN);
  config.set_shared_process(true);  // each bot holds one seat
  config.set_suit_labels(v1::SUIT_LABELS_TRUE);
  v1::Limits& limits = *config.mutable_limits();
  limits = OnlyLimits(asked, {LimitUse::kAnswer});
  limits.set_strict_time(true);  // one decision at a time
  if (!any_process) return setup;
  ASSIGN_OR_RETURN(std::string no_sandbox,
                   SetProcesses(request.limits.process, asked, config));
  setup.no_sandbox = std::move(no_sandbox);
  return setup;
}

}  // namespace couillon::arena

#include "arena/league/setup/joining_bots.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_format.h"
#include "arena/league/run/bot_pairings.h"
#include "arena/league/setup/limits.h"
#include "arena/league/setup/process_setup.h"
#include "arena/numbers/text/field_status.h"
#include "arena/players/roster/remote_arguments.h"
#include "arena/table/schedule/bot_protection.h"
#include "arena/table/schedule/unit_budget.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

bool HasProcesses(const v1::LeagueConfig& config) {
  return std::any_of(config.bots().begin(), config.bots().end(),
                     [](const auto& bot) { return !bot.command().empty(); });
}

absl::Status CheckAll(const ChangedLeague& changed,
                      const v1::LeagueConfig& stored,
                      const BuiltinCheck& builtin_check) {
  const v1::LeagueConfig& config = changed.config;
  RETURN_IF_ERROR(
      CheckBots({config.bots().begin(), config.bots().end()}, builtin_check));
  RETURN_IF_ERROR(CheckCheating(config, config.allow_cheating()));
  RETURN_IF_ERROR(CheckBotRulesets(config));
  RETURN_IF_ERROR(CheckSeatIsolation(config));
  RETURN_IF_ERROR(CheckSameDeals(config));
  // A league that has one already was told to.
  if (!config.same_deals() || HasRemoteBot(stored) || !HasRemoteBot(config)) {
    return absl::OkStatus();
  }
  return FieldError("same_deals",
                    ": found a remote bot, which can remember the deals of one "
                    "pairing and profit in another; play another league");
}

// Checks the bots, and decides how their processes are isolated if the league
// had none.
absl::StatusOr<ChangedLeague> Checked(ChangedLeague changed,
                                      const v1::LeagueConfig& stored,
                                      const BuiltinCheck& builtin_check) {
  absl::Status status = CheckAll(changed, stored, builtin_check);
  for (const BotIndex bot : changed.fresh) {
    v1::BotEntry& entry = *changed.config.mutable_bots(ToInt(bot));
    if (status.ok()) status = CheckOwnLimits(entry);
    if (status.ok()) SetDefaultOwnBudget(changed.config, entry);
  }
  if (!status.ok()) return status;
  if (!HasProcesses(stored) && HasProcesses(changed.config)) {
    ASSIGN_OR_RETURN(
        std::string no_sandbox,
        SetProcesses(ProcessRequest(), DefaultLimits(), changed.config));
    changed.no_sandbox = std::move(no_sandbox);
  }
  return changed;
}

}  // namespace

absl::StatusOr<ChangedLeague> WithMoreBots(
    const v1::LeagueConfig& stored, const std::vector<v1::BotEntry>& bots,
    const BuiltinCheck& builtin_check) {
  RETURN_IF_ERROR(
      CheckNewNames(bots, {stored.bots().begin(), stored.bots().end()}));
  ChangedLeague changed{.config = stored};
  for (const v1::BotEntry& bot : bots) {
    changed.fresh.push_back(BotIndex(changed.config.bots_size()));
    *changed.config.add_bots() = bot;
  }
  return Checked(std::move(changed), stored, builtin_check);
}

absl::StatusOr<ChangedLeague> WithBotReplaced(
    const v1::LeagueConfig& stored, const v1::BotEntry& bot,
    const BuiltinCheck& builtin_check) {
  ChangedLeague changed{.config = stored};
  std::string names;
  for (int at = 0; at < stored.bots_size(); ++at) {
    v1::BotEntry& entry = *changed.config.mutable_bots(at);
    names += (at == 0 ? "" : ", ") + entry.name();
    if (entry.name() != bot.name()) continue;
    const v1::BotEntry before = std::exchange(entry, bot);
    if (before.has_own_limits() && !entry.has_own_limits() &&
        entry.builtin().empty()) {
      *entry.mutable_own_limits() = before.own_limits();
    }
    changed.fresh.push_back(BotIndex(at));
  }
  if (changed.fresh.empty()) {
    return absl::NotFoundError(absl::StrFormat(
        "bot %s: the league has no bot of this name; expected one of %s",
        bot.name(), names));
  }
  return Checked(std::move(changed), stored, builtin_check);
}

}  // namespace couillon::arena

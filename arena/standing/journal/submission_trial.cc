// Starts the bot with the settings of the arena and runs the checks of
// check_bot.h.

#include "arena/standing/journal/submission_trial.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/league/setup/limits.h"
#include "arena/league/setup/process_setup.h"
#include "arena/league/setup/trial_worker.h"
#include "arena/players/check/checks.h"
#include "arena/players/check/conformance_run.h"
#include "arena/players/check/finding.h"
#include "arena/players/roster/grpc_bot.h"
#include "arena/players/rpc/grpc_config.h"
#include "arena/table/schedule/bot_limits.h"
#include "arena/table/schedule/bot_protection.h"
#include "arena/table/schedule/league_rules.h"
#include "engine/cards/status_macros.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {
namespace {

// Enough to meet every phase of a deal, and few enough for a slow bot.
constexpr int kDecisions = 20;
constexpr int kSpeedMs = 50;
constexpr int kMemoryDecisions = 1'000;
constexpr int kMemoryMs = 2'000;
constexpr std::uint32_t kMaxSeconds = 600;  // of all checks

// The request for a worker with the arena's settings.
TrialRequest RequestOf(const v1::LeagueConfig& settings,
                       const v1::BotEntry& bot) {
  TrialRequest request{.limits = LimitsOf(settings, bot), .process = {}};
  ProcessRequest& process = request.process;
  process.isolation = settings.isolation() == v1::ISOLATION_BWRAP
                          ? IsolationRequest::kSandbox
                          : IsolationRequest::kLimits;
  process.bot_environment = {settings.bot_environment().begin(),
                             settings.bot_environment().end()};
  process.readable_paths = {settings.readable_paths().begin(),
                            settings.readable_paths().end()};
  return request;
}

// Runs `checks`. FailedPrecondition has a line for each that failed.
absl::Status CheckConformance(
    const v1::LeagueConfig& settings, const v1::BotEntry& bot,
    const std::vector<std::string>& shared_paths,
    std::vector<CheckFinding> (*checks)(const CheckSettings&)) {
  ASSIGN_OR_RETURN(const std::vector<CompiledRules> rules,
                   CompileLeague(settings));
  ASSIGN_OR_RETURN(const GrpcBot reached, ToGrpcBot(bot));
  ASSIGN_OR_RETURN(
      const TrialWorker worker,
      MakeTrialWorker(RequestOf(settings, bot), bot, shared_paths));
  CheckSettings check{.worker = worker.config,
                      .bot = reached,
                      .decisions = kDecisions,
                      .speed_ms = kSpeedMs,
                      .memory_decisions = kMemoryDecisions,
                      .memory_ms = kMemoryMs,
                      .most_seconds = kMaxSeconds};
  check.worker.rules = PointersTo(rules);
  for (const v1::LeagueRuleset& entry : settings.rulesets()) {
    check.specs.push_back(entry.spec());
  }
  std::string failed;
  for (const CheckFinding& finding : checks(check)) {
    if (finding.grade != Grade::kFail) continue;
    absl::StrAppend(&failed, "\n  ", finding.check, ": ", finding.seen,
                    "; to fix: ", finding.fix);
  }
  if (failed.empty()) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrFormat(
      "bot %s does not keep the contract:%s", bot.name(), failed));
}

// Checks that the arena's settings admit the bot, before it is started: an
// entry that they do not admit would stop every later round.
absl::Status CheckTerms(const v1::LeagueConfig& config,
                        const v1::BotEntry& bot) {
  absl::Status status = CheckCheating(config, config.allow_cheating());
  if (!status.ok()) {
    return absl::Status(
        status.code(),
        absl::StrCat(status.message(),
                     ", an option of arena init: this arena was made without "
                     "it, and takes no such bot"));
  }
  status = CheckOwnLimits(bot);
  if (status.ok()) status = CheckClocksOfPartners(config);
  if (!status.ok()) return status;
  if (config.seat_isolation() && bot.has_remote()) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "bot %s is remote, at %s, so nothing keeps its seats from sharing what "
        "they hold; the arena was made without --allow remote, and takes no "
        "such bot",
        bot.name(), bot.remote().address()));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<BotDescription> TrySubmission(const ArenaState& state,
                                             const v1::BotEntry& pinned,
                                             const LaunchOptions& options,
                                             bool conformance) {
  v1::LeagueConfig config = state.settings;
  *config.add_bots() = LocatedBot(pinned, options.directory);
  RETURN_IF_ERROR(CheckTerms(config, pinned));
  if (!pinned.builtin().empty()) {
    return BotDescription{.sdk = options.bundled_sdk};
  }
  ASSIGN_OR_RETURN(BotTrials trials, TryBots(config, options));
  if (!trials.front().ok() || !conformance) return std::move(trials.front());
  RETURN_IF_ERROR(CheckConformance(state.settings, config.bots(0),
                                   options.shared_paths, CheckBot));
  return std::move(trials.front());
}

absl::Status TryAttendingBot(const v1::LeagueConfig& settings,
                             const v1::BotEntry& bot) {
  return CheckConformance(settings, bot, {}, CheckAttendingBot);
}

}  // namespace couillon::arena

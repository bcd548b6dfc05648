#include "arena/league/setup/launch.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/league/run/bot_division.h"
#include "arena/league/run/bot_pairings.h"
#include "arena/league/setup/process_setup.h"
#include "arena/numbers/text/shell_word.h"
#include "arena/players/process/sandbox_trial.h"
#include "arena/players/roster/bot_directory.h"
#include "arena/players/roster/grpc_bot.h"
#include "arena/players/rpc/grpc_polling.h"
#include "arena/table/referee/link_plan.h"
#include "arena/table/schedule/bot_limits.h"
#include "arena/table/schedule/bot_protection.h"
#include "arena/table/schedule/league_rules.h"
#include "couillon/v1/bot_manifest.pb.h"
#include "engine/cards/check.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

// No worker of a run has these numbers.
constexpr int kTrialWorker = 1000;
constexpr int kFreshWorker = 1001;

// With more bots, each with up to four links to each worker, poll is slower.
constexpr int kMaxPolledBots = 16;

absl::Status WithBuildHint(const LaunchOptions& options,
                           const v1::BotEntry& bot,
                           const absl::Status& status) {
  if (options.build_command.empty() || bot.directory().empty()) return status;
  const absl::StatusOr<v1::BotManifest> manifest =
      ReadManifest(bot.directory());
  if (!manifest.ok() || manifest->build().empty()) return status;
  const std::string& directory = options.build_directory.empty()
                                     ? bot.directory()
                                     : options.build_directory;
  return absl::Status(
      status.code(),
      absl::StrFormat("%s\nIf it is not built yet: %s %s",
                      std::string(status.message()), options.build_command,
                      ShellWord(directory)));
}

absl::Status DialsIn(const v1::BotEntry& bot) {
  return absl::FailedPreconditionError(absl::StrFormat(
      "bot %s connects to the arena and cannot be called from here; only "
      "couillon arena serve reaches it",
      bot.name()));
}

// The sandbox of all bots; the results and the seed of the league and the
// output of other bots are hidden from it.
std::optional<Sandbox> MakeSandbox(const v1::LeagueConfig& config,
                                   const LaunchOptions& options,
                                   const StderrFolder* stderr_folder) {
  std::optional<Sandbox> sandbox = SandboxOf(config, options.shared_paths);
  std::error_code error;
  std::vector<std::string> hidden = options.hidden;
  hidden.push_back(options.directory);
  for (const std::string& folder : hidden) {
    if (!sandbox || !std::filesystem::exists(folder, error)) continue;
    sandbox->paths.hidden.push_back(
        std::filesystem::canonical(folder, error).string());
  }
  if (sandbox && stderr_folder != nullptr) {
    sandbox->paths.hidden.push_back(stderr_folder->path());
  }
  if (sandbox && std::filesystem::exists(config.seed_file(), error)) {
    sandbox->paths.hidden_files.push_back(config.seed_file());
  }
  return sandbox;
}

// The configuration as the command line permits it. The error names the
// directory; programs that start without a sandbox are shown.
absl::StatusOr<v1::LeagueConfig> Permitted(const v1::LeagueConfig& config,
                                           const LaunchOptions& options) {
  absl::StatusOr<v1::LeagueConfig> permitted =
      PermittedConfig(config, options.permission, options.directory);
  if (!permitted.ok()) {
    const std::string place =
        options.directory.empty() ? "" : options.directory + ": ";
    return absl::Status(permitted.status().code(),
                        absl::StrCat(place, permitted.status().message()));
  }
  const std::string programs = ProgramsText(*permitted);
  if (!options.permission.asked_here && options.on_unsandboxed &&
      permitted->isolation() != v1::ISOLATION_BWRAP && !programs.empty()) {
    options.on_unsandboxed(programs);
  }
  return permitted;
}

GrpcLimits GrpcLimitsOf(const v1::Limits& limits) {
  return {.start_ms = limits.start_ms(),
          .move_ms = limits.move_ms(),
          .margin_ms = limits.margin_ms()};
}

// What is known of a bot that is not tried.
BotDescription SaidWithoutTrial(const v1::BotEntry& entry,
                                const LaunchOptions& options) {
  if (entry.builtin().empty()) return {};
  return {.sdk = options.bundled_sdk};
}

}  // namespace

bool IsUnreachable(const v1::BotEntry& bot) {
  return bot.has_dial_in() && !bot.has_remote();
}

Launcher::Launcher(v1::LeagueConfig config, LaunchOptions options,
                   std::unique_ptr<SocketFolder> folder,
                   std::unique_ptr<StderrFolder> stderr_folder)
    : config_(std::move(config)),
      options_(std::move(options)),
      folder_(std::move(folder)),
      stderr_folder_(std::move(stderr_folder)),
      watch_(std::make_unique<ProcessWatch>()),
      sandbox_(MakeSandbox(config_, options_, stderr_folder_.get())) {}

absl::StatusOr<Launcher> Launcher::Make(const v1::LeagueConfig& wanted,
                                        LaunchOptions options) {
  ASSIGN_OR_RETURN(const v1::LeagueConfig permitted,
                   Permitted(wanted, options));
  const v1::LeagueConfig& config = permitted;
  if (config.bots_size() > kMaxPolledBots) WaitForSocketsByEpoll();
  RETURN_IF_ERROR(CheckCheating(config, options.allow_cheating));
  ASSIGN_OR_RETURN(SocketFolder folder, SocketFolder::Make());
  std::unique_ptr<StderrFolder> stderr_folder;
  if (!options.kept_stderr.directory.empty()) {
    ASSIGN_OR_RETURN(auto made,
                     StderrFolder::Make(options.kept_stderr.directory,
                                        options.kept_stderr.most_bytes));
    stderr_folder = std::move(made);
  }
  Launcher launcher(config, std::move(options),
                    std::make_unique<SocketFolder>(std::move(folder)),
                    std::move(stderr_folder));
  RETURN_IF_ERROR(launcher.AddBots());
  return launcher;
}

// Determines how each bot is reached. Hides token files and token variables
// from all bots.
absl::Status Launcher::AddBots() {
  std::vector<std::string> variables;  // that hold tokens
  for (const v1::BotEntry& entry : config_.bots()) {
    ASSIGN_OR_RETURN(GrpcBot bot, ToGrpcBot(entry));
    if (entry.has_own_limits()) bot.own_limits = OwnGrpcLimitsOf(entry);
    if (!entry.remote().token_variable().empty()) {
      variables.push_back(entry.remote().token_variable());
    }
    if (sandbox_ && !entry.remote().token_file().empty()) {
      std::error_code error;
      sandbox_->paths.hidden_files.push_back(
          std::filesystem::canonical(entry.remote().token_file(), error)
              .string());
    }
    bots_.push_back(std::move(bot));
  }
  environment_ = {config_.bot_environment().begin(),
                  config_.bot_environment().end()};
  std::erase_if(environment_, [&variables](const std::string& name) {
    return std::find(variables.begin(), variables.end(), name) !=
           variables.end();
  });
  return absl::OkStatus();
}

OwnGrpcLimits Launcher::OwnGrpcLimitsOf(const v1::BotEntry& entry) const {
  const v1::Limits limits = LimitsOf(config_, entry);
  return {.limits = GrpcLimitsOf(limits),
          .process_limits = ProcessLimitsOf(limits),
          .scratch_mb = limits.scratch_mb() > 0 ? limits.scratch_mb()
                                                : Sandbox().scratch_mb};
}

GrpcWorkerConfig Launcher::WorkerConfig(const std::vector<CompiledRules>& rules,
                                        int worker) const {
  return {.worker = worker,
          .folder = folder_.get(),
          .rules = PointersTo(rules),
          .limits = GrpcLimitsOf(config_.limits()),
          .transport = options_.transport,
          .process_limits = ProcessLimitsOf(config_.limits()),
          .watch = watch_.get(),
          .sandbox = sandbox_,
          .environment = environment_,
          .stderr_folder = stderr_folder_.get(),
          .excuse =
              [watch = watch_.get()](const std::string& bot,
                                     Clock::time_point since) {
                return watch->Excuse(bot, since);
              },
          .rest_between_decisions = AsksOneAtATime(config_)};
}

std::unique_ptr<BotLink> Launcher::MakeLink(
    const std::vector<CompiledRules>& rules, GrpcWaiter* waiter, BotIndex bot,
    LinkIndex link) const {
  const std::string& bundled = config_.bots(ToInt(bot)).builtin();
  if (SeesAllCards(config_, bot)) {
    return std::make_unique<AllCardsLink>(link, options_.all_cards(),
                                          PointersTo(rules));
  }
  if (!bundled.empty()) {
    return std::make_unique<InProcessLink>(link, options_.bundled(bundled),
                                           PointersTo(rules));
  }
  GrpcBot copy = bots_[Index(bot)];
  copy.link = link;
  return waiter->MakeLink(std::move(copy));
}

BotLinks Launcher::MakeLinks(const std::vector<CompiledRules>& rules,
                             int worker) const {
  BotLinks links;
  GrpcWaiter* waiter = nullptr;
  const bool any_process =
      std::any_of(config_.bots().begin(), config_.bots().end(),
                  [](const auto& bot) { return bot.builtin().empty(); });
  if (any_process) {
    auto made = GrpcWaiter::Make(WorkerConfig(rules, worker));
    waiter = made.get();
    links.waiter = std::move(made);
  }
  const LinkPlan plan = MakeLinkPlan(config_, rules);
  for (int bot = 0; bot < plan.bots(); ++bot) {
    for (int of_bot = 0; of_bot < plan.CountLinks(BotIndex(bot)); ++of_bot) {
      const auto link = LinkIndex(static_cast<int>(links.links.size()));
      links.links.push_back(MakeLink(rules, waiter, BotIndex(bot), link));
    }
  }
  return links;
}

absl::StatusOr<BotDescription> Launcher::TryBot(BotIndex bot) const {
  if (IsUnreachable(config_.bots(ToInt(bot)))) {
    return DialsIn(config_.bots(ToInt(bot)));
  }
  GrpcBot copy = bots_[Index(bot)];
  copy.link = LinkIndex(ToInt(bot));
  BotDescription description;
  absl::Status status =
      arena::TryBot(WorkerConfig({}, kTrialWorker), copy, description);
  if (!status.ok()) {
    return WithBuildHint(options_, config_.bots(ToInt(bot)), status);
  }
  status = CheckPairings(config_, bot, description.rulesets);
  if (!status.ok()) return status;
  return description;
}

absl::StatusOr<std::unique_ptr<TrialBot>> Launcher::StartFresh(
    BotIndex bot) const {
  if (IsUnreachable(config_.bots(ToInt(bot)))) {
    return DialsIn(config_.bots(ToInt(bot)));
  }
  return TrialBot::Start(WorkerConfig({}, kFreshWorker), bots_[Index(bot)]);
}

DecideFunction Launcher::BundledFunction(BotIndex bot) const {
  COUILLON_CHECK(!SeesAllCards(config_, bot));
  return options_.bundled(config_.bots(ToInt(bot)).builtin());
}

std::chrono::milliseconds Launcher::DecisionLimit(BotIndex bot) const {
  const v1::Limits limits = LimitsOf(config_, bot);
  return std::chrono::milliseconds(std::uint64_t{limits.move_ms()} +
                                   limits.margin_ms());
}

absl::Status CheckSandbox(const v1::LeagueConfig& config) {
  if (config.isolation() != v1::ISOLATION_BWRAP) return absl::OkStatus();
  absl::Status works = TrySandbox();
  if (works.ok()) return works;
  return absl::FailedPreconditionError(absl::StrFormat(
      "the league was made with bots in a sandbox, which does not work here: "
      "%s; or play another league with --isolation none",
      std::string(works.message())));
}

absl::StatusOr<BotTrials> TryBots(const v1::LeagueConfig& config,
                                  const LaunchOptions& options) {
  ASSIGN_OR_RETURN(const v1::LeagueConfig permitted,
                   Permitted(config, options));
  if (!ProgramsText(permitted).empty()) {
    RETURN_IF_ERROR(CheckSandbox(permitted));
  }
  ASSIGN_OR_RETURN(const Launcher launcher, Launcher::Make(config, options));
  BotTrials trials;
  for (int bot = 0; bot < config.bots_size(); ++bot) {
    const v1::BotEntry& entry = config.bots(bot);
    trials.push_back(entry.builtin().empty() && !IsUnreachable(entry)
                         ? launcher.TryBot(BotIndex(bot))
                         : SaidWithoutTrial(entry, options));
  }
  return trials;
}

absl::Status AllWork(const absl::StatusOr<BotTrials>& trials) {
  if (!trials.ok()) return trials.status();
  std::vector<std::string> broken;
  absl::Status last;
  for (const absl::StatusOr<BotDescription>& trial : *trials) {
    if (trial.ok()) continue;
    last = trial.status();
    broken.emplace_back(last.message());
  }
  if (broken.size() < 2) return last;
  return absl::FailedPreconditionError(
      absl::StrFormat("%d of %d bots do not work:\n%s", broken.size(),
                      trials->size(), absl::StrJoin(broken, "\n")));
}

}  // namespace couillon::arena

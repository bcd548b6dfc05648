#include "tools/options/play_league.h"

#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <couillon/v1/league.pb.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "arena/league/bot_pairings.h"
#include "arena/league/runner.h"
#include "arena/process/process_watch.h"
#include "arena/process/sandbox.h"
#include "arena/process/sandbox_trial.h"
#include "arena/process/socket_folder.h"
#include "arena/referee/bot_link.h"
#include "arena/referee/in_process_link.h"
#include "arena/report/league_report.h"
#include "arena/report/report_text.h"
#include "arena/roster/bot_directory.h"
#include "arena/rpc/grpc_links.h"
#include "arena/table/verdict.h"
#include "arena/text/printable.h"
#include "arena/unit/unit_result.h"
#include "bots/cpp/strategy.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"
#include "tools/commands/command.h"
#include "tools/options/grpc_bots.h"
#include "tools/options/process_options.h"

namespace couillon::tools {
namespace {

// Set by SIGINT and SIGTERM; a second one kills, as nothing is lost by it.
std::atomic<bool> g_stop = false;

void OnSignal(int signal_number) {
  g_stop = true;
  std::signal(signal_number, SIG_DFL);
}

std::vector<const CompiledRules*> Pointers(
    const std::vector<CompiledRules>& rules) {
  std::vector<const CompiledRules*> pointers;
  pointers.reserve(rules.size());
  for (const CompiledRules& compiled : rules) pointers.push_back(&compiled);
  return pointers;
}

arena::GrpcBot BotAt(const Nursery& nursery, int bot, int link) {
  arena::GrpcBot copy = nursery.bots[static_cast<std::size_t>(bot)];
  copy.link = arena::LinkIndex(link);
  return copy;
}

arena::GrpcWorkerConfig WorkerConfig(const v1::LeagueConfig& config,
                                     const std::vector<CompiledRules>& rules,
                                     const Nursery& nursery, int worker) {
  const v1::Limits& limits = config.limits();
  return {.worker = worker,
          .folder = &nursery.folder,
          .rules = Pointers(rules),
          .limits = {.start_ms = limits.start_ms(),
                     .move_ms = limits.move_ms(),
                     .margin_ms = limits.margin_ms()},
          .transport = nursery.transport,
          .process_limits = ProcessLimitsOf(config),
          .watch = nursery.watch.get(),
          .sandbox = nursery.sandbox,
          .environment = nursery.environment,
          .rest_between_decisions =
              limits.strict_time() || limits.table_budget_ms() > 0};
}

std::unique_ptr<arena::BotLink> MakeLink(
    const v1::LeagueConfig& config, const std::vector<CompiledRules>& rules,
    const Nursery& nursery, arena::GrpcWaiter* waiter, int bot, int link) {
  if (config.bots(bot).builtin().empty()) {
    return waiter->MakeLink(BotAt(nursery, bot, link));
  }
  const std::shared_ptr<bots::Strategy> strategy =
      bots::MakeStrategy(config.bots(bot).builtin());
  return std::make_unique<arena::InProcessLink>(
      arena::LinkIndex(link),
      [strategy](const CompiledRules& compiled, const Observation& seen) {
        return strategy->Decide(compiled, seen);
      },
      Pointers(rules));
}

std::string FormatTime(double seconds) {
  const auto whole = static_cast<std::int64_t>(seconds);
  if (whole < 60) return absl::StrFormat("%.1f s", seconds);
  return absl::StrFormat("%d:%02d:%02d", whole / 3600, whole / 60 % 60,
                         whole % 60);
}

// A line that rewrites itself on a terminal, a plain line every ten seconds
// elsewhere.
class ProgressLine {
 public:
  explicit ProgressLine(bool quiet)
      : quiet_(quiet), terminal_(isatty(STDERR_FILENO) == 1) {}

  void Show(const arena::Progress& progress) {
    last_ = progress;
    if (quiet_) return;
    if (first_done_ < 0) first_done_ = progress.units_done;
    if (!terminal_ && progress.seconds < next_) return;
    next_ = progress.seconds + 10;
    std::cerr << (terminal_ ? "\r\033[K" : "") << Line(progress)
              << (terminal_ ? "" : "\n") << std::flush;
  }
  void End() {
    if (quiet_) return;
    std::cerr << (terminal_ ? "\r\033[K" : "") << Line(last_) << "\n";
  }

 private:
  [[nodiscard]] std::string Line(const arena::Progress& progress) const {
    const double rate =
        progress.seconds > 0
            ? static_cast<double>(progress.deals) / progress.seconds
            : 0;
    const auto won = static_cast<double>(
        progress.units_done - std::max<std::int64_t>(first_done_, 0));
    const auto left = static_cast<double>(progress.units - progress.units_done);
    std::string line = absl::StrFormat(
        "%d of %d units (%.0f%%), %d deals in %s (%.0f a second)",
        progress.units_done, progress.units,
        100.0 * static_cast<double>(progress.units_done) /
            static_cast<double>(progress.units),
        progress.deals, FormatTime(progress.seconds), rate);
    if (won > 0 && left > 0) {
      line += ", " + FormatTime(progress.seconds * left / won) + " left";
    }
    if (progress.faults > 0) {
      line += absl::StrFormat(", %d faults", progress.faults);
    }
    return line;
  }

  bool quiet_;
  bool terminal_;
  double next_ = 0;
  std::int64_t first_done_ = -1;
  arena::Progress last_;
};

// Tells of each bot's first faults while the league goes on.
class FaultLog {
 public:
  explicit FaultLog(const v1::LeagueConfig& config) : config_(config) {}
  void Add(const arena::UnitResult& result) {
    for (const arena::Fault& fault : result.faults) {
      if (++count_[fault.bot] > kShown) continue;
      std::cerr << arena::WithStderrTail(
                       absl::StrFormat(
                           "\n%s: %s: %s", config_.bots(fault.bot).name(),
                           std::string(arena::VerdictName(fault.verdict)),
                           fault.detail),
                       fault.last_stderr)
                << "\n";
    }
  }
  [[nodiscard]] bool any() const { return !count_.empty(); }

 private:
  static constexpr int kShown = 3;
  const v1::LeagueConfig& config_;
  std::map<int, int> count_;
};

absl::Status WithBuildHint(const v1::BotEntry& bot,
                           const absl::Status& status) {
  if (bot.directory().empty()) return status;
  const absl::StatusOr<v1::BotManifest> manifest =
      arena::ReadManifest(bot.directory());
  if (!manifest.ok() || manifest->build().empty()) return status;
  return absl::Status(
      status.code(),
      absl::StrFormat("%s\nIf it is not built yet: %s bot build %s",
                      std::string(status.message()), ProgramName(),
                      bot.directory()));
}

// Says how each bot is had; what some are trusted with is kept from others.
absl::Status AddBots(const v1::LeagueConfig& config, Nursery& nursery) {
  std::vector<std::string> variables;  // that hold tokens
  for (const v1::BotEntry& entry : config.bots()) {
    absl::StatusOr<arena::GrpcBot> bot = ToGrpcBot(entry);
    if (!bot.ok()) return bot.status();
    if (bot->remote && config.seat_isolation()) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "bot %s: --seat-isolation is not in our hands for a bot that is "
          "running at %s, where all its seats may share a process; leave out "
          "one or the other",
          entry.name(), entry.remote().address()));
    }
    if (!entry.remote().token_variable().empty()) {
      variables.push_back(entry.remote().token_variable());
    }
    if (nursery.sandbox && !entry.remote().token_file().empty()) {
      std::error_code error;
      nursery.sandbox->paths.hidden_files.push_back(
          std::filesystem::canonical(entry.remote().token_file(), error)
              .string());
    }
    nursery.bots.push_back(*std::move(bot));
  }
  nursery.environment = {config.bot_environment().begin(),
                         config.bot_environment().end()};
  std::erase_if(nursery.environment, [&variables](const std::string& name) {
    return std::find(variables.begin(), variables.end(), name) !=
           variables.end();
  });
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Nursery> MakeNursery(const v1::LeagueConfig& config,
                                    const std::string& directory) {
  absl::StatusOr<arena::SocketFolder> folder = arena::SocketFolder::Make();
  if (!folder.ok()) return folder.status();
  Nursery nursery{.folder = *std::move(folder),
                  .watch = std::make_unique<arena::ProcessWatch>()};
  nursery.sandbox = SandboxOf(config);
  if (nursery.sandbox) {
    std::error_code error;
    if (std::filesystem::exists(directory, error)) {
      nursery.sandbox->paths.hidden.push_back(
          std::filesystem::canonical(directory, error).string());
    }
  }
  absl::Status status = AddBots(config, nursery);
  if (!status.ok()) return status;
  return nursery;
}

arena::BotLinks MakeLinks(const v1::LeagueConfig& config,
                          const std::vector<CompiledRules>& rules,
                          const Nursery& nursery, int worker) {
  arena::BotLinks links;
  arena::GrpcWaiter* waiter = nullptr;
  const bool any_process =
      std::any_of(config.bots().begin(), config.bots().end(),
                  [](const auto& bot) { return bot.builtin().empty(); });
  if (any_process) {
    auto made =
        arena::GrpcWaiter::Make(WorkerConfig(config, rules, nursery, worker));
    waiter = made.get();
    links.waiter = std::move(made);
  }
  const int each = arena::LinksOfABot(config, rules);
  for (int link = 0; link < config.bots_size() * each; ++link) {
    links.links.push_back(
        MakeLink(config, rules, nursery, waiter, link / each, link));
  }
  return links;
}

absl::Status TryBots(const v1::LeagueConfig& config,
                     const std::string& directory) {
  constexpr int kTrial = 1000;  // a worker number of its own
  if (config.isolation() == v1::ISOLATION_BWRAP) {
    const absl::Status works = arena::TrySandbox();
    if (!works.ok()) {
      return absl::FailedPreconditionError(absl::StrFormat(
          "the league was made with bots in a sandbox, but %s; install or "
          "allow bubblewrap, or play another league with --isolation none",
          std::string(works.message())));
    }
  }
  const absl::StatusOr<Nursery> nursery = MakeNursery(config, directory);
  if (!nursery.ok()) return nursery.status();
  for (int bot = 0; bot < config.bots_size(); ++bot) {
    if (!config.bots(bot).builtin().empty()) continue;
    arena::BotDescription description;
    absl::Status status =
        arena::TryBot(WorkerConfig(config, {}, *nursery, kTrial),
                      BotAt(*nursery, bot, bot), description);
    if (!status.ok()) return WithBuildHint(config.bots(bot), status);
    status = arena::CheckPairings(config, bot, description.rulesets);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

int PlayLeague(arena::LeagueStore& store, const PlayOptions& options) {
  const v1::LeagueConfig& config = store.config();
  absl::StatusOr<std::vector<CompiledRules>> rules =
      arena::CompileLeague(config);
  if (!rules.ok()) return ExitWith(rules.status());
  const absl::StatusOr<Nursery> nursery =
      MakeNursery(config, options.directory);
  if (!nursery.ok()) return ExitWith(nursery.status());
  if (store.missing_units() > 0) {
    std::cerr << absl::StrFormat(
        "%s: %d units that were stored are missing; they are played again\n",
        options.directory, store.missing_units());
  }
  std::signal(SIGINT, OnSignal);
  std::signal(SIGTERM, OnSignal);
  ProgressLine line(options.quiet);
  FaultLog faults(config);
  const arena::RunOptions run{
      .workers = options.concurrency,
      .make_links =
          [&](int worker) {
            return MakeLinks(config, *rules, *nursery, worker);
          },
      .on_progress = [&line](const auto& progress) { line.Show(progress); },
      .on_unit = [&faults](const auto& result) { faults.Add(result); }};
  absl::StatusOr<arena::Progress> progress =
      arena::RunLeague(store, *rules, run, g_stop);
  line.End();
  if (!progress.ok()) return ExitWith(progress.status());
  if (progress->units_done < progress->units && !progress->ended) {
    std::cerr << absl::StrFormat(
        "Stopped; nothing that was played is lost. To go on:\n"
        "  %s league resume %s\n",
        ProgramName(), options.directory);
    return kExitInterrupted;
  }
  absl::StatusOr<arena::LeagueReport> report = arena::MakeReport(store);
  if (!report.ok()) return ExitWith(report.status());
  if (!options.quiet) std::cout << '\n' << arena::RenderText(*report) << '\n';
  std::cout << "Seed: " << config.seed() << "\nResults: " << options.directory
            << " (" << ProgramName() << " report " << options.directory
            << ")\n";
  // Also those that cost nothing, which a report leaves out.
  const absl::StatusOr<std::vector<arena::Fault>> all_faults = store.Faults();
  if (!all_faults.ok()) return ExitWith(all_faults.status());
  if (options.strict && !all_faults->empty()) return kExitBotFailed;
  return kExitDone;
}

}  // namespace couillon::tools

// The playing of a league with progress, signals and a report at the end.
#include "tools/commands/league/play_league.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iostream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/league/audit/audit_league.h"
#include "arena/league/run/bot_division.h"
#include "arena/league/setup/changed_bots.h"
#include "arena/league/setup/setup.h"
#include "arena/league/store/folder_content.h"
#include "arena/league/store/league_store.h"
#include "arena/league/store/session_rows.h"
#include "arena/numbers/text/shell_word.h"
#include "arena/players/system/host.h"
#include "arena/report/data/league_report.h"
#include "arena/report/text/report_text.h"
#include "arena/table/schedule/league_rules.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/verdict.h"
#include "engine/cards/status_macros.h"
#include "engine/rules/compiled_rules.h"
#include "tools/commands/league/league_progress.h"
#include "tools/commands/league/new_league.h"
#include "tools/commands/league/run_audit.h"
#include "tools/commands/shared/command.h"
#include "tools/options/color_option.h"
#include "tools/options/launch_options.h"
#include "tools/options/scale_option.h"
#include "tools/program/build_info.h"
#include "tools/program/stop_flag.h"
#include "tools/program/time_now.h"

namespace couillon::tools {
namespace {

arena::PlaySession SessionOf(const arena::RunOptions& run) {
  const arena::Host host = arena::ThisHost();
  return {.began = SecondsSince1970(),
          .workers = run.workers,
          .cpu = host.cpu,
          .cores = host.cores,
          .kernel = host.kernel,
          .version = BuildVersion(),
          .commit = BuildCommit()};
}

// Calls arena::RunLeague within a session of the store, which says when, where
// and by which program it was played.
absl::StatusOr<arena::Progress> PlayInSession(
    arena::LeagueStore& store, const std::vector<CompiledRules>& rules,
    const arena::RunOptions& run, const std::atomic<bool>& stop) {
  ASSIGN_OR_RETURN(const std::vector<arena::UnitRun> before,
                   store.StoredRuns());
  arena::PlaySession session = SessionOf(run);
  ASSIGN_OR_RETURN(const std::int64_t number, store.BeginSession(session));
  ASSIGN_OR_RETURN(arena::Progress progress,
                   arena::RunLeague(store, rules, run, stop));
  session.ended = SecondsSince1970();
  session.units = progress.units_done - arena::CountUnits(before);
  RETURN_IF_ERROR(store.EndSession(number, session));
  return progress;
}

void PrintProcesses(const v1::LeagueConfig& config,
                    const std::vector<CompiledRules>& rules,
                    const PlayOptions& options) {
  const std::string text =
      arena::DescribeProcesses(config, rules, options.concurrency);
  if (!text.empty()) std::cerr << "Starts " << text << "\n";
}

absl::Status AuditAfterPlay(arena::LeagueStore& store,
                            const PlayOptions& options) {
  return RunAudit(store, {.decisions = static_cast<std::size_t>(options.audit),
                          .deals = 2 * static_cast<std::size_t>(options.audit),
                          .permission = options.permission,
                          .quiet = options.quiet})
      .status();
}

// A sequential test has its likelihood ratio in the line of progress instead.
std::shared_ptr<InterimStandings> Interim(arena::LeagueStore& store,
                                          const PlayOptions& options) {
  if (options.interim) return options.interim;
  std::optional<double> period = StandingsPeriod(options.standings_every);
  if (options.quiet || store.config().has_sprt()) period.reset();
  return std::make_shared<InterimStandings>(
      period, RunOf::kUnits, [&store, scale = options.scale] {
        return arena::MakeReport(store, {.scale = scale});
      });
}

// Prints the report and where the results are. Returns the exit code.
int PrintResults(arena::LeagueStore& store, const PlayOptions& options) {
  absl::StatusOr<arena::LeagueReport> report =
      arena::MakeReport(store, {.scale = options.scale});
  if (!report.ok()) return ExitWith(report.status());
  if (!options.quiet) {
    std::cout << '\n'
              << arena::RenderText(*report, {.colours = UsesColor()}) << '\n';
  }
  std::cout << "Seed: " << store.config().seed()
            << "\nResults: " << options.directory << " (" << ProgramName()
            << " report " << arena::ShellWord(options.directory) << ")\n";
  // Includes faults without a forfeit, which a report omits.
  const absl::StatusOr<std::vector<arena::Fault>> all_faults = store.Faults();
  if (!all_faults.ok()) return ExitWith(all_faults.status());
  if (options.strict && !all_faults->empty()) return kExitBotFailed;
  return kExitDone;
}

}  // namespace

absl::StatusOr<arena::BotTrials> TryBots(
    const v1::LeagueConfig& config, const std::string& directory,
    const arena::StartPermission& permission, bool allow_cheating,
    const arena::KeptStderr& kept_stderr) {
  return arena::TryBots(config, LaunchOptionsOf(directory, permission,
                                                allow_cheating, kept_stderr));
}

absl::Status CheckSameBots(const v1::LeagueConfig& today, bool accept_changed,
                           arena::LeagueStore& store) {
  absl::Status status = arena::CheckUnchanged(store.config(), today);
  if (status.ok()) return status;
  if (accept_changed) return arena::AcceptChanges(today, store);
  return absl::Status(
      status.code(),
      absl::StrCat(status.message(),
                   "; put back what it was, play another league, or go on with "
                   "--allow changed, which the report will show"));
}

absl::Status CheckNoRound(const arena::LeagueStore& store,
                          const std::pair<std::string, std::string>& expected) {
  const std::string arena = arena::ArenaOfRound(store.directory());
  if (arena.empty() && !arena::IsArenaRound(store.config())) {
    return absl::OkStatus();
  }
  return absl::FailedPreconditionError(absl::StrFormat(
      "%s: is a round of %s, whose journal says what is played; expected %s "
      "arena %s %s%s",
      store.directory(), arena.empty() ? "an arena" : "the arena " + arena,
      ProgramName(), expected.first,
      arena.empty() ? "ARENA" : arena::ShellWord(arena), expected.second));
}

arena::LaunchOptions LaunchOptionsOf(const std::string& directory,
                                     const arena::StartPermission& permission,
                                     bool allow_cheating,
                                     const arena::KeptStderr& kept_stderr) {
  arena::LaunchOptions options = LaunchOptionsFor(directory, permission);
  options.allow_cheating = allow_cheating;
  options.kept_stderr = kept_stderr;
  options.build_command = ProgramName() + " bot build";
  return options;
}

bool IsOver(const PlayOptions& options) {
  return options.deadline &&
         std::chrono::steady_clock::now() >= *options.deadline;
}

bool StopRequested(const PlayOptions& options) {
  return StopFlag() || IsOver(options);
}

absl::StatusOr<arena::Progress> PlayUnits(arena::LeagueStore& store,
                                          const v1::LeagueConfig& launch,
                                          const PlayOptions& options) {
  ASSIGN_OR_RETURN(std::vector<CompiledRules> rules,
                   arena::CompileLeague(store.config()));
  ASSIGN_OR_RETURN(
      const arena::Launcher launcher,
      arena::Launcher::Make(
          launch,
          LaunchOptionsOf(options.directory, options.permission,
                          options.allow_cheating, options.kept_stderr)));
  if (store.missing_units() > 0) {
    std::cerr << absl::StrFormat(
        "%s: %d stored units are missing; they are played again\n",
        store.directory(), store.missing_units());
  }
  if (!options.quiet) PrintProcesses(store.config(), rules, options);
  ProgressLine line(options.quiet);
  const std::shared_ptr<InterimStandings> interim = Interim(store, options);
  FaultLog faults(store.config());
  const arena::RunOptions run{
      .workers = options.concurrency,
      .make_links =
          [&](int worker) { return launcher.MakeLinks(rules, worker); },
      .leave_out = options.leave_out,
      .away = options.away,
      .on_progress =
          [&](const auto& progress) {
            line.Show(progress);
            line.Print(interim->Next(progress));
            if (options.on_progress) options.on_progress(progress);
            if (StopRequested(options)) StopFlag() = true;
          },
      .on_unit = [&faults](const auto& result) { faults.Add(result); }};
  const CaughtSignals caught;
  absl::StatusOr<arena::Progress> progress =
      PlayInSession(store, rules, run, StopFlag());
  line.End();
  return progress;
}

int PlayLeague(arena::LeagueStore& store, const PlayOptions& options) {
  if (options.audit > 0) {
    const absl::Status auditable = arena::CheckAuditable(store.config());
    if (!auditable.ok()) return ExitWith(auditable);
  }
  const absl::StatusOr<arena::Progress> progress =
      PlayUnits(store, store.config(), options);
  if (!progress.ok()) return ExitWith(progress.status());
  if (progress->units_done < progress->units && !progress->ended) {
    std::cerr << absl::StrFormat(
        "Stopped; finished units are stored. To resume:\n"
        "  %s league resume %s%s\n",
        ProgramName(), arena::ShellWord(options.directory),
        StoredBotOptionsText(store.config(), options.directory,
                             options.permission));
    return kExitInterrupted;
  }
  if (StopFlag()) {
    std::cerr << absl::StrFormat(
        "Stopped; all units are stored. The report:\n  %s report %s\n",
        ProgramName(), arena::ShellWord(options.directory));
    return kExitInterrupted;
  }
  if (options.audit > 0) {
    const absl::Status audited = AuditAfterPlay(store, options);
    if (!audited.ok()) return ExitWith(audited);
  }
  return PrintResults(store, options);
}

int RunNewLeague(LeagueOptions options) {
  absl::StatusOr<arena::LeagueRequest> request = ReadRequest(options);
  if (!request.ok()) return ExitWith(request.status());
  const std::string defaults = TakeDefaults(options, *request);
  if (!options.quiet) std::cerr << defaults;
  absl::StatusOr<v1::LeagueConfig> config = MakeConfig(options, *request);
  if (!config.ok()) return ExitWith(config.status());
  if (const absl::Status status = TryNewBots(options, *request, *config);
      !status.ok()) {
    const int code = ExitWith(status);
    return options.strict ? kExitBotFailed : code;
  }
  const absl::StatusOr<std::unique_ptr<arena::LeagueStore>> store =
      arena::MakeOrOpenLeague(options.out, *request, *config);
  if (absl::IsAlreadyExists(store.status())) {
    return ExitWith(absl::AlreadyExistsError(absl::StrFormat(
        "%s; choose another --out, or resume that league: %s league resume "
        "%s, or give it more deals: %s league extend %s --to N",
        std::string(store.status().message()), ProgramName(),
        arena::ShellWord(options.out), ProgramName(),
        arena::ShellWord(options.out))));
  }
  if (!store.ok()) return ExitWith(store.status());
  const absl::Status same =
      CheckSameBots(*config, options.accept_changed, **store);
  if (!same.ok()) return ExitWith(same);
  if (!options.quiet) PrintPlayed((*store)->config());
  return PlayLeague(**store,
                    {.directory = options.out,
                     .concurrency = WorkersFor(options.concurrency),
                     .audit = options.audit,
                     .strict = options.strict,
                     .allow_cheating = request->config.allow_cheating(),
                     .quiet = options.quiet,
                     .permission = arena::AskedHere(),
                     .kept_stderr = options.kept_stderr,
                     .scale = ReadScale(options.scale),
                     .standings_every = options.standings_every});
}

}  // namespace couillon::tools

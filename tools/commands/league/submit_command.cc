// couillon league submit, couillon league unpack
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

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/league/cluster/kubernetes_job.h"
#include "arena/league/cluster/local_submit.h"
#include "arena/league/cluster/plan_work.h"
#include "arena/league/cluster/program_output.h"
#include "arena/league/cluster/slurm_script.h"
#include "arena/league/cluster/slurm_submit.h"
#include "arena/league/cluster/submissions.h"
#include "arena/league/shards/plan.h"
#include "arena/league/shards/plan_status.h"
#include "arena/players/bundles/bundle_store.h"
#include "arena/players/bundles/command_files.h"
#include "arena/standing/journal/planned_round.h"
#include "couillon/v1/league.pb.h"
#include "couillon/v1/plan.pb.h"
#include "tools/commands/league/plan_commands.h"
#include "tools/commands/league/play_league.h"
#include "tools/commands/shared/command.h"
#include "tools/options/command_line.h"
#include "tools/options/process_options.h"
#include "tools/program/stop_flag.h"

namespace couillon::tools {
namespace {

struct SubmitOptions {
  std::string plan;
  std::string engine;
  std::int64_t group = 1;
  std::string out;
  bool dry_run = false;
  std::int64_t look_ahead = 0;  // shards of a test; 0: all
  std::string program;          // empty: this one
  int cpus = 1;                 // of a task, and its workers
  StoredBotOptions stored_bots;
  arena::SlurmOptions slurm;
  bool speculate = false;
  int tasks = 0;      // at a time; 0: the engine's default
  std::string claim;  // NAME/FOLDER
  arena::KubernetesRequest kubernetes;
};

absl::StatusOr<std::string> PathOfThisProgram() {
  std::error_code error;
  std::string path = std::filesystem::read_symlink("/proc/self/exe", error);
  if (!error) return path;
  return absl::UnavailableError("/proc/self/exe: " + error.message());
}

// The program of the tasks, absolute if it is this one.
absl::StatusOr<std::string> ProgramOf(const SubmitOptions& options) {
  if (!options.program.empty()) return options.program;
  return PathOfThisProgram();
}

// Names what cannot be used. Returns the exit code for it.
int NameProblems(const arena::PlanStatus& status) {
  for (const std::string& why : status.unusable) {
    std::cerr << "Played again: " << why << "\n";
  }
  for (const std::string& path : status.conflicts) {
    std::cerr << "Different content of the same shard: " << path << "\n";
  }
  return status.conflicts.empty() ? kExitDone : kExitData;
}

void PrintSubmission(const arena::SlurmSubmission& done) {
  std::cout << done.text;
  if (done.held > 0) {
    std::cout << absl::StrFormat(
        "%d jobs, which Slurm held after a start that failed, are cancelled; "
        "their shards that are missing are submitted again\n",
        done.held);
  }
  std::cout << absl::StrFormat("%d shards submitted", done.shards);
  if (!done.arrays.empty()) {
    std::cout << ": jobs " << absl::StrJoin(done.arrays, ", ");
  }
  if (!done.merge.empty()) {
    std::cout << "; job " << done.merge << " merges";
  }
  std::cout << "\n";
  if (!done.slow.empty()) {
    std::cout << absl::StrFormat(
        "These are second copies of slow tasks (%s); who ends first counts\n",
        absl::StrJoin(done.slow, ", "));
  }
  if (done.left > 0) {
    std::cout << absl::StrFormat("%d shards are queued or running already\n",
                                 done.left);
  }
}

int SubmitSlurm(const SubmitOptions& options, const arena::PlanWork& work,
                const std::string& program) {
  arena::SlurmRequest request{.program = program,
                              .plan = work.folder,
                              .identity = work.plan.identity(),
                              .missing = work.status.missing,
                              .group = options.group,
                              .run_options = work.run_options,
                              .speculate = options.speculate,
                              .options = options.slurm,
                              .dry_run = options.dry_run};
  request.options.cpus = options.cpus;
  if (!options.out.empty()) {
    std::error_code error;
    request.out = std::filesystem::absolute(options.out, error).string();
    const absl::StatusOr<bool> merged = arena::IsMerged(request.out, work.plan);
    if (!merged.ok()) return ExitWith(merged.status());
    request.merged = *merged;
  }
  const absl::StatusOr<arena::SlurmSubmission> done =
      arena::SubmitToSlurm(request, arena::CaptureOutput);
  if (!done.ok()) return ExitWith(done.status());
  PrintSubmission(*done);
  return kExitDone;
}

int MergeHere(const SubmitOptions& options) {
  if (options.out.empty()) return kExitDone;
  return MergePlan(options.plan, options.out);
}

int PlayLocally(const SubmitOptions& options, const arena::PlanWork& work,
                const std::string& program) {
  arena::LocalRequest request;
  request.processes = options.tasks;
  request.program = program;
  request.group = options.group;
  request.cpus = options.cpus;
  if (options.dry_run) {
    for (const std::vector<std::string>& command :
         arena::CommandsOf(work, request)) {
      std::cout << arena::ShellCommand(command) << "\n";
    }
    return kExitDone;
  }
  std::optional<CaughtSignals> caught(std::in_place);
  const absl::StatusOr<arena::LocalSubmission> done =
      arena::PlayWorkHere(work, request, [] { return StopFlag().load(); });
  caught.reset();
  if (!done.ok()) return ExitWith(done.status());
  std::cout << absl::StrFormat(
      "%d tasks done, %d failed, %d started a second time\n", done->done,
      done->failed, done->repeated);
  if (done->different) return kExitData;
  if (done->stopped || done->failed > 0) {
    std::cerr << "Not all shards are there; their output is in " << work.folder
              << "/submit. The same command again plays the others.\n";
    return kExitTryAgain;
  }
  return MergeHere(options);
}

int RenderKubernetes(const SubmitOptions& options,
                     const arena::PlanWork& work) {
  if (work.status.missing.empty()) {
    std::cerr << "No shard is missing\n";
    return kExitDone;
  }
  arena::KubernetesRequest request = options.kubernetes;
  request.label = work.plan.identity().substr(0, 12);
  request.missing = work.status.missing;
  request.group = options.group;
  request.cpus = options.cpus;
  request.options = work.run_options;
  request.image = options.program;
  const std::size_t slash = options.claim.find('/');
  request.claim = options.claim.substr(0, slash);
  if (slash != std::string::npos) {
    request.folder = options.claim.substr(slash + 1);
  }
  if (options.tasks > 0) request.parallelism = options.tasks;
  const absl::StatusOr<std::string> manifest =
      arena::KubernetesManifest(request);
  if (!manifest.ok()) return ExitWith(manifest.status());
  std::cout << *manifest;
  return kExitDone;
}

// Packs the bots to travel. Names those that may need more than travels.
absl::Status PackBots(const arena::PlanWork& work, bool dry_run) {
  for (const v1::BotEntry& entry : work.plan.config().bots()) {
    const std::string warning = arena::TravelWarning(entry);
    if (!warning.empty()) std::cerr << "couillon: " << warning << "\n";
  }
  if (dry_run) return absl::OkStatus();
  return arena::PackBundles(work.plan.config(), work.folder);
}

int SubmitTo(const SubmitOptions& options, const arena::PlanWork& work) {
  const absl::StatusOr<std::string> program = ProgramOf(options);
  if (!program.ok()) return ExitWith(program.status());
  if (options.engine == "local") return PlayLocally(options, work, *program);
  const absl::Status packed = PackBots(work, options.dry_run);
  if (!packed.ok()) return ExitWith(packed);
  return options.engine == "k8s" ? RenderKubernetes(options, work)
                                 : SubmitSlurm(options, work, *program);
}

// The engine that an option is for; empty: all.
std::string EngineOf(const std::string& option) {
  static const std::map<std::string, std::string> engines = {
      {"--sbatch", "slurm"},
      {"--speculate", "slurm"},
      {"--claim", "k8s"},
      {"--memory", "k8s"}};
  const auto found = engines.find(option);
  return found == engines.end() ? "" : found->second;
}

int Submit(const SubmitOptions& options,
           const std::vector<std::string>& given) {
  for (const std::string& option : given) {
    const std::string engine = EngineOf(option);
    if (engine.empty() || engine == options.engine) continue;
    std::cerr << "couillon league submit: " << option << " is for --engine "
              << engine << ", and this is --engine " << options.engine << "\n";
    return kExitUsage;
  }
  if (options.tasks > 0 && options.engine == "slurm") {
    std::cerr << "couillon league submit: --tasks is for --engine local and "
                 "k8s; Slurm decides how many tasks run\n";
    return kExitUsage;
  }
  const bool locks = options.engine != "k8s" && !options.dry_run;
  const absl::StatusOr<arena::SubmitLock> lock =
      locks ? arena::SubmitLock::Take(options.plan)
            : absl::CancelledError("not needed");
  if (locks && !lock.ok()) return ExitWith(lock.status());
  absl::StatusOr<arena::PlanWork> work = arena::ReadPlanWork(
      options.plan, ReadStoredBotOptions(options.stored_bots));
  if (!work.ok()) return ExitWith(work.status());
  const int problems = NameProblems(work->status);
  if (problems != kExitDone) return problems;
  if (options.look_ahead > 0 && work->status.test) {
    std::cerr << TestText(*work->status.test);
    arena::KeepNextShards(options.look_ahead, work->status);
  }
  return SubmitTo(options, *work);
}

int Unpack(const std::string& folder) {
  absl::StatusOr<v1::LeaguePlan> plan = arena::ReadPlan(folder);
  if (!plan.ok()) return ExitWith(plan.status());
  const absl::Status used =
      arena::UseBundles(folder, arena::BundleCache(), *plan->mutable_config());
  if (!used.ok()) return ExitWith(used);
  for (const v1::BotEntry& entry : plan->config().bots()) {
    if (!entry.directory().empty()) {
      std::cout << entry.name() << ": " << entry.directory() << "\n";
    } else if (entry.command_size() > 0) {
      const std::vector<std::string> command(entry.command().begin(),
                                             entry.command().end());
      std::cout << entry.name() << ": " << arena::ShellCommand(command) << "\n";
    }
  }
  return kExitDone;
}

// The options of one engine. They stand behind those of all.
void AddEngineOptions(CommandLine submit, SubmitOptions& options) {
  submit
      .AddOption("--tasks", options.tasks,
                 "Here and on Kubernetes: tasks at a time (default: here as "
                 "many as there are cores for, on Kubernetes 100)")
      .Range(1, 100'000);
  submit
      .AddOption("--sbatch", options.slurm.lines,
                 "On Slurm: an option for sbatch, such as "
                 "--sbatch=--time=2:00:00 or --sbatch=--partition=long "
                 "(repeatable)")
      .Repeatable();
  submit.AddFlag(
      "--speculate", options.speculate,
      "On Slurm: when no task waits, submit those a second time that "
      "run over twice as long as usual");
  submit.AddOption("--claim", options.claim,
                   "On Kubernetes: NAME/FOLDER, the PersistentVolumeClaim "
                   "that has the plan, and the plan's folder in that volume");
  submit
      .AddOption("--memory", options.kubernetes.memory,
                 "On Kubernetes: memory of a pod")
      .ShowDefault();
}

}  // namespace

void AddSubmitCommand(CommandLine league) {
  CommandLine submit = league.AddSubcommand(
      "submit",
      "Play what is missing of a plan on a cluster, or with processes here");
  submit.SetExamples(
      "couillon league submit --plan night --engine slurm --group 2 --dry-run",
      "couillon league submit --plan night --engine local --out night-results");
  auto options = std::make_shared<SubmitOptions>();
  submit.AddOption("--plan", options->plan, "Folder of the plan").Required();
  submit
      .AddOption("--engine", options->engine,
                 "slurm: submits jobs; k8s: prints a manifest; local: plays")
      .OneOf({"local", "slurm", "k8s"})
      .Required();
  submit.AddOption("--group", options->group, "Shards of a task")
      .Range(std::int64_t{1}, arena::kMaxShards)
      .ShowDefault();
  submit.AddOption("--out", options->out,
                   "Directory for the results, or the arena whose round it is; "
                   "without it nothing is merged");
  submit
      .AddOption("--look-ahead", options->look_ahead,
                 "Of a sequential test: submit only so many shards past those "
                 "that the test has used, and the others by the same command "
                 "later (default: all)")
      .Range(std::int64_t{1}, arena::kMaxShards);
  submit
      .AddOption("--concurrency", options->cpus,
                 "Workers of a task, each with a core")
      .Range(1, 256)
      .ShowDefault();
  submit.AddOption("--program", options->program,
                   "couillon as the nodes find it (default: this program); on "
                   "Kubernetes its image, NAME@sha256:DIGEST");
  submit.AddFlag("--dry-run", options->dry_run,
                 "Print what would be submitted, and submit nothing");
  AddStoredBotOptions(submit, options->stored_bots);
  AddEngineOptions(submit, *options);
  submit.OnChosen(
      [submit, options] { return Submit(*options, submit.GivenOptions()); });
}

void AddUnpackCommand(CommandLine league) {
  CommandLine unpack = league.AddSubcommand(
      "unpack", "Unpack the bots of a plan on this machine");
  unpack.SetExamples("couillon league unpack --plan night",
                     "couillon league unpack --plan night && couillon league "
                     "run --plan night --shards 0");
  auto folder = std::make_shared<std::string>();
  unpack.AddOption("--plan", *folder, "Folder of the plan").Required();
  unpack.OnChosen([folder] { return Unpack(*folder); });
}

}  // namespace couillon::tools

// couillon league status --plan, couillon league merge
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/league/shards/merge_results.h"
#include "arena/league/shards/plan.h"
#include "arena/league/shards/plan_status.h"
#include "arena/league/shards/planned_test.h"
#include "arena/league/shards/shard_cut.h"
#include "arena/numbers/format/json.h"
#include "arena/numbers/format/schema.h"
#include "arena/numbers/stats/sequential/sprt.h"
#include "arena/numbers/text/shell_word.h"
#include "arena/report/data/head_to_head.h"
#include "arena/standing/journal/journal.h"
#include "arena/standing/journal/planned_round.h"
#include "couillon/v1/plan.pb.h"
#include "tools/commands/league/plan_commands.h"
#include "tools/commands/shared/command.h"
#include "tools/options/command_line.h"

namespace couillon::tools {
namespace {

arena::Json StatusJson(const v1::LeaguePlan& plan,
                       const arena::PlanStatus& status) {
  arena::Json json = arena::NewDocument(arena::kPlanStatusSchema);
  json["identity"] = plan.identity();
  json["shards"] = plan.shards();
  json["shards_done"] = status.whole.size();
  json["units"] = plan.units();
  json["units_done"] = arena::CountUnits(plan, status.whole);
  json["missing"] = arena::ShardsText(status.missing);
  json["unusable"] = status.unusable;
  json["conflicts"] = status.conflicts;
  if (status.test) {
    json["test"] = {{"decision", arena::DecisionName(status.test->decision)},
                    {"all_even", status.test->all_even},
                    {"pairs", status.test->pairs},
                    {"shards", status.test->shards}};
  }
  return json;
}

void PrintProblems(const arena::PlanStatus& status) {
  for (const std::string& why : status.unusable) {
    std::cerr << "Not used: " << why << "\n";
  }
  for (const std::string& path : status.conflicts) {
    std::cerr << "Different content of the same shard: " << path << "\n";
  }
}

// What to do about shards with several results.
std::string DisputeText(const arena::PlanStatus& status) {
  return absl::StrFormat(
      "Shards %s have results of different content. Delete the files that are "
      "not to count; if a bot does not repeat itself, none is right\n",
      arena::ShardsText(status.disputed));
}

void PrintStatus(const std::string& folder, const v1::LeaguePlan& plan,
                 const arena::PlanStatus& status) {
  std::cout << absl::StrFormat(
      "%d of %d shards played, %d of %d units\nIdentity: %s\n",
      status.whole.size(), plan.shards(), arena::CountUnits(plan, status.whole),
      plan.units(), plan.identity());
  if (status.test) std::cout << TestText(*status.test);
  if (!status.disputed.empty() && !status.HasDecided()) {
    std::cout << DisputeText(status);
    if (status.missing.empty()) return;
  } else if (status.missing.empty()) {
    std::cout << "To merge: " << ProgramName()
              << (plan.has_round()
                      ? absl::StrFormat(" arena merge %s --plan %s\n",
                                        arena::ShellWord(plan.round().arena()),
                                        arena::ShellWord(folder))
                      : absl::StrFormat(
                            " league merge --plan %s --out DIRECTORY\n",
                            arena::ShellWord(folder)));
    return;
  }
  const std::string missing = arena::ShardsText(status.missing);
  std::cout << absl::StrFormat(
      "Missing: %s\nTo play them: %s league run --plan %s --shards %s\n",
      missing, ProgramName(), arena::ShellWord(folder), missing);
}

struct MergeOptions {
  std::string plan;  // its folder
  std::string out;
  bool partial = false;
};

void PrintMerged(const MergeOptions& options, const v1::LeaguePlan& plan,
                 const arena::MergedLeague& merged, std::size_t shards,
                 const std::string& missing) {
  if (arena::IsArena(options.out)) {
    std::cout << absl::StrFormat(
        "%s: round %d is played, %d units, %d deals from %d shards\n"
        "The standings: %s arena report %s\n",
        options.out, plan.round().number(), merged.units, merged.deals, shards,
        ProgramName(), arena::ShellWord(options.out));
    return;
  }
  std::cout << absl::StrFormat("%s: %d of %d units, %d deals from %d shards\n",
                               options.out, merged.units, plan.units(),
                               merged.deals, shards);
  if (missing.empty()) {
    std::cout << absl::StrFormat("Identity: %s\n", plan.identity());
  } else {
    std::cout << absl::StrFormat(
        "Not the whole league: shards %s are missing, so it has not the "
        "identity of the plan\n",
        missing);
  }
  std::cout << absl::StrFormat("The report: %s report %s\n", ProgramName(),
                               arena::ShellWord(options.out));
}

int WriteMerged(const MergeOptions& options, const v1::LeaguePlan& plan,
                const std::vector<std::int64_t>& shards,
                const std::string& missing) {
  const absl::StatusOr<arena::MergedLeague> merged =
      arena::MergeShards(options.out, options.plan, plan, shards, missing);
  if (!merged.ok()) {
    ExitWith(merged.status());
    return absl::IsDataLoss(merged.status()) ? kExitData : kExitError;
  }
  PrintMerged(options, plan, *merged, shards.size(), missing);
  return kExitDone;
}

int Merge(const MergeOptions& options) {
  const absl::StatusOr<v1::LeaguePlan> plan = arena::ReadPlan(options.plan);
  if (!plan.ok()) return ExitWith(plan.status());
  const absl::StatusOr<bool> there = arena::IsMerged(options.out, *plan);
  if (!there.ok()) return ExitWith(there.status());
  if (*there) {
    std::cout << options.out
              << (plan->has_round() && arena::IsArena(options.out)
                      ? ": has played the whole round already\n"
                      : ": holds the whole league already\n");
    return kExitDone;
  }
  if (options.partial && arena::IsArena(options.out)) {
    return ExitWith(absl::InvalidArgumentError(absl::StrFormat(
        "%s: is an arena, which takes a round as a whole; play the missing "
        "shards, or choose a new directory for a part",
        options.out)));
  }
  const absl::StatusOr<arena::PlanStatus> status =
      arena::ReadPlanStatus(options.plan, *plan);
  if (!status.ok()) return ExitWith(status.status());
  PrintProblems(*status);
  const std::vector<std::int64_t> shards = status->Usable();
  const std::vector<std::int64_t> wanted = status->Wanted();
  if (wanted.empty() || options.partial) {
    return WriteMerged(options, *plan, shards, arena::ShardsText(wanted));
  }
  if (!status->disputed.empty()) {
    std::cerr << "couillon: " << options.plan << ": " << DisputeText(*status);
  }
  if (!status->missing.empty()) {
    const std::string missing = arena::ShardsText(status->missing);
    std::cerr << absl::StrFormat(
        "couillon: %s: shards %s are missing or cannot be used; play them (%s "
        "league run --plan %s --shards %s)%s\n",
        options.plan, missing, ProgramName(), arena::ShellWord(options.plan),
        missing,
        arena::IsArena(options.out) ? ""
                                    : ", or merge the others with --partial");
  }
  const bool damaged = !status->unusable.empty() || !status->conflicts.empty();
  return damaged ? kExitData : kExitTryAgain;
}

}  // namespace

int ShowPlanStatus(const std::string& folder, const std::string& format) {
  const absl::StatusOr<v1::LeaguePlan> plan = arena::ReadPlan(folder);
  if (!plan.ok()) return ExitWith(plan.status());
  const absl::StatusOr<arena::PlanStatus> status =
      arena::ReadPlanStatus(folder, *plan);
  if (!status.ok()) return ExitWith(status.status());
  PrintProblems(*status);
  if (format == "json") {
    std::cout << StatusJson(*plan, *status).dump(2) << "\n";
  } else if (format == "text") {
    PrintStatus(folder, *plan, *status);
  } else if (!status->missing.empty()) {
    std::cout << arena::ShardsText(status->missing) << "\n";
  }
  if (!status->missing.empty()) return kExitTryAgain;
  return status->conflicts.empty() ? kExitDone : kExitData;
}

std::string TestText(const arena::TestStanding& test) {
  using Decision = stats::SequentialDecision;
  std::string stands = absl::StrFormat("undecided, %d pairs", test.pairs);
  if (test.decision == Decision::kUndecided) {
    stands += test.all_even ? ", all of them even" : ", and at its cap";
  } else if (test.ended()) {
    stands = absl::StrFormat("decided: %s after %d pairs",
                             arena::DecisionName(test.decision), test.pairs);
    if (test.all_even) stands += ", all of them even";
  }
  return "Sequential test: " + stands + "\n";
}

int MergePlan(const std::string& folder, const std::string& out) {
  return Merge({.plan = folder, .out = out});
}

void AddMergeCommand(CommandLine league) {
  CommandLine merge = league.AddSubcommand(
      "merge", "Merge the shards of a plan into the results of a league");
  merge.SetExamples(
      "couillon league merge --plan night --out merged && couillon report "
      "merged",
      "couillon league merge --plan matches --partial --out so-far");
  auto options = std::make_shared<MergeOptions>();
  merge.AddOption("--plan", options->plan, "Folder of the plan").Required();
  merge
      .AddOption("--out", options->out,
                 "Directory for the results; of a plan of an arena's round "
                 "also that arena")
      .Required();
  merge.AddFlag("--partial", options->partial,
                "Merge what is there, and print what is missing: the results "
                "are then not those of the league");
  merge.OnChosen([options] { return Merge(*options); });
}

}  // namespace couillon::tools

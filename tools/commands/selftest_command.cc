#include <algorithm>
#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/referee/in_process_link.h"
#include "arena/selftest/coverage_checks.h"
#include "arena/selftest/exact_checks.h"
#include "arena/selftest/league_checks.h"
#include "arena/selftest/played_pairs.h"
#include "arena/selftest/referee_checks.h"
#include "arena/selftest/self_check.h"
#include "arena/selftest/sequential_checks.h"
#include "bots/cpp/bundled.h"
#include "bots/cpp/strategy.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/compiler.h"
#include "engine/rules/ruleset.h"
#include "proto/ruleset_catalog.h"
#include "tools/commands/command.h"
#include "tools/options/command_line.h"

namespace couillon::tools {
namespace {

constexpr char kRuleset[] = "basic-gerver";

struct SelfTestOptions {
  arena::SelfTestPlan plan;
  std::string format = "text";
};

arena::DecideFunction Bundled(const std::string& name) {
  const std::shared_ptr<bots::Strategy> strategy = bots::MakeStrategy(name);
  return [strategy](const CompiledRules& rules, const Observation& seen) {
    return strategy->Decide(rules, seen);
  };
}

std::vector<arena::SelfCheck> RunAll(const arena::SelfTestPlan& plan,
                                     const arena::SelfTestBots& bots) {
  std::vector<arena::SelfCheck> all;
  const auto add = [&all](const std::vector<arena::SelfCheck>& checks) {
    all.insert(all.end(), checks.begin(), checks.end());
  };
  add(arena::CheckSameBot(plan, bots));
  add(arena::CheckKnownBot(plan, bots));
  add(arena::CheckSwap(plan, bots));
  add(arena::CheckShards(plan, bots));
  add(arena::CheckIntervals(plan));
  add(arena::CheckLeagueIntervals(plan));
  add(arena::CheckPlusTwo(plan));
  add(arena::CheckMarks(plan));
  add(arena::CheckSequential(plan));
  add(arena::CheckArrivalOrder(plan));
  add(arena::CheckAnytime(plan));
  return all;
}

int SelfTest(const SelfTestOptions& options) {
  absl::StatusOr<Ruleset> ruleset = wire::FindRuleset(kRuleset);
  if (!ruleset.ok()) return ExitWith(ruleset.status());
  absl::StatusOr<CompiledRules> rules = CompileRules(*ruleset);
  if (!rules.ok()) return ExitWith(rules.status());
  const std::vector<arena::SelfCheck> checks =
      RunAll(options.plan, {.rules = &*rules,
                            .random = Bundled("random"),
                            .reference = Bundled("heuristic")});
  std::cout << (options.format == "json"
                    ? arena::SelfCheckJson(options.plan, checks)
                    : arena::SelfCheckText(checks));
  const bool passed =
      std::all_of(checks.begin(), checks.end(),
                  [](const auto& check) { return check.passed(); });
  return passed ? kExitDone : kExitError;
}

}  // namespace

void AddSelfTestCommand(CommandLine app) {
  CommandLine command = app.AddSubcommand(
      "selftest", "Check the statistics against known results");
  command.SetGroup("Check");
  command.SetExamples("couillon selftest stats --runs 100",
                      "couillon selftest stats --runs 100 --format json");
  command.RequireSubcommand();
  CommandLine stats = command.AddSubcommand(
      "stats",
      "Check by simulation that intervals, tests and sums are as "
      "accurate as they claim; exit code 1 if one is not");
  stats.SetExamples(
      "couillon selftest stats --runs 100",
      "couillon selftest stats --runs 100 --seed 1 --format json");
  auto options = std::make_shared<SelfTestOptions>();
  stats
      .AddOption("--runs", options->plan.runs,
                 "Simulations per check; bands narrow with the square root")
      .Range(std::int64_t{10}, std::int64_t{1'000'000})
      .ShowDefault();
  stats.AddOption("--seed", options->plan.seed, "Seed of the simulations")
      .ShowDefault();
  stats.AddOption("--format", options->format, "text or json")
      .OneOf({"text", "json"});
  stats.OnChosen([options] { return SelfTest(*options); });
}

}  // namespace couillon::tools

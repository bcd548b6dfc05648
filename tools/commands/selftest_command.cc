#include <algorithm>
#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/measure/selftest/deal_modes.h"
#include "arena/measure/selftest/played_league.h"
#include "arena/measure/selftest/self_check.h"
#include "arena/standing/selftest/format_checks.h"
#include "arena/table/referee/in_process_link.h"
#include "bots/cpp/bundled/bundled.h"
#include "bots/cpp/strategy.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"
#include "proto/ruleset_catalog.h"
#include "tools/commands/shared/command.h"
#include "tools/options/command_line.h"

namespace couillon::tools {
namespace {

constexpr char kRuleset[] = "basic-gerver";

struct SelfTestOptions {
  arena::SelfTestPlan plan;
  std::string ruleset = kRuleset;
  std::string format = "text";
};

arena::DecideFunction Bundled(const std::string& name) {
  const std::shared_ptr<bots::Strategy> strategy = *bots::MakeStrategy(name);
  return [strategy](const CompiledRules& rules, const Observation& seen) {
    return strategy->Decide(rules, seen);
  };
}

std::vector<arena::SelfCheck> RunAll(const arena::SelfTestPlan& plan,
                                     const arena::SelfTestBots& bots) {
  std::vector<arena::SelfCheck> all;
  std::vector<arena::CheckSeries> everything = arena::AllSeries(bots);
  everything.push_back(arena::FormatSeries());
  for (const arena::CheckSeries& series : everything) {
    for (arena::SelfCheck& check : arena::RunSeries(series, plan)) {
      all.push_back(std::move(check));
    }
  }
  return all;
}

arena::SelfTestBots BotsUnder(const CompiledRules& rules) {
  arena::SelfTestBots bots;
  bots.rules = &rules;
  bots.random = Bundled("random");
  bots.reference = Bundled("heuristic");
  return bots;
}

int SelfTest(const SelfTestOptions& options) {
  absl::StatusOr<CompiledRules> rules = wire::FindRules(options.ruleset);
  if (!rules.ok()) return ExitWith(rules.status());
  const std::vector<arena::SelfCheck> checks =
      RunAll(options.plan, BotsUnder(*rules));
  std::cout << (options.format == "json"
                    ? arena::SelfCheckJson(options.plan, checks)
                    : arena::SelfCheckText(checks));
  const bool passed =
      std::all_of(checks.begin(), checks.end(),
                  [](const auto& check) { return check.passed(); });
  return passed ? kExitDone : kExitError;
}

int CompareDealModes(const SelfTestOptions& options) {
  absl::StatusOr<CompiledRules> rules = wire::FindRules(options.ruleset);
  if (!rules.ok()) return ExitWith(rules.status());
  const std::vector<arena::DealModes> all =
      arena::CompareDealModes(options.plan, BotsUnder(*rules));
  std::cout << (options.format == "json"
                    ? arena::DealModesJson(options.plan, all)
                    : arena::DealModesText(all));
  return kExitDone;
}

void AddPlan(CommandLine command, SelfTestOptions& options,
             const char* runs_help) {
  command.AddOption("--runs", options.plan.runs, runs_help)
      .Range(std::int64_t{10}, std::int64_t{1'000'000})
      .ShowDefault();
  command.AddOption("--seed", options.plan.seed, "Seed of the simulations")
      .ShowDefault();
  command.AddOption("--format", options.format, "text or json")
      .OneOf({"text", "json"});
}

void AddDeals(CommandLine selftest) {
  CommandLine deals = selftest.AddSubcommand(
      "deals",
      "Compare leagues with deals of their own for every pairing and leagues "
      "on the same deals: width and coverage of their intervals");
  deals.SetExamples(
      "couillon selftest deals --runs 10",
      "couillon selftest deals --runs 10 --ruleset fr --format json");
  auto options = std::make_shared<SelfTestOptions>();
  AddPlan(deals, *options,
          "Simulated leagues per line; a tenth as many are played");
  deals
      .AddOption("--ruleset", options->ruleset, "Ruleset of the played leagues")
      .ValueName(kRulesetValue)
      .ShowDefault();
  deals.OnChosen([options] { return CompareDealModes(*options); });
}

}  // namespace

void AddSelfTestCommand(CommandLine app) {
  CommandLine command = app.AddSubcommand(
      "selftest", "Check the statistics against known results");
  command.SetGroup("Check");
  command.SetExamples("couillon selftest stats --runs 100",
                      "couillon selftest deals --runs 10");
  command.RequireSubcommand();
  CommandLine stats = command.AddSubcommand(
      "stats",
      "Check by simulation that intervals, tests and sums are as "
      "accurate as they claim; exit code 1 if one is not");
  stats.SetExamples(
      "couillon selftest stats --runs 100",
      "couillon selftest stats --runs 100 --seed 1 --format json");
  auto options = std::make_shared<SelfTestOptions>();
  AddPlan(stats, *options,
          "Simulations per check; bands narrow with the square root");
  stats.OnChosen([options] { return SelfTest(*options); });
  AddDeals(command);
}

}  // namespace couillon::tools

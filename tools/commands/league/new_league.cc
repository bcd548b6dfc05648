#include "tools/commands/league/new_league.h"

#include <cstddef>
#include <iostream>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/league/setup/changed_bots.h"
#include "arena/league/setup/launch.h"
#include "arena/league/setup/league_defaults.h"
#include "arena/league/setup/start_permission.h"
#include "arena/numbers/stats/sequential/sprt.h"
#include "arena/report/text/policy_text.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/movement.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/team_bots.h"
#include "arena/table/unit/sequential_match.h"
#include "couillon/v1/ruleset.pb.h"
#include "engine/cards/status_macros.h"
#include "tools/commands/league/play_league.h"

namespace couillon::tools {
namespace {

// Prints the movement, before the first deal.
void PrintMovement(const v1::LeagueConfig& config) {
  const auto seats =
      static_cast<int>(config.rulesets(0).ruleset().table().players());
  const arena::Movement movement =
      arena::MakeMovement(config.bots_size(), seats);
  const auto names = [&config](const arena::TeamBots& team) {
    std::string text;
    for (const arena::BotIndex bot : team) {
      absl::StrAppend(&text, text.empty() ? "" : " + ",
                      config.bots(ToInt(bot)).name());
    }
    return text;
  };
  std::cerr << absl::StrFormat(
      "%d rounds of %d deals; two players are partners %d to %d times and "
      "opponents %d to %d times; %d sit out each round\n",
      movement.rounds.size(), config.items(), movement.fewest_partners,
      movement.most_partners, movement.fewest_opponents,
      movement.most_opponents, movement.sitting_out);
  for (std::size_t round = 0; round < movement.rounds.size(); ++round) {
    for (const arena::Pairing& table : movement.rounds[round]) {
      std::cerr << absl::StrFormat("  round %d: %s - %s\n", round + 1,
                                   names(table.first), names(table.second));
    }
  }
}

// Prints the sequential test, before the first deal.
void PrintPlan(const v1::LeagueConfig& config) {
  const stats::SequentialPlan plan = arena::MakeSequentialPlan(config);
  const double middle = 0.5 * (plan.nelo0 + plan.nelo1);
  std::cerr << absl::StrFormat(
      "Sequential test of %s against %s: nElo %g against %g, errors %g and %g; "
      "tested every %d pairs, about %.0f pairs expected midway between, "
      "undecided after %d\n",
      config.bots(0).name(), config.bots(1).name(), plan.nelo0, plan.nelo1,
      plan.alpha, plan.beta, plan.batch,
      stats::Forecast(plan, middle).expected_pairs, plan.cap);
}

// Removes the bots that do not work from `config`, and names each on stderr.
// FailedPrecondition if fewer than two are left.
absl::Status LeaveOutBroken(arena::BotTrials& trials,
                            v1::LeagueConfig& config) {
  v1::LeagueConfig rest = config;
  rest.clear_bots();
  arena::BotTrials working;
  for (int bot = 0; bot < config.bots_size(); ++bot) {
    auto& trial = trials[static_cast<std::size_t>(bot)];
    if (trial.ok()) {
      *rest.add_bots() = config.bots(bot);
      working.push_back(std::move(trial));
    } else {
      std::cerr << "Left out: " << trial.status().message() << "\n";
    }
  }
  if (rest.bots_size() < 2) {
    return absl::FailedPreconditionError(
        absl::StrFormat("%d of %d bots work; expected at least 2",
                        rest.bots_size(), config.bots_size()));
  }
  trials = std::move(working);
  config = std::move(rest);
  return absl::OkStatus();
}

}  // namespace

std::string TakeDefaults(LeagueOptions& options,
                         arena::LeagueRequest& request) {
  const arena::LeagueRequest given = request;
  arena::SetDefaults(RulesetsByDefault(), request);
  std::string taken;
  if (given.rulesets.empty()) {
    absl::StrAppend(&taken, " --ruleset ", request.rulesets.front());
  }
  if (given.deals != request.deals) {
    absl::StrAppend(&taken, " --deals ", request.deals);
  }
  if (options.out.empty()) {
    options.out = arena::FreshDirectory("", request.bots);
    absl::StrAppend(&taken, " --out ", options.out);
  }
  return taken.empty() ? "" : "Defaults:" + taken + "\n";
}

absl::Status TryNewBots(const LeagueOptions& options,
                        const arena::LeagueRequest& request,
                        v1::LeagueConfig& config) {
  absl::StatusOr<arena::BotTrials> trials =
      TryBots(config, options.out, arena::AskedHere(),
              request.config.allow_cheating(), options.kept_stderr);
  RETURN_IF_ERROR(trials.status());
  RETURN_IF_ERROR(options.skip_broken ? LeaveOutBroken(*trials, config)
                                      : arena::AllWork(trials));
  return arena::SetIdentities(*trials, config);
}

void PrintPlayed(const v1::LeagueConfig& config) {
  if (arena::IsIndividual(config) && config.tables().empty()) {
    PrintMovement(config);
  }
  if (config.has_sprt()) PrintPlan(config);
  std::cerr << arena::DescribePolicy(config);
  std::cerr << "Commitment to the seed: " << config.seed_commitment() << "\n";
}

}  // namespace couillon::tools

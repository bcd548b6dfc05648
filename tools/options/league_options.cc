#include "tools/options/league_options.h"

#include <absl/status/statusor.h>
#include <couillon/v1/league.pb.h>

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "arena/league/bot_pairings.h"
#include "arena/report/head_to_head.h"
#include "arena/report/policy_text.h"
#include "arena/roster/bot_directory.h"
#include "arena/roster/bot_sources.h"
#include "arena/roster/remote_arguments.h"
#include "arena/schedule/league_schedule.h"
#include "arena/schedule/movement.h"
#include "arena/schedule/schedule.h"
#include "arena/schedule/unit_budget.h"
#include "arena/stats/sequential.h"
#include "arena/store/league_store.h"
#include "arena/unit/sequential_match.h"
#include "bots/cpp/strategy.h"
#include "couillon/v1/ruleset.pb.h"
#include "engine/deal/deal_source.h"
#include "engine/rules/compiled_rules.h"
#include "google/protobuf/util/message_differencer.h"
#include "proto/ruleset_catalog.h"
#include "proto/ruleset_codec.h"
#include "tools/commands/bot_template.h"
#include "tools/commands/command.h"
#include "tools/options/play_league.h"
#include "tools/options/process_options.h"
#include "tools/options/sprt_arguments.h"

namespace couillon::tools {
namespace {

constexpr std::uint32_t kDealsOfAUnit = 128;
constexpr std::uint32_t kMatchesOfAUnit = 8;
// A sequential test looks after each unit: often, yet not after every pair.
constexpr std::uint32_t kItemsOfALook = 16;

absl::Status AddRuleset(const std::string& spec, v1::LeagueConfig& config) {
  for (const v1::LeagueRuleset& entry : config.rulesets()) {
    if (entry.spec() == spec) {
      return absl::InvalidArgumentError(
          absl::StrFormat("--ruleset: %s is named twice", spec));
    }
  }
  absl::StatusOr<CompiledRules> rules = wire::FindRules(spec);
  if (!rules.ok()) return rules.status();
  v1::LeagueRuleset& entry = *config.add_rulesets();
  entry.set_spec(spec);
  *entry.mutable_ruleset() = wire::ToMessage(rules->ruleset);
  entry.set_hash(wire::RulesetHash(rules->ruleset));
  return absl::OkStatus();
}

absl::Status AddRulesets(const std::vector<std::string>& specs,
                         v1::LeagueConfig& config) {
  for (const std::string& spec : specs) {
    if (spec != "all") {
      absl::Status status = AddRuleset(spec, config);
      if (!status.ok()) return status;
      continue;
    }
    for (const std::string& id : wire::RulesetIds()) {
      absl::Status status = AddRuleset(id, config);
      if (!status.ok()) return status;
    }
  }
  return absl::OkStatus();
}

// An individual tournament has a chair for every bot of a team.
absl::Status CheckIndividual(const v1::LeagueConfig& config) {
  if (config.mode() != v1::LEAGUE_MODE_DEALS) {
    return absl::InvalidArgumentError(
        "--format individual: expected --deals, the deals of a round");
  }
  const std::uint32_t seats = config.rulesets(0).ruleset().table().players();
  for (const v1::LeagueRuleset& entry : config.rulesets()) {
    const v1::Table& table = entry.ruleset().table();
    if (table.sides() != 2 || table.players() < 4 || table.players() != seats ||
        table.layout() == v1::LAYOUT_DUMMY) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "--format individual: %s has %d players on %d sides; expected "
          "partners on two sides without a dummy, and as many players in every "
          "ruleset",
          entry.spec(), table.players(), table.sides()));
    }
  }
  if (config.bots_size() < static_cast<int>(seats)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("--format individual: %d bots; expected %d at least",
                        config.bots_size(), seats));
  }
  return absl::OkStatus();
}

// A sequential test of two bots; the deals or matches asked for are its cap.
absl::Status SetSprt(const LeagueOptions& options, v1::LeagueConfig& config) {
  if (config.bots_size() != 2 || config.rulesets_size() != 1 ||
      arena::IsIndividual(config)) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--sprt: found %d bots and %d rulesets; expected two bots, one ruleset "
        "and no --format individual",
        config.bots_size(), config.rulesets_size()));
  }
  absl::StatusOr<arena::SequentialQuestion> question =
      ParseSprt(options.sprt, /*hands_per_pair=*/2);
  if (!question.ok()) return question.status();
  if (question->scale != arena::BoundScale::kNormalized) {
    return absl::InvalidArgumentError(
        "--sprt: found model=logistic; expected bounds in nElo, whose test has "
        "the same length for every ruleset");
  }
  const stats::SequentialPlan& plan = question->plan;
  v1::SequentialTest& sprt = *config.mutable_sprt();
  sprt.set_elo0(plan.nelo0);
  sprt.set_elo1(plan.nelo1);
  sprt.set_alpha(plan.alpha);
  sprt.set_beta(plan.beta);
  config.set_block_items(options.block > 0 ? options.block
                         : plan.batch > 1
                             ? static_cast<std::uint32_t>(
                                   std::min<std::int64_t>(plan.batch, 65536))
                             : kItemsOfALook);
  std::int64_t cap = static_cast<std::int64_t>(config.items());
  if (cap == 0) {
    stats::SequentialPlan whole = arena::SequentialPlanOf(config);
    whole.cap = plan.cap;
    cap = plan.cap > 0 ? plan.cap : stats::DefaultCap(whole);
  }
  config.set_items(static_cast<std::uint64_t>(cap));
  if (const auto problem =
          stats::SequentialProblem(arena::SequentialPlanOf(config))) {
    return absl::InvalidArgumentError("--sprt: " + *problem);
  }
  return absl::OkStatus();
}

// The movement, before the first deal.
void PrintMovement(const v1::LeagueConfig& config) {
  const auto seats =
      static_cast<int>(config.rulesets(0).ruleset().table().players());
  const arena::Movement movement =
      arena::MakeMovement(config.bots_size(), seats);
  const auto names = [&config](const std::vector<int>& team) {
    std::string text;
    for (const int bot : team) {
      absl::StrAppend(&text, text.empty() ? "" : " + ",
                      config.bots(bot).name());
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

// The sequential test, before the first deal.
void PrintPlan(const v1::LeagueConfig& config) {
  const stats::SequentialPlan plan = arena::SequentialPlanOf(config);
  const double middle = 0.5 * (plan.nelo0 + plan.nelo1);
  std::cerr << absl::StrFormat(
      "Sequential test of %s against %s: nElo %g against %g, errors %g and %g; "
      "a look every %d pairs, some %.0f pairs half way between, undecided "
      "after %d\n",
      config.bots(0).name(), config.bots(1).name(), plan.nelo0, plan.nelo1,
      plan.alpha, plan.beta, plan.batch,
      stats::Forecast(plan, middle).expected_pairs, plan.cap);
}

std::uint32_t Milliseconds(double seconds) {
  return static_cast<std::uint32_t>(std::clamp(seconds * 1000, 1.0, 4e9));
}

// What a fault costs, and how time is kept.
void AddFaultOptions(CLI::App& command, LeagueOptions& options) {
  command.add_option("--tc", options.time_control,
                     "BUDGET or BUDGET+INCREMENT: seconds of a side for one "
                     "table, and with every decision; implies --strict-time");
  command.add_flag("--strict-time", options.strict_time,
                   "Ask one decision at a time on each worker, each timed on "
                   "its own");
  command
      .add_option("--unit-budget", options.unit_budget_seconds,
                  "Seconds that a bot may think in all for one unit of work "
                  "(default: four times --st for each deal in each seating, "
                  "none with --tc; 0: any)")
      ->check(CLI::Range(0.0, 1e9));
  command
      .add_option("--most-faults", options.most_faults,
                  "Faults in one unit that cost a bot the whole unit")
      ->check(CLI::Range(1, 1'000'000));
  command
      .add_option("--recover", options.recover,
                  "Failures at no decision in particular that are borne of a "
                  "bot on one worker")
      ->check(CLI::Range(0, 1'000'000));
  command
      .add_option("--out-after", options.out_after,
                  "Units lost as a whole after which a bot is out (0: never)")
      ->check(CLI::Range(0, 1'000'000));
}

// "60" or "60+0.5": seconds of a side for a table, and for each decision.
absl::Status ReadTimeControl(const std::string& text, v1::Limits& limits) {
  const std::vector<std::string> parts = absl::StrSplit(text, '+');
  double budget = 0;
  double increment = 0;
  if (parts.size() > 2 || !absl::SimpleAtod(parts[0], &budget) ||
      (parts.size() == 2 && !absl::SimpleAtod(parts[1], &increment)) ||
      !(budget >= 0.001 && budget <= 86400) ||
      !(increment >= 0 && increment <= 86400)) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--tc is \"%s\"; expected BUDGET or BUDGET+INCREMENT in seconds, such "
        "as 60+0.5",
        text));
  }
  limits.set_table_budget_ms(Milliseconds(budget));
  limits.set_increment_ms(static_cast<std::uint32_t>(increment * 1000));
  return absl::OkStatus();
}

absl::Status SetLimits(const LeagueOptions& options, v1::LeagueConfig& config) {
  v1::Limits& limits = *config.mutable_limits();
  limits.set_start_ms(Milliseconds(options.start_seconds));
  limits.set_move_ms(Milliseconds(options.move_seconds));
  limits.set_margin_ms(options.margin_ms);
  limits.set_most_faults(options.most_faults);
  limits.set_largest_batch(options.largest_batch);
  limits.set_recover(options.recover);
  limits.set_out_after(options.out_after);
  limits.set_strict_time(options.strict_time || !options.time_control.empty());
  config.set_seat_isolation(options.seat_isolation);
  if (!options.time_control.empty()) {
    absl::Status status = ReadTimeControl(options.time_control, limits);
    if (!status.ok()) return status;
  }
  const double seconds = options.unit_budget_seconds.value_or(-1);
  limits.set_unit_budget_ms(
      seconds == 0  ? 0
      : seconds > 0 ? std::max(static_cast<std::uint64_t>(seconds * 1000),
                               std::uint64_t{1})
                    : static_cast<std::uint64_t>(
                          arena::DefaultUnitBudget(config).count()));
  return absl::OkStatus();
}

}  // namespace

void AddLeagueOptions(CLI::App& command, LeagueOptions& options) {
  command
      .add_option("--ruleset,--rulesets", options.rulesets,
                  "Rulesets: ids with +switches, files, or all")
      ->delimiter(',')
      ->required();
  auto* deals = command.add_option("--deals,--rounds", options.deals,
                                   "Deals of each pairing and ruleset");
  auto* matches = command.add_option("--matches", options.matches,
                                     "Whole matches instead of single deals");
  deals->excludes(matches)->check(
      CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40));
  matches->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 30));
  command
      .add_option("--format", options.format,
                  "round-robin: every two bots meet, each on all seats of its "
                  "side; individual: every bot for itself, partners change "
                  "every round, and --deals counts the deals of a round")
      ->check(CLI::IsMember({"round-robin", "individual"}));
  command.add_option(
      "--seed", options.seed,
      "Seed text, to repeat a league; public, so not where bots of "
      "others play (default: a fresh one is drawn)");
  command.add_option("--out", options.out, "Directory of the results")
      ->required();
  command
      .add_option("--concurrency", options.concurrency,
                  "Workers, each with its own bots (default: one a core)")
      ->check(CLI::Range(0, 256));
  command.add_option("--record", options.record, "What to keep of every deal")
      ->check(CLI::IsMember({"none", "deals"}));
  command
      .add_option("--start-limit", options.start_seconds,
                  "Seconds for a bot to get ready")
      ->check(CLI::Range(0.001, 86400.0));
  command
      .add_option("--st", options.move_seconds,
                  "Seconds a bot may stay silent while it has to decide")
      ->check(CLI::Range(0.001, 86400.0));
  command
      .add_option("--timemargin", options.margin_ms,
                  "Milliseconds granted on top of every limit")
      ->check(CLI::Range(0, 3'600'000));
  AddFaultOptions(command, options);
  AddProcessOptions(command, options.process);
  command.add_flag("--seat-isolation", options.seat_isolation,
                   "A process of its own for every seat of a bot");
  command.add_flag("--allow-plaintext", options.allow_plaintext,
                   "Bots at grpc:// addresses may be on other machines");
  command
      .add_option("--block", options.block,
                  "Deals or matches of one unit of work")
      ->check(CLI::Range(1, 65536));
  command.add_option("--batch", options.largest_batch,
                     "Most decisions in one message (0: what the bot takes)");
  command.add_flag("--coupled", options.coupled,
                   "The same lots in both seatings: a bot against itself "
                   "comes to exactly nothing");
  command.add_flag("--build", options.build,
                   "First run the build command of each bot's manifest");
  command.add_flag("--strict", options.strict, "Exit code 3 if a bot failed");
  command.add_flag("--quiet", options.quiet, "No progress and no table");
}

absl::StatusOr<v1::LeagueConfig> MakeConfig(const LeagueOptions& options) {
  absl::StatusOr<std::vector<v1::BotEntry>> bots =
      arena::ReadBots(options.bots, bots::StrategyNames());
  if (!bots.ok()) return bots.status();
  v1::LeagueConfig config;
  absl::Status status;
  if (std::any_of(bots->begin(), bots->end(),
                  [](const auto& bot) { return !bot.command().empty(); })) {
    status = SetProcesses(options.process, config);  // first: it may warn
    if (!status.ok()) return status;
  }
  for (v1::BotEntry& bot : *bots) {
    if (options.allow_plaintext) arena::AllowPlaintext(bot);
    *config.add_bots() = std::move(bot);
  }
  status = AddRulesets(options.rulesets, config);
  for (int bot = 0; status.ok() && bot < config.bots_size(); ++bot) {
    const auto& plays = config.bots(bot).rulesets();
    status = arena::CheckPairings(config, bot, {plays.begin(), plays.end()});
    if (status.ok() && options.build && !config.bots(bot).directory().empty()) {
      status = arena::BuildBot(config.bots(bot).directory(), SourceTree());
    }
  }
  if (!status.ok()) return status;
  const bool matches = options.matches > 0;
  if (options.sprt.empty() && !matches && options.deals == 0) {
    return absl::InvalidArgumentError("expected --deals N or --matches N");
  }
  config.set_mode(matches ? v1::LEAGUE_MODE_MATCHES : v1::LEAGUE_MODE_DEALS);
  config.set_items(matches ? options.matches : options.deals);
  config.set_block_items(options.block > 0 ? options.block
                         : matches         ? kMatchesOfAUnit
                                           : kDealsOfAUnit);
  if (options.format == "individual") {
    config.set_format(v1::LEAGUE_FORMAT_INDIVIDUAL);
    status = CheckIndividual(config);
    if (!status.ok()) return status;
  } else {
    config.set_format(v1::LEAGUE_FORMAT_ROUND_ROBIN);
  }
  if (!options.sprt.empty()) {
    status = SetSprt(options, config);
    if (!status.ok()) return status;
  }
  config.set_seed(options.seed.empty() ? FreshSeed() : options.seed);
  config.set_seed_origin(options.seed.empty() ? v1::SEED_ORIGIN_DRAWN
                                              : v1::SEED_ORIGIN_TYPED);
  config.set_seed_commitment(DealSource(config.seed()).commitment());
  config.set_coupled(options.coupled);
  config.set_record_deals(options.record == "deals");
  status = SetLimits(options, config);
  if (!status.ok()) return status;
  return config;
}

int RunNewLeague(const LeagueOptions& options) {
  absl::StatusOr<v1::LeagueConfig> config = MakeConfig(options);
  if (!config.ok()) return ExitWith(config.status());
  absl::Status const status = TryBots(*config, options.out);
  if (!status.ok()) {
    const int code = ExitWith(status);
    return options.strict ? kExitBotFailed : code;
  }
  absl::StatusOr<std::unique_ptr<arena::LeagueStore>> store =
      arena::LeagueStore::Create(options.out, *config);
  if (absl::IsAlreadyExists(store.status())) {
    store = arena::LeagueStore::OpenToPlay(options.out);
    if (!store.ok()) return ExitWith(store.status());
    const v1::LeagueConfig& stored = (*store)->config();
    // The seed of the league, whether it is left out or typed after it.
    if (options.seed.empty() || options.seed == stored.seed()) {
      config->set_seed(stored.seed());
      config->set_seed_origin(stored.seed_origin());
      config->set_seed_commitment(stored.seed_commitment());
    }
    if (options.process.isolation == "auto") {
      config->set_isolation((*store)->config().isolation());
    }
    if (!google::protobuf::util::MessageDifferencer::Equals(
            *config, (*store)->config())) {
      return ExitWith(absl::AlreadyExistsError(absl::StrFormat(
          "%s: holds another league; choose another --out, or go on with that "
          "one by: %s league resume %s",
          options.out, ProgramName(), options.out)));
    }
  }
  if (!store.ok()) return ExitWith(store.status());
  if (!options.quiet) {
    if (arena::IsIndividual(*config)) PrintMovement(*config);
    if (config->has_sprt()) PrintPlan(*config);
    std::cerr << arena::DescribePolicy(*config);
    std::cerr << "Commitment to the seed: "
              << (*store)->config().seed_commitment() << "\n";
  }
  return PlayLeague(
      **store, {.directory = options.out,
                .concurrency =
                    options.concurrency > 0
                        ? options.concurrency
                        : std::max(1, static_cast<int>(
                                          std::thread::hardware_concurrency())),
                .strict = options.strict,
                .quiet = options.quiet});
}

}  // namespace couillon::tools

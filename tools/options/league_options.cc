#include "tools/options/league_options.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "arena/league/audit/audit_league.h"
#include "arena/league/setup/own_limits.h"
#include "arena/players/roster/bot_directory.h"
#include "arena/players/roster/bot_sources.h"
#include "arena/report/head_to_head.h"
#include "bots/cpp/bundled/bundled.h"
#include "tools/options/color_option.h"
#include "tools/options/launch_options.h"
#include "tools/options/option_names.h"
#include "tools/options/scale_option.h"
#include "tools/options/seed_file.h"
#include "tools/options/source_tree.h"
#include "tools/options/sprt_arguments.h"

namespace couillon::tools {
namespace {

// Adds the options that say how much of which games is played.
void AddDealOptions(CommandLine command, LeagueOptions& options) {
  command
      .AddOption("--ruleset,--rulesets", options.request.rulesets,
                 "Rulesets: ids with +switches, files, or all (default: "
                 "basic-gerver, with three-way troeven-3-solo)")
      .ValueName(kRulesetValue)
      .Delimiter(',');
  Option deals = command.AddOption(
      "--deals,--rounds", options.request.deals,
      "Deals per pairing and ruleset (default: 10000, with individual 1000)");
  Option matches = command.AddOption(
      "--matches", options.request.matches,
      "Matches per pairing and ruleset, instead of single deals");
  deals.Excludes(matches).Range(std::uint64_t{1}, arena::kMostDeals);
  matches.Range(std::uint64_t{1}, arena::kMostMatches);
}

void AddFormatOption(CommandLine command, LeagueOptions& options) {
  command
      .AddOption("--format", options.format,
                 "round-robin: every two bots meet, each on all seats of its "
                 "side; individual: every bot is rated on its own, partners "
                 "change every round, and --deals counts deals per round; "
                 "three-way: every three bots meet at one table of a "
                 "three-sided ruleset; gauntlet: the first bot against every "
                 "other")
      .OneOf({"round-robin", "individual", "three-way", "gauntlet"});
}

// Adds --seed and --seed-file.
void AddSeedOptions(CommandLine command, LeagueOptions& options) {
  Option seed =
      command
          .AddOption("--seed", options.request.seed,
                     "Seed text, to repeat a league. Other programs can "
                     "read it in the command "
                     "line, and bots that know it know all deals: use "
                     "--seed-file, or leave it "
                     "out, when others enter bots (default: a random seed)")
          .Check(SeedProblem);
  command
      .AddOption("--seed-file", options.seed_file,
                 "File whose content, without a line break at its end, is the "
                 "seed text; hidden from bots in a sandbox")
      .Excludes(seed);
}

void AddSameDealsOptions(CommandLine command, LeagueOptions& options) {
  command.AddFlag(
      "--same-deals", options.request.same_deals,
      "The same deals for all pairings and rulesets (default: each "
      "pairing has deals of its own under each ruleset); a bot that "
      "remembers deals gains");
  command.AddFlag("--force-same-deals", options.request.force_same_deals,
                  "--same-deals even with remote bots");
}

// Adds the options of the time limits.
void AddTimeOptions(CommandLine command, arena::LimitRequest& limits) {
  command
      .AddOption("--start-limit", limits.start_seconds,
                 "Seconds within which a bot has to be ready")
      .Range(arena::kLeastLimitSeconds, arena::kMostLimitSeconds);
  command
      .AddOption("--st", limits.move_seconds,
                 "Seconds without an answer while a decision is open")
      .Range(arena::kLeastLimitSeconds, arena::kMostLimitSeconds);
  command
      .AddOption("--timemargin", limits.margin_ms,
                 "Milliseconds added to every time limit")
      .Range(0, arena::kMostMarginMs);
}

// Adds the options of the fault policy and of time control.
void AddFaultOptions(CommandLine command, LeagueOptions& options) {
  command.AddOption("--tc", options.time_control,
                    "BUDGET or BUDGET+INCREMENT: seconds per side and table, "
                    "and seconds added per decision; implies --strict-time");
  command.AddFlag(
      "--strict-time", options.request.limits.strict_time,
      "Ask one decision at a time on each worker and time each on its own");
  command
      .AddOption(
          "--unit-budget", options.request.limits.unit_budget_seconds,
          "Seconds of thinking per bot and unit of work (default: four times "
          "--st per deal and seating, no limit with --tc; 0: no limit)")
      .Range(0.0, arena::kMostUnitBudgetSeconds);
  command
      .AddOption(
          "--total-budget", options.request.limits.total_budget_seconds,
          "Seconds that workers wait for one bot in the whole league, or in "
          "each round of an arena: beyond it the bot plays last, beyond twice "
          "as much it forfeits the rest (default: a twentieth of --st per deal "
          "and seating, at least 600; 0: no limit)")
      .Range(0.0, arena::kMostUnitBudgetSeconds);
  command
      .AddOption("--max-faults", options.request.limits.max_faults,
                 "Faults in one unit after which a bot forfeits the whole unit")
      .Range(1, arena::kMostFaultCount);
  command
      .AddOption("--recover", options.request.limits.tolerated_failures,
                 "Unattributed failures (those that no single decision causes) "
                 "tolerated per bot and worker")
      .Range(0, arena::kMostFaultCount);
  command
      .AddOption("--disqualify-after", options.request.limits.disqualify_after,
                 "Wholly forfeited units after which a bot is disqualified (0: "
                 "never)")
      .Range(0, arena::kMostFaultCount);
}

// Reads "60" or "60+0.5": seconds per side and table, and the increment per
// decision.
absl::StatusOr<arena::ClockRequest> ReadClock(const std::string& text) {
  const std::vector<std::string> parts = absl::StrSplit(text, '+');
  arena::ClockRequest clock;
  if (parts.size() <= 2 && absl::SimpleAtod(parts[0], &clock.budget_seconds) &&
      (parts.size() == 1 ||
       absl::SimpleAtod(parts[1], &clock.increment_seconds))) {
    return clock;
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "--tc is \"%s\"; expected BUDGET or BUDGET+INCREMENT in seconds, such as "
      "60+0.5",
      text));
}

absl::StatusOr<stats::SequentialPlan> ReadSprt(
    const std::vector<std::string>& arguments) {
  absl::StatusOr<arena::SequentialQuestion> question =
      ParseSprt(arguments, /*seatings_per_pair=*/2);
  if (!question.ok()) return question.status();
  if (question->scale == arena::BoundScale::kNormalized) return question->plan;
  return absl::InvalidArgumentError(
      "--sprt: found model=logistic; expected bounds in nElo, whose test has "
      "the same length for every ruleset");
}

// Runs the build command of each bot that has one.
absl::Status BuildBots(const v1::LeagueConfig& config) {
  for (const v1::BotEntry& bot : config.bots()) {
    if (bot.directory().empty()) continue;
    absl::Status status = arena::BuildBot(bot.directory(), SourceTree());
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

// Adds the terms on which all bots play: what is recorded, limits, faults,
// processes and units of work.
void AddTermOptions(CommandLine command, LeagueOptions& options) {
  command
      .AddOption("--record", options.record,
                 "What to store of every deal: nothing, or all actions (the "
                 "default with --audit)")
      .OneOf({"none", "deals"});
  AddTimeOptions(command, options.request.limits);
  AddFaultOptions(command, options);
  AddProcessOptions(command, options.process);
  command.AddFlag(
      "--shared-process", options.request.shared_process,
      "One process per bot and worker (default: no process is asked "
      "about a deal from two seats or in two seatings); faster, but "
      "partners can exchange what they hold");
  Option relabel =
      command.AddFlag("--relabel-suits", options.relabel_suits,
                      "Show suits under other names in every deal, as far as "
                      "the rules treat them alike, to all bots (default: to "
                      "remote ones)");
  command
      .AddFlag("--true-suits", options.true_suits,
               "Show the true suits to all bots")
      .Excludes(relabel);
  command
      .AddOption("--block", options.request.block_items,
                 "Deals or matches per unit of work")
      .Range(1, arena::kMostBlockItems);
  command.AddOption(
      "--batch", options.request.limits.max_batch,
      "Most decisions per message (0: as many as the bot accepts)");
  command.AddFlag("--coupled", options.request.coupled,
                  "The same random draws in both seatings: the score of a bot "
                  "against itself is exactly zero");
}

void AddSeatIsolationOption(CommandLine command, LeagueOptions& options) {
  command.AddFlag("--seat-isolation", options.request.seat_isolation,
                  "Refuse remote bots, which cannot run one process per seat");
}

// Adds --build and --skip-broken.
void AddBrokenOptions(CommandLine command, LeagueOptions& options) {
  command.AddFlag("--build", options.build,
                  "Run the build command of each bot's manifest first");
  command.AddFlag("--skip-broken", options.skip_broken,
                  "Leave out bots that do not start, and name them (default: "
                  "do not begin)");
}

}  // namespace

arena::DefaultRulesets RulesetsByDefault() {
  return {.two_sided = "basic-gerver", .three_sided = "troeven-3-solo"};
}

void AddAuditOption(CommandLine command, int& decisions) {
  command
      .AddOption("--audit", decisions,
                 "After play, ask so many recorded decisions of each bot again "
                 "in fresh processes (see couillon audit)")
      .Range(1, arena::kMostAudited);
}

void AddCheatingOption(CommandLine command, bool& allowed) {
  command.AddFlag("--allow-cheating", allowed,
                  "Allow builtin:oracle, which sees all cards; reports mark it "
                  "as not comparable");
}

void AddPlaintextOption(CommandLine command, bool& allowed) {
  command.AddFlag("--allow-plaintext", allowed,
                  "Allow grpc:// addresses (without TLS) on other machines");
}

void AddAcceptOption(CommandLine command, bool& accepted) {
  command.AddFlag("--accept-changed", accepted,
                  "Go on although files of a bot have changed since the league "
                  "began; the report shows it");
}

void AddOwnLimitsOption(CommandLine command, std::vector<std::string>& texts) {
  command.AddOption("--bot-limits", texts, arena::kOwnLimitsHelp).Repeatable();
}

void AddLeagueOptions(CommandLine command, LeagueOptions& options) {
  AddDealOptions(command, options);
  AddFormatOption(command, options);
  AddSeedOptions(command, options);
  AddSameDealsOptions(command, options);
  AddCheatingOption(command, options.request.allow_cheating);
  command.AddOption("--out", options.out,
                    "Directory for the results (default: a new one, named "
                    "after two bots, with a number)");
  command
      .AddOption("--concurrency", options.concurrency,
                 "Workers, each with its own bots (default: one per core)")
      .Range(0, 256);
  AddAuditOption(command, options.audit);
  AddTermOptions(command, options);
  AddSeatIsolationOption(command, options);
  AddOwnLimitsOption(command, options.own_limits);
  AddPlaintextOption(command, options.request.allow_plaintext);
  AddBrokenOptions(command, options);
  AddAcceptOption(command, options.accept_changed);
  AddScaleOption(command, options.scale);
  AddStderrOptions(command, options.kept_stderr);
  AddColorOption(command, options.color);
  AddStandingsOption(command, options.standings_every);
  command.AddFlag("--strict", options.strict, "Exit code 3 if a bot failed");
  command.AddFlag("--quiet", options.quiet,
                  "Print no progress and no standings");
}

void AddPlannedOptions(CommandLine command, LeagueOptions& options) {
  AddDealOptions(command, options);
  AddFormatOption(command, options);
  AddSeedOptions(command, options);
  AddSameDealsOptions(command, options);
  AddCheatingOption(command, options.request.allow_cheating);
  AddTermOptions(command, options);
  AddSeatIsolationOption(command, options);
  AddOwnLimitsOption(command, options.own_limits);
  AddPlaintextOption(command, options.request.allow_plaintext);
  AddBrokenOptions(command, options);
}

void AddArenaOptions(CommandLine command, LeagueOptions& options) {
  AddDealOptions(command, options);
  AddSeedOptions(command, options);
  AddCheatingOption(command, options.request.allow_cheating);
  command.AddFlag("--allow-remote", options.allow_remote,
                  "Take bots at addresses and bots that dial in; nothing keeps "
                  "their seats from sharing what they hold, and reports mark "
                  "them");
  AddTermOptions(command, options);
}

absl::StatusOr<arena::LeagueRequest> ReadRequest(const LeagueOptions& options) {
  arena::LeagueRequest request = options.request;
  if (!request.open) {
    absl::StatusOr<std::vector<v1::BotEntry>> bots =
        arena::ReadBots(options.bots, CheckLeagueBuiltin);
    if (!bots.ok()) return WithOptionName(bots.status());
    request.bots = *std::move(bots);
    const absl::Status limits =
        arena::ReadOwnLimits(options.own_limits, request.bots);
    if (!limits.ok()) return limits;
  }
  if (request.open) request.seat_isolation = !options.allow_remote;
  request.record_deals = options.record == "deals" || options.audit > 0;
  if (options.format == "individual") {
    request.format = v1::LEAGUE_FORMAT_INDIVIDUAL;
  } else if (options.format == "three-way") {
    request.format = v1::LEAGUE_FORMAT_THREE_WAY;
  } else if (options.format == "gauntlet") {
    request.format = v1::LEAGUE_FORMAT_GAUNTLET;
  }
  if (!options.time_control.empty()) {
    absl::StatusOr<arena::ClockRequest> clock = ReadClock(options.time_control);
    if (!clock.ok()) return clock.status();
    request.limits.clock = *clock;
  }
  if (!options.sprt.empty()) {
    absl::StatusOr<stats::SequentialPlan> plan = ReadSprt(options.sprt);
    if (!plan.ok()) return plan.status();
    request.sprt = *plan;
    // A look follows each unit.
    const bool has_batch =
        std::ranges::any_of(options.sprt, [](const std::string& argument) {
          return absl::StartsWith(argument, "batch=");
        });
    if (has_batch && request.block_items == 0) {
      request.block_items = static_cast<std::uint32_t>(
          std::min<std::int64_t>(plan->batch, arena::kMostBlockItems));
    }
  }
  request.scale = ReadScale(options.scale);
  if (options.relabel_suits) request.suit_labels = v1::SUIT_LABELS_CHANGED;
  if (options.true_suits) request.suit_labels = v1::SUIT_LABELS_TRUE;
  request.process = ReadProcesses(options.process);
  if (!options.seed_file.empty()) {
    absl::StatusOr<std::string> seed = ReadSeedFile(options.seed_file);
    if (!seed.ok()) return seed.status();
    request.seed = *std::move(seed);
    request.seed_file = options.seed_file;
  }
  return request;
}

absl::StatusOr<v1::LeagueConfig> MakeConfig(
    const LeagueOptions& options, const arena::LeagueRequest& request) {
  absl::StatusOr<arena::LeagueSetup> setup =
      arena::SetUpLeague(request, CheckLeagueBuiltin);
  if (!setup.ok()) return WithOptionName(setup.status());
  WarnOfNoSandbox(setup->no_sandbox);
  if (options.build) {
    absl::Status status = BuildBots(setup->config);
    if (!status.ok()) return status;
  }
  return std::move(setup->config);
}

}  // namespace couillon::tools

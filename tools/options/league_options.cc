#include "tools/options/league_options.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "arena/league/audit/audit_league.h"
#include "arena/league/setup/limits.h"
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
      .AddOption("--ruleset", options.request.rulesets,
                 "Rulesets: ids with +switches, files, or all (default: "
                 "basic-gerver, with three-way troeven-3-solo)")
      .ValueName(kRulesetValue)
      .Delimiter(',');
  Option deals = command.AddOption(
      "--deals", options.request.deals,
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

// Adds --trust. Its parts are what bots could use to exchange what they know.
void AddTrustOption(CommandLine command, std::vector<std::string>& trust) {
  command
      .AddOption("--trust", trust,
                 "Whose bots play. own: shared-process, true-suits and "
                 "same-deals; others (default): no process sees two views of a "
                 "deal, remote bots see relabelled suits, and each pairing has "
                 "deals of its own under each ruleset; strangers: others, and "
                 "all bots see relabelled suits; or one of the three parts of "
                 "own (repeatable)")
      .OneOf({"own", "others", "strangers", "shared-process", "true-suits",
              "same-deals"})
      .Delimiter(',')
      .Repeatable();
}

// Whether the league is one table, which has no other to share deals with.
bool IsOneTable(const arena::LeagueRequest& request) {
  return request.format == v1::LEAGUE_FORMAT_THREE_WAY &&
         request.bots.size() == 3 && request.rulesets.size() <= 1;
}

absl::Status SetTrust(const std::vector<std::string>& trust,
                      arena::LeagueRequest& request) {
  for (const std::string& part : trust) {
    const bool own = part == "own";
    if (own || part == "shared-process") request.shared_process = true;
    if (own && !request.open && !IsOneTable(request)) {
      request.force_same_deals = true;
    }
    if (part == "same-deals") request.same_deals = true;
    if (part == "others" || part == "shared-process" || part == "same-deals") {
      continue;
    }
    const v1::SuitLabels labels =
        part == "strangers" ? v1::SUIT_LABELS_CHANGED : v1::SUIT_LABELS_TRUE;
    if (request.suit_labels != v1::SUIT_LABELS_UNSPECIFIED &&
        request.suit_labels != labels) {
      return absl::InvalidArgumentError(
          "--trust: found true and relabelled suits; expected one of them");
    }
    request.suit_labels = labels;
  }
  return absl::OkStatus();
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
  AddLimitOption(command, options.limits,
                 {arena::LimitUse::kAnswer, arena::LimitUse::kLeague,
                  arena::LimitUse::kProcess});
  AddProcessOptions(command, options.process);
  AddTrustOption(command, options.trust);
  command
      .AddOption("--block", options.request.block_items,
                 "Deals or matches per unit of work")
      .Range(1, arena::kMostBlockItems);
  command.AddFlag("--coupled", options.request.coupled,
                  "The same random draws in both seatings: the score of a bot "
                  "against itself is exactly zero");
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
  command
      .AddOption(
          "--limit", texts,
          "BOT=LIMIT:VALUE,...: limits of one bot in place of those of the "
          "arena (see couillon help limits; repeatable)")
      .Repeatable();
}

void AddLeagueOptions(CommandLine command, LeagueOptions& options) {
  AddDealOptions(command, options);
  AddFormatOption(command, options);
  AddSeedOptions(command, options);
  AddCheatingOption(command, options.request.allow_cheating);
  command.AddOption("--out", options.out,
                    "Directory for the results (default: a new one, named "
                    "after two bots, with a number)");
  AddConcurrencyOption(command, options.concurrency);
  AddAuditOption(command, options.audit);
  AddTermOptions(command, options);
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
  AddCheatingOption(command, options.request.allow_cheating);
  AddTermOptions(command, options);
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
  }
  const absl::Status limits =
      ReadLimitOptions(options.limits, request.limits, request.bots);
  if (!limits.ok()) return limits;
  if (request.open) request.seat_isolation = !options.allow_remote;
  request.record_deals = options.record == "deals" || options.audit > 0;
  if (options.format == "individual") {
    request.format = v1::LEAGUE_FORMAT_INDIVIDUAL;
  } else if (options.format == "three-way") {
    request.format = v1::LEAGUE_FORMAT_THREE_WAY;
  } else if (options.format == "gauntlet") {
    request.format = v1::LEAGUE_FORMAT_GAUNTLET;
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
  const absl::Status trust = SetTrust(options.trust, request);
  if (!trust.ok()) return trust;
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

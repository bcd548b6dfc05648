// The options of a league: those of the table of fields, and those that name
// bots, rulesets, processes and output.
#include "tools/options/league_options.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "arena/league/audit/audit_league.h"
#include "arena/league/setup/config_options.h"
#include "arena/league/setup/limits.h"
#include "arena/players/roster/bot_directory.h"
#include "arena/players/roster/bot_sources.h"
#include "arena/report/data/head_to_head.h"
#include "bots/cpp/bundled/bundled.h"
#include "engine/cards/status_macros.h"
#include "tools/options/launch_options.h"
#include "tools/options/option_names.h"
#include "tools/options/scale_option.h"
#include "tools/options/seed_file.h"
#include "tools/options/sprt_arguments.h"
#include "tools/program/source_tree.h"

namespace couillon::tools {
namespace {

// Adds the options that say how much of which games is played.
void AddDealOptions(CommandLine command, LeagueOptions& options) {
  command
      .AddOption("--ruleset", options.request.rulesets,
                 "Ids with +switches, files, or all (default: basic-gerver, "
                 "with three-way troeven-3-solo)")
      .ValueName(kRulesetValue)
      .Delimiter(',');
  Option deals = command.AddOption(
      "--deals", options.request.deals,
      "Deals per pairing and ruleset (default: 10000, with individual 1000)");
  Option matches = command.AddOption(
      "--matches", options.request.matches,
      "Matches per pairing and ruleset, instead of single deals");
  deals.Excludes(matches).Range(std::uint64_t{1}, arena::kMaxDeals);
  matches.Range(std::uint64_t{1}, arena::kMaxMatches);
}

Option AddConfigOption(CommandLine command, const arena::ConfigOption& row,
                       v1::LeagueConfig& config) {
  switch (arena::KindOf(row)) {
    case arena::ConfigKind::kFlag:
      return command.AddFlag(
          row.name, [&row, &config] { arena::SetOption(row, config); },
          row.help);
    case arena::ConfigKind::kNumber:
      return command
          .AddOption(
              row.name,
              [&row, &config](const std::uint64_t& number) {
                arena::SetOption(row, number, config);
              },
              row.help)
          .Range(row.least, row.most);
    default:
      break;
  }
  Option option = command.AddOption(
      row.name,
      [&row, &config](const std::string& text) {
        arena::SetOption(row, text, config);
      },
      row.help);
  return arena::KindOf(row) == arena::ConfigKind::kChoice
             ? option.OneOf(arena::ListChoices(row))
             : option;
}

// Adds the options of the table; without the format, which an arena has as its
// own.
void AddConfigOptions(CommandLine command, v1::LeagueConfig& config,
                      bool has_format) {
  for (const arena::ConfigOption& row : arena::ConfigOptions()) {
    if (!has_format && row.field == std::string_view("format")) continue;
    Option option = AddConfigOption(command, row, config);
    if (row.field == std::string_view("seed")) option.Check(SeedProblem);
    if (row.is_rare) option.Rare();
  }
}

// Adds --trust. Its parts are what bots could use to exchange what they know.
void AddTrustOption(CommandLine command, std::vector<std::string>& trust) {
  command
      .AddOption("--trust", trust,
                 "Whose bots play: own: shared-process, true-suits and "
                 "same-deals; others: a process for each view of a deal, "
                 "relabelled suits for remote bots, deals of its own for each "
                 "pairing (default); strangers: also relabelled suits for all "
                 "bots; or a part of own (repeatable)")
      .ValueName("WHOSE")
      .OneOf(arena::TrustWords())
      .Delimiter(',')
      .Repeatable();
}

absl::StatusOr<stats::SequentialPlan> ReadSprt(
    const std::vector<std::string>& arguments) {
  ASSIGN_OR_RETURN(arena::SequentialQuestion question,
                   ParseSprt(arguments, /*seatings_per_pair=*/2));
  if (question.scale == arena::BoundScale::kNormalized) return question.plan;
  return absl::InvalidArgumentError(
      "--sprt: found model=logistic; expected bounds in nElo, whose test has "
      "the same length for every ruleset");
}

// Runs the build command of each bot that has one.
absl::Status BuildBots(const v1::LeagueConfig& config) {
  for (const v1::BotEntry& bot : config.bots()) {
    if (bot.directory().empty()) continue;
    RETURN_IF_ERROR(arena::BuildBot(bot.directory(), SourceTree()));
  }
  return absl::OkStatus();
}

// Adds the terms on which all bots play: trust, limits and processes.
void AddTermOptions(CommandLine command, LeagueOptions& options,
                    std::vector<Permission> more) {
  command.StartGroup("Bots");
  AddTrustOption(command, options.trust);
  AddLimitOption(command, options.limits,
                 {arena::LimitUse::kAnswer, arena::LimitUse::kLeague,
                  arena::LimitUse::kProcess});
  v1::LeagueConfig& config = options.request.config;
  more.insert(more.begin(),
              {"cheating", [&config] { config.set_allow_cheating(true); }});
  AddProcessOptions(command, options.process, std::move(more));
}

// Adds --build and --skip-broken.
void AddBrokenOptions(CommandLine command, LeagueOptions& options) {
  command
      .AddFlag("--build", options.build,
               "Run the build command of each bot's manifest first")
      .Rare();
  command
      .AddFlag("--skip-broken", options.skip_broken,
               "Leave out bots that do not start, and name them (default: "
               "do not begin)")
      .Rare();
}

// Adds the options of a league whose bots are known.
void AddGameOptions(CommandLine command, LeagueOptions& options,
                    std::vector<Permission> more) {
  command.StartGroup("Games");
  AddDealOptions(command, options);
  AddConfigOptions(command, options.request.config, /*has_format=*/true);
  more.insert(more.begin(), {"plaintext", &options.request.allow_plaintext});
  AddTermOptions(command, options, std::move(more));
  AddBrokenOptions(command, options);
}

}  // namespace

arena::DefaultRulesets RulesetsByDefault() {
  return {.two_sided = "basic-gerver", .three_sided = "troeven-3-solo"};
}

void AddAuditOption(CommandLine command, int& decisions) {
  command
      .AddOption("--audit", decisions,
                 "After play, re-ask this many recorded decisions of each bot "
                 "(see couillon audit)")
      .Range(1, arena::kMaxAudited);
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
  AddGameOptions(command, options, {{"changed", &options.accept_changed}});
  command.StartGroup("Play and output");
  command.AddOption("--out", options.out,
                    "Directory for the results (default: a new one, named "
                    "after two bots)");
  AddConcurrencyOption(command, options.concurrency);
  AddAuditOption(command, options.audit);
  AddScaleOption(command, options.scale);
  AddStderrOption(command, options.kept_stderr);
  AddStandingsOption(command, options.standings_every);
  command.AddFlag("--strict", options.strict, "Exit code 3 if a bot failed")
      .Rare();
  command.AddFlag("--quiet", options.quiet,
                  "Print no progress and no standings");
}

void AddPlannedOptions(CommandLine command, LeagueOptions& options) {
  AddGameOptions(command, options, {});
}

void AddArenaOptions(CommandLine command, LeagueOptions& options) {
  command.StartGroup("Games");
  AddDealOptions(command, options);
  AddConfigOptions(command, options.request.config, /*has_format=*/false);
  AddTermOptions(command, options, {{"remote", &options.allow_remote}});
}

absl::StatusOr<arena::LeagueRequest> ReadRequest(const LeagueOptions& options) {
  arena::LeagueRequest request = options.request;
  if (!request.open) {
    absl::StatusOr<std::vector<v1::BotEntry>> bots =
        arena::ReadBots(options.bots, CheckLeagueBuiltin);
    if (!bots.ok()) return WithOptionName(bots.status());
    request.bots = *std::move(bots);
  }
  v1::LeagueConfig& config = request.config;
  RETURN_IF_ERROR(
      ReadLimitOptions(options.limits, *config.mutable_limits(), request.bots));
  if (request.open) config.set_seat_isolation(!options.allow_remote);
  if (options.audit > 0) config.set_record_deals(true);
  if (!options.sprt.empty()) {
    ASSIGN_OR_RETURN(stats::SequentialPlan plan, ReadSprt(options.sprt));
    request.sprt = plan;
    // A look follows each unit.
    const bool has_batch =
        std::ranges::any_of(options.sprt, [](const std::string& argument) {
          return absl::StartsWith(argument, "batch=");
        });
    if (has_batch && config.block_items() == 0) {
      config.set_block_items(static_cast<std::uint32_t>(
          std::min<std::int64_t>(plan.batch, arena::kMaxBlockItems)));
    }
  }
  request.scale = ReadScale(options.scale);
  RETURN_IF_ERROR(WithOptionName(arena::SetTrust(options.trust, request)));
  request.process = ReadProcesses(options.process);
  if (config.seed().starts_with('@')) {
    config.set_seed_file(config.seed().substr(1));
    ASSIGN_OR_RETURN(*config.mutable_seed(), ReadSeedFile(config.seed_file()));
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
    RETURN_IF_ERROR(BuildBots(setup->config));
  }
  return std::move(setup->config);
}

}  // namespace couillon::tools

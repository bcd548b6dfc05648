// The options of a new league or match.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/league/setup/league_defaults.h"
#include "arena/league/setup/setup.h"
#include "couillon/v1/league.pb.h"
#include "tools/options/command_line.h"
#include "tools/options/process_options.h"
#include "tools/options/standings_option.h"

namespace couillon::tools {

struct LeagueOptions {
  // Partly set by the options; ReadRequest sets the rest.
  arena::LeagueRequest request;
  std::vector<std::string> bots;  // the entries for arena::ReadBots
  LimitOptions limits;
  std::vector<std::string> trust;  // see AddTrustOption
  std::vector<std::string> sprt;   // the arguments of a sequential test
  std::string out;
  std::string scale;                             // see scale_option.h
  double standings_every = kStandingsByDefault;  // see standings_option.h
  ProcessOptions process;
  arena::KeptStderr kept_stderr;
  int concurrency = 0;          // workers; 0: one per core
  int audit = 0;                // decisions per bot of a cold audit; 0: none
  bool build = false;           // run the build commands of the manifests first
  bool skip_broken = false;     // leave out bots that do not start
  bool accept_changed = false;  // bots whose files have changed
  bool allow_remote = false;    // in an arena
  bool strict = false;
  bool quiet = false;
};

// The rulesets that are played if none is named.
arena::DefaultRulesets RulesetsByDefault();

// Adds --audit: the decisions per bot of a cold audit after play.
void AddAuditOption(CommandLine command, int& decisions);

// Adds --limit for one bot each.
void AddOwnLimitsOption(CommandLine command, std::vector<std::string>& texts);

// Adds all options except those that name the bots.
void AddLeagueOptions(CommandLine command, LeagueOptions& options);

// Adds the options of a league that is planned and played later.
void AddPlannedOptions(CommandLine command, LeagueOptions& options);

// Adds the options of an arena, whose bots join later.
void AddArenaOptions(CommandLine command, LeagueOptions& options);

// Returns the request for these options. Reads manifests and lists of bots.
// Errors name the option or the file.
absl::StatusOr<arena::LeagueRequest> ReadRequest(const LeagueOptions& options);

// Returns the configuration for a request. Warns on stderr if there is no
// sandbox. With --build, builds the bots. Errors name the option, the bot or
// the ruleset.
absl::StatusOr<v1::LeagueConfig> MakeConfig(
    const LeagueOptions& options, const arena::LeagueRequest& request);

}  // namespace couillon::tools

// The options with which a league or a match is made.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "couillon/v1/league.pb.h"
#include "tools/options/process_options.h"

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11 named it
class App;
}  // namespace CLI

namespace couillon::tools {

struct LeagueOptions {
  std::vector<std::string> bots;
  std::vector<std::string> rulesets;
  std::uint64_t deals = 0;
  std::uint64_t matches = 0;
  std::vector<std::string> sprt;  // the words of a sequential test
  std::string seed;
  std::string out;
  std::string record = "none";
  std::string format = "round-robin";
  int concurrency = 0;  // 0: one worker a core
  double start_seconds = 20;
  double move_seconds = 10;
  std::uint32_t margin_ms = 100;
  std::uint32_t most_faults = 5;
  std::uint32_t recover = 20;
  std::uint32_t out_after = 3;
  std::string time_control;  // BUDGET+INCREMENT, in seconds
  bool strict_time = false;
  ProcessOptions process;
  std::optional<double> unit_budget_seconds;  // nothing: by the other limits
  bool seat_isolation = false;
  bool allow_plaintext = false;
  std::uint32_t block = 0;  // 0: by mode
  std::uint32_t largest_batch = 0;
  bool coupled = false;
  bool build = false;  // run the build commands of the manifests first
  bool strict = false;
  bool quiet = false;
};

// Adds all options but those that name the bots.
void AddLeagueOptions(CLI::App& command, LeagueOptions& options);

// The configuration of a new league; draws a seed if none was given. The
// errors name the option, the bot or the ruleset.
absl::StatusOr<v1::LeagueConfig> MakeConfig(const LeagueOptions& options);

// Makes the store, tells the commitment to the seed, and plays. If the
// directory holds a league with the same configuration already, goes on with
// it. Returns the exit code.
int RunNewLeague(const LeagueOptions& options);

}  // namespace couillon::tools

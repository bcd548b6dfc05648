// The setup of a league: a request, filled in by a command line, a web page or
// a program, becomes a checked LeagueConfig. All defaults and ranges are here.
// Errors start with the name of the field, as written below.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/league/setup/limits.h"
#include "arena/league/setup/process_setup.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/numbers/stats/sequential/sprt.h"
#include "arena/players/roster/bot_sources.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

class LeagueStore;

// Ranges of the fields below, both ends included.
inline constexpr std::uint64_t kMaxDeals = std::uint64_t{1} << 40;
inline constexpr std::uint64_t kMaxMatches = std::uint64_t{1} << 30;
inline constexpr int kMaxBlockItems = 65536;

// The configuration of a request in which the user has set nothing: a round
// robin with the default limits.
v1::LeagueConfig DefaultConfig();

struct LeagueRequest {
  // What the user asks for. SetUpLeague keeps these fields: format, coupled,
  // record_deals, same_deals (refused together with remote bots, which may
  // remember deals, unless forced), shared_process, suit_labels, seat_isolation
  // (not together with shared_process unless `open`), allow_cheating, limits,
  // block_items (0: by mode; at most kMaxBlockItems), and seed and seed_file,
  // the file that it was read from (an empty seed: drawn). It sets the others.
  v1::LeagueConfig config = DefaultConfig();
  std::vector<v1::BotEntry> bots;  // at least 2, whose names differ
  // Whether bots join later, as in an arena: `bots` is then empty. A round
  // robin or an individual tournament of deals of their own, without a
  // sequential test.
  bool open = false;
  // Ids with +switches, paths of ruleset files, or "all"; no duplicates.
  std::vector<std::string> rulesets;
  // Per pairing and ruleset, at most kMaxDeals and kMaxMatches; in an
  // individual tournament, per round; in a three-way league, per three bots.
  // Exactly one of them is set, unless there is a sequential test, which has
  // its own cap.
  std::uint64_t deals = 0;
  std::uint64_t matches = 0;
  // A sequential test of the first bot against the second. Its batch is the
  // default of block_items, its cap that of deals or matches.
  std::optional<stats::SequentialPlan> sprt;
  // What it compares; unset: game points of deals, the score of matches.
  std::optional<stats::ResultScale> scale;
  bool force_same_deals = false;  // implies same_deals
  // Whether bots at grpc:// addresses may be on other machines.
  bool allow_plaintext = false;
  ProcessRequest process;  // of bots that are started
};

struct LeagueSetup {
  v1::LeagueConfig config;
  // The reason why a sandbox was tried but does not work, which the caller
  // should show as a warning; otherwise empty.
  std::string no_sandbox;
};

// Returns the configuration of a new league. Draws a seed if none is given, and
// finds out whether the sandbox works if a bot is to be started.
// InvalidArgument names the field, the bot or the ruleset; FailedPrecondition
// says that a bot does not play a ruleset, or that a required sandbox does not
// work.
absl::StatusOr<LeagueSetup> SetUpLeague(const LeagueRequest& request,
                                        const BuiltinCheck& builtin_check);

// Makes the store of a league in `directory`; if the directory already holds
// the same league, opens it to continue. Leagues are the same if their
// configurations are equal, except for a seed that `request` leaves empty, an
// isolation of kAuto and the identities of the bots. `config` is the result of
// SetUpLeague for `request`. AlreadyExists, "DIRECTORY: holds another league",
// if the leagues differ; the other errors are those of LeagueStore.
absl::StatusOr<std::unique_ptr<LeagueStore>> MakeOrOpenLeague(
    const std::string& directory, const LeagueRequest& request,
    const v1::LeagueConfig& config);

}  // namespace couillon::arena

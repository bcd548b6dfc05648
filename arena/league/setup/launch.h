// How the bots of a league are reached: started in their sandboxes, connected
// to at their addresses, or bundled in this program. Owns the resources that
// the links of all workers share.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/league/setup/start_permission.h"
#include "arena/players/process/sandbox.h"
#include "arena/players/rpc/grpc_config.h"
#include "arena/players/rpc/grpc_links.h"
#include "arena/players/rpc/trial_bot.h"
#include "arena/players/system/process_watch.h"
#include "arena/players/system/socket_folder.h"
#include "arena/players/system/stderr_folder.h"
#include "arena/table/bot_index.h"
#include "arena/table/referee/all_cards_link.h"
#include "arena/table/referee/bot_description.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/referee/in_process_link.h"
#include "couillon/v1/league.pb.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// Where the whole stderr output of bots is kept, a file for each process.
struct KeptStderr {
  std::string directory;  // made if it does not exist; empty: it is not kept
  std::int64_t most_bytes = 16 << 20;  // of a process
};

// The part of a league's setup that is not in its configuration.
struct LaunchOptions {
  // Returns the decision function of a bundled bot by name. Called once per
  // link, concurrently; each returned function is used in one thread. May be
  // empty if no bot is bundled.
  std::function<DecideFunction(const std::string& name)> bundled;
  // Name and version of the SDK that the bundled bots are made with; may be
  // empty.
  std::string bundled_sdk;
  // Returns the decision function of the bot that sees all cards, in the same
  // way. May be empty if there is none.
  std::function<DecideWithAllCards()> all_cards;
  // Whether a bot may see all cards.
  bool allow_cheating = false;
  // What the command line permits the bots of a stored configuration.
  StartPermission permission;
  // Called before programs of a stored configuration start without a sandbox,
  // with ProgramsText(); may be empty.
  std::function<void(const std::string& programs)> on_unsandboxed;
  // The directory of the league, hidden from sandboxed bots if it exists; may
  // be empty.
  std::string directory;
  // Other folders that are hidden from them, where they exist.
  std::vector<std::string> hidden;
  // Files and folders that sandboxed bots may read besides their own.
  std::vector<std::string> shared_paths;
  // The command that builds a bot directory, named as its last argument, for
  // the error of a bot that does not start; empty for no such hint.
  std::string build_command;
  // The directory that the hint names: of a copy, that of the author. Empty:
  // the bot's own.
  std::string build_directory;
  BotTransport transport = BotTransport::kUnixSocket;
  KeptStderr kept_stderr;  // hidden from sandboxed bots
};

class Launcher {
 public:
  // Makes the folder of the bots' sockets and determines how each bot is
  // reached. The errors are those of CheckCheating, PermittedConfig,
  // StderrFolder::Make and ToGrpcBot.
  static absl::StatusOr<Launcher> Make(const v1::LeagueConfig& config,
                                       LaunchOptions options);

  // The links of one worker to all bots, as in MakeLinkPlan().
  // `rules` are the rulesets of the league, compiled; they and the launcher
  // outlive the links. May be called by several threads at once.
  [[nodiscard]] BotLinks MakeLinks(const std::vector<CompiledRules>& rules,
                                   int worker) const;

  // Starts or connects to `bot` once, calls Describe, and ends it. Returns what
  // the bot said. The error names the bot and says how it failed, or which
  // ruleset it does not play. Requires: the bot is not bundled.
  [[nodiscard]] absl::StatusOr<BotDescription> TryBot(BotIndex bot) const;

  // Starts a process of `bot`, or opens a connection to its address, as a
  // worker would, for a caller that asks it single decisions. The launcher
  // outlives it. The error says what the bot did. Requires: the bot is not
  // bundled.
  [[nodiscard]] absl::StatusOr<std::unique_ptr<TrialBot>> StartFresh(
      BotIndex bot) const;
  // The decision function of `bot`. Requires: the bot is bundled and does not
  // see all cards.
  [[nodiscard]] DecideFunction BundledFunction(BotIndex bot) const;
  // How long `bot` may take for one decision, with the margin.
  [[nodiscard]] std::chrono::milliseconds DecisionLimit(BotIndex bot) const;

 private:
  Launcher(v1::LeagueConfig config, LaunchOptions options,
           std::unique_ptr<SocketFolder> folder,
           std::unique_ptr<StderrFolder> stderr_folder);
  absl::Status AddBots();
  [[nodiscard]] OwnGrpcLimits OwnGrpcLimitsOf(const v1::BotEntry& entry) const;
  [[nodiscard]] GrpcWorkerConfig WorkerConfig(
      const std::vector<CompiledRules>& rules, int worker) const;
  [[nodiscard]] std::unique_ptr<BotLink> MakeLink(
      const std::vector<CompiledRules>& rules, GrpcWaiter* waiter, BotIndex bot,
      LinkIndex link) const;

  v1::LeagueConfig config_;
  LaunchOptions options_;
  std::unique_ptr<SocketFolder> folder_;
  std::unique_ptr<StderrFolder> stderr_folder_;  // null: not kept
  std::unique_ptr<ProcessWatch> watch_;
  std::optional<Sandbox> sandbox_;
  std::vector<GrpcBot> bots_;  // of the league; bundled ones are empty
  std::vector<std::string> environment_;  // see GrpcWorkerConfig
};

// OK if the configuration needs no sandbox, or if the sandbox works here;
// otherwise FailedPrecondition.
absl::Status CheckSandbox(const v1::LeagueConfig& config);

// Whether the bot dials in and `bot` does not say where it is reached now (see
// Attendance in arena/standing/journal/attendance.h): it cannot be played.
bool IsUnreachable(const v1::BotEntry& bot);

// What each bot of a league did when it was tried, in their order; of a bundled
// bot its SDK alone is known, and of one that IsUnreachable nothing. The
// errors are those of Launcher::TryBot.
using BotTrials = std::vector<absl::StatusOr<BotDescription>>;

// Tries every bot of a configuration once, so that a league does not begin with
// a bot that does not start or does not play a ruleset. FailedPrecondition if
// the configuration needs a sandbox that does not work here; the other errors
// are those of Launcher::Make.
absl::StatusOr<BotTrials> TryBots(const v1::LeagueConfig& config,
                                  const LaunchOptions& options);

// OK if all bots work; otherwise the error of the only one that does not, or
// FailedPrecondition that names all of them, a line for each. If there are no
// trials, the error of TryBots.
absl::Status AllWork(const absl::StatusOr<BotTrials>& trials);

}  // namespace couillon::arena

// One bot on the command line, for commands that try a single one: a bot
// directory, an address, or after "--" a command.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/process/process_watch.h"
#include "arena/process/socket_folder.h"
#include "arena/rpc/grpc_links.h"
#include "couillon/v1/league.pb.h"
#include "tools/options/process_options.h"

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11 named it
class App;
}  // namespace CLI

namespace couillon::tools {

struct BotArguments {
  std::vector<std::string> arguments;
  double start_seconds = 20;
  double move_seconds = 10;
  bool allow_plaintext = false;
  ProcessOptions process;
};

// What it takes to try a bot: its worker, and what the worker refers to.
struct TrialWorker {
  std::unique_ptr<arena::SocketFolder> folder;
  std::unique_ptr<arena::ProcessWatch> watch;
  arena::GrpcWorkerConfig config;
};

// Adds the positional arguments, the two limits, --allow-plaintext, and what the
// bot's processes may do.
void AddBotArguments(CLI::App& command, BotArguments& options);

// The bot that the arguments name. The error is the manifest's, or names the
// argument.
absl::StatusOr<v1::BotEntry> ReadBotArguments(const BotArguments& options);

// A worker for `bot`, without rulesets, with the sandbox and limits that a
// league would give it. The errors are those of SetProcesses, or that there is
// no folder for sockets.
absl::StatusOr<TrialWorker> MakeTrialWorker(const BotArguments& options,
                                            const v1::BotEntry& bot);

}  // namespace couillon::tools

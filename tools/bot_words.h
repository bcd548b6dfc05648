// One bot on the command line, for commands that try a single one: a bot
// directory, or after "--" a command.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/rpc/grpc_links.h"
#include "arena/rpc/socket_folder.h"
#include "couillon/v1/league.pb.h"

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11 named it
class App;
}  // namespace CLI

namespace couillon::tools {

struct BotWords {
  std::vector<std::string> words;
  double start_seconds = 20;
  double move_seconds = 10;
};

// Adds the positional words and the two limits.
void AddBotWords(CLI::App& command, BotWords& options);

// The bot that the words name. The error is the manifest's.
absl::StatusOr<v1::BotEntry> ReadBotWords(
    const std::vector<std::string>& words);

// How the arena reaches it.
arena::GrpcBot ToGrpcBot(const v1::BotEntry& entry);
// A worker for it, without rulesets. `folder` outlives what is made with it.
arena::GrpcWorkerConfig WorkerFor(const BotWords& options,
                                  const arena::SocketFolder& folder);

}  // namespace couillon::tools

// One bot on the command line, for commands that try a single one: a bot
// directory, an address, or after "--" a command.
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
  bool allow_plaintext = false;
};

// Adds the positional words, the two limits, and --allow-plaintext.
void AddBotWords(CLI::App& command, BotWords& options);

// The bot that the words name. The error is the manifest's, or names the word.
absl::StatusOr<v1::BotEntry> ReadBotWords(const BotWords& options);

// A worker for it, without rulesets. `folder` outlives what is made with it.
arena::GrpcWorkerConfig WorkerFor(const BotWords& options,
                                  const arena::SocketFolder& folder);

}  // namespace couillon::tools

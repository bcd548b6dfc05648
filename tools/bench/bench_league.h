// The rows of `couillon bench` that come from playing: a league of two bots as
// `couillon league run` plays it, into a directory that is removed again, and
// the bare stream of messages.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/rpc/grpc_links.h"
#include "couillon/v1/league.pb.h"
#include "tools/bench/bench_costs.h"
#include "tools/bench/bench_row.h"

namespace couillon::tools {

// What all rows have in common.
struct BenchPlan {
  std::string ruleset;  // as for --ruleset
  int workers = 1;      // each with its own processes of both bots
  double seconds = 1;   // that a row plays for, about
};

// One bot, that plays against itself.
struct BenchBot {
  v1::BotEntry entry;  // but for its name
  arena::BotTransport transport = arena::BotTransport::kUnixSocket;
  std::uint32_t max_batch = 0;  // 0: what the referee takes
  // What SetProcesses wrote; nothing for a bot of ours, without a sandbox.
  v1::LeagueConfig processes;
};

// Plays leagues of more and more deals until one has taken about as long as
// planned, and measures that one, without the start of the bots. The layers are
// not filled in but for the store. The error is that of a bot that does not
// start or fails.
absl::StatusOr<BenchRow> MeasureLeague(const BenchPlan& plan,
                                       const BenchBot& bot);

// The bundled bot that is measured with, in a process of its own, and the bot
// that is as fast as gRPC itself, with messages or with ready bytes. The error
// says where the program should be.
absl::StatusOr<v1::BotEntry> BundledBotProcess();
absl::StatusOr<BenchRow> MeasureRawStream(const BenchPlan& plan,
                                          const v1::PlayRequest& batch,
                                          bool messages,
                                          double decisions_per_deal);

// Starts the bot once, for the limits that it wants to be asked within. The
// error says what it did.
absl::StatusOr<arena::BotLimits> LimitsOf(const BenchPlan& plan,
                                          const BenchBot& bot);

}  // namespace couillon::tools

// The rows of `couillon bench` that play: a league of two bots, played as by
// `couillon league run` into a temporary directory, and the bare stream of
// messages.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/players/rpc/grpc_links.h"
#include "couillon/v1/league.pb.h"
#include "tools/bench/bench_costs.h"
#include "tools/bench/bench_row.h"

namespace couillon::tools {

// The settings that all rows share.
struct BenchPlan {
  std::string ruleset;  // as for --ruleset
  int workers = 1;      // each with its own processes of both bots
  double seconds = 1;   // approximate duration of a row
};

// A bot that plays against itself.
struct BenchBot {
  v1::BotEntry entry;  // its name is ignored
  arena::BotTransport transport = arena::BotTransport::kUnixSocket;
  std::uint32_t max_batch = 0;  // 0: the referee's choice
  // The result of SetProcesses; empty for bundled bots, which need no sandbox.
  v1::LeagueConfig processes;
};

// Plays leagues with increasing numbers of deals until one has taken about the
// planned time, and returns the measurement of that one, without the start of
// the bots. Sets no layer except kStore. The error is that of a bot that does
// not start or fails.
absl::StatusOr<BenchRow> MeasureLeague(const BenchPlan& plan,
                                       const BenchBot& bot);

// BundledBotProcess returns kBenchBot in its own process; MeasureRawStream
// measures bots limited only by gRPC, with messages or with prepared bytes. The
// error says where the program should be.
absl::StatusOr<v1::BotEntry> BundledBotProcess();
absl::StatusOr<BenchRow> MeasureRawStream(const BenchPlan& plan,
                                          const v1::PlayRequest& batch,
                                          bool messages,
                                          double decisions_per_deal);

// Starts the bot once, to get the limits from its description. The error says
// what it did.
absl::StatusOr<arena::BotLimits> LimitsOf(const BenchPlan& plan,
                                          const BenchBot& bot);

}  // namespace couillon::tools

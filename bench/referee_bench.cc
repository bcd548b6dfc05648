// The whole path of a decision: the referee with bots in its own process, with
// bot processes over gRPC, and, as the ceiling, the bare stream of batches. One
// worker, two bots, deals in both seatings.
#include <benchmark/benchmark.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/bot_link.h"
#include "arena/in_process_link.h"
#include "arena/referee.h"
#include "arena/rpc/grpc_links.h"
#include "arena/rpc/socket_folder.h"
#include "arena/schedule.h"
#include "arena/unit_result.h"
#include "bench/playout.h"
#include "bench/raw_stream.h"
#include "bots/cpp/strategy.h"
#include "couillon/v1/bot_service.pb.h"
#include "engine/check.h"
#include "engine/compiled_rules.h"
#include "engine/dealing.h"
#include "engine/observation.h"
#include "proto/codec.h"

namespace couillon::bench {
namespace {

using arena::BotLinks;

constexpr int kBots = 2;
constexpr int kServers = 2;
constexpr int kInFlight = 2;
constexpr std::uint32_t kItemsOfAUnit = 1000;
constexpr int kUnits = 50;  // enough that starting two processes is nothing
constexpr char kBotName[] = "first-legal";  // it thinks for no time

// What a referee has done with its units.
struct RefereeRun {
  std::int64_t decisions = 0;
  std::int64_t deals = 0;
  double seconds = 0;
};

RefereeRun RunReferee(const CompiledRules& rules, BotLinks links,
                      std::uint32_t largest_batch, int units) {
  const DealSource deals("bench");
  const arena::Schedule schedule = arena::Schedule::RoundRobin(
      kBots, 1, kItemsOfAUnit * static_cast<std::uint64_t>(units),
      kItemsOfAUnit);
  const arena::RefereeConfig config{.rules = {&rules},
                                    .bot_names = {"a", "b"},
                                    .deals = &deals,
                                    .most_faults = 1,
                                    .desk = {.largest_batch = largest_batch}};
  RefereeRun run;
  std::int64_t next = 0;
  arena::Referee referee(
      config, std::move(links),
      [&schedule, &next]() -> std::optional<arena::Unit> {
        if (next == schedule.units()) return std::nullopt;
        return schedule.unit(next++);
      },
      [&run](const arena::UnitResult& result) {
        COUILLON_CHECK(result.faults.empty());
        run.decisions += result.decisions;
        run.deals += result.deals;
      });
  const std::atomic<bool> stop = false;
  const auto start = std::chrono::steady_clock::now();
  referee.Run(stop);
  run.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  return run;
}

void Count(benchmark::State& state, std::int64_t decisions, double own_cpu,
           double bots_cpu) {
  const auto count = static_cast<double>(decisions);
  state.counters["decisions/s"] =
      benchmark::Counter(count, benchmark::Counter::kIsRate);
  state.counters["cpu_us"] = 1e6 * own_cpu / count;
  if (bots_cpu > 0) state.counters["bots_cpu_us"] = 1e6 * bots_cpu / count;
}

void RefereeInProcess(benchmark::State& state, const char* ruleset) {
  const CompiledRules rules = Rules(ruleset);
  const std::shared_ptr<bots::Strategy> strategy = bots::MakeStrategy(kBotName);
  std::int64_t decisions = 0;
  std::int64_t deals = 0;
  const double before = OwnCpuSeconds();
  for (auto _ : state) {
    BotLinks links;
    for (int bot = 0; bot < kBots; ++bot) {
      links.links.push_back(std::make_unique<arena::InProcessLink>(
          bot,
          [strategy](const CompiledRules& compiled, const Observation& seen) {
            return strategy->Decide(compiled, seen);
          },
          std::vector<const CompiledRules*>{&rules}));
    }
    const RefereeRun run =
        RunReferee(rules, std::move(links),
                   static_cast<std::uint32_t>(state.range(0)), kUnits);
    state.SetIterationTime(run.seconds);
    decisions += run.decisions;
    deals += run.deals;
  }
  Count(state, decisions, OwnCpuSeconds() - before, 0);
  state.counters["deals/s"] = benchmark::Counter(static_cast<double>(deals),
                                                 benchmark::Counter::kIsRate);
}

void RefereeOverGrpc(benchmark::State& state, const char* ruleset) {
  const CompiledRules rules = Rules(ruleset);
  std::int64_t decisions = 0;
  std::int64_t deals = 0;
  const double own_before = OwnCpuSeconds();
  const double bots_before = ChildCpuSeconds();
  for (auto _ : state) {
    const absl::StatusOr<arena::SocketFolder> folder =
        arena::SocketFolder::Make();
    COUILLON_CHECK(folder.ok());
    auto waiter = arena::GrpcWaiter::Make(
        {.folder = &*folder,
         .rules = {&rules},
         .limits = {.start_ms = 10'000, .move_ms = 10'000}});
    BotLinks links;
    for (int bot = 0; bot < kBots; ++bot) {
      links.links.push_back(
          waiter->MakeLink({.link = bot,
                            .name = kBotName,
                            .command = {COUILLON_BOT, "--name", kBotName}}));
    }
    links.waiter = std::move(waiter);
    const RefereeRun run =
        RunReferee(rules, std::move(links),
                   static_cast<std::uint32_t>(state.range(0)), kUnits);
    state.SetIterationTime(run.seconds);
    decisions += run.decisions;
    deals += run.deals;
  }
  Count(state, decisions, OwnCpuSeconds() - own_before,
        ChildCpuSeconds() - bots_before);
  state.counters["deals/s"] = benchmark::Counter(static_cast<double>(deals),
                                                 benchmark::Counter::kIsRate);
}

// A batch of `size` decisions of random deals.
v1::PlayRequest BatchOf(const CompiledRules& rules, std::size_t size) {
  v1::PlayRequest request;
  const std::vector<Position> positions = Decisions(rules, size);
  for (std::size_t i = 0; i < size; ++i) {
    v1::Decision& decision = *request.add_decisions();
    wire::WriteDecision(rules, positions[13 * i % positions.size()].Observe(),
                        decision);
    decision.set_decision_id(static_cast<std::uint32_t>(i + 1));
    decision.set_ruleset_handle(1);
  }
  return request;
}

void RawStream(benchmark::State& state, const char* ruleset) {
  const v1::PlayRequest batch =
      BatchOf(Rules(ruleset), static_cast<std::size_t>(state.range(0)));
  const std::int64_t batches = state.range(0) < 64 ? 20'000 : 2'000;
  RawRun all;
  for (auto _ : state) {
    const RawRun run = RunRawStream(batch, kServers, kInFlight, batches);
    state.SetIterationTime(run.seconds);
    all.decisions += run.decisions;
    all.client_seconds += run.client_seconds;
    all.server_seconds += run.server_seconds;
  }
  Count(state, all.decisions, all.client_seconds, all.server_seconds);
}

#define COUILLON_BENCH(function, batches)                   \
  BENCHMARK_CAPTURE(function, basic_gerver, "basic-gerver") \
      ->Name("BM_" #function "/basic-gerver")               \
      ->ArgName("batch")                                    \
      ->ArgsProduct({batches})                              \
      ->UseManualTime()                                     \
      ->Unit(benchmark::kMillisecond);                      \
  BENCHMARK_CAPTURE(function, mit_malmedy, "mit-malmedy")   \
      ->Name("BM_" #function "/mit-malmedy")                \
      ->ArgName("batch")                                    \
      ->ArgsProduct({batches})                              \
      ->UseManualTime()                                     \
      ->Unit(benchmark::kMillisecond)

const std::vector<std::int64_t>& BatchSizes() {
  static const std::vector<std::int64_t> kSizes = {16, 256, 1024};
  return kSizes;
}

COUILLON_BENCH(RefereeInProcess, BatchSizes());
COUILLON_BENCH(RefereeOverGrpc, BatchSizes());
COUILLON_BENCH(RawStream, BatchSizes());

}  // namespace
}  // namespace couillon::bench

int main(int argc, char** argv) {
  if (argc == 2 &&
      std::strcmp(argv[1], couillon::bench::kServeRawStream) == 0) {
    couillon::bench::ServeRawStream();
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

// The whole path of a decision: the referee with bots in its own process, with
// bot processes over gRPC, and, as the upper bound, the bare stream of batches.
// One or two workers with two bots each; deals in both seatings.
#include <benchmark/benchmark.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/players/rpc/grpc_links.h"
#include "arena/players/rpc/raw_stream.h"
#include "arena/players/system/cpu_time.h"
#include "arena/players/system/socket_folder.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/referee/in_process_link.h"
#include "arena/table/referee/referee.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/schedule/unit_deals.h"
#include "arena/table/unit/unit_result.h"
#include "bench/playout.h"
#include "bots/cpp/bundled/bundled.h"
#include "bots/cpp/strategy.h"
#include "couillon/v1/bot_service.pb.h"
#include "engine/cards/check.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"
#include "proto/codec.h"

namespace couillon::bench {
namespace {

using arena::BotLinks;

constexpr int kBots = 2;
constexpr std::uint32_t kItemsOfAUnit = 1000;
// Enough to make the start of the processes negligible.
constexpr int kUnits = 200;
constexpr std::int64_t kDecisionsOfARawRun = 4'000'000;
constexpr char kBotName[] = "first-legal";  // needs no time to decide

// The totals of the referees.
struct RefereeRun {
  std::int64_t decisions = 0;
  std::int64_t deals = 0;
  double seconds = 0;
};

// Plays `units` with one referee for each of `links`, in threads of their own.
RefereeRun RunReferees(const CompiledRules& rules, std::vector<BotLinks> links,
                       std::uint32_t max_batch, int units) {
  const arena::UnitDeals deals("bench");
  const arena::Schedule schedule = arena::Schedule::RoundRobin(
      kBots, 1, kItemsOfAUnit * static_cast<std::uint64_t>(units),
      kItemsOfAUnit);
  const arena::RefereeConfig config{.rules = {&rules},
                                    .deals = &deals,
                                    .max_faults = 1,
                                    .batches = {.max_batch = max_batch}};
  std::atomic<std::int64_t> decisions = 0;
  std::atomic<std::int64_t> played = 0;
  std::atomic<std::int64_t> next = 0;
  const std::atomic<bool> stop = false;
  const auto start = std::chrono::steady_clock::now();
  std::vector<std::thread> workers;
  for (BotLinks& own : links) {
    workers.emplace_back([&, mine = std::move(own)]() mutable {
      arena::Referee referee(
          config, std::move(mine),
          [&schedule, &next]() -> std::optional<arena::Unit> {
            const std::int64_t unit = next++;
            if (unit >= schedule.units()) return std::nullopt;
            return schedule.unit(unit);
          },
          [&decisions, &played](const arena::UnitResult& result) {
            COUILLON_CHECK(result.faults.empty());
            decisions += result.outcome.counts.decisions;
            played += result.outcome.counts.deals;
          });
      referee.Run(stop);
    });
  }
  for (std::thread& worker : workers) worker.join();
  const std::chrono::duration<double> took =
      std::chrono::steady_clock::now() - start;
  return {.decisions = decisions, .deals = played, .seconds = took.count()};
}

void Count(benchmark::State& state, std::int64_t decisions, double own_cpu,
           double bots_cpu) {
  const auto count = static_cast<double>(decisions);
  state.counters["decisions/s"] =
      benchmark::Counter(count, benchmark::Counter::kIsRate);
  state.counters["cpu_us"] = 1e6 * own_cpu / count;
  if (bots_cpu > 0) state.counters["bots_cpu_us"] = 1e6 * bots_cpu / count;
}

BotLinks BundledLinks(const CompiledRules& rules,
                      const std::shared_ptr<bots::Strategy>& strategy) {
  BotLinks links;
  for (int bot = 0; bot < kBots; ++bot) {
    links.links.push_back(std::make_unique<arena::InProcessLink>(
        arena::LinkIndex(bot),
        [strategy](const CompiledRules& compiled, const Observation& seen) {
          return strategy->Decide(compiled, seen);
        },
        std::vector<const CompiledRules*>{&rules}));
  }
  return links;
}

BotLinks GrpcLinks(const CompiledRules& rules,
                   const arena::SocketFolder& folder, int worker) {
  auto waiter = arena::GrpcWaiter::Make(
      {.worker = worker,
       .folder = &folder,
       .rules = {&rules},
       .limits = {.start_ms = 10'000, .move_ms = 10'000}});
  BotLinks links;
  for (int bot = 0; bot < kBots; ++bot) {
    links.links.push_back(waiter->MakeLink(
        {.link = arena::LinkIndex(bot),
         .name = kBotName,
         .program = {.command = {COUILLON_BOT, "--name", kBotName}}}));
  }
  links.waiter = std::move(waiter);
  return links;
}

// Runs the referees with the links of `make_links`, once per iteration.
template <typename MakeLinks>
void CountReferees(benchmark::State& state, const CompiledRules& rules,
                   const MakeLinks& make_links) {
  std::int64_t decisions = 0;
  std::int64_t deals = 0;
  const double own_before = arena::OwnCpuSeconds();
  const double bots_before = arena::ChildCpuSeconds();
  for (auto _ : state) {
    std::vector<BotLinks> links;
    for (int worker = 0; worker < state.range(1); ++worker) {
      links.push_back(make_links(worker));
    }
    const RefereeRun run =
        RunReferees(rules, std::move(links),
                    static_cast<std::uint32_t>(state.range(0)), kUnits);
    state.SetIterationTime(run.seconds);
    decisions += run.decisions;
    deals += run.deals;
  }
  Count(state, decisions, arena::OwnCpuSeconds() - own_before,
        arena::ChildCpuSeconds() - bots_before);
  state.counters["deals/s"] = benchmark::Counter(static_cast<double>(deals),
                                                 benchmark::Counter::kIsRate);
}

void RefereeInProcess(benchmark::State& state, const char* ruleset) {
  const CompiledRules rules = Rules(ruleset);
  const std::shared_ptr<bots::Strategy> strategy =
      *bots::MakeStrategy(kBotName);
  CountReferees(state, rules, [&rules, &strategy](int /*worker*/) {
    return BundledLinks(rules, strategy);
  });
}

void RefereeOverGrpc(benchmark::State& state, const char* ruleset) {
  const CompiledRules rules = Rules(ruleset);
  const absl::StatusOr<arena::SocketFolder> folder =
      arena::SocketFolder::Make();
  COUILLON_CHECK(folder.ok());
  CountReferees(state, rules, [&rules, &folder](int worker) {
    return GrpcLinks(rules, *folder, worker);
  });
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

// Measures bare streams, one pair of client and bot per worker.
void BareStream(benchmark::State& state, const char* ruleset, bool messages) {
  const v1::PlayRequest batch =
      BatchOf(Rules(ruleset), static_cast<std::size_t>(state.range(0)));
  const absl::StatusOr<arena::SocketFolder> folder =
      arena::SocketFolder::Make();
  COUILLON_CHECK(folder.ok());
  const arena::GrpcWorkerConfig config{.folder = &*folder,
                                       .limits = {.start_ms = 10'000}};
  const arena::RawPlan plan{
      .bot = {.name = "bare",
              .program = {.command = {COUILLON_BOT, "--bare",
                                      messages ? "messages" : "bytes"}}},
      .pairs = static_cast<int>(state.range(1)),
      .batches = kDecisionsOfARawRun / state.range(0),
      .messages = messages};
  arena::RawRun all;
  for (auto _ : state) {
    const absl::StatusOr<arena::RawRun> run =
        arena::RunRawStream(config, batch, plan);
    COUILLON_CHECK(run.ok());
    state.SetIterationTime(run->seconds);
    all.decisions += run->decisions;
    all.client_seconds += run->client_seconds;
    all.server_seconds += run->server_seconds;
  }
  Count(state, all.decisions, all.client_seconds, all.server_seconds);
}

void RawMessages(benchmark::State& state, const char* ruleset) {
  BareStream(state, ruleset, true);
}

void RawBytes(benchmark::State& state, const char* ruleset) {
  BareStream(state, ruleset, false);
}

#define COUILLON_BENCH(function, batches)                   \
  BENCHMARK_CAPTURE(function, basic_gerver, "basic-gerver") \
      ->Name("BM_" #function "/basic-gerver")               \
      ->ArgNames({"batch", "workers"})                      \
      ->ArgsProduct({batches, {1, 2}})                      \
      ->UseManualTime()                                     \
      ->Unit(benchmark::kMillisecond);                      \
  BENCHMARK_CAPTURE(function, mit_malmedy, "mit-malmedy")   \
      ->Name("BM_" #function "/mit-malmedy")                \
      ->ArgNames({"batch", "workers"})                      \
      ->ArgsProduct({batches, {1, 2}})                      \
      ->UseManualTime()                                     \
      ->Unit(benchmark::kMillisecond)

const std::vector<std::int64_t>& BatchSizes() {
  static const std::vector<std::int64_t> kSizes = {16, 256};
  return kSizes;
}

COUILLON_BENCH(RefereeInProcess, BatchSizes());
COUILLON_BENCH(RefereeOverGrpc, BatchSizes());
COUILLON_BENCH(RawMessages, BatchSizes());
COUILLON_BENCH(RawBytes, BatchSizes());

}  // namespace
}  // namespace couillon::bench

// Messages: batches of 256 decisions, as the referee writes and a bot reads
// them, and their answers. Message objects are reused, as both sides do.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bench/playout.h"
#include "couillon/v1/bot_service.pb.h"
#include "engine/cards/check.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"
#include "engine/play/slate.h"
#include "engine/rules/compiled_rules.h"
#include "proto/codec.h"
#include "proto/decision_bytes.h"

namespace couillon::bench {
namespace {

constexpr int kBatch = 256;

// Observations from different stages of different random deals.
std::vector<Observation> Batch(const CompiledRules& rules) {
  const std::vector<Position> positions = Decisions(rules, kBatch);
  std::vector<Observation> batch;
  for (std::size_t i = 0; i < kBatch; ++i) {
    batch.push_back(positions[13 * i % positions.size()].Observe());
    batch.back().standing = Slate(rules.ruleset).Standing();
    batch.back().random_seed = 0x9E3779B97F4A7C15U * (i + 1);
  }
  return batch;
}

void Write(const CompiledRules& rules, const std::vector<Observation>& batch,
           v1::PlayRequest& request) {
  request.Clear();
  std::uint32_t id = 0;
  for (const Observation& seen : batch) {
    v1::Decision& decision = *request.add_decisions();
    wire::WriteDecision(rules, seen, decision);
    decision.set_decision_id(id++);
    decision.set_ruleset_handle(1);
  }
}

void CountDecisions(benchmark::State& state, std::size_t bytes) {
  state.SetItemsProcessed(state.iterations() * kBatch);
  state.counters["bytes/decision"] = static_cast<double>(bytes) / kBatch;
}

void WriteBatch(benchmark::State& state, const char* ruleset) {
  const CompiledRules rules = Rules(ruleset);
  const std::vector<Observation> batch = Batch(rules);
  v1::PlayRequest request;
  std::string bytes;
  for (auto _ : state) {
    Write(rules, batch, request);
    COUILLON_CHECK(request.SerializeToString(&bytes));
    benchmark::DoNotOptimize(bytes.data());
  }
  CountDecisions(state, bytes.size());
}

void ReadBatch(benchmark::State& state, const char* ruleset) {
  const CompiledRules rules = Rules(ruleset);
  v1::PlayRequest request;
  Write(rules, Batch(rules), request);
  const std::string bytes = request.SerializeAsString();
  Observation seen;
  for (auto _ : state) {
    COUILLON_CHECK(request.ParseFromString(bytes));
    for (const v1::Decision& decision : request.decisions()) {
      COUILLON_CHECK(wire::ReadDecision(rules, decision, seen).ok());
      benchmark::DoNotOptimize(seen);
    }
  }
  CountDecisions(state, bytes.size());
}

// The same without messages, as the referee and the SDK for C++ do it.
std::string Bytes(const CompiledRules& rules,
                  const std::vector<Observation>& batch) {
  std::string bytes;
  std::uint32_t id = 0;
  for (const Observation& seen : batch) {
    wire::AppendDecision(rules, seen, id++, 1, bytes);
  }
  return bytes;
}

void WriteBytes(benchmark::State& state, const char* ruleset) {
  const CompiledRules rules = Rules(ruleset);
  const std::vector<Observation> batch = Batch(rules);
  std::size_t size = 0;
  for (auto _ : state) {
    const std::string bytes = Bytes(rules, batch);
    benchmark::DoNotOptimize(bytes.data());
    size = bytes.size();
  }
  CountDecisions(state, size);
}

void ReadBytes(benchmark::State& state, const char* ruleset) {
  const CompiledRules rules = Rules(ruleset);
  const std::string bytes = Bytes(rules, Batch(rules));
  std::vector<std::string_view> rulesets;
  std::vector<std::string_view> decisions;
  wire::DecisionFields fields;
  Observation seen;
  for (auto _ : state) {
    COUILLON_CHECK(wire::SplitRequest(bytes, rulesets, decisions));
    for (const std::string_view decision : decisions) {
      COUILLON_CHECK(fields.Parse(decision));
      COUILLON_CHECK(wire::ReadDecision(rules, fields, seen).ok());
      benchmark::DoNotOptimize(seen);
    }
  }
  CountDecisions(state, bytes.size());
}

void FillAnswer(v1::PlayResponse& response) {
  response.Clear();
  for (std::uint32_t id = 0; id < kBatch; ++id) {
    response.add_decision_ids(1'000'000 + id);
    response.add_actions(id % 32);
  }
}

void BM_WriteAnswers(benchmark::State& state) {
  v1::PlayResponse response;
  std::string bytes;
  for (auto _ : state) {
    FillAnswer(response);
    COUILLON_CHECK(response.SerializeToString(&bytes));
    benchmark::DoNotOptimize(bytes.data());
  }
  CountDecisions(state, bytes.size());
}
BENCHMARK(BM_WriteAnswers);

void BM_ReadAnswers(benchmark::State& state) {
  v1::PlayResponse response;
  FillAnswer(response);
  const std::string bytes = response.SerializeAsString();
  for (auto _ : state) {
    COUILLON_CHECK(response.ParseFromString(bytes));
    std::uint32_t sum = 0;
    for (int i = 0; i < response.decision_ids_size(); ++i) {
      sum += response.decision_ids(i) ^ response.actions(i);
    }
    benchmark::DoNotOptimize(sum);
  }
  CountDecisions(state, bytes.size());
}
BENCHMARK(BM_ReadAnswers);

#define COUILLON_BENCH_RULESETS(function)                   \
  BENCHMARK_CAPTURE(function, basic_gerver, "basic-gerver") \
      ->Name("BM_" #function "/basic-gerver");              \
  BENCHMARK_CAPTURE(function, mit_malmedy, "mit-malmedy")   \
      ->Name("BM_" #function "/mit-malmedy");               \
  BENCHMARK_CAPTURE(function, troeven, "troeven")           \
      ->Name("BM_" #function "/troeven")

COUILLON_BENCH_RULESETS(WriteBatch);
COUILLON_BENCH_RULESETS(ReadBatch);
COUILLON_BENCH_RULESETS(WriteBytes);
COUILLON_BENCH_RULESETS(ReadBytes);

}  // namespace
}  // namespace couillon::bench

#include "tools/bench/bench_costs.h"

#include <memory>
#include <string>
#include <string_view>

#include "arena/players/system/cpu_time.h"
#include "arena/table/referee/answer_columns.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/table.h"
#include "bots/cpp/bundled/bundled.h"
#include "bots/cpp/decision_check.h"
#include "bots/cpp/strategy.h"
#include "engine/cards/check.h"
#include "engine/play/playout.h"
#include "engine/play/playout_random.h"
#include "proto/codec.h"
#include "proto/decision_bytes.h"

namespace couillon::tools {
namespace {

constexpr char kSeed[] = "bench";
constexpr std::uint64_t kPlayKey = 6;
constexpr std::size_t kPacksAtOnce = 256;

// Prevents the compiler from removing the computation of `value`.
template <typename Value>
void Use(const Value& value) {
  asm volatile("" : : "r"(&value) : "memory");
}

// Nanoseconds of CPU time per item, where each call of `work` processes `count`
// items. Calls it until it has used `seconds` of CPU time.
template <typename Work>
double NanosecondsOf(double seconds, std::size_t count, const Work& work) {
  work();  // brings code and data into the caches
  const double start = arena::ThreadCpuSeconds();
  double took = 0;
  std::int64_t calls = 0;
  while (took < seconds || calls == 0) {
    work();
    ++calls;
    took = arena::ThreadCpuSeconds() - start;
  }
  return 1e9 * took / static_cast<double>(calls) / static_cast<double>(count);
}

arena::TableSpec SpecOf(const CompiledRules& rules, const PlayedDeals& played,
                        std::size_t deal) {
  return {.rules = &rules, .deals = &played.source, .item = deal};
}

double DealCost(const CompiledRules& rules, const PlayedDeals& played,
                double seconds) {
  std::vector<Pack> packs(kPacksAtOnce);
  std::uint64_t first = 0;
  return NanosecondsOf(seconds, packs.size(), [&] {
    played.source.DealPacks(rules.deck, first, packs);
    first += packs.size();
    Use(packs);
  });
}

double PlayCost(const CompiledRules& rules, const PlayedDeals& played,
                double seconds) {
  return NanosecondsOf(seconds, played.seen.size(), [&] {
    for (std::size_t deal = 0; deal < played.packs.size(); ++deal) {
      arena::Table table(SpecOf(rules, played, deal), played.packs[deal]);
      for (const Action action : played.actions[deal]) {
        Use(table.Observe());
        COUILLON_CHECK(table.Apply(action));
      }
      COUILLON_CHECK(table.done());
      Use(table.outcome());
    }
  });
}

double DecideCost(const CompiledRules& rules, const PlayedDeals& played,
                  double seconds) {
  const std::unique_ptr<bots::Strategy> bot = *bots::MakeStrategy(kBenchBot);
  return NanosecondsOf(seconds, played.seen.size(), [&] {
    for (const Observation& seen : played.seen) Use(bot->Decide(rules, seen));
  });
}

void MeasureQuestions(const CompiledRules& rules, const PlayedDeals& played,
                      std::size_t batch, double seconds, StepCosts& costs) {
  std::string bytes;
  std::size_t next = 0;
  costs.write_question = NanosecondsOf(seconds, batch, [&] {
    bytes.clear();
    for (std::size_t i = 0; i < batch; ++i) {
      next = next + 1 < played.seen.size() ? next + 1 : 0;
      wire::AppendDecision(rules, played.seen[next],
                           static_cast<std::uint32_t>(i + 1), 1, bytes);
    }
    Use(bytes);
  });
  std::vector<std::string_view> rulesets;
  std::vector<std::string_view> decisions;
  wire::DecisionFields fields;
  Observation seen;
  costs.read_question = NanosecondsOf(seconds, batch, [&] {
    COUILLON_CHECK(wire::SplitRequest(bytes, rulesets, decisions));
    for (const std::string_view decision : decisions) {
      COUILLON_CHECK(fields.Parse(decision));
      COUILLON_CHECK(wire::ReadDecision(rules, fields, seen).ok());
      COUILLON_CHECK(bots::CheckDecision(rules, seen).ok());
      Use(seen);
    }
  });
}

void MeasureAnswers(const PlayedDeals& played, std::size_t batch,
                    double seconds, StepCosts& costs) {
  v1::PlayResponse response;
  std::string bytes;
  costs.write_answer = NanosecondsOf(seconds, batch, [&] {
    response.Clear();
    for (std::size_t i = 0; i < batch; ++i) {
      response.add_decision_ids(static_cast<std::uint32_t>(i + 1));
      response.add_actions(static_cast<std::uint32_t>(
          played.seen[i % played.seen.size()].legal.Nth(0).number()));
    }
    COUILLON_CHECK(response.SerializeToString(&bytes));
    Use(bytes);
  });
  std::vector<arena::BotEvent> events;
  costs.read_answer = NanosecondsOf(seconds, batch, [&] {
    events.clear();
    COUILLON_CHECK(response.ParseFromString(bytes));
    COUILLON_CHECK(
        arena::ReadAnswers(response, arena::LinkIndex{0}, batch, events).ok());
    Use(events);
  });
}

}  // namespace

double PlayedDeals::decisions_per_deal() const {
  return static_cast<double>(seen.size()) / static_cast<double>(packs.size());
}

PlayedDeals PlayAtRandom(const CompiledRules& rules, std::size_t deals) {
  PlayedDeals played{.source = DealSource(kSeed)};
  played.packs.resize(deals);
  played.actions.resize(deals);
  played.source.DealPacks(rules.deck, 0, played.packs);
  for (std::size_t deal = 0; deal < deals; ++deal) {
    arena::Table table(SpecOf(rules, played, deal), played.packs[deal]);
    PlayoutRandom random(kPlayKey, deal);
    while (!table.done()) {
      played.seen.push_back(table.Observe());
      const ActionSet legal = played.seen.back().legal;
      const Action action = legal.Nth(static_cast<int>(
          random.Below(static_cast<std::uint32_t>(legal.size()))));
      played.actions[deal].push_back(action);
      COUILLON_CHECK(table.Apply(action));
    }
  }
  return played;
}

v1::PlayRequest BatchOf(const CompiledRules& rules, const PlayedDeals& played,
                        std::size_t size) {
  v1::PlayRequest request;
  for (std::size_t i = 0; i < size; ++i) {
    v1::Decision& decision = *request.add_decisions();
    wire::WriteDecision(rules, played.seen[i % played.seen.size()], decision);
    decision.set_decision_id(static_cast<std::uint32_t>(i + 1));
    decision.set_ruleset_handle(1);
  }
  return request;
}

StepCosts MeasureSteps(const CompiledRules& rules, const PlayedDeals& played,
                       std::size_t batch, double seconds) {
  StepCosts costs{.deal = DealCost(rules, played, seconds),
                  .play = PlayCost(rules, played, seconds),
                  .decide = DecideCost(rules, played, seconds)};
  MeasureQuestions(rules, played, batch, seconds, costs);
  MeasureAnswers(played, batch, seconds, costs);
  return costs;
}

}  // namespace couillon::tools

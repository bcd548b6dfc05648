// Fixed amounts of work, whose instructions valgrind counts: see
// tools/checks/instructions.
//
//   fixed_work          lists the works
//   fixed_work NAME     does one of them and prints how many pieces it was
//
// Only what FixedWork() calls is counted, not its preparation. Everything is in
// one thread, and the same at each run.
#include <benchmark/benchmark.h>
#include <stdlib.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <iostream>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/league/store/league_store.h"
#include "arena/league/store/running_sums.h"
#include "arena/measure/fairness/fairness_collector.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/report/csv/report_csv.h"
#include "arena/report/data/league_report.h"
#include "arena/report/json/report_json.h"
#include "arena/report/text/report_text.h"
#include "arena/table/bot_index.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/referee/link_plan.h"
#include "arena/table/referee/referee.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/schedule/unit_deals.h"
#include "arena/table/unit/unit_result.h"
#include "bench/playout.h"
#include "couillon/v1/league.pb.h"
#include "engine/bulk/playout.h"
#include "engine/cards/action.h"
#include "engine/cards/check.h"
#include "engine/cards/pack.h"
#include "engine/cards/seat.h"
#include "engine/deal/deal_source.h"
#include "engine/play/deal_result.h"
#include "engine/play/observation.h"
#include "engine/play/playout.h"
#include "engine/play/playout_random.h"
#include "engine/play/position.h"
#include "engine/play/slate.h"
#include "engine/rules/compiled_rules.h"
#include "engine/solve/solver.h"
#include "proto/decision_bytes.h"
#include "proto/ruleset_codec.h"
#include "tests/support/bundled_links.h"
#include "tests/support/large_league.h"
#include "tests/support/manual_clock.h"
#include "tests/support/played_units.h"

namespace couillon::bench {

// What is counted: valgrind knows this function by its name.
[[gnu::noinline]] void FixedWork(const std::function<void()>& work) { work(); }

namespace {

// Returns the number of pieces.
using Work = std::function<std::int64_t()>;

constexpr std::uint32_t kUnitDeals = 128;  // as in a league

// Deals dealt, played at random and scored, 32 in turn.
std::int64_t PlayOutDeals(const std::string& ruleset) {
  constexpr std::size_t kAtOnce = 32;
  constexpr std::size_t kRuns = 320;
  const CompiledRules rules = Rules(ruleset);
  const DealSource deals("bench");
  std::array<Pack, 16 * kAtOnce> packs;
  std::vector<Position> positions;
  std::vector<PlayoutRandom> randoms(kAtOnce, PlayoutRandom(0, 0));
  positions.reserve(kAtOnce);
  FixedWork([&] {
    Seat dealer = 0;
    for (std::size_t deal = 0; deal < kAtOnce * kRuns;) {
      const std::size_t next = deal % packs.size();
      if (next == 0) deals.DealPacks(rules.deck, deal, packs);
      positions.clear();
      for (std::size_t i = 0; i < kAtOnce; ++i) {
        positions.emplace_back(rules, packs[next + i], dealer);
        dealer = rules.Next(dealer);
        randoms[i] = PlayoutRandom(3, deal++);
      }
      PlayOut(positions, randoms);
      for (const Position& position : positions) {
        benchmark::DoNotOptimize(
            ScoreDeal(rules.ruleset, position.Result(), 0));
      }
    }
  });
  return kAtOnce * kRuns;
}

std::int64_t PlayInBulk() {
  constexpr std::uint64_t kDeals = 65'536;
  const CompiledRules rules = Rules("basic-gerver");
  const DealSource source("bench");
  const BulkPlayout bulk(rules, source, 3);
  COUILLON_CHECK(bulk.coverage().ok());
  FixedWork([&] { benchmark::DoNotOptimize(bulk.Sum(0, kDeals)); });
  return kDeals;
}

// Solves deals for card points, each from its first card on.
std::int64_t Solve(const std::string& ruleset, std::size_t deals) {
  const CompiledRules rules = Rules(ruleset);
  std::vector<Position> first;
  for (const Position& position : Decisions(rules, deals)) {
    if (!position.OnlyCardsAreDue()) continue;
    if (!first.empty() && first.back().pack() == position.pack()) continue;
    first.push_back(position);
  }
  Solver solver(rules);
  FixedWork([&] {
    for (const Position& position : first) {
      benchmark::DoNotOptimize(solver.CardPoints(position));
    }
  });
  return static_cast<std::int64_t>(first.size());
}

// A league of two bots on deals of their own.
v1::LeagueConfig LeagueOfTwo(const std::string& ruleset, std::uint64_t items) {
  v1::LeagueConfig config;
  for (const char* name : {"one", "other"}) config.add_bots()->set_name(name);
  v1::LeagueRuleset& entry = *config.add_rulesets();
  const CompiledRules rules = Rules(ruleset);
  entry.set_spec(ruleset);
  *entry.mutable_ruleset() = wire::ToMessage(rules.ruleset);
  entry.set_hash(wire::RulesetHash(rules.ruleset));
  config.set_mode(v1::LEAGUE_MODE_DEALS);
  config.set_seed("bench");
  config.set_items(items);
  config.set_block_items(kUnitDeals);
  return config;
}

struct Play {
  const CompiledRules& rules;
  const arena::UnitDeals& deals;
  const arena::Schedule& schedule;
  bool is_match = false;
  bool record_deals = false;
  // Whether bots are asked as processes are: a link for each view, batches, a
  // budget of time.
  bool over_links = false;
};

// A link as to a bot process, without the process: it answers with first legal
// actions when it is asked for its events.
class LateLink final : public arena::BotLink {
 public:
  explicit LateLink(arena::LinkIndex link) : link_(link) {}

  void Start() override {
    events_.push_back({.link = link_, .kind = arena::BotEvent::Kind::kReady});
  }
  [[nodiscard]] arena::BotLimits limits() const override { return {}; }
  void Send(std::span<const arena::Question> batch) override {
    for (const arena::Question& question : batch) {
      const Action first = question.seen.legal.Nth(0);
      events_.push_back({.link = link_,
                         .id = question.id,
                         .action = static_cast<std::uint32_t>(first.number())});
    }
  }
  void Collect(std::vector<arena::BotEvent>& events) override {
    events.insert(events.end(), events_.begin(), events_.end());
    events_.clear();
  }
  void Stop() override { events_.clear(); }

 private:
  arena::LinkIndex link_;
  std::vector<arena::BotEvent> events_;
};

arena::BotLinks LateLinks(const arena::RefereeConfig& config) {
  arena::BotLinks links;
  links.waiter = std::make_unique<testing_support::NoWaiter>();
  const int count = arena::LinkPlan(config.divided, config.rules).links();
  for (int link = 0; link < count; ++link) {
    links.links.push_back(std::make_unique<LateLink>(arena::LinkIndex(link)));
  }
  return links;
}

std::vector<arena::UnitResult> Played(const Play& play) {
  const testing_support::ManualClock clock;  // the same pace on every machine
  arena::RefereeConfig config{.rules = {&play.rules},
                              .deals = &play.deals,
                              .is_match = play.is_match,
                              .record_deals = play.record_deals,
                              .divided = {play.over_links, play.over_links},
                              .max_faults = 1,
                              .clock = &clock};
  if (play.over_links) config.time.unit_budget = std::chrono::hours(1);
  std::vector<arena::UnitResult> results;
  testing_support::PlayUnits(
      config,
      play.over_links ? LateLinks(config)
                      : testing_support::BundledLinks(
                            {"first-legal", "first-legal"}, config.rules),
      play.schedule, results);
  return results;
}

enum class Item { kDeal, kMatch };
enum class Bots { kBundled, kOverLinks };

// The referee's whole path of a decision, without the store of a league.
std::int64_t Decide(const std::string& ruleset, Item item, Bots bots) {
  const bool is_match = item == Item::kMatch;
  const std::uint64_t units = is_match ? 1 : 16;
  const CompiledRules rules = Rules(ruleset);
  const v1::LeagueConfig config = LeagueOfTwo(ruleset, units * kUnitDeals);
  const arena::UnitDeals deals(config);
  const arena::Schedule schedule = arena::MakeSchedule(config);
  std::int64_t decisions = 0;
  FixedWork([&] {
    for (const arena::UnitResult& result :
         Played({.rules = rules,
                 .deals = deals,
                 .schedule = schedule,
                 .is_match = is_match,
                 .over_links = bots == Bots::kOverLinks})) {
      decisions += result.outcome.counts.decisions;
    }
  });
  return decisions;
}

// A message of decisions from different stages of different random deals.
class Message {
 public:
  static constexpr std::uint32_t kDecisions = 256;

  Message() {
    const std::vector<Position> positions = Decisions(rules_, kDecisions);
    const auto standing = Slate(rules_.ruleset).Standing();
    for (std::size_t i = 0; i < kDecisions; ++i) {
      Observation& seen =
          seen_.emplace_back(positions[13 * i % positions.size()].Observe());
      seen.standing = standing;
      seen.random_seed = 0x9E3779B97F4A7C15U * (i + 1);
    }
  }

  [[nodiscard]] std::string Written() const {
    std::string bytes;
    std::uint32_t id = 0;
    for (const Observation& seen : seen_) {
      wire::AppendDecision(rules_, seen, id++, 1, bytes);
    }
    return bytes;
  }

  void Read(const std::string& bytes) {
    COUILLON_CHECK(wire::SplitRequest(bytes, rulesets_, decisions_));
    for (const std::string_view decision : decisions_) {
      COUILLON_CHECK(fields_.Parse(decision));
      COUILLON_CHECK(wire::ReadDecision(rules_, fields_, read_).ok());
      benchmark::DoNotOptimize(read_);
    }
  }

 private:
  CompiledRules rules_ = Rules("mit-malmedy");
  std::vector<Observation> seen_;
  std::vector<std::string_view> rulesets_;
  std::vector<std::string_view> decisions_;
  wire::DecisionFields fields_;
  Observation read_;
};

constexpr int kMessages = 100;

std::int64_t Write() {
  const Message message;
  FixedWork([&] {
    for (int i = 0; i < kMessages; ++i) {
      benchmark::DoNotOptimize(message.Written().data());
    }
  });
  return std::int64_t{kMessages} * Message::kDecisions;
}

std::int64_t Read() {
  Message message;
  const std::string bytes = message.Written();
  FixedWork([&] {
    for (int i = 0; i < kMessages; ++i) message.Read(bytes);
  });
  return std::int64_t{kMessages} * Message::kDecisions;
}

// Units stored, a few at a time, with the sums of their pairing.
std::int64_t Store() {
  constexpr std::size_t kUnits = 16;
  constexpr std::size_t kAtOnce = 4;
  const v1::LeagueConfig config =
      LeagueOfTwo("basic-gerver", kUnits * kUnitDeals);
  const CompiledRules rules = Rules("basic-gerver");
  const arena::UnitDeals deals(config);
  const arena::Schedule schedule = arena::MakeSchedule(config);
  const std::vector<arena::UnitResult> units =
      Played({.rules = rules, .deals = deals, .schedule = schedule});
  COUILLON_CHECK(units.size() == kUnits);
  std::string folder =
      std::filesystem::temp_directory_path() / "couillon-work-XXXXXX";
  COUILLON_CHECK(mkdtemp(folder.data()) != nullptr);
  {
    absl::StatusOr<std::unique_ptr<arena::LeagueStore>> store =
        arena::LeagueStore::Create(folder + "/league", config);
    COUILLON_CHECK(store.ok());
    const std::span<const arena::UnitResult> all(units);
    FixedWork([&] {
      for (std::size_t i = 0; i < kUnits; i += kAtOnce) {
        COUILLON_CHECK((*store)->Save(all.subspan(i, kAtOnce)).ok());
      }
    });
  }
  std::filesystem::remove_all(folder);
  return kUnits;
}

// The report of a league, in every form.
std::int64_t Report(int bots, bool same_deals) {
  v1::LeagueConfig config = testing_support::LargeLeague(bots, /*deals=*/50);
  config.set_same_deals(same_deals);
  const arena::RunningSums sums = testing_support::LargeSums(config, 10);
  FixedWork([&] {
    const arena::LeagueReport report =
        arena::ReportOfSums(config, {}, stats::ResultScale::kPoints, sums);
    benchmark::DoNotOptimize(arena::RenderText(report).data());
    benchmark::DoNotOptimize(arena::RenderJson(report).data());
    benchmark::DoNotOptimize(arena::RenderCsv(report).data());
  });
  return 1;
}

// The figures of a block of a fairness report: two bots, each against itself
// and the other.
std::int64_t Fairness() {
  constexpr std::uint32_t kDeals = 256;
  constexpr int kBots = 2;
  const CompiledRules rules = Rules("basic-gerver");
  const arena::UnitDeals deals("bench");
  const DealSource source("bench");
  std::vector<arena::Pairing> pairings;
  for (int first = 0; first < kBots; ++first) {
    for (int second = 0; second <= first; ++second) {
      pairings.push_back({.first = {arena::BotIndex(first)},
                          .second = {arena::BotIndex(second)}});
    }
  }
  const auto units = static_cast<std::int64_t>(pairings.size());
  const arena::Schedule schedule =
      arena::Schedule::Listed(std::move(pairings), 1, kDeals, kDeals);
  const std::vector<arena::UnitResult> played = Played({.rules = rules,
                                                        .deals = deals,
                                                        .schedule = schedule,
                                                        .record_deals = true});
  arena::FairnessCollector collector(
      {.rules = {&rules}, .bots = kBots, .solved_deals = kDeals}, source,
      {units});
  FixedWork([&] {
    for (const arena::UnitResult& unit : played) collector.Add(unit);
  });
  COUILLON_CHECK(collector.whole_items() == kDeals);
  return 1;
}

struct NamedWork {
  std::string_view name;
  Work work;
};

// Those that take longest come first: two are counted at a time.
std::vector<NamedWork> Works() {
  return {
      {"report", [] { return Report(64, false); }},
      {"report-same-deals", [] { return Report(16, true); }},
      {"decision",
       [] { return Decide("basic-gerver", Item::kDeal, Bots::kBundled); }},
      {"decision-over-links",
       [] { return Decide("basic-gerver", Item::kDeal, Bots::kOverLinks); }},
      {"decision-in-match",
       [] { return Decide("mit-malmedy", Item::kMatch, Bots::kBundled); }},
      {"decision-in-match-over-links",
       [] { return Decide("mit-malmedy", Item::kMatch, Bots::kOverLinks); }},
      {"solve-kujong", [] { return Solve("kujong", 48); }},
      {"solve-basic-gerver", [] { return Solve("basic-gerver", 256); }},
      {"store", Store},
      {"fairness", Fairness},
      {"bulk", PlayInBulk},
      {"playout-basic-gerver", [] { return PlayOutDeals("basic-gerver"); }},
      {"playout-mit-malmedy", [] { return PlayOutDeals("mit-malmedy"); }},
      {"write", Write},
      {"read", Read},
  };
}

}  // namespace
}  // namespace couillon::bench

int main(int argc, char** argv) {
  for (const auto& [name, work] : couillon::bench::Works()) {
    if (argc < 2) std::cout << name << '\n';
    if (argc < 2 || name != argv[1]) continue;
    std::cout << work() << '\n';
    return 0;
  }
  if (argc < 2) return 0;
  std::cerr << "fixed_work: found " << argv[1]
            << "; expected one of the names that it lists without arguments\n";
  return 1;
}

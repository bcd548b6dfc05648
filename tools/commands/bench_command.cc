#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/players/roster/bot_sources.h"
#include "arena/players/rpc/grpc_config.h"
#include "arena/players/system/cpu_time.h"
#include "arena/players/system/host.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/seating.h"
#include "bots/cpp/bundled/bundled.h"
#include "couillon/v1/league.pb.h"
#include "engine/bulk/playout.h"
#include "engine/bulk/results.h"
#include "engine/cards/pack.h"
#include "engine/cards/seat.h"
#include "engine/cards/status_macros.h"
#include "engine/play/deal_result.h"
#include "engine/play/playout.h"
#include "engine/play/playout_random.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"
#include "engine/solve/solver.h"
#include "proto/ruleset_catalog.h"
#include "tools/bench/bench_costs.h"
#include "tools/bench/bench_league.h"
#include "tools/bench/bench_row.h"
#include "tools/bench/bench_solve.h"
#include "tools/commands/shared/command.h"
#include "tools/options/command_line.h"
#include "tools/options/process_options.h"
#include "tools/program/plan_engine.h"

namespace couillon::tools {
namespace {

constexpr std::size_t kSampleDeals = 1000;
constexpr std::uint32_t kBatch = 256;  // the referee's maximum
constexpr std::uint32_t kBatchOfDivided = 1024;
constexpr std::size_t kDealsAtOnce = 64;  // fits into the cache
constexpr std::size_t kPacksAtOnce = 8 * kDealsAtOnce;
constexpr std::uint64_t kDealsOfABulk = 65536;
// The share of a row's time for each step that is measured separately.
constexpr double kStepShare = 0.1;

const std::vector<std::string>& RowNames() {
  static const std::vector<std::string> kNames = {"engine",
                                                  "bulk",
                                                  "in-process",
                                                  "grpc-unix",
                                                  "grpc-divided",
                                                  "grpc-tcp",
                                                  "grpc-raw",
                                                  "grpc-bytes",
                                                  std::string(kSolveCardsRow),
                                                  std::string(kSolveGameRow)};
  return kNames;
}

// Those that can be measured under `rules`.
std::vector<std::string> RowsOf(const CompiledRules& rules) {
  std::vector<std::string> names = RowNames();
  const Position whole(rules, CanonicalPack(rules.deck), /*dealer=*/0);
  if (!IsSolvedQuickly(whole)) {
    std::erase(names, kSolveCardsRow);
    std::erase(names, kSolveGameRow);
  }
  return names;
}

struct BenchOptions {
  LimitOptions limits;     // of --bot
  ProcessOptions process;  // of --bot
  std::string ruleset = "basic-gerver";
  double seconds = 3;
  int concurrency = 0;  // 0: one worker per core
  std::vector<std::string> rows;
  std::string bot;
  bool signature = false;
  std::string format = "text";
};

// A row in which both bots are processes.
struct GrpcRow {
  const char* name;
  arena::BotTransport transport;
  bool divided;  // a process for each view of a deal
};

constexpr GrpcRow kGrpcRows[] = {
    {"grpc-unix", arena::BotTransport::kUnixSocket, false},
    {"grpc-divided", arena::BotTransport::kUnixSocket, true},
    {"grpc-tcp", arena::BotTransport::kLoopbackTcp, false}};

// Measures the rows one after another.
class Bench {
 public:
  Bench(const BenchOptions& options, const CompiledRules& rules)
      : options_(options),
        rules_(rules),
        plan_{.ruleset = options.ruleset,
              .workers = options.concurrency,
              .seconds = options.seconds},
        played_(PlayAtRandom(rules, kSampleDeals)) {}

  absl::Status MeasureRows(const std::vector<std::string>& names) {
    const std::set<std::string> wanted(names.begin(), names.end());
    if (wanted.contains("engine")) rows_.push_back(Engine());
    if (wanted.contains("bulk")) rows_.push_back(Bulk());
    absl::Status status = MeasureLeagueRows(wanted);
    for (const bool messages : {true, false}) {
      const std::string name(messages ? kRawRow : kBytesRow);
      if (status.ok() && wanted.contains(name)) status = Bare(name, messages);
    }
    for (const bool game_points : {false, true}) {
      const std::string name(game_points ? kSolveGameRow : kSolveCardsRow);
      if (status.ok() && wanted.contains(name)) status = Solve(game_points);
    }
    return status;
  }

  // Measures a bot of the user at several batch sizes.
  absl::Status MeasureBot(const v1::BotEntry& entry) {
    if (!entry.has_remote()) {
      v1::Limits limits = arena::DefaultLimits();
      std::vector<v1::BotEntry> bots;  // no bot has limits of its own
      RETURN_IF_ERROR(ReadLimitOptions(options_.limits, limits, bots));
      RETURN_IF_ERROR(SetProcesses(options_.process, limits, processes_));
    }
    processes_.set_shared_process(true);  // the speed of one process
    ASSIGN_OR_RETURN(
        const arena::BotLimits limits,
        LimitsOf(plan_, {.entry = entry, .processes = processes_}));
    std::set<std::uint32_t> batches;
    for (const std::uint32_t batch : {1U, 16U, 64U, kBatch}) {
      batches.insert(limits.max_batch == 0 ? batch
                                           : std::min(batch, limits.max_batch));
    }
    for (const std::uint32_t batch : batches) {
      RETURN_IF_ERROR(Prepare(batch));
      RETURN_IF_ERROR(MeasureBotAt(entry, batch));
    }
    return absl::OkStatus();
  }

  [[nodiscard]] BenchReport report() const {
    const arena::Host host = arena::ThisHost();
    return {.cpu = host.cpu.empty() ? "unknown" : host.cpu,
            .cores = host.cores,
            .ruleset = options_.ruleset,
            .rows = rows_};
  }

 private:
  // Deals, plays at random and scores, many deals at a time, as the rollouts of
  // a search would.
  BenchRow Engine() {
    using Clock = std::chrono::steady_clock;
    std::array<Pack, kPacksAtOnce> packs;
    std::vector<Position> positions;
    positions.reserve(kDealsAtOnce);
    std::vector<PlayoutRandom> randoms(kDealsAtOnce, PlayoutRandom(0, 0));
    Clock::duration dealing{0};
    Clock::duration playing{0};
    std::uint64_t deal = 0;
    Seat dealer = 0;
    std::int64_t points = 0;  // keeps the compiler from removing the work
    const double before = arena::ThreadCpuSeconds();
    while (std::chrono::duration<double>(dealing + playing).count() <
           plan_.seconds) {
      const Clock::time_point start = Clock::now();
      const std::size_t next = deal % kPacksAtOnce;
      if (next == 0) played_.source.DealPacks(rules_.deck, deal, packs);
      positions.clear();
      for (std::size_t i = 0; i < kDealsAtOnce; ++i) {
        positions.emplace_back(rules_, packs[next + i], dealer);
        dealer = rules_.Next(dealer);
        randoms[i] = PlayoutRandom(1, deal++);
      }
      const Clock::time_point dealt = Clock::now();
      PlayOut(positions, randoms);
      for (const Position& position : positions) {
        points += ScoreDeal(rules_.ruleset, position.Result(), 0).erase[0];
      }
      dealing += dealt - start;
      playing += Clock::now() - dealt;
    }
    const std::chrono::duration<double> took = dealing + playing;
    BenchRow row{.name = "engine",
                 .deals = static_cast<double>(deal),
                 .seconds = took.count(),
                 .referee_cpu_seconds = arena::ThreadCpuSeconds() - before};
    row.decisions = row.deals * played_.decisions_per_deal();
    row.layer(Layer::kDeal) =
        row.referee_cpu_seconds * std::chrono::duration<double>(dealing) / took;
    if (points == 0) row.deals = 0;
    FillLayers(row, Layer::kPlay);
    return row;
  }

  // The same with the vector kernel, for rulesets that it supports. Dealing and
  // playing are one step and not measured separately.
  BenchRow Bulk() {
    const BulkPlayout bulk(rules_, played_.source, /*key=*/1);
    const auto start = std::chrono::steady_clock::now();
    std::chrono::duration<double> took{0};
    BulkSums sums;
    std::uint64_t deal = 0;
    const double before = arena::ThreadCpuSeconds();
    while (took.count() < plan_.seconds) {
      sums = bulk.Sum(deal, kDealsOfABulk);
      deal += sums.deals;
      took = std::chrono::steady_clock::now() - start;
    }
    BenchRow row{.name = "bulk",
                 .deals = static_cast<double>(deal),
                 .seconds = took.count(),
                 .referee_cpu_seconds = arena::ThreadCpuSeconds() - before};
    row.decisions = row.deals * played_.decisions_per_deal();
    FillLayers(row, Layer::kPlay);
    return row;
  }

  // The rows in which bots play a league through links.
  absl::Status MeasureLeagueRows(const std::set<std::string>& wanted) {
    const bool in_process = wanted.contains("in-process");
    std::vector<GrpcRow> grpc;
    std::ranges::copy_if(
        kGrpcRows, std::back_inserter(grpc),
        [&](const GrpcRow& row) { return wanted.contains(row.name); });
    if (!in_process && grpc.empty()) return absl::OkStatus();
    absl::Status status = Prepare(kBatch);
    if (status.ok() && in_process) rows_.push_back(in_process_);
    for (const GrpcRow& row : grpc) {
      if (status.ok()) status = Grpc(row);
    }
    return status;
  }

  // Measures the figures by which other rows are divided into layers: each
  // step, and the overhead of a referee with bots in its own process.
  absl::Status Prepare(std::uint32_t batch) {
    costs_ = MeasureSteps(rules_, played_, batch, kStepShare * plan_.seconds);
    BenchBot bot{.max_batch = batch};
    bot.entry.set_builtin(kBenchBot);
    ASSIGN_OR_RETURN(BenchRow row, MeasureLeague(plan_, bot));
    in_process_ = std::move(row);
    in_process_.name = "in-process";
    in_process_.batch = batch;
    in_process_.bots_cpu_seconds = 0;
    SetTableLayers(in_process_);
    in_process_.layer(Layer::kBot) = Seconds(costs_.decide, in_process_);
    FillLayers(in_process_, Layer::kReferee);
    return absl::OkStatus();
  }

  // The seconds of a step that takes `nanoseconds` per decision.
  static double Seconds(double nanoseconds, const BenchRow& row) {
    return 1e-9 * nanoseconds * row.decisions;
  }

  // A pack is made once for all seatings of its deal.
  void SetTableLayers(BenchRow& row) const {
    const auto seatings =
        static_cast<double>(arena::Seatings(rules_.sides).size());
    row.layer(Layer::kDeal) = 1e-9 * costs_.deal * row.deals / seatings;
    row.layer(Layer::kPlay) = Seconds(costs_.play, row);
  }

  void SetRefereeLayer(BenchRow& row) {
    row.layer(Layer::kReferee) = in_process_.layer(Layer::kReferee) *
                                 row.decisions / in_process_.decisions;
  }

  absl::Status Grpc(const GrpcRow& of) {
    ASSIGN_OR_RETURN(const v1::BotEntry entry, BundledBotProcess());
    const std::uint32_t batch = of.divided ? kBatchOfDivided : kBatch;
    BenchBot bot{.entry = entry, .transport = of.transport, .max_batch = batch};
    bot.processes.set_shared_process(!of.divided);
    ASSIGN_OR_RETURN(BenchRow row, MeasureLeague(plan_, bot));
    row.name = of.name;
    row.batch = batch;
    SetTableLayers(row);
    SetRefereeLayer(row);
    row.layer(Layer::kEncode) =
        Seconds(costs_.write_question + costs_.write_answer, row);
    row.layer(Layer::kDecode) =
        Seconds(costs_.read_question + costs_.read_answer, row);
    row.layer(Layer::kBot) = Seconds(costs_.decide, row);
    FillLayers(row, Layer::kTransport);
    rows_.push_back(std::move(row));
    return absl::OkStatus();
  }

  absl::Status Bare(const std::string& name, bool messages) {
    ASSIGN_OR_RETURN(BenchRow row,
                     MeasureRawStream(plan_, BatchOf(rules_, played_, kBatch),
                                      messages, played_.decisions_per_deal()));
    row.name = name;
    FillLayers(row, Layer::kTransport);
    rows_.push_back(std::move(row));
    return absl::OkStatus();
  }

  absl::Status Solve(bool game_points) {
    ASSIGN_OR_RETURN(BenchRow row, MeasureSolve(rules_, played_.source,
                                                game_points, plan_.seconds));
    rows_.push_back(std::move(row));
    return absl::OkStatus();
  }

  absl::Status MeasureBotAt(const v1::BotEntry& entry, std::uint32_t batch) {
    ASSIGN_OR_RETURN(BenchRow row,
                     MeasureLeague(plan_, {.entry = entry,
                                           .max_batch = batch,
                                           .processes = processes_}));
    row.name = "bot";
    row.batch = batch;
    SetTableLayers(row);
    SetRefereeLayer(row);
    row.layer(Layer::kEncode) = Seconds(costs_.write_question, row);
    row.layer(Layer::kDecode) = Seconds(costs_.read_answer, row);
    row.layer(Layer::kBot) = row.bots_cpu_seconds;
    FillLayers(row, Layer::kTransport);
    rows_.push_back(std::move(row));
    return absl::OkStatus();
  }

  const BenchOptions& options_;
  const CompiledRules& rules_;
  BenchPlan plan_;
  PlayedDeals played_;
  StepCosts costs_;
  BenchRow in_process_;
  std::vector<BenchRow> rows_;
  v1::LeagueConfig processes_;  // the limits of a bot of the user
};

absl::StatusOr<v1::BotEntry> ReadBot(const std::string& arguments) {
  ASSIGN_OR_RETURN(std::vector<v1::BotEntry> bots,
                   arena::ReadBots({"bot=" + arguments, "other=builtin:random"},
                                   bots::CheckStrategyName));
  return bots.front();
}

// Prints the behaviour signature of all rulesets with the bundled bots.
int PrintSignature() {
  std::vector<CompiledRules> rules;
  for (const std::string& id : wire::RulesetIds()) {
    absl::StatusOr<CompiledRules> one = wire::FindRules(id);
    if (!one.ok()) return ExitWith(one.status());
    rules.push_back(*std::move(one));
  }
  std::cout << SignatureOf(rules) << "\n";
  return kExitDone;
}

int RunBench(BenchOptions options) {
  if (options.signature) return PrintSignature();
  absl::StatusOr<CompiledRules> rules = wire::FindRules(options.ruleset);
  if (!rules.ok()) return ExitWith(rules.status());
  options.concurrency = WorkersFor(options.concurrency);
  if (options.rows.empty()) options.rows = RowsOf(*rules);
  Bench bench(options, *rules);
  absl::Status status;
  if (options.bot.empty()) {
    status = bench.MeasureRows(options.rows);
  } else {
    const absl::StatusOr<v1::BotEntry> bot = ReadBot(options.bot);
    status = bot.ok() ? bench.MeasureBot(*bot) : bot.status();
  }
  if (!status.ok()) return ExitWith(status);
  std::cout << (options.format == "json" ? BenchJson(bench.report())
                                         : BenchText(bench.report()));
  return kExitDone;
}

}  // namespace

void AddBenchCommand(CommandLine app) {
  CommandLine command = app.AddSubcommand(
      "bench", "Measure the speed of this machine, and where the time goes");
  command.SetGroup("Measure");
  command.SetExamples(
      "couillon bench --rows engine,bulk --seconds 0.5",
      "couillon bench --rows in-process,grpc-unix --seconds 0.1 "
      "--format json");
  auto options = std::make_shared<BenchOptions>();
  command
      .AddOption("--ruleset", options->ruleset, "A ruleset: id with +switches")
      .ValueName(kRulesetValue)
      .ShowDefault();
  command.AddOption("--seconds", options->seconds, "Seconds per row, about")
      .Range(0.001, 3600.0)
      .ShowDefault();
  AddConcurrencyOption(command, options->concurrency);
  Option rows = command.AddOption("--rows", options->rows,
                                  "Rows to measure (default: all that apply)");
  rows.Delimiter(',').OneOf(RowNames());
  command
      .AddOption("--bot", options->bot,
                 "A bot's command or directory: measure its speed over gRPC, "
                 "against itself, by batch size")
      .Excludes(rows);
  command
      .AddFlag("--signature", options->signature,
               "Only print a checksum of all actions and results of a fixed "
               "league: it changes with the behaviour of engine, referee or "
               "bundled bots")
      .Excludes(rows);
  AddLimitOption(command, options->limits, {arena::LimitUse::kProcess});
  AddProcessOptions(command, options->process);
  command.AddOption("--format", options->format, "text or json")
      .OneOf({"text", "json"});
  command.OnChosen([options] { return RunBench(*options); });
}

}  // namespace couillon::tools

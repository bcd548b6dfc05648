#include "tools/bench/bench_league.h"

#include <stdlib.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <latch>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "arena/league/run/runner.h"
#include "arena/league/setup/launch.h"
#include "arena/league/setup/process_setup.h"
#include "arena/league/setup/setup.h"
#include "arena/league/store/league_store.h"
#include "arena/numbers/text/printable.h"
#include "arena/players/roster/grpc_bot.h"
#include "arena/players/rpc/raw_stream.h"
#include "arena/players/system/cpu_time.h"
#include "arena/players/system/socket_folder.h"
#include "arena/table/referee/bot_description.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/schedule/league_rules.h"
#include "arena/table/unit/unit_result.h"
#include "arena/table/verdict.h"
#include "bots/cpp/bundled/bundled.h"
#include "couillon/v1/bot_service.pb.h"
#include "engine/cards/status_macros.h"
#include "engine/rules/compiled_rules.h"
#include "tools/options/launch_options.h"
#include "tools/program/source_tree.h"

namespace couillon::tools {
namespace {

using Clock = std::chrono::steady_clock;
namespace fs = std::filesystem;

constexpr std::int64_t kFirstDeals = 16;
constexpr std::int64_t kFirstBatches = 100;
constexpr std::int64_t kMaxDealsOfAUnit = 128;  // as in any league
constexpr std::int64_t kUnitsOfAWorker = 8;  // minimum, so that all have work
constexpr std::uint32_t kStartMs = 20'000;

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Returns the next amount to try if `amount` took `seconds`; 0 if that is long
// enough.
std::int64_t NextAmount(std::int64_t amount, double seconds, double wanted) {
  if (seconds >= 0.75 * wanted) return 0;
  const double factor = 1.1 * wanted / std::max(seconds, 1e-4);
  return static_cast<std::int64_t>(static_cast<double>(amount) *
                                   std::clamp(factor, 1.5, 50.0));
}

// A temporary directory for one league.
class ScratchDirectory {
 public:
  ScratchDirectory() {
    std::error_code error;
    std::string path =
        (fs::temp_directory_path(error) / "couillon-bench-XXXXXX").string();
    if (mkdtemp(path.data()) != nullptr) path_ = path;
  }
  ~ScratchDirectory() {
    std::error_code error;
    if (!path_.empty()) fs::remove_all(path_, error);
  }
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;

  // Empty if it could not be made.
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// A link whose bot is started before the referee requests it.
class ReadyLink : public arena::BotLink {
 public:
  // Requires: the bot is not bundled; `waiter` is the worker's.
  ReadyLink(std::unique_ptr<arena::BotLink> link, arena::EventWaiter* waiter)
      : link_(std::move(link)) {
    link_->Start();
    for (link_->Collect(first_); first_.empty(); link_->Collect(first_)) {
      waiter->Wait(std::chrono::milliseconds(20));
    }
  }

  // OK if the first start succeeded.
  [[nodiscard]] absl::Status status() const {
    if (first_.front().kind == arena::BotEvent::Kind::kReady) return {};
    return absl::UnavailableError(first_.front().detail);
  }
  void Start() override {
    if (first_.empty()) link_->Start();
  }
  [[nodiscard]] arena::BotLimits limits() const override {
    return link_->limits();
  }
  void Send(std::span<const arena::Question> batch) override {
    link_->Send(batch);
  }
  void Collect(std::vector<arena::BotEvent>& events) override {
    events.insert(events.end(), first_.begin(), first_.end());
    first_.clear();
    link_->Collect(events);
  }
  void Stop() override { link_->Stop(); }
  arena::BotUsage Finish() override { return link_->Finish(); }

 private:
  std::unique_ptr<arena::BotLink> link_;
  std::vector<arena::BotEvent> first_;  // of the start
};

absl::StatusOr<v1::LeagueConfig> ConfigFor(const BenchPlan& plan,
                                           const BenchBot& bot,
                                           std::int64_t deals) {
  const std::int64_t parts = kUnitsOfAWorker * plan.workers;
  arena::LeagueRequest request;
  for (const char* name : {"a", "b"}) {
    v1::BotEntry& entry = request.bots.emplace_back();
    entry.set_name(name);
    entry.set_builtin(bots::StrategyNames().front());
  }
  request.rulesets = {plan.ruleset};
  request.deals = static_cast<std::uint64_t>(deals);
  request.config.set_block_items(static_cast<std::uint32_t>(
      std::clamp<std::int64_t>(deals / parts, 1, kMaxDealsOfAUnit)));
  request.config.set_seed("bench");
  request.config.mutable_limits()->set_max_batch(bot.max_batch);
  ASSIGN_OR_RETURN(arena::LeagueSetup setup,
                   arena::SetUpLeague(request, bots::CheckStrategyName));
  // Sets the bot only now: `bot.processes` holds all settings of its processes.
  v1::LeagueConfig& config = setup.config;
  for (v1::BotEntry& entry : *config.mutable_bots()) {
    const std::string name = entry.name();
    entry = bot.entry;
    entry.set_name(name);
  }
  config.MergeFrom(bot.processes);
  return std::move(config);
}

// One league being played, with the clocks that start when all bots are ready.
class TimedLeague {
 public:
  TimedLeague(const std::vector<CompiledRules>& rules,
              const arena::Launcher& launcher, int workers)
      : rules_(rules),
        launcher_(launcher),
        workers_(workers),
        ready_(workers) {}

  absl::StatusOr<BenchRow> Play(arena::LeagueStore& store) {
    const double bots_before = arena::ChildCpuSeconds();
    const double thread_before = arena::ThreadCpuSeconds();
    const std::atomic<bool> stop = false;
    const absl::StatusOr<arena::Progress> progress = arena::RunLeague(
        store, rules_,
        {.workers = workers_,
         .make_links = [this](int worker) { return ReadyLinks(worker); },
         .on_progress = [](const auto& /*progress*/) {},
         .on_unit = [this](const auto& unit) { LookForFault(unit); }},
        stop);
    BenchRow row{.threads = workers_, .seconds = SecondsSince(start_)};
    row.referee_cpu_seconds = arena::OwnCpuSeconds() - own_before_;
    row.layer(Layer::kStore) = arena::ThreadCpuSeconds() - thread_before;
    row.bots_cpu_seconds = arena::ChildCpuSeconds() - bots_before;
    // Sandboxed processes are not children of this process when they end.
    double in_sandboxes = 0;
    ASSIGN_OR_RETURN(const auto usage, store.Usage());
    for (const arena::StoredUsage& used : usage) {
      in_sandboxes += std::chrono::duration<double>(used.usage.cpu).count();
    }
    row.bots_cpu_seconds = std::max(row.bots_cpu_seconds, in_sandboxes);
    if (!progress.ok()) return progress.status();
    if (!failure_.ok()) return failure_;
    row.deals = static_cast<double>(progress->deals);
    row.decisions = static_cast<double>(progress->decisions);
    return row;
  }

 private:
  arena::BotLinks ReadyLinks(int worker) {
    arena::BotLinks links = launcher_.MakeLinks(rules_, worker);
    for (auto& link : links.links) {
      if (link->bundled() != nullptr) continue;
      auto ready =
          std::make_unique<ReadyLink>(std::move(link), links.waiter.get());
      if (!ready->status().ok()) Fail(ready->status());
      link = std::move(ready);
    }
    ready_.arrive_and_wait();
    if (worker == 0) {
      own_before_ = arena::OwnCpuSeconds();
      start_ = Clock::now();
    }
    return links;
  }

  void LookForFault(const arena::UnitResult& unit) {
    if (unit.faults.empty()) return;
    const arena::Fault& fault = unit.faults.front();
    Fail(absl::UnavailableError(arena::WithStderrTail(
        absl::StrFormat("the bot failed while it was measured: %s: %s",
                        std::string(arena::VerdictName(fault.verdict)),
                        fault.detail),
        fault.last_stderr)));
  }

  // Keeps the first failure.
  void Fail(const absl::Status& status) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (failure_.ok()) failure_ = status;
  }

  const std::vector<CompiledRules>& rules_;
  const arena::Launcher& launcher_;
  int workers_;
  std::latch ready_;
  Clock::time_point start_;  // written by the first worker
  double own_before_ = 0;
  std::mutex mutex_;  // guards failure_
  absl::Status failure_;
};

absl::StatusOr<BenchRow> PlayOnce(const BenchPlan& plan, const BenchBot& bot,
                                  std::int64_t deals) {
  ASSIGN_OR_RETURN(v1::LeagueConfig config, ConfigFor(plan, bot, deals));
  ASSIGN_OR_RETURN(std::vector<CompiledRules> rules,
                   arena::CompileLeague(config));
  const ScratchDirectory scratch;
  if (scratch.path().empty()) {
    return absl::PermissionDeniedError(
        "bench: cannot make a directory for temporary files; set TMPDIR to one "
        "that can be written");
  }
  const std::string directory = scratch.path() + "/league";
  ASSIGN_OR_RETURN(std::unique_ptr<arena::LeagueStore> store,
                   arena::LeagueStore::Create(directory, config));
  arena::LaunchOptions options =
      LaunchOptionsFor(directory, arena::AskedHere());
  options.transport = bot.transport;
  ASSIGN_OR_RETURN(const arena::Launcher launcher,
                   arena::Launcher::Make(config, std::move(options)));
  // A worker without a unit would never reach the common start.
  const std::int64_t units =
      (deals + config.block_items() - 1) / config.block_items();
  const int workers =
      static_cast<int>(std::min<std::int64_t>(plan.workers, units));
  return TimedLeague(rules, launcher, workers).Play(*store);
}

// The program that serves bundled bots is in the folder of this one.
absl::StatusOr<std::string> BotProgram() {
  std::error_code error;
  const fs::path own = fs::read_symlink("/proc/self/exe", error);
  const fs::path program = own.parent_path() / "couillon-bot";
  if (!error && fs::exists(program, error)) return program.string();
  return absl::NotFoundError(absl::StrFormat(
      "%s: not found; it serves the bots that are measured over gRPC",
      program.string()));
}

}  // namespace

absl::StatusOr<v1::BotEntry> BundledBotProcess() {
  ASSIGN_OR_RETURN(const std::string program, BotProgram());
  v1::BotEntry entry;
  entry.add_command(program);
  entry.add_command("--name");
  entry.add_command(kBenchBot);
  return entry;
}

absl::StatusOr<BenchRow> MeasureLeague(const BenchPlan& plan,
                                       const BenchBot& bot) {
  for (std::int64_t deals = kFirstDeals;;) {
    ASSIGN_OR_RETURN(BenchRow row, PlayOnce(plan, bot, deals));
    const std::int64_t next = NextAmount(deals, row.seconds, plan.seconds);
    if (next == 0) return row;
    deals = next;
  }
}

absl::StatusOr<BenchRow> MeasureRawStream(const BenchPlan& plan,
                                          const v1::PlayRequest& batch,
                                          bool messages,
                                          double decisions_per_deal) {
  ASSIGN_OR_RETURN(const std::string program, BotProgram());
  ASSIGN_OR_RETURN(const arena::SocketFolder folder,
                   arena::SocketFolder::Make());
  arena::RawPlan raw{
      .bot = {.name = "bare",
              .program = {.command = {program, "--bare",
                                      messages ? "messages" : "bytes"}}},
      .pairs = plan.workers,
      .batches = kFirstBatches,
      .messages = messages};
  for (;;) {
    ASSIGN_OR_RETURN(
        const arena::RawRun run,
        arena::RunRawStream(
            {.folder = &folder, .limits = {.start_ms = kStartMs}}, batch, raw));
    const std::int64_t next =
        NextAmount(raw.batches, run.seconds, plan.seconds);
    raw.batches = next;
    if (next > 0) continue;
    const auto decisions = static_cast<double>(run.decisions);
    return BenchRow{.threads = plan.workers,
                    .batch = static_cast<std::uint32_t>(batch.decisions_size()),
                    .deals = decisions / decisions_per_deal,
                    .decisions = decisions,
                    .seconds = run.seconds,
                    .referee_cpu_seconds = run.client_seconds,
                    .bots_cpu_seconds = run.server_seconds};
  }
}

absl::StatusOr<arena::BotLimits> LimitsOf(const BenchPlan& plan,
                                          const BenchBot& bot) {
  RETURN_IF_ERROR((ConfigFor(plan, bot, kFirstDeals)).status());
  ASSIGN_OR_RETURN(const arena::GrpcBot grpc_bot, arena::ToGrpcBot(bot.entry));
  ASSIGN_OR_RETURN(const arena::SocketFolder folder,
                   arena::SocketFolder::Make());
  arena::BotDescription description;
  RETURN_IF_ERROR(arena::TryBot(
      {.folder = &folder,
       .limits = {.start_ms = kStartMs},
       .process_limits = arena::ProcessLimitsOf(bot.processes.limits()),
       .sandbox = arena::SandboxOf(bot.processes, SharedPaths()),
       .environment = {bot.processes.bot_environment().begin(),
                       bot.processes.bot_environment().end()}},
      grpc_bot, description));
  return description.limits;
}

}  // namespace couillon::tools

// Threads take tasks of deals until the limit of searched positions is reached.

#include "arena/measure/fairness/solved_deals.h"

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "absl/strings/str_format.h"
#include "arena/table/table.h"
#include "engine/play/position.h"
#include "engine/solve/payoff.h"
#include "engine/solve/solver.h"

namespace couillon::arena {
namespace {

// Large enough to make a solver for, small enough to stop soon after the
// positions have run out.
constexpr std::uint64_t kTaskDeals = 8;

// The deals of one task, solved.
struct SolvedTask {
  std::vector<std::int32_t> leads;
  std::uint64_t positions = 0;
  bool is_done = false;
};

// Hands out tasks and collects their results. All members may be called
// concurrently but for Result().
class Tasks {
 public:
  explicit Tasks(const SolvingLimits& limits)
      : limits_(limits), done_((limits.deals + kTaskDeals - 1) / kTaskDeals) {}

  // The number of a task to solve; null if none is left.
  std::optional<std::size_t> Next() {
    const std::scoped_lock lock(mutex_);
    if (next_ == done_.size() || spent_) return std::nullopt;
    return next_++;
  }

  void Finish(std::size_t task, SolvedTask solved) {
    const std::scoped_lock lock(mutex_);
    done_[task] = std::move(solved);
    // Tasks count in the order of the deals, regardless of the order in which
    // they are finished.
    while (!spent_ && counted_ < done_.size() && done_[counted_].is_done) {
      positions_ += done_[counted_].positions;
      spent_ = positions_ >= limits_.positions;
      ++counted_;
    }
  }

  // The deals that count. Tasks beyond those that other workers have begun do
  // not.
  [[nodiscard]] SolvedDeals Result() const {
    SolvedDeals solved{.leads = {}, .positions = positions_, .why_not = {}};
    for (std::size_t task = 0; task < counted_; ++task) {
      const std::vector<std::int32_t>& leads = done_[task].leads;
      solved.leads.insert(solved.leads.end(), leads.begin(), leads.end());
    }
    return solved;
  }

 private:
  SolvingLimits limits_;
  std::mutex mutex_;  // guards the members below
  std::vector<SolvedTask> done_;
  std::size_t next_ = 0;
  std::size_t counted_ = 0;  // the first task that does not count yet
  std::uint64_t positions_ = 0;
  bool spent_ = false;
};

// Solves the deals of a task, and no further one once its positions exceed the
// limit of all tasks. A solver of its own makes their number independent of
// earlier tasks.
SolvedTask SolveTask(const CompiledRules& rules, const DealSource& source,
                     const SolvingLimits& limits, std::size_t task) {
  Solver solver(rules);
  const GamePoints game_points(rules.ruleset);
  SolvedTask solved;
  const std::uint64_t first = task * kTaskDeals;
  const std::uint64_t end = std::min(first + kTaskDeals, limits.deals);
  for (std::uint64_t deal = first;
       deal < end && solver.nodes() < limits.positions; ++deal) {
    const Position position(rules, source.PackOf(rules.deck, deal),
                            Table::FirstDealer(rules, deal));
    const SideValues leads = solver.Worth(position, game_points);
    solved.leads.push_back(leads[EldestSide(rules, deal)]);
  }
  solved.positions = solver.nodes();
  solved.is_done = true;
  return solved;
}

}  // namespace

std::string WhyNotSolved(const CompiledRules& rules) {
  if (rules.sides != 2) return absl::StrFormat("%d sides", rules.sides);
  const Position position(rules, DealSource("").PackOf(rules.deck, 0), 0);
  if (IsSolvedQuickly(position)) return "";
  if (position.stock_left() > 0) {
    return absl::StrFormat("%d cards of the stock are drawn during play",
                           position.stock_left());
  }
  return absl::StrFormat("a deal of %d tricks with %d hands takes too long",
                         position.tricks_left(), rules.players);
}

Side EldestSide(const CompiledRules& rules, std::uint64_t deal) {
  return rules.SideOf(rules.FromEldest(Table::FirstDealer(rules, deal), 0));
}

SolvedDeals SolveDeals(const CompiledRules& rules, const DealSource& source,
                       const SolvingLimits& limits, int workers,
                       const std::atomic<bool>& stop,
                       const std::function<void(std::int64_t)>& on_deals) {
  if (std::string why = WhyNotSolved(rules); !why.empty()) {
    return {.leads = {}, .positions = 0, .why_not = std::move(why)};
  }
  Tasks tasks(limits);
  std::mutex mutex;  // of `on_deals`
  const auto work = [&] {
    while (!stop.load()) {
      const std::optional<std::size_t> task = tasks.Next();
      if (!task) return;
      SolvedTask solved = SolveTask(rules, source, limits, *task);
      const auto deals = static_cast<std::int64_t>(solved.leads.size());
      tasks.Finish(*task, std::move(solved));
      const std::scoped_lock lock(mutex);
      on_deals(deals);
    }
  };
  std::vector<std::thread> threads;
  threads.reserve(static_cast<std::size_t>(workers));
  for (int worker = 0; worker < workers; ++worker) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  return tasks.Result();
}

std::vector<Figure> SolvedFigures() {
  return {{.name = "eldest_game_points",
           .title = "lead of eldest's side",
           .kind = FigureKind::kPoints},
          {.name = "eldest_score",
           .title = "score of eldest's side",
           .kind = FigureKind::kScore,
           .scale = 2},
          {.name = "eldest_wins",
           .title = "deals that eldest's side wins",
           .kind = FigureKind::kShare}};
}

std::vector<stats::RatioSums> SolvedSums(const SolvedDeals& solved) {
  std::vector<stats::RatioSums> sums(SolvedFigures().size());
  for (const std::int32_t lead : solved.leads) {
    const int wins = lead > 0 ? 1 : 0;
    const int ties = lead == 0 ? 1 : 0;
    sums[0].Add(lead, 1);
    sums[1].Add(2 * wins + ties, 1);
    sums[2].Add(wins, 1);
  }
  return sums;
}

}  // namespace couillon::arena

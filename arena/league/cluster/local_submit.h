// Plays what is missing of a plan with processes on this machine: the same
// programs and groups as on a cluster, without one.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/league/cluster/shard_groups.h"

namespace couillon::arena {

// The tasks that run next on one machine: each once, and near the end those
// that run long a second time. No clock and no process: its caller has them.

using TaskTime = std::chrono::steady_clock::time_point;

class TaskBoard {
 public:
  // `tasks` tasks, from 0, in this order.
  explicit TaskBoard(std::size_t tasks) : tasks_(tasks) {}

  // The task to start when a worker is idle; nullopt if there is none now. A
  // task runs a second time if no other waits, and it has taken over twice as
  // long as the median of those that are done: its machine, or a bot, may hang.
  // Never three times.
  [[nodiscard]] std::optional<std::size_t> Next(TaskTime now) const;

  void Started(std::size_t task, TaskTime now);
  // A run of the task has ended; `done` if its results are there. A task none
  // of whose runs did it is given up: Next does not return it again.
  // Requires: it has been started more often than it has ended.
  void Ended(std::size_t task, bool done, TaskTime now);

  [[nodiscard]] bool IsDone(std::size_t task) const {
    return tasks_[task].done;
  }
  // Returns true if all tasks are done or given up.
  [[nodiscard]] bool AllEnded() const;

 private:
  struct Task {
    int starts = 0;
    int running = 0;
    bool done = false;
    TaskTime first_start;
  };
  // The time that a task that is done has taken; nullopt if none is done.
  [[nodiscard]] std::optional<TaskTime::duration> Median() const;

  std::vector<Task> tasks_;
  std::vector<TaskTime::duration> times_;  // of tasks that are done
};

struct LocalRequest {
  std::string program;  // couillon
  std::string plan;     // folder, absolute
  ShardGroup missing;
  std::int64_t group = 1;            // shards of a process
  int processes = 1;                 // at a time
  int cpus = 1;                      // threads of a process
  std::vector<std::string> options;  // more of `league run`
  // Asked at least once a second: true if what is missing is not needed any
  // more, as when a sequential test has decided. Null: never.
  std::function<bool()> enough;
};

struct LocalSubmission {
  std::int64_t done = 0;      // processes whose shards are there
  std::int64_t failed = 0;    // processes that ended otherwise
  std::int64_t repeated = 0;  // processes that were started a second time
  bool different = false;     // one ended with 65: different or damaged results
  bool stopped = false;       // before the end, by `stop`
  bool enough = false;        // before the end, since no more was needed
};

// The command of a process that plays a group.
std::vector<std::string> LocalCommand(const LocalRequest& request,
                                      const ShardGroup& group);

// Plays the missing shards, each group by a process `league run`. A group that
// takes long while others wait for nothing is started a second time; the first
// result counts, and the other process is stopped. The output of processes is
// in PLAN/submit. `stop` is asked at least once a second: true stops
// all processes, which can be played later. Errors: a process could not be
// started, or a file could not be written. Requires: group, processes and cpus
// are positive.
absl::StatusOr<LocalSubmission> PlayHere(const LocalRequest& request,
                                         const std::function<bool()>& stop);

}  // namespace couillon::arena

// Which tasks run on one machine next: each once, and near the end those that
// run long a second time. No clock and no process: its caller has them.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <vector>

namespace couillon::arena {

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
  // Whether all tasks are done or given up.
  [[nodiscard]] bool AllEnded() const;

 private:
  struct Task {
    int starts = 0;
    int running = 0;
    bool done = false;
    TaskTime first_start;
  };
  // How long a task that is done has taken; nullopt if none is done.
  [[nodiscard]] std::optional<TaskTime::duration> Median() const;

  std::vector<Task> tasks_;
  std::vector<TaskTime::duration> times_;  // of tasks that are done
};

}  // namespace couillon::arena

#include "arena/league/cluster/task_board.h"

#include <algorithm>

#include "engine/cards/check.h"

namespace couillon::arena {

std::optional<std::size_t> TaskBoard::Next(TaskTime now) const {
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    if (tasks_[i].starts == 0) return i;
  }
  const std::optional<TaskTime::duration> median = Median();
  if (!median.has_value()) return std::nullopt;
  std::optional<std::size_t> longest;
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    const Task& task = tasks_[i];
    if (task.done || task.running != 1 || task.starts != 1) continue;
    if (now - task.first_start <= 2 * *median) continue;
    if (!longest.has_value() ||
        task.first_start < tasks_[*longest].first_start) {
      longest = i;
    }
  }
  return longest;
}

void TaskBoard::Started(std::size_t task, TaskTime now) {
  Task& started = tasks_[task];
  if (started.starts == 0) started.first_start = now;
  ++started.starts;
  ++started.running;
}

void TaskBoard::Ended(std::size_t task, bool done, TaskTime now) {
  Task& ended = tasks_[task];
  COUILLON_CHECK(ended.running > 0);
  --ended.running;
  if (!done || ended.done) return;
  ended.done = true;
  times_.push_back(now - ended.first_start);
}

bool TaskBoard::AllEnded() const {
  return std::all_of(tasks_.begin(), tasks_.end(), [](const Task& task) {
    return task.done || (task.starts > 0 && task.running == 0);
  });
}

std::optional<TaskTime::duration> TaskBoard::Median() const {
  if (times_.empty()) return std::nullopt;
  std::vector<TaskTime::duration> times = times_;
  const auto middle =
      times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

}  // namespace couillon::arena

// A board of tasks without clock or process decides what runs next; a loop
// starts processes and waits for them.

#include "arena/league/cluster/local_submit.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "arena/league/cluster/start_program.h"
#include "arena/league/cluster/submissions.h"
#include "arena/league/shards/shard_cut.h"
#include "engine/cards/check.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

constexpr int kDifferent = 65;  // exit code of `league run`
constexpr std::chrono::seconds kTimeToStop{30};

TaskTime Now() { return std::chrono::steady_clock::now(); }

// A process that plays a group.
struct Run {
  pid_t pid = 0;
  int descriptor = -1;  // of the process, for poll
  std::size_t task = 0;
  std::size_t worker = 0;
  std::optional<TaskTime> told_to_stop;
};

// Starts `command` with its output in the file `log`.
absl::StatusOr<Run> Start(const std::vector<std::string>& command,
                          const std::string& log) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log.c_str(),
                                   O_WRONLY | O_CREAT | O_APPEND, 0644);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  const absl::StatusOr<pid_t> pid = StartProgram(command, actions);
  posix_spawn_file_actions_destroy(&actions);
  if (!pid.ok()) return absl::FailedPreconditionError(pid.status().message());
  Run run{.pid = *pid};
  run.descriptor = static_cast<int>(::syscall(SYS_pidfd_open, run.pid, 0));
  return run;
}

class Player {
 public:
  Player(const LocalRequest& request, const Submission& submission)
      : request_(request),
        submission_(submission),
        board_(submission.groups.size()) {}

  absl::StatusOr<LocalSubmission> Play(const std::function<bool()>& stop) {
    absl::Status status = absl::OkStatus();
    while (status.ok() && !board_.AllEnded() && !done_.stopped) {
      done_.enough = request_.enough && request_.enough();
      if (done_.enough) break;
      status = StartSome();
      WaitABit();
      Reap();
      done_.stopped = done_.stopped || stop();
    }
    for (Run& run : runs_) Stop(run);
    while (!runs_.empty()) {
      WaitABit();
      Reap();
    }
    if (!status.ok()) return status;
    return done_;
  }

 private:
  absl::Status StartSome() {
    for (std::size_t worker = 0;
         worker < static_cast<std::size_t>(request_.processes); ++worker) {
      const bool busy =
          std::any_of(runs_.begin(), runs_.end(),
                      [&](const Run& run) { return run.worker == worker; });
      if (busy) continue;
      const std::optional<std::size_t> task = board_.Next(Now());
      if (!task.has_value()) break;
      RETURN_IF_ERROR(StartTask(*task, worker));
    }
    return absl::OkStatus();
  }

  absl::Status StartTask(std::size_t task, std::size_t worker) {
    const bool again =
        std::any_of(runs_.begin(), runs_.end(),
                    [&](const Run& run) { return run.task == task; });
    const std::string log =
        absl::StrCat(submission_.folder, "/logs/", task, again ? "-again" : "");
    ASSIGN_OR_RETURN(
        Run run, Start(LocalCommand(request_, submission_.groups[task]), log));
    run.task = task;
    run.worker = worker;
    runs_.push_back(run);
    board_.Started(task, Now());
    if (again) ++done_.repeated;
    return absl::OkStatus();
  }

  // NOLINTBEGIN(misc-include-cleaner): <poll.h>, <csignal> and <sys/wait.h>
  // Returns when a process has ended, or after a second.
  void WaitABit() {
    std::vector<pollfd> descriptors;
    descriptors.reserve(runs_.size());
    for (const Run& run : runs_) {
      descriptors.push_back({.fd = run.descriptor, .events = POLLIN});
    }
    ::poll(descriptors.data(), descriptors.size(), 1000);
  }

  void Reap() {
    for (std::size_t i = 0; i < runs_.size();) {
      int status = 0;
      const Run ended = runs_[i];
      if (::waitpid(ended.pid, &status, WNOHANG) != ended.pid) {
        const std::optional<TaskTime>& told = ended.told_to_stop;
        if (told && Now() - *told > kTimeToStop) {
          ::kill(ended.pid, SIGKILL);  // it hangs
        }
        ++i;
        continue;
      }
      runs_.erase(runs_.begin() + static_cast<std::ptrdiff_t>(i));
      if (ended.descriptor >= 0) ::close(ended.descriptor);
      Take(ended, status);
    }
  }

  void Take(const Run& ended, int status) {
    const bool played = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    const bool first = played && !board_.IsDone(ended.task);
    if (WIFEXITED(status) && WEXITSTATUS(status) == kDifferent) {
      done_.different = true;
    }
    board_.Ended(ended.task, played, Now());
    if (first) ++done_.done;
    bool other = false;
    for (Run& run : runs_) {
      if (run.task != ended.task) continue;
      other = true;
      if (played) Stop(run);
    }
    if (!other && !board_.IsDone(ended.task) && !done_.enough) ++done_.failed;
  }
  // NOLINTEND(misc-include-cleaner)

  static void Stop(Run& run) {
    if (run.told_to_stop.has_value()) return;
    run.told_to_stop = Now();
    ::kill(run.pid, SIGTERM);
  }

  const LocalRequest& request_;
  const Submission& submission_;
  TaskBoard board_;
  std::vector<Run> runs_;
  LocalSubmission done_;
};

}  // namespace

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

std::vector<std::string> LocalCommand(const LocalRequest& request,
                                      const ShardGroup& group) {
  std::vector<std::string> command = {
      request.program,   "league",        "run",
      "--plan",          request.plan,    "--shards",
      ShardsText(group), "--concurrency", absl::StrCat(request.cpus),
      "--quiet"};
  command.insert(command.end(), request.options.begin(), request.options.end());
  return command;
}

absl::StatusOr<LocalSubmission> PlayHere(const LocalRequest& request,
                                         const std::function<bool()>& stop) {
  if (request.missing.empty()) return LocalSubmission{};
  ASSIGN_OR_RETURN(const Submissions before, Submissions::Read(request.plan));
  const Submission submission =
      before.Next(SplitGroups(request.missing, request.group));
  RETURN_IF_ERROR(CreateSubmission(submission));
  return Player(request, submission).Play(stop);
}

}  // namespace couillon::arena

// Compares missing shards with what is queued, submits the difference, doubles
// stragglers and queues the merge.

#include "arena/league/cluster/slurm_submit.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/league/cluster/slurm_queue.h"
#include "arena/league/cluster/submissions.h"
#include "couillon/v1/plan.pb.h"
#include "engine/cards/status_macros.h"
#include "engine/cards/text_hash.h"
#include "proto/stored_json.h"
#include "proto/whole_file.h"

namespace couillon::arena {
namespace {

// Tasks that take much longer than others: their node may be slow, or hang.

// A running task that should get a second copy.
struct Straggler {
  std::string id;     // of its job, "ARRAY_TASK"
  ShardGroup shards;  // of its group, those that are missing
};

constexpr double kMuchLonger = 2;

std::optional<double> SecondsPerShardOf(const std::filesystem::path& note) {
  const absl::StatusOr<std::string> json =
      ReadWhole(note.string(), kMaxStoredTextBytes);
  if (!json.ok()) return std::nullopt;
  v1::ShardRun run;
  if (!ReadStoredJson(*json, run, /*ignore_unknown_fields=*/true) ||
      run.shards().empty()) {
    return std::nullopt;
  }
  return run.seconds() / run.shards_size();
}

// The number of tasks that have each shard.
std::map<std::int64_t, int> Owners(const SlurmQueue& queue,
                                   const Submissions& submissions) {
  std::map<std::int64_t, int> owners;
  for (const SlurmTask& task : queue.tasks) {
    for (const std::int64_t shard : submissions.GroupOf(task)) ++owners[shard];
  }
  return owners;
}

bool Waits(const SlurmTask& task) { return task.running_seconds < 0; }

// The median of the seconds per shard of the runs that the plan in the folder
// `plan` has notes of; nothing if there is none. A note that cannot be read is
// left out.
std::optional<double> SecondsPerShard(const std::string& plan) {
  std::vector<double> seconds;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(
           std::filesystem::path(plan) / "runs", error)) {
    const std::optional<double> one = SecondsPerShardOf(entry.path());
    if (one.has_value()) seconds.push_back(*one);
  }
  if (seconds.empty()) return std::nullopt;
  const auto middle =
      seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
  std::nth_element(seconds.begin(), middle, seconds.end());
  return *middle;
}

// The tasks that have run over twice as long as their group takes at
// `seconds_per_shard`, and whose missing shards no other task has. None as long
// as a task waits: a second copy would only keep it waiting.
std::vector<Straggler> FindStragglers(const SlurmQueue& queue,
                                      const Submissions& submissions,
                                      const ShardGroup& missing,
                                      double seconds_per_shard) {
  std::vector<Straggler> found;
  if (std::any_of(queue.tasks.begin(), queue.tasks.end(), Waits)) return found;
  const std::map<std::int64_t, int> owners = Owners(queue, submissions);
  for (const SlurmTask& task : queue.tasks) {
    const ShardGroup group = submissions.GroupOf(task);
    Straggler slow{.id = task.id, .shards = {}};
    bool alone = true;
    for (const std::int64_t shard : group) {
      if (!std::binary_search(missing.begin(), missing.end(), shard)) continue;
      slow.shards.push_back(shard);
      alone = alone && owners.at(shard) == 1;
    }
    const double expected =
        seconds_per_shard * static_cast<double>(group.size());
    if (alone && !slow.shards.empty() &&
        static_cast<double>(task.running_seconds) > kMuchLonger * expected) {
      found.push_back(slow);
    }
  }
  return found;
}

// Names the jobs of a plan: two copies of a plan have different ones.
std::string LabelOf(const SlurmRequest& request) {
  return TextHash(request.identity + "\n" + request.plan).substr(0, 12);
}

// The names of all jobs that may have been submitted.
std::vector<std::string> JobNames(const Submissions& submissions,
                                  const std::string& label) {
  std::vector<std::string> names = {MergeJobName(label)};
  for (const Submission& submission : submissions.all()) {
    const std::int64_t groups = std::ssize(submission.groups);
    for (std::int64_t first = 0; first < groups; first += kMaxArrayTasks) {
      names.push_back(FormatArrayName({label, submission.number, first}));
    }
  }
  return names;
}

// The shards of the tasks, ascending.
ShardGroup ListShards(const std::vector<SlurmTask>& tasks,
                      const Submissions& submissions) {
  ShardGroup shards;
  for (const SlurmTask& task : tasks) {
    const ShardGroup group = submissions.GroupOf(task);
    shards.insert(shards.end(), group.begin(), group.end());
  }
  std::sort(shards.begin(), shards.end());
  shards.erase(std::unique(shards.begin(), shards.end()), shards.end());
  return shards;
}

// Submits, or says what would be submitted.
class Submitter {
 public:
  Submitter(const SlurmRequest& request, const CommandRunner& run,
            const Submission& submission)
      : request_(request),
        run_(run),
        submission_(submission),
        label_(LabelOf(request)),
        names_{.program = request.program,
               .plan = request.plan,
               .folder = submission.folder,
               .out = request.out,
               .options = request.run_options} {}

  absl::Status WriteScripts(SlurmSubmission& done) {
    if (!request_.dry_run) {
      RETURN_IF_ERROR(CreateSubmission(submission_));
    }
    absl::Status status = absl::OkStatus();
    if (!submission_.groups.empty()) {
      status = WriteSlow(done);
      if (!status.ok()) return status;
      status = Script("task.sh", TaskScript(names_, request_.options), done);
    }
    if (status.ok() && !request_.out.empty()) {
      status = Script("merge.sh", MergeScript(names_, request_.options), done);
    }
    return status;
  }

  absl::Status SubmitArrays(SlurmSubmission& done) {
    const std::int64_t groups = std::ssize(submission_.groups);
    for (std::int64_t first = 0; first < groups; first += kMaxArrayTasks) {
      const std::int64_t count =
          std::min<std::int64_t>(kMaxArrayTasks, groups - first);
      const ArrayName name{label_, submission_.number, first};
      ASSIGN_OR_RETURN(std::string id,
                       Run(ArrayCommand(names_, name, count), done));
      for (std::int64_t i = first; i < first + count; ++i) {
        done.shards +=
            std::ssize(submission_.groups[static_cast<std::size_t>(i)]);
      }
      done.arrays.push_back(id);
    }
    return absl::OkStatus();
  }

  absl::Status SubmitMerge(std::vector<std::string> after,
                           SlurmSubmission& done) {
    after.insert(after.end(), done.arrays.begin(), done.arrays.end());
    ASSIGN_OR_RETURN(std::string id,
                     Run(MergeCommand(names_, label_, after), done));
    done.merge = id;
    return absl::OkStatus();
  }

 private:
  absl::Status Script(const std::string& name, const std::string& text,
                      SlurmSubmission& done) {
    if (!request_.dry_run) return WriteSubmitted(submission_, name, text, true);
    absl::StrAppend(&done.text, "--- ", submission_.folder, "/", name, "\n",
                    text);
    return absl::OkStatus();
  }

  // The tasks whose second copies the groups are, a line each.
  absl::Status WriteSlow(const SlurmSubmission& done) {
    if (done.slow.empty() || request_.dry_run) return absl::OkStatus();
    return WriteSubmitted(submission_, "slow",
                          absl::StrJoin(done.slow, "\n") + "\n");
  }

  // Returns the job's id; of a dry run, a word for it.
  absl::StatusOr<std::string> Run(const std::vector<std::string>& command,
                                  SlurmSubmission& done) {
    if (request_.dry_run) {
      absl::StrAppend(&done.text, ShellCommand(command), "\n");
      return absl::StrCat("JOB", done.arrays.size() + 1);
    }
    ASSIGN_OR_RETURN(const std::string output, run_(command));
    ASSIGN_OR_RETURN(std::string id, ReadJobId(output));
    RETURN_IF_ERROR(NoteJob(submission_, id + " " + ShellCommand(command)));
    return id;
  }

  const SlurmRequest& request_;
  const CommandRunner& run_;
  const Submission& submission_;
  std::string label_;
  SlurmScriptNames names_;
};

absl::StatusOr<SlurmQueue> LookUpQueue(const SlurmRequest& request,
                                       const Submissions& submissions,
                                       const CommandRunner& run) {
  if (submissions.all().empty()) return SlurmQueue{};
  const std::string label = LabelOf(request);
  ASSIGN_OR_RETURN(const std::string output,
                   run(QueueCommand(JobNames(submissions, label))));
  return ReadQueue(output, label);
}

// Cancels jobs that Slurm holds after a failed start: what they have to do is
// submitted anew, and what waits for their end goes on.
absl::Status CancelHeld(const SlurmQueue& queue, bool dry_run,
                        const CommandRunner& run, SlurmSubmission& done) {
  for (const std::vector<std::string>& command : CancelCommands(queue.held)) {
    if (dry_run) {
      absl::StrAppend(&done.text, ShellCommand(command), "\n");
      continue;
    }
    RETURN_IF_ERROR(run(command).status());
  }
  done.held = std::ssize(queue.held);
  return absl::OkStatus();
}

// The groups to submit: what no task has, else second copies of slow tasks,
// which are added to `done`.
std::vector<ShardGroup> GroupsToSubmit(const SlurmRequest& request,
                                       const Submissions& before,
                                       const SlurmQueue& queue,
                                       SlurmSubmission& done) {
  const ShardGroup todo =
      Without(request.missing, ListShards(queue.tasks, before));
  done.left = std::ssize(request.missing) - std::ssize(todo);
  if (!todo.empty() || !request.speculate) {
    return SplitGroups(todo, request.group);
  }
  std::vector<ShardGroup> copies;
  const std::optional<double> seconds = SecondsPerShard(request.plan);
  if (!seconds.has_value()) return copies;
  for (const Straggler& straggler :
       FindStragglers(queue, before, request.missing, *seconds)) {
    copies.push_back(straggler.shards);
    done.slow.push_back(straggler.id);
  }
  return copies;
}

}  // namespace

absl::StatusOr<SlurmSubmission> SubmitToSlurm(const SlurmRequest& request,
                                              const CommandRunner& run) {
  ASSIGN_OR_RETURN(const Submissions before, Submissions::Read(request.plan));
  ASSIGN_OR_RETURN(const SlurmQueue queue, LookUpQueue(request, before, run));
  SlurmSubmission done;
  absl::Status status = CancelHeld(queue, request.dry_run, run, done);
  if (!status.ok()) return status;
  const Submission submission =
      before.Next(GroupsToSubmit(request, before, queue, done));
  const bool more = !submission.groups.empty() && done.slow.empty();
  const bool merge =
      !request.out.empty() && !request.merged && (more || !queue.merges);
  if (submission.groups.empty() && !merge) return done;
  Submitter submitter(request, run, submission);
  status = submitter.WriteScripts(done);
  if (status.ok()) status = submitter.SubmitArrays(done);
  if (status.ok() && merge) status = submitter.SubmitMerge(queue.arrays, done);
  if (status.ok()) return done;
  return absl::Status(
      status.code(),
      absl::StrFormat("%s\n%d shards have been submitted; the same command "
                      "again submits the others",
                      std::string(status.message()), done.shards));
}

}  // namespace couillon::arena

// The submissions of a plan: the folder PLAN/submit. Each submission has a
// folder of its own there, 00001 and so on:
//
//   groups       a list of shards in each line: what a task plays
//   task.sh, merge.sh, job.json   what was submitted
//   jobs         the ids that the cluster gave
//   logs/        output of tasks
//   starts/      when and where each task was started
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/league/cluster/shard_groups.h"
#include "arena/league/cluster/slurm_queue.h"

namespace couillon::arena {

struct Submission {
  int number = 0;  // from 1
  std::string folder;
  std::vector<ShardGroup> groups;
};

class Submissions {
 public:
  // Reads the submissions of the plan in the folder `plan`. Creates nothing.
  // The error names the file that cannot be read.
  static absl::StatusOr<Submissions> Read(const std::string& plan);

  [[nodiscard]] const std::vector<Submission>& all() const { return all_; }

  // The group of a task; empty if it is none of these submissions.
  [[nodiscard]] ShardGroup GroupOf(const SlurmTask& task) const;

  // The submission with these groups that would come next; no folder yet.
  [[nodiscard]] Submission Next(std::vector<ShardGroup> groups) const;

 private:
  explicit Submissions(std::string folder) : folder_(std::move(folder)) {}
  std::string folder_;
  std::vector<Submission> all_;  // by number
};

// Creates the folder of a submission with its groups. AlreadyExists if another
// process has just done so.
absl::Status CreateSubmission(const Submission& submission);

// Writes a file of a submission, `executable` if it is a script.
absl::Status WriteSubmitted(const Submission& submission,
                            const std::string& name, const std::string& text,
                            bool executable = false);

// Adds a line to the file `jobs` of a submission.
absl::Status NoteJob(const Submission& submission, const std::string& line);

// Holds the lock of PLAN/submit as long as it lives, so that two processes do
// not submit the same shards.
class SubmitLock {
 public:
  // FailedPrecondition if another process has it.
  static absl::StatusOr<SubmitLock> Take(const std::string& plan);
  ~SubmitLock();
  SubmitLock(SubmitLock&& other) noexcept;
  SubmitLock& operator=(SubmitLock&&) = delete;
  SubmitLock(const SubmitLock&) = delete;
  SubmitLock& operator=(const SubmitLock&) = delete;

 private:
  explicit SubmitLock(int number) : number_(number) {}
  int number_;
};

}  // namespace couillon::arena

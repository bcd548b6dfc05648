// The queued and running jobs of a plan, as Slurm's squeue lists them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace couillon::arena {

// A task of an array that has not ended.
struct SlurmTask {
  int submission = 0;
  std::int64_t group = 0;  // its line in the submission's file of groups
  std::string id = {};     // of its job, "ARRAY_TASK"
  std::int64_t running_seconds = -1;  // since its start; -1 if it waits
  friend bool operator==(const SlurmTask&, const SlurmTask&) = default;
};

struct SlurmQueue {
  std::vector<SlurmTask> tasks;
  std::vector<std::string> arrays;  // ids of the tasks' jobs, each once
  bool merges = false;              // a merge of the plan has not ended
  // Ids of tasks and merges that Slurm holds because their start failed: they
  // wait for a person for ever, and are none of the above.
  std::vector<std::string> held;
};

// The command that lists the jobs of the cluster with these names.
std::vector<std::string> QueueCommand(const std::vector<std::string>& names);

// The commands that cancel jobs with these ids, also those that have ended.
std::vector<std::vector<std::string>> CancelCommands(
    const std::vector<std::string>& ids);

// Reads the output of QueueCommand: of the jobs there, those of the plan
// `label`. InvalidArgument quotes a line that squeue should not have written.
absl::StatusOr<SlurmQueue> ReadQueue(const std::string& output,
                                     const std::string& label);

// The seconds of a duration as squeue writes it,
// [DAYS-][[HOURS:]MINUTES:]SECONDS; -1 if it is none.
std::int64_t ReadSlurmSeconds(const std::string& text);

// The id that `sbatch --parsable` printed, without the name of a cluster.
// InvalidArgument quotes what is none.
absl::StatusOr<std::string> ReadJobId(const std::string& output);

}  // namespace couillon::arena

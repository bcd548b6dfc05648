// Submits what is missing of a plan to Slurm. The folder of results is the
// truth: Slurm is only asked which shards need not be submitted now.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/league/cluster/program_output.h"
#include "arena/league/cluster/shard_groups.h"
#include "arena/league/cluster/slurm_script.h"

namespace couillon::arena {

struct SlurmRequest {
  std::string program;  // couillon as the nodes find it
  std::string plan;     // folder, absolute
  std::string identity;
  ShardGroup missing;
  std::int64_t group = 1;  // shards of a task
  std::string out;         // of the merge, absolute; empty: no merge
  bool merged = false;     // `out` has the league already
  std::vector<std::string> run_options;  // more of `league run`
  // Submit a second copy of tasks that take much longer than others, if there
  // is nothing else to submit and none waits.
  bool speculate = false;
  SlurmOptions options;
  bool dry_run = false;  // submit and write nothing
};

struct SlurmSubmission {
  std::int64_t shards = 0;          // submitted
  std::int64_t left = 0;            // missing, and queued or running already
  std::int64_t held = 0;            // jobs that Slurm held; now cancelled
  std::vector<std::string> slow;    // tasks that got a second copy
  std::vector<std::string> arrays;  // ids of the jobs submitted
  std::string merge;                // id of the merge; empty: not submitted
  std::string text;  // of a dry run: scripts and commands, for a person
};

// Writes the submission's folder and runs sbatch, as often as needed; nothing
// if nothing is missing that is not queued or running. Calls squeue first if
// something has been submitted before, and cancels what Slurm holds for ever.
// The errors are those of the commands; a later call submits what is missing
// then. Requires: group > 0.
absl::StatusOr<SlurmSubmission> SubmitToSlurm(const SlurmRequest& request,
                                              const CommandRunner& run);

}  // namespace couillon::arena

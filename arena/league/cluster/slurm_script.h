// The orders to Slurm for a plan: the scripts that its jobs run, and the
// commands that submit them. Text in, text out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace couillon::arena {

// Many clusters allow no larger array (MaxArraySize).
inline constexpr int kMaxArrayTasks = 1000;

// Seconds before the time limit of a task at which Slurm signals it to stop.
inline constexpr int kNoticeSeconds = 120;
// Starts of a task that reaches its time limit.
inline constexpr int kMaxStarts = 20;

struct SlurmOptions {
  int cpus = 1;                    // of a task
  std::vector<std::string> lines;  // options of sbatch, such as "--mem=2G"
};

// The names in the scripts of one submission.
struct SlurmScriptNames {
  std::string program;  // couillon, with its path
  std::string plan;     // folder, absolute
  std::string folder;   // of the submission, absolute
  std::string out;      // where the merge goes; empty: there is none
  std::vector<std::string> options;  // more of `league run`
};

// The script of the tasks of an array. Its argument is the number of the first
// group of the array in the file `groups` of the folder.
//
// The task plays its group. USR1 says that its time is nearly over: the script
// then stops the program, and asks Slurm for another start if shards are left.
// TERM, which Slurm sends to a job that is cancelled or preempted, only stops
// the program. It exits with the code of `league run`.
std::string TaskScript(const SlurmScriptNames& names,
                       const SlurmOptions& options);

// The script of the job that merges. It exits with the code of `league merge`.
std::string MergeScript(const SlurmScriptNames& names,
                        const SlurmOptions& options);

// The name of an array: `label`, the number of the submission and that of its
// first group. ParseArrayName returns false if a job has another name.
struct ArrayName {
  std::string label;  // of the plan
  int submission = 0;
  std::int64_t first = 0;
};
std::string FormatArrayName(const ArrayName& name);
bool ParseArrayName(const std::string& text, ArrayName& name);
// The name of the jobs that merge the plan.
std::string MergeJobName(const std::string& label);

// The command that submits the `count` groups from `name.first`. It prints the
// job's id. Requires: 0 < count <= kMaxArrayTasks.
std::vector<std::string> ArrayCommand(const SlurmScriptNames& names,
                                      const ArrayName& name,
                                      std::int64_t count);

// The command that submits the merge, which starts when the jobs `after` have
// ended in whatever way, and any earlier merge of the plan.
std::vector<std::string> MergeCommand(const SlurmScriptNames& names,
                                      const std::string& label,
                                      const std::vector<std::string>& after);

// A command of shell words.
std::string ShellCommand(const std::vector<std::string>& command);

}  // namespace couillon::arena

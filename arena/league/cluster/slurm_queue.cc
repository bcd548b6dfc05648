// Lines of squeue, each a job or a part of an array.

#include "arena/league/cluster/slurm_queue.h"

#include <algorithm>
#include <cstddef>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "arena/league/cluster/slurm_script.h"
#include "arena/numbers/text/printable.h"

namespace couillon::arena {

namespace {

// A line of squeue.
struct QueuedJob {
  std::string name;
  std::string id;    // of an array, for all of its tasks
  std::string task;  // its number, or a word if it is none
  bool held = false;
  std::int64_t running_seconds = -1;  // -1: it does not run
};

// Returns true if Slurm waits for a person after a start that failed. Who holds
// a job by hand has a reason to, and releases it.
bool IsHeld(const std::string& state, const std::string& reason) {
  return state == "PENDING" &&
         absl::StrReplaceAll(absl::AsciiStrToLower(reason), {{"_", " "}}) ==
             "launch failed requeued held";
}

// False if there are too few words.
bool Parse(const std::string& line, QueuedJob& job) {
  const std::vector<std::string> words =
      absl::StrSplit(line, absl::MaxSplits(' ', 5));
  if (words.size() < 5) return false;
  job = {.name = words[0], .id = words[1], .task = words[2]};
  job.held = words.size() > 5 && IsHeld(words[3], words[5]);
  if (words[3] == "RUNNING") job.running_seconds = ReadSlurmSeconds(words[4]);
  return true;
}

void AddOnce(const std::string& id, std::vector<std::string>& ids) {
  if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(id);
}

// Adds a job of the plan `label`. False if it is no such job.
bool Add(const QueuedJob& job, const std::string& label, SlurmQueue& queue) {
  if (job.name == MergeJobName(label)) {
    if (job.held) {
      queue.held.push_back(job.id);
    } else {
      queue.merges = true;
    }
    return true;
  }
  ArrayName name;
  std::int64_t index = 0;
  if (!ParseArrayName(job.name, name) || !absl::SimpleAtoi(job.task, &index)) {
    return false;
  }
  const std::string id = absl::StrCat(job.id, "_", job.task);
  if (job.held) {
    queue.held.push_back(id);
    return true;
  }
  queue.tasks.push_back({.submission = name.submission,
                         .group = name.first + index,
                         .id = id,
                         .running_seconds = job.running_seconds});
  AddOnce(job.id, queue.arrays);
  return true;
}

}  // namespace

std::vector<std::string> QueueCommand(const std::vector<std::string>& names) {
  // Without --states: those that wait, run or are about to end.
  return {"squeue", "--noheader", "--array", "--format=%j %F %K %T %M %r",
          "--name=" + absl::StrJoin(names, ",")};
}

std::int64_t ReadSlurmSeconds(const std::string& text) {
  const std::vector<std::string> parts =
      absl::StrSplit(text, absl::ByAnyChar("-:"));
  const std::vector<std::int64_t> units = {1, 60, 3600, 86400};
  if (parts.size() > units.size()) return -1;
  std::int64_t seconds = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::int64_t number = 0;
    if (!absl::SimpleAtoi(parts[parts.size() - 1 - i], &number)) return -1;
    seconds += number * units[i];
  }
  return seconds;
}

std::vector<std::vector<std::string>> CancelCommands(
    const std::vector<std::string>& ids) {
  constexpr std::ptrdiff_t kMax = 1000;  // a command line has a limit
  std::vector<std::vector<std::string>> commands;
  for (auto first = ids.begin(); first != ids.end();) {
    const auto end = first + std::min(kMax, ids.end() - first);
    commands.push_back({"scancel", "--quiet"});
    commands.back().insert(commands.back().end(), first, end);
    first = end;
  }
  return commands;
}

absl::StatusOr<SlurmQueue> ReadQueue(const std::string& output,
                                     const std::string& label) {
  SlurmQueue queue;
  for (const std::string& line : std::vector<std::string>(
           absl::StrSplit(output, '\n', absl::SkipWhitespace()))) {
    if (!absl::StartsWith(line, "couillon-" + label + "-")) continue;
    QueuedJob job;
    if (Parse(line, job) && Add(job, label, queue)) continue;
    return absl::InvalidArgumentError(absl::StrFormat(
        "squeue wrote \"%s\"; expected a job's name, id, task, state, time and "
        "reason",
        PrintableLine(line)));
  }
  return queue;
}

absl::StatusOr<std::string> ReadJobId(const std::string& output) {
  const std::vector<std::string> parts = absl::StrSplit(output, ';');
  std::string id(absl::StripAsciiWhitespace(parts[0]));
  std::int64_t number = 0;
  if (absl::SimpleAtoi(id, &number) && number > 0) return id;
  return absl::InvalidArgumentError(absl::StrFormat(
      "sbatch wrote \"%s\"; expected a job's id", PrintableLine(output)));
}

}  // namespace couillon::arena

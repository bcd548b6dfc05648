#include "arena/clusters/slurm_queue.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "arena/clusters/slurm_script.h"
#include "arena/text/printable.h"

namespace couillon::arena {

std::vector<std::string> QueueCommand(const std::vector<std::string>& names) {
  // Without --states: those that wait, run or are about to end.
  return {"squeue", "--noheader", "--array", "--format=%j %F %K",
          "--name=" + absl::StrJoin(names, ",")};
}

absl::StatusOr<SlurmQueue> ReadQueue(const std::string& output,
                                     const std::string& label) {
  SlurmQueue queue;
  for (const std::string& line : std::vector<std::string>(
           absl::StrSplit(output, '\n', absl::SkipWhitespace()))) {
    const std::vector<std::string> words =
        absl::StrSplit(line, ' ', absl::SkipWhitespace());
    if (!absl::StartsWith(words[0], "couillon-" + label + "-")) continue;
    if (words[0] == MergeJobName(label)) {
      queue.merges = true;
      continue;
    }
    ArrayName name;
    std::int64_t index = 0;
    if (words.size() != 3 || !ParseArrayName(words[0], name) ||
        !absl::SimpleAtoi(words[2], &index)) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "squeue wrote \"%s\"; expected a job's name, id and task",
          PrintableLine(line)));
    }
    queue.tasks.push_back({name.submission, name.first + index});
    if (std::find(queue.arrays.begin(), queue.arrays.end(), words[1]) ==
        queue.arrays.end()) {
      queue.arrays.push_back(words[1]);
    }
  }
  return queue;
}

absl::StatusOr<std::string> ReadJobId(const std::string& output) {
  const std::vector<std::string> parts = absl::StrSplit(output, ';');
  const std::string id(absl::StripAsciiWhitespace(parts[0]));
  std::int64_t number = 0;
  if (absl::SimpleAtoi(id, &number) && number > 0) return id;
  return absl::InvalidArgumentError(absl::StrFormat(
      "sbatch wrote \"%s\"; expected a job's id", PrintableLine(output)));
}

}  // namespace couillon::arena

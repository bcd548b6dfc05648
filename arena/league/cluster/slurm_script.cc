// Scripts of bash with the plan's paths as variables, and the arguments of
// sbatch.

#include "arena/league/cluster/slurm_script.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "arena/numbers/text/shell_word.h"

namespace couillon::arena {
namespace {

// The directives that both kinds of job share.
std::string Directives(const SlurmOptions& options) {
  std::string text;
  for (const std::string& line : options.lines) {
    absl::StrAppend(&text, "#SBATCH ", line, "\n");
  }
  return text;
}

constexpr char kTaskHead[] = R"script(#!/usr/bin/env bash
# Plays shards of a league as tasks of a Slurm array. Written by
# `couillon league submit`, which also submits it: see docs/many-machines.md.
#
#   task.sh FIRST    plays the group in line FIRST + SLURM_ARRAY_TASK_ID
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --ntasks=1
)script";

// After the variables program, plan, folder, max_starts.
constexpr char kTaskBody[] = R"script(
task=$(($1 + SLURM_ARRAY_TASK_ID))
shards=$(sed -n "$((task + 1))p" "$folder/groups")
if [[ -z $shards ]]; then
  echo "$folder/groups has no line $((task + 1))" >&2
  exit 2
fi

# Threads for the share of the node that this task has, and no more: the
# processors that it may use, or fewer if Slurm does not bind it to its own.
jobs=$(env -u OMP_NUM_THREADS -u OMP_THREAD_LIMIT nproc)
if ((${SLURM_CPUS_PER_TASK:-$jobs} < jobs)); then jobs=$SLURM_CPUS_PER_TASK; fi

# The task counts its starts itself: SLURM_RESTART_COUNT may be unset.
echo "$(date -u +%FT%TZ) ${SLURMD_NODENAME:-$HOSTNAME}" >>"$folder/starts/$task"
starts=$(wc -l <"$folder/starts/$task")

child=
interrupted=false
out_of_time=false
stop() {
  interrupted=true
  if [[ -n $child ]]; then kill -TERM "$child" 2>/dev/null || true; fi
}
trap 'out_of_time=true; stop' USR1
trap stop TERM

"$program" league run --plan "$plan" --shards "$shards" --concurrency "$jobs" --quiet \
  "${options[@]}" &
child=$!
if $interrupted; then stop; fi  # before there was a child
code=0
wait "$child" || code=$?
while $interrupted; do  # a signal ended the wait, not the child
  interrupted=false
  code=0
  wait "$child" || code=$?
done

# What this is a second copy of has nothing left to do, and may hang.
if ((code == 0)) && [[ -e $folder/slow ]]; then
  scancel --quiet "$(sed -n "$((task + 1))p" "$folder/slow")" || true
fi
if ((code == 75)) && $out_of_time; then
  if ((starts < max_starts)); then
    echo "task $task: no time left, started $starts times; once more"
    scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
  else
    echo "task $task: no time left, started $starts times; given up" >&2
  fi
fi
exit "$code"
)script";

constexpr char kMergeHead[] = R"script(#!/usr/bin/env bash
# Merges the results of a league's shards. Written by `couillon league submit`:
# see docs/many-machines.md.
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --ntasks=1
)script";

// A variable of the script.
std::string Variable(const std::string& name, const std::string& value) {
  return absl::StrCat(name, "=", ShellWord(value), "\n");
}

// A file name as sbatch takes it: "%" begins a pattern.
std::string WithoutPatterns(const std::string& path) {
  return absl::StrReplaceAll(path, {{"%", "%%"}});
}

}  // namespace

std::string TaskScript(const SlurmScriptNames& names,
                       const SlurmOptions& options) {
  std::string script = kTaskHead;
  absl::StrAppend(&script, "#SBATCH --cpus-per-task=", options.cpus, "\n",
                  "#SBATCH --signal=B:USR1@", kNoticeSeconds, "\n");
  absl::StrAppend(&script, Directives(options), "set -euo pipefail\n\n",
                  Variable("program", names.program),
                  Variable("plan", names.plan),
                  Variable("folder", names.folder), "options=(",
                  ShellCommand(names.options), ")\n",
                  Variable("max_starts", absl::StrCat(kMaxStarts)), kTaskBody);
  return script;
}

std::string MergeScript(const SlurmScriptNames& names,
                        const SlurmOptions& options) {
  return absl::StrCat(kMergeHead, Directives(options), "set -euo pipefail\n\n",
                      "exec ",
                      ShellCommand({names.program, "league", "merge", "--plan",
                                    names.plan, "--out", names.out}),
                      "\n");
}

std::string FormatArrayName(const ArrayName& name) {
  return absl::StrFormat("couillon-%s-%05d-%d", name.label, name.submission,
                         name.first);
}

bool ParseArrayName(const std::string& text, ArrayName& name) {
  const std::vector<std::string> parts = absl::StrSplit(text, '-');
  if (parts.size() != 4 || parts[0] != "couillon") return false;
  name.label = parts[1];
  return absl::SimpleAtoi(parts[2], &name.submission) &&
         absl::SimpleAtoi(parts[3], &name.first);
}

std::string MergeJobName(const std::string& label) {
  return absl::StrCat("couillon-", label, "-merge");
}

std::vector<std::string> ArrayCommand(const SlurmScriptNames& names,
                                      const ArrayName& name,
                                      std::int64_t count) {
  return {"sbatch",
          "--parsable",
          "--job-name=" + FormatArrayName(name),
          absl::StrFormat("--array=0-%d", count - 1),
          absl::StrFormat("--output=%s/logs/%d+%%a",
                          WithoutPatterns(names.folder), name.first),
          names.folder + "/task.sh",
          absl::StrCat(name.first)};
}

std::vector<std::string> MergeCommand(const SlurmScriptNames& names,
                                      const std::string& label,
                                      const std::vector<std::string>& after) {
  std::string dependency = "singleton";
  if (!after.empty()) {
    dependency = "afterany:" + absl::StrJoin(after, ":") + ",singleton";
  }
  return {"sbatch",
          "--parsable",
          "--job-name=" + MergeJobName(label),
          "--dependency=" + dependency,
          "--kill-on-invalid-dep=yes",
          "--output=" + WithoutPatterns(names.folder) + "/logs/merge",
          names.folder + "/merge.sh"};
}

std::string ShellCommand(const std::vector<std::string>& command) {
  return absl::StrJoin(command, " ",
                       [](std::string* out, const std::string& word) {
                         out->append(ShellWord(word));
                       });
}

}  // namespace couillon::arena

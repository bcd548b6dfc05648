// Tasks that take much longer than others: their node may be slow, or hang.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arena/league/cluster/shard_groups.h"
#include "arena/league/cluster/slurm_queue.h"
#include "arena/league/cluster/submissions.h"

namespace couillon::arena {

// A running task of which a second copy should be started.
struct Straggler {
  std::string id;     // of its job, "ARRAY_TASK"
  ShardGroup shards;  // of its group, those that are missing
};

// The median of the seconds per shard of the runs that the plan in the folder
// `plan` has notes of; nothing if there is none. A note that cannot be read is
// left out.
std::optional<double> SecondsPerShard(const std::string& plan);

// The tasks that have run over twice as long as their group takes at
// `seconds_per_shard`, and whose missing shards no other task has. None as long
// as a task waits: a second copy would only keep it waiting.
std::vector<Straggler> FindStragglers(const SlurmQueue& queue,
                                      const Submissions& submissions,
                                      const ShardGroup& missing,
                                      double seconds_per_shard);

}  // namespace couillon::arena

// The order to a Kubernetes cluster for a plan: an Indexed Job, as JSON for
// `kubectl apply -f`. Text out; nothing is applied, and no cluster is asked.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/league/cluster/shard_groups.h"

namespace couillon::arena {

struct KubernetesRequest {
  std::string label;  // names the job: lower-case letters, digits and hyphens
  ShardGroup missing;
  std::int64_t group = 1;            // shards of an index
  std::string image;                 // with couillon, as NAME@sha256:DIGEST
  std::string claim;                 // the volume claim that has the plan
  std::string folder;                // of the plan in that volume, relative
  int cpus = 1;                      // of a pod
  std::string memory = "2Gi";        // of a pod
  int parallelism = 100;             // pods at a time
  std::vector<std::string> options;  // more of `league run`
};

// The most groups of a job: its lists are in the manifest, whose size is
// limited to about a MB.
inline constexpr std::int64_t kMaxIndexes = 10'000;

// A `List` of a NetworkPolicy, which lets the pods neither call nor be called,
// and the Job. A pod plays the group of its index: an init container unpacks
// the bots, and the main one calls `league run`. Exit code 75 (stopped in time)
// is no failure, 65 (different results) ends the index, another counts as one
// of three tries. InvalidArgument names the option, what was found and what was
// expected.
absl::StatusOr<std::string> KubernetesManifest(
    const KubernetesRequest& request);

}  // namespace couillon::arena

// Consecutive shards, a group per line of text.

#include "arena/league/cluster/shard_groups.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_split.h"
#include "arena/league/shards/plan.h"
#include "arena/league/shards/shard_cut.h"

namespace couillon::arena {
std::vector<ShardGroup> SplitGroups(const ShardGroup& shards,
                                    std::int64_t size) {
  std::vector<ShardGroup> groups;
  for (const std::int64_t shard : shards) {
    if (groups.empty() || std::ssize(groups.back()) == size) {
      groups.emplace_back();
    }
    groups.back().push_back(shard);
  }
  return groups;
}

std::vector<ShardGroup> ReadGroups(const std::string& text) {
  std::vector<ShardGroup> groups;
  for (const std::string& line : std::vector<std::string>(
           absl::StrSplit(text, '\n', absl::SkipEmpty()))) {
    absl::StatusOr<ShardGroup> group = ReadShards(line, kMaxShards);
    groups.push_back(group.ok() ? *std::move(group) : ShardGroup());
  }
  return groups;
}

ShardGroup Without(const ShardGroup& shards, const ShardGroup& others) {
  ShardGroup rest;
  std::set_difference(shards.begin(), shards.end(), others.begin(),
                      others.end(), std::back_inserter(rest));
  return rest;
}

}  // namespace couillon::arena

// Shards in groups: a group is what a task of a cluster plays.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace couillon::arena {

// Numbers of shards, ascending.
using ShardGroup = std::vector<std::int64_t>;

// Cuts `shards` into groups of `size`; the last one may have fewer. Requires:
// size > 0.
std::vector<ShardGroup> SplitGroups(const ShardGroup& shards,
                                    std::int64_t size);

// The groups in a text with a list (ReadShards) in each line. A line that is no
// list is an empty group.
std::vector<ShardGroup> ReadGroups(const std::string& text);

// Those of `shards` that are not in `others`. Requires: both are ascending.
ShardGroup Without(const ShardGroup& shards, const ShardGroup& others);

}  // namespace couillon::arena

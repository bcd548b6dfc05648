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
std::vector<ShardGroup> GroupsOf(const ShardGroup& shards, std::int64_t size);

// The list as `league run --shards` reads it, such as "3,7-9".
std::string ShardList(const ShardGroup& shards);

// The groups in a text with a list in each line, from line `first`, counted
// from 0, and at most `count` of them. A line that is no list is an empty
// group.
std::vector<ShardGroup> ReadShardLists(const std::string& text,
                                       std::size_t first, std::size_t count);

// Those of `shards` that are not in `others`. Requires: both are ascending.
ShardGroup Without(const ShardGroup& shards, const ShardGroup& others);

}  // namespace couillon::arena

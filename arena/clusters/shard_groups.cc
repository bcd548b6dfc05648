#include "arena/clusters/shard_groups.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace couillon::arena {
namespace {

ShardGroup ReadList(const std::string& line) {
  ShardGroup group;
  for (const std::string& range :
       std::vector<std::string>(absl::StrSplit(line, ','))) {
    const std::pair<std::string, std::string> ends =
        absl::StrSplit(range, absl::MaxSplits('-', 1));
    std::int64_t first = 0;
    std::int64_t last = 0;
    if (!absl::SimpleAtoi(ends.first, &first)) return {};
    last = first;
    if (!ends.second.empty() && !absl::SimpleAtoi(ends.second, &last)) {
      return {};
    }
    for (std::int64_t shard = first; shard <= last; ++shard) {
      group.push_back(shard);
    }
  }
  return group;
}

}  // namespace

std::vector<ShardGroup> GroupsOf(const ShardGroup& shards, std::int64_t size) {
  std::vector<ShardGroup> groups;
  for (const std::int64_t shard : shards) {
    if (groups.empty() || std::ssize(groups.back()) == size) {
      groups.emplace_back();
    }
    groups.back().push_back(shard);
  }
  return groups;
}

std::string ShardList(const ShardGroup& shards) {
  std::string list;
  for (std::size_t i = 0; i < shards.size();) {
    std::size_t last = i;
    while (last + 1 < shards.size() && shards[last + 1] == shards[last] + 1) {
      ++last;
    }
    if (!list.empty()) list += ",";
    absl::StrAppend(&list, shards[i]);
    if (last > i) absl::StrAppend(&list, "-", shards[last]);
    i = last + 1;
  }
  return list;
}

std::vector<ShardGroup> ReadShardLists(const std::string& text,
                                       std::size_t first, std::size_t count) {
  const std::vector<std::string> lines =
      absl::StrSplit(text, '\n', absl::SkipEmpty());
  std::vector<ShardGroup> groups;
  for (std::size_t i = first; i < lines.size() && groups.size() < count; ++i) {
    groups.push_back(ReadList(lines[i]));
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

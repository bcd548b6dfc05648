// The cut of a league's units into shards, and lists of shards as text.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/league/store/unit_run.h"

namespace couillon::arena {

// Shards of `shard_units` units that follow each other; the last one may have
// fewer. They are numbered from 0.
struct ShardCut {
  std::int64_t units = 0;        // of the league, at least 1
  std::int64_t shard_units = 0;  // at least 1

  [[nodiscard]] std::int64_t shards() const {
    return (units - 1) / shard_units + 1;
  }
  // The units of a shard. Requires: 0 <= shard < shards().
  [[nodiscard]] UnitRun RunOf(std::int64_t shard) const;
};

// Reads "3,7-9": numbers of shards and ranges, both ends included. Returns them
// ascending, each once. InvalidArgument says what was found and what was
// expected.
absl::StatusOr<std::vector<std::int64_t>> ReadShards(const std::string& text,
                                                     std::int64_t shards);

// Reads "2/8", part 2 of 8 of all shards, counted from 0: a run of them, which
// is empty if there are more parts than shards. InvalidArgument as above.
absl::StatusOr<std::vector<std::int64_t>> ReadPart(const std::string& text,
                                                   std::int64_t shards);

// The list as ReadShards reads it. Requires: ascending.
std::string ShardsText(const std::vector<std::int64_t>& shards);

}  // namespace couillon::arena

// A random sample of shards, the same for the same seed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace couillon::arena {

// A share of `shards`, rounded up, ascending; at least one, if there are any.
// Requires: 0 < share <= 1.
std::vector<std::int64_t> SampleShards(const std::vector<std::int64_t>& shards,
                                       double share, const std::string& seed);

}  // namespace couillon::arena

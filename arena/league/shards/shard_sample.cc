// The shards with the smallest hashes of seed and number.

#include "arena/league/shards/shard_sample.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "absl/strings/str_cat.h"
#include "engine/cards/text_hash.h"

namespace couillon::arena {

std::vector<std::int64_t> SampleShards(const std::vector<std::int64_t>& shards,
                                       double share, const std::string& seed) {
  std::vector<std::pair<std::string, std::int64_t>> order;
  order.reserve(shards.size());
  for (const std::int64_t shard : shards) {
    order.emplace_back(TextHash(absl::StrCat(seed, " ", shard)), shard);
  }
  std::ranges::sort(order);
  const double wanted = std::ceil(share * static_cast<double>(shards.size()));
  order.resize(std::min(order.size(), static_cast<std::size_t>(wanted)));
  std::vector<std::int64_t> sample;
  sample.reserve(order.size());
  for (const auto& [hash, shard] : order) sample.push_back(shard);
  std::ranges::sort(sample);
  return sample;
}

}  // namespace couillon::arena

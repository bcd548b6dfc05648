// The oldest connection of a client that is full, or else of the client with
// the most.

#include "arena/players/sockets/connection_quota.h"

#include <map>

namespace couillon::arena {

std::optional<std::size_t> ChooseToEnd(const std::vector<HeldConnection>& held,
                                       const std::string& client,
                                       const ConnectionQuota& quota) {
  std::map<std::string, std::size_t> counts;
  for (const HeldConnection& each : held) ++counts[each.client];
  const bool client_is_full =
      !held.empty() && counts[client] >= quota.most_of_client;
  if (!client_is_full && held.size() < quota.most) return std::nullopt;
  const std::string* loser = &client;
  if (!client_is_full) {
    std::size_t most = 0;
    for (const auto& [each, count] : counts) {
      if (count <= most) continue;
      most = count;
      loser = &each;
    }
  }
  std::optional<std::size_t> oldest;
  for (std::size_t i = 0; i < held.size(); ++i) {
    if (held[i].client != *loser) continue;
    if (!oldest || held[i].since < held[*oldest].since) oldest = i;
  }
  return oldest;
}

}  // namespace couillon::arena

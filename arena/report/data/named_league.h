// The results of a league played elsewhere, with the names of its bots.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/league/league_size.h"

namespace couillon::arena {

struct NamedLeague {
  std::vector<std::string> bots;  // in the order of their first appearance
  stats::LeagueSums sums;
};

// Numbers the bots and pairings of a league in the order of their first
// appearance.
class LeagueIndex {
 public:
  // The league has to outlive the index, and nothing else adds to it.
  explicit LeagueIndex(NamedLeague& league) : league_(league) {}

  int BotNumber(const std::string& name) {
    const auto [at, is_new] =
        numbers_.try_emplace(name, static_cast<int>(league_.bots.size()));
    if (is_new) league_.bots.push_back(name);
    return at->second;
  }

  // Whether there are more bots than can be rated.
  [[nodiscard]] bool HasTooManyBots() const {
    return league_.bots.size() > stats::kMaxRatedBots;
  }

  // The pairing of two bots in either order; its `first` is the one that came
  // first.
  std::size_t PairingNumber(int a, int b) {
    const auto [at, is_new] =
        pairings_.try_emplace(std::minmax(a, b), league_.sums.pairings.size());
    if (is_new) {
      league_.sums.pairings.push_back({.first = a, .second = b, .score = {}});
    }
    return at->second;
  }

 private:
  NamedLeague& league_;
  std::map<std::string, int> numbers_;
  std::map<std::pair<int, int>, std::size_t> pairings_;
};

}  // namespace couillon::arena

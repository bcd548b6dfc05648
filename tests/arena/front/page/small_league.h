// A league of bundled bots that is played within the test, unit by unit.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::testing_support {

// 64 deals per pairing and ruleset, in units of 8.
v1::LeagueConfig SmallLeague(const std::vector<std::string>& bots,
                             const std::vector<std::string>& rulesets);

// Plays the units below `end` that the store in `directory` lacks. Makes the
// store if there is none.
void PlayLeague(const std::string& directory, const v1::LeagueConfig& config,
                std::int64_t end);

}  // namespace couillon::testing_support

// The identity of a planned league: two plans with the same identity have the
// same results, however they are cut.
#pragma once

#include <string>

namespace couillon::v1 {
class LeagueConfig;
class PlanEngine;
}  // namespace couillon::v1

namespace couillon::arena {

// BLAKE2b-256, in hexadecimal, of a canonical text of everything that the
// results depend on: of a bot its name, its limits and the digest of its
// identity, of a ruleset its id and its hash, of the seed the commitment, of
// the engine its signature and compression, and all of the configuration
// except paths and the origin of the seed. Requires: the bots have identities.
std::string PlanIdentity(const v1::LeagueConfig& config,
                         const v1::PlanEngine& engine);

}  // namespace couillon::arena

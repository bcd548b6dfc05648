// The auditor: deals, replays and recounts a stored league.
#pragma once

#include <cstdint>
#include <functional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace couillon::arena {

class LeagueStore;

// The counts of what was verified.
struct Verified {
  std::int64_t units = 0;
  std::int64_t records = 0;  // 0 if the league keeps no records
};

// Checks the commitment to the seed and the hashes of the rulesets. Checks for
// each unit that its records, dealt from the seed and replayed by the rules,
// are legal, give the recorded results and add up to the stored sums, and that
// the units add up to the running sums. DataLoss names the first difference:
// unit, ruleset, bots, deal, seating. `on_unit` is called after each unit.
absl::StatusOr<Verified> VerifyLeague(
    LeagueStore& store, const std::function<void(const Verified&)>& on_unit);

}  // namespace couillon::arena

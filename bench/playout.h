// What the benchmarks share: rules, packs, and positions of deals played at
// random.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "bots/cpp/random.h"
#include "engine/cards/action.h"
#include "engine/cards/pack.h"
#include "engine/cards/seat.h"
#include "engine/deal/deal_source.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"
#include "proto/ruleset_catalog.h"

namespace couillon::bench {

// Returns the compiled rules for `spec`; aborts if there are none.
inline CompiledRules Rules(const std::string& spec) {
  absl::StatusOr<CompiledRules> rules = wire::FindRules(spec);
  if (rules.ok()) return *std::move(rules);
  std::cerr << rules.status().message() << '\n';
  std::abort();
}

// The packs of deals 0 to `count` - 1 of a fixed seed.
inline std::vector<Pack> Packs(const CompiledRules& rules, std::size_t count) {
  std::vector<Pack> packs(count);
  DealSource("bench").DealPacks(rules.deck, 0, packs);
  return packs;
}

inline Action RandomAction(ActionSet legal, bots::Random& random) {
  return legal.Nth(
      static_cast<int>(random.Below(static_cast<std::uint64_t>(legal.size()))));
}

// The positions of random deals at each of their decisions.
inline std::vector<Position> Decisions(const CompiledRules& rules,
                                       std::size_t deals) {
  std::vector<Position> decisions;
  bots::Random random(1);
  Seat dealer = 0;
  for (const Pack& pack : Packs(rules, deals)) {
    Position position(rules, pack, dealer);
    while (!position.done()) {
      decisions.push_back(position);
      position.Apply(RandomAction(position.LegalActions(), random));
    }
    dealer = rules.Next(dealer);
  }
  return decisions;
}

}  // namespace couillon::bench

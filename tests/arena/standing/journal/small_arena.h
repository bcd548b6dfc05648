// The making of a small arena without bots, for tests of its journal.
#pragma once

#include <cstdint>

#include "couillon/v1/arena.pb.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

// Every pairing plays `items` deals of one ruleset without rules.
inline v1::ArenaCreated SmallArena(std::uint64_t items,
                                   std::uint64_t round_items) {
  v1::ArenaCreated created;
  v1::LeagueConfig& settings = *created.mutable_settings();
  settings.set_items(items);
  settings.set_seed("journal");
  settings.set_block_items(10);
  settings.add_rulesets();
  settings.mutable_limits()->set_start_ms(1000);
  settings.mutable_limits()->set_move_ms(1000);
  settings.mutable_limits()->set_max_faults(3);
  created.set_round_items(round_items);
  return created;
}

}  // namespace couillon::arena

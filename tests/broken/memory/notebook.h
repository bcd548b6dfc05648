// The memory of a bot that it should not have: what it saw at other decisions,
// and which of it concerns the deal it is asked about. A referee gives deals no
// number, so the cards have to show it.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "engine/cards/card.h"
#include "engine/cards/seat.h"
#include "engine/rules/compiled_rules.h"
#include "tests/broken/memory/deal_facts.h"

namespace couillon::bots::broken {

// How a sighting is recognized as one of the same deal.
struct Links {
  // It knows the whole hand of the seat that is asked, the same as now: certain
  // but for rare coincidences.
  bool by_hand = false;
  // It is of the partner, in the same state of a table.
  bool by_partner = false;
  // It is of an opponent's seat, in the other seating.
  bool by_other_side = false;
};

class Notebook {
 public:
  // Keeps a sighting, with what was known of that seat's deal before.
  void Write(const CompiledRules& rules, const Sighting& seen);
  // The facts of `now`, and those of the sightings linked to it. Later
  // sightings go before earlier ones.
  [[nodiscard]] DealFacts Read(const CompiledRules& rules, const Sighting& now,
                               Links links) const;

 private:
  using Key = std::pair<Seat, Card>;  // the dealer and the card offered
  std::map<Key, std::vector<Sighting>> pages_;  // the latest last
};

}  // namespace couillon::bots::broken

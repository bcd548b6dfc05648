#include "tests/broken/memory/notebook.h"

#include <algorithm>
#include <optional>

#include "engine/cards/card_set.h"

namespace couillon::bots::broken {
namespace {

bool KnowsHandOf(const Sighting& seen, const Sighting& now) {
  return seen.facts.hands[now.seat] == now.hand();
}

// Whether `seen` is linked to `now` as one of another seat of the same deal.
bool IsOfAnotherSeat(const CompiledRules& rules, const Sighting& seen,
                     const Sighting& now, Links links) {
  if (seen.seat == now.seat) return false;
  if (rules.SideOf(seen.seat) != rules.SideOf(now.seat)) {
    return links.by_other_side;
  }
  return links.by_partner && MayShareTable(seen, now);
}

}  // namespace

void Notebook::Write(const CompiledRules& rules, const Sighting& seen) {
  std::vector<Sighting>& page = pages_[{seen.facts.dealer, seen.facts.offered}];
  Sighting latest = seen;
  const auto before =
      std::find_if(page.begin(), page.end(), [&seen](const Sighting& s) {
        return s.seat == seen.seat && s.hand() == seen.hand();
      });
  if (before != page.end()) {
    const auto both = Merge(seen.facts, before->facts, rules.hand_size);
    if (both) latest.facts = *both;
    page.erase(before);
  }
  page.push_back(latest);
}

DealFacts Notebook::Read(const CompiledRules& rules, const Sighting& now,
                         Links links) const {
  DealFacts known = now.facts;
  const auto page = pages_.find({now.facts.dealer, now.facts.offered});
  if (page == pages_.end()) return known;
  const std::vector<Sighting>& sightings = page->second;
  for (auto seen = sightings.rbegin(); seen != sightings.rend(); ++seen) {
    const auto both = Merge(known, seen->facts, rules.hand_size);
    if (!both) continue;
    if (links.by_hand && KnowsHandOf(*seen, now)) {
      known = *both;
    } else if (IsOfAnotherSeat(rules, *seen, now, links)) {
      known.hands[seen->seat] = both->hands[seen->seat];
    }
  }
  return known;
}

}  // namespace couillon::bots::broken

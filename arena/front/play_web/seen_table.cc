// Cards of other seats are left out unless they lie open; only their number is
// kept.

#include "arena/front/play_web/seen_table.h"

#include <algorithm>
#include <cstddef>
#include <span>

#include "arena/table/person/trick_winner.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {
namespace {

// Returns true if the person may look at their own cards.
bool SeesOwnHand(const Position& position, const Viewer& viewer) {
  if (position.phase() != Phase::kTrump) return true;
  const CompiledRules& rules = position.rules();
  if (rules.dummy == kNoSeat || rules.dummy_controller != viewer.seat) {
    return true;
  }
  return viewer.has_looked && position.seat() != rules.dummy;
}

SeenSeat SeeSeat(const Position& position, const Viewer& viewer, Seat seat) {
  SeenSeat seen;
  const CardSet held = position.hand(seat);
  const bool own = seat == viewer.seat && SeesOwnHand(position, viewer);
  seen.cards = own ? held : held & position.exposed();
  seen.hidden = (held & ~seen.cards).size();
  if (position.trump()) {
    for (const Card card : seen.cards) {
      if (position.CardUnder(seat, card)) seen.over.Add(card);
    }
  }
  return seen;
}

std::vector<SeenTrick> SeeTricks(const Position& position) {
  std::vector<SeenTrick> tricks;
  const std::optional<Suit> trump = position.trump();
  if (!trump) return tricks;
  const CompiledRules& rules = position.rules();
  const TrumpTable& table =
      rules.tables[static_cast<std::size_t>(*trump)]
                  [position.mit_seat() == kNoSeat ? 0 : 1];
  std::span<const Card> rest = position.played();
  for (const Seat leader : position.leaders()) {
    const auto cards = rest.first(
        std::min<std::size_t>(rest.size(), std::size_t{rules.players}));
    rest = rest.subspan(cards.size());
    SeenTrick trick{.leader = leader, .cards = {cards.begin(), cards.end()}};
    if (cards.size() == rules.players) {
      trick.winner = WinnerOfTrick(rules, table, leader, cards);
    }
    tricks.push_back(std::move(trick));
  }
  return tricks;
}

Seat NextToAct(const Position& position) {
  if (position.done()) return kNoSeat;
  if (position.phase() != Phase::kMit) return position.seat();
  const std::size_t turns = position.trick().size();
  return position.rules().turn_order[position.leader()][turns];
}

}  // namespace

bool IsPublic(const Position& before, Action action, Seat viewer) {
  return before.phase() != Phase::kMit || action != kSayNothing ||
         before.decider() == viewer;
}

SeenTable SeeTable(const Position& position, const Viewer& viewer) {
  SeenTable seen;
  for (Seat seat = 0; seat < position.rules().players; ++seat) {
    seen.seats[seat] = SeeSeat(position, viewer, seat);
  }
  seen.to_act = NextToAct(position);
  if (!position.done()) seen.upcard = position.Observe().upcard;
  seen.finished = SeeTricks(position);
  if (!seen.finished.empty()) {
    seen.trick = seen.finished.back();
    if (seen.trick.winner == kNoSeat) seen.finished.pop_back();
  }
  return seen;
}

}  // namespace couillon::arena

// Observations written by hand, in the words of the notation.
#pragma once

#include <initializer_list>
#include <sstream>
#include <string>

#include "engine/cards/action.h"
#include "engine/cards/card_set.h"
#include "engine/cards/check.h"
#include "engine/cards/notation.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"
#include "proto/ruleset_catalog.h"

namespace couillon::bots {

// "AS KD": those cards.
inline CardSet Cards(const std::string& text) {
  CardSet cards;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const auto card = ParseCard(word);
    COUILLON_CHECK(card.has_value());
    cards.Add(*card);
  }
  return cards;
}

// "pass take name:H play:AS": those actions.
inline ActionSet Actions(const std::string& text) {
  ActionSet actions;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const auto action = ParseAction(word);
    COUILLON_CHECK(action.has_value());
    actions |= ActionSet::Of(*action);
  }
  return actions;
}

inline Action OneAction(const std::string& word) {
  return Actions(word).Nth(0);
}

// A built-in ruleset, which the tests take for granted.
inline CompiledRules RulesOf(const std::string& spec) {
  auto rules = wire::FindRules(spec);
  COUILLON_CHECK(rules.ok());
  return *std::move(rules);
}

// Seat 0, dealt to by seat 3, decides in `phase`.
inline Observation Deciding(Phase phase, const std::string& hand,
                            const std::string& legal) {
  Observation seen;
  seen.phase = phase;
  seen.dealer = 3;
  seen.hand = Cards(hand);
  seen.legal = Actions(legal);
  return seen;
}

// Seat 0 answers the offer of `upcard`.
inline Observation Offered(const std::string& upcard, const std::string& hand,
                           const std::string& legal = "pass take") {
  Observation seen = Deciding(Phase::kTrump, hand, legal);
  seen.upcard = ParseCard(upcard);
  seen.exposed = Cards(upcard);
  return seen;
}

// Seat 0 plays to the first trick of four players, in which the cards of
// `trick` lie already, the leader's first.
inline Observation Playing(char trump, const std::string& trick,
                           const std::string& hand, const std::string& legal) {
  Observation seen = Deciding(Phase::kPlay, hand, "");
  seen.legal = ActionSet(Cards(legal));
  seen.trump = ParseSuit(trump);
  seen.maker = 0;
  std::istringstream words(trick);
  for (std::string word; words >> word;) {
    seen.played_list[seen.played_count++] = *ParseCard(word);
  }
  seen.leader_list[0] = static_cast<Seat>((4 - seen.played_count) % 4);
  seen.leader_count = 1;
  return seen;
}

}  // namespace couillon::bots

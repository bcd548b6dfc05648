// The sentences about the script of a ruleset (how cards are dealt and trumps
// are made), in one language each; see rule_sentences.h.
#pragma once

#include <string>

#include "engine/rules/ruleset.h"
#include "tools/sentences/language.h"
#include "tools/sentences/rule_facts.h"

namespace couillon::tools {

class ScriptSentences {
 public:
  ScriptSentences() = default;
  ScriptSentences(const ScriptSentences&) = delete;
  ScriptSentences& operator=(const ScriptSentences&) = delete;
  virtual ~ScriptSentences() = default;

  // `face_down`: on the table, unseen by the player too.
  [[nodiscard]] virtual std::string Deal(const DealStep& step,
                                         bool face_down) const = 0;
  [[nodiscard]] virtual std::string Talon(int cards) const = 0;
  [[nodiscard]] virtual std::string Stock(int cards) const = 0;

  // `is_open`: the card was dealt face up. `show`: whoever takes shows a card
  // of the suit.
  [[nodiscard]] virtual std::string Offer(Opening opening, CardPlace card,
                                          bool is_open, bool show) const = 0;
  // The offers of the following cards of the talon, up to `last`.
  [[nodiscard]] virtual std::string FurtherOffers(CardPlace last) const = 0;
  // If eldest is the dummy, its partner names trumps for it. Requires:
  // `opening` has the condition of the step.
  [[nodiscard]] virtual std::string Name(Opening opening,
                                         const NameStep& step) const = 0;
  [[nodiscard]] virtual std::string Turn(Opening opening,
                                         CardPlace card) const = 0;
  [[nodiscard]] virtual std::string Blind(Opening opening, CardPlace first,
                                          CardPlace second) const = 0;
  [[nodiscard]] virtual std::string MakersByChance(Makers makers) const = 0;
  [[nodiscard]] virtual std::string ThrownIn(Opening opening) const = 0;
  [[nodiscard]] virtual std::string StepsSkipped() const = 0;

  [[nodiscard]] virtual std::string AllLaidOut() const = 0;
  [[nodiscard]] virtual std::string DummyLaidOut() const = 0;
  [[nodiscard]] virtual std::string HandsAndTricks(int cards,
                                                   int tricks) const = 0;
};

const ScriptSentences& EnglishScript();
const ScriptSentences& FrenchScript();
const ScriptSentences& DutchScript();
const ScriptSentences& GermanScript();
const ScriptSentences& ScriptIn(Language language);

}  // namespace couillon::tools

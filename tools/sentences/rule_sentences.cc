#include "tools/sentences/rule_sentences.h"

#include "engine/cards/check.h"

namespace couillon::tools {

const RuleSentences& RulesIn(Language language) {
  switch (language) {
    case Language::kEnglish:
      return EnglishRules();
    case Language::kFrench:
      return FrenchRules();
    case Language::kDutch:
      return DutchRules();
    case Language::kGerman:
      return GermanRules();
  }
  CheckFailed("a language without sentences", __FILE__, __LINE__);
}

}  // namespace couillon::tools

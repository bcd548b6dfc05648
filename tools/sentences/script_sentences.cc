#include "tools/sentences/script_sentences.h"

#include "engine/cards/check.h"

namespace couillon::tools {

const ScriptSentences& ScriptIn(Language language) {
  switch (language) {
    case Language::kEnglish:
      return EnglishScript();
    case Language::kFrench:
      return FrenchScript();
    case Language::kDutch:
      return DutchScript();
    case Language::kGerman:
      return GermanScript();
  }
  CheckFailed("a language without sentences", __FILE__, __LINE__);
}

}  // namespace couillon::tools

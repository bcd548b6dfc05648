#include "tools/words/language.h"

#include "engine/cards/check.h"

namespace couillon::tools {

std::string LanguageCode(Language language) {
  switch (language) {
    case Language::kEnglish:
      return "en";
    case Language::kFrench:
      return "fr";
    case Language::kDutch:
      return "nl";
    case Language::kGerman:
      return "de";
  }
  return "";
}

std::vector<std::string> LanguageCodes() {
  std::vector<std::string> codes;
  codes.reserve(kLanguages.size());
  for (const Language language : kLanguages) {
    codes.push_back(LanguageCode(language));
  }
  return codes;
}

Language LanguageOf(std::string_view code) {
  for (const Language language : kLanguages) {
    if (LanguageCode(language) == code) return language;
  }
  COUILLON_CHECK(false);
  return Language::kEnglish;
}

}  // namespace couillon::tools

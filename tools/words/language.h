// The languages in which rules are explained.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace couillon::tools {

enum class Language : std::uint8_t { kEnglish, kFrench, kDutch, kGerman };

inline constexpr std::array<Language, 4> kLanguages = {
    Language::kEnglish, Language::kFrench, Language::kDutch, Language::kGerman};

// "en", "fr", "nl", "de": the codes of ISO 639-1.
[[nodiscard]] std::string LanguageCode(Language language);
// The codes of all languages, in the order of kLanguages.
[[nodiscard]] std::vector<std::string> LanguageCodes();

// The language of a code. Requires: `code` is one of LanguageCodes().
[[nodiscard]] Language LanguageOf(std::string_view code);

}  // namespace couillon::tools

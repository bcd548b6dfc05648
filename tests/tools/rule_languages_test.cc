// The rules in words in French, Dutch and German, against the English ones.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "engine/deal/deal_source.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/compiler.h"
#include "engine/rules/ruleset.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/random_deal.h"
#include "tests/support/random_knobs.h"
#include "tools/explain/explain_rules.h"
#include "tools/words/language.h"

namespace couillon {
namespace {

using tools::ExplainedSection;
using tools::ExplainRules;
using tools::kLanguages;
using tools::Language;
using tools::LanguageCode;

// Words of English that none of the other languages has.
const std::vector<std::string>& EnglishWords() {
  static const std::vector<std::string> kWords = {
      "the",  "The",  "and",    "trumps", "trick",
      "side", "deal", "dealer", "line",   "eldest"};
  return kWords;
}

std::set<std::string> WordsOf(const std::string& text) {
  std::set<std::string> words;
  std::string word;
  for (const char letter : text + " ") {
    if (std::string_view(" .,:;()'").find(letter) == std::string_view::npos) {
      word += letter;
    } else {
      words.insert(word);
      word.clear();
    }
  }
  return words;
}

// Fails unless `sentence` is whole: begins and ends as a sentence does, without
// a gap where a word is missing.
void ExpectWhole(const std::string& sentence) {
  EXPECT_TRUE(sentence.ends_with(".")) << sentence;
  EXPECT_FALSE(
      absl::ascii_islower(static_cast<unsigned char>(sentence.front())))
      << sentence;
  EXPECT_FALSE(sentence.starts_with("é")) << sentence;
  for (const char* gap : {"  ", " .", " ,", "..", ",.", "%", "{", "}", "(,",
                          ".,", ";.", ":.", "\n"}) {
    EXPECT_EQ(sentence.find(gap), std::string::npos) << gap << ": " << sentence;
  }
}

void ExpectTranslated(const std::string& english, const std::string& sentence) {
  EXPECT_NE(english, sentence);
  const std::set<std::string> words = WordsOf(sentence);
  for (const std::string& word : EnglishWords()) {
    EXPECT_FALSE(words.contains(word)) << word << ": " << sentence;
  }
  ExpectWhole(sentence);
}

// Fails unless `rules` are explained alike in all languages.
void ExpectAlike(const CompiledRules& rules) {
  const std::vector<ExplainedSection> english = ExplainRules(rules);
  for (const Language language : kLanguages) {
    if (language == Language::kEnglish) continue;
    SCOPED_TRACE(LanguageCode(language));
    const std::vector<ExplainedSection> other = ExplainRules(rules, language);
    ASSERT_EQ(other.size(), english.size());
    for (std::size_t i = 0; i < other.size(); ++i) {
      EXPECT_NE(other[i].heading, english[i].heading);
      ASSERT_EQ(other[i].sentences.size(), english[i].sentences.size())
          << other[i].heading;
      for (std::size_t j = 0; j < other[i].sentences.size(); ++j) {
        ExpectTranslated(english[i].sentences[j], other[i].sentences[j]);
      }
    }
  }
}

std::string TextOf(const CompiledRules& rules, Language language) {
  std::string text;
  for (const ExplainedSection& section : ExplainRules(rules, language)) {
    text += section.heading + "\n";
    for (const std::string& sentence : section.sentences) {
      text += "- " + sentence + "\n";
    }
  }
  return text;
}

class RuleLanguagesTest : public testing::TestWithParam<std::string> {};

TEST_P(RuleLanguagesTest, EverySentenceIsSaidInEveryLanguage) {
  for (const std::string& spec : tests::SpecsOf(GetParam())) {
    SCOPED_TRACE(spec);
    ExpectAlike(tests::Rules(spec));
  }
}

TEST_P(RuleLanguagesTest, SoIsEveryCombinationOfKnobs) {
  const DealSource source("languages of " + GetParam());
  tests::RandomDraws draws(source, 0);
  const Ruleset base = tests::Rules(GetParam()).ruleset;
  int explained = 0;
  for (int i = 0; i < 100; ++i) {
    const absl::StatusOr<CompiledRules> rules =
        CompileRules(tests::WithRandomKnobs(base, draws));
    if (!rules.ok()) continue;
    ++explained;
    ExpectAlike(*rules);
  }
  EXPECT_GE(explained, 10);
}

// What English tells apart, the others tell apart.
TEST_P(RuleLanguagesTest, EverySwitchChangesAllLanguagesOrNone) {
  const std::vector<std::string> specs = tests::SpecsOf(GetParam());
  const CompiledRules base = tests::Rules(specs.front());
  for (const std::string& spec : specs) {
    const CompiledRules rules = tests::Rules(spec);
    const bool changes =
        TextOf(rules, Language::kEnglish) != TextOf(base, Language::kEnglish);
    for (const Language language : kLanguages) {
      EXPECT_EQ(TextOf(rules, language) != TextOf(base, language), changes)
          << spec << " " << LanguageCode(language);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(AllRulesets, RuleLanguagesTest,
                         testing::ValuesIn(wire::RulesetIds()),
                         [](const auto& each) {
                           return tests::TestName(each.param);
                         });

// The texts of explained/ are read by people who play in that language. With
// COUILLON_REWRITE set the test writes them anew.
class ExplainedTextTest : public testing::TestWithParam<const char*> {};

TEST_P(ExplainedTextTest, IsAsReviewed) {
  for (const Language language : kLanguages) {
    const std::string path = std::string(COUILLON_EXPLAINED) + "/" +
                             GetParam() + "." + LanguageCode(language) + ".txt";
    const std::string text = TextOf(tests::Rules(GetParam()), language);
    if (std::getenv("COUILLON_REWRITE") != nullptr) {
      std::ofstream(path) << text;
    }
    std::ostringstream reviewed;
    reviewed << std::ifstream(path).rdbuf();
    EXPECT_EQ(text, reviewed.str()) << path;
  }
}

INSTANTIATE_TEST_SUITE_P(Layouts, ExplainedTextTest,
                         testing::Values("mit-malmedy+red-queens", "ardennes",
                                         "troeven-3-solo", "troeven-3-dummy"),
                         [](const auto& each) {
                           std::string name = tests::TestName(each.param);
                           for (char& letter : name) {
                             if (letter == '+') letter = '_';
                           }
                           return name;
                         });

}  // namespace
}  // namespace couillon

#include "tools/words/catalogue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <utility>

namespace couillon {
namespace {

using tools::Catalogue;
using tools::Keyword;
using tools::kLanguages;
using tools::Language;
using tools::LanguageCode;
using tools::Number;
using tools::Value;
using tools::WordsIn;
using Names = std::set<std::string>;

// What `pattern` has in its group, in the sources of tools/.
Names FoundInSources(const char* pattern) {
  const std::regex wanted(pattern);
  Names found;
  for (const char* folder : {"commands", "explain", "words"}) {
    for (const auto& entry : std::filesystem::directory_iterator(
             std::filesystem::path(COUILLON_TOOLS) / folder)) {
      if (entry.path().extension() != ".cc") continue;
      std::ostringstream text;
      text << std::ifstream(entry.path()).rdbuf();
      const std::string source = text.str();
      for (std::sregex_iterator at(source.begin(), source.end(), wanted), end;
           at != end; ++at) {
        found.insert((*at)[1]);
      }
    }
  }
  return found;
}

// The keys that the program says.
const Names& SaidKeys() {
  static const Names kKeys =
      FoundInSources(R"re((?:Say|Format)\(\s*"(\w+)")re");
  return kKeys;
}

// The kinds of values.
const Names& Kinds() {
  static const Names kKinds = FoundInSources(R"re(\.kind = "(\w+)")re");
  return kKinds;
}

// The names before the first "_" of placeholders, and what follows it.
Names ArgumentsOf(const Catalogue& words, const std::string& key) {
  Names names;
  for (const std::string& name : words.Placeholders(key)) {
    names.insert(name.substr(0, name.find('_')));
  }
  return names;
}

Names FormsIn(const Catalogue& words) {
  Names forms = FoundInSources(R"re(InEnglish\(Number.*"(\w+)"\))re");
  for (const std::string& key : words.Keys()) {
    for (const std::string& name : words.Placeholders(key)) {
      const std::size_t at = name.find('_');
      if (at != std::string::npos) forms.insert(name.substr(at + 1));
    }
  }
  return forms;
}

// Whether `key` is a kind of values, or one with a form that something asks
// for.
bool IsOfAValue(const std::string& key, const Names& forms) {
  return std::ranges::any_of(Kinds(), [&](const std::string& kind) {
    return key == kind || (key.starts_with(kind + "_") &&
                           forms.contains(key.substr(kind.size() + 1)));
  });
}

// The words of each language, against the sources and the English ones.
class CatalogueTest : public testing::TestWithParam<Language> {
 protected:
  const Catalogue& words_ = WordsIn(GetParam());
};

TEST_P(CatalogueTest, HasEveryMessageThatTheProgramSays) {
  Names missing = SaidKeys();
  EXPECT_GT(missing.size(), 50U);
  for (const std::string& key : words_.Keys()) missing.erase(key);
  EXPECT_TRUE(missing.empty()) << testing::PrintToString(missing);
}

TEST_P(CatalogueTest, HasEveryFormOfAValueThatAMessageNames) {
  Names missing = FormsIn(words_);
  for (const std::string& key : words_.Keys()) {
    for (const std::string& kind : Kinds()) {
      if (key.starts_with(kind + "_")) {
        missing.erase(key.substr(kind.size() + 1));
      }
    }
  }
  EXPECT_TRUE(missing.empty()) << testing::PrintToString(missing);
}

TEST_P(CatalogueTest, HasNoMessageThatNothingUses) {
  const Names forms = FormsIn(words_);
  for (const std::string& key : words_.Keys()) {
    EXPECT_TRUE(SaidKeys().contains(key) || IsOfAValue(key, forms)) << key;
  }
}

TEST_P(CatalogueTest, ItsMessagesHaveTheArgumentsOfTheEnglishOnes) {
  const Catalogue& english = WordsIn(Language::kEnglish);
  for (const std::string& key : english.Keys()) {
    if (!SaidKeys().contains(key)) continue;
    EXPECT_EQ(ArgumentsOf(words_, key), ArgumentsOf(english, key)) << key;
  }
}

TEST_P(CatalogueTest, ChoosesByWordsThatTheProgramHas) {
  static const Names kWords = FoundInSources(R"re("(\w+)")re");
  EXPECT_FALSE(words_.Keywords().empty());
  for (const std::string& word : words_.Keywords()) {
    EXPECT_TRUE(kWords.contains(word)) << word;
  }
}

INSTANTIATE_TEST_SUITE_P(All, CatalogueTest, testing::ValuesIn(kLanguages),
                         [](const auto& each) {
                           return LanguageCode(each.param);
                         });

TEST(CatalogueTextTest, FillsTextsChoicesAndCounts) {
  const Catalogue words("en", R"(# A comment.
greeting = hello {name},
  {late, select, yes {at last} other {well met}}: {cards_word} {cards, plural,
    =1 {card} other {cards}} ({cards})
number_word = {number, plural, =1 {one} other {{number}}}
)");
  EXPECT_EQ(words.Say("greeting", {{"name", Keyword("you")},
                                   {"late", tools::Flag(true)},
                                   {"cards", Number(1)}}),
            "Hello you, at last: one card (1)");
  EXPECT_EQ(words.Say("greeting", {{"name", Keyword("{you}")},
                                   {"late", tools::Flag(false)},
                                   {"cards", Number(12345)}}),
            "Hello {you}, well met: 12345 cards (12345)");
}

TEST(CatalogueTextTest, JoinsLists) {
  const Catalogue& words = WordsIn(Language::kFrench);
  const auto list = [&words](std::vector<Value> items, tools::Join join) {
    return words.Text(tools::ListOf(std::move(items), join));
  };
  const Value a = Keyword("a");
  const Value b = Keyword("b");
  const Value c = Keyword("c");
  EXPECT_EQ(list({a}, tools::Join::kAnd), "a");
  EXPECT_EQ(list({a, b, c}, tools::Join::kAnd), "a, b et c");
  EXPECT_EQ(list({a, b, c}, tools::Join::kCommas), "a, b, c");
  EXPECT_EQ(list({a, b, c}, tools::Join::kSpaces), "a b c");
}

TEST(CatalogueTextTest, CapitalizesAWordOfDutch) {
  EXPECT_EQ(tools::Capital("één kaart"), "Eén kaart");
}

TEST(CatalogueTextDeathTest, NamesTheMessageThatIsWrong) {
  EXPECT_DEATH(Catalogue("nl", "a = {b"), "words/nl.txt: a: ");
  EXPECT_DEATH(Catalogue("nl", "a = b\na = c"), "words/nl.txt: a: ");
  EXPECT_DEATH(Catalogue("nl", "a b"), "words/nl.txt: a b: expected KEY = ");
  const Catalogue words("nl", "a = {b}");
  EXPECT_DEATH((void)words.Say("b"), "words/nl.txt: b: there is no such");
  EXPECT_DEATH((void)words.Say("a"), "words/nl.txt: a: .*unknown argument");
}

}  // namespace
}  // namespace couillon

// What a name may be, and which names look alike.
#include "arena/players/roster/name_rule.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "arena/numbers/text/printable.h"

namespace couillon::arena {
namespace {

std::string Error(const std::string& name) {
  return std::string(CheckName("name", name).message());
}

TEST(NameRuleTest, LettersOfOneScriptDigitsAndFourSignsAreAName) {
  const std::vector<std::string> names = {
      "greedy",   "C++",    "my-bot_2.1", "7",      "Müller",
      "Жадный-2", "日本の", "한국",       "Ελλάδα", std::string(40, 'a')};
  for (const std::string& name : names) {
    EXPECT_TRUE(CheckName("name", name).ok()) << Error(name);
  }
}

TEST(NameRuleTest, TheErrorNamesTheCharacterAndItsPlace) {
  struct Case {
    std::string name;
    std::string reported;
  };
  for (const Case& bad : {
           Case{"", "name is empty"},
           Case{std::string(41, 'a'), "of 41 characters; expected 1 to 40"},
           Case{"gr\u0435edy",
                "character 3 is \"\u0435\" (U+0435, CYRILLIC SMALL LETTER IE), "
                "of another script"},
           Case{"\u0433reedy", "character 2 is \"r\""},
           Case{"caf\x65\u0301",
                "character 4 is \"e\" (U+0065, LATIN SMALL "
                "LETTER E), which is not in normalization form C (NFC): there "
                "it is \"\u00e9\" (U+00E9, LATIN SMALL LETTER E WITH ACUTE)"},
           Case{"K\u212a", "not in normalization form"},  // Kelvin
           Case{"g\u0308", "character 2 is"},  // an accent of no letter
           Case{"greedy v1", "character 7 is \" \" (U+0020, SPACE)"},
           Case{"../../x", "character 1 is \".\" (U+002E, FULL STOP) at the"},
           Case{"-x", "at the beginning"},
           Case{"+x", "at the beginning"},
           Case{"a/b", "character 2 is \"/\""},
           Case{"a\\b", "character 2 is \"\\\""},
           Case{"a\u2024b", "U+2024"},  // a dot that is none
           Case{"a\u2010b", "U+2010"},  // a hyphen that is none
           Case{"\uff41", "FULLWIDTH"},
           Case{"\u0661", "ARABIC-INDIC DIGIT"},
           Case{"\U0001d41a", "MATHEMATICAL BOLD"},
           Case{"\u2170", "ROMAN NUMERAL"},
           Case{"\u13a0", "CHEROKEE"},
           Case{"\u05d0", "written from right to left"},
           Case{"\u0627", "written from right to left"},
           Case{"a\u200db", "a\\xe2\\x80\\x8db"},
           Case{"a\u3164", "U+3164"},  // a letter that cannot be seen
           Case{"\U0001f600", "U+1F600"},
           Case{std::string("a\0b", 3), "a\\x00b"},
           Case{"a\xff", "expected UTF-8"},
           Case{"=1", "character 1 is \"=\""},
       }) {
    const std::string error = Error(bad.name);
    EXPECT_NE(error.find(bad.reported), std::string::npos) << error;
    EXPECT_TRUE(IsPlainText(error)) << Printable(error);
  }
}

TEST(NameRuleTest, AnyBytesHaveAnAnswer) {
  std::uint32_t state = 1;
  for (int i = 0; i < 20'000; ++i) {
    std::string bytes;
    for (int at = 0; at < 6; ++at) {
      state = state * 1664525 + 1013904223;
      bytes += static_cast<char>(state >> 24);
    }
    const absl::Status status = CheckName("name", bytes);
    EXPECT_TRUE(IsPlainText(std::string(status.message())));
    EXPECT_FALSE(NameSkeletons(bytes).empty());
  }
}

bool AreAlike(const std::string& a, const std::string& b) {
  return LookAlike(NameSkeletons(a), NameSkeletons(b));
}

TEST(NameSkeletonsTest, NamesThatCanBeTakenForEachOtherShareOne) {
  struct Case {
    std::string name;
    std::string other;
  };
  for (const Case& alike : {
           Case{"greedy", "Greedy"},
           Case{"HEURISTIC", "heuristic"},
           Case{"heuristIc", "heuristlc"},
           Case{"heuristIc", "heuristic"},
           Case{"heuristic", "heurist\u0131c"},  // without a dot
           Case{"pimc", "pirnc"},
           Case{"winner", "vvinner"},
           Case{"zero", "zer0"},
           Case{"\u0441\u043e\u0440\u0443", "copy"},  // all Cyrillic
           Case{"\u0421\u041e\u0420\u0423", "COPY"},
           Case{"\u0421\u041e\u0420\u0423", "copy"},
           Case{"\u039f\u03a1\u0391", "OPA"},  // all Greek
           Case{"greedy", "gr\u00e9edy"},
           Case{"greedy", "gre\u00e8d\u1ef5"},
           Case{"my-bot", "my_bot"},
           Case{"mybot", "my.bot"},
           Case{"greedy", "greedy-v1"},
           Case{"greedy", "greedyV12"},
           Case{"greedy", "Greedy_v1.2"},
           Case{"greedy", "greedy-vl"},
           Case{"greedy", "greedy v1"},
           Case{"greedybot", "greedy bot"},
           Case{"greedy-v1", "greedy.v2"},
       }) {
    EXPECT_TRUE(AreAlike(alike.name, alike.other))
        << alike.name << " and " << alike.other;
  }
}

TEST(NameSkeletonsTest, OtherNamesShareNone) {
  const std::vector<std::string> names = {
      "greedy", "greed",   "greedier", "heuristic", "pimc", "C",
      "C+",     "C++",     "bot-1",    "bot-2",     "v1",   "v2",
      "nov",    "greedy+", "bravo",    "bra",       "v-1b"};
  for (const std::string& name : names) {
    for (const std::string& other : names) {
      EXPECT_EQ(AreAlike(name, other), name == other) << name << ", " << other;
    }
  }
}

TEST(NameSkeletonsTest, AVersionLabelIsThatOfAnArena) {
  EXPECT_EQ(WithoutVersionLabel("greedy v12"), "greedy");
  for (const char* name : {"greedy", "greedy v0", "greedy v", "greedy v1b",
                           "greedy  v", " v1x", "v1", "greedy w1"}) {
    EXPECT_EQ(WithoutVersionLabel(name), name);
  }
}

}  // namespace
}  // namespace couillon::arena

// Finding rulesets by id, by file and with switches, and what is said when
// there is something wrong.
#include "proto/ruleset_catalog.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "proto/ruleset_codec.h"
#include "tests/support/all_rulesets.h"

namespace couillon::tests {
namespace {

// Whether `status` is of that kind and its message has all of `parts`.
testing::AssertionResult Says(const absl::Status& status, absl::StatusCode code,
                              const std::vector<std::string>& parts) {
  if (status.code() != code) {
    return testing::AssertionFailure() << "another kind: " << status;
  }
  for (const std::string& part : parts) {
    if (!absl::StrContains(status.message(), part)) {
      return testing::AssertionFailure()
             << "\"" << part << "\" is not in: " << status.message();
    }
  }
  return testing::AssertionSuccess();
}

constexpr absl::StatusCode kInvalid = absl::StatusCode::kInvalidArgument;
constexpr absl::StatusCode kNotFound = absl::StatusCode::kNotFound;

// A folder for files of one test.
class RulesetCatalogTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(testing::TempDir()) /
              testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::string PathOf(const std::string& name) const {
    return (folder_ / name).string();
  }
  // Writes a file and returns its path.
  [[nodiscard]] std::string Write(const std::string& name,
                                  const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return PathOf(name);
  }

 private:
  std::filesystem::path folder_;
};

TEST_F(RulesetCatalogTest, UnknownIdsAreAnsweredWithTheIdsThereAre) {
  const absl::Status status = wire::FindRuleset("bridge").status();
  EXPECT_TRUE(Says(status, kNotFound, {"\"bridge\""}));
  EXPECT_TRUE(Says(status, kNotFound, wire::RulesetIds()));
  EXPECT_TRUE(Says(wire::FindRuleset("").status(), kNotFound, {"cooyah"}));
}

TEST_F(RulesetCatalogTest, MissingFilesAreNamed) {
  const std::string path = PathOf("none.txtpb");
  EXPECT_TRUE(Says(wire::FindRuleset(path).status(), kNotFound, {path}));
  EXPECT_TRUE(Says(wire::FindRuleset("none.txtpb").status(), kNotFound,
                   {"none.txtpb"}));
}

TEST_F(RulesetCatalogTest, UnknownFieldsHaveLineAndColumn) {
  EXPECT_TRUE(Says(wire::ParseRuleset("id: \"mine\"\n"
                                      "extends: \"fr\"\n"
                                      "  wheel: 3\n",
                                      "mine.txtpb")
                       .status(),
                   kInvalid, {"mine.txtpb:3:", "wheel"}));
  EXPECT_TRUE(Says(
      wire::ParseRuleset("id: \"mine\"\ntable { wheel: 3 }\n", "mine.txtpb")
          .status(),
      kInvalid, {"mine.txtpb:2:14:", "wheel"}));
  EXPECT_TRUE(Says(wire::ParseRuleset("id: \"mine", "mine.txtpb").status(),
                   kInvalid, {"mine.txtpb:1:"}));
}

TEST_F(RulesetCatalogTest, WrongValuesAreNamed) {
  const auto parse = [](const std::string& knobs) {
    return wire::ParseRuleset("id: \"mine\" extends: \"fr\" " + knobs,
                              "mine.txtpb")
        .status();
  };
  EXPECT_TRUE(Says(parse("lead: LEAD_NOBODY"), kInvalid,
                   {"mine.txtpb:1:", "LEAD_NOBODY"}));
  EXPECT_TRUE(Says(parse("lead: 9"), kInvalid, {"mine.txtpb", "lead"}));
  EXPECT_TRUE(Says(parse("table { players: -1 }"), kInvalid, {"mine.txtpb"}));
  EXPECT_TRUE(Says(parse("table { ranks: \"AKX\" }"), kInvalid,
                   {"mine.txtpb", "table.ranks", "AKX"}));
  EXPECT_TRUE(Says(parse("table { removed_cards: \"1S\" }"), kInvalid,
                   {"mine.txtpb", "table.removed_cards", "1S"}));
  EXPECT_TRUE(Says(parse("script { }"), kInvalid, {"mine.txtpb", "script"}));
}

// Knobs that can be read but make no sense are the validator's business; the
// message then begins with what the user wrote.
TEST_F(RulesetCatalogTest, KnobsOutOfRangeNameFileAndField) {
  const auto find = [this](const std::string& knobs) {
    const std::string path =
        Write("mine.txtpb", "id: \"mine\" extends: \"fr\" " + knobs);
    return wire::FindRules(path).status();
  };
  EXPECT_TRUE(Says(find("table { players: 9 }"), kInvalid,
                   {"mine.txtpb: ", "table.players is 9", "2 to 8"}));
  EXPECT_TRUE(Says(find("table { sides: 3 }"), kInvalid, {"table.sides is 3"}));
  EXPECT_TRUE(Says(find("scoring { win: 0 }"), kInvalid, {"scoring.win is 0"}));
  EXPECT_TRUE(
      Says(find("match { targets: 0 }"), kInvalid, {"match.targets is 0"}));
  EXPECT_TRUE(Says(find("table { card_points: [4, 3] }"), kInvalid,
                   {"table.card_points is 2 numbers"}));
  EXPECT_TRUE(Says(find("special { permanent_trumps: \"7S\" }"), kInvalid,
                   {"special.permanent_trumps is 7S"}));
  EXPECT_TRUE(Says(find("special { mit { card: \"QS\" kontra: false re: true "
                        "window: MIT_WINDOW_OPEN } }"),
                   kInvalid, {"special.mit.re"}));
  EXPECT_TRUE(Says(find("script { deal { to: RECEIVERS_ALL cards: 9 } }"),
                   kInvalid, {"script step 0 (deal)", "36", "24"}));
}

TEST_F(RulesetCatalogTest, MissingFieldsAreNamed) {
  EXPECT_TRUE(Says(wire::ParseRuleset("", "mine.txtpb").status(), kInvalid,
                   {"mine.txtpb", "id is not set"}));
  EXPECT_TRUE(Says(wire::ParseRuleset("id: \"mine\"", "mine.txtpb").status(),
                   kInvalid, {"mine.txtpb", "table.players is not set"}));
}

TEST_F(RulesetCatalogTest, FilesMayExtendBuiltInRulesets) {
  const std::string path = Write("mine.txtpb",
                                 "id: \"mine\"\n"
                                 "extends: \"mit-malmedy\"\n"
                                 "scoring { win: 2 }\n"
                                 "match { targets: [21, 11] }\n");
  const absl::StatusOr<CompiledRules> rules = wire::FindRules(path);
  ASSERT_TRUE(rules.ok()) << rules.status();
  const Ruleset& ruleset = rules->ruleset;
  EXPECT_EQ(ruleset.id, "mine");
  EXPECT_EQ(ruleset.scoring.win, 2);
  EXPECT_EQ(ruleset.match.targets, (std::vector<int>{21, 11}));
  EXPECT_EQ(ruleset.scoring.vole, 1);  // inherited
  EXPECT_TRUE(ruleset.special.mit.has_value());
  // The switches of the base apply too.
  EXPECT_TRUE(wire::FindRules(path + "+dame-de-make").ok());
  EXPECT_EQ(Rules(path + "+mit-open").ruleset.id, "mine+mit-open");
}

TEST_F(RulesetCatalogTest, FilesMayExtendFiles) {
  const std::string base =
      Write("base.txtpb", "id: \"base\" extends: \"fr\" match { targets: 3 }");
  const std::string path =
      Write("mine.txtpb",
            "id: \"mine\" extends: \"" + base + "\" scoring { win: 2 }");
  const Ruleset ruleset = Rules(path).ruleset;
  EXPECT_EQ(ruleset.match.targets, std::vector<int>{3});
  EXPECT_EQ(ruleset.scoring.win, 2);
}

TEST_F(RulesetCatalogTest, ListsOfAFileReplaceThoseOfItsBase) {
  const std::string path =
      Write("mine.txtpb",
            "id: \"mine\" extends: \"fr\" switches: \"lines-5\"\n"
            "script { deal { to: RECEIVERS_ALL cards: 6 } }\n"
            "script { turn { card { of: OWNER_DEALER index: -1 } } }\n");
  const CompiledRules rules = Rules(path);
  EXPECT_EQ(rules.ruleset.script.size(), 2U);
  EXPECT_EQ(rules.tricks, 6);
  EXPECT_EQ(rules.ruleset.switches, std::vector<std::string>{"lines-5"});
}

TEST_F(RulesetCatalogTest, CirclesOfBasesAreRefused) {
  const std::string a = PathOf("a.txtpb");
  const std::string b = Write("b.txtpb", "id: \"b\" extends: \"" + a + "\"");
  ASSERT_EQ(Write("a.txtpb", "id: \"a\" extends: \"" + b + "\""), a);
  EXPECT_TRUE(
      Says(wire::FindRuleset(a).status(), kInvalid, {"a.txtpb", "circle"}));
}

TEST_F(RulesetCatalogTest, BasesThatDoNotExistAreNamed) {
  const std::string path =
      Write("mine.txtpb", "id: \"mine\" extends: \"bridge\"");
  EXPECT_TRUE(Says(wire::FindRuleset(path).status(), kInvalid,
                   {"mine.txtpb", "extends", "bridge", "cooyah"}));
}

TEST_F(RulesetCatalogTest, SwitchesThatDoNotApplyAreAnsweredWithThoseThatDo) {
  const absl::Status status =
      wire::FindRuleset("kwajongen+dame-de-make").status();
  EXPECT_TRUE(Says(status, kInvalid, {"kwajongen", "\"dame-de-make\""}));
  EXPECT_TRUE(Says(status, kInvalid, Rules("kwajongen").ruleset.switches));
  EXPECT_TRUE(Says(wire::FindRuleset("fr+").status(), kInvalid, {"\"\""}));
  EXPECT_TRUE(Says(wire::FindRuleset("fr+no-such").status(), kInvalid,
                   {"\"no-such\"", "lines-5"}));
}

TEST_F(RulesetCatalogTest, NumbersOfSwitchesHaveARange) {
  EXPECT_EQ(Rules("fr+max-deals-10").ruleset.match.max_deals, 10);
  EXPECT_EQ(Rules("cooyah+target-21").ruleset.match.targets,
            std::vector<int>{21});
  for (const std::string number : {"0", "4097", "4294967295"}) {
    EXPECT_TRUE(Says(wire::FindRuleset("fr+max-deals-" + number).status(),
                     kInvalid, {"max-deals-" + number, "1 to 4096"}));
  }
  for (const std::string number : {"N", "", "x", "4294967296", "1.5"}) {
    EXPECT_FALSE(wire::FindRuleset("fr+max-deals-" + number).ok()) << number;
  }
}

TEST_F(RulesetCatalogTest, ASwitchMayNotUndoOneBeforeIt) {
  for (const auto& [spec, words] :
       std::vector<std::pair<std::string, std::string>>{
           {"fr+lines-5+lines-7", "\"lines-7\" undoes \"lines-5\""},
           {"troeven+lines-7+lines-5", "\"lines-5\" undoes \"lines-7\""},
           {"fr+max-deals-9+max-deals-8", "one of them"},
           {"fr+max-deals-20+max-deals-most-erased", "in the other order"},
           {"mit-malmedy+red-queens+dame-de-make", "one of them"},
           {"mit-malmedy+dame-de-make+tournament+red-queens",
            "\"red-queens\" undoes \"dame-de-make\", which comes before it; "
            "expected one of them"}}) {
    EXPECT_TRUE(Says(wire::FindRuleset(spec).status(), kInvalid, {words}))
        << spec;
  }
}

TEST_F(RulesetCatalogTest, ANumberMayReplaceThatOfASwitchWithout) {
  const MatchRules match =
      Rules("fr+max-deals-most-erased+max-deals-20").ruleset.match;
  EXPECT_EQ(match.max_deals, 20);
  EXPECT_EQ(match.max_deals_winner, MaxDealsWinner::kMaxErased);
}

TEST_F(RulesetCatalogTest, ASwitchTwiceIsTheSameSwitch) {
  EXPECT_EQ(Rules("fr+lines-5+lines-5").ruleset.match.targets,
            std::vector<int>{5});
}

TEST_F(RulesetCatalogTest, SwitchesMayChangeAStep) {
  EXPECT_NE(wire::RulesetHash(Rules("mit-malmedy+name-held-suits").ruleset),
            wire::RulesetHash(Rules("mit-malmedy").ruleset));
}

}  // namespace
}  // namespace couillon::tests

// What holds for every file of engine/rulesets.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "couillon/v1/ruleset.pb.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/ruleset.h"
#include "engine/rules/ruleset_texts.h"
#include "google/protobuf/text_format.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/all_rulesets.h"

namespace couillon::tests {
namespace {

std::set<std::string> FilesIn(const std::string& folder) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(
           std::filesystem::path(COUILLON_SOURCE_DIR) / folder)) {
    if (entry.path().extension() == ".txtpb") {
      names.insert(entry.path().stem().string());
    }
  }
  return names;
}

std::set<std::string> NamesOf(const std::vector<NamedText>& texts) {
  std::set<std::string> names;
  for (const NamedText& text : texts) names.insert(text.name);
  return names;
}

TEST(RulesetFilesTest, EveryFileIsBuiltIn) {
  EXPECT_EQ(NamesOf(RulesetTexts()), FilesIn("engine/rulesets"));
  EXPECT_EQ(NamesOf(SwitchTexts()), FilesIn("engine/rulesets/switches"));
  EXPECT_FALSE(RulesetTexts().empty());
}

TEST(RulesetFilesTest, FilesAreNamedAfterTheirIds) {
  for (const NamedText& text : RulesetTexts()) {
    v1::Ruleset message;
    ASSERT_TRUE(
        google::protobuf::TextFormat::ParseFromString(text.text, &message))
        << text.name;
    EXPECT_EQ(message.id(), text.name);
  }
  for (const NamedText& text : SwitchTexts()) {
    v1::Switch message;
    ASSERT_TRUE(
        google::protobuf::TextFormat::ParseFromString(text.text, &message))
        << text.name;
    EXPECT_EQ(message.id(), text.name);
  }
}

TEST(RulesetFilesTest, RulesetsSayWhatTheyAreAndWhereTheyComeFrom) {
  for (const std::string& id : wire::RulesetIds()) {
    SCOPED_TRACE(id);
    const Ruleset ruleset = Rules(id).ruleset;
    EXPECT_EQ(ruleset.id, id);
    EXPECT_FALSE(ruleset.title.empty());
    EXPECT_FALSE(ruleset.summary.empty());
    EXPECT_FALSE(ruleset.sources.empty());
    EXPECT_FALSE(ruleset.decisions.empty());
    EXPECT_FALSE(ruleset.switches.empty());
  }
}

TEST(RulesetFilesTest, SwitchesAreOfferedAndExist) {
  std::set<std::string> offered;
  for (const std::string& id : wire::RulesetIds()) {
    const std::vector<std::string> names = Rules(id).ruleset.switches;
    offered.insert(names.begin(), names.end());
    const auto described = wire::DescribeSwitches(names);
    ASSERT_EQ(described.size(), names.size()) << id;
    for (const wire::SwitchInfo& info : described) {
      EXPECT_FALSE(info.summary.empty()) << info.id;
      EXPECT_FALSE(info.sources.empty()) << info.id;
    }
  }
  EXPECT_EQ(offered, NamesOf(SwitchTexts()));
}

TEST(RulesetFilesTest, EverySwitchAndEveryTwoCompile) {
  for (const std::string& id : wire::RulesetIds()) {
    for (const std::string& spec : SpecsOf(id)) {
      EXPECT_TRUE(wire::FindRules(spec).ok()) << wire::FindRules(spec).status();
      EXPECT_EQ(Rules(spec).ruleset.id, spec);
    }
    for (const std::string& spec : SpecsWithTwoSwitches(id)) {
      EXPECT_TRUE(wire::FindRules(spec).ok()) << wire::FindRules(spec).status();
    }
  }
}

TEST(RulesetFilesTest, IdsAreSortedAndPlain) {
  const std::vector<std::string> ids = wire::RulesetIds();
  EXPECT_TRUE(std::is_sorted(ids.begin(), ids.end()));
  for (const std::string& id : ids) {
    for (const char c : id) {
      EXPECT_TRUE(std::islower(c) || std::isdigit(c) || c == '-') << id;
    }
  }
}

}  // namespace
}  // namespace couillon::tests

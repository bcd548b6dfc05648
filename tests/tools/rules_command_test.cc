#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <sstream>
#include <string>

#include "arena/numbers/text/display_width.h"
#include "couillon/v1/ruleset.pb.h"
#include "proto/ruleset_catalog.h"
#include "proto/ruleset_codec.h"
#include "tests/support/all_rulesets.h"
#include "tests/tools/run_command.h"
#include "tools/commands/shared/command.h"
#include "tools/words/language.h"

namespace couillon {
namespace {

using tests::CommandRun;
using tests::RunCommand;

bool HasText(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(RulesCommandTest, ListsEveryRuleset) {
  const CommandRun text = RunCommand(tools::AddRulesCommand, {"rules"});
  const CommandRun as_json =
      RunCommand(tools::AddRulesCommand, {"rules", "--format", "json"});
  EXPECT_EQ(text.exit_code, tools::kExitDone);
  std::set<std::string> listed;
  const auto document = nlohmann::json::parse(as_json.out);
  for (const auto& entry : document["rulesets"]) {
    listed.insert(entry["id"].get<std::string>());
    EXPECT_GE(entry["players"].get<int>(), 2);
    EXPECT_FALSE(entry["title"].get<std::string>().empty());
  }
  for (const std::string& id : wire::RulesetIds()) {
    EXPECT_TRUE(HasText(text.out, "\n" + id + " ")) << id;
    EXPECT_TRUE(listed.contains(id)) << id;
  }
}

TEST(RulesCommandTest, TellsSwitchesSourcesAndOpenPoints) {
  const CommandRun run =
      RunCommand(tools::AddRulesCommand, {"rules", "basic-gerver"});
  EXPECT_EQ(run.exit_code, tools::kExitDone);
  for (const char* part :
       {"basic-gerver: Basic Couillon (Gerver)", "bottom-makes-eldest",
        "001:6-40", "C-17", "docs/rules.md"}) {
    EXPECT_TRUE(HasText(run.out, part)) << part;
  }
}

TEST(RulesCommandTest, TextKeepsToEightyColumns) {
  for (const std::string& id : wire::RulesetIds()) {
    for (const std::string& language : tools::LanguageCodes()) {
      std::istringstream lines(
          RunCommand(tools::AddRulesCommand, {"rules", id, "--lang", language})
              .out);
      for (std::string line; std::getline(lines, line);) {
        EXPECT_LE(arena::DisplayWidth(line), 80U) << line;
      }
    }
  }
}

TEST(RulesCommandTest, TheSummaryIsThatOfTheRulesetWithoutSwitches) {
  const auto ask = [](const std::string& ruleset) {
    return RunCommand(tools::AddRulesCommand, {"rules", ruleset}).out;
  };
  EXPECT_FALSE(HasText(ask("fr"), "Without switches:"));
  EXPECT_TRUE(HasText(ask("fr+lines-5"), "\nWithout switches: The anticlock"));
}

TEST(RulesCommandTest, ExplainsInTheLanguageAskedFor) {
  const auto ask = [](const std::string& language, const std::string& format) {
    return RunCommand(tools::AddRulesCommand, {"rules", "mit-malmedy", "--lang",
                                               language, "--format", format});
  };
  for (const char* format : {"text", "json"}) {
    EXPECT_TRUE(HasText(ask("fr", format).out, "dame de pique")) << format;
    EXPECT_TRUE(HasText(ask("nl", format).out, "schoppenvrouw")) << format;
    EXPECT_TRUE(HasText(ask("de", format).out, "Pik-Dame")) << format;
    EXPECT_EQ(ask("en", format).out,
              RunCommand(tools::AddRulesCommand,
                         {"rules", "mit-malmedy", "--format", format})
                  .out);
  }
  EXPECT_TRUE(HasText(ask("fr", "text").out, "Sources (document:lignes)"));
  const CommandRun unknown = ask("it", "text");
  EXPECT_NE(unknown.exit_code, tools::kExitDone);
}

template <typename Message>
std::size_t FieldsOf() {
  return static_cast<std::size_t>(Message::descriptor()->field_count());
}

TEST(RulesCommandTest, JsonHasEveryKnob) {
  const CommandRun run =
      RunCommand(tools::AddRulesCommand,
                 {"rules", "mit-malmedy+dame-de-make", "--format", "json"});
  const nlohmann::json rules = nlohmann::json::parse(run.out);
  const nlohmann::json& knobs = rules["ruleset"];
  EXPECT_EQ(rules["id"], "mit-malmedy+dame-de-make");
  EXPECT_EQ(
      rules["hash"],
      wire::RulesetHash(tests::Rules("mit-malmedy+dame-de-make").ruleset));
  EXPECT_EQ(knobs["table"]["players"], 4);
  EXPECT_EQ(knobs["lead"], "LEAD_ELDEST");
  EXPECT_EQ(knobs["play"].size(), FieldsOf<v1::Play>());
  EXPECT_EQ(knobs["play"]["must_overtrump"], false);
  EXPECT_EQ(knobs["special"]["permanent_trumps"].dump(), R"(["QC"])");
  EXPECT_EQ(knobs["special"]["mit"]["kontra"], true);
  EXPECT_EQ(knobs["scoring"].size(), FieldsOf<v1::Scoring>());
  EXPECT_EQ(knobs["match"].size(), FieldsOf<v1::Match>());
  EXPECT_FALSE(rules["explanation"].empty());
}

TEST(RulesCommandTest, ExplainsAFileOfTheUser) {
  const std::filesystem::path path =
      std::filesystem::path(testing::TempDir()) / "mine.txtpb";
  std::ofstream(path)
      << "id: \"mine\"\nextends: \"fr\"\nmatch { targets: 11 }\n";
  const CommandRun run =
      RunCommand(tools::AddRulesCommand, {"rules", path.string()});
  EXPECT_EQ(run.exit_code, tools::kExitDone) << run.error;
  EXPECT_TRUE(HasText(run.out, "eleven lines to erase"));
}

TEST(RulesCommandTest, NamesASwitchThatDoesNotApply) {
  const CommandRun run =
      RunCommand(tools::AddRulesCommand, {"rules", "fr+mit-open"});
  EXPECT_EQ(run.exit_code, tools::kExitError);
  EXPECT_TRUE(HasText(run.error, "mit-open"));
  EXPECT_TRUE(HasText(run.error, "head-previous"));
}

}  // namespace
}  // namespace couillon

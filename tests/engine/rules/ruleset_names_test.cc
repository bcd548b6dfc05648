// No code looks at what a ruleset is called: rulesets under another name play
// the same, and the sources hold none of the names.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/cards/action.h"
#include "engine/cards/seat.h"
#include "engine/deal/deal_source.h"
#include "engine/play/deal_result.h"
#include "engine/play/position.h"
#include "engine/play/slate.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/compiler.h"
#include "engine/rules/ruleset.h"
#include "proto/ruleset_catalog.h"
#include "proto/ruleset_codec.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/random_deal.h"

namespace couillon::tests {
namespace {

// Decisions, results and scores of some deals played at random, as text.
std::string Played(const CompiledRules& rules) {
  const DealSource source("names");
  Slate slate(rules.ruleset);
  std::string text;
  for (std::uint64_t index = 0; index < 40 && !slate.ended(); ++index) {
    RandomDraws draws(source, index);
    Position position = DealAt(rules, source, index);
    while (!position.done()) {
      const ActionSet legal = position.LegalActions();
      text += std::to_string(legal.mask()) + " ";
      position.Apply(draws.Of(legal));
    }
    const DealScore score =
        ScoreDeal(rules.ruleset, position.Result(), slate.pending_carry());
    slate.Apply(score);
    for (std::size_t side = 0; side < rules.sides; ++side) {
      text += std::to_string(score.erase.at(side)) + "+" +
              std::to_string(score.add.at(side)) + " " +
              std::to_string(slate.tally(static_cast<Side>(side)).units()) +
              "; ";
    }
  }
  return text;
}

TEST(RulesetNamesTest, RulesetsUnderAnotherNamePlayTheSame) {
  for (const std::string& id : wire::RulesetIds()) {
    for (const std::string& spec : SpecsOf(id)) {
      SCOPED_TRACE(spec);
      const CompiledRules rules = Rules(spec);
      Ruleset renamed = rules.ruleset;
      renamed.id = "another-name";
      renamed.title = "Another title";
      const absl::StatusOr<CompiledRules> other = CompileRules(renamed);
      ASSERT_TRUE(other.ok());
      EXPECT_EQ(Played(*other), Played(rules));
      EXPECT_EQ(wire::RulesetHash(renamed), wire::RulesetHash(rules.ruleset));
    }
  }
}

// The string literals of C++ code; comments are left out.
std::vector<std::string> Literals(const std::string& code) {
  std::vector<std::string> literals;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (code.compare(i, 2, "//") == 0) {
      i = code.find('\n', i);
    } else if (code.compare(i, 2, "/*") == 0) {
      i = code.find("*/", i);
    } else if (code[i] == '\'') {
      i += code[i + 1] == '\\' ? 3 : 2;
    } else if (code[i] == '"') {
      const std::size_t first = i + 1;
      for (++i; i < code.size() && code[i] != '"'; ++i) {
        if (code[i] == '\\') ++i;
      }
      literals.push_back(code.substr(first, i - first));
    }
    if (i >= code.size()) break;
  }
  return literals;
}

// The runs of letters, digits and hyphens in a literal.
std::vector<std::string> NameLikeWords(const std::string& literal) {
  std::vector<std::string> words = {""};
  for (const char c : literal) {
    const bool in_name =
        (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    if (in_name) {
      words.back() += c;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  return words;
}

TEST(RulesetNamesTest, NoSourceHoldsTheNameOfARuleset) {
  const std::vector<std::string> ids = wire::RulesetIds();
  const std::set<std::string> names(ids.begin(), ids.end());
  int files = 0;
  for (const std::string room : {"engine", "proto", "arena"}) {
    const std::filesystem::path root =
        std::filesystem::path(COUILLON_SOURCE_DIR) / room;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(root)) {
      const std::string extension = entry.path().extension().string();
      if (extension != ".cc" && extension != ".h") continue;
      ++files;
      const std::ifstream file(entry.path());
      std::ostringstream code;
      code << file.rdbuf();
      for (const std::string& literal : Literals(code.str())) {
        for (const std::string& word : NameLikeWords(literal)) {
          EXPECT_FALSE(names.contains(word))
              << entry.path() << ": \"" << literal << "\"";
        }
      }
    }
  }
  EXPECT_GT(files, 50);
}

TEST(RulesetNamesTest, LiteralsAreFoundAndCommentsAreNot) {
  EXPECT_EQ(Literals("a(\"x\\\"y\"); // \"no\"\n b('\"', \"z\") /* \"no\" */"),
            (std::vector<std::string>{"x\\\"y", "z"}));
}

}  // namespace
}  // namespace couillon::tests

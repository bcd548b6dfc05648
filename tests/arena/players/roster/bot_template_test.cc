// New bots from the templates; tests/install/install_test.cc builds and
// plays them.
#include "arena/players/roster/bot_template.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/bot_languages.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

using testing_support::BotLanguage;
using testing_support::ReadFile;
using testing_support::TemporaryFolder;

const std::string kSource = COUILLON_SOURCE;

TEST(BotTemplateTest, EveryLanguageHasATemplate) {
  std::vector<std::string> names;
  for (const BotLanguage& language : testing_support::BotLanguages()) {
    names.push_back(language.name);
  }
  std::sort(names.begin(), names.end());
  EXPECT_EQ(TemplateLanguages(kSource), names);
  EXPECT_TRUE(TemplateLanguages("/no/such").empty());
}

TEST(BotTemplateTest, FilesSayTheNameOfTheDirectory) {
  const TemporaryFolder folder;
  const std::string bot = folder.path("my_bot");
  ASSERT_TRUE(MakeBot("python", kSource, bot).ok());
  const std::string manifest = ReadFile(bot + "/bot.txtpb");
  EXPECT_NE(manifest.find("\"my_bot\""), std::string::npos) << manifest;
  EXPECT_EQ(manifest.find("{{"), std::string::npos) << manifest;
  EXPECT_TRUE(absl::IsAlreadyExists(MakeBot("python", kSource, bot)));
}

TEST(BotTemplateTest, BadNameAndUnknownLanguageAreRefused) {
  const TemporaryFolder folder;
  for (const char* name : {"My", "1bot", "a-b", "a b"}) {
    EXPECT_TRUE(
        absl::IsInvalidArgument(MakeBot("python", kSource, folder.path(name))))
        << name;
  }
  const absl::Status status = MakeBot("cobol", kSource, folder.path("bot"));
  EXPECT_TRUE(absl::IsNotFound(status)) << status;
  EXPECT_NE(std::string(status.message()).find("python"), std::string::npos);
}

}  // namespace
}  // namespace couillon::arena

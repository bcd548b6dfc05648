// Where the SDKs of an installation are built;
// tests/install/install_test.cc builds bots there.
#include <gtest/gtest.h>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): has setenv

#include <filesystem>

#include "absl/status/status.h"
#include "arena/players/roster/bot_directory.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

namespace fs = std::filesystem;

using testing_support::ReadFile;
using testing_support::TemporaryFolder;
using testing_support::WriteFile;

class SdkCopyTest : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(tree() + "/bots/python");
    WriteFile(tree() + "/bots/python/sdk.py", "one");
    setenv("XDG_CACHE_HOME", folder_.path("cache").c_str(), 1);
  }
  void TearDown() override { unsetenv("XDG_CACHE_HOME"); }

  [[nodiscard]] std::string tree() const { return folder_.path("tree"); }

 private:
  TemporaryFolder folder_;
};

TEST_F(SdkCopyTest, SourceTreeIsUsedInPlace) {
  fs::create_directories(tree() + "/arena");
  EXPECT_EQ(*TreeForBuilding(tree()), tree());
}

TEST_F(SdkCopyTest, InstalledTreeIsCopiedOnceAndAgainWhenItChanges) {
  const std::string copy = *TreeForBuilding(tree());
  EXPECT_NE(copy, tree());
  EXPECT_EQ(ReadFile(copy + "/bots/python/sdk.py"), "one");
  WriteFile(copy + "/built", "");
  EXPECT_EQ(*TreeForBuilding(tree()), copy);
  WriteFile(tree() + "/bots/python/sdk.py", "two");
  const std::string updated = *TreeForBuilding(tree());
  EXPECT_NE(updated, copy);
  EXPECT_EQ(ReadFile(updated + "/bots/python/sdk.py"), "two");
  EXPECT_FALSE(fs::exists(updated + "/built"));
  // A file that only has another name is a change too.
  fs::rename(tree() + "/bots/python/sdk.py", tree() + "/bots/python/bot.py");
  EXPECT_NE(*TreeForBuilding(tree()), updated);
}

TEST_F(SdkCopyTest, CacheThatCannotBeIsNamed) {
  const std::string file = tree() + "/bots/python/sdk.py";
  setenv("XDG_CACHE_HOME", file.c_str(), 1);
  const absl::StatusOr<std::string> copy = TreeForBuilding(tree());
  EXPECT_TRUE(absl::IsPermissionDenied(copy.status())) << copy.status();
  EXPECT_NE(std::string(copy.status().message()).find(file), std::string::npos);
}

}  // namespace
}  // namespace couillon::arena

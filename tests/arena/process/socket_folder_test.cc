#include "arena/process/socket_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <utility>

#include "absl/status/statusor.h"

namespace couillon::arena {
namespace {

TEST(SocketFolderTest, NoPathIsGivenOutTwice) {
  absl::StatusOr<SocketFolder> folder = SocketFolder::Make();
  ASSERT_TRUE(folder.ok()) << folder.status();
  std::set<std::string> paths;
  for (int i = 0; i < 3; ++i) paths.insert(folder->PathFor(0, 0));
  // A moved folder continues to count.
  const SocketFolder moved = *std::move(folder);
  for (int i = 0; i < 3; ++i) paths.insert(moved.PathFor(0, 0));
  paths.insert(moved.PathFor(1, 0));
  EXPECT_EQ(paths.size(), 7U);
  for (const std::string& path : paths) {
    EXPECT_LT(path.size(), 108U) << path;
    const std::string own = path.substr(0, path.rfind('/'));
    EXPECT_TRUE(std::filesystem::is_empty(own)) << path;
  }
}

}  // namespace
}  // namespace couillon::arena

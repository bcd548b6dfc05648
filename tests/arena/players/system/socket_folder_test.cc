#include "arena/players/system/socket_folder.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <set>
#include <system_error>
#include <vector>

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

// The folders of sockets of the process `pid`.
std::vector<std::filesystem::path> FoldersOf(pid_t pid) {
  const std::string name = "couillon-sockets-" + std::to_string(pid) + "-";
  std::vector<std::filesystem::path> folders;
  const std::initializer_list<const char*> roots = {"/tmp",
                                                    std::getenv("TMPDIR")};
  for (const char* root : roots) {
    if (root == nullptr) continue;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(root, error)) {
      if (entry.path().filename().string().starts_with(name)) {
        folders.push_back(entry.path());
      }
    }
  }
  return folders;
}

// Runs `what` in a process of its own, which ends without any clean-up.
// Returns its pid and exit code.
std::pair<pid_t, int> RunAndDie(const std::function<int()>& what) {
  const pid_t pid = fork();
  if (pid == 0) _exit(what());
  int status = 0;
  waitpid(pid, &status, 0);
  // NOLINTNEXTLINE(misc-include-cleaner): <sys/wait.h> has them
  return {pid, WIFEXITED(status) ? WEXITSTATUS(status) : -1};
}

constexpr int kNoNamespaces = 77;

TEST(SocketFolderTest, IsLeftAloneByProgramsInAnotherPidNamespace) {
  const absl::StatusOr<SocketFolder> mine = SocketFolder::Make();
  ASSERT_TRUE(mine.ok()) << mine.status();
  const std::string own = FolderOf(mine->PathFor(0, 0));
  const auto [pid, code] = RunAndDie([] {
    if (unshare(CLONE_NEWPID) != 0 &&
        unshare(CLONE_NEWUSER | CLONE_NEWPID) != 0) {
      return kNoNamespaces;
    }
    // Only its children are in the new namespace.
    return RunAndDie([] { return SocketFolder::Make().ok() ? 0 : 1; }).second;
  });
  if (code == kNoNamespaces) GTEST_SKIP() << "no PID namespaces here";
  EXPECT_EQ(code, 0);
  EXPECT_TRUE(std::filesystem::exists(own)) << own;
}

TEST(SocketFolderTest, OfAKilledProcessIsRemovedByTheNext) {
  const auto [pid, code] = RunAndDie([] {
    const absl::StatusOr<SocketFolder> folder = SocketFolder::Make();
    if (!folder.ok()) return 1;
    const std::string path = folder->PathFor(0, 0);
    _exit(path.empty() ? 1 : 0);  // before the destructor
  });
  ASSERT_EQ(code, 0);
  const absl::StatusOr<SocketFolder> next = SocketFolder::Make();
  ASSERT_TRUE(next.ok()) << next.status();
  EXPECT_TRUE(FoldersOf(pid).empty());
}

}  // namespace
}  // namespace couillon::arena

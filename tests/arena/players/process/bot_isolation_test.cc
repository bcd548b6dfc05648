// The environment, the socket and the folders of a bot's process, and their
// removal, without a league.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/players/process/bot_process.h"
#include "arena/players/process/bot_socket.h"
#include "arena/players/process/sandbox_view.h"
#include "arena/players/system/bot_cgroup.h"
#include "arena/players/system/folder_removal.h"
#include "arena/players/system/socket_folder.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

namespace fs = std::filesystem;
using testing_support::TemporaryFolder;

// A bot that is a shell script; $1 is the path of its socket, $2 another path.
class ScriptBot {
 public:
  explicit ScriptBot(const std::string& script, const std::string& other = "")
      : folder_(*SocketFolder::Make()), path_(folder_.PathFor(0, 0)) {
    BotProgram program;
    program.command = {"/bin/sh", "-c",  script + "\nexec sleep 10000",
                       "sh",      path_, other};
    process_ = *BotProcess::Spawn(program, "unix:" + path_,
                                  {.folder = FolderOf(path_)});
  }
  // Retries until there is a result other than Unavailable.
  [[nodiscard]] absl::Status Connect() const {
    for (;;) {
      const absl::StatusOr<int> fd = ConnectToBot(*process_);
      if (fd.ok()) close(*fd);
      if (!absl::IsUnavailable(fd.status())) return fd.status();
    }
  }

 private:
  SocketFolder folder_;
  std::string path_;
  std::unique_ptr<BotProcess> process_;
};

// A socket at which this process, which is not a bot, listens.
class ForeignSocket {
 public:
  explicit ForeignSocket(const std::string& path)
      : fd_(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, path.c_str(), sizeof(address.sun_path) - 1);
    EXPECT_EQ(bind(fd_, reinterpret_cast<sockaddr*>(&address), sizeof(address)),
              0);
    EXPECT_EQ(listen(fd_, 8), 0);
  }
  ~ForeignSocket() { close(fd_); }
  ForeignSocket(const ForeignSocket&) = delete;
  ForeignSocket& operator=(const ForeignSocket&) = delete;

 private:
  int fd_;
};

TEST(BotSocketTest, ALinkToAnotherSocketIsNotCalled) {
  const TemporaryFolder folder;
  const ForeignSocket foreign(folder.path("foreign"));
  const ScriptBot bot(R"(ln -s "$2" "$1")", folder.path("foreign"));
  const absl::Status status = bot.Connect();
  EXPECT_EQ(status.code(), absl::StatusCode::kPermissionDenied);
  EXPECT_NE(status.message().find("there is a link instead"), std::string::npos)
      << status;
}

TEST(BotSocketTest, ASocketOfAnotherProcessIsNotCalled) {
  const TemporaryFolder folder;
  const ForeignSocket foreign(folder.path("foreign"));
  // A hard link, which does not look like a link.
  const ScriptBot bot(R"(ln "$2" "$1")", folder.path("foreign"));
  const absl::Status status = bot.Connect();
  EXPECT_EQ(status.code(), absl::StatusCode::kPermissionDenied);
  EXPECT_NE(status.message().find(std::to_string(getpid())), std::string::npos)
      << status;
}

TEST(BotEnvironmentTest, HoldsWhatProgramsNeedAndNothingElse) {
  setenv("COUILLON_TEST_TOKEN", "secret", 1);
  setenv("LC_TIME", "C", 1);
  const auto has = [](const std::vector<std::string>& all,
                      const std::string& entry) {
    return std::find(all.begin(), all.end(), entry) != all.end();
  };
  const auto plain = BotEnvironment({}, {"COUILLON_LISTEN=unix:/x"}, "/own");
  EXPECT_TRUE(has(plain, "LC_TIME=C"));
  EXPECT_TRUE(has(plain, "HOME=/own"));
  EXPECT_TRUE(has(plain, "TMPDIR=/own"));
  EXPECT_TRUE(has(plain, "COUILLON_LISTEN=unix:/x"));
  for (const std::string& entry : plain) {
    EXPECT_EQ(entry.find("secret"), std::string::npos) << entry;
  }
  const auto passed = BotEnvironment(
      {"COUILLON_TEST_TOKEN", "HOME=/given", "NOT_SET_ANYWHERE"}, {}, "/own");
  EXPECT_TRUE(has(passed, "COUILLON_TEST_TOKEN=secret"));
  EXPECT_TRUE(has(passed, "HOME=/given"));
  unsetenv("COUILLON_TEST_TOKEN");
  unsetenv("LC_TIME");
}

TEST(FolderRemovalTest, TakesFoldersThatAreDeepOrLocked) {
  const TemporaryFolder folder;
  const std::string top = folder.path("top");
  fs::create_directories(top + "/locked/inner");
  std::ofstream(top + "/locked/inner/file") << "x";
  fs::create_directory_symlink("/etc", top + "/link");
  chmod((top + "/locked/inner").c_str(), 0);
  chmod((top + "/locked").c_str(), 0);
  // Deeper than the maximum path length, with names that the removal uses too.
  const int here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  ASSERT_EQ(chdir(top.c_str()), 0);
  for (int depth = 0; depth < 2000; ++depth) {
    const std::string name = ".up-" + std::to_string(depth % 3);
    ASSERT_EQ(mkdir(name.c_str(), 0700), 0);
    ASSERT_EQ(chdir(name.c_str()), 0);
  }
  ASSERT_EQ(fchdir(here), 0);
  close(here);
  EXPECT_TRUE(RemoveFolder(top));
  EXPECT_FALSE(fs::exists(top));
  EXPECT_TRUE(fs::exists("/etc/passwd"));
  EXPECT_TRUE(RemoveFolder(top)) << "nothing is left of nothing";
}

class SandboxViewTest : public ::testing::Test {
 protected:
  // Whether `path` can be seen, by the last entry that covers it.
  static bool Sees(const std::vector<ViewedPath>& view,
                   const std::string& path) {
    bool seen = false;
    for (const ViewedPath& viewed : view) {
      if (viewed.kind == ViewedPath::Kind::kLink) continue;
      const bool covers =
          path == viewed.path || path.starts_with(viewed.path + "/");
      if (covers) seen = viewed.kind == ViewedPath::Kind::kShown;
    }
    return seen;
  }
  std::string Make(const std::string& name, mode_t mode = 0644) {
    const std::string path = folder_.path(name);
    fs::create_directories(fs::path(path).parent_path());
    std::ofstream(path) << "x";
    chmod(path.c_str(), mode);
    return path;
  }

  TemporaryFolder folder_;
};

TEST_F(SandboxViewTest, OfABotDirectoryItsManifestShowsNothingElse) {
  const std::string program = Make("bots/mine/bot", 0755);
  const std::string other = Make("bots/other/code");
  const std::string key = Make("keys/bin/key", 0755);
  BotProgram bot{.command = {program, "--model=" + other, key},
                 .directory = folder_.path("bots/mine")};
  const auto view = ListViewedPaths(bot, {});
  EXPECT_TRUE(Sees(view, program));
  EXPECT_FALSE(Sees(view, other));
  EXPECT_FALSE(Sees(view, key));
  // Nor is it visible as the program, by its name or by a link.
  bot.command = {key};
  EXPECT_FALSE(Sees(ListViewedPaths(bot, {}), key));
  fs::create_symlink(key, folder_.path("bots/mine/link"));
  bot.command = {folder_.path("bots/mine/link")};
  EXPECT_FALSE(Sees(ListViewedPaths(bot, {}), key));
}

TEST_F(SandboxViewTest, OfACommandTheFoldersOfItsFilesAreShown) {
  const std::string script = Make("a/script.py");
  const std::string beside = Make("a/library/module.py");
  const std::string option = Make("b/net.bin");
  const std::string elsewhere = Make("c/file");
  const BotProgram bot{
      .command = {"/usr/bin/env", script, "--model=" + option}};
  const auto view = ListViewedPaths(bot, {});
  EXPECT_TRUE(Sees(view, script));
  EXPECT_TRUE(Sees(view, beside));
  EXPECT_TRUE(Sees(view, option));
  EXPECT_FALSE(Sees(view, elsewhere));
  EXPECT_TRUE(
      Sees(ListViewedPaths(bot, {.shown = {folder_.path("c")}}), elsewhere));
}

// Nothing can be mounted on the link, which is there already.
TEST_F(SandboxViewTest, OfALinkInAShownFolderWhatItLeadsToIsShown) {
  const std::string script = Make("here/script");
  const std::string program = Make("real/bin/bot", 0755);
  const std::string link = folder_.path("here/link");
  fs::create_directory_symlink(folder_.path("real"), link);
  const BotProgram bot{.command = {link + "/bin/bot", script}};
  const auto view = ListViewedPaths(bot, {});
  EXPECT_TRUE(Sees(view, program));
  for (const ViewedPath& viewed : view) {
    EXPECT_FALSE(viewed.path.starts_with(link)) << viewed.path;
  }
}

TEST_F(SandboxViewTest, HomesAndSharedFoldersAreNeverShownWhole) {
  const BotProgram bot{.command = {"/usr/bin/env", "/tmp", "/", "/root",
                                   "/home", "/etc/passwd"}};
  const auto view = ListViewedPaths(bot, {});
  for (const char* path : {"/root/.ssh/id", "/home/user/.bash_history",
                           "/tmp/x", "/var/lib/x", "/srv/x"}) {
    EXPECT_FALSE(Sees(view, path)) << path;
  }
  EXPECT_TRUE(Sees(view, "/usr/bin/env"));
  EXPECT_FALSE(Sees(view, "/etc/shadow"));
}

TEST_F(SandboxViewTest, LeaguesAreHiddenWhereverTheyAreShown) {
  const std::string program = Make("x/bot", 0755);
  const std::string near = Make("x/league/league.sqlite");
  const std::string own = Make("x/deeper/than/that/league.sqlite");
  const BotProgram bot{.command = {program}};
  const auto view =
      ListViewedPaths(bot, {.hidden = {folder_.path("x/deeper/than/that")},
                            .hidden_files = {Make("x/token")}});
  EXPECT_TRUE(Sees(view, program));
  EXPECT_FALSE(Sees(view, near));
  EXPECT_FALSE(Sees(view, own));
  EXPECT_FALSE(Sees(view, folder_.path("x/token")));
}

TEST(BotCgroupTest, KeepsTheLimitsThatItWasMadeWith) {
  const CgroupPlaces& places = OwnCgroupPlaces();
  if (places.places.empty()) GTEST_SKIP() << "no control groups to divide";
  const auto group =
      BotCgroup::Make(places, {.memory_mb = 64, .processes = 10});
  ASSERT_NE(group, nullptr);
  EXPECT_FALSE(group->RanOutOfMemory());
  EXPECT_EQ(group->MemoryBytes(), 0);
  // One process of the group exceeds the memory limit.
  const pid_t child = fork();
  if (child == 0) {
    for (const int fd : group->join_fds()) {
      if (write(fd, "0", 1) != 1) _exit(1);
    }
    const std::size_t size = std::size_t{128} << 20;
    auto* const memory = static_cast<char*>(malloc(size));
    for (std::size_t at = 0; at < size; at += 4096) {
      const_cast<volatile char*>(memory)[at] = 1;
    }
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_TRUE(group->RanOutOfMemory());
}

}  // namespace
}  // namespace couillon::arena

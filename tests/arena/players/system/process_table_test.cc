// The processes of this machine, and who descends from whom.
#include "arena/players/system/process_table.h"

#include <gtest/gtest.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): kill()
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

namespace couillon::arena {
namespace {

// A child of this process that waits, with a child of its own that waits too.
class Family {
 public:
  Family() {
    int ends[2];
    EXPECT_EQ(pipe(ends), 0);
    child_ = fork();
    if (child_ == 0) {
      const pid_t grandchild = fork();
      if (grandchild != 0) {
        const ssize_t sent = write(ends[1], &grandchild, sizeof(grandchild));
        if (sent != sizeof(grandchild)) _exit(1);
      }
      for (;;) pause();
    }
    EXPECT_EQ(read(ends[0], &grandchild_, sizeof(grandchild_)),
              ssize_t{sizeof(grandchild_)});
    close(ends[0]);
    close(ends[1]);
  }
  ~Family() {
    kill(grandchild_, SIGKILL);
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
  }
  Family(const Family&) = delete;
  Family& operator=(const Family&) = delete;

  [[nodiscard]] pid_t child() const { return child_; }
  [[nodiscard]] pid_t grandchild() const { return grandchild_; }

 private:
  pid_t child_ = 0;
  pid_t grandchild_ = 0;
};

std::vector<pid_t> PidsOf(const ProcessTable& table) {
  std::vector<pid_t> pids;
  pids.reserve(table.size());
  for (std::size_t i = 0; i < table.size(); ++i) pids.push_back(table[i].pid);
  std::sort(pids.begin(), pids.end());
  return pids;
}

std::vector<pid_t> Sorted(std::vector<pid_t> pids) {
  std::sort(pids.begin(), pids.end());
  return pids;
}

TEST(ProcessTableTest, HasTheDescendantsOfAProcessWithoutItself) {
  const Family family;
  const auto table = std::make_unique<ProcessTable>();
  table->Read();
  EXPECT_GE(table->size(), 3U);
  table->KeepDescendantsOf(family.child());
  ASSERT_EQ(PidsOf(*table), std::vector<pid_t>{family.grandchild()});
  EXPECT_EQ((*table)[0].parent, family.child());
  EXPECT_GT((*table)[0].resident_pages, 0);
  EXPECT_EQ(ListDescendants(family.child()),
            std::vector<pid_t>{family.grandchild()});
}

TEST(ProcessTableTest, HasAllGenerations) {
  const Family family;
  const std::vector<pid_t> expected =
      Sorted({family.child(), family.grandchild()});
  const auto table = std::make_unique<ProcessTable>();
  table->Read();
  table->KeepDescendantsOf(getpid());
  EXPECT_EQ(PidsOf(*table), expected);
  EXPECT_EQ(Sorted(ListDescendants(getpid())), expected);
}

TEST(ProcessTableTest, AProcessWithoutChildrenHasNoDescendants) {
  const Family family;
  const auto table = std::make_unique<ProcessTable>();
  table->Read();
  table->KeepDescendantsOf(family.grandchild());
  EXPECT_EQ(table->size(), 0U);
  EXPECT_TRUE(ListDescendants(family.grandchild()).empty());
}

TEST(ProcessTableTest, AZombieHasEnded) {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  // NOLINTBEGIN(misc-include-cleaner): <sys/wait.h> has them
  siginfo_t info{};
  ASSERT_EQ(waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT),
            0);
  // NOLINTEND(misc-include-cleaner)
  EXPECT_TRUE(IsEnding(child)) << "not reaped yet";
  waitpid(child, nullptr, 0);
  EXPECT_TRUE(IsEnding(child)) << "reaped";
  EXPECT_FALSE(IsEnding(getpid()));
}

}  // namespace
}  // namespace couillon::arena

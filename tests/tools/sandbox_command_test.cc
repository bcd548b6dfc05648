// What is said of a sandbox that does not work: the cause and its cure, not
// always to install it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/program.h"

namespace couillon {
namespace {

using testing_support::kBot;
using testing_support::kCouillon;
using testing_support::ProgramResult;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;

// Runs a command on a machine that `setup` has changed, in namespaces of its
// own.
ProgramResult RunAfter(const std::string& setup, const std::string& command) {
  return RunProgram({"/usr/bin/unshare", "--user", "--map-root-user", "--mount",
                     "/bin/sh", "-c", setup + " && exec " + command});
}

struct Machine {
  std::string setup;
  std::string expected;
};

std::vector<Machine> Machines() {
  return {{"echo 0 > /proc/sys/user/max_user_namespaces",
           "bubblewrap is installed, but the machine blocks user namespaces: "
           "user.max_user_namespaces is 0; sudo sysctl -w "
           "user.max_user_namespaces=15000"},
          {"mount --bind /dev/null /proc/uptime",
           "bubblewrap is installed, but the machine blocks a /proc of its "
           "own: parts of /proc are masked"},
          {"PATH=/nowhere",
           "bubblewrap: there is no bwrap on PATH; install the package "
           "bubblewrap"}};
}

TEST(SandboxCommandTest, CauseAndCureOfABlockedSandboxAreOnOneLine) {
  if (RunAfter("true", "/bin/true").exit_code != 0 ||
      RunProgram({kCouillon, "sandbox"}).exit_code != 0) {
    GTEST_SKIP() << "no sandbox works here that could be blocked";
  }
  const TemporaryFolder folder;
  for (const Machine& machine : Machines()) {
    const ProgramResult shown = RunAfter(machine.setup, kCouillon + " sandbox");
    EXPECT_EQ(shown.exit_code, 1);
    EXPECT_NE(shown.out.find("\n  " + machine.expected), std::string::npos)
        << shown.out;
    const std::string league = kCouillon + " bot check --decisions 10 ";
    const std::string bot = " -- " + kBot + " --name greedy";
    const ProgramResult warned = RunAfter(machine.setup, league + bot);
    EXPECT_TRUE(warned.err.starts_with("Warning: NO SANDBOX")) << warned.err;
    EXPECT_NE(
        warned.err.substr(0, warned.err.find('\n')).find(machine.expected),
        std::string::npos)
        << warned.err;
    const ProgramResult refused =
        RunAfter(machine.setup, league + "--isolation bwrap" + bot);
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_NE(refused.err.find("--isolation: " + machine.expected),
              std::string::npos)
        << refused.err;
  }
}

TEST(SandboxCommandTest, ABubblewrapThatIsTooOldIsToBeReplaced) {
  const std::string old =
      "mount -t tmpfs none /mnt && printf '#!/bin/sh\necho bwrap: Unknown "
      "option --disable-userns >&2; exit 1' >/mnt/bwrap && chmod a+x "
      "/mnt/bwrap && PATH=/mnt:$PATH";
  if (RunAfter(old, "/bin/true").exit_code != 0 ||
      RunProgram({kCouillon, "sandbox"}).exit_code != 0) {
    GTEST_SKIP() << "no sandbox works here that could be blocked";
  }
  const ProgramResult shown = RunAfter(old, kCouillon + " sandbox");
  EXPECT_EQ(shown.exit_code, 1);
  EXPECT_NE(shown.out.find("\n  bubblewrap: the bwrap on PATH is too old "
                           "(bwrap: Unknown option --disable-userns); install "
                           "bubblewrap 0.8 or newer"),
            std::string::npos)
      << shown.out;
}

TEST(SandboxCommandTest, JsonHasEachPartWithWhatHelps) {
  const ProgramResult run =
      RunProgram({kCouillon, "sandbox", "--format", "json"});
  const nlohmann::json json = nlohmann::json::parse(run.out, nullptr, false);
  EXPECT_EQ(json["works"], run.exit_code == 0);
  EXPECT_EQ(json["works"], json["problem"] == "");
  EXPECT_EQ(json["parts"].size(), 8U);
  for (const nlohmann::json& part : json["parts"]) {
    EXPECT_TRUE(part["works"] == true || part["found"] != "") << part;
    EXPECT_TRUE(part["works"] == false || part["fix"] == "") << part;
  }
}

}  // namespace
}  // namespace couillon

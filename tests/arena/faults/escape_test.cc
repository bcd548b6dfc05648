// Attempts of untrusted bots to escape: as root and as an ordinary user, in the
// sandbox and, where docs/security.md promises it, without a sandbox. The table
// is there.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): has setenv
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <string>
#include <tuple>
#include <vector>

#include "tests/support/program.h"

namespace couillon {
namespace {

using nlohmann::json;
using testing_support::kBot;
using testing_support::kBroken;
using testing_support::kCouillon;
using testing_support::ProcessesWith;
using testing_support::ProgramResult;
using testing_support::PublicFolder;
using testing_support::ReadFile;
using testing_support::RunInTerminal;
using testing_support::RunningProgram;
using testing_support::RunProgram;
using testing_support::WriteFile;

// The account that plays the league, and the isolation of its bots.
struct Mode {
  std::string name;
  bool as_user = false;
  std::string isolation = "bwrap";
};

void PrintTo(const Mode& mode, std::ostream* out) { *out << mode.name; }

std::string ModeName(const ::testing::TestParamInfo<Mode>& mode) {
  return mode.param.name;
}

// A league of two correct bots and one that tries to escape.
class EscapeTest : public ::testing::Test {
 protected:
  EscapeTest() {
    // The bot searches for this value, which the referee's environment has.
    // NOLINTNEXTLINE(concurrency-mt-unsafe): there is one thread
    setenv("COUILLON_TEST_SECRET", folder_.path("temporary").c_str(), 1);
    // Inherited by every process started from here, unless it is closed.
    inherited_ =
        open(folder_.path("inherited").c_str(), O_RDWR | O_CREAT, 0600);
  }
  ~EscapeTest() override {
    close(inherited_);
    // NOLINTNEXTLINE(concurrency-mt-unsafe): there is one thread
    unsetenv("COUILLON_TEST_SECRET");
  }

  // The path at which the account of the mode can run the program.
  [[nodiscard]] std::string Program(const Mode& mode,
                                    const std::string& path) const {
    return mode.as_user ? folder_.CopyOf(path) : path;
  }

  [[nodiscard]] std::vector<std::string> League(
      const Mode& mode, const std::vector<std::string>& bots) const {
    std::vector<std::string> command = {Program(mode, kCouillon), "league",
                                        "run", "--bots"};
    command.insert(command.end(), bots.begin(), bots.end());
    const std::vector<std::string> options = {
        "--ruleset",     "basic-gerver",
        "--deals",       "32",
        "--block",       "16",
        "--seed",        "escape",
        "--concurrency", "1",
        "--isolation",   mode.isolation,
        "--limit",       "start:60,move:60",
        "--limit",       "memory:400,faults:1",
        "--out",         folder_.path("league")};
    command.insert(command.end(), options.begin(), options.end());
    return command;
  }

  [[nodiscard]] std::vector<std::string> Command(
      const Mode& mode, const std::string& fault,
      const std::vector<std::string>& more = {}) const {
    std::vector<std::string> command = League(
        mode, {"honest=" + Program(mode, kBot) + " --name greedy",
               "other=builtin:random",
               "broken=" + Program(mode, kBroken) + " --fault " + fault});
    command.insert(command.end(), more.begin(), more.end());
    return folder_.Command(command, mode.as_user);
  }

  [[nodiscard]] json Report() const {
    const ProgramResult report = RunProgram(
        {kCouillon, "report", folder_.path("league"), "--format", "json"});
    EXPECT_EQ(report.exit_code, 0) << report.err;
    return json::parse(report.out, nullptr, false);
  }
  // The verdicts on the broken bot. Expects no other bot to have one.
  [[nodiscard]] std::string Verdicts(const json& report) const {
    std::string verdicts;
    for (const json& fault : report["faults"]) {
      EXPECT_EQ(fault["bot"], "broken");
      verdicts += fault["verdict"].get<std::string>();
    }
    return verdicts;
  }

  // The pairing of the two correct bots, as printed.
  [[nodiscard]] static std::string Honest(const json& report) {
    return report["rulesets"][0]["pairings"][0].dump();
  }
  // The same in a league of bots inside the referee, which attempt nothing and
  // need no processes.
  [[nodiscard]] std::string Reference() const {
    const ProgramResult run =
        RunProgram(League({}, {"honest=builtin:greedy", "other=builtin:random",
                               "broken=builtin:random"}));
    EXPECT_EQ(run.exit_code, 0) << run.err;
    const std::string honest = Honest(Report());
    std::filesystem::remove_all(folder_.path("league"));
    return honest;
  }

  PublicFolder folder_;
  int inherited_ = -1;
};

struct Attempt {
  std::string fault;
  std::string verdict;  // of the bot; empty: the attempt has no effect
  std::string reported;
};

void PrintTo(const Attempt& attempt, std::ostream* out) {
  *out << attempt.fault;
}

class AttemptTest
    : public EscapeTest,
      public ::testing::WithParamInterface<std::tuple<Mode, Attempt>> {};

std::string AttemptName(
    const ::testing::TestParamInfo<std::tuple<Mode, Attempt>>& info) {
  std::string name =
      std::get<0>(info.param).name + "_" + std::get<1>(info.param).fault;
  std::erase(name, '-');
  return name;
}

TEST_P(AttemptTest, FailsOrCostsTheBotAlone) {
  const auto& [mode, attempt] = GetParam();
  const std::string reference = Reference();
  // Of a bot that crashes, starting processes again takes most of the time.
  std::vector<std::string> more;
  if (!attempt.verdict.empty())
    more.insert(more.end(), {"--trust", "shared-process"});
  const std::vector<std::string> command = Command(mode, attempt.fault, more);
  // On a terminal, since some attempts try to reach it.
  const ProgramResult run = RunInTerminal(command);
  ASSERT_EQ(run.exit_code, 0) << run.out;
  EXPECT_EQ(run.out.find("ESCAPED"), std::string::npos) << run.out;
  const json report = Report();
  EXPECT_EQ(Verdicts(report), attempt.verdict) << run.out;
  EXPECT_NE(run.out.find(attempt.reported), std::string::npos) << run.out;
  EXPECT_EQ(Honest(report), reference);
  EXPECT_TRUE(folder_.NothingTemporaryIsLeft());
}

const Mode kRoot = {"root"};
const Mode kUser = {"user", true};
const Mode kBareRoot = {"rootWithoutSandbox", false, "none"};
const Mode kBareUser = {"userWithoutSandbox", true, "none"};

INSTANTIATE_TEST_SUITE_P(
    Sandboxed, AttemptTest,
    ::testing::Combine(
        ::testing::Values(kRoot, kUser),
        ::testing::Values(
            Attempt{"takes-mounts", "", ""}, Attempt{"makes-device", "", ""},
            Attempt{"makes-namespace", "", ""},
            Attempt{"steers-kernel", "", ""}, Attempt{"locks-devices", "", ""},
            Attempt{"reads-secrets", "", ""}, Attempt{"finds-league", "", ""},
            Attempt{"calls-others", "", ""}, Attempt{"signals-by-lock", "", ""},
            Attempt{"uses-keyring", "", ""}, Attempt{"fills-folder", "", ""},
            Attempt{"fills-tmp", "", ""}, Attempt{"kills-parent", "", ""},
            Attempt{"children", "crash", "signal 6"},
            Attempt{"forks", "crash", "at most"},
            Attempt{"eats-memory", "crash", "of memory, at most 400"},
            Attempt{"eats-memory-files", "crash", "of memory, at most 400"})),
    AttemptName);

INSTANTIATE_TEST_SUITE_P(
    Everywhere, AttemptTest,
    ::testing::Combine(::testing::Values(kRoot, kUser, kBareRoot, kBareUser),
                       ::testing::Values(Attempt{"types", "", ""},
                                         Attempt{"looks-into-processes", "",
                                                 ""},
                                         Attempt{"uses-descriptors", "", ""},
                                         Attempt{"takes-precedence", "", ""},
                                         Attempt{"leaves-folders", "", ""})),
    AttemptName);

class SocketTheftTest : public EscapeTest,
                        public ::testing::WithParamInterface<Mode> {};

TEST_P(SocketTheftTest, IsRefusedWithWhatWasFound) {
  const ProgramResult run = RunProgram(Command(GetParam(), "steals-socket"));
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.err.find("bot broken"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("there is a link instead of its socket"),
            std::string::npos)
      << run.err;
}

INSTANTIATE_TEST_SUITE_P(Everywhere, SocketTheftTest,
                         ::testing::Values(kRoot, kUser, kBareRoot, kBareUser),
                         ModeName);

// A process of a bot as the kernel reports it.
struct BotChild {
  pid_t pid;
  bool stopped;
};

// The processes of the bot with this fault whose socket lies below `temporary`,
// without supervisor and sandbox.
std::vector<BotChild> ProcessesOf(const std::string& fault,
                                  const std::string& temporary) {
  std::vector<BotChild> found;
  for (const pid_t pid : ProcessesWith(temporary)) {
    const std::string folder = "/proc/" + std::to_string(pid);
    if (ReadFile(folder + "/cmdline").find(fault) == std::string::npos) {
      continue;
    }
    const std::string stat = ReadFile(folder + "/stat");
    const std::size_t name_end = stat.rfind(") ");
    if (name_end == std::string::npos) continue;
    // Children are named after the thread that started them; these are not.
    const std::string name = stat.substr(0, name_end + 1);
    if (name.ends_with("(bwrap)") || name.ends_with("(couillon)") ||
        name.ends_with("(bot-supervisor)")) {
      continue;
    }
    found.push_back({.pid = pid, .stopped = stat[name_end + 2] == 'T'});
  }
  return found;
}

bool AllAreStopped(const std::vector<BotChild>& processes) {
  return std::all_of(processes.begin(), processes.end(),
                     [](const BotChild& child) { return child.stopped; });
}

class BusyBotTest : public EscapeTest,
                    public ::testing::WithParamInterface<Mode> {};

// The other bot stops itself when it is asked, and is continued once the busy
// bot's children are stopped: these may run only while their own bot is asked.
TEST_P(BusyBotTest, InTimedPlayItsChildrenRunOnlyWhileItIsAsked) {
  constexpr int kChildren = 8;
  constexpr std::chrono::seconds kHanging(250);
  const Mode& mode = GetParam();
  const std::vector<std::string> command =
      folder_.Command({Program(mode, kCouillon),
                       "match",
                       "stopped=" + Program(mode, kBroken) + " --fault stops",
                       "busy=" + Program(mode, kBroken) + " --fault keeps-busy",
                       "--ruleset",
                       "basic-gerver",
                       "--deals",
                       "8",
                       "--seed",
                       "escape",
                       "--limit",
                       "strict:yes",
                       "--trust",
                       "shared-process",
                       "--concurrency",
                       "1",
                       "--isolation",
                       mode.isolation,
                       "--limit",
                       "move:600,start:600",
                       "--out",
                       folder_.path("league")},
                      mode.as_user);
  const std::string temporary = folder_.path("temporary");
  RunningProgram match(command);
  int times = 0;
  auto progress = std::chrono::steady_clock::now();
  while (!match.HasEnded()) {
    const auto now = std::chrono::steady_clock::now();
    ASSERT_LT(now - progress, kHanging)
        << "its children ran while the other bot was asked";
    const std::vector<BotChild> stopped = ProcessesOf("stops", temporary);
    if (stopped.empty() || !AllAreStopped(stopped)) continue;
    const std::vector<BotChild> busy = ProcessesOf("keeps-busy", temporary);
    // The bot starts its children when it is first asked.
    const bool has_children = busy.size() > kChildren;
    if (has_children && !AllAreStopped(busy)) continue;
    if (has_children) ++times;
    for (const BotChild& child : stopped) kill(child.pid, SIGCONT);
    progress = now;
  }
  ASSERT_EQ(match.Wait(), 0);
  EXPECT_GE(times, 1);
  EXPECT_TRUE(Report()["faults"].empty());
}

INSTANTIATE_TEST_SUITE_P(Everywhere, BusyBotTest,
                         ::testing::Values(kRoot, kUser, kBareUser), ModeName);

TEST_F(EscapeTest, WithoutBubblewrapTheFirstLineIsAWarning) {
  std::vector<std::string> command = Command({"root", false, "auto"}, "none");
  command.insert(command.begin() + 1, "PATH=/nowhere");
  const ProgramResult run = RunProgram(command);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(run.err.starts_with("Warning: NO SANDBOX")) << run.err;
  EXPECT_NE(run.err.find("Processes: NO SANDBOX"), std::string::npos)
      << run.err;
  EXPECT_EQ(run.err.find("in a sandbox"), std::string::npos) << run.err;

  std::filesystem::remove_all(folder_.path("league"));
  command = Command({"root", false, "bwrap"}, "none");
  command.insert(command.begin() + 1, "PATH=/nowhere");
  EXPECT_EQ(RunProgram(command).exit_code, 1);
}

// Every command that starts bots isolates them as a league does.
TEST_F(EscapeTest, EachCommandThatStartsBotsHasTheSandbox) {
  const std::string probe = folder_.path("probe");
  // A sandbox has no home directories.
  WriteFile(probe, "#!/bin/sh\n[ -d /root ] && exit 2\nexec " +
                       Program(kUser, kBot) + " --name random\n");
  chmod(probe.c_str(), 0755);
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{
           {kCouillon, "bot", "check", "--ruleset", "basic-gerver", "--",
            probe},
           {kCouillon, "bench", "--seconds", "0.05", "--bot", probe},
           {kCouillon, "fairness", "--ruleset", "basic-gerver", "--bots",
            "a=" + probe, "b=builtin:random", "--deals", "50",
            "--pairing-deals", "50", "--matches", "5"}}) {
    const auto run = [&](const std::string& isolation) {
      std::vector<std::string> words = command;
      words.insert(words.begin() + (command[1] == "bot" ? 3 : 2),
                   {"--isolation", isolation});
      return RunProgram(folder_.Command(words, /*as_user=*/false)).exit_code;
    };
    EXPECT_EQ(run("bwrap"), 0) << command[1];
    EXPECT_NE(run("none"), 0) << command[1];
  }
}

}  // namespace
}  // namespace couillon

// Durability: a league that is killed, runs out of disk space, is read on a
// read-only file system, or whose store is damaged or edited, ends with the
// same bytes or with a message that says what to do.
#include <gtest/gtest.h>
#include <signal.h>
#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/program.h"

namespace couillon {
namespace {

using testing_support::ProcessesWith;
using testing_support::ProgramResult;
using testing_support::ReadFile;
using testing_support::RunningProgram;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;
using testing_support::WriteFile;

using testing_support::kBot;
using testing_support::kBroken;
using testing_support::kCouillon;

const std::string kInProcess = "random=builtin:random";

// `random` says where the bot of that name is.
std::vector<std::string> League(const std::string& out,
                                const std::string& deals,
                                const std::string& random = "random=" + kBot +
                                                            " --name random") {
  return {kCouillon,
          "league",
          "run",
          "--bots",
          "builtin:greedy",
          random,
          "builtin:heuristic",
          "--ruleset",
          "basic-gerver,mit-malmedy",
          "--deals",
          deals,
          "--block",
          "16",
          "--seed",
          "durable",
          "--record",
          "deals",
          "--concurrency",
          "2",
          "--out",
          out};
}

std::vector<std::string> Resume(const std::string& out) {
  return {kCouillon, "league", "resume", out};
}

std::vector<std::string> ReportCommand(const std::string& out) {
  return {kCouillon, "report", out, "--format", "json"};
}

std::string Report(const std::string& out) {
  const ProgramResult report = RunProgram(ReportCommand(out));
  EXPECT_EQ(report.exit_code, 0) << report.err;
  return report.out;
}

int UnitsDone(const std::string& out) {
  const ProgramResult status = RunProgram({kCouillon, "league", "status", out});
  return status.exit_code == 0 ? std::stoi(status.out) : 0;
}

// Runs `script` in its own mount namespace, which not every user may create.
std::vector<std::string> WithOwnMounts(const std::string& script) {
  return {"/usr/bin/unshare",
          "--user",
          "--map-root-user",
          "--mount",
          "/bin/sh",
          "-c",
          script};
}

void Sql(const std::string& out, const std::string& sql) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open((out + "/league.sqlite").c_str(), &database),
            SQLITE_OK);
  char* error = nullptr;
  EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &error),
            SQLITE_OK)
      << error;
  sqlite3_free(error);
  sqlite3_close(database);
}

class DurableTest : public ::testing::Test {
 protected:
  std::string Reference(const std::string& deals) {
    const std::string out = folder_.path("reference");
    EXPECT_EQ(RunProgram(League(out, deals, kInProcess)).exit_code, 0);
    return Report(out);
  }

  TemporaryFolder folder_;
};

// Without processes of bots, whose start would take most of the time. Leagues
// with them are killed in LeagueProcessTest.
TEST_F(DurableTest, KilledAtTwentyMomentsItEndsWithTheSameBytes) {
  using std::chrono::milliseconds;
  const std::string deals = "3000";
  const std::string reference = Reference(deals);
  const std::string out = folder_.path("killed");
  // Kills at random times, up to twice the time of the first units.
  const auto begin = std::chrono::steady_clock::now();
  {
    RunningProgram league(League(out, deals, kInProcess));
    while (!league.HasEnded() && UnitsDone(out) == 0) {
    }
  }
  const auto span = std::chrono::duration_cast<milliseconds>(
      2 * (std::chrono::steady_clock::now() - begin));
  std::mt19937 random(20261121);  // NOLINT: the same moments every time
  const auto end_and_compare = [&] {
    ASSERT_EQ(RunProgram(League(out, deals, kInProcess)).exit_code, 0);
    EXPECT_EQ(Report(out), reference);
    EXPECT_EQ(RunProgram({kCouillon, "verify", out}).exit_code, 0);
  };
  for (int kills = 0, done = UnitsDone(out); kills < 20;) {
    RunningProgram league(League(out, deals, kInProcess));
    // The sleep selects the time of the kill; it waits for nothing.
    std::this_thread::sleep_for(milliseconds(random() % span.count()));
    if (league.HasEnded()) {  // complete: starts another league
      end_and_compare();
      std::filesystem::remove_all(out);
      done = 0;
      continue;
    }
    league.Signal(SIGKILL);
    league.Wait();
    ++kills;
    const int now_done = UnitsDone(out);
    ASSERT_GE(now_done, done) << "a unit that was stored is gone";
    done = now_done;
  }
  end_and_compare();
}

// The size of the largest file of a league, in bytes.
std::uintmax_t LargestFile(const std::string& out) {
  std::uintmax_t largest = 0;
  for (const auto& entry : std::filesystem::directory_iterator(out)) {
    largest = std::max(largest, entry.file_size());
  }
  return largest;
}

TEST_F(DurableTest, AFullDiskStopsItAndFreeSpaceLetsItContinue) {
  const std::string deals = "12000";
  const std::string out = folder_.path("full");
  {
    RunningProgram league(League(out, deals));
    while (!league.HasEnded() && UnitsDone(out) == 0) {
    }
    league.Signal(SIGKILL);
    league.Wait();
  }
  const int before = UnitsDone(out);
  ASSERT_GT(before, 0);
  // Room for 50 kB more, far less than the rest of the league needs.
  std::string script =
      "ulimit -f " + std::to_string(LargestFile(out) / 512 + 100) + "; exec";
  for (const std::string& word : League(out, deals)) {
    script += " '" + word + "'";
  }
  const ProgramResult full = RunProgram({"/bin/sh", "-c", script});
  EXPECT_EQ(full.exit_code, 1);
  EXPECT_NE(full.err.find("the results stored before are safe"),
            std::string::npos)
      << full.err;
  EXPECT_NE(full.err.find("league resume " + out), std::string::npos)
      << full.err;
  EXPECT_GE(UnitsDone(out), before);
  const ProgramResult resume = RunProgram(Resume(out));
  EXPECT_EQ(resume.exit_code, 0) << resume.err;
  EXPECT_EQ(Report(out), Reference(deals));
  EXPECT_EQ(RunProgram({kCouillon, "verify", out}).exit_code, 0);
}

TEST_F(DurableTest, ADiskWithoutRoomForAStoreIsAnError) {
  if (RunProgram(WithOwnMounts("mount -t tmpfs t /mnt")).exit_code != 0) {
    GTEST_SKIP() << "no file system may be mounted here";
  }
  std::string script = "mount -t tmpfs -o size=4k t /mnt && exec";
  for (const std::string& word : League("/mnt/full", "100")) {
    script += " '" + word + "'";
  }
  const ProgramResult full = RunProgram(WithOwnMounts(script));
  EXPECT_EQ(full.exit_code, 1);
  EXPECT_NE(full.err.find("nothing is stored yet: free space, then give the "
                          "same command again"),
            std::string::npos)
      << full.err;
}

TEST_F(DurableTest, WhereNothingCanBeWrittenItIsReadButNotPlayed) {
  const std::string out = folder_.path("archive");
  // Killed, so that the store leaves a journal.
  RunningProgram league(League(out, "100000"));
  while (!league.HasEnded() && UnitsDone(out) < 20) {
  }
  league.Signal(SIGKILL);
  league.Wait();
  const std::string script = "mount --bind " + out + " " + out +
                             " && mount -o remount,ro,bind " + out + " && ";
  if (RunProgram(WithOwnMounts(script + "true")).exit_code != 0) {
    GTEST_SKIP() << "no file system may be mounted here";
  }
  const ProgramResult resume =
      RunProgram(WithOwnMounts(script + kCouillon + " league resume " + out));
  EXPECT_EQ(resume.exit_code, 1);
  EXPECT_NE(resume.err.find("can be written to"), std::string::npos)
      << resume.err;
  const ProgramResult report = RunProgram(
      WithOwnMounts(script + kCouillon + " report --format json " + out));
  EXPECT_EQ(report.exit_code, 0) << report.err;
  EXPECT_EQ(report.out, Report(out));
  const ProgramResult fresh = RunProgram(WithOwnMounts(
      script + kCouillon +
      " match builtin:greedy builtin:random --ruleset fr --deals 10 --out " +
      out + "/new"));
  EXPECT_EQ(fresh.exit_code, 1);
  EXPECT_NE(fresh.err.find("choose another directory"), std::string::npos)
      << fresh.err;
}

TEST_F(DurableTest, OfSeveralThatBeginAtOnceOnePlays) {
  const std::string out = folder_.path("many");
  std::vector<std::unique_ptr<RunningProgram>> leagues;
  leagues.reserve(4);
  for (int i = 0; i < 4; ++i) {
    leagues.push_back(std::make_unique<RunningProgram>(League(out, "1000")));
  }
  int played = 0;
  for (const auto& league : leagues) {
    const int code = league->Wait();
    EXPECT_LE(code, 1);
    played += code == 0 ? 1 : 0;
  }
  EXPECT_GE(played, 1);
  EXPECT_EQ(Report(out), Reference("1000"));
}

TEST_F(DurableTest, ADamagedStoreGivesAMessageOrTheSameBytes) {
  const std::string out = folder_.path("damaged");
  ASSERT_EQ(RunProgram(League(out, "300", kInProcess)).exit_code, 0);
  const std::string path = out + "/league.sqlite";
  const std::string whole = ReadFile(path);
  const std::string report = Report(out);
  std::mt19937 random(7);  // NOLINT: the same places every time
  int reported = 0;
  for (int i = 0; i < 30; ++i) {
    std::string damaged = whole;
    if (i < 22) {
      const std::size_t at = random() % whole.size();
      damaged[at] = static_cast<char>(damaged[at] ^ (1U << random() % 8));
    } else {
      damaged.resize(random() % whole.size());
    }
    WriteFile(path, damaged);
    for (const auto& command : {ReportCommand(out), Resume(out)}) {
      const ProgramResult result = RunProgram(command);
      if (result.exit_code == 0) continue;
      EXPECT_EQ(result.exit_code, 1) << result.err;
      EXPECT_NE(result.err.find("league.sqlite"), std::string::npos)
          << result.err;
      ++reported;
    }
    const ProgramResult after = RunProgram(ReportCommand(out));
    if (after.exit_code == 0) {
      EXPECT_EQ(after.out, report) << "damage " << i;
    }
    std::filesystem::remove(path + "-wal");
    std::filesystem::remove(path + "-shm");
  }
  EXPECT_GT(reported, 10);
}

TEST_F(DurableTest, AnEditedStoreIsDetected) {
  const std::string out = folder_.path("edited");
  ASSERT_EQ(RunProgram(League(out, "100")).exit_code, 0);
  const std::string whole = ReadFile(out + "/league.sqlite");
  struct Edit {
    std::string sql;
    std::string reported;
  };
  for (const Edit& edit : {
           Edit{"UPDATE league SET format = 99", "format 99"},
           Edit{"UPDATE league SET config = "
                "replace(config, '\"durable\"', '\"another\"')",
                "configuration was changed"},
           Edit{"UPDATE unit SET game_first = game_first + 2 WHERE number = 3",
                "unit 3"},
           Edit{"UPDATE unit SET scores = zeroblob(16) WHERE number = 5",
                "unit 5"},
           Edit{"INSERT INTO fault VALUES (1,1,1,0,0,0,0,1,'x','y','z','w')",
                "unit 1"},
           Edit{"UPDATE unit SET number = 999 WHERE number = 2", "unit is 999"},
           Edit{"DROP TABLE unit", "restore a copy"},
       }) {
    Sql(out, edit.sql);
    for (const auto& command : {ReportCommand(out), Resume(out)}) {
      const ProgramResult result = RunProgram(command);
      EXPECT_EQ(result.exit_code, 1) << edit.sql;
      EXPECT_NE(result.err.find(edit.reported), std::string::npos)
          << edit.sql << ": " << result.err;
    }
    std::filesystem::remove(out + "/league.sqlite-wal");
    std::filesystem::remove(out + "/league.sqlite-shm");
    WriteFile(out + "/league.sqlite", whole);
  }
}

// A deleted row has no checksum, and gaps are normal in an unfinished league.
TEST_F(DurableTest, AMissingUnitIsReportedAndPlayedAgain) {
  const std::string out = folder_.path("missing");
  // The faults of "errs" leave rows without their units.
  std::vector<std::string> league = League(out, "100");
  league.insert(league.begin() + 4, "errs=" + kBroken + " --fault illegal");
  ASSERT_EQ(RunProgram(league).exit_code, 0);
  const std::string played = Report(out);
  const int units = UnitsDone(out);
  for (const std::string& unit :
       {std::string("4"), std::string("0"), std::to_string(units - 1)}) {
    Sql(out, "DELETE FROM unit WHERE number = " + unit);
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"report", out},
          {"report", out, "--format", "html"},
          {"league", "status", out},
          {"verify", out},
          {"faults", out}}) {
      std::vector<std::string> command = {kCouillon};
      command.insert(command.end(), words.begin(), words.end());
      const ProgramResult result = RunProgram(command);
      EXPECT_EQ(result.exit_code, 1) << words[0] << unit << result.out;
      EXPECT_NE(result.err.find(out + "/league.sqlite: 1 units that were "
                                      "stored are missing"),
                std::string::npos)
          << result.err;
      EXPECT_NE(result.err.find("league resume " + out), std::string::npos)
          << result.err;
    }
    const ProgramResult resume = RunProgram(Resume(out));
    EXPECT_EQ(resume.exit_code, 0) << resume.err;
    EXPECT_NE(resume.err.find("1 stored units are missing"), std::string::npos)
        << resume.err;
    EXPECT_EQ(Report(out), played);
    EXPECT_EQ(RunProgram({kCouillon, "verify", out}).exit_code, 0);
  }
  Sql(out, "UPDATE stored SET units = units - 1");
  for (const auto& command : {ReportCommand(out), Resume(out)}) {
    EXPECT_NE(RunProgram(command).err.find("never stored"), std::string::npos);
  }
}

}  // namespace
}  // namespace couillon

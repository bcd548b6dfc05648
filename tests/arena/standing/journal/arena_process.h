// An arena that is run by the real program, with bots in processes.
#pragma once

#include <gtest/gtest.h>

#include <csignal>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "arena/league/store/league_store.h"
#include "arena/standing/journal/arena_state.h"
#include "arena/standing/journal/open_round.h"
#include "arena/table/schedule/league_schedule.h"
#include "tests/support/program.h"

namespace couillon::testing_support {

class ArenaProcess : public ::testing::Test {
 protected:
  static ProgramResult Arena(const std::string& command,
                             const std::string& directory,
                             const std::vector<std::string>& more = {}) {
    std::vector<std::string> words = {std::string(COUILLON_PROGRAM), "arena",
                                      command, directory};
    words.insert(words.end(), more.begin(), more.end());
    return RunProgram(words);
  }
  // Makes the arena "open", with limits that suffice even on a busy machine.
  void Init(const std::string& deals, const std::string& round_items,
            const std::string& rulesets = "basic-gerver,fr",
            const std::vector<std::string>& more = {}) const {
    std::vector<std::string> options = {"--ruleset",     rulesets,
                                        "--deals",       deals,
                                        "--round-items", round_items,
                                        "--block",       "16",
                                        "--seed",        "season",
                                        "--record",      "deals",
                                        "--limit",       "start:250,move:250"};
    options.insert(options.end(), more.begin(), more.end());
    const ProgramResult made = Arena("init", open(), options);
    ASSERT_EQ(made.exit_code, 0) << made.err;
  }
  // A bot directory whose program serves a bundled bot.
  std::string WriteBot(const std::string& name, const std::string& bundled,
                       const std::string& comment) {
    const std::string path = folder_.path(name);
    std::filesystem::create_directories(path);
    WriteFile(path + "/bot.txtpb",
              "name: \"" + name + "\" command: \"./run.sh\"\n");
    WriteFile(path + "/run.sh", "#!/bin/sh\nexec " COUILLON_BOT_PROGRAM
                                " --name " +
                                    bundled + "\n# " + comment + "\n");
    std::filesystem::permissions(path + "/run.sh",
                                 std::filesystem::perms::owner_all);
    return path;
  }
  void Submit(const std::vector<std::string>& bots) const {
    const ProgramResult submitted = Arena("submit", open(), bots);
    ASSERT_EQ(submitted.exit_code, 0) << submitted.out << submitted.err;
  }
  void Run(const std::vector<std::string>& permission = {}) const {
    std::vector<std::string> options = {"--quiet"};
    options.insert(options.end(), permission.begin(), permission.end());
    const ProgramResult run = Arena("run", open(), options);
    ASSERT_EQ(run.exit_code, 0) << run.err;
  }
  // Kills a run in mid-round, in which a bot joins. An arena whose run ended
  // before anybody saw it in a round gets twice the deals, until one does not.
  // Returns its deals, `deals` at first.
  [[nodiscard]] int KillARunInWhichJoins(const std::string& bot,
                                         int deals) const {
    for (;; deals *= 2) {
      RunningProgram run({COUILLON_PROGRAM, "arena", "run", open(), "--quiet"});
      if (StopInMidRound(run)) {
        Submit({bot});
        run.Signal(SIGKILL);
        EXPECT_EQ(run.Wait(), 128 + SIGKILL) << "it had ended before";
        return deals;
      }
      EXPECT_EQ(run.Wait(), 0);
      if (HasFailure()) return deals;
      EXPECT_EQ(Arena("extend", open(), {"--to", std::to_string(2 * deals)})
                    .exit_code,
                0);
    }
  }
  static std::string Report(const std::string& directory,
                            const std::string& format) {
    const ProgramResult report =
        Arena("report", directory, {"--format", format, "--reproducible"});
    EXPECT_EQ(report.exit_code, 0) << report.err;
    return report.out;
  }
  // The units of the round under way that are stored; 0 between rounds. Starts
  // no program, so that it sees a short round too.
  [[nodiscard]] int UnitsDone() const {
    const auto state = arena::ReadState(open());
    if (!state.ok() || state->rounds.empty()) return 0;
    const auto store = arena::LeagueStore::OpenToRead(
        arena::RoundDirectory(open(), static_cast<int>(state->rounds.size())));
    if (!store.ok()) return 0;
    const auto runs = (*store)->StoredRuns();
    if (!runs.ok()) return 0;
    const std::int64_t done = arena::CountUnits(*runs);
    const std::int64_t all = arena::MakeSchedule((*store)->config()).units();
    return done < all ? static_cast<int>(done) : 0;
  }
  // Returns false if the run ended unseen.
  [[nodiscard]] bool StopInMidRound(RunningProgram& run) const {
    do {
      run.Signal(SIGCONT);
      while (UnitsDone() == 0) {
        if (run.HasEnded()) return false;
      }
      run.Signal(SIGSTOP);
    } while (UnitsDone() == 0);  // the round ended in between
    return true;
  }
  [[nodiscard]] std::string open() const { return folder_.path("open"); }

  TemporaryFolder folder_;
};

}  // namespace couillon::testing_support

// A season of an arena with the real program and bots in processes.
#include "tests/arena/standing/journal/arena_process.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>

#include "arena/report/json/report_json.h"
#include "arena/standing/journal/arena_report.h"
#include "arena/standing/journal/finished_rounds.h"
#include "tests/support/without_marks.h"

namespace couillon {
namespace {

using nlohmann::json;
using testing_support::ProgramResult;
using testing_support::ReadFile;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;
using testing_support::WithoutMarks;
using testing_support::WriteFile;

using testing_support::kBot;
using testing_support::kBroken;
using testing_support::kCouillon;

using ArenaProcessTest = testing_support::ArenaProcess;

TEST_F(ArenaProcessTest, ASeasonIsTheSameBytesHoweverItIsPlayed) {
  Init("2400", "800");
  const std::string mine = WriteBot("mine", "greedy", "one");
  Submit({"builtin:random", mine, "third=" + kBot + " --name heuristic"});
  // The bot plays from the next round on.
  const int deals = KillARunInWhichJoins("builtin:first-legal", 2400);
  // The arena moves, and the bot's own directory is gone: there is a copy.
  std::filesystem::rename(open(), folder_.path("moved"));
  std::filesystem::remove_all(mine);
  std::filesystem::rename(folder_.path("moved"), folder_.path("season"));
  std::filesystem::create_directory_symlink(folder_.path("season"), open());
  Run();
  Submit({WriteBot("mine", "heuristic", "two")});
  ASSERT_EQ(Arena("retire", open(), {"random"}).exit_code, 0);
  const int more = deals + 32;
  ASSERT_EQ(Arena("extend", open(), {"--to", std::to_string(more)}).exit_code,
            0);
  Run();

  // The same journal in one go, on one worker.
  const std::string again = folder_.path("again");
  std::filesystem::create_directories(again);
  std::filesystem::copy(open() + "/journal.jsonl", again);
  std::filesystem::copy(open() + "/bots", again + "/bots",
                        std::filesystem::copy_options::recursive);
  const ProgramResult replayed =
      Arena("run", again, {"--quiet", "--concurrency", "1"});
  ASSERT_EQ(replayed.exit_code, 0) << replayed.err;
  EXPECT_EQ(ReadFile(again + "/journal.jsonl"),
            ReadFile(open() + "/journal.jsonl"));
  for (const char* format : {"text", "json", "csv", "html"}) {
    EXPECT_EQ(Report(again, format), Report(open(), format)) << format;
  }
  for (const std::string& directory : {open(), again}) {
    const ProgramResult verified = Arena("verify", directory);
    EXPECT_EQ(verified.exit_code, 0) << verified.err;
  }

  const json report = json::parse(Report(open(), "json"));
  EXPECT_EQ(report["units_done"], report["units"]);
  EXPECT_EQ(report["arena"]["rounds"], report["arena"]["rounds_finished"]);
  ASSERT_EQ(report["arena"]["entrants"].size(), 5U);
  EXPECT_EQ(report["arena"]["entrants"][1]["entrant"], "mine v1");
  EXPECT_EQ(report["arena"]["entrants"][1]["status"], "replaced");
  EXPECT_EQ(report["arena"]["entrants"][4]["entrant"], "mine v2");
  // Every version has a rating after each round since its first.
  const json& history = report["history"][0];
  EXPECT_EQ(history["rounds"].size(),
            std::min<std::size_t>(20, report["arena"]["rounds"]));
  for (const json& entrant : history["entrants"]) {
    for (const json& rating : report["rulesets"][0]["ratings"]) {
      if (rating["bot"] != entrant["entrant"]) continue;
      const json& latest = entrant["ratings"].back();
      EXPECT_EQ(latest["rating"], rating["points"]) << entrant["entrant"];
      EXPECT_EQ(latest["rating_lo"], rating["points_lo"]);
    }
  }
  EXPECT_LT(history["entrants"].back()["ratings"].size(),
            history["rounds"].size())
      << "mine v2 joined later";
  for (const json& pairing : report["rulesets"][0]["pairings"]) {
    // Both play on, or one of them had left before.
    const bool stays = pairing["first"] != "mine v1" &&
                       pairing["second"] != "mine v1" &&
                       pairing["first"] != "random v1";
    EXPECT_EQ(pairing["pairs"], stays ? more : deals) << pairing.dump();
  }
}

TEST_F(ArenaProcessTest, AnArenaOfFixedBotsHasTheResultsOfALeague) {
  Init("96", "32");
  Submit({"builtin:random", "builtin:greedy", "builtin:heuristic"});
  Run();
  const std::string league = folder_.path("league");
  const ProgramResult run = RunProgram(
      {kCouillon, "league", "run", "--bots", "random v1=builtin:random",
       "greedy v1=builtin:greedy", "heuristic v1=builtin:heuristic",
       "--ruleset", "basic-gerver,fr", "--deals", "96", "--block", "16",
       "--seed", "season", "--out", league, "--quiet"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const json as_league = json::parse(
      RunProgram({kCouillon, "report", league, "--format", "json"}).out);
  const json as_arena = json::parse(Report(open(), "json"));
  EXPECT_EQ(RunProgram({kCouillon, "report", open(), "--format", "json"}).out,
            Report(open(), "json"));
  EXPECT_EQ(RunProgram({kCouillon, "verify", open()}).exit_code, 0);
  for (const char* part : {"rulesets", "overall", "all_rulesets"}) {
    EXPECT_EQ(WithoutMarks(as_arena[part]), WithoutMarks(as_league[part]))
        << part;
  }
}

TEST_F(ArenaProcessTest, BrokenSubmissionsAreAllNamedAndLeftOut) {
  Init("32", "32", "fr");
  const ProgramResult submitted =
      Arena("submit", open(),
            {"builtin:random", "gone=/no/such/file",
             "illegal=" + kBroken + " --fault illegal", "builtin:greedy",
             "ends=/bin/false"});
  EXPECT_EQ(submitted.exit_code, 3);
  for (const char* line :
       {"random v1: plays", "gone: refused\nbot gone: cannot run",
        "illegal: refused\nbot illegal does not keep the contract:\n  legal:",
        "greedy v1: plays", "ends: refused\nbot ends (/bin/false)"}) {
    EXPECT_NE(submitted.out.find(line), std::string::npos)
        << line << " not in\n"
        << submitted.out;
  }
  const std::string status = Arena("status", open()).out;
  EXPECT_NE(status.find("2 entrants"), std::string::npos) << status;
  EXPECT_NE(status.find("ends: refused: bot ends"), std::string::npos);
  Run();
}

TEST_F(ArenaProcessTest, ABotThatChangedIsNotPlayed) {
  Init("32", "32", "fr");
  const std::string mine = WriteBot("mine", "greedy", "one");
  const std::string file = mine + "/run.sh";
  const std::vector<std::string> permission = {"--allow", "read:" + mine};
  Submit({"builtin:random", "b=" + file});
  WriteBot("mine", "heuristic", "two");
  const ProgramResult run = Arena("run", open(), permission);
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.err.find("bot b v1 is not the bot that played: the file " +
                         file + " has changed"),
            std::string::npos)
      << run.err;
  WriteBot("mine", "greedy", "one");
  Run(permission);
  WriteBot("mine", "heuristic", "two");
  const ProgramResult verified = Arena("verify", open());
  EXPECT_EQ(verified.exit_code, 1);
  EXPECT_NE(verified.err.find(file), std::string::npos) << verified.err;
  Submit({"b=" + file});
  Run(permission);
  EXPECT_EQ(Arena("verify", open()).exit_code, 0);
}

TEST_F(ArenaProcessTest, DamageIsFoundAndNamed) {
  Init("32", "32", "fr");
  Submit({"builtin:random", WriteBot("mine", "greedy", "one")});
  Run();
  ASSERT_EQ(Arena("verify", open()).exit_code, 0);
  for (const auto& bot :
       std::filesystem::directory_iterator(open() + "/bots")) {
    WriteFile(bot.path().string() + "/run.sh", "#!/bin/sh\n");
  }
  const ProgramResult changed = Arena("verify", open());
  EXPECT_EQ(changed.exit_code, 1);
  EXPECT_NE(changed.err.find("bot mine v1 is not the bot that played: the "
                             "file run.sh has changed"),
            std::string::npos)
      << changed.err;
  // The results of another round in its place.
  std::filesystem::create_directories(folder_.path("other"));
  std::filesystem::rename(open() + "/rounds/0001", folder_.path("other/r"));
  ASSERT_EQ(RunProgram({kCouillon, "league", "run", "--bots", "builtin:random",
                        "builtin:greedy", "--ruleset", "fr", "--deals", "32",
                        "--out", open() + "/rounds/0001", "--quiet"})
                .exit_code,
            0);
  for (const char* command : {"verify", "report"}) {
    const ProgramResult other = Arena(command, open());
    EXPECT_EQ(other.exit_code, 1);
    EXPECT_NE(other.err.find("holds another league than round 1"),
              std::string::npos)
        << other.err;
  }
}

TEST_F(ArenaProcessTest, StopsWhenTheIntervalsAreNarrowEnough) {
  Init("100000", "64", "fr");
  Submit({"builtin:random", "builtin:greedy", "builtin:heuristic"});
  const auto widest = [this] {
    double width = 0;
    const json report = json::parse(Report(open(), "json"));
    for (const json& rating : report["rulesets"][0]["ratings"]) {
      width = std::max(width, rating["elo_per_match_hi"].get<double>() -
                                  rating["elo_per_match_lo"].get<double>());
    }
    return width / 2;
  };
  ASSERT_EQ(
      Arena("run", open(), {"--quiet", "--until", "interval=1e6"}).exit_code,
      0);
  EXPECT_NE(Arena("status", open()).out.find("1 rounds planned"),
            std::string::npos)
      << "enough after one round";
  const double wanted = widest() / 2;
  ASSERT_EQ(Arena("run", open(),
                  {"--quiet", "--until", "interval=" + std::to_string(wanted)})
                .exit_code,
            0);
  EXPECT_LE(widest(), wanted);
  EXPECT_NE(Arena("status", open()).out.find("3 pairings left"),
            std::string::npos);
}

TEST_F(ArenaProcessTest, RunEndsOnceTheOrderIsKnown) {
  for (const char* const format : {"round-robin", "adaptive"}) {
    const std::string directory = folder_.path(format);
    ASSERT_EQ(Arena("init", directory,
                    {"--ruleset", "basic-gerver", "--deals", "100000",
                     "--round-items", "128", "--format", format})
                  .exit_code,
              0);
    ASSERT_EQ(Arena("submit", directory,
                    {"builtin:random", "builtin:heuristic", "builtin:greedy"})
                  .exit_code,
              0);
    const ProgramResult run =
        Arena("run", directory, {"--quiet", "--until", "ranks"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_NE(run.out.find("The order of all 3 bots is known after"),
              std::string::npos)
        << run.out;
    EXPECT_NE(
        run.out.find("pairs: 1. heuristic v1, 2. greedy v1, 3. random v1."),
        std::string::npos)
        << run.out;
    const json report = json::parse(Report(directory, "json"));
    EXPECT_EQ(report["arena"]["marks"], "every_look");
    for (const json& bot : report["standings"]["bots"]) {
      EXPECT_EQ(bot["rank"]["best"], bot["rank"]["worst"]);
    }
    EXPECT_NE(Arena("report", directory, {}).out.find("at every look"),
              std::string::npos);
    // Once more: there is nothing to find out.
    const json before =
        json::parse(Arena("status", directory, {"--format", "json"}).out);
    ASSERT_EQ(
        Arena("run", directory, {"--quiet", "--until", "top=2"}).exit_code, 0);
    const json after =
        json::parse(Arena("status", directory, {"--format", "json"}).out);
    EXPECT_EQ(before["rounds"], after["rounds"]);
    EXPECT_EQ(after["next_round"].is_null(),
              std::string(format) == "round-robin");
    const ProgramResult dry =
        Arena("run", directory, {"--until", "top=9", "--dry-run"});
    EXPECT_EQ(dry.exit_code, 0) << dry.err;
    EXPECT_EQ(dry.out.find("Nothing is left to play for --until.\n"
                           "The order of all 3 bots is known"),
              0U)
        << dry.out;
    // A bot without a result opens the order.
    ASSERT_EQ(Arena("submit", directory, {"builtin:first-legal"}).exit_code, 0);
    EXPECT_EQ(Arena("run", directory, {"--until", "top=1", "--dry-run"})
                  .out.find("Next: "),
              0U);
    ASSERT_EQ(
        Arena("run", directory, {"--quiet", "--until", "top=1"}).exit_code, 0);
    EXPECT_NE(Report(directory, "json").find("first-legal v1"),
              std::string::npos);
  }
}

TEST_F(ArenaProcessTest, AVersionThatJoinsAnAdaptiveArenaLatePlays) {
  Init("64", "16", "basic-gerver", {"--format", "adaptive"});
  Submit({"a=builtin:greedy", "builtin:random", "builtin:heuristic"});
  Run();
  EXPECT_NE(Arena("status", open()).out.find(": 192 of 192 played"),
            std::string::npos);
  Submit({"a=builtin:first-legal"});
  EXPECT_NE(Arena("status", open()).out.find(": 192 of 320 played"),
            std::string::npos);
  Run();
  EXPECT_NE(Arena("status", open()).out.find(": 320 of 320 played"),
            std::string::npos);
  EXPECT_NE(Report(open(), "text").find("a v2"), std::string::npos);
  EXPECT_EQ(Arena("verify", open()).exit_code, 0);
}

TEST_F(ArenaProcessTest, RoundsThatAReportHasReadAreNotReadAgain) {
  Init("32", "32");
  Submit({"builtin:random", "builtin:heuristic", "builtin:greedy"});
  Run();
  const auto report =
      [this](const std::shared_ptr<arena::FinishedRounds>& known)
      -> absl::StatusOr<std::string> {
    absl::StatusOr<arena::ArenaState> state = arena::ReadState(open());
    if (!state.ok()) return state.status();
    state->finished = known;
    const absl::StatusOr<arena::LeagueReport> made =
        arena::MakeArenaReport(*state, open(), {.history = false});
    if (!made.ok()) return made.status();
    return arena::ReportJson(*made).dump();
  };
  const auto known = std::make_shared<arena::FinishedRounds>();
  ASSERT_TRUE(report(known).ok()) << report(known).status();
  ASSERT_EQ(Arena("extend", open(), {"--to", "64"}).exit_code, 0);
  Run();
  const auto fresh = [&] {
    return report(std::make_shared<arena::FinishedRounds>());
  };
  const absl::StatusOr<std::string> expected = fresh();
  ASSERT_TRUE(expected.ok()) << expected.status();
  WriteFile(open() + "/rounds/0001/league.sqlite", "no store");
  EXPECT_FALSE(fresh().ok());
  const absl::StatusOr<std::string> found = report(known);
  ASSERT_TRUE(found.ok()) << found.status();
  EXPECT_EQ(*found, *expected);
}

TEST_F(ArenaProcessTest, EqualBotsStayOpenUntilTheTarget) {
  ASSERT_EQ(Arena("init", open(),
                  {"--ruleset", "fr", "--deals", "256", "--format", "adaptive"})
                .exit_code,
            0);
  Submit({"builtin:random", "again=builtin:random", "third=builtin:random"});
  const ProgramResult run =
      Arena("run", open(), {"--quiet", "--until", "top=1"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("The order is still open after 768 pairs between "),
            std::string::npos)
      << run.out;
  EXPECT_NE(Arena("status", open()).out.find(": 768 of 768 played"),
            std::string::npos);
}

TEST_F(ArenaProcessTest, AGoalThatAReportCannotShowIsRefused) {
  const ProgramResult unknown = Arena("run", open(), {"--until", "top=none"});
  EXPECT_EQ(unknown.exit_code, 1);
  EXPECT_NE(unknown.err.find("--until: found \"top=none\"; expected ranks, "
                             "top=N or interval=ELO"),
            std::string::npos)
      << unknown.err;
  ASSERT_EQ(Arena("init", open(),
                  {"--ruleset", "fr", "--deals", "64", "--format", "swiss"})
                .exit_code,
            0);
  Submit({"builtin:random", "builtin:greedy"});
  EXPECT_EQ(Arena("run", open(), {"--until", "ranks", "--dry-run"}).exit_code,
            1);
  const ProgramResult swiss = Arena("run", open(), {"--until", "ranks"});
  EXPECT_EQ(swiss.exit_code, 1);
  EXPECT_NE(swiss.err.find("of format Swiss, whose pairings follow from"),
            std::string::npos)
      << swiss.err;
}

TEST_F(ArenaProcessTest, ARoundIsNotPrintedLargerThanAllThatIsPlayed) {
  // A block of the default, 128 deals, is more than the 32 in all.
  const ProgramResult small =
      Arena("init", open(), {"--ruleset", "fr", "--deals", "32"});
  EXPECT_NE(small.out.find("every pairing plays 32 deals per ruleset, in "
                           "rounds of 32\n"),
            std::string::npos)
      << small.out << small.err;
  const ProgramResult large = Arena("init", folder_.path("large"),
                                    {"--ruleset", "fr", "--deals", "2048"});
  EXPECT_NE(large.out.find("every pairing plays 2048 deals per ruleset, in "
                           "rounds of 256\n"),
            std::string::npos)
      << large.out << large.err;
}

// A changed file of a bot that has left holds nobody up: its units are left
// out.
TEST_F(ArenaProcessTest, WhatAChangedVersionHasLeftIsLeftOutOrForfeited) {
  Init("32", "32", "fr");
  const std::string file = WriteBot("mine", "greedy", "one") + "/run.sh";
  const std::vector<std::string> mine = {"b=" + file};
  const std::vector<std::string> quiet = {"--quiet", "--allow",
                                          "read:" + folder_.path("mine")};
  Submit({"builtin:random", "builtin:greedy"});
  Submit(mine);
  ASSERT_EQ(Arena("plan", open(),
                  {"--shard-deals", "32", "--out", folder_.path("plan"),
                   "--allow", "read:" + folder_.path("mine")})
                .exit_code,
            0);
  WriteBot("mine", "heuristic", "two");
  const ProgramResult refused = Arena("run", open(), quiet);
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_NE(refused.err.find("submit the new one or retire it"),
            std::string::npos)
      << refused.err;
  const auto first = [this] {
    return RunProgram({kCouillon, "league", "status", open() + "/rounds/0001"})
        .out;
  };
  Submit(mine);
  const ProgramResult left_out = Arena("run", open(), quiet);
  EXPECT_EQ(left_out.exit_code, 0) << left_out.err;
  EXPECT_NE(left_out.err.find("Left out: bot b v1 is not the bot that played"),
            std::string::npos)
      << left_out.err;
  EXPECT_NE(first().find("2 of 6 units played"), std::string::npos) << first();
  EXPECT_NE(Arena("status", open()).out.find("2 rounds planned"),
            std::string::npos)
      << "the new version has played";
  // Of the two versions only the old one is left: as it was, it plays on.
  WriteBot("mine", "greedy", "one");
  ASSERT_EQ(Arena("retire", open(), {"b"}).exit_code, 0);
  std::filesystem::copy(open(), folder_.path("copy"),
                        std::filesystem::copy_options::recursive);
  Run({"--allow", "read:" + folder_.path("mine")});
  EXPECT_NE(first().find("6 of 6 units played"), std::string::npos) << first();
  EXPECT_EQ(first().find("start_failure"), std::string::npos) << first();
  // Changed, it forfeits if that is asked for.
  WriteBot("mine", "heuristic", "three");
  const std::string copy = folder_.path("copy");
  const ProgramResult forfeits = Arena(
      "run", copy,
      {"--quiet", "--forfeit", "--allow", "read:" + folder_.path("mine")});
  EXPECT_EQ(forfeits.exit_code, 0) << forfeits.err;
  EXPECT_NE(forfeits.err.find("Forfeits: bot b v1"), std::string::npos)
      << forfeits.err;
  const std::string after =
      RunProgram({kCouillon, "faults", copy + "/rounds/0001"}).out;
  EXPECT_NE(after.find("b v1: start_failure"), std::string::npos) << after;
  EXPECT_EQ(Arena("verify", copy).exit_code, 0);
}

TEST_F(ArenaProcessTest, NoLeagueCommandChangesARound) {
  Init("32", "32", "fr");
  Submit({"builtin:random", "builtin:greedy"});
  Run();
  const std::string round = open() + "/rounds/0001";
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"extend", round, "--to", "64"},
        {"add", round, "builtin:heuristic"},
        {"replace", round, "random v1=builtin:heuristic"},
        {"resume", round, "--allow", "changed"}}) {
    std::vector<std::string> words = {kCouillon, "league"};
    words.insert(words.end(), command.begin(), command.end());
    const ProgramResult refused = RunProgram(words);
    EXPECT_EQ(refused.exit_code, 1) << command.front();
    EXPECT_NE(refused.err.find(command.front() == "extend" ? " arena extend "
                                                           : " arena submit "),
              std::string::npos)
        << refused.err;
  }
  EXPECT_EQ(
      RunProgram({kCouillon, "league", "resume", round, "--quiet"}).exit_code,
      0);
  EXPECT_EQ(Arena("verify", open()).exit_code, 0);
}

TEST_F(ArenaProcessTest, ADirectoryHoldsOneKindOfThing) {
  Init("32", "32", "fr");
  const std::vector<std::string> bots = {"builtin:random", "builtin:greedy"};
  Submit(bots);
  const auto make = [&bots](std::vector<std::string> words) {
    words.insert(words.begin(), kCouillon);
    words.insert(words.end(), {"--ruleset", "fr", "--deals", "8", "--quiet"});
    return RunProgram(words);
  };
  const std::string league = folder_.path("league");
  const std::string plan = folder_.path("plan");
  for (const std::string& out : {open(), league}) {
    const ProgramResult run =
        make({"league", "run", "--bots", bots[0], bots[1], "--out", out});
    EXPECT_EQ(run.exit_code, out == open() ? 1 : 0) << run.err;
    if (out == league) continue;
    const ProgramResult match = make({"match", bots[0], bots[1], "--out", out});
    EXPECT_NE(match.err.find("holds an arena"), std::string::npos) << match.err;
  }
  for (const std::string& out : {open(), plan}) {
    const ProgramResult made =
        make({"league", "plan", "--bots", bots[0], bots[1], "--shard-deals",
              "8", "--out", out});
    EXPECT_EQ(made.exit_code, out == open() ? 1 : 0) << made.err;
  }
  EXPECT_NE(Arena("init", league).err.find("holds a league"),
            std::string::npos);
  EXPECT_NE(Arena("init", plan).err.find("holds a plan"), std::string::npos);
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"faults"},
        {"analyse"},
        {"audit"},
        {"rate"},
        {"league", "status"}}) {
    std::vector<std::string> words = {kCouillon};
    words.insert(words.end(), command.begin(), command.end());
    words.push_back(open());
    const ProgramResult result = RunProgram(words);
    EXPECT_NE(result.err.find("such as rounds/0001"), std::string::npos)
        << command.back() << result.err;
  }
}

TEST_F(ArenaProcessTest, VerifyMissesLinesOfTheJournalAndRounds) {
  Init("64", "32", "fr");
  Submit({"builtin:random", "builtin:greedy"});
  Run();
  const std::string journal = ReadFile(open() + "/journal.jsonl");
  const std::size_t last = journal.rfind('\n', journal.size() - 2) + 1;
  WriteFile(open() + "/journal.jsonl", journal.substr(0, last));
  const ProgramResult cut = Arena("verify", open());
  EXPECT_EQ(cut.exit_code, 1);
  EXPECT_NE(cut.err.find("rounds/0002: is on the disk, but the journal has 1 "
                         "rounds"),
            std::string::npos)
      << cut.err;
  WriteFile(open() + "/journal.jsonl", journal);
  EXPECT_NE(Arena("verify", open()).out.find(", 2 rounds and"),
            std::string::npos);
  std::filesystem::remove_all(open() + "/rounds/0001");
  const ProgramResult removed = Arena("verify", open());
  EXPECT_NE(removed.out.find("1 of 2 rounds"), std::string::npos)
      << removed.out << removed.err;
  EXPECT_NE(removed.out.find("rounds/0001, not begun or removed"),
            std::string::npos)
      << removed.out;
}

TEST_F(ArenaProcessTest, AFullDiskOrADamagedStoreNamesWhatToDo) {
  Init("32", "32", "fr");
  Submit({"builtin:random", "builtin:greedy"});
  // Room for 20 kB, less than a store needs.
  const ProgramResult full =
      RunProgram({"/bin/sh", "-c",
                  "ulimit -f 40; exec '" + kCouillon + "' arena run '" +
                      open() + "' --quiet"});
  EXPECT_EQ(full.exit_code, 1);
  EXPECT_NE(full.err.find("free space, then give the same command again"),
            std::string::npos)
      << full.err;
  Run();
  WriteFile(open() + "/rounds/0001/league.sqlite", std::string(5000, 'x'));
  const ProgramResult damaged = Arena("report", open());
  EXPECT_EQ(damaged.exit_code, 1);
  EXPECT_NE(damaged.err.find("play the round again with arena run"),
            std::string::npos)
      << damaged.err;
}

TEST_F(ArenaProcessTest, ADamagedCopyOfABotIsNamed) {
  Init("32", "32", "fr");
  const std::string mine = WriteBot("mine", "greedy", "one");
  Submit({mine});
  std::string copy;
  for (const auto& bot :
       std::filesystem::directory_iterator(open() + "/bots")) {
    copy = bot.path().string();
  }
  WriteFile(copy + "/run.sh", "#!/bin/sh\n");
  const ProgramResult refused = Arena("submit", open(), {mine});
  EXPECT_EQ(refused.exit_code, 3);
  EXPECT_NE(refused.out.find(copy + ": this copy in the arena is damaged"),
            std::string::npos)
      << refused.out;
  std::filesystem::remove_all(copy);
  Submit({mine});
  EXPECT_EQ(Arena("verify", open()).exit_code, 0);
}

TEST_F(ArenaProcessTest, EachSubmissionIsRefusedOnItsOwn) {
  Init("32", "32", "fr");
  const ProgramResult few = Arena("run", open(), {"--quiet"});
  EXPECT_EQ(few.exit_code, 1);
  EXPECT_NE(few.err.find("needs at least 2 bots, found 0"), std::string::npos)
      << few.err;
  const ProgramResult submitted =
      Arena("submit", open(),
            {"builtin:random", "nosuch", "builtin:oracle", "builtin:greedy"});
  EXPECT_EQ(submitted.exit_code, 3);
  for (const char* line :
       {"random v1: plays", "nosuch: refused\n\"nosuch\" is neither",
        "oracle: refused\n", "--allow cheating, an option of arena init",
        "greedy v1: plays"}) {
    EXPECT_NE(submitted.out.find(line), std::string::npos)
        << line << " not in\n"
        << submitted.out;
  }
  EXPECT_EQ(submitted.out.find("--bots"), std::string::npos) << submitted.out;
  const json status =
      json::parse(Arena("status", open(), {"--format", "json"}).out);
  ASSERT_TRUE(status.contains("left")) << status.dump();
  EXPECT_EQ(status["refused"].size(), 2U) << status.dump();
  EXPECT_EQ(status["left"], json({{"items", 32}, {"pairings", 1}}));
  EXPECT_TRUE(status["entrants"][0]["author"].is_null()) << status.dump();
}

TEST_F(ArenaProcessTest, WrongUseIsExplained) {
  const ProgramResult none = Arena("run", folder_.path("none"));
  EXPECT_EQ(none.exit_code, 1);
  EXPECT_NE(none.err.find("there is no arena in this directory"),
            std::string::npos)
      << none.err;
  Init("32", "32", "fr");
  EXPECT_NE(Arena("init", open(), {"--ruleset", "fr", "--deals", "2"})
                .err.find("there is an arena already"),
            std::string::npos);
  EXPECT_NE(Arena("report", open()).err.find("no round has been planned"),
            std::string::npos);
  EXPECT_NE(Arena("run", open(), {"--for", "2 days"})
                .err.find("--for is \"2 days\"; expected a number and s, m or "
                          "h"),
            std::string::npos);
  EXPECT_NE(Arena("retire", open(), {"nobody"}).err.find("there are none"),
            std::string::npos);
}

}  // namespace
}  // namespace couillon

// Leagues that somebody made to be read: every command ends soon, with a
// message that names the file, and with little memory.
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <zstd.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "arena/league/store/columns.h"
#include "arena/league/store/deal_file.h"
#include "arena/league/store/sqlite.h"
#include "arena/league/store/unit_row.h"
#include "arena/league/store/unit_rows.h"
#include "arena/table/unit/unit_result.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

using testing_support::kCouillon;
using testing_support::ProgramResult;
using testing_support::ReadFile;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;
using testing_support::WriteFile;
using Words = std::vector<std::string>;

constexpr std::int64_t kMaxBytes = std::int64_t{400} << 20;

void Sql(const std::string& league, const std::string& sql) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open((league + "/league.sqlite").c_str(), &database),
            SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr),
            SQLITE_OK)
      << sqlite3_errmsg(database);
  sqlite3_close(database);
}

std::string ConfigOf(const std::string& league) {
  auto database =
      Database::Open(league + "/league.sqlite", Database::Mode::kRead);
  auto row = database->Prepare("SELECT config FROM league");
  EXPECT_TRUE(*row->Step());
  return row->Bytes(0);
}

// Changes the configuration, with the checksum that belongs to it.
void SetConfig(const std::string& league, const std::string& json) {
  std::string quoted;
  for (const char letter : json)
    quoted += letter == '\'' ? "''" : std::string(1, letter);
  Sql(league, "UPDATE league SET config = '" + quoted + "', row_check = '" +
                  CheckOfText(json) + "'");
}

void ReplaceInConfig(const std::string& league, const std::string& from,
                     const std::string& to) {
  std::string json = ConfigOf(league);
  const std::size_t at = json.find(from);
  ASSERT_NE(at, std::string::npos) << json;
  SetConfig(league, json.replace(at, from.size(), to));
}

// Changes a unit, with the checksum that belongs to it.
void ChangeUnit(const std::string& league,
                const std::function<void(UnitRow&)>& change) {
  auto database =
      Database::Open(league + "/league.sqlite", Database::Mode::kWrite);
  auto select = database->Prepare(SelectRows<UnitRow>("unit", "LIMIT 1"));
  ASSERT_TRUE(*select->Step());
  auto row = ReadRow<UnitRow>(*select);
  change(row);
  RowText text;
  UnitRow::ForEachColumn(row, text);
  row.check = CheckOfText(text.text());
  auto insert = database->Prepare(InsertRow<UnitRow>("unit"));
  BindRow(row, *insert);
  ASSERT_TRUE(insert->Finish().ok());
}

// Half a gigabyte, packed; the memory is free again on return.
std::string PackedZeros() {
  const std::string zeros(std::size_t{1} << 29, '\0');
  std::string frame(std::size_t{1} << 20, '\0');
  const std::size_t size =
      ZSTD_compress(frame.data(), frame.size(), zeros.data(), zeros.size(), 1);
  EXPECT_EQ(ZSTD_isError(size), 0U);
  frame.resize(size);
  return frame;
}

struct Mutant {
  std::string name;
  std::function<void(const std::string& league)> change;
  std::string found;         // part of the message
  bool each_command = true;  // or only those that read units
};

constexpr char kEndless[] =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT ";

std::vector<Mutant> Mutants() {
  const auto sql = [](const std::string& text) {
    return [text](const std::string& league) { Sql(league, text); };
  };
  const auto config = [](const std::string& from, const std::string& to) {
    return [from, to](const std::string& league) {
      ReplaceInConfig(league, from, to);
    };
  };
  const auto unit = [](const std::function<void(UnitRow&)>& change) {
    return [change](const std::string& league) { ChangeUnit(league, change); };
  };
  return {
      {"endless view",
       sql(std::string("ALTER TABLE unit RENAME TO u; CREATE VIEW unit AS ") +
           kEndless + "u.* FROM u, n"),
       "is not one of a league"},
      {"trigger",
       sql("CREATE TRIGGER t AFTER INSERT ON unit BEGIN DELETE FROM fault; "
           "END"),
       "the trigger t of unit"},
      {"largest number",
       sql("UPDATE unit SET number = 9223372036854775807 "
           "WHERE number = 0"),
       "the number of a unit is 9223372036854775807"},
      {"negative count", sql("UPDATE stored SET units = -9223372036854775808"),
       "the number of stored units is"},
      {"no block", config("\"blockItems\":4", "\"blockItems\":0"),
       "block_items is 0"},
      {"all deals",
       config("\"items\":\"8\"", "\"items\":\"18446744073709551615\""),
       "items is 18446744073709551615"},
      {"bot that is not there",
       config("LEAGUE_FORMAT_ROUND_ROBIN\"",
              "LEAGUE_FORMAT_PAIRINGS\",\"pairings\":[{\"first\":4000000000}]"),
       "found bots 4000000000 and 0"},
      {"terminal codes", config("\"greedy\"", "\"\\u001b]0;x\""),
       "expected printable text"},
      {"score of no deal", unit([](UnitRow& row) { row.scores[0] = '\x7f'; }),
       "(scores)", false},
      {"loser that is not there",
       unit([](UnitRow& row) { row.lost_by = 1'000'000; }), "(lost_by)", false},
      {"points of three in a league of two", unit([](UnitRow& row) {
         row.three_way_points = std::string(18 * row.scores.size(), '\0');
       }),
       "(three_way_points)", false},
      {"no seating", unit([](UnitRow& row) { row.seatings = 0; }), "(seatings)",
       false}};
}

std::string BigEndian(std::uint64_t number, int bytes) {
  std::string text;
  for (int at = bytes; at-- > 0;)
    text += static_cast<char>(number >> 8 * at & 0xFF);
  return text;
}

// A rollback journal of `database` that nothing is in but the name of a file.
std::string JournalThatNames(const std::string& path,
                             const std::string& database) {
  const std::string magic = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7";
  constexpr std::size_t kSector = 512;
  const auto page =
      static_cast<std::size_t>(static_cast<unsigned char>(database[16])) << 8 |
      static_cast<unsigned char>(database[17]);
  std::string journal = magic + BigEndian(0, 8) +
                        BigEndian(database.size() / page, 4) +
                        BigEndian(kSector, 4) + BigEndian(page, 4);
  journal.resize(kSector);
  std::uint64_t sum = 0;
  for (const char letter : path) sum += static_cast<std::uint64_t>(letter);
  return journal + BigEndian((std::uint64_t{1} << 30) / page + 1, 4) + path +
         BigEndian(path.size(), 4) + BigEndian(sum, 4) + magic;
}

// Makes the index of the faults, a page with one row, a tree of six levels in
// which every branch of a page leads to the same page.
void RepeatTheFaults(const std::string& league) {
  constexpr std::size_t kPage = 4096;
  constexpr std::size_t kBranches = 100;
  const std::string path = league + "/league.sqlite";
  std::size_t root = 0;
  {
    auto database = Database::Open(path, Database::Mode::kRead);
    auto row = database->Prepare(
        "SELECT rootpage FROM sqlite_master WHERE name = 'fault_by_unit'");
    EXPECT_TRUE(*row->Step());
    root = static_cast<std::size_t>(row->Number(0)) - 1;
  }
  std::string file = ReadFile(path);
  ASSERT_EQ(file.size() % kPage, 0U);
  std::string page = file.substr(root * kPage, kPage);
  const std::size_t at = static_cast<unsigned char>(page[8]) << 8U |
                         static_cast<unsigned char>(page[9]);
  const std::string row =
      page.substr(at, static_cast<unsigned char>(page[at]) + 1U);
  for (int level = 0; level < 6; ++level) {
    file += page;
    const std::string child = BigEndian(file.size() / kPage, 4);
    const std::string branch = child + row;
    page = std::string("\x02", 1) + BigEndian(0, 2) + BigEndian(kBranches, 2) +
           BigEndian(kPage - branch.size(), 2) + BigEndian(0, 1) + child;
    for (std::size_t i = 0; i < kBranches; ++i) {
      page += BigEndian(kPage - branch.size(), 2);
    }
    page.resize(kPage - branch.size());
    page += branch;
  }
  file.replace(root * kPage, kPage, page);
  file.replace(28, 4, BigEndian(file.size() / kPage, 4));
  WriteFile(path, file);
}

class HostileStoreTest : public testing::Test {
 protected:
  HostileStoreTest() {
    const ProgramResult run = RunProgram(
        {kCouillon, "league", "run", "--bots", "builtin:greedy",
         "builtin:random", "--ruleset", "fr", "--deals", "8", "--block", "4",
         "--record", "deals", "--quiet", "--out", folder_.path("good")});
    EXPECT_EQ(run.exit_code, 0) << run.err;
  }

  // A copy of the good league.
  [[nodiscard]] std::string Copy() const {
    std::filesystem::remove_all(folder_.path("league"));
    std::filesystem::copy(folder_.path("good"), folder_.path("league"),
                          std::filesystem::copy_options::recursive);
    return folder_.path("league");
  }

  static ProgramResult Within(Words command) {
    command.insert(command.begin(), {"/usr/bin/timeout", "60", kCouillon});
    ProgramResult run = RunProgram(command);
    EXPECT_LT(run.exit_code, 100) << command[3] << ": " << run.err;
    EXPECT_LT(run.peak_bytes, kMaxBytes) << command[3];
    return run;
  }

  TemporaryFolder folder_;
};

TEST_F(HostileStoreTest, EveryCommandEndsAndNamesTheFile) {
  for (const Mutant& mutant : Mutants()) {
    const std::string league = Copy();
    mutant.change(league);
    std::vector<Words> commands = {{"verify", league}};
    if (mutant.each_command) commands.push_back({"league", "status", league});
    if (mutant.name == "endless view" || mutant.name == "largest number") {
      commands.insert(commands.end(),
                      {{"report", league},
                       {"export", league},
                       {"faults", league},
                       {"audit", league},
                       {"analyse", league, "--deals", "1", "--tricks", "1"},
                       {"replay", league, "--deal", "0"},
                       {"view", league, "--listen", "127.0.0.1:0"},
                       {"league", "extend", league, "--to", "9"},
                       {"league", "resume", league, "--quiet"}});
    }
    for (const Words& command : commands) {
      const ProgramResult run = Within(command);
      EXPECT_EQ(run.exit_code, 1) << mutant.name << ": " << command[0];
      EXPECT_NE(run.err.find("league.sqlite"), std::string::npos)
          << mutant.name << ": " << command[0] << ": " << run.err;
      EXPECT_NE(run.err.find(mutant.found), std::string::npos)
          << mutant.name << ": " << command[0] << ": " << run.err;
      EXPECT_EQ(run.err.find('\x1b'), std::string::npos) << mutant.name;
    }
  }
}

// What resuming writes to a file of a league is not written where a link leads.
TEST_F(HostileStoreTest, LinksAreNotFollowed) {
  const std::string mine = folder_.path("mine");
  const std::string precious(10'000, 'p');
  for (const char* name : {"deals.zst", "league.sqlite-wal", "audit.json"}) {
    WriteFile(mine, precious);
    const std::string league = Copy();
    const ProgramResult more =
        Within({"league", "extend", league, "--to", "12"});
    ASSERT_EQ(more.exit_code, 0) << more.err;
    std::filesystem::remove(league + "/" + name);
    std::filesystem::create_symlink(mine, league + "/" + name);
    const ProgramResult run = Within({"league", "resume", league, "--quiet"});
    EXPECT_NE(run.exit_code, 0) << name;
    EXPECT_NE(run.err.find(std::string(name) + ": is a link"),
              std::string::npos)
        << run.err;
    EXPECT_EQ(ReadFile(mine), precious) << name;
  }
  const std::string league = Copy();
  std::filesystem::create_symlink(mine, league + "/audit.json.new");
  EXPECT_EQ(Within({"audit", league, "--quiet"}).exit_code, 0);
  EXPECT_EQ(ReadFile(mine), precious);
}

// What SQLite deletes after it has rolled back the journal beside a league.
TEST_F(HostileStoreTest, AJournalThatNamesAFileDoesNotDeleteIt) {
  const std::string mine = folder_.path("mine");
  WriteFile(mine, "precious");
  for (const Words& command : {Words{"report"}, Words{"league", "resume"}}) {
    const std::string league = Copy();
    Sql(league, "PRAGMA journal_mode = DELETE");
    WriteFile(league + "/league.sqlite-journal",
              JournalThatNames(mine, ReadFile(league + "/league.sqlite")));
    Words words = command;
    words.push_back(league);
    const ProgramResult run = Within(words);
    EXPECT_EQ(run.exit_code, 1) << command[0];
    EXPECT_NE(run.err.find("league.sqlite-journal"), std::string::npos)
        << run.err;
    EXPECT_EQ(ReadFile(mine), "precious") << command[0];
  }
}

// A small file, most of which is a hole, whose rows are endless since each
// branch of an index leads to the same page.
TEST_F(HostileStoreTest, PagesThatRepeatThemselvesAreNotReadForEver) {
  const std::string league = Copy();
  Sql(league,
      "PRAGMA journal_mode = DELETE; INSERT INTO fault VALUES "
      "(0, 1, 0, 0, 0, 0, 0, 1, '" +
          std::string(1'000'000, 'x') + "', '', '', '')");
  RepeatTheFaults(league);
  std::filesystem::resize_file(league + "/league.sqlite",
                               std::uintmax_t{1} << 40);
  const ProgramResult run = Within({"faults", league});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.err.find("league.sqlite"), std::string::npos) << run.err;
}

TEST_F(HostileStoreTest, RecordsThatGrowWithoutEndAreNotUnpacked) {
  DealOfUnit many;
  for (int i = 0; i < 600'000; ++i) {
    many.deals.emplace_back(1, static_cast<char>(std::int64_t{i} * i >> 3));
  }
  for (const std::string& frame : {PackedZeros(), PackDeals({many})}) {
    const std::string league = Copy();
    WriteFile(league + "/deals.zst", frame);
    ChangeUnit(league, [&frame](UnitRow& row) {
      row.records = {.offset = 0,
                     .bytes = static_cast<std::int64_t>(frame.size())};
    });
    for (const Words& command :
         {Words{"verify", league}, Words{"replay", league, "--deal", "0"}}) {
      const ProgramResult run = Within(command);
      EXPECT_EQ(run.exit_code, 1) << command[0];
      EXPECT_NE(run.err.find("deals.zst"), std::string::npos) << run.err;
    }
  }
}

}  // namespace
}  // namespace couillon::arena

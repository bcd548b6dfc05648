// couillon export --format parquet: a reader of its own (pyarrow) finds the
// rows of the JSON lines with the types that are documented; what fails leaves
// nothing behind.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "tests/support/program.h"

namespace couillon {
namespace {

using nlohmann::json;
using testing_support::ProgramResult;
using testing_support::ReadFile;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;
using testing_support::WriteFile;

using testing_support::kCouillon;
// Has pyarrow after tools/setup.sh --dev.
const std::string kPython = COUILLON_SOURCE "/build/venv/bin/python";

using Arguments = std::vector<std::string>;

// Prints, per file, an array of its types and an array of its rows.
constexpr char kReader[] = R"(
import json, sys, pyarrow.parquet
for path in sys.argv[1:]:
    table = pyarrow.parquet.read_table(path)
    print(json.dumps([[field.name, str(field.type)] for field in table.schema]))
    print(json.dumps(table.to_pylist()))
)";

std::string WhyNoPyarrow() {
  if (!std::filesystem::exists(kPython)) return kPython + " is not there";
  const ProgramResult run = RunProgram({kPython, "-c", "import pyarrow"});
  return run.exit_code == 0 ? "" : "build/venv has no pyarrow: " + run.err;
}

class ParquetExportTest : public testing::Test {
 protected:
  void SetUp() override {
    const std::string why = WhyNoPyarrow();
    if (!why.empty()) GTEST_SKIP() << why << "; tools/setup.sh --dev";
  }

  void Play(const std::string& name, const Arguments& more) {
    Arguments words = {kCouillon, "league",  "run",   "--seed",
                       "parquet", "--quiet", "--out", path(name)};
    words.insert(words.end(), more.begin(), more.end());
    const ProgramResult run = RunProgram(words);
    ASSERT_EQ(run.exit_code, 0) << run.err;
  }
  ProgramResult Export(const std::string& name, const std::string& what,
                       const Arguments& more,
                       const std::string& python = kPython) {
    Arguments words = {"/usr/bin/env",
                       "COUILLON_PYTHON=" + python,
                       kCouillon,
                       "export",
                       path(name),
                       "--what",
                       what};
    words.insert(words.end(), more.begin(), more.end());
    return RunProgram(words);
  }
  ProgramResult ExportParquet(const std::string& name, const std::string& what,
                              const std::string& python = kPython) {
    return Export(name, what,
                  {"--format", "parquet", "--out", path("table.parquet")},
                  python);
  }
  // A program in place of Python.
  std::string Script(const std::string& text) {
    std::string file = path("python");
    WriteFile(file, "#!/bin/sh\n" + text + "\n");
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    return file;
  }
  // The files beside the leagues.
  std::set<std::string> Files() {
    std::set<std::string> files;
    for (const auto& entry :
         std::filesystem::directory_iterator(folder_.path(""))) {
      if (entry.is_regular_file()) files.insert(entry.path().filename());
    }
    return files;
  }
  [[nodiscard]] std::string path(const std::string& name) const {
    return folder_.path(name);
  }

  TemporaryFolder folder_;
};

struct Exported {
  std::string league;
  std::string what;
};

json RowsOf(const std::string& json_lines) {
  json rows = json::array();
  for (const auto line : absl::StrSplit(json_lines, '\n', absl::SkipEmpty())) {
    rows.push_back(json::parse(std::string(line)));
  }
  return rows;
}

constexpr char kTypesOfPairs[] = R"([
  ["ruleset", "string"], ["deal", "int64"], ["item", "int64"],
  ["round", "int64"], ["bot_a", "string"], ["bot_b", "string"],
  ["pair_score", "double"], ["game_points", "double"], ["forfeited", "bool"]])";
constexpr char kTypesOfFaults[] = R"([
  ["unit", "int64"], ["ruleset", "string"], ["item", "int64"],
  ["seating", "int64"], ["seat", "int64"], ["bot", "string"],
  ["verdict", "string"], ["forfeits", "bool"], ["detail", "string"],
  ["last_stderr", "string"]])";

TEST_F(ParquetExportTest, EveryTableHasTheRowsOfItsJsonLines) {
  const Arguments three = {"--bots", "a=builtin:greedy", "b=builtin:random",
                           "c=builtin:heuristic"};
  const auto play = [&](const std::string& name, const Arguments& more) {
    Arguments words = three;
    words.insert(words.end(), more.begin(), more.end());
    Play(name, words);
  };
  play("deals",
       {"--ruleset", "fr,kujong", "--deals", "20", "--record", "deals"});
  play("matches", {"--ruleset", "fr", "--matches", "2"});
  play("three", {"--format", "three-way", "--ruleset", "troeven-3-solo",
                 "--deals", "4"});
  Play("alone", {"--bots", "a=builtin:greedy", "b=builtin:random",
                 "c=builtin:heuristic", "d=builtin:greedy", "--format",
                 "individual", "--ruleset", "basic-gerver", "--deals", "4"});
  Play("faulty", {"--bots", "builtin:random",
                  "bad=" COUILLON_BROKEN_BOT_PROGRAM " --fault illegal",
                  "--ruleset", "fr", "--deals", "4", "--isolation", "none"});
  const std::vector<Exported> tables = {
      {"deals", "standings"}, {"deals", "pairs"},   {"deals", "units"},
      {"deals", "deals"},     {"matches", "pairs"}, {"matches", "standings"},
      {"three", "standings"}, {"three", "pairs"},   {"alone", "standings"},
      {"alone", "pairs"},     {"faulty", "faults"}, {"deals", "faults"}};
  Arguments reader = {kPython, "-c", kReader};
  for (const Exported& table : tables) {
    reader.push_back(path(table.league + "-" + table.what + ".parquet"));
    const ProgramResult run =
        Export(table.league, table.what,
               {"--format", "parquet", "--out", reader.back()});
    ASSERT_EQ(run.exit_code, 0) << run.err;
  }
  const ProgramResult read = RunProgram(reader);
  ASSERT_EQ(read.exit_code, 0) << read.err;
  const json found = RowsOf(read.out);
  ASSERT_EQ(found.size(), 2 * tables.size());
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const Exported& table = tables[i];
    const json rows =
        RowsOf(Export(table.league, table.what, {"--format", "jsonl"}).out);
    EXPECT_EQ(rows.empty(), table.league == "deals" && table.what == "faults");
    EXPECT_EQ(found[2 * i + 1], rows) << table.league << " " << table.what;
  }
  EXPECT_EQ(found[2], json::parse(kTypesOfPairs));
  EXPECT_EQ(found[8], json::parse(kTypesOfPairs)) << "game_points are all null";
  EXPECT_EQ(found[20], json::parse(kTypesOfFaults));
  EXPECT_EQ(found[22], json::parse(kTypesOfFaults)) << "without a row";
}

TEST_F(ParquetExportTest, ManyRowsAreManyRowGroups) {
  Play("long", {"--bots", "builtin:first-legal", "builtin:random", "--ruleset",
                "fr", "--deals", "70000"});
  const ProgramResult run = ExportParquet("long", "pairs");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const ProgramResult read =
      RunProgram({kPython, "-c",
                  "import sys, json, pyarrow.parquet as p\n"
                  "file = p.ParquetFile(sys.argv[1])\n"
                  "print(file.num_row_groups)\n"
                  "want = [json.loads(row) for row in open(sys.argv[2])]\n"
                  "print(file.read().to_pylist() == want and len(want))\n",
                  path("table.parquet"), [this] {
                    Export("long", "pairs",
                           {"--format", "jsonl", "--out", path("table.jsonl")});
                    return path("table.jsonl");
                  }()});
  EXPECT_EQ(read.out, "3\n70000\n") << read.err;
}

TEST_F(ParquetExportTest, WhatIsMissingIsNamedAndNothingIsLeft) {
  Play("small", {"--bots", "builtin:first-legal", "builtin:random", "--ruleset",
                 "fr", "--deals", "4"});
  const auto fails = [this](const ProgramResult& run, const std::string& why) {
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_NE(run.err.find(why), std::string::npos) << run.err;
    std::set<std::string> files = Files();
    files.erase("python");
    EXPECT_EQ(files, std::set<std::string>());
  };
  fails(Export("small", "pairs", {"--format", "parquet"}),
        "expected --out FILE");
  fails(ExportParquet("small", "pairs", "/no/such/python"),
        "/no/such/python cannot be started: No such file or directory; Parquet "
        "needs Python 3 with pyarrow, to install it: python3 -m pip install "
        "pyarrow");
  const std::string bare = Script("exec /usr/bin/python3 -I -S \"$@\"");
  fails(ExportParquet("small", "pairs", bare),
        bare +
            " has no pyarrow, which writes Parquet (No module named "
            "'pyarrow'); to install it: " +
            bare + " -m pip install pyarrow");
  fails(ExportParquet("small", "pairs",
                      Script("echo ready; echo tired >&2; exit 7")),
        "ended with status 7: tired");
  fails(ExportParquet("small", "pairs", Script("echo ready; kill -9 $$")),
        "was killed");
  fails(Export("small", "pairs",
               {"--format", "parquet", "--out", path("none/table.parquet")}),
        "none/table.parquet cannot be written: No such file or directory");
}

TEST_F(ParquetExportTest, AFileStaysUntilAnotherIsWhole) {
  Play("small", {"--bots", "builtin:first-legal", "builtin:random", "--ruleset",
                 "fr", "--deals", "4"});
  WriteFile(path("table.parquet"), "old");
  const ProgramResult failed = ExportParquet("small", "deals");
  EXPECT_EQ(failed.exit_code, 1);
  EXPECT_NE(failed.err.find("--record deals"), std::string::npos);
  EXPECT_EQ(ReadFile(path("table.parquet")), "old");
  EXPECT_EQ(Files(), std::set<std::string>{"table.parquet"});
  // The Python of the environment.
  const ProgramResult written =
      RunProgram({"/usr/bin/env", "COUILLON_PYTHON=" + kPython, kCouillon,
                  "export", path("small"), "--what", "pairs", "--format",
                  "parquet", "--out", path("table.parquet")});
  EXPECT_EQ(written.exit_code, 0) << written.err;
  EXPECT_EQ(ReadFile(path("table.parquet")).substr(0, 4), "PAR1");
  EXPECT_EQ(Files(), std::set<std::string>{"table.parquet"});
}

}  // namespace
}  // namespace couillon

// What README.md and the pages in docs/ show of the commands: an indented block
// that begins with "$ couillon ..." is what that command prints, where a line
// "..." stands for any number of lines. "$ cat FILE" shows a file that later
// commands of the page read. The bot in README.md is the one `bot new` writes.
// Options that the pages name exist.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "tests/support/program.h"
#include "tests/tools/command_help.h"

namespace couillon {
namespace {

using testing_support::ProgramResult;
using testing_support::ReadFile;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;
using testing_support::WriteFile;

struct Sample {
  std::string command;
  std::vector<std::string> output;
};

// Reads the blocks of a page. Blank lines at the end of a block are not part of
// it.
std::vector<Sample> ReadSamples(const std::filesystem::path& page) {
  std::vector<Sample> samples;
  bool inside = false;
  bool continued = false;
  std::ifstream file(page);
  for (std::string whole; std::getline(file, whole);) {
    absl::string_view line = whole;
    if (absl::ConsumePrefix(&line, "    $ ")) {
      samples.push_back({.command = std::string(line), .output = {}});
      inside = true;
    } else if (inside && continued) {
      samples.back().command += "\n" + std::string(line);
    } else if (inside && (absl::ConsumePrefix(&line, "    ") || line.empty())) {
      samples.back().output.emplace_back(line);
    } else {
      inside = false;
    }
    continued = inside && whole.ends_with("\\");
  }
  for (Sample& sample : samples) {
    while (!sample.output.empty() && sample.output.back().empty()) {
      sample.output.pop_back();
    }
  }
  return samples;
}

// Whether `printed` is `shown`, with any lines in place of "...".
bool Matches(const std::vector<std::string>& shown,
             const std::vector<std::string>& printed) {
  std::vector<bool> reached(printed.size() + 1, false);  // by the lines so far
  reached[0] = true;
  for (const std::string& line : shown) {
    std::vector<bool> next(printed.size() + 1, false);
    for (std::size_t i = 0; i <= printed.size(); ++i) {
      if (line == "...") {
        next[i] = reached[i] || (i > 0 && next[i - 1]);
      } else {
        next[i] = i > 0 && reached[i - 1] && printed[i - 1] == line;
      }
    }
    reached = next;
  }
  return reached.back();
}

// Blanks at the end of a line do not count.
std::vector<std::string> Lines(absl::string_view text) {
  absl::ConsumeSuffix(&text, "\n");
  std::vector<std::string> lines = absl::StrSplit(text, '\n');
  for (std::string& line : lines) absl::StripTrailingAsciiWhitespace(&line);
  return lines;
}

// Runs the command in `folder`, with our programs in PATH.
ProgramResult RunIn(const std::string& folder, const std::string& command) {
  const std::string programs =
      std::filesystem::path(COUILLON_PROGRAM).parent_path().string();
  return RunProgram({"/bin/sh", "-c",
                     "cd '" + folder + "' && export PATH='" + programs +
                         "':\"$PATH\" && " + command});
}

std::vector<std::filesystem::path> Pages() {
  std::vector<std::filesystem::path> pages = {COUILLON_SOURCE "/README.md"};
  for (const auto& page :
       std::filesystem::directory_iterator(COUILLON_DOCS_FOLDER)) {
    pages.push_back(page.path());
  }
  return pages;
}

// Runs the commands of a page, and returns how many outputs it compared.
int CompareOutputs(const std::filesystem::path& page) {
  int compared = 0;
  const TemporaryFolder folder;
  for (const Sample& sample : ReadSamples(page)) {
    absl::string_view file = sample.command;
    if (absl::ConsumePrefix(&file, "cat ")) {
      WriteFile(folder.path(std::string(file)),
                absl::StrJoin(sample.output, "\n") + "\n");
      continue;
    }
    const ProgramResult run = RunIn(folder.path(""), sample.command);
    EXPECT_EQ(run.exit_code, 0) << sample.command << "\n" << run.err;
    EXPECT_TRUE(Matches(sample.output, Lines(run.out)))
        << page << ": " << sample.command << "\nshown:\n"
        << absl::StrJoin(sample.output, "\n") << "\nprinted:\n"
        << run.out;
    ++compared;
  }
  return compared;
}

TEST(DocumentedOutputTest, IsWhatTheCommandsPrint) {
  int compared = 0;
  for (const std::filesystem::path& page : Pages()) {
    compared += CompareOutputs(page);
  }
  EXPECT_GE(compared, 9);
}

TEST(DocumentedOutputTest, TheReadmeShowsTheBotOfTheTemplate) {
  const std::string readme = ReadFile(COUILLON_SOURCE "/README.md");
  const std::size_t begin = readme.find("```python\n");
  ASSERT_NE(begin, std::string::npos);
  const std::size_t code = begin + sizeof("```python\n") - 1;
  const std::string shown =
      readme.substr(code, readme.find("```", code) - code);
  EXPECT_THAT(ReadFile(COUILLON_SOURCE "/bots/templates/python/bot.py"),
              testing::HasSubstr(shown));
}

// Options of other programs and of scripts, which the pages name too.
const std::set<std::string> kForeignOptions = {
    "--account", "--bind",      "--build-arg", "--dev",     "--disable-userns",
    "--effort",  "--fault",     "--fix",       "--install", "--namespace",
    "--only",    "--partition", "--plugin",    "--prefix",  "--preset",
    "--renamed", "--requeue",   "--rm",        "--scope",   "--security-opt",
    "--short",   "--strip",     "--table",     "--target",  "--test",
    "--time",    "--user"};

// The options of all commands of couillon, and of couillon-bot.
std::set<std::string> AllOptions() {
  std::set<std::string> options;
  for (const std::string& program :
       {testing_support::kCouillon, std::string(COUILLON_BOT_PROGRAM)}) {
    for (const tests::CommandHelp& help : tests::ReadHelps(program)) {
      options.insert(help.options.begin(), help.options.end());
    }
  }
  return options;
}

// The words of a page that begin with two hyphens. No option of ours has an
// underscore.
std::set<std::string> NamedOptions(const std::filesystem::path& page) {
  const std::string text = ReadFile(page.string());
  std::set<std::string> names;
  for (std::size_t at = text.find("--"); at != std::string::npos;
       at = text.find("--", at)) {
    const bool begins = at == 0 || !absl::ascii_isgraph(text[at - 1]) ||
                        absl::StrContains("`'\"([=", text[at - 1]);
    std::size_t end = at + 2;
    while (end < text.size() && (absl::ascii_islower(text[end]) ||
                                 text[end] == '-' || text[end] == '_')) {
      ++end;
    }
    const std::string name = text.substr(at, end - at);
    if (begins && name.size() > 2 && name[2] != '-' &&
        !absl::StrContains(name, '_')) {
      names.insert(name);
    }
    at = end;
  }
  return names;
}

TEST(DocumentedOptionsTest, Exist) {
  const std::set<std::string> options = AllOptions();
  std::vector<std::filesystem::path> pages = Pages();
  pages.emplace_back(COUILLON_SOURCE "/CONTRIBUTING.md");
  std::set<std::string> foreign;
  for (const std::filesystem::path& page : pages) {
    for (const std::string& name : NamedOptions(page)) {
      if (options.contains(name)) continue;
      foreign.insert(name);
      EXPECT_TRUE(kForeignOptions.contains(name))
          << page << ": " << name << " is no option of couillon";
    }
  }
  EXPECT_EQ(foreign, kForeignOptions) << "some are not named any more";
}

}  // namespace
}  // namespace couillon

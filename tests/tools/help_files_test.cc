// Manual pages and completions say what --help says: of every command of the
// real program, in the shells that this machine has.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "tests/support/program.h"
#include "tests/tools/command_help.h"

namespace couillon {
namespace {

using testing_support::ProgramResult;
using testing_support::ReadFile;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;
using testing_support::WriteFile;
using tests::CommandHelp;

using testing_support::kCouillon;

const std::vector<CommandHelp>& Helps() {
  static const std::vector<CommandHelp> kHelps = tests::ReadHelps(kCouillon);
  return kHelps;
}

std::string FullName(const CommandHelp& help) {
  return help.name.empty() ? "couillon" : "couillon " + help.name;
}

bool Has(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// The first word of each line; fish adds a description to it.
std::vector<std::string> Words(const std::string& text) {
  std::vector<std::string> words;
  for (const auto line : absl::StrSplit(text, '\n', absl::SkipEmpty())) {
    words.emplace_back(line.substr(0, line.find('\t')));
  }
  return words;
}

// A completion in a shell: writes the script once, asks it for many lines.
class Shell {
 public:
  explicit Shell(const std::string& name) : name_(name) {
    const ProgramResult run =
        RunProgram({kCouillon, "help-as", name, "--out", folder_.path("")});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    for (const auto& entry :
         std::filesystem::directory_iterator(folder_.path(""))) {
      script_ = entry.path().string();
    }
  }

  [[nodiscard]] std::string script() const { return script_; }
  [[nodiscard]] bool installed() const {
    return std::filesystem::exists("/usr/bin/" + name_) ||
           std::filesystem::exists("/bin/" + name_);
  }

  // The words offered after each of `lines`, whose last word is under the
  // cursor.
  [[nodiscard]] std::vector<std::vector<std::string>> Offers(
      const std::vector<std::string>& lines) const {
    std::string program = "source '" + script_ + "'\n";
    for (const std::string& line : lines) program += Ask(line);
    const std::string path = folder_.path("ask");
    WriteFile(path, program);
    const ProgramResult run = RunProgram({"/usr/bin/env", name_, path});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.err, "");
    std::vector<std::vector<std::string>> offers;
    for (const auto part : absl::StrSplit(run.out, "\n==\n")) {
      offers.push_back(Words(std::string(part)));
    }
    offers.resize(lines.size());
    return offers;
  }

  [[nodiscard]] std::vector<std::string> Offer(const std::string& line) const {
    return Offers({line})[0];
  }

 private:
  // The text of a program that prints what is offered, and a line "==".
  [[nodiscard]] std::string Ask(const std::string& line) const {
    if (name_ == "fish") {
      return "complete -C '" + line + "'\nprintf '\\n==\\n'\n";
    }
    const std::vector<std::string> words = absl::StrSplit(line, ' ');
    return "COMP_WORDS=(" + absl::StrReplaceAll(line + "''", {{"=", " = "}}) +
           ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_couillon\n"
           "printf '%s\\n' \"${COMPREPLY[@]}\"; printf '\\n==\\n'\n";
  }

  std::string name_;
  TemporaryFolder folder_;
  std::string script_;
};

// The pages that help-as writes.
class ManPageTest : public testing::Test {
 protected:
  void SetUp() override {
    const ProgramResult run =
        RunProgram({kCouillon, "help-as", "man", "--out", folder_.path("")});
    ASSERT_EQ(run.exit_code, 0) << run.err;
  }

  [[nodiscard]] std::string PathOf(const CommandHelp& help) const {
    return folder_.path(absl::StrReplaceAll(FullName(help), {{" ", "-"}}) +
                        ".1");
  }

  TemporaryFolder folder_;
};

TEST_F(ManPageTest, EveryCommandHasOneWithAllItsOptionsAndCommands) {
  ASSERT_GE(Helps().size(), 23U);
  for (const CommandHelp& help : Helps()) {
    ASSERT_TRUE(std::filesystem::exists(PathOf(help))) << PathOf(help);
    const std::string page = ReadFile(PathOf(help));
    ASSERT_GE(help.options.size(), 1U) << help.name;
    for (const std::string& option : help.options) {
      const std::string bold =
          "\\fB" + absl::StrReplaceAll(option, {{"-", "\\-"}}) + "\\fR";
      EXPECT_NE(page.find(bold), std::string::npos) << help.name << option;
    }
    for (const std::string& command : help.subcommands) {
      EXPECT_NE(page.find("\\-" + absl::StrReplaceAll(command, {{"-", "\\-"}}) +
                          "\\fR(1)"),
                std::string::npos)
          << help.name << command;
    }
  }
}

TEST_F(ManPageTest, ManFindsNothingToWarnOf) {
  if (!std::filesystem::exists("/usr/bin/man")) GTEST_SKIP() << "no man";
  for (const CommandHelp& help : Helps()) {
    const ProgramResult run = RunProgram(
        {"/usr/bin/env", "LC_ALL=C.UTF-8", "MANWIDTH=80", "man", "--warnings",
         "--encoding=UTF-8", "--local-file", PathOf(help)});
    if (run.exit_code == 16) GTEST_SKIP() << "man without groff: " << run.err;
    EXPECT_EQ(run.exit_code, 0) << help.name;
    EXPECT_EQ(run.err, "") << help.name;
  }
}

TEST_F(ManPageTest, BotProgramHasOne) {
  const ProgramResult run = RunProgram({COUILLON_BOT_PROGRAM, "help-as-man"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  for (const char* option : {"name", "listen", "in\\-flight", "version"}) {
    EXPECT_NE(run.out.find(std::string("\\fB\\-\\-") + option + "\\fR"),
              std::string::npos)
        << option;
  }
}

TEST_F(ManPageTest, NoLineShowsAFolderOfThisMachine) {
  for (const CommandHelp& help : Helps()) {
    const std::string page = ReadFile(PathOf(help));
    for (const char* folder : {"/home", "/root", "/work", "/tmp/"}) {
      EXPECT_EQ(page.find(folder), std::string::npos) << help.name << folder;
    }
  }
}

std::string NameOf(const testing::TestParamInfo<std::string>& shell) {
  return shell.param;
}

class ShellTest : public testing::TestWithParam<std::string> {};

TEST_P(ShellTest, EveryCommandOffersItsOptionsAndCommands) {
  const Shell shell(GetParam());
  if (!shell.installed()) GTEST_SKIP() << "no " << GetParam();
  std::vector<std::string> lines;
  for (const CommandHelp& help : Helps()) {
    for (const char* start : {" --", " -", " "}) {
      lines.push_back(FullName(help) + start);
    }
  }
  const auto offers = shell.Offers(lines);
  for (std::size_t i = 0; i < Helps().size(); ++i) {
    const CommandHelp& help = Helps()[i];
    for (const std::string& option : help.options) {
      const std::size_t line = 3 * i + (option.starts_with("--") ? 0 : 1);
      EXPECT_TRUE(Has(offers[line], option)) << lines[line] << " " << option;
    }
    for (const std::string& command : help.subcommands) {
      EXPECT_TRUE(Has(offers[3 * i + 2], command)) << help.name << command;
    }
  }
}

TEST_P(ShellTest, ListedValuesAndRulesetsAreOffered) {
  const Shell shell(GetParam());
  if (!shell.installed()) GTEST_SKIP() << "no " << GetParam();
  EXPECT_TRUE(Has(shell.Offer("couillon report --format "), "html"));
  EXPECT_TRUE(Has(shell.Offer("couillon report --format=j"),
                  GetParam() == "fish" ? "--format=json" : "json"));
  EXPECT_TRUE(Has(shell.Offer("couillon match --ruleset "), "kujong"));
  EXPECT_EQ(shell.Offer("couillon league run --ruleset kuj"),
            std::vector<std::string>{"kujong"});
  EXPECT_EQ(shell.Offer("couillon league run --ruleset fr,kuj"),
            std::vector<std::string>{"fr,kujong"});
  EXPECT_TRUE(Has(shell.Offer("couillon rules "), "kujong"));
  // Not after an option whose value is something else.
  EXPECT_FALSE(Has(shell.Offer("couillon league run --out "), "kujong"));
  EXPECT_FALSE(Has(shell.Offer("couillon --version "), "help-as"));
}

INSTANTIATE_TEST_SUITE_P(Asked, ShellTest, testing::Values("bash", "fish"),
                         NameOf);

class ScriptTest : public testing::TestWithParam<std::string> {};

TEST_P(ScriptTest, ShellCanReadIt) {
  const Shell shell(GetParam());
  if (!shell.installed()) GTEST_SKIP() << "no " << GetParam();
  const ProgramResult run =
      RunProgram({"/usr/bin/env", GetParam(), "-n", shell.script()});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.err, "");
}

INSTANTIATE_TEST_SUITE_P(All, ScriptTest,
                         testing::Values("bash", "zsh", "fish"), NameOf);

// zsh completes at a terminal only, so its script is read instead.
TEST(ZshTest, EveryCommandHasAFunctionWithItsOptionsAndCommands) {
  const std::string script = ReadFile(Shell("zsh").script());
  for (const CommandHelp& help : Helps()) {
    const std::string start =
        "\n_" + absl::StrReplaceAll(FullName(help), {{" ", "_"}, {"-", "_"}}) +
        "() {\n";
    const std::size_t from = script.find(start);
    ASSERT_NE(from, std::string::npos) << help.name;
    const std::string text =
        script.substr(from, script.find("\n}\n", from) - from);
    for (const std::string& option : help.options) {
      EXPECT_NE(text.find("'*" + option + "["), std::string::npos)
          << help.name << option;
    }
    for (const std::string& command : help.subcommands) {
      EXPECT_NE(text.find("'" + command + ":"), std::string::npos)
          << help.name << command;
    }
  }
}

}  // namespace
}  // namespace couillon

// A first league with a bot from the source tree: it is made from the template,
// built, checked and played as docs/write-a-bot.md says; its directory can be
// moved at any time, also away from the source tree. One language is enough
// here: tests/install/install_test.cc does the same in every language.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tests/support/bot_languages.h"
#include "tests/support/program.h"

namespace couillon {
namespace {

using nlohmann::json;
using testing_support::BotLanguage;
using testing_support::BotLanguages;
using testing_support::ProgramResult;
using testing_support::ReadFile;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;
using testing_support::WhyNotBuilt;
using testing_support::WriteFile;

using testing_support::kCouillon;
const std::string kSource = COUILLON_SOURCE;

// Runs the program with `arguments` where the SDKs and their build results are
// hidden, or unchanged if no file system may be mounted.
std::vector<std::string> WithoutSdks(
    const std::vector<std::string>& arguments) {
  std::string script = "set -e; ";
  for (const char* folder : {"/bots", "/proto", "/build/bots", "/build/venv"}) {
    const std::string hidden = "'" + kSource + folder + "'";
    script.append("test ! -d ").append(hidden);
    script.append(" || mount -t tmpfs t ").append(hidden).append("; ");
  }
  std::vector<std::string> words = {"/usr/bin/unshare", "--user",
                                    "--map-root-user",  "--mount",
                                    "/bin/sh",          "-c"};
  words.push_back(script + "true");
  static const bool kCanMount = RunProgram(words).exit_code == 0;
  words.back() = script + "exec \"$@\"";
  if (!kCanMount) return arguments;
  words.emplace_back("sh");
  words.insert(words.end(), arguments.begin(), arguments.end());
  return words;
}

// The reason why there are no bots in a language here; empty if there are.
std::string WhyWithout(const std::string& name) {
  for (const BotLanguage& language : BotLanguages()) {
    if (language.name == name) return WhyNotBuilt(language);
  }
  return name + " is not a language of bots";
}

TEST(TemplateLeagueTest, NewBotIsBuiltMovedCheckedAndPlaysWithoutAFault) {
  const std::string why = WhyWithout("go");
  if (!why.empty()) GTEST_SKIP() << why;
  const TemporaryFolder folder;
  const std::string made_at = folder.path("my_bot");
  const ProgramResult made =
      RunProgram({kCouillon, "bot", "new", "--lang", "go", made_at});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(made_at)) {
    if (!entry.is_regular_file()) continue;
    EXPECT_EQ(ReadFile(entry.path().string()).find(kSource), std::string::npos)
        << entry.path();
  }
  const std::string built_at = folder.path("built");
  std::filesystem::rename(made_at, built_at);
  const ProgramResult built = RunProgram({kCouillon, "bot", "build", built_at});
  ASSERT_EQ(built.exit_code, 0) << built.out << built.err;
  const std::string bot = folder.path("elsewhere");
  std::filesystem::rename(built_at, bot);
  const ProgramResult check = RunProgram(WithoutSdks(
      {kCouillon, "bot", "check", bot, "--ruleset", "basic-gerver,mit-malmedy",
       "--decisions", "30", "--limit", "start:250,move:250"}));
  EXPECT_EQ(check.exit_code, 0) << check.out << check.err;
  const std::string out = folder.path("league");
  const ProgramResult run = RunProgram(WithoutSdks(
      {kCouillon, "league", "run", "--bots", bot, "builtin:random", "--ruleset",
       "basic-gerver,mit-malmedy", "--deals", "64", "--isolation", "none",
       "--limit", "start:250,move:250", "--out", out}));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const json report = json::parse(
      RunProgram({kCouillon, "report", out, "--format", "json"}).out);
  EXPECT_EQ(report["league"]["bots"][0], "my_bot");
  EXPECT_EQ(report["units_done"], report["units"]);
  EXPECT_TRUE(report["faults"].empty()) << report["faults"];
}

// All bots in Rust share the folder in which the SDK is compiled, where neither
// their names nor the times of their files tell them apart.
TEST(RustTemplateTest, BotsOfOneNameHaveProgramsOfTheirOwn) {
  const std::string why = WhyWithout("rust");
  if (!why.empty()) GTEST_SKIP() << why;
  const TemporaryFolder folder;
  // Less to compile: what is not shared is not optimised.
  std::filesystem::create_directories(folder.path(".cargo"));
  WriteFile(folder.path(".cargo/config.toml"),
            "[profile.release.package]\n"
            "bot.opt-level = 0\ncouillon-bot.opt-level = 0\n");
  const auto run = [](const std::vector<std::string>& arguments) {
    std::vector<std::string> command = {kCouillon, "bot"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    const ProgramResult result = RunProgram(command);
    EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  };
  // Of a reference bot of the SDK, too.
  const std::string of_sdk = kSource + "/build/bots/rust/release/greedy";
  const std::string before = ReadFile(of_sdk);
  std::filesystem::create_directories(folder.path("a"));
  std::filesystem::create_directories(folder.path("b"));
  const std::string first = folder.path("a/greedy");
  const std::string second = folder.path("b/greedy");
  run({"new", "--lang", "rust", first});
  run({"new", "--lang", "rust", second});
  std::string code = ReadFile(second + "/src/main.rs");
  const std::string name = "BotInfo::new(\"greedy\")";
  ASSERT_NE(code.find(name), std::string::npos) << code;
  code.replace(code.find(name), name.size(), "BotInfo::new(\"second-author\")");
  WriteFile(second + "/src/main.rs", code);
  for (const std::string& bot : {first, second, first}) {
    run({"build", bot});
  }
  const auto is_second = [](const std::string& bot) {
    return ReadFile(bot + "/build/greedy").find("second-author") !=
           std::string::npos;
  };
  EXPECT_FALSE(is_second(first));
  EXPECT_TRUE(is_second(second));
  EXPECT_EQ(ReadFile(of_sdk), before);
}

}  // namespace
}  // namespace couillon

// An arena that serves, and bots that dial in.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_format.h"
#include "tests/arena/standing/serve/serving_arena.h"
#include "tests/support/bot_languages.h"
#include "tests/support/program.h"

namespace couillon::tests {

using testing_support::kBot;
using testing_support::kCouillon;

class DialInFixture : public ::testing::Test {
 protected:
  static testing_support::ProgramResult Arena(
      const std::string& command, const std::string& directory,
      const std::vector<std::string>& more = {}) {
    std::vector<std::string> words = {kCouillon, "arena", command, directory};
    words.insert(words.end(), more.begin(), more.end());
    return testing_support::RunProgram(words);
  }
  // Makes an arena with limits that suffice even on a busy machine. Suits are
  // true, so that results equal those of bots that do not dial in.
  static void Init(const std::string& directory, const std::string& deals,
                   const std::string& round_items,
                   const std::string& start_limit = "250") {
    const auto made =
        Arena("init", directory,
              {"--ruleset", "basic-gerver,fr", "--deals", deals,
               "--round-items", round_items, "--block", "16", "--seed",
               "dial in", "--limit", "move:250,start:" + start_limit, "--trust",
               "true-suits", "--allow", "remote"});
    ASSERT_EQ(made.exit_code, 0) << made.err;
  }
  static void Submit(const std::string& directory,
                     const std::vector<std::string>& bots) {
    const auto submitted = Arena("submit", directory, bots);
    ASSERT_EQ(submitted.exit_code, 0) << submitted.out << submitted.err;
  }
  // Admits an author and writes the token to a file, whose path it returns.
  std::string Admit(const std::string& author, const std::string& bots = "5") {
    const auto admitted = Arena("admit", open(), {author, "--bots", bots});
    EXPECT_EQ(admitted.exit_code, 0) << admitted.err;
    std::string path = folder_.path(author + ".token");
    testing_support::WriteFile(path, admitted.out);
    return path;
  }
  static std::string TokenIn(const std::string& file) {
    const std::string text = testing_support::ReadFile(file);
    return text.substr(0, text.find('\n'));
  }

  // Port 0 at a loopback address of this process alone: no other process takes
  // the port while an arena is killed and served again.
  static std::string OwnLoopback() {
    const auto pid = static_cast<unsigned>(getpid());
    return absl::StrFormat("127.%d.%d.%d:0", 64 + pid / 62500 % 64,
                           1 + pid / 250 % 250, 1 + pid % 250);
  }
  // Serves the arena until the test ends. `listen` has port 0, or the port of
  // an arena that has ended.
  void Serve(const std::vector<std::string>& more = {},
             const std::string& listen = OwnLoopback()) {
    std::vector<std::string> words = {kCouillon, "arena",         "serve",
                                      open(),    "--listen",      listen,
                                      "--quiet", "--concurrency", "2"};
    words.insert(words.end(), more.begin(), more.end());
    serving_ = std::make_unique<TalkativeProgram>(words);
    constexpr char kServing[] = "serving at ";
    ASSERT_TRUE(serving_->first_line().starts_with(kServing));
    address_ = serving_->first_line().substr(sizeof(kServing) - 1);
  }
  // The command of a relay that plays `bot` in the arena at `arena`. Its
  // sockets are in folder_.
  [[nodiscard]] std::vector<std::string> Relayed(
      const std::vector<std::string>& bot, const std::string& arena,
      const std::string& token_file, const std::string& name = "",
      const std::vector<std::string>& options = {}) const {
    std::vector<std::string> words = {
        "/usr/bin/env", "TMPDIR=" + folder_.path(""),
        kBot,           "connect",
        arena,          "--token-file",
        token_file};
    if (!name.empty()) words.insert(words.end(), {"--as", name});
    words.insert(words.end(), options.begin(), options.end());
    words.emplace_back("--");
    words.insert(words.end(), bot.begin(), bot.end());
    return words;
  }
  // Starts a bundled bot that dials in, at `address` or at the arena's.
  [[nodiscard]] std::unique_ptr<testing_support::RunningProgram> Dial(
      const std::string& bot, const std::string& token_file,
      const std::string& name, const std::string& address = "",
      const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words = {kBot, "--name", bot};
    words.insert(words.end(), more.begin(), more.end());
    return std::make_unique<testing_support::RunningProgram>(
        Relayed(words, "plaintext:" + (address.empty() ? address_ : address),
                token_file, name));
  }
  // The same bot until it ends by itself.
  [[nodiscard]] testing_support::ProgramResult Try(
      const std::string& token_file, const std::string& name,
      const std::string& bot = "greedy") const {
    return testing_support::RunProgram(Relayed(
        {kBot, "--name", bot}, "plaintext:" + address_, token_file, name));
  }
  // Expects that no bot of a relay in folder_ runs, soon: a process that was
  // killed ends a moment later.
  void ExpectNoBot() const {
    const std::string sockets = folder_.path("couillon-relay");
    const auto limit =
        std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (!testing_support::ProcessesWith(sockets).empty() &&
           std::chrono::steady_clock::now() < limit) {
      std::this_thread::yield();
    }
    EXPECT_TRUE(testing_support::ProcessesWith(sockets).empty());
  }
  void Stop() {
    serving_->Signal(SIGTERM);
    ASSERT_EQ(serving_->Wait(), 0);
  }
  static nlohmann::json Report(const std::string& directory) {
    const auto report = Arena("report", directory, {"--format", "json"});
    EXPECT_EQ(report.exit_code, 0) << report.err;
    return nlohmann::json::parse(report.out);
  }
  static void ExpectVerified(const std::string& directory) {
    const auto verified = Arena("verify", directory);
    EXPECT_EQ(verified.exit_code, 0) << verified.err;
  }
  [[nodiscard]] std::string open() const { return folder_.path("open"); }

  testing_support::TemporaryFolder folder_;
  std::unique_ptr<TalkativeProgram> serving_;
  std::string address_;  // of the arena
  std::vector<std::string> relay_ = {kBot, "connect"};
};

// The SDK for Python, which has a relay of its own.
inline testing_support::BotLanguage Python() {
  std::vector<testing_support::BotLanguage> languages =
      testing_support::BotLanguages();
  return *std::find_if(
      languages.begin(), languages.end(),
      [](const auto& language) { return language.name == "python"; });
}

// The relay of Python, as arguments of env.
inline std::vector<std::string> PythonRelay() {
  return {"PYTHONPATH=" COUILLON_SOURCE "/bots/python",
          COUILLON_SOURCE "/" + Python().command.front(), "-m", "couillon_bot",
          "connect"};
}

}  // namespace couillon::tests

// `couillon view`, as a user runs it.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "tests/arena/front/view/http_client.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

using testing_support::GetRequest;
using testing_support::HttpConnection;
using testing_support::PathOf;
using testing_support::PortOf;
using testing_support::ProgramResult;
using testing_support::RunningProgram;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;

using testing_support::kCouillon;

// Serves what is in a directory, and reads the address that is printed.
class Viewing {
 public:
  Viewing(const TemporaryFolder& folder, const std::string& directory)
      : pipe_(folder.path("address")) {
    EXPECT_EQ(mkfifo(pipe_.c_str(), 0600), 0);
    program_ = std::make_unique<RunningProgram>(
        std::vector<std::string>{kCouillon, "view", directory}, pipe_);
    std::ifstream out(pipe_);
    std::getline(out, address_);
  }

  [[nodiscard]] std::string Page() const {
    HttpConnection connection(
        PortOf(address_),
        GetRequest(PathOf(address_),
                   "127.0.0.1:" + std::to_string(PortOf(address_))));
    return connection.ReadAll();
  }
  RunningProgram& program() { return *program_; }

 private:
  std::string pipe_;
  std::unique_ptr<RunningProgram> program_;
  std::string address_;
};

class ViewCommandTest : public ::testing::Test {
 protected:
  ViewCommandTest() { setenv("COUILLON_PAGE", COUILLON_STAND_IN_PAGE, 1); }

  void Run(std::vector<std::string> words) {
    words.insert(words.begin(), kCouillon);
    const ProgramResult run = RunProgram(words);
    ASSERT_EQ(run.exit_code, 0) << run.err;
  }
  void ExpectServed(const std::string& directory, const std::string& part) {
    Viewing viewing(folder_, directory);
    const std::string page = viewing.Page();
    EXPECT_NE(page.find(part), std::string::npos) << page;
    EXPECT_NE(page.find("\"live\":{\"url\":\"events"), std::string::npos);
    viewing.program().Signal(SIGINT);
    EXPECT_EQ(viewing.program().Wait(), 0);
    std::filesystem::remove(folder_.path("address"));
  }

  TemporaryFolder folder_;
};

TEST_F(ViewCommandTest, ServesALeagueUntilCtrlC) {
  const std::string out = folder_.path("league");
  Run({"league", "run", "--bots", "builtin:random", "builtin:greedy",
       "--ruleset", "fr", "--deals", "16", "--quiet", "--out", out});
  ExpectServed(out, "\"standings\":{\"unit\":\"points_per_deal\"");
}

TEST_F(ViewCommandTest, ServesASequentialTest) {
  const std::string out = folder_.path("test");
  Run({"match", "builtin:random", "builtin:heuristic", "--ruleset", "fr",
       "--sprt", "elo0=0", "elo1=50", "--deals", "2000", "--quiet", "--out",
       out});
  ExpectServed(out, "\"history\":[{\"pairs\":16,\"llr\":");
}

TEST_F(ViewCommandTest, ServesAnArena) {
  const std::string open = folder_.path("open");
  Run({"arena", "init", open, "--ruleset", "fr", "--deals", "16"});
  Run({"arena", "submit", open, "builtin:random", "builtin:greedy", "--allow",
       "unchecked"});
  Run({"arena", "run", open, "--quiet"});
  ExpectServed(open, "\"name\":\"couillon.arena_status\"");
}

}  // namespace
}  // namespace couillon::arena

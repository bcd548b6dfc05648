// The JSON of report, audit, faults, fairness, exploit, rate, solve, analyse
// and play has the keys of json_keys.txt, with the types listed there: users'
// programs read them. A new key needs a new line there; no key may change or be
// removed.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/arena/front/view/http_client.h"
#include "tests/arena/report/json_schema.h"
#include "tests/support/program.h"
#include "tests/support/talking_program.h"

namespace couillon::arena {
namespace {

using nlohmann::json;
using testing_support::GetRequest;
using testing_support::HttpConnection;
using testing_support::PathOf;
using testing_support::PortOf;
using testing_support::ProgramResult;
using testing_support::ReadFile;
using testing_support::RunProgram;
using testing_support::TalkingProgram;
using testing_support::TemporaryFolder;
using testing_support::WriteFile;

using testing_support::kCouillon;

// Types by path, such as "report/league/seed" or "rate/ratings[]/elo".
using Keys = std::map<std::string, std::set<std::string>>;

std::string TypeOf(const json& value) {
  if (value.is_null()) return "null";
  if (value.is_boolean()) return "boolean";
  if (value.is_number_integer()) return "integer";
  if (value.is_number()) return "number";
  if (value.is_string()) return "string";
  return value.is_array() ? "array" : "object";
}

// Figures of each seat end in its position from eldest; ".N" stands for it.
std::string KeyName(const std::string& key) {
  const std::size_t dot = key.rfind('.');
  return dot == std::string::npos ? key : key.substr(0, dot) + ".N";
}

void AddKeys(const json& value, const std::string& path, Keys& keys) {
  keys[path].insert(TypeOf(value));
  if (value.is_array()) {
    for (const json& item : value) AddKeys(item, path + "[]", keys);
  } else if (value.is_object()) {
    const bool are_figures = path.ends_with("/figures");
    const bool are_cards = path.ends_with("/decision/refused");
    for (const auto& [key, item] : value.items()) {
      const std::string name = path + "/" + (are_cards ? "*" : KeyName(key));
      keys[name].insert(TypeOf(item));
      // All figures have the same fields, which are listed once.
      AddKeys(item, are_figures ? path + "/*" : name, keys);
    }
  }
}

std::string Lines(const Keys& keys) {
  std::string text;
  for (const auto& [path, types] : keys) {
    text += path;
    for (const std::string& type : types) text += " " + type;
    text += "\n";
  }
  return text;
}

// The data of a page.
json DataOf(const std::string& page) {
  const std::size_t begin = page.find("application/json\">") + 18;
  return json::parse(page.substr(begin, page.find("</script>", begin) - begin),
                     nullptr, false);
}

class JsonKeysTest : public ::testing::Test {
 protected:
  void Add(const std::string& document,
           const std::vector<std::string>& arguments) {
    std::vector<std::string> command = {kCouillon};
    command.insert(command.end(), arguments.begin(), arguments.end());
    command.insert(command.end(), {"--format", "json"});
    const ProgramResult run = RunProgram(command);
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const json parsed = json::parse(run.out, nullptr, false);
    ASSERT_FALSE(parsed.is_discarded()) << run.out;
    testing_support::ExpectListedSchema(parsed);
    AddKeys(parsed, document, keys_);
  }

  // Adds the keys of what the page of a league says of how it was played.
  void AddRun(const std::string& league) {
    setenv("COUILLON_PAGE", COUILLON_STAND_IN_PAGE, 1);
    const std::string page =
        RunProgram({kCouillon, "report", league, "--format", "html"}).out;
    const json data = DataOf(page);
    ASSERT_FALSE(data.is_discarded());
    testing_support::ExpectListedSchema(data["run"]);
    json run = data["run"];
    run.erase("status");  // a document of its own
    // Not every machine says it.
    for (json& host : run["hosts"]) host.erase("cpu");
    AddKeys(run, "run", keys_);
  }

  // Adds the keys of the losses in the page of a league, which are some of
  // those of `analyse`.
  void AddLossesOfPage(const std::string& league) {
    setenv("COUILLON_PAGE", COUILLON_STAND_IN_PAGE, 1);
    const std::string page = RunProgram({kCouillon, "report", league,
                                         "--losses", "20", "--format", "html"})
                                 .out;
    const json data = DataOf(page);
    ASSERT_TRUE(data.contains("losses")) << data.dump().substr(0, 200);
    testing_support::ExpectListedSchema(data["losses"]);
    AddKeys(data["losses"], "losses_of_page", keys_);
  }

  // Adds the keys of a table to play at: of its states that wait for the
  // person, each of whose first `decisions` takes the first choice, and of the
  // last one.
  void AddPlay(const std::vector<std::string>& arguments, int decisions) {
    std::vector<std::string> command = {
        "/usr/bin/env",
        std::string("COUILLON_PAGE=") + COUILLON_STAND_IN_PAGE,
        kCouillon,
        "play",
        "--web",
        "--bot",
        "builtin:heuristic"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    TalkingProgram program(command);
    std::string address = program.ReadTo("\n");
    address.pop_back();
    const std::string host = absl::StrCat("127.0.0.1:", PortOf(address));
    const std::string path = PathOf(address);
    const auto post = [&](const std::string& what) {
      HttpConnection connection(
          PortOf(address),
          absl::StrCat("POST ", path, what, " HTTP/1.1\r\nHost: ", host,
                       "\r\nContent-Length: 0\r\n\r\n"));
      return connection.Status();
    };
    HttpConnection whole(PortOf(address), GetRequest(path, host));
    json play = DataOf(whole.ReadAll())["play"];
    testing_support::ExpectListedSchema(play);
    play.erase("state");  // another one in every event
    AddKeys(play, "play", keys_);
    HttpConnection events(PortOf(address),
                          GetRequest(path + "events?after=0", host));
    for (int number = 1; number <= decisions + 1; ++number) {
      const bool is_last = number > decisions;
      ASSERT_TRUE(events.ReadUntil(
          is_last ? "\"end\":{\"kind\""
                  : absl::StrCat("\"decision\":{\"number\":", number, ",")));
      if (is_last) break;
      // A match is left, single deals end by themselves.
      const bool leaves = arguments[0] != "--deals";
      ASSERT_EQ(
          post(leaves ? "leave"
                      : absl::StrCat("choose?choice=0&decision=", number)),
          200);
    }
    ASSERT_TRUE(events.ReadUntil("\n\n"));
    AddStates(events.received());
    if (arguments[0] == "--deals") {
      ASSERT_EQ(post("leave"), 200);
    }
    program.Wait();
  }

  // Adds the keys of states in a stream of events; not of those that a table
  // passes through, of which a slow client may miss some.
  void AddStates(const std::string& events) {
    constexpr std::string_view kData = "\ndata: ";
    std::size_t at = 0;
    while ((at = events.find(kData, at)) != std::string::npos) {
      at += kData.size();
      const json state = json::parse(
          events.substr(at, events.find('\n', at) - at), nullptr, false);
      if (!state.is_object() ||
          (state["decision"].is_null() && state["end"].is_null())) {
        continue;
      }
      AddKeys(state, "play/state", keys_);
    }
  }

  // Adds the keys of a deal in the page that shows it.
  void AddDeals(const std::string& league) {
    setenv("COUILLON_PAGE", COUILLON_STAND_IN_PAGE, 1);
    const std::string page = RunProgram({kCouillon, "replay", league, "--deal",
                                         "0", "--values", "--format", "html"})
                                 .out;
    constexpr std::string_view kBegin =
        "<script id=\"couillon-deals\" type=\"application/json\">";
    const std::size_t begin = page.find(kBegin);
    ASSERT_NE(begin, std::string::npos) << page;
    const std::size_t end = page.find("</script>", begin);
    const json deals = json::parse(
        page.substr(begin + kBegin.size(), end - begin - kBegin.size()),
        nullptr, false);
    testing_support::ExpectListedSchema(deals);
    AddKeys(deals, "deals", keys_);
  }

  // Plays a league and adds the keys of its report. Returns its folder.
  std::string AddReport(const std::string& name,
                        const std::vector<std::string>& arguments) {
    std::string out = folder_.path(name);
    std::vector<std::string> command = {kCouillon};
    command.insert(command.end(), arguments.begin(), arguments.end());
    command.insert(command.end(), {"--seed", "keys", "--quiet", "--out", out});
    const ProgramResult run = RunProgram(command);
    EXPECT_EQ(run.exit_code, 0) << name << run.err;
    Add("report", {"report", out});
    return out;
  }

  // Plays an arena of a format and adds the keys of its report.
  void AddArenaReport(const std::string& format) {
    const std::string out = folder_.path(format);
    const std::string bot = COUILLON_BOT_PROGRAM;
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"init", out, "--ruleset", "fr", "--deals",
                                   "16", "--seed", "keys", "--format", format},
          {"submit", out, "builtin:random", "builtin:greedy",
           "mine=" + bot + " --name heuristic", "--allow", "unchecked"},
          {"run", out, "--quiet"}}) {
      std::vector<std::string> command = {kCouillon, "arena"};
      command.insert(command.end(), arguments.begin(), arguments.end());
      const ProgramResult run = RunProgram(command);
      ASSERT_EQ(run.exit_code, 0) << format << run.err;
    }
    Add("report", {"report", out});
    Add("arena_status", {"arena", "status", out});
  }

  // A copy of the bundled bot's program, to be removed.
  std::string Gone() {
    std::string path = folder_.path("gone");
    std::filesystem::copy_file(COUILLON_BOT_PROGRAM, path);
    return path;
  }

  TemporaryFolder folder_;
  Keys keys_;
};

TEST_F(JsonKeysTest, KeysAndTypesAreTheListedOnes) {
  // Forfeits, faults with and without a decision, and a system card.
  std::filesystem::create_directories(folder_.path("bot"));
  WriteFile(folder_.path("bot/bot.txtpb"),
            R"(name: "card" command: [")" + std::string(COUILLON_BOT_PROGRAM) +
                R"(", "--name", "greedy"]
                conventions { play: "leads high" meaning: "holds the ace" })");
  const std::string broken = COUILLON_BROKEN_BOT_PROGRAM;
  const std::string faulty = AddReport(
      "faulty", {"league", "run", "--bots", "builtin:random",
                 folder_.path("bot"), "illegal=" + broken + " --fault illegal",
                 "late=" + broken + " --fault crashes-late", "--ruleset",
                 "basic-gerver,six-32", "--deals", "64", "--block", "16",
                 "--limit", "faults:1000,unattributed:100000", "--isolation",
                 "none", "--limit", "late=memory:4000"});
  Add("league_status", {"league", "status", faulty});
  const std::string plan = folder_.path("plan");
  RunProgram({kCouillon, "league", "plan", "--bots", "greedy", "random",
              "--ruleset", "fr", "--deals", "20", "--shard-deals", "20",
              "--out", plan});
  RunProgram({kCouillon, "league", "run", "--plan", plan});
  Add("plan_status", {"league", "status", "--plan", plan});
  const std::string test = folder_.path("test");
  RunProgram({kCouillon, "league", "plan", "--bots", "greedy", "random",
              "--ruleset", "fr", "--sprt", "elo0=0", "elo1=20", "--shard-deals",
              "20", "--out", test});
  RunProgram({kCouillon, "league", "run", "--plan", test});
  Add("plan_status_of_a_test", {"league", "status", "--plan", test});
  AddRun(faulty);
  Add("faults", {"faults", faulty, "--save", folder_.path("save")});
  Add("faults_all", {"faults", faulty, "--all", "--save", folder_.path("all")});
  AddReport("absent",
            {"league", "run", "--bots", "builtin:greedy", "builtin:random",
             "absent=" + broken + " --fault start-exits --after-trial",
             "--ruleset", "basic-gerver,six-32", "--deals", "8", "--block", "8",
             "--trust", "shared-process"});
  AddReport("matches",
            {"league", "run", "--bots", "builtin:random", "builtin:heuristic",
             "--ruleset", "fr", "--matches", "16"});
  for (const char* format :
       {"round-robin", "swiss", "knockout", "double-knockout"}) {
    AddArenaReport(format);
  }
  const std::string gauntlet = AddReport(
      "gauntlet", {"league", "run", "--bots", "random", "greedy", "heuristic",
                   "--format", "gauntlet", "--ruleset", "fr", "--deals", "40"});
  Add("report", {"report", gauntlet, "--anchor", "greedy"});
  Add("rate_without_meeting",
      {"rate", gauntlet, "--between", "greedy", "heuristic"});
  AddReport("three sides",
            {"league", "run", "--bots", "builtin:random", "builtin:heuristic",
             "--ruleset", "troeven-3-solo", "--deals", "16"});
  AddReport("individual",
            {"league", "run", "--bots", "a=builtin:greedy", "b=builtin:random",
             "c=builtin:heuristic", "d=builtin:greedy", "e=builtin:random",
             "--format", "individual", "--ruleset", "basic-gerver", "--deals",
             "16", "--block", "8"});
  AddReport("three-way",
            {"league", "run", "--bots", "builtin:greedy", "builtin:random",
             "builtin:heuristic", "--format", "three-way", "--ruleset",
             "troeven-3-solo", "--deals", "16"});
  AddReport("sprt",
            {"match", "builtin:greedy", "builtin:heuristic", "--ruleset",
             "basic-gerver", "--deals", "2000", "--sprt", "elo0=0", "elo1=20"});
  const std::string audited = AddReport(
      "audited",
      {"league", "run", "--bots",
       "counter=" + std::string(COUILLON_REMEMBERING_BOT) + " counter",
       "builtin:greedy", "--ruleset", "basic-gerver", "--deals", "100",
       "--audit", "50", "--isolation", "none"});
  // A bot that is gone: a failure, and no test.
  AddReport("failing",
            {"match", "builtin:greedy", "gone=" + Gone() + " --name greedy",
             "--ruleset", "fr", "--deals", "4", "--record", "deals",
             "--isolation", "none"});
  std::filesystem::remove(folder_.path("gone"));
  Add("audit", {"audit", folder_.path("failing"), "--isolation", "none"});
  Add("report", {"report", folder_.path("failing")});
  Add("audit", {"audit", audited, "--isolation", "none"});
  Add("solve", {"solve", "--ruleset", "basic-gerver", "--seed", "keys"});
  Add("analyse", {"analyse", audited, "--deals", "4", "--samples", "3"});
  Add("losses",
      {"analyse", audited, "--losses", "--deals", "20", "--samples", "3"});
  Add("losses", {"analyse", audited, "--losses", "--deals", "1"});
  AddLossesOfPage(audited);
  AddDeals(audited);
  AddPlay({"--deals", "1", "--seed", "example"}, 4);
  AddPlay({"--ruleset", "mit-malmedy", "--seed", "keys"}, 1);
  AddPlay({"--ruleset", "troeven-2-layout", "--seed", "keys"}, 1);
  const std::vector<std::string> bots = {"--bots", "builtin:random",
                                         "builtin:greedy"};
  const std::string rulesets =
      "basic-gerver,denexa-24,mit-malmedy,troeven-3-solo";
  std::vector<std::string> fairness = {
      "fairness",        "--ruleset", rulesets,    "--deals", "100",
      "--pairing-deals", "50",        "--matches", "20",      "--playouts",
      "10000",           "--seed",    "keys",      "--quiet"};
  fairness.insert(fairness.end(), bots.begin(), bots.end());
  Add("fairness", fairness);
  fairness[1] = "--compare";
  fairness[2] = "basic-gerver,ardennes";
  Add("fairness", fairness);
  for (const std::string deals : {"1", "8"}) {
    Add("exploit", {"exploit", "builtin:greedy", "--quiet", "--deals", deals,
                    "--samples", "5", "--seed", "keys"});
  }
  Add("rate", {"rate", "--counts", "300,400,500,600,700", "--sprt", "elo0=0",
               "elo1=5"});
  Add("rate", {"rate", "--counts", "6,0,0"});
  const std::string pairs = folder_.path("pairs.csv");
  WriteFile(pairs,
            "deal,bot_a,bot_b,pair_score\n0,x,y,0.75\n1,x,y,1\n2,y,x,0.5\n"
            "3,x,z,0.25\n4,x,z,0.75\n5,v,w,1\n6,v,w,1\n7,v,w,1\n"
            "8,v,w,1\n9,v,w,1\n10,v,w,1\n");
  Add("rate", {"rate", "--pairs", pairs, "--anchor", "y"});
  Add("rate", {"rate", "--pairs", pairs, "--anchor", "y=10", "--anchor", "v=0",
               "--prior", "x=5,80"});
  const std::string tables = folder_.path("tables.csv");
  std::string lines_of_tables = "deal,table,seat,bot,game_points,role\n";
  for (int deal = 0; deal < 24; ++deal) {
    for (int seat = 0; seat < 3; ++seat) {
      absl::StrAppend(&lines_of_tables, deal, ",1,", seat, ",bot",
                      (seat + deal) % 3, ",", (seat * 5 + deal * 7) % 4, ",",
                      seat == deal / 3 % 3 ? "alone" : "against", "\n");
    }
  }
  WriteFile(tables, lines_of_tables);
  Add("rate", {"rate", "--tables", tables});

  const std::string list = ReadFile(COUILLON_JSON_KEYS);
  std::istringstream lines(list);
  std::string listed;
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && line[0] != '#') listed += line + "\n";
  }
  WriteFile(::testing::TempDir() + "json_keys.txt", Lines(keys_));
  EXPECT_EQ(Lines(keys_), listed)
      << "the keys found are in " << ::testing::TempDir() << "json_keys.txt";
}

}  // namespace
}  // namespace couillon::arena

// Workers share a schedule, a queue and a few counters. Here they play with
// bundled bots only, without gRPC, so that this also runs under the thread
// sanitizer, which does not understand Debian's gRPC.
#include "arena/league/run/runner.h"

#include <gtest/gtest.h>

#include <string>

#include "arena/league/store/league_store.h"
#include "arena/report/data/league_report.h"
#include "arena/report/json/report_json.h"
#include "arena/table/schedule/league_rules.h"
#include "couillon/v1/league.pb.h"
#include "proto/ruleset_catalog.h"
#include "proto/ruleset_codec.h"
#include "tests/support/bundled_links.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

const std::vector<std::string>& BotNames() {
  static const std::vector<std::string> kNames = {"random", "greedy",
                                                  "heuristic"};
  return kNames;
}

v1::LeagueConfig Config() {
  v1::LeagueConfig config;
  for (const std::string& name : BotNames()) config.add_bots()->set_name(name);
  for (const char* id : {"basic-gerver", "mit-malmedy"}) {
    const CompiledRules rules = *wire::FindRules(id);
    v1::LeagueRuleset& entry = *config.add_rulesets();
    entry.set_spec(id);
    *entry.mutable_ruleset() = wire::ToMessage(rules.ruleset);
    entry.set_hash(wire::RulesetHash(rules.ruleset));
  }
  config.set_mode(v1::LEAGUE_MODE_DEALS);
  config.set_seed("workers");
  config.set_items(96);
  config.set_block_items(4);
  config.set_record_deals(true);
  return config;
}

// The report of the league, played by `workers`; stopped and resumed after
// `stop_after` units if that is not 0.
std::string Report(const std::string& directory, int workers, int stop_after) {
  auto store = LeagueStore::Create(directory, Config());
  EXPECT_TRUE(store.ok()) << store.status();
  const auto rules = CompileLeague((*store)->config());
  EXPECT_TRUE(rules.ok()) << rules.status();
  const std::vector<const CompiledRules*> pointers = PointersTo(*rules);
  std::atomic<bool> stop = false;
  int units = 0;
  const RunOptions options{
      .workers = workers,
      .make_links =
          [&](int) {
            return testing_support::BundledLinks(BotNames(), pointers);
          },
      .on_unit = [&](const UnitResult&) { stop = ++units == stop_after; }};
  std::int64_t done = 0;
  do {
    stop = false;
    const auto progress = RunLeague(**store, *rules, options, stop);
    EXPECT_TRUE(progress.ok()) << progress.status();
    done = progress->units_done;
    if (done == progress->units) break;
  } while (true);
  const auto report = MakeReport(**store);
  EXPECT_TRUE(report.ok()) << report.status();
  return RenderJson(*report);
}

TEST(RunnerTest, AnyNumberOfWorkersGivesTheSameReport) {
  const testing_support::TemporaryFolder folder;
  const std::string alone = Report(folder.path("one"), 1, 0);
  EXPECT_NE(alone.find("\"pairs\": 96"), std::string::npos);
  EXPECT_EQ(Report(folder.path("eight"), 8, 0), alone);
  EXPECT_EQ(Report(folder.path("stopped"), 3, 5), alone);
}

}  // namespace
}  // namespace couillon::arena

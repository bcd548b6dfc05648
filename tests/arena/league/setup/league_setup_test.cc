// From a request to the configuration of a league, without a command line.
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "arena/league/setup/config_options.h"
#include "arena/league/setup/league_defaults.h"
#include "arena/league/setup/process_setup.h"
#include "arena/league/setup/setup.h"
#include "arena/league/store/league_store.h"
#include "couillon/v1/league.pb.h"
#include "engine/deal/deal_source.h"
#include "google/protobuf/text_format.h"
#include "proto/ruleset_catalog.h"
#include "proto/ruleset_codec.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

using testing_support::TemporaryFolder;
using testing_support::WriteFile;

absl::Status CheckBundled(const std::string& name) {
  if (name == "weak" || name == "strong") return absl::OkStatus();
  return absl::InvalidArgumentError("no bot " + name);
}

v1::BotEntry Bundled(const std::string& name) {
  v1::BotEntry entry;
  entry.set_name(name);
  entry.set_builtin(name);
  return entry;
}

v1::BotEntry Started(const std::string& name) {
  v1::BotEntry entry;
  entry.set_name(name);
  entry.add_command("/bin/true");
  return entry;
}

// Two bundled bots, one ruleset, 1000 deals.
LeagueRequest Simple() {
  LeagueRequest request;
  request.bots = {Bundled("weak"), Bundled("strong")};
  request.rulesets = {"basic-gerver"};
  request.deals = 1000;
  request.config.set_seed("s");
  return request;
}

v1::LeagueConfig Config(const LeagueRequest& request) {
  const absl::StatusOr<LeagueSetup> setup = SetUpLeague(request, CheckBundled);
  EXPECT_TRUE(setup.ok()) << setup.status();
  return setup.ok() ? setup->config : v1::LeagueConfig();
}

std::string Error(const LeagueRequest& request) {
  return std::string(SetUpLeague(request, CheckBundled).status().message());
}

// The error of a simple request after a change.
std::string ErrorAfter(const std::function<void(LeagueRequest&)>& change) {
  LeagueRequest request = Simple();
  change(request);
  return Error(request);
}

TEST(LeagueSetupTest, DefaultsAreThoseOfTheDocumentation) {
  v1::LeagueConfig config = Config(Simple());
  ASSERT_EQ(config.rulesets_size(), 1);
  EXPECT_EQ(config.rulesets(0).ruleset().id(), "basic-gerver");
  EXPECT_EQ(config.rulesets(0).hash().size(), 64U);
  EXPECT_EQ(config.seed_commitment(), DealSource("s").commitment());
  config.clear_rulesets();
  config.clear_seed_commitment();
  std::string text;
  google::protobuf::TextFormat::PrintToString(config, &text);
  EXPECT_EQ(text, R"(bots {
  name: "weak"
  builtin: "weak"
}
bots {
  name: "strong"
  builtin: "strong"
}
mode: LEAGUE_MODE_DEALS
items: 1000
block_items: 128
seed: "s"
limits {
  start_ms: 20000
  move_ms: 10000
  margin_ms: 100
  max_faults: 5
  disqualify_after: 3
  tolerated_failures: 20
  unit_budget_ms: 10240000
}
format: LEAGUE_FORMAT_ROUND_ROBIN
seed_origin: SEED_ORIGIN_USER
)");
}

TEST(ConfigOptionsTest, ItsWordsSetAFieldAgain) {
  v1::LeagueConfig config;
  config.set_format(v1::LEAGUE_FORMAT_THREE_WAY);
  config.set_record_deals(true);
  config.set_block_items(1'000'000);
  config.set_seed("a seed");
  config.set_coupled(true);
  v1::LeagueConfig again;
  for (const ConfigOption& option : ConfigOptions()) {
    const std::vector<std::string> words = FormatOption(option, config);
    ASSERT_FALSE(words.empty()) << option.name;
    EXPECT_EQ(words.front(), option.name);
    switch (KindOf(option)) {
      case ConfigKind::kFlag:
        SetOption(option, again);
        break;
      case ConfigKind::kNumber:
        SetOption(option, std::stoull(words.at(1)), again);
        break;
      default:
        SetOption(option, words.at(1), again);
    }
  }
  EXPECT_EQ(again.DebugString(), config.DebugString());
  v1::LeagueConfig none;
  EXPECT_EQ(FormatOption(ConfigOptions().front(), none).back(), "round-robin");
  EXPECT_TRUE(FormatOption(ConfigOptions().back(), none).empty());
}

TEST(ConfigOptionsTest, TrustIsSaidByTheWordsThatItStandsFor) {
  const std::vector<std::string> own = {"own"};
  LeagueRequest request = Simple();
  ASSERT_TRUE(SetTrust(own, request).ok());
  EXPECT_TRUE(request.force_same_deals);
  EXPECT_EQ(FormatTrust(Config(request)), own);
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{
           {"same-deals", "shared-process", "strangers"}, {"true-suits"}, {}}) {
    LeagueRequest parts = Simple();
    ASSERT_TRUE(SetTrust(words, parts).ok());
    EXPECT_EQ(FormatTrust(Config(parts)), words);
  }
  LeagueRequest both = Simple();
  EXPECT_EQ(SetTrust({"strangers", "true-suits"}, both).message(),
            "trust: found true and relabelled suits; expected one of them");
  LeagueRequest arena;
  arena.open = true;
  ASSERT_TRUE(SetTrust(own, arena).ok());
  EXPECT_FALSE(arena.force_same_deals) << "its bots join later";
}

TEST(LeagueSetupTest, EveryFieldReachesTheConfiguration) {
  LeagueRequest request = Simple();
  request.deals = 0;
  request.matches = 7;
  request.config.set_block_items(3);
  request.config.set_coupled(true);
  request.config.set_record_deals(true);
  request.config.set_seat_isolation(true);
  request.config.set_same_deals(true);
  request.config.set_suit_labels(v1::SUIT_LABELS_CHANGED);
  v1::Limits& asked = *request.config.mutable_limits();
  asked.set_start_ms(1500);
  asked.set_move_ms(1);
  asked.set_margin_ms(0);
  asked.set_unit_budget_ms(1);
  asked.set_table_budget_ms(60'000);
  asked.set_increment_ms(500);
  asked.set_max_faults(1);
  asked.set_tolerated_failures(0);
  asked.set_disqualify_after(0);
  asked.set_max_batch(9);
  const v1::LeagueConfig config = Config(request);
  EXPECT_EQ(config.mode(), v1::LEAGUE_MODE_MATCHES);
  EXPECT_EQ(config.items(), 7U);
  EXPECT_EQ(config.block_items(), 3U);
  EXPECT_TRUE(config.coupled());
  EXPECT_TRUE(config.record_deals());
  EXPECT_TRUE(config.seat_isolation());
  EXPECT_TRUE(config.same_deals());
  EXPECT_FALSE(config.shared_process());
  EXPECT_EQ(config.suit_labels(), v1::SUIT_LABELS_CHANGED);
  const v1::Limits& limits = config.limits();
  EXPECT_EQ(limits.start_ms(), 1500U);
  EXPECT_EQ(limits.move_ms(), 1U);
  EXPECT_EQ(limits.margin_ms(), 0U);
  EXPECT_EQ(limits.unit_budget_ms(), 1U);
  EXPECT_EQ(limits.table_budget_ms(), 60'000U);
  EXPECT_EQ(limits.increment_ms(), 500U);
  EXPECT_TRUE(limits.strict_time()) << "implied by the clock";
  EXPECT_EQ(limits.max_faults(), 1U);
  EXPECT_EQ(limits.tolerated_failures(), 0U);
  EXPECT_EQ(limits.disqualify_after(), 0U);
  EXPECT_EQ(limits.max_batch(), 9U);
}

TEST(LeagueSetupTest, UnitOfWorkFollowsFromWhatIsCounted) {
  LeagueRequest request = Simple();
  request.deals = 0;
  request.matches = 100;
  EXPECT_EQ(Config(request).block_items(), 8U);
  request.config.mutable_limits()->set_unit_budget_ms(0);
  EXPECT_EQ(Config(request).limits().unit_budget_ms(), 0U);
}

TEST(LeagueSetupTest, SeedThatIsNotGivenIsDrawn) {
  LeagueRequest request = Simple();
  request.config.clear_seed();
  const v1::LeagueConfig config = Config(request);
  EXPECT_EQ(config.seed_origin(), v1::SEED_ORIGIN_RANDOM);
  EXPECT_NE(config.seed(), Config(request).seed());
}

TEST(LeagueSetupTest, AllMeansEveryRulesetThatIsBuiltIn) {
  LeagueRequest request = Simple();
  request.rulesets = {"all"};
  EXPECT_EQ(Config(request).rulesets_size(),
            static_cast<int>(wire::RulesetIds().size()));
  request.rulesets = {"all", "basic-gerver"};
  EXPECT_EQ(Error(request), "rulesets: basic-gerver is named twice");
  request.rulesets.clear();
  EXPECT_EQ(Error(request), "rulesets: found none; expected at least 1");
  request.rulesets = {"no-such"};
  EXPECT_NE(Error(request).find("no-such"), std::string::npos);
}

TEST(LeagueSetupTest, TwoRulesetsOfTheSameRulesAreOneGameAndRefused) {
  const TemporaryFolder folder;
  const std::string copy = folder.path("copy-of-fr.txtpb");
  const Ruleset fr = wire::FindRuleset("fr").value();
  v1::Ruleset message = wire::ToMessage(fr);
  message.set_id("copy-of-fr");
  std::string text;
  google::protobuf::TextFormat::PrintToString(message, &text);
  WriteFile(copy, text);
  LeagueRequest request = Simple();
  request.rulesets = {"fr", copy};
  EXPECT_EQ(Error(request), "rulesets: fr and " + copy +
                                " are the same rules, hash " +
                                wire::RulesetHash(fr) +
                                "; expected different rules, or one of them");
}

TEST(LeagueSetupTest, NumberOutOfItsRangeIsNamed) {
  struct Case {
    std::string error;
    std::function<void(LeagueRequest&)> change;
  };
  for (const Case& bad : std::vector<Case>{
           {"deals is 1099511627777; expected 0 to 1099511627776",
            [](auto& r) { r.deals = kMaxDeals + 1; }},
           {"matches is 1073741825; expected 0 to 1073741824",
            [](auto& r) {
              r.deals = 0;
              r.matches = kMaxMatches + 1;
            }},
           {"deals: found deals and matches", [](auto& r) { r.matches = 1; }},
           {"deals: found neither deals nor matches",
            [](auto& r) { r.deals = 0; }},
           {"block_items is 65537; expected 0 to 65536",
            [](auto& r) { r.config.set_block_items(65537); }},
           {"limits: start is 0; expected 0.001 to 86400",
            [](auto& r) { r.config.mutable_limits()->set_start_ms(0); }},
           {"limits: move is 86401; expected 0.001 to 86400",
            [](auto& r) {
              r.config.mutable_limits()->set_move_ms(86'401'000);
            }},
           {"limits: margin is 3600001; expected 0 to 3600000",
            [](auto& r) {
              r.config.mutable_limits()->set_margin_ms(3'600'001);
            }},
           {"limits: unit is 1000000000.001; expected 0 to 1000000000",
            [](auto& r) {
              r.config.mutable_limits()->set_unit_budget_ms(1'000'000'000'001);
            }},
           {"limits: faults is 0; expected 1 to 1000000",
            [](auto& r) { r.config.mutable_limits()->set_max_faults(0); }},
           {"limits: unattributed is 1000001; expected 0 to 1000000",
            [](auto& r) {
              r.config.mutable_limits()->set_tolerated_failures(1'000'001);
            }},
           {"limits: forfeits is 1000001; expected 0 to 1000000",
            [](auto& r) {
              r.config.mutable_limits()->set_disqualify_after(1'000'001);
            }},
           {"limits: clock is 86401; expected 0 to 86400",
            [](auto& r) {
              r.config.mutable_limits()->set_increment_ms(86'401'000);
            }},
           {"limits: scratch is 1048577; expected 1 to 1048576",
            [](auto& r) {
              r.config.mutable_limits()->set_scratch_mb(1'048'577);
            }},
           {"bot_environment: found \"=x\"; expected NAME or NAME=VALUE",
            [](auto& r) {
              r.bots[0] = Started("weak");
              r.process.bot_environment = {"=x"};
            }},
           {"readable_paths: /no/such: ", [](auto& r) {
              r.bots[0] = Started("weak");
              r.process.readable_paths = {"/no/such"};
            }}}) {
    const std::string error = ErrorAfter(bad.change);
    EXPECT_TRUE(error.starts_with(bad.error)) << bad.error << "\n" << error;
  }
}

TEST(LeagueSetupTest, BotsAreChecked) {
  EXPECT_EQ(ErrorAfter([](auto& r) { r.bots.pop_back(); }),
            "bots: found 1; expected at least 2");
  EXPECT_NE(
      ErrorAfter([](auto& r) { r.bots[1] = r.bots[0]; }).find("named twice"),
      std::string::npos);
  EXPECT_EQ(ErrorAfter([](auto& r) { r.bots[0] = Bundled("other"); }),
            "bot other: no bot other");
  EXPECT_NE(ErrorAfter([](auto& r) {
              r.bots[0].set_name("a\x1b");
            }).find("name is \"a\\x1b\""),
            std::string::npos);
  EXPECT_NE(ErrorAfter([](auto& r) {
              r.bots[0].add_rulesets("kujong");
            }).find("does not play the ruleset basic-gerver"),
            std::string::npos);
}

TEST(LeagueSetupTest, SameDealsWithARemoteBotHaveToBeForced) {
  LeagueRequest request = Simple();
  request.bots[0].clear_builtin();
  request.bots[0].mutable_remote()->set_address("unix:/run/bot");
  EXPECT_FALSE(Config(request).same_deals());
  request.config.set_same_deals(true);
  EXPECT_TRUE(Error(request).starts_with("same_deals: found a remote bot"))
      << Error(request);
  request.force_same_deals = true;
  EXPECT_TRUE(Config(request).same_deals());
}

TEST(LeagueSetupTest, RulesetsWithOneIdWouldHaveTheSameDeals) {
  const TemporaryFolder folder;
  testing_support::WriteFile(
      folder.path("own.txtpb"),
      R"(id: "basic-gerver" extends: "basic-gerver" scoring { win: 2 })");
  LeagueRequest request = Simple();
  request.rulesets.push_back(folder.path("own.txtpb"));
  EXPECT_TRUE(Error(request).starts_with("rulesets: basic-gerver and /"))
      << Error(request);
  request.config.set_same_deals(true);
  EXPECT_EQ(Config(request).rulesets_size(), 2);
}

TEST(LeagueSetupTest, SeatIsolationRefusesWhatCannotBeDivided) {
  LeagueRequest request = Simple();
  request.config.set_seat_isolation(true);
  EXPECT_TRUE(Config(request).seat_isolation());
  request.config.set_shared_process(true);
  EXPECT_EQ(Error(request),
            "seat_isolation: found shared_process too; expected one of them");
  request.config.set_shared_process(false);
  request.bots[0].clear_builtin();
  request.bots[0].mutable_remote()->set_address("unix:/run/bot");
  EXPECT_TRUE(Error(request).starts_with("seat_isolation: bot weak is remote"))
      << Error(request);
}

TEST(LeagueSetupTest, SeedOfAFileIsNoSeedOfTheCommandLine) {
  const TemporaryFolder folder;
  testing_support::WriteFile(folder.path("seed"), "s");
  LeagueRequest request = Simple();
  EXPECT_EQ(Config(request).seed_origin(), v1::SEED_ORIGIN_USER);
  request.config.set_seed_file(folder.path("seed"));
  EXPECT_EQ(Config(request).seed_origin(), v1::SEED_ORIGIN_FILE);
  EXPECT_TRUE(Config(request).seed_file().starts_with("/"));
}

TEST(LeagueSetupTest, PlaintextIsAllowedOnlyWhereItMatters) {
  LeagueRequest request = Simple();
  for (const char* address :
       {"grpc://192.0.2.1:7000", "grpc://localhost:7000"}) {
    request.bots[0].clear_builtin();
    request.bots[0].mutable_remote()->set_address(address);
    request.allow_plaintext = true;
    EXPECT_EQ(Config(request).bots(0).allow_plaintext(),
              std::string(address).find("localhost") == std::string::npos);
  }
}

TEST(LeagueSetupTest, SequentialTestHasACapAndABatch) {
  LeagueRequest request = Simple();
  request.sprt = stats::SequentialPlan{
      .nelo0 = 0, .nelo1 = 20, .alpha = 0.05, .beta = 0.05};
  v1::LeagueConfig config = Config(request);
  EXPECT_EQ(config.sprt().elo1(), 20);
  EXPECT_EQ(config.items(), 1000U) << "the deals requested";
  EXPECT_EQ(config.block_items(), 16U);
  request.deals = 0;
  EXPECT_EQ(Config(request).items(), 5233U) << "from the plan";
  request.sprt->cap = 400;
  request.sprt->batch = 32;
  config = Config(request);
  EXPECT_EQ(config.items(), 400U);
  EXPECT_EQ(config.block_items(), 32U);
  request.config.set_block_items(64);
  EXPECT_EQ(Config(request).block_items(), 64U);
  request.sprt->nelo1 = -1;
  EXPECT_EQ(Error(request), "sprt: elo1 must be at least elo0 + 0.01");
  request.sprt->nelo1 = 20;
  request.rulesets = {"fr", "denexa"};
  EXPECT_NE(Error(request).find("sprt: found 2 bots and 2 rulesets"),
            std::string::npos);
}

TEST(LeagueSetupTest, IndividualTournamentNeedsAPartnershipAndEnoughBots) {
  LeagueRequest request = Simple();
  request.config.set_format(v1::LEAGUE_FORMAT_INDIVIDUAL);
  EXPECT_EQ(Error(request),
            "format is individual, with 2 bots; expected at least 4");
  for (const char* name : {"c", "d"}) {
    request.bots.push_back(Bundled("weak"));
    request.bots.back().set_name(name);
  }
  EXPECT_EQ(Config(request).format(), v1::LEAGUE_FORMAT_INDIVIDUAL);
  request.rulesets = {"troeven-3-dummy"};
  EXPECT_NE(Error(request).find("troeven-3-dummy has "), std::string::npos);
  request.rulesets = {"basic-gerver"};
  request.matches = 5;
  request.deals = 0;
  EXPECT_NE(Error(request).find("format is individual; expected deals"),
            std::string::npos);
}

// Three bundled bots under a ruleset with three sides.
LeagueRequest ThreeWay() {
  LeagueRequest request = Simple();
  request.config.set_format(v1::LEAGUE_FORMAT_THREE_WAY);
  request.rulesets = {"troeven-3-solo"};
  request.bots.push_back(Bundled("weak"));
  request.bots.back().set_name("third");
  return request;
}

TEST(LeagueSetupTest, ThreeWayLeaguePlaysDealsOrMatches) {
  LeagueRequest request = ThreeWay();
  EXPECT_EQ(Config(request).format(), v1::LEAGUE_FORMAT_THREE_WAY);
  request.deals = 0;
  request.matches = 5;
  EXPECT_EQ(Config(request).format(), v1::LEAGUE_FORMAT_THREE_WAY);
}

TEST(LeagueSetupTest, ThreeWayLeagueNeedsThreeSidesAndThreeBots) {
  LeagueRequest request = ThreeWay();
  request.rulesets.emplace_back("basic-gerver");
  EXPECT_EQ(Error(request),
            "format is three-way, and basic-gerver has 2 sides; expected "
            "rulesets with three sides");
  request = ThreeWay();
  request.bots.pop_back();
  EXPECT_EQ(Error(request),
            "format is three-way, with 2 bots; expected at least 3");
}

TEST(LeagueSetupTest, ThreeWayLeagueNamesABotThatDoesNotPlayTheRuleset) {
  LeagueRequest request = ThreeWay();
  request.bots[1].add_rulesets("fr");
  EXPECT_EQ(Error(request),
            "bot strong: does not play the ruleset troeven-3-solo, so no table "
            "with it is possible there. It plays fr; leave out the bot or the "
            "ruleset");
}

TEST(LeagueSetupTest, ThreeWayLeagueIsNoSequentialTest) {
  LeagueRequest request = ThreeWay();
  request.sprt = stats::SequentialPlan{.nelo0 = 0, .nelo1 = 20};
  EXPECT_NE(Error(request).find("sprt: found 3 bots and 1 rulesets"),
            std::string::npos);
}

// Every two of the pairings need a sum of products.
TEST(LeagueSetupTest, SameDealsAreForAHundredAndTwentyEightBotsAtMost) {
  LeagueRequest request = Simple();
  request.bots.clear();
  for (int bot = 0; bot < 128; ++bot) {
    request.bots.push_back(Bundled("strong"));
    request.bots.back().set_name(absl::StrCat("bot", bot));
  }
  request.config.set_same_deals(true);
  EXPECT_TRUE(Config(request).same_deals());
  request.bots.push_back(Bundled("strong"));
  request.bots.back().set_name("one-more");
  EXPECT_NE(Error(request).find("same_deals: found 8256 pairings"),
            std::string::npos);
  request.config.set_same_deals(false);
  EXPECT_FALSE(Config(request).same_deals());
}

TEST(LeagueSetupTest, SameDealsNeedASecondTableThatSharesThem) {
  LeagueRequest request = ThreeWay();
  request.config.set_same_deals(true);
  EXPECT_NE(Error(request).find("same_deals: found a three-way league of 3"),
            std::string::npos);
  request.bots.push_back(Bundled("strong"));
  request.bots.back().set_name("fourth");
  EXPECT_TRUE(Config(request).same_deals());
}

TEST(LeagueSetupTest, ProcessesOfStartedBotsAreLimited) {
  LeagueRequest request = Simple();
  request.process.isolation = IsolationRequest::kLimits;
  request.process.bot_environment = {"HOME", "A=1"};
  request.process.readable_paths = {"/usr/../usr"};
  EXPECT_EQ(Config(request).limits().memory_mb(), 0U) << "nothing is started";
  request.bots[0] = Started("weak");
  const v1::LeagueConfig config = Config(request);
  EXPECT_EQ(config.isolation(), v1::ISOLATION_LIMITS);
  EXPECT_EQ(config.limits().memory_mb(), 4096U);
  EXPECT_EQ(config.limits().cpu_seconds(), 0U);
  EXPECT_EQ(config.limits().processes(), 256U);
  EXPECT_EQ(config.limits().open_files(), 4096U);
  EXPECT_EQ(config.limits().file_mb(), 1024U);
  EXPECT_EQ(config.limits().scratch_mb(), 256U);
  EXPECT_EQ(config.bot_environment(1), "A=1");
  EXPECT_EQ(config.readable_paths(0), "/usr");
}

class LeagueDirectoryTest : public ::testing::Test {
 protected:
  absl::Status Begin(const LeagueRequest& request) {
    return MakeOrOpenLeague(folder_.path("league"), request, Config(request))
        .status();
  }
  TemporaryFolder folder_;
};

TEST_F(LeagueDirectoryTest, SameRequestGoesOnAndAnotherIsRefused) {
  LeagueRequest request = Simple();
  ASSERT_TRUE(Begin(request).ok());
  EXPECT_TRUE(Begin(request).ok());
  request.config.clear_seed();
  EXPECT_TRUE(Begin(request).ok()) << "any seed is the league's";
  request.config.set_seed("other");
  const absl::Status other = Begin(request);
  EXPECT_TRUE(absl::IsAlreadyExists(other));
  EXPECT_EQ(std::string(other.message()),
            folder_.path("league") + ": holds another league");
  request.config.set_seed("s");
  request.deals = 999;
  EXPECT_TRUE(absl::IsAlreadyExists(Begin(request)));
}

const DefaultRulesets kDefaults = {.two_sided = "fr",
                                   .three_sided = "troeven-3"};

TEST(LeagueDefaultsTest, WhatTheUserLeavesOpenIsSet) {
  LeagueRequest request;
  SetDefaults(kDefaults, request);
  EXPECT_EQ(request.rulesets, std::vector<std::string>{"fr"});
  EXPECT_EQ(request.deals, 10'000U);
  LeagueRequest rounds;
  rounds.config.set_format(v1::LEAGUE_FORMAT_INDIVIDUAL);
  SetDefaults(kDefaults, rounds);
  EXPECT_EQ(rounds.deals, 1'000U);
  LeagueRequest three;
  three.config.set_format(v1::LEAGUE_FORMAT_THREE_WAY);
  SetDefaults(kDefaults, three);
  EXPECT_EQ(three.rulesets, std::vector<std::string>{"troeven-3"});
}

TEST(LeagueDefaultsTest, WhatTheUserSaysStays) {
  LeagueRequest matches;
  matches.rulesets = {"kujong"};
  matches.matches = 3;
  SetDefaults(kDefaults, matches);
  EXPECT_EQ(matches.rulesets, std::vector<std::string>{"kujong"});
  EXPECT_EQ(matches.deals, 0U);
  LeagueRequest test;
  test.sprt.emplace();
  SetDefaults(kDefaults, test);
  EXPECT_EQ(test.deals, 0U) << "its cap decides";
}

TEST(FreshDirectoryTest, TheFirstNumberThatIsFreeIsTaken) {
  const TemporaryFolder folder;
  const std::vector<v1::BotEntry> two = {Bundled("weak"), Bundled("strong")};
  EXPECT_EQ(FreshDirectory(folder.path("."), two),
            folder.path(".") + "/weak-strong-1");
  std::filesystem::create_directory(folder.path("weak-strong-1"));
  std::filesystem::create_symlink("nowhere", folder.path("weak-strong-2"));
  EXPECT_EQ(FreshDirectory(folder.path("."), two),
            folder.path(".") + "/weak-strong-3");
  EXPECT_EQ(FreshDirectory("", {two[0], two[1], Bundled("x")}), "league-1");
}

TEST(FreshDirectoryTest, NamesOfBotsAreMadeSafeForPathsAndShells) {
  EXPECT_EQ(FreshDirectory("", {Bundled("../etc/x y"), Bundled("-rf;é")}),
            "_.-etc-x-y-_rf----1");
}

}  // namespace
}  // namespace couillon::arena

// Games between a person and bots: the same deals as a table plays, and what
// happens when somebody fails, leaves or stops the game.
#include "arena/table/person/game.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>

#include "arena/table/person/person_link.h"
#include "arena/table/referee/in_process_link.h"
#include "engine/play/observation.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/all_rulesets.h"

namespace couillon::arena {
namespace {

Action First(const CompiledRules&, const Observation& seen) {
  return seen.legal.Nth(0);
}

void PlayOut(Table& table) {
  while (!table.done()) {
    ASSERT_TRUE(table.Apply(table.Observe().legal.Nth(0)));
  }
}

// Notes what happens.
class Notes final : public GameWatcher {
 public:
  void OnDeal(std::uint64_t number, const Position& position) override {
    EXPECT_EQ(number, deals_++);
    dealers.push_back(position.dealer());
    actions.emplace_back();
  }
  void OnAction(const Position& before, Action action,
                const Position& after) override {
    EXPECT_TRUE(before.LegalActions().Has(action));
    actions.back().push_back(static_cast<char>(action.number()));
    done = after.done();
  }
  void OnDealEnd(const Position& end, const DealScore&,
                 const Slate* slate) override {
    EXPECT_TRUE(end.done());
    EXPECT_EQ(slate != nullptr, is_match);
    if (slate != nullptr) {
      EXPECT_EQ(slate->deals(), static_cast<int>(deals_));
    }
  }

  bool is_match = false;
  bool done = false;
  std::vector<Seat> dealers;
  std::vector<std::string> actions;

 private:
  std::uint64_t deals_ = 0;
};

// A person on seat 0, who asks `person`; a bot for all other seats.
struct TestGame {
  TestGame(const CompiledRules& rules, std::uint64_t count, AskPerson person,
           DecideFunction bot = First)
      : deals("game") {
    notes.is_match = count == 0;
    links.links.push_back(
        std::make_unique<PersonLink>(LinkIndex(0), rules, std::move(person)));
    links.links.push_back(std::make_unique<InProcessLink>(
        LinkIndex(1), std::move(bot), std::vector{&rules}));
    std::vector<LinkIndex> seats(rules.players, LinkIndex(1));
    seats[0] = LinkIndex(0);
    game = std::make_unique<Game>(GameSpec{.rules = &rules,
                                           .deals = &deals,
                                           .count = count,
                                           .link_of_seat = seats},
                                  links, notes);
  }
  GameEnd Run() { return game->Run(stop); }

  DealSource deals;
  BotLinks links;
  Notes notes;
  std::atomic<bool> stop = false;
  std::unique_ptr<Game> game;
};

class GameTest : public testing::TestWithParam<std::string> {};

TEST_P(GameTest, MatchIsTheOneThatATablePlays) {
  const CompiledRules rules = tests::Rules(GetParam());
  TestGame game(rules, 0, First);
  const GameEnd end = game.Run();
  EXPECT_EQ(end.kind, GameEnd::Kind::kPlayed);
  Table table({.rules = &rules,
               .deals = &game.deals,
               .is_match = true,
               .record = true});
  PlayOut(table);
  EXPECT_EQ(game.notes.actions, table.actions());
  const int half_points = table.outcome().half_points;
  EXPECT_EQ(end.winner == kNoSide, half_points == 1);
  if (rules.sides == 2 && end.winner != kNoSide) {
    EXPECT_EQ(end.winner == 0, half_points == 2);
  }
}

TEST_P(GameTest, SingleDealsAreThoseOfTheSeed) {
  const CompiledRules rules = tests::Rules(GetParam());
  TestGame game(rules, 5, First);
  EXPECT_EQ(game.Run().kind, GameEnd::Kind::kPlayed);
  ASSERT_EQ(game.notes.actions.size(), 5U);
  for (std::uint64_t item = 0; item < 5; ++item) {
    Table table(
        {.rules = &rules, .deals = &game.deals, .item = item, .record = true});
    PlayOut(table);
    EXPECT_EQ(game.notes.actions[item], table.actions()[0]);
    EXPECT_EQ(game.notes.dealers[item], Table::FirstDealer(rules, item));
  }
}

INSTANTIATE_TEST_SUITE_P(All, GameTest, testing::ValuesIn(wire::RulesetIds()),
                         [](const auto& test) {
                           return tests::TestName(test.param);
                         });

TEST(GameFaultTest, PersonWhoLeavesEndsTheGame) {
  const CompiledRules rules = tests::Rules("fr");
  TestGame game(rules, 1, [](const auto&, const auto&) {
    return std::optional<Action>();
  });
  const GameEnd end = game.Run();
  EXPECT_EQ(end.kind, GameEnd::Kind::kFault);
  EXPECT_EQ(end.seat, 0);
  EXPECT_EQ(end.verdict, Verdict::kDisconnect);
}

TEST(GameFaultTest, IllegalActionEndsTheGameAndIsNamed) {
  const CompiledRules rules = tests::Rules("fr");
  TestGame game(rules, 1, First,
                [](const auto&, const auto&) { return Action(43); });
  const GameEnd end = game.Run();
  EXPECT_EQ(end.kind, GameEnd::Kind::kFault);
  EXPECT_NE(end.seat, 0);
  EXPECT_EQ(end.verdict, Verdict::kIllegalAction);
  EXPECT_NE(end.detail.find("answered re"), std::string::npos) << end.detail;
}

TEST(GameFaultTest, StopEndsTheGame) {
  const CompiledRules rules = tests::Rules("fr");
  int asked = 0;
  TestGame* running = nullptr;
  TestGame game(rules, 0, [&](const auto& known, const auto& seen) {
    if (++asked == 3) running->stop = true;
    return First(known, seen);
  });
  running = &game;
  EXPECT_EQ(game.Run().kind, GameEnd::Kind::kStopped);
  EXPECT_EQ(asked, 3);
}

// Fails in the way and at the moment that a test asks for.
class FailingLink final : public BotLink {
 public:
  enum class When : std::uint8_t { kStart, kAnswer, kIdle, kWrongId };
  FailingLink(LinkIndex link, When when) : link_(link), when_(when) {}
  void Start() override {
    ++starts;
    if (when_ == When::kStart) return Fail(Verdict::kStartFailure);
    events_.push_back({.link = link_, .kind = BotEvent::Kind::kReady});
  }
  [[nodiscard]] BotLimits limits() const override { return {}; }
  void Send(std::span<const Question> batch) override {
    if (when_ == When::kAnswer) {
      events_.push_back({.link = link_, .kind = BotEvent::Kind::kEnding});
      return Fail(Verdict::kCrash);
    }
    const std::uint32_t wrong = when_ == When::kWrongId ? 1 : 0;
    events_.push_back({.link = link_,
                       .id = batch[0].id + wrong,
                       .action = static_cast<std::uint32_t>(
                           batch[0].seen.legal.Nth(0).number())});
    if (when_ == When::kIdle) Fail(Verdict::kCrash);  // after the answer
  }
  void Collect(std::vector<BotEvent>& events) override {
    events.insert(events.end(), events_.begin(), events_.end());
    events_.clear();
  }
  void Stop() override {}

  int starts = 0;

 private:
  void Fail(Verdict verdict) {
    events_.push_back({.link = link_,
                       .kind = BotEvent::Kind::kFailure,
                       .verdict = verdict,
                       .detail = "broke",
                       .last_stderr = "the stack\n"});
  }

  LinkIndex link_;
  When when_;
  std::vector<BotEvent> events_;
};

GameEnd RunWith(FailingLink::When when, int& starts) {
  const CompiledRules rules = tests::Rules("fr");
  TestGame game(rules, 1, First);
  auto link = std::make_unique<FailingLink>(LinkIndex(1), when);
  FailingLink* failing = link.get();
  game.links.links[1] = std::move(link);
  GameEnd end = game.Run();
  starts = failing->starts;
  return end;
}

TEST(GameFaultTest, FailuresOfABotAreReportedWithItsStderr) {
  int starts = 0;
  GameEnd end = RunWith(FailingLink::When::kStart, starts);
  EXPECT_EQ(end.verdict, Verdict::kStartFailure);
  end = RunWith(FailingLink::When::kAnswer, starts);
  EXPECT_EQ(end.kind, GameEnd::Kind::kFault);
  EXPECT_EQ(end.verdict, Verdict::kCrash);
  EXPECT_NE(end.detail.find("| the stack"), std::string::npos) << end.detail;
  end = RunWith(FailingLink::When::kWrongId, starts);
  EXPECT_EQ(end.verdict, Verdict::kProtocolError);
}

TEST(GameFaultTest, ABotThatFailsWhileNotAskedIsStartedAgain) {
  int starts = 0;
  const GameEnd end = RunWith(FailingLink::When::kIdle, starts);
  EXPECT_EQ(end.kind, GameEnd::Kind::kPlayed) << end.detail;
  EXPECT_GT(starts, 1);
}

}  // namespace
}  // namespace couillon::arena

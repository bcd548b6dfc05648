// The table of a person at a browser: what they get to see, and what counts as
// an answer.
#include "arena/front/play_web/web_table.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <thread>
#include <utility>

#include "absl/status/status.h"
#include "arena/table/person/person_link.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/referee/in_process_link.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/notation.h"
#include "engine/cards/seat.h"
#include "engine/deal/deal_source.h"
#include "engine/play/deal_result.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/all_rulesets.h"

namespace couillon::arena {
namespace {

using nlohmann::json;

Action First(const CompiledRules&, const Observation& seen) {
  return seen.legal.Nth(0);
}

// Of the calls the last, so that the Mit' is not declared and trumps are not
// made at once.
Action Quiet(const CompiledRules&, const Observation& seen) {
  return seen.legal.Nth(seen.legal.size() - 1);
}

// All cards named in `document`, "AS" or "take:AS".
CardSet CardsIn(const json& document) {
  CardSet cards;
  if (document.is_string()) {
    const auto text = document.get<std::string>();
    if (const auto card = ParseCard(text)) cards.Add(*card);
    const auto action = ParseAction(text);
    if (action && action->is_card()) cards.Add(action->card());
  }
  if (document.is_structured()) {
    for (const auto& [key, value] : document.items()) {
      cards = cards | CardsIn(value);
      if (const auto card = ParseCard(key)) cards.Add(*card);
    }
  }
  return cards;
}

// Passes everything on to a table, and looks at what it publishes.
class Spy final : public GameWatcher {
 public:
  Spy(WebTable& table, StateBoard& board, Seat person)
      : table_(table), board_(board), person_(person) {}

  void OnDeal(std::uint64_t number, const Position& position) override {
    table_.OnDeal(number, position);
    Look(position);
  }
  void OnAction(const Position& before, Action action,
                const Position& after) override {
    const std::int64_t number = board_.Latest().first;
    if (before.phase() == Phase::kPlay && to_act_) {
      EXPECT_EQ(before.seat(), *to_act_) << "who was said to play next";
      to_act_.reset();
    }
    table_.OnAction(before, action, after);
    const bool silent = before.phase() == Phase::kMit &&
                        action == kSayNothing && before.decider() != person_;
    silences += silent ? 1 : 0;
    EXPECT_EQ(board_.Latest().first, silent ? number : number + 1);
    Look(after);
  }
  void OnDealEnd(const Position& end, const DealScore& score,
                 const Slate* slate) override {
    table_.OnDealEnd(end, score, slate);
  }

  int silences = 0;

 private:
  // Whether the last state shows only what the person may know.
  void Look(const Position& position) {
    const json state = json::parse(board_.Latest().second, nullptr, false);
    CardSet known = position.exposed();
    for (const Card card : position.played()) known.Add(card);
    known = known | position.hand(person_);
    const CardSet shown = CardsIn(state);
    EXPECT_TRUE((shown & ~known).empty())
        << FormatCards(shown & ~known) << " in " << state;
    const CompiledRules& rules = position.rules();
    if (position.phase() == Phase::kTrump && position.seat() == rules.dummy &&
        rules.dummy_controller == person_) {
      EXPECT_EQ(state["deal"]["seats"][person_]["cards"], json::array());
    }
    const bool asks_mit = position.phase() == Phase::kMit;
    if (asks_mit) to_act_ = state["deal"]["to_act"].get<Seat>();
  }

  WebTable& table_;
  StateBoard& board_;
  Seat person_;
  std::optional<Seat> to_act_;  // while somebody was asked about the Mit'
};

// A table with a person, who answers from another thread.
class Sitting {
 public:
  Sitting(const CompiledRules& rules, Seat person, std::uint64_t deals,
          DecideFunction bots = First)
      : deals_("a table"),
        table({.rules = &rules,
               .person = person,
               .names = std::vector<std::string>(rules.players, "bot"),
               .deals = deals,
               .adviser = "first"},
              First, stop, board),
        spy(table, board, person) {
    links_.links.push_back(std::make_unique<PersonLink>(
        LinkIndex(0), rules,
        [this](const CompiledRules&, const Observation& seen) {
          return table.Ask(seen);
        }));
    links_.links.push_back(std::make_unique<InProcessLink>(
        LinkIndex(1), std::move(bots), std::vector{&rules}));
    std::vector<LinkIndex> seats(rules.players, LinkIndex(1));
    seats[person] = LinkIndex(0);
    game_ = std::make_unique<Game>(GameSpec{.rules = &rules,
                                            .deals = &deals_,
                                            .count = deals,
                                            .link_of_seat = seats},
                                   links_, spy);
    thread_ = std::thread([this] {
      table.Begin(deals_.commitment());
      end = game_->Run(stop);
      again = table.End(end, "a table");
    });
  }
  ~Sitting() { Finish(); }
  Sitting(const Sitting&) = delete;
  Sitting& operator=(const Sitting&) = delete;

  void Finish() {
    if (!thread_.joinable()) return;
    table.Leave();
    thread_.join();
  }

  // Waits for the next state in which the person has to do something.
  json AwaitTurn() {
    for (;;) {
      const auto [number, text] = board.Latest();
      if (number == acted_) {
        std::this_thread::yield();
        continue;
      }
      acted_ = number;
      const json state = json::parse(text, nullptr, false);
      if (!state["decision"].is_null() || state["phase"] != "deal") {
        return state;
      }
    }
  }

  // Does what a state asks for; false at the end of the game.
  bool Act(const json& state) {
    if (state["phase"] == "over") return false;
    if (state["phase"] == "deal_over") {
      EXPECT_TRUE(table.GoOn(state["deal_id"].get<std::int64_t>()));
    } else {
      EXPECT_TRUE(
          table.Choose(state["decision"]["number"].get<std::int64_t>(), 0));
    }
    return true;
  }

 private:
  DealSource deals_;
  BotLinks links_;
  std::unique_ptr<Game> game_;
  std::int64_t acted_ = 0;  // the number of the last state looked at

 public:
  std::atomic<bool> stop = false;
  StateBoard board{1};
  WebTable table;
  Spy spy;
  GameEnd end;
  bool again = false;

 private:
  std::thread thread_;
};

class WebTableRulesetTest : public testing::TestWithParam<std::string> {};

TEST_P(WebTableRulesetTest, WholeDealsArePlayedAndNoHiddenCardIsShown) {
  const CompiledRules rules = tests::Rules(GetParam());
  for (const DecideFunction bots : {First, Quiet}) {
    for (Seat person = 0; person < rules.players; ++person) {
      if (person == rules.dummy) continue;
      Sitting sitting(rules, person, 2, bots);
      json state = sitting.AwaitTurn();
      while (sitting.Act(state)) state = sitting.AwaitTurn();
      EXPECT_EQ(state["end"]["kind"], "played");
      EXPECT_EQ(state["seed"], "a table");
      EXPECT_FALSE(state["result"]["hands"][0].empty());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, WebTableRulesetTest,
                         testing::ValuesIn(wire::RulesetIds()),
                         [](const auto& test) {
                           return tests::TestName(test.param);
                         });

TEST(WebTableTest, AMatchIsPlayedToItsWinner) {
  for (const char* ruleset :
       {"basic-gerver", "troeven-2-stock", "troeven-3-solo"}) {
    const CompiledRules rules = tests::Rules(ruleset);
    Sitting sitting(rules, 0, 0);
    json state = sitting.AwaitTurn();
    while (sitting.Act(state)) state = sitting.AwaitTurn();
    EXPECT_EQ(state["end"]["winner"], state["slate"]["winner"]) << ruleset;
    sitting.Finish();
    EXPECT_EQ(sitting.end.kind, GameEnd::Kind::kPlayed) << ruleset;
  }
}

TEST(WebTableTest, SilenceAboutTheMitIsNotShown) {
  for (const std::string& spec : tests::SpecsOf("mit-malmedy")) {
    const CompiledRules rules = tests::Rules(spec);
    Sitting sitting(rules, 0, 12, Quiet);
    json state = sitting.AwaitTurn();
    while (sitting.Act(state)) state = sitting.AwaitTurn();
    sitting.Finish();
    EXPECT_GT(sitting.spy.silences, 0) << spec;
  }
}

TEST(WebTableTest, AnAnswerCountsOnce) {
  const CompiledRules rules = tests::Rules("basic-gerver");
  Sitting sitting(rules, 0, 1);
  const json state = sitting.AwaitTurn();
  const auto number = state["decision"]["number"].get<std::int64_t>();
  const auto choices =
      static_cast<std::int64_t>(state["decision"]["choices"].size());
  EXPECT_FALSE(sitting.table.Choose(number + 1, 0));
  EXPECT_FALSE(sitting.table.Choose(number - 1, 0));
  EXPECT_FALSE(sitting.table.Choose(number, -1));
  EXPECT_FALSE(sitting.table.Choose(number, choices));
  EXPECT_FALSE(sitting.table.GoOn(0));
  EXPECT_FALSE(sitting.table.PlayAgain());
  EXPECT_TRUE(sitting.table.Choose(number, 0));
  EXPECT_FALSE(sitting.table.Choose(number, 0));
  EXPECT_EQ(sitting.AwaitTurn()["decision"]["number"], number + 1);
}

TEST(WebTableTest, TheNextDealWaitsForThePerson) {
  const CompiledRules rules = tests::Rules("basic-gerver");
  Sitting sitting(rules, 0, 2);
  json state = sitting.AwaitTurn();
  while (state["phase"] == "deal") {
    sitting.Act(state);
    state = sitting.AwaitTurn();
  }
  EXPECT_EQ(state["result"]["outcome"], "won");
  EXPECT_FALSE(sitting.table.GoOn(1));
  EXPECT_TRUE(sitting.table.GoOn(0));
  EXPECT_FALSE(sitting.table.GoOn(0));
  EXPECT_EQ(sitting.AwaitTurn()["number"], 1);
}

TEST(WebTableTest, HintsAreForTheDecisionThatIsDue) {
  const CompiledRules rules = tests::Rules("basic-gerver");
  Sitting sitting(rules, 0, 1);
  const json state = sitting.AwaitTurn();
  const auto number = state["decision"]["number"].get<std::int64_t>();
  EXPECT_EQ(sitting.table.Hint(number),
            state["decision"]["choices"].front().get<std::string>());
  EXPECT_EQ(sitting.table.Hint(number + 1), std::nullopt);
}

TEST(WebTableTest, ADealIsAnalysedOnceItIsOver) {
  const CompiledRules rules = tests::Rules("basic-gerver");
  Sitting sitting(rules, 0, 2);
  EXPECT_EQ(sitting.table.Analyse(0).status().code(),
            absl::StatusCode::kNotFound);
  json state = sitting.AwaitTurn();
  while (state["phase"] == "deal") {
    sitting.Act(state);
    state = sitting.AwaitTurn();
  }
  const auto analysis = sitting.table.Analyse(0);
  ASSERT_TRUE(analysis.ok()) << analysis.status();
  EXPECT_EQ((*analysis)["schema"]["name"], "couillon.deal_analysis");
  EXPECT_EQ(*sitting.table.Analyse(0), *analysis);
  EXPECT_FALSE(sitting.table.Analyse(-1).ok());
}

TEST(WebTableTest, LeavingEndsTheGame) {
  const CompiledRules rules = tests::Rules("basic-gerver");
  Sitting sitting(rules, 0, 2);
  sitting.AwaitTurn();
  sitting.Finish();
  const json state = json::parse(sitting.board.Latest().second);
  EXPECT_EQ(state["end"]["kind"], "left");
  EXPECT_EQ(state["seed"], "a table");
  EXPECT_FALSE(sitting.again);
}

TEST(WebTableTest, AnotherGameIsPlayedOnRequest) {
  const CompiledRules rules = tests::Rules("basic-gerver");
  Sitting sitting(rules, 0, 1);
  json state = sitting.AwaitTurn();
  while (sitting.Act(state)) state = sitting.AwaitTurn();
  EXPECT_TRUE(sitting.table.PlayAgain());
  EXPECT_FALSE(sitting.table.PlayAgain());
  sitting.Finish();
  EXPECT_TRUE(sitting.again);
}

TEST(WebTableTest, CardsThatAreRefusedHaveTheirReason) {
  const CompiledRules rules = tests::Rules("basic-gerver");
  Sitting sitting(rules, 0, 5);
  json state = sitting.AwaitTurn();
  int refused = 0;
  do {
    if (state["decision"].is_null()) continue;
    const json& decision = state["decision"];
    refused += static_cast<int>(decision["refused"].size());
    for (const auto& [card, why] : decision["refused"].items()) {
      EXPECT_EQ(why, "follow") << card;
    }
  } while (sitting.Act(state) && (state = sitting.AwaitTurn(), true));
  EXPECT_GT(refused, 0);
}

TEST(StateBoardTest, ABrowserGetsAllStatesThatItHasNotSeen) {
  StateBoard board(1);
  for (const char* state : {"1", "2", "3"}) board.Publish(state);
  EXPECT_TRUE(board.Join());
  EXPECT_FALSE(board.Join());
  std::int64_t seen = 1;
  const auto news = board.WaitForNews(seen, std::chrono::milliseconds(1));
  ASSERT_EQ(news.size(), 2U);
  EXPECT_EQ(*news[1], "event: state\nid: 3\ndata: 3\n\n");
  EXPECT_EQ(seen, 3);
  EXPECT_TRUE(board.WaitForNews(seen, std::chrono::milliseconds(1)).empty());
  board.Leave();
  EXPECT_TRUE(board.Join());
  board.Leave();
}

TEST(StateBoardTest, OneThatMissedTooManyGetsTheLast) {
  StateBoard board(1);
  for (int i = 0; i < 1000; ++i) board.Publish(std::to_string(i));
  std::int64_t seen = 1;
  const auto news = board.WaitForNews(seen, std::chrono::milliseconds(1));
  ASSERT_EQ(news.size(), 1U);
  EXPECT_EQ(*news[0], "event: state\nid: 1000\ndata: 999\n\n");
}

}  // namespace
}  // namespace couillon::arena

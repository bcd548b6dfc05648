// Checks the reference rules themselves against the golden rows of
// docs/rules.md part 4 (tests/cases/*.txt), and plays random deals of every
// ruleset with them. That the engine agrees with them is another test.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/notation.h"
#include "engine/cards/seat.h"
#include "engine/rules/ruleset.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/reference_rules.h"

#ifndef COUILLON_CASES_DIR
#define COUILLON_CASES_DIR "tests/cases"
#endif

namespace couillon::reference {
namespace {

using Row = std::map<std::string, std::string>;

// --- Text.

std::string Trim(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::vector<std::string> Split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) {
    parts.push_back(Trim(part));
  }
  return parts;
}

// The words of a column; none for "-".
std::vector<std::string> Words(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream in(text);
  for (std::string word; in >> word;) {
    if (word != "-") words.push_back(word);
  }
  return words;
}

// "12-8" or, with numbers below zero, "3--2".
std::vector<int> Numbers(const std::string& text) {
  std::vector<int> numbers;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = text.find('-', at + 1);
    numbers.push_back(std::stoi(text.substr(at, end - at)));
    if (end == std::string::npos) break;
    at = end + 1;
  }
  return numbers;
}

// Adds `part` to `text`, with the separator between them if both are there.
void Append(std::string& text, char separator, const std::string& part) {
  if (!text.empty()) text += separator;
  text += part;
}

std::string Dashed(const std::vector<int>& numbers) {
  std::string text;
  for (const int number : numbers) Append(text, '-', std::to_string(number));
  return text;
}

// The rows of tests/cases/NAME.txt by the names of its header line.
std::vector<Row> ReadTable(const std::string& name) {
  const std::string path =
      std::string(COUILLON_CASES_DIR) + "/" + name + ".txt";
  std::ifstream in(path);
  EXPECT_TRUE(in.is_open()) << "cannot read " << path;
  std::vector<std::string> header;
  std::vector<Row> rows;
  for (std::string line; std::getline(in, line);) {
    if (Trim(line).empty() || line.front() == '#') continue;
    std::vector<std::string> cells = Split(line, '|');
    if (header.empty()) {
      header = std::move(cells);
      continue;
    }
    cells.resize(header.size());
    Row row;
    for (std::size_t i = 0; i < header.size(); ++i) row[header[i]] = cells[i];
    rows.push_back(std::move(row));
  }
  return rows;
}

// --- Cards and rulesets.

Ruleset Load(const std::string& spec) {
  absl::StatusOr<Ruleset> rules = wire::FindRuleset(spec);
  if (!rules.ok()) {
    ADD_FAILURE() << spec << ": " << rules.status();
    return {};
  }
  return *std::move(rules);
}

std::vector<Card> Cards(const std::string& text) {
  std::vector<Card> cards;
  for (const std::string& word : Words(text)) {
    const std::optional<Card> card = ParseCard(word);
    EXPECT_TRUE(card.has_value()) << word;
    if (card) cards.push_back(*card);
  }
  return cards;
}

std::string Text(const std::vector<Card>& cards) {
  std::string text;
  for (const Card card : cards) Append(text, ' ', FormatCard(card));
  return text;
}

std::vector<Card> Sorted(std::vector<Card> cards) {
  std::sort(cards.begin(), cards.end());
  return cards;
}

// "canon" or "canon+K": the pack cut after K cards.
std::vector<Card> Pack(const Ruleset& rules, const std::string& text) {
  std::vector<Card> pack = CanonicalPack(rules);
  if (text.starts_with("canon+")) {
    std::rotate(pack.begin(), pack.begin() + std::stoi(text.substr(6)),
                pack.end());
  }
  return pack;
}

// A word of a replay; a bare card stands for playing it.
Action ActionOf(const std::string& word) {
  if (const std::optional<Card> card = ParseCard(word)) {
    return Action::OfCard(*card);
  }
  const std::optional<Action> action = ParseAction(word);
  EXPECT_TRUE(action.has_value()) << "no action: " << word;
  return action.value_or(kPass);
}

// The actions of a column, "passx4" written out.
std::vector<Action> Actions(const std::string& text) {
  std::vector<Action> actions;
  for (const std::string& word : Words(text)) {
    int times = 1;
    std::string one = word;
    if (word.starts_with("passx")) {
      one = "pass";
      times = std::stoi(word.substr(5));
    }
    actions.insert(actions.end(), static_cast<std::size_t>(times),
                   ActionOf(one));
  }
  return actions;
}

std::string Text(const std::vector<Action>& actions) {
  std::string text;
  for (const Action action : actions) {
    Append(text, ' ', FormatAction(action, Phase::kPlay, false));
  }
  return text;
}

bool IsLegal(const ReferenceDeal& deal, Action action) {
  const std::vector<Action> legal = deal.Legal();
  return std::find(legal.begin(), legal.end(), action) != legal.end();
}

// Takes all the actions; false (and a failure) at the first illegal one.
bool Replay(ReferenceDeal& deal, const std::vector<Action>& actions) {
  for (const Action action : actions) {
    if (!IsLegal(deal, action)) {
      ADD_FAILURE() << Text(std::vector<Action>{action}) << " is not among "
                    << Text(deal.Legal());
      return false;
    }
    deal.Apply(action);
  }
  return true;
}

std::string SeatText(std::optional<Seat> seat) {
  return seat ? std::to_string(*seat) : "-";
}

std::optional<int> SideOf(const std::string& text) {
  if (text == "-") return std::nullopt;
  return std::stoi(text);
}

// --- One test a table.

TEST(ReferenceRulesTest, LegalCards) {
  const std::vector<Row> rows = ReadTable("legal");
  EXPECT_GE(rows.size(), 53U);
  for (const Row& row : rows) {
    SCOPED_TRACE(row.at("id") + " " + row.at("why"));
    const std::vector<Card> legal =
        LegalCards(Load(row.at("ruleset")), ParseSuit(row.at("trump").at(0)),
                   row.at("mit") == "y", std::stoi(row.at("stock")),
                   Cards(row.at("trick")), Cards(row.at("hand")));
    EXPECT_EQ(Text(Sorted(legal)), Text(Sorted(Cards(row.at("legal")))));
  }
}

TEST(ReferenceRulesTest, TrickWinners) {
  const std::vector<Row> rows = ReadTable("winner");
  EXPECT_GE(rows.size(), 22U);
  for (const Row& row : rows) {
    SCOPED_TRACE(row.at("id") + " " + row.at("why"));
    const Card card =
        WinningCard(Load(row.at("ruleset")), ParseSuit(row.at("trump").at(0)),
                    row.at("mit") == "y", Cards(row.at("trick")));
    EXPECT_EQ(FormatCard(card), row.at("winner"));
  }
}

TEST(ReferenceRulesTest, OrderOfTrumps) {
  const std::vector<Row> rows = ReadTable("trumps");
  EXPECT_GE(rows.size(), 15U);
  for (const Row& row : rows) {
    SCOPED_TRACE(row.at("id") + " " + row.at("why"));
    EXPECT_EQ(Text(TrumpOrder(Load(row.at("ruleset")),
                              ParseSuit(row.at("trump").at(0)),
                              row.at("mit") == "y")),
              row.at("order"));
  }
}

ReferenceResult ResultOf(const Row& row, const Ruleset& rules) {
  ReferenceResult result;
  result.abandoned = row.at("points") == "abandoned";
  const auto sides = static_cast<std::size_t>(rules.table.sides);
  result.card_points.assign(sides, 0);
  result.tricks.assign(sides, 0);
  if (!result.abandoned) {
    result.card_points = Numbers(row.at("points"));
    result.tricks = Numbers(row.at("tricks"));
  }
  result.maker_side = SideOf(row.at("maker"));
  result.mit_side = SideOf(row.at("mit"));
  result.kontra = row.at("K") == "y";
  result.re = row.at("R") == "y";
  return result;
}

TEST(ReferenceRulesTest, ScoreOfADeal) {
  const std::vector<Row> rows = ReadTable("score");
  EXPECT_GE(rows.size(), 46U);
  for (const Row& row : rows) {
    SCOPED_TRACE(row.at("id") + " " + row.at("why"));
    const Ruleset rules = Load(row.at("ruleset"));
    const ReferenceScore score =
        ScoreDeal(rules, ResultOf(row, rules), std::stoi(row.at("bonus")));
    EXPECT_EQ(Dashed(score.erase), row.at("erase"));
    EXPECT_EQ(Dashed(score.add), row.at("add"));
    EXPECT_EQ(score.bonus_after, std::stoi(row.at("bonus after")));
  }
}

TEST(ReferenceRulesTest, BourgumesseIsNoTrickForTheMakers) {
  const Ruleset rules = Load("mit-malmedy");
  ReferenceResult result;
  result.card_points = {0, 30};
  result.tricks = {0, 5};
  result.maker_side = 0;
  EXPECT_TRUE(ScoreDeal(rules, result, 0).bourgumesse);
  result.maker_side = 1;
  EXPECT_FALSE(ScoreDeal(rules, result, 0).bourgumesse);
  result.maker_side.reset();
  EXPECT_FALSE(ScoreDeal(rules, result, 0).bourgumesse);
}

// --- The slate.

// "4/0 5/1 b0 c0:0-0 d9 e5-4 win=0 end": what is written replaces what is in
// `slate`.
ReferenceSlate ParseSlate(const std::string& text, ReferenceSlate slate) {
  std::size_t side = 0;
  for (const std::string& word : Words(text)) {
    const std::string rest = word.substr(1);
    if (const std::size_t slash = word.find('/'); slash != word.npos) {
      slate.lines.at(side) = std::stoi(word.substr(0, slash));
      slate.boucles.at(side) = std::stoi(word.substr(slash + 1));
      ++side;
    } else if (word == "end") {
      slate.ended = true;
    } else if (word.starts_with("win=")) {
      slate.ended = true;
      slate.winner = std::stoi(word.substr(4));
    } else if (word[0] == 'b') {
      slate.bonus = std::stoi(rest);
    } else if (word[0] == 'c') {
      slate.cow = std::stoi(rest);
      slate.cows = Numbers(rest.substr(rest.find(':') + 1));
    } else if (word[0] == 'd') {
      slate.deals = std::stoi(rest);
    } else if (word[0] == 'e') {
      slate.erased = Numbers(rest);
    } else {
      ADD_FAILURE() << "no part of a slate: " << word;
    }
  }
  return slate;
}

std::string Text(const ReferenceSlate& slate) {
  std::string text;
  for (std::size_t i = 0; i < slate.lines.size(); ++i) {
    text += std::to_string(slate.lines[i]) + "/" +
            std::to_string(slate.boucles[i]) + " ";
  }
  text += "b" + std::to_string(slate.bonus);
  text += " c" + std::to_string(slate.cow) + ":" + Dashed(slate.cows);
  text += " d" + std::to_string(slate.deals) + " e" + Dashed(slate.erased);
  if (slate.winner) return text + " win=" + std::to_string(*slate.winner);
  return slate.ended ? text + " end" : text;
}

// "m=0 p=12-8 t=3-1 mit=0 K R" or "abandoned".
ReferenceResult ParseDeal(const std::string& text, const Ruleset& rules) {
  ReferenceResult result;
  const auto sides = static_cast<std::size_t>(rules.table.sides);
  result.card_points.assign(sides, 0);
  result.tricks.assign(sides, 1);  // nobody takes all
  for (const std::string& word : Words(text)) {
    if (word == "abandoned") result.abandoned = true;
    if (word == "K") result.kontra = true;
    if (word == "R") result.re = true;
    if (word.starts_with("m=")) result.maker_side = SideOf(word.substr(2));
    if (word.starts_with("mit=")) result.mit_side = SideOf(word.substr(4));
    if (word.starts_with("p=")) result.card_points = Numbers(word.substr(2));
    if (word.starts_with("t=")) result.tricks = Numbers(word.substr(2));
  }
  return result;
}

TEST(ReferenceRulesTest, Slate) {
  const std::vector<Row> rows = ReadTable("slate");
  EXPECT_GE(rows.size(), 34U);
  for (const Row& row : rows) {
    SCOPED_TRACE(row.at("id") + " " + row.at("why"));
    const Ruleset rules = Load(row.at("ruleset"));
    ReferenceSlate slate = ParseSlate(row.at("before"), ReferenceSlate(rules));
    for (const std::string& deal : Split(row.at("deals"), ';')) {
      ASSERT_FALSE(slate.ended);
      slate.Add(rules, ScoreDeal(rules, ParseDeal(deal, rules), slate.bonus));
    }
    // What the row leaves out is not checked, but for the end of the match.
    ReferenceSlate expected = slate;
    expected.ended = false;
    expected.winner.reset();
    expected = ParseSlate(row.at("after"), expected);
    EXPECT_EQ(Text(slate), Text(expected));
  }
}

TEST(ReferenceRulesTest, SlatesStartAtTheTarget) {
  EXPECT_EQ(Text(ReferenceSlate(Load("kujong"))), "9/0 9/0 b0 c0:0-0 d0 e0-0");
  EXPECT_EQ(Text(ReferenceSlate(Load("troeven-3-solo"))),
            "5/0 5/0 5/0 b0 c0:0-0-0 d0 e0-0-0");
}

// --- Dealing.

// "0-1,8-9" as cards of `pack`.
std::vector<Card> AtIndices(const std::vector<Card>& pack,
                            const std::string& text) {
  std::vector<Card> cards;
  if (text == "none") return cards;
  for (const std::string& range : Split(text, ',')) {
    const std::vector<int> ends = Numbers(range);
    for (int i = ends.front(); i <= ends.back(); ++i) {
      cards.push_back(pack.at(static_cast<std::size_t>(i)));
    }
  }
  return cards;
}

// Everybody passes or defers; who cannot takes the first pick or suit.
void DeclineTrumps(ReferenceDeal& deal) {
  while (deal.phase() == Phase::kTrump) {
    Action action = deal.Legal().front();
    if (IsLegal(deal, kPass)) action = kPass;
    if (IsLegal(deal, kDefer)) action = kDefer;
    deal.Apply(action);
  }
}

TEST(ReferenceRulesTest, Dealing) {
  const std::vector<Row> rows = ReadTable("deal");
  EXPECT_GE(rows.size(), 23U);
  for (const Row& row : rows) {
    SCOPED_TRACE(row.at("id") + " " + row.at("why"));
    const Ruleset rules = Load(row.at("ruleset"));
    const std::vector<Card> pack = CanonicalPack(rules);
    ReferenceDeal deal(rules, pack,
                       static_cast<Seat>(std::stoi(row.at("dealer"))));
    DeclineTrumps(deal);
    for (const std::string& word : Words(row.at("seats"))) {
      const auto seat = static_cast<Seat>(word.at(1) - '0');
      EXPECT_EQ(Text(deal.Received(seat)),
                Text(AtIndices(pack, word.substr(3))));
    }
    std::vector<Card> aside = deal.talon();
    aside.insert(aside.end(), deal.stock().begin(), deal.stock().end());
    if (row.at("talon") != "-") {
      EXPECT_EQ(Text(aside), Text(AtIndices(pack, row.at("talon"))));
    }
    if (row.at("turned") != "-") {
      EXPECT_EQ(Text(deal.exposed()), Text(AtIndices(pack, row.at("turned"))));
    }
  }
}

// --- Whole deals.

std::string YesNo(bool yes) { return yes ? "y" : "n"; }

// What the deal shows for a key of the column "expect".
std::string Shown(const ReferenceDeal& deal, const Ruleset& rules,
                  const std::string& key) {
  const ReferenceScore score = ScoreDeal(rules, deal.Result(), 0);
  if (key == "trump") {
    return deal.trump() ? std::string{FormatSuit(*deal.trump())} : "-";
  }
  if (key == "maker") return SeatText(deal.maker());
  if (key == "leader") return SeatText(deal.leader());
  if (key == "seat") return SeatText(deal.seat());
  if (key == "turn") {
    return deal.phase() == Phase::kPlay ? SeatText(deal.seat()) : "-";
  }
  if (key == "decider") return SeatText(deal.decider());
  if (key == "phase") return std::string(PhaseName(deal.phase()));
  if (key == "exposed") return Text(deal.exposed());
  if (key == "legal") return Text(deal.Legal());
  if (key == "mit") return YesNo(deal.mit_side().has_value());
  if (key == "kontra") return YesNo(deal.kontra());
  if (key == "re") return YesNo(deal.re());
  if (key == "points") return Dashed(deal.card_points());
  if (key == "tricks") return Dashed(deal.tricks());
  if (key == "erase") return Dashed(score.erase);
  if (key == "add") return Dashed(score.add);
  return "(unknown key)";
}

void ExpectShown(const ReferenceDeal& deal, const Ruleset& rules,
                 const std::string& expectation) {
  const std::size_t equals = expectation.find('=');
  ASSERT_NE(equals, std::string::npos) << expectation;
  const std::string key = expectation.substr(0, equals);
  std::string value = expectation.substr(equals + 1);
  if (key == "legal") {
    std::vector<Action> legal = Actions(value);
    std::sort(legal.begin(), legal.end());
    value = Text(legal);
  }
  EXPECT_EQ(Shown(deal, rules, key), value) << key;
}

TEST(ReferenceRulesTest, Replays) {
  const std::vector<Row> rows = ReadTable("replay");
  EXPECT_GE(rows.size(), 60U);
  for (const Row& row : rows) {
    SCOPED_TRACE(row.at("id") + " " + row.at("why"));
    const Ruleset rules = Load(row.at("ruleset"));
    ReferenceDeal deal(rules, Pack(rules, row.at("pack")),
                       static_cast<Seat>(std::stoi(row.at("dealer"))));
    if (!Replay(deal, Actions(row.at("actions")))) continue;
    for (const std::string& expectation : Split(row.at("expect"), ';')) {
      ExpectShown(deal, rules, expectation);
    }
  }
}

TEST(ReferenceRulesTest, RefusedActions) {
  const std::vector<Row> rows = ReadTable("illegal");
  EXPECT_GE(rows.size(), 10U);
  for (const Row& row : rows) {
    SCOPED_TRACE(row.at("id") + " " + row.at("why"));
    const Ruleset rules = Load(row.at("ruleset"));
    ReferenceDeal deal(rules, Pack(rules, row.at("pack")),
                       static_cast<Seat>(std::stoi(row.at("dealer"))));
    if (!Replay(deal, Actions(row.at("actions")))) continue;
    EXPECT_FALSE(IsLegal(deal, ActionOf(row.at("then"))));
  }
}

// Three readings that no golden row fixes.
TEST(ReferenceRulesTest, OvertrumpingBindsEveryRuff) {
  Ruleset rules = Load("ardennes+free-trumping");
  const auto legal = [&](const std::string& trick, const std::string& hand) {
    return Text(
        LegalCards(rules, Suit::kHearts, false, 0, Cards(trick), Cards(hand)));
  };
  EXPECT_EQ(legal("KD TH", "9D AD 9H JH"), "9D AD JH");
  EXPECT_EQ(legal("KD JH", "9D AD 9H TH"), "9D AD 9H TH");
  rules.play.must_trump_when_void = false;
  EXPECT_EQ(legal("KD TH", "9S 9H JH"), "9S JH");
}

TEST(ReferenceRulesTest, HeadingThePreviousCardOutlivesARuff) {
  const Ruleset rules = Load("fr+head-previous");
  EXPECT_EQ(Text(LegalCards(rules, Suit::kHearts, false, 0, Cards("KD 9H TD"),
                            Cards("9D QD AH"))),
            "QD");
}

// The questions for the Mit' when its holder keeps silent and keeps the card.
std::string SilentMitQuestions(const std::string& spec) {
  const Ruleset rules = Load(spec);
  const Action mit = Action::OfCard(rules.special.mit->card);
  ReferenceDeal deal(rules, Pack(rules, "canon+6"), 3);
  deal.Apply(Action::Name(Suit::kHearts));
  std::string questions;
  while (deal.phase() != Phase::kDone) {
    if (deal.phase() == Phase::kMit) {
      const int tricks = deal.tricks()[0] + deal.tricks()[1];
      questions += std::to_string(tricks) + ":" +
                   std::to_string(deal.TrickCards().size()) + " ";
      deal.Apply(kSayNothing);
      continue;
    }
    const std::vector<Action> legal = deal.Legal();
    const bool keep = legal.front() == mit && legal.size() > 1;
    deal.Apply(keep ? legal[1] : legal[0]);
  }
  return questions;
}

TEST(ReferenceRulesTest, MitIsAskedInTheFirstTrickOnly) {
  EXPECT_EQ(SilentMitQuestions("mit-malmedy"), "0:2 ");
  EXPECT_EQ(SilentMitQuestions("mit-malmedy+mit-pre-lead"), "0:0 ");
  EXPECT_EQ(SilentMitQuestions("mit-malmedy+mit-open"), "0:0 0:1 0:2 ");
}

// --- Random deals.

// Numbers that are the same everywhere; good enough to wander about.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  std::size_t Below(std::size_t n) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::size_t>(state_ >> 33U) % n;
  }

 private:
  std::uint64_t state_;
};

std::vector<Card> Shuffled(std::vector<Card> pack, Dice& dice) {
  for (std::size_t i = pack.size(); i > 1; --i) {
    std::swap(pack[i - 1], pack[dice.Below(i)]);
  }
  return pack;
}

int Sum(const std::vector<int>& numbers) {
  int sum = 0;
  for (const int number : numbers) sum += number;
  return sum;
}

// All pack points are taken in tricks or lie in the talon.
void ExpectEveryCardCounted(const Ruleset& rules, const ReferenceDeal& deal) {
  int aside = 0;
  for (const Card card : deal.talon()) {
    for (std::size_t i = 0; i < rules.table.ranks.size(); ++i) {
      if (rules.table.ranks[i] == card.rank()) {
        aside += rules.table.card_points[i];
      }
    }
  }
  EXPECT_EQ(Sum(deal.card_points()) + aside, 40);
}

void PlayRandomDeal(const Ruleset& rules, Seat dealer, Dice& dice) {
  ReferenceDeal deal(rules, Shuffled(CanonicalPack(rules), dice), dealer);
  while (deal.phase() != Phase::kDone && deal.phase() != Phase::kAbandoned) {
    const std::vector<Action> legal = deal.Legal();
    ASSERT_FALSE(legal.empty());
    ASSERT_TRUE(std::is_sorted(legal.begin(), legal.end()));
    ASSERT_EQ(std::adjacent_find(legal.begin(), legal.end()), legal.end());
    deal.Apply(legal[dice.Below(legal.size())]);
  }
  EXPECT_EQ(deal.seat(), kNoSeat);
  if (deal.phase() == Phase::kDone) ExpectEveryCardCounted(rules, deal);
}

TEST(ReferenceRulesTest, EveryRulesetPlaysToItsEnd) {
  const std::vector<std::string> ids = wire::RulesetIds();
  EXPECT_GE(ids.size(), 20U);
  for (const std::string& id : ids) {
    std::vector<std::string> specs = {id};
    for (const std::string& name : Load(id).switches) {
      // One that ends in "-N" stands for a number.
      const bool any = name.ends_with("-N");
      specs.push_back(id + "+" +
                      (any ? name.substr(0, name.size() - 1) + "7" : name));
    }
    for (const std::string& spec : specs) {
      SCOPED_TRACE(spec);
      const Ruleset rules = Load(spec);
      Dice dice(1);
      for (int i = 0; i < 4 * rules.table.players; ++i) {
        PlayRandomDeal(rules, static_cast<Seat>(i % rules.table.players), dice);
      }
    }
  }
}

}  // namespace
}  // namespace couillon::reference

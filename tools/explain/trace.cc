#include "tools/explain/trace.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>

#include "absl/strings/str_cat.h"
#include "arena/numbers/format/json.h"
#include "arena/table/table.h"
#include "bots/cpp/random.h"
#include "engine/cards/card.h"
#include "engine/cards/notation.h"
#include "engine/cards/seat.h"

namespace couillon::tools {
namespace {

std::string Quoted(const std::string& text) {
  return arena::Json(text).dump(-1, ' ', false,
                                arena::Json::error_handler_t::replace);
}

void AppendCards(std::span<const Card> cards, std::string& text) {
  text += '[';
  for (std::size_t i = 0; i < cards.size(); ++i) {
    text += i == 0 ? "\"" : ", \"";
    text += FormatRank(cards[i].rank());
    text += FormatSuit(cards[i].suit());
    text += '"';
  }
  text += ']';
}

// Appends a list with one number per side.
template <typename Number>
void AppendNumbers(std::span<const Number> numbers, std::string& text) {
  text += '[';
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) text += ", ";
    absl::StrAppend(&text, static_cast<int>(numbers[i]));
  }
  text += ']';
}

// Appends a seat or a side; null if it is `nobody`.
void AppendOrNull(std::uint8_t number, std::uint8_t nobody, std::string& text) {
  if (number == nobody) {
    text += "null";
  } else {
    absl::StrAppend(&text, static_cast<int>(number));
  }
}

const char* Bool(bool value) { return value ? "true" : "false"; }

}  // namespace

TraceWriter::TraceWriter(const CompiledRules& rules, const DealSource& deals,
                         TracePolicy policy)
    : rules_(rules),
      deals_(deals),
      policy_(policy),
      opening_(absl::StrCat("{\"ruleset\": ", Quoted(rules.ruleset.id),
                            ", \"dealer\": ")) {
  for (std::size_t meaning = 0; meaning < kMeanings; ++meaning) {
    Words& words = words_[meaning];
    const Phase phase = meaning == kPlays ? Phase::kPlay : Phase::kTrump;
    for (int action = 0; action < kActions; ++action) {
      words.of_action[static_cast<std::size_t>(action)] = absl::StrCat(
          "\"", FormatAction(Action(action), phase, meaning == kNames), "\"");
    }
    std::iota(words.alphabetical.begin(), words.alphabetical.end(),
              std::uint8_t{0});
    std::sort(words.alphabetical.begin(), words.alphabetical.end(),
              [&words](std::uint8_t a, std::uint8_t b) {
                return words.of_action[a] < words.of_action[b];
              });
  }
}

const TraceWriter::Words& TraceWriter::WordsFor(
    const Position& position) const {
  if (position.phase() == Phase::kPlay) return words_[kPlays];
  return words_[position.naming() ? kNames : kTakes];
}

Action TraceWriter::Choose(const Position& position, std::uint64_t index,
                           int ply) const {
  const ActionSet legal = position.LegalActions();
  if (policy_ == TracePolicy::kFirst) return legal.Nth(0);
  bots::Random random(deals_.DecisionSeed(index, position.seat(), ply, 0));
  return legal.Nth(
      static_cast<int>(random.Below(static_cast<std::uint64_t>(legal.size()))));
}

void TraceWriter::AppendStep(const Position& position, Action action,
                             std::string& text) const {
  const Words& words = WordsFor(position);
  const ActionSet legal = position.LegalActions();
  text += "{\"phase\": \"";
  text += PhaseName(position.phase());
  absl::StrAppend(&text, "\", \"seat\": ", static_cast<int>(position.seat()),
                  ", \"decider\": ", static_cast<int>(position.decider()),
                  ", \"legal\": [");
  bool first = true;
  for (const std::uint8_t number : words.alphabetical) {
    if (!legal.Has(Action(number))) continue;
    if (!first) text += ", ";
    first = false;
    text += words.of_action[number];
  }
  absl::StrAppend(&text, "], \"action\": ",
                  words.of_action[static_cast<std::size_t>(action.number())],
                  "}");
}

void TraceWriter::AppendResult(const DealResult& result,
                               std::string& text) const {
  if (result.abandoned) {
    text += "{\"abandoned\": true}";
    return;
  }
  text += "{\"abandoned\": false, \"points\": ";
  AppendNumbers(std::span(result.card_points.data(), rules_.sides), text);
  text += ", \"tricks\": ";
  AppendNumbers(std::span(result.tricks.data(), rules_.sides), text);
  text += ", \"maker_side\": ";
  AppendOrNull(result.maker_side, kNoSide, text);
  text += ", \"mit_side\": ";
  AppendOrNull(result.mit_side, kNoSide, text);
  absl::StrAppend(&text, ", \"kontra\": ", Bool(result.kontra),
                  ", \"re\": ", Bool(result.re), "}");
}

void TraceWriter::AppendScore(const DealResult& result,
                              std::uint16_t bonus_before,
                              std::string& text) const {
  const DealScore score = ScoreDeal(rules_.ruleset, result, bonus_before);
  text += "{\"winner\": ";
  AppendOrNull(score.winner, kNoSide, text);
  absl::StrAppend(&text, ", \"tie\": ", Bool(score.tie), ", \"erase\": ");
  AppendNumbers(std::span(score.erase.data(), rules_.sides), text);
  text += ", \"add\": ";
  AppendNumbers(std::span(score.add.data(), rules_.sides), text);
  absl::StrAppend(&text, ", \"bonus\": ", score.bonus_after,
                  ", \"bourgumesse\": ", Bool(score.bourgumesse), "}");
}

void TraceWriter::AppendDeal(std::uint64_t index, std::string& text) const {
  AppendDeal(index, deals_.PackOf(rules_.deck, index), text);
}

void TraceWriter::AppendDeal(std::uint64_t index, const Pack& pack,
                             std::string& text) const {
  const Seat dealer = arena::Table::FirstDealer(rules_, index);
  Position position(rules_, pack, dealer);
  std::string steps;
  for (int ply = 0; !position.done(); ++ply) {
    if (ply > 0) steps += ", ";
    const Action action = Choose(position, index, ply);
    AppendStep(position, action, steps);
    position.Apply(action);
  }
  const DealResult result = position.Result();
  absl::StrAppend(&text, opening_, static_cast<int>(dealer), ", \"pack\": ");
  AppendCards(std::span(pack.data(), rules_.pack_size), text);
  text += ", \"trump\": ";
  if (result.trump) {
    text += {'"', FormatSuit(*result.trump), '"'};
  } else {
    text += "null";
  }
  text += ", \"maker\": ";
  AppendOrNull(result.maker, kNoSeat, text);
  text += ", \"exposed\": ";
  AppendCards(position.Exposed(), text);
  absl::StrAppend(&text, ", \"steps\": [", steps, "], \"result\": ");
  AppendResult(result, text);
  text += ", \"score_bonus0\": ";
  AppendScore(result, 0, text);
  text += ", \"score_bonus1\": ";
  AppendScore(result, 1, text);
  text += "}\n";
}

}  // namespace couillon::tools

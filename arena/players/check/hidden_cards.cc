// Check: a decision does not depend on cards that the seat cannot know. A
// question contains none; but a bot that serves all seats of a table in one
// process could remember the questions of other seats.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/players/check/checks.h"
#include "arena/players/check/conformance_run.h"
#include "arena/players/check/finding.h"
#include "arena/players/rpc/trial_bot.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/table.h"
#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/check.h"
#include "engine/cards/pack.h"
#include "engine/cards/status_macros.h"
#include "engine/deal/deal_source.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {
namespace {

// Pairs of deals that one seat cannot distinguish: the same observation, but
// different cards in the other hands.

// The decisions of two deals up to a common one. The last decisions of `first`
// and `second` are equal; the earlier ones, of other seats, are not.
struct TwinDeals {
  std::vector<Question> first;
  std::vector<Question> second;
};

constexpr std::uint64_t kMaxTwinDeals = 40;
constexpr std::size_t kMaxDecisions = 8;  // before the common one
constexpr std::uint64_t kShuffles = 60;   // tried for a common decision

struct Line {
  std::vector<Question> questions;
  std::vector<Action> actions;
};

Line PlayAtRandom(const CompiledRules& rules, int ruleset,
                  const DealSource& deals, std::uint64_t item) {
  Line line;
  Table table({.rules = &rules, .deals = &deals, .item = item});
  while (!table.done() && line.actions.size() < kMaxDecisions) {
    const Observation seen = table.Observe();
    const Action action = seen.legal.Nth(static_cast<int>(
        seen.random_seed % static_cast<std::uint64_t>(seen.legal.size())));
    line.questions.push_back({.ruleset = ruleset, .seen = seen});
    line.actions.push_back(action);
    COUILLON_CHECK(table.Apply(action));
  }
  return line;
}

// All cards whose place the decider knows.
CardSet Known(const Observation& seen) {
  CardSet known = seen.hand | seen.exposed;
  for (const CardSet open : seen.open_cards) known |= open;
  for (const Card card : seen.played()) known.Add(card);
  return known;
}

// Returns the pack with the cards that are not in `known` in another order.
Pack Reshuffled(Pack pack, std::size_t size, CardSet known,
                const DealSource& deals, std::uint64_t lot) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < size; ++i) {
    if (!known.Has(pack[i])) places.push_back(i);
  }
  for (std::size_t i = places.size(); i > 1; --i) {
    const std::uint64_t drawn =
        deals.DecisionSeed(lot, 0, static_cast<int>(i), 0) % i;
    std::swap(pack[places[i - 1]], pack[places[drawn]]);
  }
  return pack;
}

// The decisions of `line` before number `at` in the deal of `pack`, if the same
// actions are legal there and the decision at `at` looks the same.
std::optional<std::vector<Question>> Replay(const CompiledRules& rules,
                                            const Pack& pack, const Line& line,
                                            std::size_t at) {
  Position position(rules, pack, line.questions[0].seen.dealer);
  std::vector<Question> questions;
  for (std::size_t i = 0;; ++i) {
    if (position.done()) return std::nullopt;
    Question question = line.questions[i];
    const Observation& original = question.seen;
    Observation seen = position.Observe();
    seen.standing = original.standing;
    seen.random_seed = original.random_seed;
    if (i == at) {
      if (!(seen == original)) return std::nullopt;
      questions.push_back(question);
      return questions;
    }
    if (seen.seat != original.seat ||
        !position.LegalActions().Has(line.actions[i])) {
      return std::nullopt;
    }
    question.seen = seen;
    questions.push_back(question);
    position.Apply(line.actions[i]);
  }
}

std::optional<TwinDeals> TwinAt(const CompiledRules& rules, const Pack& pack,
                                const DealSource& deals, const Line& line,
                                std::size_t at) {
  const CardSet known = Known(line.questions[at].seen);
  const auto size = static_cast<std::size_t>(rules.deck.size());
  for (std::uint64_t lot = 0; lot < kShuffles; ++lot) {
    auto second =
        Replay(rules, Reshuffled(pack, size, known, deals, lot), line, at);
    if (!second) continue;
    bool differs = false;
    for (std::size_t i = 0; i < at; ++i) {
      differs = differs || !((*second)[i].seen == line.questions[i].seen);
    }
    if (!differs) continue;
    const auto end = static_cast<std::ptrdiff_t>(at + 1);
    return TwinDeals{
        .first = {line.questions.begin(), line.questions.begin() + end},
        .second = *std::move(second)};
  }
  return std::nullopt;
}

// Returns up to `count` pairs of deals under `rules` whose common decision has
// more than one legal action. Deterministic.
std::vector<TwinDeals> FindTwins(const CompiledRules& rules, int ruleset,
                                 const DealSource& deals, std::size_t count) {
  std::vector<TwinDeals> twins;
  for (std::uint64_t item = 0; item < kMaxTwinDeals && twins.size() < count;
       ++item) {
    const Line line = PlayAtRandom(rules, ruleset, deals, item);
    const Pack pack = deals.PackOf(rules.deck, item);
    for (std::size_t at = line.questions.size(); at-- > 1;) {
      if (line.questions[at].seen.legal.size() < 2) continue;
      std::optional<TwinDeals> twin = TwinAt(rules, pack, deals, line, at);
      if (!twin) continue;
      twins.push_back(*std::move(twin));
      break;
    }
  }
  return twins;
}

// Sends the decisions of a deal one by one, as at a table. Returns the answer
// to the last one.
absl::StatusOr<std::uint32_t> LastAnswer(ConformanceRun& run,
                                         const std::vector<Question>& deal) {
  ASSIGN_OR_RETURN(TrialBot* const bot, run.Bot());
  ProbeStream probe(run, *bot);
  ASSIGN_OR_RETURN(auto actions, probe.Ask(deal, 1));
  return actions.back();
}

struct TwinAnswers {
  std::size_t asked = 0;
  std::size_t different = 0;
};

// Asks for the last decision of twin deals of every ruleset. Records the first
// answers that differ in the finding.
absl::StatusOr<TwinAnswers> AskTwins(ConformanceRun& run,
                                     CheckFinding& finding) {
  TwinAnswers answers;
  const auto& rules = run.settings().worker.rules;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    for (const TwinDeals& twins :
         FindTwins(*rules[i], static_cast<int>(i), run.deals(),
                   run.settings().twins)) {
      const auto first = LastAnswer(run, twins.first);
      const auto second = LastAnswer(run, twins.second);
      if (!first.ok()) return first.status();
      if (!second.ok()) return second.status();
      ++answers.asked;
      if (*first == *second || answers.different++ > 0) continue;
      finding.question = twins.first.back();
      finding.seen =
          absl::StrFormat("; the first: action %d, then %d, to %s", *first,
                          *second, run.Text(twins.first.back()));
    }
  }
  return answers;
}

}  // namespace

void CheckHiddenCards(ConformanceRun& run) {
  if (run.Failed("repeat")) {
    run.Add({.check = "hidden",
             .grade = Grade::kSkipped,
             .seen = "not checked, because repeat does not pass"});
    return;
  }
  CheckFinding finding{
      .check = "hidden",
      .expected =
          "the same action when only cards that the seat cannot see "
          "differ",
      .fix =
          "use no data from decisions of other seats: a bot may use only "
          "what its seat may see"};
  const absl::StatusOr<TwinAnswers> answers = AskTwins(run, finding);
  if (!answers.ok()) {
    run.FailUnanswered(std::move(finding), answers.status());
    return;
  }
  if (answers->different == 0) {
    run.Add({.check = "hidden",
             .seen = absl::StrFormat("%d decisions with other hidden "
                                     "cards, the same actions",
                                     answers->asked)});
    return;
  }
  finding.grade = Grade::kFail;
  finding.seen = absl::StrFormat(
                     "%d of %d decisions answered differently "
                     "with other hidden cards",
                     answers->different, answers->asked) +
                 finding.seen;
  run.Add(std::move(finding));
}

}  // namespace couillon::arena

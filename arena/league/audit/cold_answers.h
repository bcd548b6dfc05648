// Asks the decisions of a sample again, twice each, and compares the answers
// with the recorded ones.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "arena/league/audit/cold_bot.h"
#include "arena/league/audit/decision_sample.h"
#include "arena/numbers/stats/law/splitmix.h"
#include "arena/table/bot_index.h"
#include "engine/cards/action.h"

namespace couillon::arena {

// Two cold answers to each decision, by round and place in the sample; null
// where the bot gave none.
struct ColdAnswers {
  using OfProcess = std::vector<std::optional<Action>>;
  std::vector<std::array<OfProcess, 2>> rounds;
  std::string failure;  // the first of the bot; empty if it never failed
};

// Asks each round of `sample` in two fresh processes, in an order that is drawn
// for each. After a failure it goes on with the next process, unless the bot
// does not start.
ColdAnswers AskCold(const ColdBots& bots, BotIndex bot,
                    const DecisionSample& sample, stats::SplitMix64& random);

// The decisions that got both answers, by outcome.
struct AnswerCounts {
  std::size_t alike = 0;             // both answers are the recorded one
  std::size_t not_reproducible = 0;  // the answers differ
  // Of these: one of the answers is the recorded one.
  std::size_t one_as_recorded = 0;
  // The answers agree, but not with the record.
  std::vector<SampledDecision> changed;
  std::vector<Action> cold;  // the answer to each of `changed`

  [[nodiscard]] std::size_t asked() const {
    return alike + not_reproducible + changed.size();
  }
};
AnswerCounts CountAnswers(const DecisionSample& sample,
                          const ColdAnswers& answers);

// The probability of at least as many changed decisions if the three answers to
// a decision were drawn alike. Then, where two of them agree and one does not,
// the recorded one is the odd one out with probability 1/3: a binomial tail. 1
// if no decision is changed.
double ChangedProbability(const AnswerCounts& counts);

}  // namespace couillon::arena
